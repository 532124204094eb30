"""What a statement answers: columns, rows, command tag."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import duckdb

from dphh_sql.serving.messages import Column
from dphh_sql.serving.types import Encode, PgType, pg_type

CHUNK = 1000


@dataclass
class Result:
    """An answer whose rows are fetched while they are sent.

    Attributes:
        columns: names and DuckDB's type names; None when it has no rows at all.
        chunks: the rows.
        tag: the command tag, from the number of rows.
    """

    columns: list[tuple[str, str]] | None
    chunks: Iterator[list[tuple[Any, ...]]] = field(default_factory=lambda: iter(()))
    tag: Callable[[int], str] = "SELECT {}".format


def described(columns: Sequence[tuple[str, str]]) -> list[Column]:
    """As the client sees them."""
    shown = []
    for name, duckdb_type in columns:
        known, modifier = pg_type(duckdb_type)
        shown.append(Column(name, known.oid, known.size, modifier))
    return shown


def encoders(columns: Sequence[tuple[str, str]], formats: Sequence[int]) -> list[Encode]:
    """What turns each value of a row into bytes."""
    known: list[PgType] = [pg_type(duckdb_type)[0] for _, duckdb_type in columns]
    return [each.binary if wanted else each.text for each, wanted in zip(known, formats, strict=True)]


def fetched(con: duckdb.DuckDBPyConnection) -> Result:
    """The open result of a connection."""
    columns = [(str(name), str(kind)) for name, kind, *_ in con.description or ()]
    return Result(columns, iter(lambda: con.fetchmany(CHUNK), []))

"""How a Python function answers one row of counts inside a statement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import pyarrow as pa
from sqlglot import exp

from dphh_sql.errors import DphhError, ReleaseError

Chunk: TypeAlias = Any  # pa.Array | pa.ChunkedArray: pyarrow ships no types


@dataclass(frozen=True)
class Caller:
    """Where names resolve: the caller's current database, schema and search path."""

    database: str
    schema: str
    search_path: str


def call_on_counts(function: str, counted: exp.Query, token: str) -> exp.Query:
    """`SELECT row.* FROM (function(total, candidates, token) on the counts)`; an error that it returns is raised."""
    called = exp.Dot.build(
        [
            exp.to_identifier("system"),
            exp.to_identifier("main"),
            exp.Anonymous(
                this=function,
                expressions=[exp.column("total"), exp.column("candidates"), exp.Literal.string(token)],
            ),
        ]
    )
    answered = exp.select(exp.alias_(called, "answer")).from_(counted.subquery("counted"))
    error, value = (exp.column(name, table="answer") for name in ("error", "value"))
    # As a condition: around `value`, the CASE would copy all rows once more.
    made = exp.case().when(exp.Is(this=error.copy(), expression=exp.null()), exp.true())
    made = made.else_(exp.Anonymous(this="error", expressions=[error]))
    rows = exp.select(exp.alias_(exp.Anonymous(this="unnest", expressions=[value]), "row"))
    released = rows.from_(answered.subquery("answered")).where(made).subquery("released")
    return exp.select("row.*").from_(released)


def on_one_row(
    name: str, row: pa.StructType, body: Callable[[int, pa.StructArray, str], pa.Array]
) -> Callable[..., pa.Array]:
    """An Arrow function over (total, candidates, token) that answers one row and refuses more.

    More than one row means a lateral or correlated use: each row would be a release of its own
    (privacy.md, section 8). Errors come back in the struct, for SQL to raise.
    """

    def answer(total: Chunk, candidates: Chunk, token: Chunk) -> pa.Array:
        try:
            if len(total) != 1:
                raise ReleaseError(
                    f"a release answers exactly one row of counts, got {len(total)}; call {name} in FROM, "
                    "without lateral or correlated arguments; nothing was drawn"
                )
            rows, error = body(total[0].as_py(), candidates[0].values, token[0].as_py() or ""), None
        except DphhError as refused:
            rows, error = None, f"{name}: {refused}"
        refusals = pa.nulls(len(total), pa.list_(row))  # DuckDB wants as many rows back as it gave
        listed = refusals if rows is None else pa.ListArray.from_arrays([0, len(rows)], rows)
        errors = pa.array([error] * len(listed), pa.string())
        return pa.StructArray.from_arrays([listed, errors], ["value", "error"])

    return answer

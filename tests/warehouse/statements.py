"""Translated counting statements for tests."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from sqlglot import exp, parse

from dphh_sql.counting import counting_rows
from dphh_sql.hierarchies import Hierarchy
from dphh_sql.warehouse.count import Native
from dphh_sql.warehouse.dialect import Dialect
from dphh_sql.warehouse.translate import translate
from dphh_sql.warehouse.types import data_type

NEAREST = {"HUGEINT": "BIGINT", "UBIGINT": "BIGINT", "UTINYINT": "SMALLINT"}
"""DuckDB's own column types -> the nearest that other engines have."""


def translated(
    dialect: Dialect, h: Hierarchy, types: Sequence[str], floor: int = 2, unit: str | None = None
) -> exp.Query:
    """The count of a table `items(id, c0, ...)` at the kind's first two default levels."""
    names = [f"c{i}" for i in range(h.width)]
    source = Native(exp.to_table("items"))
    of = {"unit": unit, "max_rows": 2, "bounded": dialect.bounded, "fenced": dialect.fenced}
    tree = counting_rows(source, names, h, h.default_levels[:2], floor, **of)  # type: ignore[arg-type]
    known = {name: data_type(NEAREST.get(kind, kind)) for name, kind in zip(names, types, strict=True)}
    return translate(tree, dialect, f"hierarchy {h.spec}", {**known, "id": data_type("BIGINT")})


def parsed(sql: str, dialect: Dialect) -> list[exp.Expr]:
    """The statements of a text. The parser, which only tests use, takes ten frames for each nested call of a JSON key."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(3 * limit)
    try:
        return [each for each in parse(sql, read=dialect.sqlglot) if each is not None]
    finally:
        sys.setrecursionlimit(limit)

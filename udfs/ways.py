"""Which way to count: by what the catalog says of the column, and by what DuckDB expects of its values.

Every way has the same counts, so this decides about time alone. What DuckDB expects comes from its statistics, which
depend on the rows: the choice goes into the counting statement, which only the owner's side sees, and nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import duckdb
from sqlglot import exp

from dphh_sql import coarse_first
from dphh_sql.cut_first import CutFirst
from dphh_sql.hierarchies import Hierarchy
from dphh_sql.source import Source as Name
from dphh_sql.udfs.releasing import Call
from dphh_sql.udfs.session import Session, Source

MANY = 1 << 17
"""Fewer distinct items are grouped faster than they are looked at twice."""

ROWS_PER_ITEM = 8
"""So are items that each occur more often."""


def chosen(session: Session, call: Call) -> CutFirst | None:
    """The way to count for a call; None for the plain one. Reads no row."""
    privacy = call.request.privacy
    kind, levels = privacy.kind, privacy.levels
    offers = type(kind).cuts is not Hierarchy.cuts
    if not offers or call.plan.streamed or privacy.unit is not None or not call.table.schema:
        return None
    if coarse_first.pays(levels, call.plan.floor):
        return None
    (column,) = call.request.columns
    type_name, _ = session.column(Source(call.database, call.table), column)
    cuts = None if type_name is None else kind.cuts(type_name, levels)
    if cuts is None:
        return None
    table = Name((call.database, call.table.schema, call.table.table)).expression
    many = call.plan.floor > 1 and _many(session, table, column)
    return CutFirst(cuts, many) if many or not cuts.only_many else None


def _many(session: Session, table: exp.Expression, column: str) -> bool:
    grouped = exp.select(exp.column(exp.to_identifier(column, quoted=True)), exp.Count(this=exp.Star()))
    grouped = grouped.from_(table).group_by(exp.Literal.number(1))
    with session.cursor() as cursor:
        try:
            ((_, plan),) = cursor.execute(f"EXPLAIN (FORMAT json) {grouped.sql(dialect='duckdb')}").fetchall()
        except duckdb.Error:
            return False
    for node in _nodes(json.loads(plan)):
        if node["name"] == "HASH_GROUP_BY":
            items, rows = _expected(node), max(map(_expected, node["children"]))
            return items >= MANY and items * ROWS_PER_ITEM >= rows
    return False


def _nodes(plan: Any) -> Iterator[dict[str, Any]]:
    for node in plan:
        yield node
        yield from _nodes(node["children"])


def _expected(node: dict[str, Any]) -> int:
    return int(node["extra_info"].get("Estimated Cardinality", 0))

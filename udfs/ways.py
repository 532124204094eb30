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
from dphh_sql.source import Projection
from dphh_sql.source import Source as Name
from dphh_sql.udfs.releasing import Call
from dphh_sql.udfs.session import Session, Source

MANY = 1 << 17
"""Fewer distinct items are grouped faster than they are looked at twice."""

REPEATED = 2
"""Rows for each item from which counting equal texts together first is faster than cutting the text of each row."""


def chosen(session: Session, call: Call) -> CutFirst | None:
    """The way to count for a call; None for the plain one. Reads no row."""
    privacy = call.request.privacy
    kind, levels, floor = privacy.kind, privacy.levels, call.plan.floor
    offers = type(kind).cuts is not Hierarchy.cuts
    if not offers or call.plan.streamed or privacy.unit is not None or not call.table.schema:
        return None
    if isinstance(call.reads, Projection):  # a view may give the name to a column of another type
        return None
    if coarse_first.pays(levels, floor):
        return None
    (column,) = call.request.columns
    type_name, _ = session.column(Source(call.database, call.table), column)
    cuts = None if type_name is None else kind.cuts(type_name, levels)
    if cuts is None:
        return None
    table = Name((call.database, call.table.schema, call.table.table)).expression
    rows, items = _rows_and_items(session, table, column) if floor > 1 and len(levels) > 1 else (0, 0)
    if items < MANY:
        return None if cuts.only_many else CutFirst(cuts, levels[-1])
    # Above the first level at which not all nodes can reach the floor there may be nothing to leave out.
    first = next((level for level in levels[:-1] if cuts.nodes(level) * floor > rows), levels[-2])
    if (of_texts := cuts.of_texts()) is not None and rows >= items * REPEATED:
        return CutFirst(of_texts, first, grouped=True)
    return CutFirst(cuts, first)


def _rows_and_items(session: Session, table: exp.Expression, column: str) -> tuple[int, int]:
    """What DuckDB expects, (0, 0) if it does not say."""
    grouped = exp.select(exp.column(exp.to_identifier(column, quoted=True)), exp.Count(this=exp.Star()))
    grouped = grouped.from_(table).group_by(exp.Literal.number(1))
    with session.cursor() as cursor:
        try:
            ((_, plan),) = cursor.execute(f"EXPLAIN (FORMAT json) {grouped.sql(dialect='duckdb')}").fetchall()
        except duckdb.Error:
            return 0, 0
    for node in _nodes(json.loads(plan)):
        if node["name"] == "HASH_GROUP_BY":
            return max(map(_expected, node["children"])), _expected(node)
    return 0, 0


def _nodes(plan: Any) -> Iterator[dict[str, Any]]:
    for node in plan:
        yield node
        yield from _nodes(node["children"])


def _expected(node: dict[str, Any]) -> int:
    return int(node["extra_info"].get("Estimated Cardinality", 0))

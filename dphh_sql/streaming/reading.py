"""The statement that reads a stream: one row out for each row in, in the table's order, keys only.

Only a scan keeps an order that does not change when another row is removed: that of a stored table, of one file, and
of plain views of them (columns and a row predicate). A join, a grouping, a sort with ties, a sample do not.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from dphh_sql.duckdb_forms import in_duckdb
from dphh_sql.filter import parse_filter
from dphh_sql.hierarchies import Hierarchy
from dphh_sql.source import Projection, Source

INTEGERS = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER")
"""Types whose values are read as they are, not as text: all fit 64 bits."""


def reading_query(
    source: Source | Projection,
    columns: Sequence[str],
    hierarchy: Hierarchy,
    levels: Sequence[int],
    filter_text: str | None = None,
    as_they_are: bool = False,
    row_ids: bool = False,
) -> exp.Select:
    """`SELECT [rowid,] key of each level FROM ...`; a key is NULL where the row does not reach the level.

    Args:
        as_they_are: the single column's values in place of keys.
        row_ids: the table's row numbers first, to check that they come in order.
    """
    inner = exp.select(*([exp.column("rowid").as_("row_id")] if row_ids else []))
    raws = [exp.column(f"r{i}") for i in range(hierarchy.width)]
    for column, raw in zip(columns, raws, strict=True):
        value = exp.column(exp.to_identifier(column, quoted=True))
        inner = inner.select((value if as_they_are else hierarchy.raw(value)).as_(raw.name))
    # Straight from the table, for its row numbers; that col and filter name no pseudo column `counting.checks` says.
    inner = inner.from_(source.expression)
    predicate = parse_filter(filter_text)
    if predicate is not None:
        inner = inner.where(predicate)
    first = [exp.column("row_id")] if row_ids else []
    if as_they_are:
        return in_duckdb(exp.select(*first, raws[0].as_("key")).from_(inner.subquery("source")))
    parts = [part.as_(f"p{i}") for i, part in enumerate(hierarchy.parts(raws))]
    cut = exp.select(*first, *parts).from_(inner.subquery("source"))
    names = [exp.column(f"p{i}") for i in range(len(parts))]
    keys = [_key(hierarchy, names, level).as_(f"key_{level}") for level in levels]
    return in_duckdb(exp.select(*first, *keys).from_(cut.subquery("items")))


def _key(hierarchy: Hierarchy, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
    cut = hierarchy.truncate(parts, level)
    return exp.case().when(hierarchy.reaches(cut, level), exp.cast(hierarchy.key(cut, level), "VARCHAR"))

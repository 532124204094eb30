"""Views over a protected table: which are plain enough to be charged to it, and what they read written out.

A view may multiply a unit's rows (UNION ALL, a join, unnest), change what a unit is, or fail on a value. So a view
over a protected table is either *plain*, columns of one table and a row predicate of `filter`'s allow-list, or
refused. A plain one is not run as it is stored but rebuilt from its parsed parts over the full name of the table:
what was checked is what is counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from dphh_sql.duckdb_forms import in_duckdb
from dphh_sql.errors import ArgumentError
from dphh_sql.filter import parse_filter
from dphh_sql.identifiers import folded

_SAFE_TABLE_ARGS = {"this", "db", "catalog", "alias"}
_SAFE_SELECT_ARGS = {"expressions", "from_", "where"}


@dataclass(frozen=True)
class PlainView:
    """`SELECT columns FROM one table WHERE predicate`, parsed.

    Attributes:
        parts: the table's name as the view writes it, one to three parts.
        items: (output name, input name) pairs; (None, names left out) stands for a star.
        predicate: as text for `parse_filter`, or None.
    """

    parts: tuple[str, ...]
    items: tuple[tuple[str, str] | tuple[None, tuple[str, ...]], ...]
    predicate: str | None

    def columns(self, inputs: list[str]) -> dict[str, str] | None:
        """Output name -> input name over the table's columns; None when a name is unknown or given twice.

        The predicate's names too: a pseudo column such as rowid is none of the table's, and tells of other rows.
        """
        known = {folded(name): name for name in inputs}
        predicate = parse_filter(self.predicate)
        if predicate is not None and any(folded(c.name) not in known for c in predicate.find_all(exp.Column)):
            return None
        pairs: list[tuple[str, str]] = []
        for output, source in self.items:
            if output is None:
                pairs += [(name, name) for name in inputs if folded(name) not in source]
            elif isinstance(source, str) and folded(source) in known:
                pairs.append((output, known[folded(source)]))
            else:
                return None
        distinct = {folded(output) for output, _ in pairs}
        return dict(pairs) if len(distinct) == len(pairs) > 0 else None

    def over(self, inner: exp.Expression, columns: Mapping[str, str]) -> exp.Select:
        """The view, written out over `inner`."""
        shown = [
            exp.column(exp.to_identifier(source, quoted=True)).as_(name, quoted=True)
            for name, source in columns.items()
        ]
        query = exp.select(*shown).from_(inner)
        predicate = parse_filter(self.predicate)
        return query if predicate is None else in_duckdb(query.where(predicate))


def plain_view(sql: str) -> PlainView | None:
    """The view of a CREATE VIEW statement, or None when it is anything but columns of one table and a predicate.

    >>> plain_view("CREATE VIEW v AS SELECT zip AS z FROM loans AS l WHERE (l.year = 2005)").items
    (('z', 'zip'),)
    >>> plain_view("CREATE VIEW v AS SELECT * FROM loans UNION ALL SELECT * FROM loans") is None
    True
    """
    create = _create(sql)
    # A column list after the view's name renames by position: not plain.
    if create is None or not isinstance(create.this, exp.Table):
        return None
    query = create.expression
    if not isinstance(query, exp.Select) or _given(query) - _SAFE_SELECT_ARGS:
        return None
    source = query.args.get("from_")
    table = source.this if source is not None else None
    if not isinstance(table, exp.Table) or not isinstance(table.this, exp.Identifier):
        return None
    alias = table.args.get("alias")
    if _given(table) - _SAFE_TABLE_ARGS or (alias is not None and alias.args.get("columns")):
        return None
    names = {folded(table.alias_or_name)}
    items = [_item(item, names) for item in query.expressions]
    where, predicate = query.args.get("where"), None
    if where is not None:
        condition = where.this.copy()
        for column in condition.find_all(exp.Column):
            if column.args.get("db") or (column.table and folded(column.table) not in names):
                return None
            column.set("table", None)
        predicate = condition.sql(dialect="duckdb")
        try:
            parse_filter(predicate)
        except ArgumentError:
            return None
    if any(item is None for item in items):
        return None
    parts = tuple(part.name for part in (table.args.get("catalog"), table.args.get("db"), table.this) if part)
    return PlainView(parts, tuple(item for item in items if item is not None), predicate)


def mentions(sql: str) -> set[str] | None:
    """The folded last names of all tables in a CREATE VIEW statement; None when it cannot be told.

    That is so with any table function (`query('...')` hides a table) and with statements that sqlglot cannot parse.
    """
    create = _create(sql)
    if create is None:
        return None
    names = set()
    for table in create.expression.find_all(exp.Table):
        if not isinstance(table.this, exp.Identifier):
            return None
        names.add(folded(table.name))
    return names


def words(sql: str) -> set[str]:
    """The folded names, keywords and signs of a statement that can be parsed: each function that it calls is one."""
    return {folded(token.text) for token in sqlglot.tokenize(sql, read="duckdb")}


def _create(sql: str) -> exp.Create | None:
    try:
        (statement,) = sqlglot.parse(sql, read="duckdb")
    except (SqlglotError, ValueError):
        return None
    if isinstance(statement, exp.Create) and isinstance(statement.expression, exp.Query):
        return statement
    return None


def _item(item: exp.Expr, tables: set[str]) -> tuple[str, str] | tuple[None, tuple[str, ...]] | None:
    column = item.this if isinstance(item, exp.Alias) else item
    star = column.this if isinstance(column, exp.Column) else column
    if isinstance(column, exp.Column) and (
        column.args.get("db") or (column.table and folded(column.table) not in tables)
    ):
        return None
    if isinstance(star, exp.Star):
        if isinstance(item, exp.Alias) or _given(star) - {"except_"}:
            return None
        left_out = star.args.get("except_") or []
        if not all(isinstance(name, exp.Identifier | exp.Column) for name in left_out):
            return None
        return None, tuple(folded(name.name) for name in left_out)
    if not isinstance(column, exp.Column) or not isinstance(column.this, exp.Identifier):
        return None
    return item.alias_or_name, column.name


def _given(node: exp.Expr) -> set[str]:
    return {name for name, value in node.args.items() if value}

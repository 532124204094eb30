"""The DuckDB type of every expression of a counting tree, from the types of the table's columns.

A cast to text is one thing for a DOUBLE and another for a DATE where the engine prints differently, and a cast that may
not fail needs to know what it casts. So each node gets its type before it is translated (`node.type`); an expression
whose type cannot be told keeps none, and a rule that needs it refuses the node.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast

from sqlglot import exp

from dphh_sql.bounding import DRAW

Types: TypeAlias = dict[str, exp.DataType | None]
"""Column -> type, of one table or CTE."""


_KNOWN = {
    "VARCHAR", "ENUM", "BOOLEAN", "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT",
    "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT", "FLOAT", "DOUBLE", "DECIMAL", "DATE", "UUID",
    "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS", "TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ",
}  # fmt: skip


def data_type(name: str) -> exp.DataType | None:
    """A scalar DuckDB type by the name that `typeof` prints; None for any other, which no kind and no filter reads.

    >>> data_type("TIMESTAMP WITH TIME ZONE") == data_type("TIMESTAMPTZ"), data_type("hstore"), data_type("INTEGER[]")
    (True, None, None)
    """
    if name.endswith("]") or name.partition("(")[0] not in _KNOWN:
        return None
    return exp.DataType.build(name, dialect="duckdb")


_NAMES = {
    "TEXT": "VARCHAR", "INT": "INTEGER", "INT128": "HUGEINT", "UINT": "UINTEGER", "UINT128": "UHUGEINT",
    "TIMESTAMPNTZ": "TIMESTAMP", "TIMESTAMPTZ": "TIMESTAMP WITH TIME ZONE",
}  # fmt: skip


def type_name(kind: exp.DataType | None) -> str | None:
    """DuckDB's name of a type, as `typeof` prints it, without parameters: what rules compare.

    >>> type_name(data_type("DECIMAL(9,2)")), type_name(exp.DataType.build("timestamp"))
    ('DECIMAL', 'TIMESTAMP')
    """
    return None if kind is None else _NAMES.get(kind.this.value, kind.this.value)


MOMENTS = (
    "DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS", "TIMESTAMP WITH TIME ZONE",
)  # fmt: skip


def year_of(moment: str) -> int | None:
    """The year of a moment as DuckDB prints it; None of an infinite one and before the year 1.

    >>> year_of("2026-11-30 12:00:00"), year_of("0044-03-15 (BC)"), year_of("-infinity"), year_of("12000-01-01")
    (2026, None, None, 12000)
    """
    found = re.match(r"([0-9]+)-", moment)
    return None if found is None or moment.endswith("(BC)") else int(found[1])


BIGINT, BOOLEAN, DOUBLE, INTEGER, TEXT, TIMESTAMP = (
    exp.DataType.build(name, dialect="duckdb")
    for name in ("BIGINT", "BOOLEAN", "DOUBLE", "INTEGER", "VARCHAR", "TIMESTAMP")
)
_LIST = exp.DataType.build("VARCHAR[]", dialect="duckdb")

# What DuckDB functions return; of those not listed the type of the first argument.
_RETURNS: dict[str, exp.DataType] = {
    "length": BIGINT, "floor": DOUBLE, "timezone": TIMESTAMP, DRAW: BIGINT,
    "typeof": TEXT, "to_json": TEXT, "to_hex": TEXT, "bin": TEXT, "array_to_string": TEXT, "unnest": TEXT,
    "string_split": _LIST, "list_reverse": _LIST,
    "contains": BOOLEAN, "ends_with": BOOLEAN, "starts_with": BOOLEAN, "regexp_matches": BOOLEAN,
    "regexp_full_match": BOOLEAN,
}  # fmt: skip
_SECOND = {"date_trunc"}  # functions of the type of their second argument
_LOGICAL = (
    exp.And, exp.Or, exp.Not, exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.Is, exp.In, exp.Between, exp.Like,
    exp.ILike, exp.NullSafeEQ, exp.NullSafeNEQ, exp.Boolean,
)  # fmt: skip


def annotate(query: exp.Query, source: Mapping[str, exp.DataType | None], native: Callable[[exp.Expr], bool]) -> None:
    """Set the type of each node of the tree in place.

    Args:
        source: the columns of what is counted.
        native: whether a node of FROM is what is counted.
    """
    _Scope(source, native).query(query, {}, {})


class _Scope:
    def __init__(self, source: Mapping[str, exp.DataType | None], native: Callable[[exp.Expr], bool]) -> None:
        self._source, self._native = dict(source), native

    def query(self, query: exp.Expr, ctes: Mapping[str, Types], outer: Mapping[str, Types]) -> Types:
        """Annotate a query; its columns."""
        with_ = query.args.get("with_")
        for cte in with_.expressions if with_ else []:
            ctes = {**ctes, cte.alias: self.query(cte.this, ctes, outer)}
        if isinstance(query, exp.Subquery):
            return self.query(query.this, ctes, outer)
        if isinstance(query, exp.Union):
            left = self.query(query.left, ctes, outer)
            self.query(query.right, ctes, outer)
            return left
        tables: dict[str, Types] = {}
        from_ = query.args.get("from_")
        for each in [from_, *(query.args.get("joins") or [])] if from_ else []:
            tables[each.this.alias_or_name] = self._table(each.this, ctes, outer)
        inner = {**outer, **tables}
        for name, value in query.args.items():
            if name not in ("with_", "from_"):
                for node in value if isinstance(value, list) else [value]:
                    if isinstance(node, exp.Expr):
                        self._node(node, ctes, inner)
        columns: Types = {}
        for projection in cast(exp.Query, query).selects:
            if isinstance(projection, exp.Star):
                columns |= {name: kind for table in tables.values() for name, kind in table.items()}
            else:
                columns[projection.alias_or_name] = projection.type
        return columns

    def _table(self, node: exp.Expr, ctes: Mapping[str, Types], outer: Mapping[str, Types]) -> Types:
        if self._native(node):
            return self._source
        if isinstance(node, exp.Table):
            return ctes[node.name]
        return self.query(node, ctes, outer)

    def _node(self, node: exp.Expr, ctes: Mapping[str, Types], tables: Mapping[str, Types]) -> None:
        if isinstance(node, exp.Query):
            columns = self.query(node, ctes, tables)
            node.type = next(iter(columns.values()), None)
            return
        for child in node.iter_expressions():
            self._node(child, ctes, tables)
        kind = _of_column(node, tables) if isinstance(node, exp.Column) else _infer(node)
        if kind is not None:
            node.type = kind


def _of_column(column: exp.Column, tables: Mapping[str, Types]) -> exp.DataType | None:
    if column.table:
        return tables[column.table].get(column.name)
    # The innermost table comes last.
    return next((types[column.name] for types in reversed(list(tables.values())) if column.name in types), None)


def _infer(node: Any) -> exp.DataType | None:
    match node:
        case exp.Cast():  # TryCast too
            return node.to
        case exp.Literal():
            return TEXT if node.is_string else BIGINT if node.this.isdigit() else DOUBLE
        case exp.Case():
            return _first([branch.args["true"] for branch in node.args["ifs"]] + [node.args.get("default")])
        case exp.Coalesce():
            return _first([node.this, *node.expressions])
        case exp.Sum() | exp.Count() | exp.RowNumber():
            return BIGINT
        case exp.Window() | exp.Alias() | exp.Paren() | exp.Neg() | exp.Collate():
            return node.this.type  # type: ignore[no-any-return]
        case exp.DPipe():
            return TEXT
        case exp.Div():
            return DOUBLE
        case exp.Anonymous():
            name = node.name.lower()
            first = node.expressions[1:] if name in _SECOND else node.expressions
            return _RETURNS.get(name) or _first(first)
        case exp.Dot():
            return node.expression.type  # type: ignore[no-any-return]
    if isinstance(node, _LOGICAL):
        return BOOLEAN
    if isinstance(node, exp.Binary):
        return (
            DOUBLE
            if "DOUBLE" in (type_name(node.left.type), type_name(node.right.type))
            else _first([node.left, node.right])
        )
    return None


def _first(nodes: list[Any]) -> exp.DataType | None:
    return next(
        (node.type for node in nodes if node is not None and not isinstance(node, exp.Null) and node.type), None
    )

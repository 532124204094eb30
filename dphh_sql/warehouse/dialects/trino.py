"""Trino. Golden SQL, never run there. `$` also stands before a last newline, hence `\\z`."""

from __future__ import annotations

from sqlglot import exp

from dphh_sql.warehouse.dialect import Build
from dphh_sql.warehouse.dialects.parts import call, concatenated, contains, number, text
from dphh_sql.warehouse.dialects.standard import standard
from dphh_sql.warehouse.frame import same
from dphh_sql.warehouse.patterns import portable


def _pattern(pattern: str) -> exp.Expr:
    return text(portable(pattern, end="\\z"))


def _replaces(subject: exp.Expr, pattern: str, by: str) -> exp.Expr:
    return call("regexp_replace", subject, _pattern(pattern), text(by.replace("\\1", "$1")))


def _head(subject: exp.Expr, separator: str, components: int) -> exp.Expr:
    pieces = call("slice", call("split", subject, text(separator)), number(1), number(components))
    return concatenated([call("array_join", pieces, text(separator)), text(separator)])


def _part(node: exp.Anonymous, build: Build) -> exp.Expr:
    """The n-th part, '' where there are fewer."""
    part = call("split_part", *map(build, node.expressions))
    return call("coalesce", part, call("substr", build(node.expressions[0]), number(1), number(0)))


def _ends_with(node: exp.Anonymous, build: Build) -> exp.Expr:
    subject, end = node.expressions
    return exp.EQ(this=call("substr", build(subject), number(-len(end.name))), expression=build(end))


def _zoned(node: exp.Anonymous, build: Build) -> exp.Expr:
    zone, instant = node.expressions
    local = call("at_timezone", build(instant), build(zone))
    return exp.Cast(this=local, to=exp.DataType.build("TIMESTAMP(6)", dialect="trino"))


def _varchar(value: exp.Expr) -> exp.Expr:
    return exp.Cast(this=value, to=exp.DataType.build("VARCHAR", dialect="trino"))


TRINO = standard(
    "trino",
    "trino",
    {
        "VARCHAR": "VARCHAR", "SMALLINT": "SMALLINT", "INTEGER": "INTEGER", "BIGINT": "BIGINT", "DOUBLE": "DOUBLE",
        "FLOAT": "REAL", "DECIMAL": "DECIMAL", "BOOLEAN": "BOOLEAN", "DATE": "DATE", "TIMESTAMP": "TIMESTAMP(6)",
        "TIMESTAMP WITH TIME ZONE": "TIMESTAMP(6) WITH TIME ZONE", "UUID": "UUID",
    },
    matches=lambda subject, pattern: call("regexp_like", subject, _pattern(pattern)),
    extracts=lambda subject, pattern, group: call("regexp_extract", subject, _pattern(pattern), number(group)),
    replaces=_replaces,
    head=_head,
    trimmed=lambda value: value,
    printed={"DATE": _varchar, "TIMESTAMP": _varchar, "DECIMAL": _varchar, "UUID": _varchar},
    nul=call("chr", number(0)),
    functions={
        "contains": contains,
        "date_trunc": same,
        "ends_with": _ends_with,
        "split_part": _part,
        "timezone": _zoned,
        "to_hex": lambda node, build: call("to_base", build(node.expressions[0]), number(16)),
    },
)  # fmt: skip

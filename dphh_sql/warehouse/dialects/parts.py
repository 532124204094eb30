"""Pieces of expressions that the tables of several dialects build."""

from __future__ import annotations

from sqlglot import exp

from dphh_sql.warehouse.dialect import Build, Rule

LONGEST = 2**22
"""Bytes of the longest text that is read where engines have limits. A longer one is NULL: pieces, patterns and JSON of
it could go beyond them, and a statement that fails would tell of the row."""


def call(name: str, *arguments: exp.Expr) -> exp.Anonymous:
    """A call by exact name."""
    return exp.Anonymous(this=name, expressions=list(arguments))


def text(value: str) -> exp.Literal:
    return exp.Literal.string(value)


def number(value: int | str) -> exp.Expr:
    return exp.Literal.number(value)


def when(condition: exp.Expr, value: exp.Expr, otherwise: exp.Expr | None = None) -> exp.Case:
    """CASE WHEN ... THEN ... ELSE ... END."""
    return exp.Case(ifs=[exp.If(this=condition, true=value)], default=otherwise)


def within(value: exp.Expr, low: int, high: int) -> exp.Between:
    return exp.Between(this=value, low=number(low), high=number(high))


def renamed(name: str) -> Rule:
    """The same function by another name."""

    def rule(node: exp.Anonymous, build: Build) -> exp.Expr:
        return call(name, *map(build, node.expressions))

    return rule


def of_table(node: exp.Expr) -> bool:
    """Whether this is a column of what is counted: the trees quote those names, and no others."""
    return isinstance(node, exp.Column) and bool(node.this.args.get("quoted"))


def unfenced(node: exp.CTE, build: Build) -> exp.Expr:
    """A CTE for an engine that has no MATERIALIZED."""
    return exp.CTE(this=build(node.this), alias=build(node.args["alias"]))


def contains(node: exp.Anonymous, build: Build) -> exp.Expr:
    """By the place of the first occurrence."""
    return exp.GT(this=call("strpos", *map(build, node.expressions)), expression=number(0))

"""The few DuckDB expressions that the hierarchies share."""

from __future__ import annotations

from sqlglot import exp


def text(expression: exp.Expression) -> exp.Expression:
    """`expression` as VARCHAR that compares byte by byte.

    Without the explicit collation a NOCASE column, or `SET default_collation`, would merge keys that differ.

    >>> text(exp.column("zip")).sql("duckdb")
    'CAST(zip AS TEXT) COLLATE C'
    """
    return binary(cast(expression, "VARCHAR"))


def binary(expression: exp.Expression) -> exp.Expression:
    """A VARCHAR expression under the binary collation."""
    return exp.Collate(this=operand(expression), expression=exp.var("C"))


def cast(expression: exp.Expression | str, type_name: str) -> exp.Expression:
    """CAST to a DuckDB type; of a text literal when given a Python string."""
    return exp.cast(literal(expression), exp.DataType.build(type_name, dialect="duckdb"))


def try_cast(expression: exp.Expression, type_name: str) -> exp.Expression:
    """TRY_CAST to a DuckDB type. (Not `TRY(...)`: in DuckDB 1.5 it crashes beside a filter.)"""
    return exp.TryCast(this=expression.copy(), to=exp.DataType.build(type_name, dialect="duckdb"))


def call(name: str, *arguments: exp.Expression | int | str) -> exp.Expression:
    """A DuckDB function by its exact name, so that sqlglot does not rewrite it."""
    return exp.Anonymous(this=name, expressions=[literal(a) for a in arguments])


def literal(value: exp.Expression | int | str) -> exp.Expression:
    """A copied expression or a quoted literal."""
    if isinstance(value, exp.Expression):
        return value.copy()
    return exp.Literal.string(value) if isinstance(value, str) else exp.Literal.number(value)


def operand(expression: exp.Expression) -> exp.Expression:
    """A copy that may stand beside an operator: sqlglot adds no parentheses by itself."""
    copied = expression.copy()
    return exp.paren(copied, copy=False) if isinstance(copied, exp.Binary | exp.Unary) else copied


def not_null(expression: exp.Expression) -> exp.Expression:
    """`expression IS NOT NULL`."""
    return exp.Not(this=exp.Is(this=operand(expression), expression=exp.Null()))


MEANING = "dphh_meaning"
"""Key of a node's `meta`: (name, constants...)."""


def meaning(expression: exp.Expression, name: str, *constants: object) -> exp.Expression:
    """The expression, marked with what it means, for engines that have to say it in another way than DuckDB."""
    expression.meta[MEANING] = (name, *constants)
    return expression


def compared(column: exp.Expression) -> exp.Expression:
    """A copy of a raw column of a table, marked as one that is compared as a number.

    An engine may know from a file's statistics how such a comparison ends, and files may leave NaN out of them.
    """
    return meaning(column.copy(), "compared")

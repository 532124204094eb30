"""`filter`: a row predicate over the table's own columns, rebuilt from an allow-list.

It must look at one row at a time and must never fail on a value (an error would carry data, and whether it
happens depends on a single row). So: no functions, subqueries, windows or arithmetic; each comparison has a
column on one side and a literal on the other; and literals are rendered as text literals, which take the
type of the column when the statement is bound, so that no *column* is ever cast. The exception is a literal
with a fraction: it would be rounded to an integer column's type, so it is compared with TRY_CAST(column AS DOUBLE).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from dphh_sql.errors import ArgumentError

_COMPARISONS = (exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.NullSafeEQ, exp.NullSafeNEQ)
_MIRRORED: dict[type[exp.Expression], type[exp.Expression]] = {
    exp.LT: exp.GT,
    exp.LTE: exp.GTE,
    exp.GT: exp.LT,
    exp.GTE: exp.LTE,
}
_RULE = (
    "may combine with AND, OR, NOT only comparisons of a column with a literal (=, <>, <, <=, >, >=, "
    "IS [NOT] DISTINCT FROM), IN (literals), BETWEEN, LIKE, ILIKE and IS [NOT] NULL"
)


def parse_filter(text: object) -> exp.Expression | None:
    """The predicate, rebuilt with quoted columns and text literals; None for None.

    Raises:
        ArgumentError: not a string, not parseable, or anything outside the allow-list.

    >>> parse_filter("fiscal_year = 2005 AND state IN ('CA', 'NV')").sql("duckdb")
    '"fiscal_year" = \\'2005\\' AND "state" IN (\\'CA\\', \\'NV\\')'
    """
    if text is None:
        return None
    if not isinstance(text, str) or not text.strip():
        raise _refused(text, "must be a predicate as a string, such as 'fiscal_year = 2005'")
    try:
        statements = sqlglot.parse(text, read="duckdb")
    except SqlglotError:
        raise _refused(text, "is not a predicate that can be parsed; " + _RULE) from None
    if len(statements) != 1 or statements[0] is None:
        raise _refused(text, "must be one predicate")

    def refuse(node: exp.Expression) -> ArgumentError:
        return _refused(text, f"{_RULE}; it contains {type(node).__name__}")

    return _rebuild(cast(exp.Expression, statements[0]), refuse)


Refuse = Callable[[exp.Expression], ArgumentError]

_ARGS = {"this", "expression", "expressions", "low", "high", "negate"}


def _rebuild(node: exp.Expression, refuse: Refuse) -> exp.Expression:
    if any(value for name, value in node.args.items() if name not in _ARGS):
        raise refuse(node)  # an option of the node that the cases below would drop
    rebuilt = _rebuild_plain(node, refuse)
    return exp.Not(this=exp.Paren(this=rebuilt)) if node.args.get("negate") else rebuilt


def _rebuild_plain(node: exp.Expression, refuse: Refuse) -> exp.Expression:
    match node:
        case exp.Paren():
            return exp.Paren(this=_rebuild(node.this, refuse))
        case exp.Not():
            return exp.Not(this=_rebuild(node.this, refuse))
        case exp.And() | exp.Or():
            return type(node)(this=_rebuild(node.this, refuse), expression=_rebuild(node.expression, refuse))
        case exp.Column():  # a BOOLEAN column alone
            return exp.EQ(this=_column(node, refuse), expression=exp.Literal.string("true"))
        case exp.Is():
            return _is(node, refuse)
        case exp.In() if node.expressions:
            column, values = _operands(node.this, node.expressions, refuse)
            return exp.In(this=column, expressions=values)
        case exp.Between():
            column, (low, high) = _operands(node.this, [node.args["low"], node.args["high"]], refuse)
            return exp.Between(this=column, low=low, high=high)
        case exp.Like() | exp.ILike():
            pattern = _literal(node.expression, refuse)
            return type(node)(this=_column(node.this, refuse), expression=pattern)
        case _ if isinstance(node, _COMPARISONS):
            return _comparison(node, refuse)
    raise refuse(node)


def _comparison(node: exp.Expression, refuse: Refuse) -> exp.Expression:
    left, right, kind = node.this, node.expression, type(node)
    if not isinstance(left, exp.Column):
        left, right, kind = right, left, _MIRRORED.get(kind, kind)
    column, (literal,) = _operands(left, [right], refuse)
    return kind(this=column, expression=literal)


def _operands(
    column: exp.Expression, literals: list[exp.Expression], refuse: Refuse
) -> tuple[exp.Expression, list[exp.Expression]]:
    left, right = _column(column, refuse), [_literal(value, refuse) for value in literals]
    if any(_is_fraction(value) for value in literals):
        return exp.TryCast(this=left, to=exp.DataType.build("double")), right
    return left, right


def _is_fraction(node: exp.Expression) -> bool:
    number = node.this if isinstance(node, exp.Neg | exp.Paren) else node
    return isinstance(number, exp.Literal) and not number.is_string and not number.this.isdigit()


def _is(node: exp.Is, refuse: Refuse) -> exp.Expression:
    if isinstance(node.expression, exp.Null):
        return exp.Is(this=_column(node.this, refuse), expression=exp.Null())
    if isinstance(node.expression, exp.Boolean):
        text = "true" if node.expression.this else "false"
        return exp.NullSafeEQ(this=_column(node.this, refuse), expression=exp.Literal.string(text))
    raise refuse(node)


def _column(node: exp.Expression, refuse: Refuse) -> exp.Expression:
    if not isinstance(node, exp.Column) or node.table or not isinstance(node.this, exp.Identifier):
        raise refuse(node)
    return exp.column(exp.to_identifier(node.name, quoted=True))


def _literal(node: exp.Expression, refuse: Refuse) -> exp.Expression:
    """A text literal: strings as they are, numbers and dates by their text; it takes the column's type."""
    match node:
        case exp.Literal():
            return exp.Literal.string(node.this)
        case exp.Boolean():
            return exp.Literal.string("true" if node.this else "false")
        case exp.Neg() if isinstance(node.this, exp.Literal) and not node.this.is_string:
            return exp.Literal.string("-" + node.this.this)
        case exp.Paren():
            return _literal(node.this, refuse)
        case exp.Cast() if isinstance(node.this, exp.Literal) and node.this.is_string:  # DATE '2026-01-01'
            return exp.Literal.string(node.this.this)
    raise refuse(node)


def _refused(text: object, rule: str) -> ArgumentError:
    return ArgumentError(f"filter {rule}; got {text!r}.", argument="filter", value=text)

"""`filter`: a row predicate over the table's own columns, rebuilt from an allow-list.

It must look at one row at a time and must never fail on a value (an error would carry data, and whether it
happens would depend on a single row). So: no functions, subqueries, windows or arithmetic; each comparison has
one column on one side and literals on the other; and no column is ever cast but by TRY_CAST. A text literal is
left untyped, so it takes the column's type. When a literal does not fit that type, DuckDB may notice only when a
row reaches it: `comparisons` gives the counting query what it has to try once, whatever the rows are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from dphh_sql.errors import ArgumentError
from dphh_sql.hierarchies import _sql
from dphh_sql.source import require_short

LONGEST = 100_000
"""Characters; a list of literals may be long."""

_SHOWN = 80

_COMPARISONS = (exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.NullSafeEQ, exp.NullSafeNEQ)
_MIRRORED: dict[type[exp.Expression], type[exp.Expression]] = {
    exp.LT: exp.GT,
    exp.LTE: exp.GTE,
    exp.GT: exp.LT,
    exp.GTE: exp.LTE,
}
_CONNECTIVES = (exp.And, exp.Or, exp.Not, exp.Paren)
_ARGS = {"this", "expression", "expressions", "low", "high", "negate"}
_MOMENTS = (exp.DataType.Type.DATE, exp.DataType.Type.TIMESTAMP, exp.DataType.Type.TIMESTAMPNTZ)
_RULE = (
    "may combine with AND, OR, NOT only comparisons of a column with a literal (=, <>, <, <=, >, >=, "
    "IS [NOT] DISTINCT FROM), IN (literals), BETWEEN, LIKE, ILIKE and IS [NOT] NULL"
)

Refuse = Callable[[exp.Expression], ArgumentError]


def parse_filter(text: object) -> exp.Expression | None:
    """The predicate, rebuilt with quoted columns; None for None.

    Raises:
        ArgumentError: not a string, not parseable, nested too deeply, or anything outside the allow-list.

    >>> parse_filter("fiscal_year >= DATE '2005-01-01' AND state IN ('CA', 'NV')").sql("duckdb")
    'TRY_CAST("fiscal_year" AS TIMESTAMP) >= CAST(\\'2005-01-01\\' AS TIMESTAMP) AND "state" IN (\\'CA\\', \\'NV\\')'
    """
    if text is None:
        return None
    if not isinstance(text, str) or not text.strip():
        raise _refused(text, "must be a predicate as a string, such as 'fiscal_year = 2005'")
    require_short("filter", text, LONGEST)

    def refuse(node: exp.Expression) -> ArgumentError:
        found = node.sql(dialect="duckdb")
        found = found if len(found) <= _SHOWN else f"{found[:_SHOWN]}..."
        hint = f" (a text is written '{node.name}')" if isinstance(node, exp.Column) and not node.table else ""
        return _refused(text, f"{_RULE}; it contains {found}{hint}")

    try:
        statements = sqlglot.parse(text, read="duckdb")
        if len(statements) != 1 or statements[0] is None:
            raise _refused(text, "must be one predicate")
        rebuilt = _rebuild(cast(exp.Expression, statements[0]), refuse)
        rebuilt.sql(dialect="duckdb")  # recursive too: fail here rather than later
    except SqlglotError:
        raise _refused(text, "is not a predicate that can be parsed; " + _RULE) from None
    except RecursionError:
        raise _refused(text[:40] + "...", "is too long or nested too deeply; keep it to a few hundred terms") from None
    return rebuilt


def comparisons(predicate: exp.Expression) -> list[exp.Expression]:
    """Each comparison of a rebuilt predicate, without the connectives that may skip it."""
    if isinstance(predicate, _CONNECTIVES):
        return [leaf for child in predicate.iter_expressions() for leaf in comparisons(cast(exp.Expression, child))]
    return [predicate.copy()]


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
            return _compared(
                node.this, node.expressions, refuse, lambda column, values: exp.In(this=column, expressions=values)
            )
        case exp.Between():
            return _compared(
                node.this,
                [node.args["low"], node.args["high"]],
                refuse,
                lambda column, ends: exp.Between(this=column, low=ends[0], high=ends[1]),
            )
        case exp.Like() | exp.ILike():
            pattern = _literal(node.expression, refuse)
            return type(node)(this=_column(node.this, refuse), expression=pattern)
        case _ if isinstance(node, _COMPARISONS):
            left, right = node.this, node.expression
            kind: type[exp.Expression] = type(node)
            is_mirrored = isinstance(right, exp.Column) and not isinstance(left, exp.Column)
            if is_mirrored or isinstance(left, exp.Literal):
                left, right, kind = right, left, _MIRRORED.get(kind, kind)
            return _compared(left, [right], refuse, lambda column, one: kind(this=column, expression=one[0]))
    raise refuse(node)


def _is(node: exp.Is, refuse: Refuse) -> exp.Expression:
    if isinstance(node.expression, exp.Null):
        return exp.Is(this=_column(node.this, refuse), expression=exp.Null())
    if isinstance(node.expression, exp.Boolean):
        text = "true" if node.expression.this else "false"
        return exp.NullSafeEQ(this=_column(node.this, refuse), expression=exp.Literal.string(text))
    raise refuse(node)


def _compared(
    left: exp.Expression,
    literals: Sequence[exp.Expression],
    refuse: Refuse,
    build: Callable[[exp.Expression, list[exp.Expression]], exp.Expression],
) -> exp.Expression:
    """The comparison, in the type that the literals ask for."""
    column, texts = _column(left, refuse), [_literal(value, refuse) for value in literals]
    if any(_is_moment(value) for value in literals):
        return build(_try(column, "timestamp"), [exp.cast(text, "timestamp") for text in texts])
    if any(_is_number(value, whole=False) for value in literals):  # an integer column would round the literal
        return build(_try(_sql.compared(column), "double"), texts)
    as_it_is = build(_sql.compared(column), texts)
    if not any(_is_number(value, whole=True) for value in literals):
        return as_it_is
    # Beside a text column a number compares as a number. typeof is a constant, so the CASE is folded away.
    is_text = exp.EQ(this=exp.Anonymous(this="typeof", expressions=[column.copy()]), expression=_text("VARCHAR"))
    as_number = build(_try(column, "double"), [text.copy() for text in texts])
    return exp.case().when(is_text, as_number).else_(as_it_is)


def _column(node: exp.Expression, refuse: Refuse) -> exp.Expression:
    if not isinstance(node, exp.Column) or node.table or not isinstance(node.this, exp.Identifier):
        raise refuse(node)
    return exp.column(exp.to_identifier(node.name, quoted=True))


def _literal(node: exp.Expression, refuse: Refuse) -> exp.Expression:
    """The text of a literal, untyped."""
    match node:
        case exp.Literal():
            return _text(node.this)
        case exp.Boolean():
            return _text("true" if node.this else "false")
        case exp.Neg() if isinstance(node.this, exp.Literal) and not node.this.is_string:
            return _text("-" + node.this.this)
        case exp.Paren():
            return _literal(node.this, refuse)
        case exp.Cast() if _is_moment(node):
            return _text(node.this.this)
    raise refuse(node)


def _is_moment(node: exp.Expression) -> bool:
    """DATE '...' or TIMESTAMP '...'."""
    if not isinstance(node, exp.Cast) or not isinstance(node.this, exp.Literal) or not node.this.is_string:
        return False
    return node.to.this in _MOMENTS


def _is_number(node: exp.Expression, whole: bool) -> bool:
    while isinstance(node, exp.Neg | exp.Paren):
        node = node.this
    return isinstance(node, exp.Literal) and not node.is_string and node.this.isdigit() is whole


def _try(column: exp.Expression, kind: str) -> exp.Expression:
    return exp.TryCast(this=column.copy(), to=exp.DataType.build(kind, dialect="duckdb"))


def _text(value: str) -> exp.Expression:
    return exp.Literal.string(value)


def _refused(text: object, rule: str) -> ArgumentError:
    return ArgumentError(f"filter {rule}; got {text!r}.", argument="filter", value=text)

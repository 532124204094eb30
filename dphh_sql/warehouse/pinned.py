"""Calls of an engine's own functions and operators, whatever its users have made.

PostgreSQL takes a user's `unnest(text[])` before its own `unnest(anyarray)`, wherever their schemas stand in the search
path, since the arguments fit it exactly; one that returns each element twice would count every row twice.
So with operators: it has no `>=(numeric, int)`, and would take a user's for the comparison with the floor.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

SYNTAX = frozenset({"array", "coalesce", "greatest", "least", "nullif"})
"""What looks like a call and is a word of SQL's grammar."""

_AGGREGATES: dict[type[exp.Expr], str] = {exp.Count: "count", exp.Sum: "sum", exp.RowNumber: "row_number"}

OPERATORS: dict[type[exp.Expr], str] = {
    exp.EQ: "=", exp.NEQ: "<>", exp.LT: "<", exp.LTE: "<=", exp.GT: ">", exp.GTE: ">=", exp.Add: "+", exp.Sub: "-",
    exp.Mul: "*", exp.Div: "/", exp.Mod: "%", exp.DPipe: "||", exp.BitwiseAnd: "&", exp.BitwiseOr: "|",
    exp.BitwiseLeftShift: "<<", exp.BitwiseRightShift: ">>", exp.RegexpLike: "~", exp.Like: "~~",
}  # fmt: skip
"""BETWEEN, IN and IS DISTINCT FROM cannot name a schema: they stand between values of one type of the engine's own."""

_LOOSE = (exp.Binary, exp.Between, exp.In, exp.Not, exp.RegexpLike)
"""What needs parentheses beside an operator with a schema, which binds tighter than comparisons and looser than `+`."""


def pinned(query: exp.Query, schema: str, native: Callable[[exp.Expr], bool]) -> exp.Query:
    """The query, in place, with each call and operator under the schema of the engine's own.

    Args:
        native: whether a node is what is counted, in which names mean what the user means.
    """
    nodes = list(query.walk(prune=native))
    calls = [
        node
        for node in nodes
        if type(node) in _AGGREGATES or (isinstance(node, exp.Anonymous) and node.name.lower() not in SYNTAX)
    ]
    for node in calls:
        name = _AGGREGATES.get(type(node)) or node.name
        arguments = node.expressions if isinstance(node, exp.Anonymous) else [node.this] if node.this else []
        call = exp.Anonymous(this=name, expressions=arguments)
        node.replace(exp.Dot(this=exp.to_identifier(schema), expression=call))
    for node in nodes:
        if type(node) in OPERATORS:
            sign = exp.Dot(this=exp.to_identifier(schema), expression=exp.var(OPERATORS[type(node)]))
            left, right = map(_beside, (node.this, node.expression))
            node.replace(exp.Operator(this=left, operator=sign, expression=right))
    return query


def _beside(operand: exp.Expr) -> exp.Expr:
    loose = isinstance(operand, _LOOSE) and not isinstance(operand, exp.Dot | exp.Collate)
    return exp.paren(operand, copy=False) if loose else operand

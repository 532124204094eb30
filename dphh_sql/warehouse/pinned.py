"""Calls of an engine's own functions, whatever functions its users have made.

PostgreSQL takes a user's `unnest(text[])` before its own `unnest(anyarray)`, wherever their schemas stand in the search
path, since the arguments fit it exactly; one that returns each element twice would count every row twice.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

SYNTAX = frozenset({"array", "coalesce", "greatest", "least", "nullif"})
"""What looks like a call and is a word of SQL's grammar."""

_AGGREGATES: dict[type[exp.Expr], str] = {exp.Count: "count", exp.Sum: "sum", exp.RowNumber: "row_number"}


def pinned(query: exp.Query, schema: str, native: Callable[[exp.Expr], bool]) -> exp.Query:
    """The query, in place, with each call under the schema of the engine's own functions.

    Args:
        native: whether a node is what is counted, in which names mean what the user means.
    """
    calls = [
        node
        for node in query.walk(prune=native)
        if type(node) in _AGGREGATES or (isinstance(node, exp.Anonymous) and node.name.lower() not in SYNTAX)
    ]
    for node in calls:
        name = _AGGREGATES.get(type(node)) or node.name
        arguments = node.expressions if isinstance(node, exp.Anonymous) else [node.this] if node.this else []
        call = exp.Anonymous(this=name, expressions=arguments)
        node.replace(exp.Dot(this=exp.to_identifier(schema), expression=call))
    return query

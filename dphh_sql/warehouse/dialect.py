"""What a dialect is: for each node and function of the counting trees, how this engine says it.

The trees are DuckDB-flavoured (`dphh_sql.hierarchies`, `dphh_sql.counting`). A rule takes one node of such a tree and
`build`, which translates a child, and returns sqlglot's expression for the engine. Every node of the tree carries its
DuckDB type in `node.type` where it is known. What has no rule is refused (`translate`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlglot import exp

from dphh_sql.bounding import Bounded, by_window

Build: TypeAlias = Callable[[exp.Expr], exp.Expr]
Rule: TypeAlias = Callable[[Any, Build], exp.Expr]


@dataclass(frozen=True)
class Dialect:
    """One engine's table.

    Attributes:
        name: of the engine, as errors and certificates say it.
        sqlglot: name of the sqlglot dialect that prints the translated tree.
        nodes: node class -> rule; `frame.FRAME` has those that every engine shares.
        functions: DuckDB function (lower case) -> rule; the node is the call, its arguments `node.expressions`.
        meanings: what a call is marked to mean (`hierarchies._sql.meaning`) -> rule, which comes before the function's.
        types: DuckDB type name -> this engine's, for casts.
        bounded: how the rows of a unit are bounded.
        fenced: whether a CTE is computed once, however often it is read.
        own: the schema of the engine's own functions, where a user's of the same name could be called in their place.
    """

    name: str
    sqlglot: str
    nodes: Mapping[type[exp.Expr], Rule]
    functions: Mapping[str, Rule]
    meanings: Mapping[str, Rule]
    types: Mapping[str, str]
    bounded: Bounded = by_window
    fenced: bool = True
    own: str | None = None

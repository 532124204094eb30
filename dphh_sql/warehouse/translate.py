"""One walk over a counting tree with a dialect's table. What the table does not have is refused, never passed on."""

from __future__ import annotations

from sqlglot import ErrorLevel, exp

from dphh_sql.errors import NO_TEMPLATE, DialectError
from dphh_sql.hierarchies._sql import MEANING
from dphh_sql.warehouse.dialect import Dialect, Rule
from dphh_sql.warehouse.pinned import pinned
from dphh_sql.warehouse.types import Types, annotate

NATIVE = "dphh_native"
"""Key of a node's `meta`: this part of the tree is in the engine's own dialect already."""


def translate(tree: exp.Query, dialect: Dialect, what: str, columns: Types) -> exp.Query:
    """The tree in the engine's dialect.

    Args:
        tree: its types are noted in place, and a CASE on a column's type is decided.
        columns: the types of the columns of what is counted (the node that is marked NATIVE).
        what: what the tree is made for, such as `hierarchy h3`, for errors.

    Raises:
        DialectError: some construct has no rule in the dialect's table.
    """

    annotate(tree, columns, _native)

    def build(node: exp.Expr) -> exp.Expr:
        if _native(node):
            return node.copy()
        rule = _rule(node, dialect)
        if rule is None:
            raise DialectError(what, _described(node), dialect.name)
        try:
            return rule(node, build)
        except Untranslatable as reason:
            raise DialectError(what, str(reason), dialect.name, reason.because) from None

    built = build(tree)
    assert isinstance(built, exp.Query)
    return built if dialect.own is None else pinned(built, dialect.own, _native)


def _native(node: exp.Expr) -> bool:
    return bool(node.meta.get(NATIVE))


class Untranslatable(Exception):
    """Raised by a rule that cannot say this node: what it is, and why not."""

    def __init__(self, construct: str, because: str = NO_TEMPLATE) -> None:
        super().__init__(construct)
        self.because = because


def render(query: exp.Expr, dialect: Dialect, *, pretty: bool = False) -> str:
    """The text that runs."""
    return query.sql(dialect=dialect.sqlglot, unsupported_level=ErrorLevel.RAISE, pretty=pretty)


def _rule(node: exp.Expr, dialect: Dialect) -> Rule | None:
    meaning = node.meta.get(MEANING)
    if meaning is not None and meaning[0] in dialect.meanings:
        return dialect.meanings[meaning[0]]
    call = called(node)
    return dialect.nodes.get(type(node)) if call is None else dialect.functions.get(call.name.lower())


def called(node: exp.Expr) -> exp.Anonymous | None:
    """The call of a DuckDB function by its exact name, `system.main.` before it or not."""
    last = node.expression if isinstance(node, exp.Dot) else node
    return last if isinstance(last, exp.Anonymous) else None


def _described(node: exp.Expr) -> str:
    call = called(node)
    return f"function {call.name.lower()}" if call is not None else f"construct {type(node).__name__}"

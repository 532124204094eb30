"""`dphh_prefix`, `dphh_prefixes`, `dphh_level`, `dphh_contains` in SQL.

They map one value that the caller wrote or owns; they read no table and spend nothing. The macros of the
same names turn any item type into text (lists into JSON).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dphh_sql.errors import DphhError
from dphh_sql.hierarchies import scalars
from dphh_sql.udfs import kinds
from dphh_sql.udfs.answers import Caller
from dphh_sql.udfs.function import Function
from dphh_sql.udfs.session import Session


def _kind(session: Session) -> Callable[..., dict[str, object]]:
    """`__dphh_kind`: a kind as it is, a taxonomy with what its table holds now.

    A function of its own, since DuckDB folds it: a kind that is a literal or a parameter is looked up once a
    statement, not once a row.
    """

    def kind(spec: str | None, function: str) -> dict[str, object]:
        try:
            return {"value": kinds.bound(session, spec, Caller(session.database, "main", "")), "error": None}
        except DphhError as error:
            return {"value": None, "error": f"{function}: {error}"}

    return kind


def _same(body: Callable[..., Any]) -> Callable[[Session], Callable[..., Any]]:
    return lambda session: body


def _helper(body: Callable[..., Any], parameters: tuple[str, ...], returns: str) -> Function:
    public = body.__name__
    return Function(f"__{public}", _same(body), parameters, returns, reports=public)


FUNCTIONS: tuple[Function, ...] = (
    Function("__dphh_kind", _kind, ("VARCHAR", "VARCHAR"), "STRUCT(value VARCHAR, error VARCHAR)"),
    _helper(scalars.dphh_prefix, ("VARCHAR", "VARCHAR", "BIGINT"), "VARCHAR"),
    _helper(scalars.dphh_prefixes, ("VARCHAR", "VARCHAR"), "VARCHAR[]"),
    _helper(scalars.dphh_level, ("VARCHAR", "VARCHAR"), "INTEGER"),
    _helper(scalars.dphh_contains, ("VARCHAR", "VARCHAR", "VARCHAR"), "BOOLEAN"),
)

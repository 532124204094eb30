"""`dphh_prefix`, `dphh_prefixes`, `dphh_level`, `dphh_contains` in SQL.

They map one value that the caller wrote or owns; they read no table and spend nothing. The macros of the
same names turn any item type into text (lists into JSON).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from dphh_sql.hierarchies import scalars
from dphh_sql.udfs import kinds
from dphh_sql.udfs.answers import Caller
from dphh_sql.udfs.function import Function
from dphh_sql.udfs.session import Session


def _binding(body: Callable[..., Any]) -> Callable[[Session], Callable[..., Any]]:
    """The function with a taxonomy's table read: `kind` is the second argument of each, but the third of one."""
    at = 2 if body is scalars.dphh_contains else 1

    def make(session: Session) -> Callable[..., Any]:
        @functools.wraps(body)  # DuckDB counts the parameters
        def helper(*arguments: Any) -> Any:
            here = Caller(session.database, "main", "")
            kind = kinds.bound(session, arguments[at], here)
            return body(*arguments[:at], kind, *arguments[at + 1 :])

        return helper

    return make


def _helper(body: Callable[..., Any], parameters: tuple[str, ...], returns: str) -> Function:
    public = body.__name__
    return Function(f"__{public}", _binding(body), parameters, returns, reports=public)


FUNCTIONS: tuple[Function, ...] = (
    _helper(scalars.dphh_prefix, ("VARCHAR", "VARCHAR", "BIGINT"), "VARCHAR"),
    _helper(scalars.dphh_prefixes, ("VARCHAR", "VARCHAR"), "VARCHAR[]"),
    _helper(scalars.dphh_level, ("VARCHAR", "VARCHAR"), "INTEGER"),
    _helper(scalars.dphh_contains, ("VARCHAR", "VARCHAR", "VARCHAR"), "BOOLEAN"),
)

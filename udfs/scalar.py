"""`dphh_prefix`, `dphh_prefixes`, `dphh_level`, `dphh_contains` in SQL.

They map one value that the caller wrote or owns; they read no table and spend nothing. The macros of the
same names turn any item type into text (lists into JSON).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dphh_sql.hierarchies import scalars
from dphh_sql.udfs.function import Function
from dphh_sql.udfs.session import Session


def _same(body: Callable[..., Any]) -> Callable[[Session], Callable[..., Any]]:
    return lambda session: body


def _helper(body: Callable[..., Any], parameters: tuple[str, ...], returns: str) -> Function:
    public = body.__name__
    return Function(f"__{public}", _same(body), parameters, returns, reports=public)


FUNCTIONS: tuple[Function, ...] = (
    _helper(scalars.dphh_prefix, ("VARCHAR", "VARCHAR", "BIGINT"), "VARCHAR"),
    _helper(scalars.dphh_prefixes, ("VARCHAR", "VARCHAR"), "VARCHAR[]"),
    _helper(scalars.dphh_level, ("VARCHAR", "VARCHAR"), "INTEGER"),
    _helper(scalars.dphh_contains, ("VARCHAR", "VARCHAR", "VARCHAR"), "BOOLEAN"),
)

"""What a client is told when something fails: an SQLSTATE and one sentence, never a trace.

DuckDB's own words about an analyst's statement are passed on: that instance holds nothing but public tables and
released rows, and what our functions say names arguments and rules only. Anything else is an internal error, which
tells the client nothing but a number to look for in the server's log.
"""

from __future__ import annotations

import re

import duckdb

from dphh_sql.errors import DphhError


class Refusal(Exception):
    """An error of the server's own making, for the client."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


_CODES: tuple[tuple[type[Exception], str], ...] = (
    (duckdb.ParserException, "42601"),
    (duckdb.BinderException, "42P10"),
    (duckdb.CatalogException, "42704"),
    (duckdb.InterruptException, "57014"),
    (duckdb.ConversionException, "22P02"),
    (duckdb.OutOfRangeException, "22003"),
    (duckdb.ConstraintException, "23000"),
    (duckdb.OutOfMemoryException, "53200"),
    (duckdb.PermissionException, "42501"),
    (duckdb.NotImplementedException, "0A000"),
    (duckdb.TransactionException, "25000"),
    (duckdb.InvalidInputException, "P0001"),
)
_MISSING = (
    (re.compile(r"Catalog Error: .*already exists"), "42P07"),
    (re.compile(r"Catalog Error: Table (?!Function)"), "42P01"),
    (re.compile(r"Catalog Error: .*Function"), "42883"),
    (re.compile(r"Binder Error: .*column"), "42703"),
)
_BUDGET = re.compile(r"budget of .* left, .* asked")
_LEAKY = re.compile(r"Traceback|Python exception|INTERNAL Error|\.py\b")
"""Marks of a text that is not meant for clients."""

_KIND = re.compile(r"^(?:Invalid Input Error: )+")


def described(error: Exception) -> tuple[str, str] | None:
    """(SQLSTATE, message) of an error that a client may see; None for an internal error."""
    if isinstance(error, Refusal):
        return error.code, str(error)
    if not isinstance(error, duckdb.Error | DphhError):
        return None
    text = str(error)
    if isinstance(error, duckdb.InternalException | duckdb.FatalException | duckdb.IOException) or _LEAKY.search(text):
        return None
    return _code(error, text), _KIND.sub("", text)


def _code(error: Exception, text: str) -> str:
    if isinstance(error, duckdb.CatalogException | duckdb.BinderException):
        for pattern, code in _MISSING:
            if pattern.match(text):
                return code
    if _BUDGET.search(text):
        return "53400"  # configuration_limit_exceeded
    return next((code for kind, code in _CODES if isinstance(error, kind)), "XX000")

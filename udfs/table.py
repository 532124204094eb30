"""The table functions: at bind time arguments become one statement; at run time its counts become a release.

`__dphh_sql` is not volatile: it runs when the statement is bound, validates, plans and returns SQL. The SQL
calls `__dp_hhh` or its like, which is volatile, on the one row of counts: it charges, draws and returns the rows.
Between the two travels a signed token with the request; nothing else is trusted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache, partial

import pyarrow as pa
from sqlglot import exp

from dphh_sql.bounding import DRAW, row_draws
from dphh_sql.counting import CANDIDATES, not_counted
from dphh_sql.cut_first import CutFirst
from dphh_sql.errors import ArgumentError, DphhError, UnknownNameError
from dphh_sql.functions import FUNCTIONS as TABLE_FUNCTIONS
from dphh_sql.functions import TableFunction
from dphh_sql.rowtypes import duckdb_row
from dphh_sql.udfs import exact, plans, ways
from dphh_sql.udfs.answers import Caller, call_on_counts, on_one_row
from dphh_sql.udfs.function import Function
from dphh_sql.udfs.releasing import Call, admit, release, stored
from dphh_sql.udfs.session import Session


def _statement(session: Session) -> Callable[..., str]:
    """`__dphh_sql`: the statement for one call of a table function; an error becomes `SELECT error(...)`."""

    def statement(
        function: str, tbl: str | None, col: str | None, options: str, database: str, schema: str, search_path: str
    ) -> str:
        try:
            if function not in _BUILDERS or (function in exact.BUILDERS and not session.exact):
                raise UnknownNameError("function", function, [name for name in _BUILDERS if name not in exact.BUILDERS])
            table, column, named = (json.loads(text or "null") for text in (tbl, col, options))
            if not isinstance(named, dict):
                raise ArgumentError("a macro named to_json stands in for DuckDB's own; drop it.", argument="to_json")
            return _BUILDERS[function](session, function, table, column, named, Caller(database, schema, search_path))
        except DphhError as error:
            return _refusal(function, f"{function}: {error}").sql(dialect="duckdb")

    return statement


def _refusal(function: str, message: str) -> exp.Select:
    """Raises the message, whichever columns of the function are asked for."""
    error = exp.Anonymous(this="error", expressions=[exp.Literal.string(message)])
    columns = [exp.cast(error.copy(), kind).as_(name) for name, kind in _COLUMNS.get(function, {}).items()]
    return exp.select(*(columns or [error.copy()])).where(exp.Is(this=error, expression=exp.null()))


def _release(
    session: Session, function: str, tbl: object, col: object, options: dict[str, object], caller: Caller
) -> str:
    call = admit(session, function, tbl, col, options, caller)
    if call.plan.streamed:
        session.hear_control_c()
    counted_here = not session.remote and stored(session, call) is None
    way = ways.chosen(session, call) if counted_here else None
    return _statement_of(call, counted_here, session.sign(call.to_json()), way)


@lru_cache(maxsize=256)
def _statement_of(call: Call, counted_here: bool, token: str, way: CutFirst | None) -> str:
    """Remembered because DuckDB binds a statement more than once, and building the text takes a while."""
    counted = call.counting(way) if counted_here else not_counted()
    return call_on_counts(f"__{call.request.function}", counted, token).sql(dialect="duckdb")


def _selecting(function: TableFunction) -> Function:
    """`__dp_hhh` and its like, on one row of counts."""

    def make(session: Session) -> Callable[..., pa.Array]:
        return on_one_row(function.name, function.arrow_row, partial(release, session, function))

    return Function(
        f"__{function.name}",
        make,
        ("BIGINT", CANDIDATES, "VARCHAR"),
        f"STRUCT(value {duckdb_row(function.columns)}[], error VARCHAR)",
        volatile=True,
        vectorised=True,
    )


_BUILDERS: dict[str, Callable[..., str]] = {
    **dict.fromkeys(TABLE_FUNCTIONS, _release),
    **plans.BUILDERS,
    **exact.BUILDERS,
}

_COLUMNS: dict[str, Mapping[str, str]] = {
    **{function.name: function.columns for function in TABLE_FUNCTIONS.values()},
    **plans.COLUMNS,
    **exact.COLUMNS,
}
"""Result column -> DuckDB type, per function."""

FUNCTIONS: tuple[Function, ...] = (
    Function("__dphh_sql", _statement, ("VARCHAR",) * 7, "VARCHAR"),
    *(_selecting(function) for function in TABLE_FUNCTIONS.values()),
    *exact.FUNCTIONS,
    Function(DRAW, lambda session: row_draws, ("BOOLEAN",), "BIGINT", volatile=True, vectorised=True),
)

"""The table functions: at bind time arguments become one statement; at run time its counts become a release.

`__dphh_sql` is not volatile: it runs when the statement is bound, validates, plans and returns SQL. The SQL
calls `__dp_hhh` or its like, which is volatile, on the one row of counts: it charges, draws and returns the rows.
Between the two travels a signed token with the request; nothing else is trusted.
"""

from __future__ import annotations

import getpass
import json
from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pyarrow as pa
from sqlglot import exp

from dphh_sql import entropy, mechanisms
from dphh_sql.bounding import DRAW
from dphh_sql.counting import CANDIDATES, counting_query
from dphh_sql.errors import DphhError, ReleaseError
from dphh_sql.functions import FUNCTIONS as TABLE_FUNCTIONS
from dphh_sql.functions import TableFunction, duckdb_row
from dphh_sql.ledger import Charge, TableId, canonical_json
from dphh_sql.plan import Plan, plan_for
from dphh_sql.request import Request
from dphh_sql.tree import Tree
from dphh_sql.udfs import exact, plans
from dphh_sql.udfs.answers import Caller, Chunk, call_on_counts, on_one_row
from dphh_sql.udfs.function import Function
from dphh_sql.udfs.session import Session


def _statement(session: Session) -> Callable[..., str]:
    """`__dphh_sql`: the statement for one call of a table function; an error becomes `SELECT error(...)`."""

    def statement(function: str, tbl: str, col: str, options: str, database: str, schema: str, search_path: str) -> str:
        try:
            arguments = json.loads(tbl), json.loads(col), json.loads(options)
            return _BUILDERS[function](session, function, *arguments, Caller(database, schema, search_path))
        except DphhError as error:
            message = exp.Literal.string(f"{function}: {error}")
            return exp.select(exp.Anonymous(this="error", expressions=[message])).sql(dialect="duckdb")

    return statement


def _release(
    session: Session, function: str, tbl: object, col: object, options: dict[str, object], caller: Caller
) -> str:
    request = Request.parse(function, tbl, col, options)
    plan = plan_for(function, request.privacy)
    source = session.source(request.source.parts, caller.database, caller.schema, caller.search_path)
    table = [source.table.database, source.table.schema, source.table.table]
    token = session.sign(json.dumps({"request": request.to_json(), "database": source.database, "table": table}))
    return _counted_release(request, plan.floor, token)


@lru_cache(maxsize=256)
def _counted_release(request: Request, floor: int, token: str) -> str:
    """Remembered because DuckDB binds a statement more than once, and building the text takes a while."""
    privacy = request.privacy
    counted = counting_query(
        request.source,
        request.columns,
        privacy.kind,
        privacy.levels,
        floor,
        request.filter,
        request.function,
        privacy.unit,
        privacy.max_rows,
    )
    return call_on_counts(f"__{request.function}", counted, token).sql(dialect="duckdb")


def _selecting(function: TableFunction) -> Function:
    """`__dp_hhh` and its like: charge, draw, select, release. (eps, delta)-DP as planned, for one row of counts."""

    def make(session: Session) -> Callable[..., pa.Array]:
        def release(total: int, candidates: pa.StructArray, token: str) -> pa.Array:
            payload = json.loads(session.open(token))
            request = Request.from_json(payload["request"])
            if request.function != function.name:
                raise ReleaseError(f"the plan token belongs to {request.function}")
            plan = plan_for(request.function, request.privacy)
            tree = Tree.from_candidates(candidates, total, plan.levels)
            session.ledger(payload["database"]).charge(_charge(request, plan, TableId(*payload["table"])))
            selection = mechanisms.mechanism(function.name, plan.mechanism).select(plan.design, tree)
            return function.rows(plan, tree, selection)

        return on_one_row(function.name, function.arrow_row, release)

    return Function(
        f"__{function.name}",
        make,
        ("BIGINT", CANDIDATES, "VARCHAR"),
        f"STRUCT(value {duckdb_row(function.columns)}[], error VARCHAR)",
        volatile=True,
        vectorised=True,
    )


def _charge(request: Request, plan: Plan, table: TableId) -> Charge:
    return Charge(
        table=table,
        function=request.function,
        unit=plan.unit,
        eps=plan.eps,
        delta=plan.delta,
        name=None,
        user_name=_user(),
        request=canonical_json(json.loads(request.to_json())),
    )


def _draws(rows: Chunk) -> pa.Array:
    """A uniform 64-bit draw for each row of the chunk, from the operating system's entropy."""
    return pa.array(entropy.uint64s(len(rows)).view(np.int64))


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # no such user in a container
        return "unknown"


_BUILDERS: dict[str, Callable[..., str]] = {
    **dict.fromkeys(TABLE_FUNCTIONS, _release),
    "dp_plan": plans.statement,
    **exact.BUILDERS,
}

FUNCTIONS: tuple[Function, ...] = (
    Function("__dphh_sql", _statement, ("VARCHAR",) * 7, "VARCHAR"),
    *(_selecting(function) for function in TABLE_FUNCTIONS.values()),
    *exact.FUNCTIONS,
    Function(DRAW, lambda session: _draws, ("BOOLEAN",), "BIGINT", volatile=True, vectorised=True),
)

"""The table functions: at bind time arguments become one statement; at run time its counts become a release.

`__dphh_sql` is not volatile: it runs when the statement is bound, validates, plans and returns SQL. The SQL
calls `__dphh_select`, which is volatile, on the one row of counts: it charges, draws and returns the rows.
Between the two travels a signed token with the request; nothing else is trusted.
"""

from __future__ import annotations

import getpass
import json
from collections.abc import Callable
import pyarrow as pa
from sqlglot import exp

from dphh_sql import mechanisms
from dphh_sql.counting import CANDIDATES, counting_query
from dphh_sql.errors import DphhError
from dphh_sql.ledger import Charge, TableId, canonical_json
from dphh_sql.plan import plan_for
from dphh_sql.release import COLUMNS, ROW, release_rows
from dphh_sql.request import Request
from dphh_sql.tree import Tree
from dphh_sql.udfs import exact, plans
from dphh_sql.udfs.answers import Caller, call_on_counts, on_one_row
from dphh_sql.udfs.function import Function
from dphh_sql.udfs.session import Session

_RELEASED = f"STRUCT({', '.join(f'{name} {kind}' for name, kind in COLUMNS.items())})[]"


def _statement(session: Session) -> Callable[..., str]:
    """`__dphh_sql`: the statement for one call of a table function; an error becomes `SELECT error(...)`."""

    def statement(
        function: str, tbl: str, col: str, options: str, database: str, schema: str, search_path: str
    ) -> str:
        try:
            arguments = json.loads(tbl), json.loads(col), json.loads(options)
            built = _BUILDERS[function](session, function, *arguments, Caller(database, schema, search_path))
        except DphhError as error:
            message = exp.Literal.string(f"{function}: {error}")
            built = exp.select(exp.Anonymous(this="error", expressions=[message]))
        return str(built.sql(dialect="duckdb"))

    return statement


def _release(
    session: Session, function: str, tbl: object, col: object, options: dict[str, object], caller: Caller
) -> exp.Query:
    request = Request.parse(function, tbl, col, options)
    plan = plan_for(function, request.privacy)
    source = session.source(request.source.parts, caller.database, caller.schema, caller.search_path)
    table = [source.table.database, source.table.schema, source.table.table]
    token = session.sign(json.dumps({"request": request.to_json(), "database": source.database, "table": table}))
    counted = counting_query(
        request.source, request.columns, request.privacy.kind, plan.levels, plan.floor, request.filter, function
    )
    return call_on_counts("__dphh_select", counted, token)


def _select(session: Session) -> Callable[..., pa.Array]:
    """`__dphh_select`: charge, draw, select, release. (eps, delta)-DP as planned, for one row of counts."""

    def release(total: int, candidates: pa.StructArray, token: str) -> pa.Array:
        payload = json.loads(session.open(token))
        request = Request.from_json(payload["request"])
        plan = plan_for(request.function, request.privacy)
        tree = Tree.from_candidates(candidates, total, plan.levels)
        charge = Charge(
            table=TableId(*payload["table"]),
            function=request.function,
            unit=plan.unit,
            eps=plan.eps,
            delta=plan.delta,
            name=None,
            user_name=_user(),
            request=canonical_json(json.loads(payload["request"])),
        )
        session.ledger(payload["database"]).charge(charge)
        selection = mechanisms.mechanism(plan.mechanism).select(plan.design, tree)
        return release_rows(plan, tree, selection)

    return on_one_row("dp_hhh", ROW, release)


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # no such user in a container
        return "unknown"


_BUILDERS: dict[str, Callable[..., exp.Query]] = {
    "dp_hhh": _release,
    "dp_plan": plans.statement,
    **exact.BUILDERS,
}

FUNCTIONS: tuple[Function, ...] = (
    Function("__dphh_sql", _statement, ("VARCHAR",) * 7, "VARCHAR"),
    Function(
        "__dphh_select",
        _select,
        ("BIGINT", CANDIDATES, "VARCHAR"),
        f"STRUCT(value {_RELEASED}, error VARCHAR)",
        volatile=True,
        vectorised=True,
    ),
    *exact.FUNCTIONS,
)

"""`dp_plan(function, ...)`: the plan as a table. From public facts only; it reads no row and spends nothing."""

from __future__ import annotations

from sqlglot import exp

from dphh_sql.errors import ArgumentError, UnknownNameError
from dphh_sql.mechanisms import PLANNED
from dphh_sql.plan import PlanRow, plan_for, planned_hierarchy
from dphh_sql.request import Privacy
from dphh_sql.udfs.answers import Caller
from dphh_sql.udfs.session import Session

_TYPES = {
    "level": "INT",
    "noise_sd": "DOUBLE",
    "noise_bound": "BIGINT",
    "tau": "BIGINT",
    "floor": "BIGINT",
    "margin": "BIGINT",
    "certain_count": "BIGINT",
    "p_half_tau": "DOUBLE",
    "p_tau": "DOUBLE",
    "p_one_and_half_tau": "DOUBLE",
}


def statement(
    session: Session, function: str, planned: object, _: object, options: dict[str, object], caller: Caller
) -> str:
    """The rows of the plan of `planned`, as literals."""
    if not isinstance(planned, str):
        raise ArgumentError("function must be the name of a dp_ function, as a string", argument="function")
    if planned.strip().lower() not in PLANNED:
        raise UnknownNameError("function", planned, PLANNED)
    hierarchy = planned_hierarchy(options.get("hierarchy"), options.get("levels"))
    plan = plan_for(planned.strip().lower(), Privacy.parse(options, hierarchy))
    rows: list[exp.Query] = [_row(row) for row in plan.rows()]
    query = rows[0]
    for row in rows[1:]:
        query = exp.union(query, row, distinct=False)
    return query.sql(dialect="duckdb")


def _row(row: PlanRow) -> exp.Select:
    return exp.select(*(exp.alias_(exp.cast(exp.convert(row[name]), kind), name) for name, kind in _TYPES.items()))

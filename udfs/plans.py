"""`dp_plan(function, ...)` and `dp_methods(function, ...)`: plans as tables.

From public facts only; they read no row and spend nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlglot import exp

from dphh_sql.mechanisms import CANDIDATES
from dphh_sql.mechanisms.comparison import compare
from dphh_sql.plan import plan_for, planned_function, planned_privacy
from dphh_sql.request import integer
from dphh_sql.udfs.answers import Caller
from dphh_sql.udfs.session import Session

_PLAN = {
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
    "p_three_quarter_tau": "DOUBLE",
    "p_one_and_quarter_tau": "DOUBLE",
}

_METHODS = {
    "method": "VARCHAR",
    "chosen": "BOOLEAN",
    "margin": "BIGINT",
    "margin_at_beta": "BIGINT",
    "tau_min": "BIGINT",
    "count_sd": "DOUBLE",
    "certified": "BOOLEAN",
    "reason": "VARCHAR",
}


def plan_statement(
    session: Session, function: str, planned: object, _: object, options: dict[str, object], caller: Caller
) -> str:
    """`dp_plan`: the rows of the plan of `planned`, as literals."""
    name = planned_function(planned)
    privacy = planned_privacy(name, options)
    return _literals(plan_for(name, privacy).rows(), _PLAN)


def methods_statement(
    session: Session, function: str, planned: object, _: object, options: dict[str, object], caller: Caller
) -> str:
    """`dp_methods`: a row per method of `planned`, as literals."""
    name, asked = planned_function(planned), options.get("candidates")
    privacy = planned_privacy(name, options)
    candidates = CANDIDATES if asked is None else integer("candidates", asked, least=1)
    return _literals(compare(name, privacy, candidates), _METHODS)


def _literals(rows: Sequence[Mapping[str, object]], types: Mapping[str, str]) -> str:
    selects = [
        exp.select(*(exp.alias_(exp.cast(exp.convert(row[name]), kind), name) for name, kind in types.items()))
        for row in rows
    ]
    query: exp.Query = selects[0]
    for select in selects[1:]:
        query = exp.union(query, select, distinct=False)
    return query.sql(dialect="duckdb")


BUILDERS = {"dp_plan": plan_statement, "dp_methods": methods_statement}
COLUMNS = {"dp_plan": _PLAN, "dp_methods": _METHODS}
"""Result column -> DuckDB type."""

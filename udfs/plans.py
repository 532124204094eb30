"""`dp_plan`, `dp_methods`, `dp_levels` of a function, and `dp_hierarchies`: plans and kinds as tables.

From public facts only; they read no row and spend nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlglot import exp

from dphh_sql.hierarchies import listing
from dphh_sql.level_choice import settled, trade
from dphh_sql.mechanisms import CANDIDATES
from dphh_sql.mechanisms.comparison import compare
from dphh_sql.plan import plan_for, planned_function, planned_privacy
from dphh_sql.request import Privacy, integer
from dphh_sql.udfs import kinds
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

_LEVELS = {
    "tests": "INT",
    "levels": "INT[]",
    "tau": "BIGINT",
    "floor": "BIGINT",
    "margin": "BIGINT",
    "certain_count": "BIGINT",
    "chosen": "BOOLEAN",
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
    privacy = _privacy(session, name, options, caller)
    return _literals(plan_for(name, privacy).rows(), _PLAN)


def methods_statement(
    session: Session, function: str, planned: object, _: object, options: dict[str, object], caller: Caller
) -> str:
    """`dp_methods`: a row per method of `planned`, as literals."""
    name, asked = planned_function(planned), options.get("candidates")
    privacy = _privacy(session, name, options, caller)
    candidates = CANDIDATES if asked is None else integer("candidates", asked, least=1)
    return _literals(compare(name, settled(name, privacy), candidates), _METHODS)


def _privacy(session: Session, function: str, options: dict[str, object], caller: Caller) -> Privacy:
    return planned_privacy(function, kinds.settled(session, None, None, options, caller))


def _literals(rows: Sequence[Mapping[str, object]], types: Mapping[str, str]) -> str:
    selects = [
        exp.select(*(exp.alias_(exp.cast(exp.convert(row[name]), kind), name) for name, kind in types.items()))
        for row in rows
    ]
    query: exp.Query = selects[0]
    for select in selects[1:]:
        query = exp.union(query, select, distinct=False)
    return query.sql(dialect="duckdb")


def levels_statement(
    session: Session, function: str, planned: object, _: object, options: dict[str, object], caller: Caller
) -> str:
    """`dp_levels`: a row per number of levels, as literals."""
    goal = options.get("goal")
    asked = options if goal is None else options | {"levels": "auto"}
    name = planned_function(planned)
    return _literals(trade(name, _privacy(session, name, asked, caller)), _LEVELS)


def hierarchies_statement(
    session: Session, function: str, kind: object, _: object, options: dict[str, object], caller: Caller
) -> str:
    """`dp_hierarchies`: a row for each kind, as literals."""
    return _literals(listing.listing(kind), listing.COLUMNS)


BUILDERS = {
    "dp_plan": plan_statement,
    "dp_methods": methods_statement,
    "dp_levels": levels_statement,
    "dp_hierarchies": hierarchies_statement,
}
COLUMNS = {"dp_plan": _PLAN, "dp_methods": _METHODS, "dp_levels": _LEVELS, "dp_hierarchies": listing.COLUMNS}
"""Result column -> DuckDB type."""

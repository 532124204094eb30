"""`dp_ledger()`, `dp_budget()` and `dp_composition()`: what has been spent, from the ledgers of all attached databases.

The ledger holds public facts only, so reading it costs no privacy.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from datetime import UTC
from operator import attrgetter
from typing import Any

from dphh_sql.accounting.composition import composed
from dphh_sql.identifiers import folded
from dphh_sql.ledger import Spent, TableId
from dphh_sql.ledger.budget import nothing_spent
from dphh_sql.udfs.function import Function
from dphh_sql.udfs.session import Session

_LEDGER = (
    "STRUCT(release_id BIGINT, time TIMESTAMP, user_name VARCHAR, table_name VARCHAR, function VARCHAR, "
    "unit VARCHAR, eps DOUBLE, delta DOUBLE, name VARCHAR, hash VARCHAR)[]"
)
_BUDGET = (
    "STRUCT(table_name VARCHAR, unit VARCHAR, eps_spent DOUBLE, eps_left DOUBLE, delta_spent DOUBLE, "
    "delta_left DOUBLE, releases BIGINT)[]"
)

_COMPOSITION = (
    "STRUCT(table_name VARCHAR, unit VARCHAR, releases BIGINT, eps_basic DOUBLE, delta_basic DOUBLE, "
    "eps_optimal DOUBLE, delta_optimal DOUBLE)[]"
)


def _label(session: Session, table: TableId) -> str:
    """The short name in the connection's own database, the full one elsewhere."""
    return table.label if folded(table.database) == folded(session.home) else str(table)


def _entries(session: Session) -> Callable[[], list[dict[str, Any]]]:
    def entries() -> list[dict[str, Any]]:
        return [
            {
                "release_id": entry.release_id,
                # TIMESTAMP in UTC: fetching TIMESTAMPTZ into Python needs pytz on duckdb 1.5.
                "time": entry.time.astimezone(UTC).replace(tzinfo=None),
                "user_name": entry.user_name,
                "table_name": _label(session, entry.table),
                "function": entry.function,
                "unit": entry.unit,
                "eps": entry.eps,
                "delta": entry.delta,
                "name": entry.name,
                "hash": entry.hash,
            }
            # By the clock among ledgers; within each by number, for a clock can be put back.
            for entry in heapq.merge(*(ledger.entries() for ledger in session.ledgers()), key=attrgetter("time"))
            if session.shows(entry.table)
        ]

    return entries


def _compositions(session: Session) -> Callable[[float | None], list[dict[str, Any]]]:
    def compositions(delta: float | None) -> list[dict[str, Any]]:
        return [
            _composition(session, spent, delta)
            for ledger in session.ledgers()
            for spent in ledger.spent()
            if session.shows(spent.table)
        ]

    return compositions


def _composition(session: Session, spent: Spent, delta: float | None) -> dict[str, Any]:
    eps_optimal, delta_optimal = composed(spent.pairs, delta)
    return {
        "table_name": _label(session, spent.table),
        "unit": spent.unit,
        "releases": spent.releases,
        "eps_basic": float(spent.eps),
        "delta_basic": float(spent.delta),
        "eps_optimal": eps_optimal,
        "delta_optimal": delta_optimal,
    }


def _budgets(session: Session) -> Callable[[], list[dict[str, Any]]]:
    def budgets() -> list[dict[str, Any]]:
        spent = [spent for ledger in session.ledgers() for spent in ledger.spent()]
        own = _own(session)
        return [
            _budget(session, each, own) for each in [*spent, *_untouched(session, spent)] if session.shows(each.table)
        ]

    return budgets


def _own(session: Session) -> dict[tuple[str, ...], Spent] | None:
    """What the user who asks has spent, if the policy gives them a budget of their own."""
    if session.user_limit() is None:
        return None
    return {spent.key: spent for ledger in session.ledgers() for spent in ledger.spent(session.user_name)}


def _budget(session: Session, spent: Spent, own: dict[tuple[str, ...], Spent] | None) -> dict[str, Any]:
    """What all have spent, and what is left to the user who asks."""
    rule = None if session.policy is None else session.policy.rule(spent.table, session.home)
    capped = rule is not None and folded(rule.unit_name) == folded(spent.unit)
    limit = rule.limit if rule is not None and capped else None
    left = [] if limit is None else [spent.left(limit)]
    user_limit = session.user_limit()
    if left and user_limit is not None and own is not None:
        left.append(own.get(spent.key, nothing_spent(spent.table, spent.unit)).left(user_limit))
    eps_left, delta_left = map(float, map(min, zip(*left, strict=True))) if left else (None, None)
    return {
        "table_name": _label(session, spent.table),
        "unit": spent.unit,
        "eps_spent": float(spent.eps),
        "eps_left": eps_left,
        "delta_spent": float(spent.delta),
        "delta_left": delta_left,
        "releases": spent.releases,
    }


def _untouched(session: Session, spent: list[Spent]) -> list[Spent]:
    """Budgets of the policy from which nothing was spent yet."""
    if session.policy is None:
        return []
    known = {each.key for each in spent}
    budgets = [
        nothing_spent(session.policy.table(parts, session.home), rule.unit_name)
        for parts, rule in session.policy.rules
        if rule.limit
    ]
    return [each for each in budgets if each.key not in known]


FUNCTIONS: tuple[Function, ...] = (
    Function("__dp_ledger", _entries, (), _LEDGER, volatile=True, reports="dp_ledger"),
    Function("__dp_budget", _budgets, (), _BUDGET, volatile=True, reports="dp_budget"),
    Function(
        "__dp_composition", _compositions, ("DOUBLE",), _COMPOSITION, volatile=True, reports="dp_composition"
    ),
)

"""`dp_ledger()`, `dp_budget()` and `dp_composition()`: what has been spent, from the ledgers of all attached databases.

The ledger holds public facts only, so reading it costs no privacy.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC
from typing import Any

from dphh_sql.accounting.composition import composed
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
    return table.label if table.database.lower() == session.home.lower() else str(table)


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
            for ledger in session.ledgers()
            for entry in ledger.entries()
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
        return [_budget(session, each) for each in [*spent, *_untouched(session, spent)] if session.shows(each.table)]

    return budgets


def _budget(session: Session, spent: Spent) -> dict[str, Any]:
    rule = None if session.policy is None else session.policy.rule(spent.table, session.home)
    capped = rule is not None and rule.unit_name.lower() == spent.unit.lower()
    limit = rule.limit if rule is not None and capped else None
    eps_left, delta_left = (None, None) if limit is None else map(float, spent.left(limit))
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
    known = {(str(s.table).lower(), s.unit.lower()) for s in spent}
    tables = [(session.policy.table(parts, session.home), rule) for parts, rule in session.policy.rules if rule.limit]
    return [
        nothing_spent(table, rule.unit_name)
        for table, rule in tables
        if (str(table).lower(), rule.unit_name.lower()) not in known
    ]


FUNCTIONS: tuple[Function, ...] = (
    Function("__dp_ledger", _entries, (), _LEDGER, volatile=True, reports="dp_ledger"),
    Function("__dp_budget", _budgets, (), _BUDGET, volatile=True, reports="dp_budget"),
    Function(
        "__dp_composition", _compositions, ("DOUBLE",), _COMPOSITION, volatile=True, reports="dp_composition"
    ),
)

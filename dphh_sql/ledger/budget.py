"""Basic composition: what was spent, and whether a charge still fits.

The sum of (eps_i, delta_i) bounds the guarantee of all releases together, adaptively chosen ones
included (Dwork and Roth, The Algorithmic Foundations of Differential Privacy, Theorem 3.16 and
section 3.5). Sums run within one (table, unit) only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from dphh_sql.errors import BudgetError
from dphh_sql.identifiers import folded
from dphh_sql.ledger.amounts import ZERO, add, exact, plain, times
from dphh_sql.ledger.entry import Charge, Event, Limit, Spent, TableId


class Tally(NamedTuple):
    """`entries` ledger entries of one table, unit and kind that have the same amounts."""

    table: TableId
    unit: str
    event: Event
    eps: float
    delta: float
    entries: int


def nothing_spent(table: TableId, unit: str) -> Spent:
    """The totals of a table and unit before their first entry."""
    return Spent(table, unit, ZERO, ZERO, 0, ZERO, ZERO)


def spend(spent: Spent, tally: Tally) -> Spent:
    """The totals with a tally added."""
    eps, delta = times(exact(tally.eps), tally.entries), times(exact(tally.delta), tally.entries)
    if tally.event is Event.CHARGE:
        return replace(
            spent,
            eps=add((spent.eps, eps)),
            delta=add((spent.delta, delta)),
            releases=spent.releases + tally.entries,
            pairs=(*spent.pairs, (tally.eps, tally.delta, tally.entries)),
        )
    return replace(
        spent,
        renewed_eps=add((spent.renewed_eps, eps)),
        renewed_delta=add((spent.renewed_delta, delta)),
    )


def totals(tallies: Iterable[Tally]) -> list[Spent]:
    """Exact totals per (table, unit), in the order of their first tally."""
    spent: dict[tuple[str, ...], Spent] = {}
    for tally in tallies:
        key = (*tally.table.folded, folded(tally.unit))
        spent[key] = spend(spent.get(key) or nothing_spent(tally.table, tally.unit), tally)
    return list(spent.values())


def require_budget(charge: Charge, limit: Limit, spent: Spent, whose: str, owner: str) -> None:
    """Refuse a charge that does not fit under `limit`, the budget of `whose`; spending it to exactly zero is allowed.

    Args:
        owner: what the owner can do about it.

    Raises:
        BudgetError: the message says what is left and what was asked.
    """
    for part, left, asked in zip(
        ("eps", "delta"), spent.left(limit), (charge.eps, charge.delta), strict=True
    ):
        if exact(asked) > left:
            rest = plain(max(left, ZERO))
            remedy = f"have the owner {owner}"
            if left > 0:
                remedy = f"ask for at most {rest}, or {remedy}"
            raise BudgetError(
                f"budget of {whose}: {rest} of {part} left, {asked!r} asked; {remedy}.",
                argument=part,
                value=asked,
                remedy=remedy,
            )

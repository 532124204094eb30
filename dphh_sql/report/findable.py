"""What a plan can see: per level the counts below which nothing, and from which everything is found."""

from __future__ import annotations

from dataclasses import dataclass

from dphh_sql.plan import Plan

_MOST = 2**53


@dataclass(frozen=True)
class Findable:
    """Residual counts of one level.

    Attributes:
        level: the level.
        least: below it no prefix is ever selected; None: that holds of no count (it depends on what else is there).
        half, nearly: selected with probability at least 0.5 and 0.99 from it on.
        certain: selected with probability one from it on; None: there is no such count.
    """

    level: int
    least: int | None
    half: int
    nearly: int
    certain: int | None


def findable(plan: Plan) -> list[Findable]:
    """A row for each tested level. The chance of being selected grows with the count."""
    return [
        Findable(
            level,
            max(1, plan.floor, _first(plan, i, 0.0)) if by_itself(plan) else None,
            _first(plan, i, 0.5),
            _first(plan, i, 0.99),
            plan.certain_count(i),
        )
        for i, level in enumerate(plan.levels)
    ]


def by_itself(plan: Plan) -> bool:
    """Whether a prefix's own residual count settles its chance: not that of others, nor the error of a sketch."""
    return plan.margin is not None and not plan.streamed


def _first(plan: Plan, index: int, chance: float) -> int:
    """The least count whose chance is at least this, or above 0."""

    def reached(count: int) -> bool:
        found = plan.keep_at(index, count)
        return found > 0 if chance == 0 else found >= chance

    high = max(1, plan.tau)
    while not reached(high) and high < _MOST:
        high *= 2
    low = -1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high

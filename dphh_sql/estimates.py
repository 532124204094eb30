"""The count of ANY prefix, estimated from a release: no further access to the data and no further privacy cost.

DP-HHH paper, Theorem 3.6.2: the estimate of f(p) is the sum of the released residuals at and below p. For a
selected p that is its count; for an unselected one (the second case) what no selected prefix covers is missing,
and that is bounded with certainty, because p, or the tested prefix above it, was not selected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dphh_sql.errors import ArgumentError
from dphh_sql.interval_laws import Differences, IntervalLaw, OneDraw
from dphh_sql.plan import Plan
from dphh_sql.release import COLUMNS

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Estimate:
    """The estimated count of a prefix: `lo` <= f(p) <= `hi` with probability one; `hi` is None without a bound.

    `selected` tells whether the release names the prefix itself. For an unselected one `count` is what is
    known to be there, a low estimate; the truth has up to `hi - count` more.
    """

    count: int
    lo: int
    hi: int | None
    selected: bool


def estimate(rows: Iterable[Any], plan: Plan, prefix: str) -> Estimate:
    """The count of any prefix of the hierarchy, tested or not, from the rows of one dp_hhh release.

    Args:
        rows: all rows of the release: `con.execute(...).fetchall()`, or mappings by column name
            (`.df().to_dict("records")`).
        plan: the plan of that release (same parameters).
        prefix: as the release would print it: '941', '10.2.0.0/16'.

    Raises:
        ArgumentError: the prefix is not one of the hierarchy, the rows are not those of a release, or the
            method has no certain bounds.

    Examples:
        >>> from dphh_sql.plan import plan
        >>> released = [(0, None, None, 7, 0, 40, 307, 0, 340), (5, "94110", None, 300, 290, 310, 300, 290, 310)]
        >>> estimate(released, plan("dp_hhh", hierarchy="zip", eps=1), "941").count
        300
    """
    if plan.function != "dp_hhh" or plan.design.intervals not in _BOUNDS:
        raise ArgumentError(
            f"plan must be one of dp_hhh by a method with certain bounds, got {plan.function} by {plan.mechanism}",
            argument="plan",
        )
    kind = plan.privacy.kind
    level = kind.level_of(prefix) if isinstance(prefix, str) else None
    if level is None:
        raise ArgumentError(
            f"prefix must be one of hierarchy {plan.hierarchy}, written as a release prints it, got {prefix!r}",
            argument="prefix",
            value=prefix,
        )
    released = _Release([_row(row) for row in rows], plan)
    return _BOUNDS[plan.design.intervals](released, prefix, level)


def _row(row: Any) -> Row:
    if isinstance(row, Mapping) and set(COLUMNS) <= set(row):
        return row
    if isinstance(row, Sequence) and not isinstance(row, str) and len(row) == len(COLUMNS):
        return dict(zip(COLUMNS, row, strict=True))
    raise ArgumentError(f"rows must have the columns of dp_hhh: {', '.join(COLUMNS)}", argument="rows")


class _Release:
    """The released rows, by where they lie."""

    def __init__(self, rows: Sequence[Row], plan: Plan) -> None:
        self.plan, self.kind = plan, plan.privacy.kind
        self.rest = next((row for row in rows if row["level"] == 0), None)
        self.by_prefix = {(int(row["level"]), str(row["prefix"])): row for row in rows if row["level"] > 0}
        self.bounds = {level: table.bound for level, table in zip(plan.levels, plan.design.tables, strict=True)}
        """How far a released value of each level is from the truth at most; the rest row is level 0."""
        if plan.design.rest_table is not None:
            self.bounds[0] = plan.design.rest_table.bound

    def row(self, prefix: str, level: int) -> Row | None:
        return self.by_prefix.get((level, prefix))

    def under(self, prefix: str, level: int) -> list[Row]:
        """Selected prefixes strictly below."""
        return [
            row
            for (below, name), row in self.by_prefix.items()
            if below > level and self.kind.coarser(name, level) == prefix
        ]

    def maximal_under(self, prefix: str, level: int) -> list[Row]:
        """Those of them with no selected prefix between."""
        inside = self.under(prefix, level)
        names = {row["prefix"] for row in inside}
        return [row for row in inside if row["parent"] not in names]

    def above(self, prefix: str, level: int) -> Row | None:
        """The nearest selected prefix strictly above, else the rest row (None when it was not asked for)."""
        for tested in reversed([v for v in self.plan.levels if v < level]):
            name = self.kind.coarser(prefix, tested)
            row = None if name is None else self.row(name, tested)
            if row is not None:
                return row
        return self.rest

    def tested(self, level: int) -> int | None:
        """The nearest tested level at or above."""
        return max((tested for tested in self.plan.levels if tested <= level), default=None)


def _one_draw(released: _Release, prefix: str, level: int) -> Estimate:
    """Every released residual is within M of the truth; every residual of an unselected node below tau + M."""
    own = released.row(prefix, level)
    inside = released.under(prefix, level) + ([own] if own else [])
    count = sum(int(row["residual"]) for row in inside)
    tau = released.plan.tau
    lo = sum(max(int(row["residual"]), tau) - released.bounds[int(row["level"])] for row in inside)
    hi = sum(int(row["residual"]) + released.bounds[int(row["level"])] for row in inside)
    if own is not None:
        return Estimate(count, lo, hi, True)
    # What no selected prefix covers below p is part of the residual of each node above p up to the first selected.
    uncovered = []
    above, tested = released.above(prefix, level), released.tested(level)
    if tested is not None and (above is None or int(above["level"]) < tested):
        uncovered.append(tau + released.bounds[tested] - 1)
    if above is not None:
        uncovered.append(int(above["residual"]) + released.bounds[int(above["level"])])
    return Estimate(count, lo, hi + min(uncovered) if uncovered else None, False)


def _differences(released: _Release, prefix: str, level: int) -> Estimate:
    """Every released count is within M of the truth; an unselected noisy count is below tau + what is subtracted."""
    own = released.row(prefix, level)
    if own is not None:
        count, bound = int(own["count"]), released.bounds[level]
        return Estimate(count, max(0, count - bound), count + bound, True)
    inside = released.maximal_under(prefix, level)
    count = sum(int(row["count"]) for row in inside)
    lo = sum(max(0, int(row["count"]) - released.bounds[int(row["level"])]) for row in inside)
    ends = []
    above, tested = released.above(prefix, level), released.tested(level)
    if tested is not None and (above is None or int(above["level"]) < tested):
        subtracted = released.maximal_under(str(released.kind.coarser(prefix, tested)), tested)
        ends.append(released.plan.tau - 1 + released.bounds[tested] + sum(int(row["count"]) for row in subtracted))
    if above is not None:
        ends.append(int(above["count"]) + released.bounds[int(above["level"])])
    return Estimate(count, lo, min(ends) if ends else None, False)


_BOUNDS: dict[type[IntervalLaw], Callable[[_Release, str, int], Estimate]] = {
    OneDraw: _one_draw,
    Differences: _differences,
}

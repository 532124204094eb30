"""How good an answer is, against the exact counts of every prefix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from statistics import fmean

from peer_runners.harness import LEVELS, Row

THRESHOLDS = (50, 100, 1000)
LARGE = 100
"""Errors are compared over prefixes of so many rows, which every system releases almost surely."""

Truth = Mapping[str, int]
"""Prefix -> its rows; a prefix of ZIP codes tells its own level."""


@dataclass
class Score:
    """Of one level, or of several runs of it. None: there is nothing to take a mean of.

    `error`: mean |count - truth| of the released; `large_error`: of those that have at least LARGE rows, and of those
    that can be estimated; `residual_error`: of residuals; `within`: half the interval of a count; `holds`: the share of
    intervals that hold the truth; `heavy`: the released share of the prefixes of at least so many rows; `left_out`: the
    most rows of a prefix that is not released, those left out that a released prefix below it covers.
    """

    released: float | None = None
    error: float | None = None
    large_error: float | None = None
    residual_error: float | None = None
    within: float | None = None
    holds: float | None = None
    left_out: float | None = None
    heavy: dict[int, float | None] = field(default_factory=dict)


def truth_of(rows: Iterable[Row]) -> dict[str, int]:
    """From the exact answer."""
    return {row.prefix: int(row.count) for row in rows}


def uncovered(truth: Truth, released: Set[str]) -> dict[str, int]:
    """The rows of each prefix that no released prefix below it covers: residuals, for any answer."""
    left: dict[str, int] = {}
    covered: Counter[str] = Counter()
    for level, above in zip(LEVELS[::-1], (*LEVELS[-2::-1], 0), strict=True):
        for prefix, n in truth.items():
            if len(prefix) == level:
                left[prefix] = n - covered[prefix]
                covered[prefix[:above]] += n if prefix in released else covered[prefix]
    return left


def scored(rows: Sequence[Row], truth: Truth) -> dict[int, Score]:
    """By level."""
    released = [row for row in rows if not row.estimated]
    left = uncovered(truth, {row.prefix for row in released})
    scores = {level: _scored(level, [row for row in released if row.level == level], truth, left) for level in LEVELS}
    for level, score in scores.items():
        large = [row for row in rows if row.level == level and truth.get(row.prefix, 0) >= LARGE]
        score.large_error = mean(abs(row.count - truth[row.prefix]) for row in large)
    return scores


def _scored(level: int, rows: Sequence[Row], truth: Truth, left: Truth) -> Score:
    released = {row.prefix for row in rows}
    bounds = [(row.lo, truth[row.prefix], row.hi) for row in rows if row.lo is not None and row.hi is not None]
    here = {prefix: n for prefix, n in truth.items() if len(prefix) == level}
    return Score(
        released=float(len(rows)),
        error=mean(abs(row.count - truth[row.prefix]) for row in rows),
        residual_error=mean(abs(row.residual - left[row.prefix]) for row in rows if row.residual is not None),
        within=mean((hi - lo) / 2 for lo, _, hi in bounds),
        holds=mean(float(lo <= n <= hi) for lo, n, hi in bounds),
        left_out=float(max((left[prefix] for prefix in here if prefix not in released), default=0)),
        heavy={t: mean(float(prefix in released) for prefix, n in here.items() if n >= t) for t in THRESHOLDS},
    )


def averaged(runs: Sequence[Score]) -> Score:
    """Of several runs, number by number; of `left_out` the greatest."""
    plain = {name: mean(vars(run)[name] for run in runs) for name in vars(Score()) if name != "heavy"}
    plain["left_out"] = max(run.left_out for run in runs if run.left_out is not None)
    return Score(**plain, heavy={t: mean(run.heavy[t] for run in runs) for t in THRESHOLDS})


def mean(values: Iterable[float | None]) -> float | None:
    there = [value for value in values if value is not None]
    return fmean(there) if there else None

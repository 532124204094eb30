"""Calibration of one noisy histogram per level: the least bound M of a cut Laplace or Gaussian table.

A record is in one cell of each level, so it meets one `add` step a level and, for the row of everything else,
one `rest` step. Two parts make delta: the body, which falls with the scale, and the cut edges, which fall with M.
For each scale the least M follows from what the body leaves; the scale is searched, and what is returned has
been certified by the accountant in this process.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dphh_sql.accounting.calibrate import LEAST_WEIGHT, MAX_BOUND, Calibration, rest_noise
from dphh_sql.accounting.path import LARGEST_EPS, delta_bound
from dphh_sql.accounting.steps import Step, add, rest
from dphh_sql.errors import CalibrationError
from dphh_sql.noise import NoiseTable

SEARCH = 200
"""Grid points per eps while searching."""

SMALL_EPS = 0.5
"""Below it the scale is searched here, where tables are narrow, and multiplied by 1/eps."""


def level_steps(table: NoiseTable, levels: int, rest_table: NoiseTable | None) -> list[Step]:
    """What one record can meet: a noisy cell of each level's histogram, then the noisy total."""
    return [add(table, times=levels)] + ([rest(rest_table)] if rest_table else [])


@lru_cache(maxsize=256)
def calibrate_levels(eps: float, delta: float, levels: int, with_rest: bool, shape: float) -> Calibration:
    """The least M (then the least scale) such that `levels` histograms are (eps, delta)-DP for one record.

    Args:
        shape: 1 for discrete Laplace noise, 2 for discrete Gaussian noise, both cut at M.

    Raises:
        CalibrationError: no table within the legal bound reaches (eps, delta).
    """
    out_of_reach = CalibrationError(
        f"eps={eps:g}, delta={delta:g} over {levels} histograms needs wider or finer noise than can be drawn; "
        "raise eps or delta, or test fewer levels",
        argument="eps",
        value=eps,
    )
    # Even one histogram needs M of a few / eps, and the edge of a table weighs at least 2**-64.
    if eps < 1.0 / MAX_BOUND or delta < levels * 2.0 * LEAST_WEIGHT:
        raise out_of_reach
    eps = min(eps, LARGEST_EPS)  # a larger one is served by the noise of this one
    rest_table = rest_noise(eps, delta) if with_rest else None
    stretch = max(1.0, SMALL_EPS / eps)
    scales, bound = _Search(eps * stretch, delta, levels, with_rest, shape).best()
    if scales[0] * stretch > MAX_BOUND:
        raise out_of_reach
    if stretch > 1.0:
        scales, bound = _Search(eps, delta, levels, with_rest, shape).near(stretch * scales[-1])
    for _ in range(40):
        if bound > MAX_BOUND:
            break
        for scale in scales:
            table = NoiseTable.from_family(bound, scale, shape)
            spent = delta_bound(level_steps(table, levels, rest_table), eps)
            if spent <= delta:
                return Calibration(table, rest_table, spent)
        bound += max(1, bound // 500)
    raise out_of_reach


@dataclass(frozen=True)
class _Search:
    eps: float
    delta: float
    levels: int
    with_rest: bool
    shape: float

    def best(self) -> tuple[list[float], int]:
        """Scales to try, the smallest first, and the least M."""
        least = self._least(lambda scale: self._body(scale) < 0.98 * self.delta, 0.1 / self.eps, 2.0)
        scale = _minimum(self._real_bound, least, 1.6 * least)
        bound = math.ceil(self._real_bound(scale) - 1e-9)
        smaller = self._least(lambda s: self._real_bound(s) <= bound, least, scale / least, steps=8)
        return [min(smaller, scale), scale], bound

    def near(self, guess: float) -> tuple[list[float], int]:
        """As `best`, from a guess that is right to about a tenth."""
        scale = _minimum(self._real_bound, 0.8 * guess, 1.05 * guess, steps=7 if self.eps >= 0.01 else 1)
        bound = self._real_bound(scale)
        return [scale], math.ceil(bound - 1e-9) if bound < math.inf else self._wide(scale).bound

    def _body(self, scale: float) -> float:
        """delta of a table that is cut so far out that the cut costs next to nothing."""
        return self._spent(self._wide(scale))

    def _wide(self, scale: float) -> NoiseTable:
        return NoiseTable.from_family(
            max(1, math.ceil(scale * math.log(1e4 * self.levels / self.delta) ** (1.0 / self.shape))), scale, self.shape
        )

    def _spent(self, table: NoiseTable) -> float:
        rest_table = rest_noise(self.eps, self.delta) if self.with_rest else None
        return delta_bound(level_steps(table, self.levels, rest_table), self.eps, SEARCH)

    def _real_bound(self, scale: float) -> float:
        """The M, as a real number, whose edges use up what the body leaves of delta."""
        table = self._wide(scale)
        left = 0.99 * self.delta - self._spent(table)
        if left <= 0.0:
            return math.inf
        edge = np.log(table.pmf[table.bound :])  # falls with k = 0..M
        wanted = math.log(left / self.levels)
        k = int(np.searchsorted(-edge, -wanted))
        if k == 0 or k > table.bound:
            return float(max(1, k))
        return k - float((wanted - edge[k]) / (edge[k - 1] - edge[k]))

    def _least(self, holds: Callable[[float], bool], low: float, factor: float, steps: int = 12) -> float:
        """The least scale from `low` on where a monotone predicate holds, to about one part in 2**steps."""
        high = low
        for _ in range(60):
            if holds(high):
                break
            low, high = high, high * max(factor, 1.0 + 1e-6)
        for _ in range(steps):
            middle = math.sqrt(low * high)
            low, high = (low, middle) if holds(middle) else (middle, high)
        return high


def _minimum(value: Callable[[float], float], low: float, high: float, steps: int = 12) -> float:
    """Golden-section search."""
    ratio = (math.sqrt(5.0) - 1.0) / 2.0
    a, b = high - ratio * (high - low), low + ratio * (high - low)
    at_a, at_b = value(a), value(b)
    for _ in range(steps):
        if at_a <= at_b and at_a < math.inf:
            high, b, at_b = b, a, at_a
            a = high - ratio * (high - low)
            at_a = value(a)
        else:
            low, a, at_a = a, b, at_b
            b = low + ratio * (high - low)
            at_b = value(b)
    return a if at_a <= at_b else b

"""Confidence intervals for released counts, honest about selection.

A row is shown only because its noisy count reached tau, so near the threshold its noise is biased upward and
plain quantiles under-cover badly. The interval of a residual inverts the law of the noise *given selection*;
the interval of a sum replaces each value v by a lower one u(v) whose error, given selection, is
stochastically no larger than fresh noise, and then uses the law of a sum of fresh noises. Each interval
covers its truth with probability at least 1 - beta given that the prefix was selected (and, as `interval_laws` has
it, what was selected below; of level histograms it says nothing given what was selected above), is contained in the
certain bounds, and is clipped at 0. (One exception: the outermost weights of a table are lifted to 1, which makes
flat tails. For a residual so far below tau that it is selected with a probability near 2**-63, the certain bounds
alone hold.) All of it is post-processing: it costs no privacy (privacy.md, section 3).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from dphh_sql.noise import NoiseTable

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@lru_cache(maxsize=256)
def selected_noise(table: NoiseTable, tau: int, beta: float) -> SelectedNoise:
    """The intervals of one table and threshold, remembered with what they have worked out."""
    return SelectedNoise(table, tau, beta)


class SelectedNoise:
    """Intervals for values that were released because they reached `tau`, all with the same noise table.

    From tau + 2M on selection was certain and every interval is the same but for a shift, so each distinct
    value below is worked out once.
    """

    def __init__(self, table: NoiseTable, tau: int, beta: float) -> None:
        self.table, self.tau, self.beta = table, tau, beta
        weights = np.array(table.weights[::-1], dtype=object)
        sums = np.concatenate(([0], np.cumsum(weights)))[::-1]
        self._known: dict[int, int] = {}
        self._survival: Floats = np.ldexp(sums.astype(np.float64), -64)  # P(Z >= k) for k = -M .. M+1

    def survival(self, k: Ints) -> Floats:
        """P(Z >= k)."""
        return np.asarray(self._survival[np.clip(k + self.table.bound, 0, len(self._survival) - 1)])

    def least(self, values: Ints) -> Ints:
        """Certain lower bounds of the residuals: within M of the value, of tau, and not negative."""
        return np.asarray(np.maximum(np.maximum(values, self.tau) - self.table.bound, 0))

    def residual(self, values: Ints) -> tuple[Ints, Ints]:
        """Equal-tailed 1 - beta intervals (lo, hi) of the residual behind each value >= tau."""
        lo, hi = self._each(values, self._residual)
        return lo, hi

    def lowered(self, values: Ints) -> Ints:
        """u(v) <= v such that u(v) - F, given selection, is stochastically at most Z, whatever F.

        u(v) is the least, over every F that could have given v, of F + max{x: P(Z >= x) >= P(value >= v | F)}.
        """
        return self._each(values, self._lowered)[0]

    def both(self, values: Ints) -> tuple[Ints, Ints, Ints]:
        """lo, hi and u(v) of each value, in little more than the time of one of them."""
        lo, hi, lowered = self._each(values, lambda distinct: (*self._residual(distinct), *self._lowered(distinct)))
        return lo, hi, lowered

    def _each(self, values: Ints, of: Callable[[Ints], tuple[Ints, ...]]) -> tuple[Ints, ...]:
        """`of` for each value, worked out once for the distinct ones of them, none above tau + 2M."""
        capped = np.minimum(values, self.tau + 2 * self.table.bound)
        cut, capped = values - capped, capped - self.tau
        present = np.zeros(2 * self.table.bound + 1, dtype=bool)
        present[capped] = True
        distinct = np.flatnonzero(present)
        found = []
        for known in of(distinct + self.tau):
            by_value = np.zeros(len(present), dtype=np.int64)
            by_value[distinct] = known
            each = by_value[capped]
            each += cut
            found.append(each)
        return tuple(found)

    def _residual(self, distinct: Ints) -> tuple[Ints, Ints]:
        lowest = self.least(distinct)
        lo = _first(lambda f: self._exceed(distinct, f) > self.beta / 2, lowest, distinct)
        highest = distinct + self.table.bound + 1
        above = _first(lambda f: self._fall_short(distinct, f) <= self.beta / 2, lowest, highest)
        # Near tau the upper end can lie below the value itself; including it costs nothing and reads better.
        return lo, np.maximum(np.maximum(above - 1, distinct), lowest)

    def _lowered(self, distinct: Ints) -> tuple[Ints]:
        return (np.array([self._lower(v) for v in distinct.tolist()], dtype=np.int64),)

    def _exceed(self, values: Ints, residuals: Ints) -> Floats:
        """P(released value >= v | selected, F): increasing in F for a log-concave table."""
        return np.asarray(self.survival(values - residuals) / self.survival(self.tau - residuals))

    def _fall_short(self, values: Ints, residuals: Ints) -> Floats:
        """P(released value <= v | selected, F): decreasing in F."""
        return np.asarray(1.0 - self.survival(values - residuals + 1) / self.survival(self.tau - residuals))

    def _lower(self, value: int) -> int:
        if value not in self._known:
            self._known[value] = self._lower_anew(value)
        return self._known[value]

    def _lower_anew(self, value: int) -> int:
        bound = self.table.bound
        lowest = int(self.least(np.array([value]))[0])
        residuals = np.arange(lowest, self.tau + bound, dtype=np.int64)  # above, selection is certain
        if not len(residuals):
            return value
        chance = self._exceed(np.full(len(residuals), value), residuals)
        # survival falls with k: the largest k with survival >= chance, a hair on the safe side
        reach = np.searchsorted(-self._survival, -chance * (1.0 - 1e-12), side="right") - 1 - bound
        return min(value, int((residuals + np.minimum(reach, bound)).min()))


@lru_cache(maxsize=4096)
def half_width(table: NoiseTable, draws: int, extra: NoiseTable | None, beta: float) -> int:
    """The least q with P(sum > q) <= beta / 2, for `draws` independent draws of one table and one of `extra`."""
    variance = draws * table.sd**2 + (extra.sd**2 if extra else 0.0)
    most = draws * table.bound + (extra.bound if extra else 0)
    reach = min(most, math.ceil(14.0 * math.sqrt(variance)) + table.bound)
    size = 1 << (2 * reach + 1).bit_length()
    spectrum = _spectrum(table, size) ** draws
    if extra is not None:
        spectrum = spectrum * _spectrum(extra, size)
    law = np.fft.irfft(spectrum, size)
    upper = np.cumsum(law[reach:0:-1])[::-1]  # P(sum >= k) for k = 1 .. reach
    within = np.flatnonzero(upper <= beta / 2 - 1e-9)  # P(sum > q) for q = k - 1
    return int(within[0]) if len(within) else most


def _spectrum(table: NoiseTable, size: int) -> npt.NDArray[np.complex128]:
    wrapped = np.zeros(size)
    np.add.at(wrapped, np.arange(-table.bound, table.bound + 1) % size, table.pmf)
    return np.asarray(np.fft.rfft(wrapped))


def _first(holds: Callable[[Ints], npt.NDArray[np.bool_]], low: Ints, high: Ints) -> Ints:
    """Per element the least f in low..high at which a monotone predicate holds (high if nowhere below)."""
    low, high = low.copy(), np.maximum(high, low)
    while (open_ := low < high).any():
        middle = (low + high) // 2
        ok = holds(middle)
        high = np.where(open_ & ok, middle, high)
        low = np.where(open_ & ~ok, middle + 1, low)
    return low

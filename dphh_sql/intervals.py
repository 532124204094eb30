"""Confidence intervals for released counts, honest about selection.

A row is shown only because its noisy count reached tau, so near the threshold its noise is biased upward and
plain quantiles under-cover badly. The interval of a residual inverts the law of the noise *given selection*;
the interval of a sum replaces each value v by a lower one u(v) whose error, given selection, is
stochastically no larger than fresh noise, and then uses the law of a sum of fresh noises. Each interval
covers its truth with probability at least 1 - beta given the set of selected prefixes, is contained in the
certain bounds, and is clipped at 0. All of it is post-processing: it costs no privacy (privacy.md, section 3).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from dphh_sql.noise import NoiseTable

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass
class SelectedNoise:
    """Intervals for values that were released because they reached `tau`, all with the same noise table."""

    table: NoiseTable
    tau: int
    beta: float
    _survival: Floats = field(init=False, repr=False)
    _lowered: dict[int, int] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        weights = np.array(self.table.weights[::-1], dtype=object)
        sums = np.concatenate(([0], np.cumsum(weights)))[::-1]
        self._survival = np.ldexp(sums.astype(np.float64), -64)  # P(Z >= k) for k = -M .. M+1

    def survival(self, k: Ints) -> Floats:
        """P(Z >= k)."""
        return self._survival[np.clip(k + self.table.bound, 0, len(self._survival) - 1)]

    def least(self, values: Ints) -> Ints:
        """Certain lower bounds of the residuals: within M of the value, of tau, and not negative."""
        return np.maximum(np.maximum(values, self.tau) - self.table.bound, 0)

    def residual(self, values: Ints) -> tuple[Ints, Ints]:
        """Equal-tailed 1 - beta intervals (lo, hi) of the residual behind each value >= tau."""
        lowest = self.least(values)
        lo = _first(lambda f: self._exceed(values, f) > self.beta / 2, lowest, values)
        above = _first(lambda f: self._fall_short(values, f) <= self.beta / 2, lowest, values + self.table.bound + 1)
        # Near tau the upper end can lie below the value itself; including it costs nothing and reads better.
        return lo, np.maximum(np.maximum(above - 1, values), lowest)

    def _exceed(self, values: Ints, residuals: Ints) -> Floats:
        """P(released value >= v | selected, F): increasing in F for a log-concave table."""
        return np.asarray(self.survival(values - residuals) / self.survival(self.tau - residuals))

    def _fall_short(self, values: Ints, residuals: Ints) -> Floats:
        """P(released value <= v | selected, F): decreasing in F."""
        return np.asarray(1.0 - self.survival(values - residuals + 1) / self.survival(self.tau - residuals))

    def lowered(self, values: Ints) -> Ints:
        """u(v) <= v such that u(v) - F, given selection, is stochastically at most Z, whatever F.

        u(v) is the least, over every F that could have given v, of F + max{x: P(Z >= x) >= P(value >= v | F)}.
        """
        unique, inverse = np.unique(values, return_inverse=True)
        for value in unique.tolist():
            if value not in self._lowered:
                self._lowered[value] = self._lower(value)
        return np.array([self._lowered[v] for v in unique.tolist()], dtype=np.int64)[inverse]

    def _lower(self, value: int) -> int:
        bound = self.table.bound
        lowest = int(self.least(np.array([value]))[0])
        residuals = np.arange(lowest, self.tau + bound, dtype=np.int64)  # above, selection is certain
        if not len(residuals):
            return value
        chance = self._exceed(np.full(len(residuals), value), residuals)
        # survival falls with k: the largest k with survival >= chance, a hair on the safe side
        reach = np.searchsorted(-self._survival, -chance * (1.0 - 1e-12), side="right") - 1 - bound
        return min(value, int((residuals + np.minimum(reach, bound)).min()))


@dataclass
class SumOfNoises:
    """Quantiles of the sum of m independent draws of one table, plus one of another (or none)."""

    table: NoiseTable
    extra: NoiseTable | None
    beta: float
    _known: dict[tuple[int, bool], int] = field(default_factory=dict, init=False, repr=False)

    def half_width(self, draws: int, with_extra: bool) -> int:
        """The least q with P(|sum| > q, one side) <= beta / 2."""
        key = draws, with_extra
        if key not in self._known:
            self._known[key] = self._compute(draws, self.extra if with_extra else None)
        return self._known[key]

    def _compute(self, draws: int, extra: NoiseTable | None) -> int:
        variance = draws * self.table.sd**2 + (extra.sd**2 if extra else 0.0)
        most = draws * self.table.bound + (extra.bound if extra else 0)
        reach = min(most, math.ceil(14.0 * math.sqrt(variance)) + self.table.bound)
        size = 1 << (2 * reach + 1).bit_length()
        spectrum = _spectrum(self.table, size) ** draws
        if extra is not None:
            spectrum = spectrum * _spectrum(extra, size)
        law = np.fft.irfft(spectrum, size)
        upper = np.cumsum(law[reach:0:-1])[::-1]  # P(sum >= k) for k = 1 .. reach
        within = np.flatnonzero(upper <= self.beta / 2 - 1e-9)  # P(sum > q) for q = k - 1
        return int(within[0]) if len(within) else most


def _spectrum(table: NoiseTable, size: int) -> npt.NDArray[np.complex128]:
    wrapped = np.zeros(size)
    np.add.at(wrapped, np.arange(-table.bound, table.bound + 1) % size, table.pmf)
    return np.asarray(np.fft.rfft(wrapped))


def _first(holds: object, low: Ints, high: Ints) -> Ints:
    """Per element the least f in low..high at which a monotone predicate holds (high if nowhere below)."""
    low, high = low.copy(), np.maximum(high, low)
    while (open_ := low < high).any():
        middle = (low + high) // 2
        ok = holds(middle)  # type: ignore[operator]
        high = np.where(open_ & ok, middle, high)
        low = np.where(open_ & ~ok, middle + 1, low)
    return low

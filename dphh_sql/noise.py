"""Certified integer noise: a finite table of integer weights is both what is sampled and what is proved.

Floating-point noise has a gap between the density in the proof and the doubles on the machine (Mironov,
CCS 2012), and an unbounded tail has to be cut somewhere. Here the law *is* the table: integer weights on
-M..M that sum to exactly 2**64, sampled by one 64-bit draw each. See docs/adr/0001-finite-noise-tables.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from dphh_sql import entropy
from dphh_sql.errors import ArgumentError

TOTAL = 2**64
"""The sum of the weights of every table."""

MANY = 4096
"""From so many draws on only 16 of a draw's 64 bits are taken first: they mostly tell its noise."""

UInts = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class NoiseTable:
    """A symmetric law on the integers -M..M with P(k) = weights[k + M] / 2**64.

    The table alone gives no privacy guarantee; the path accountant (`dphh_sql.accounting.path`) certifies a
    sequence of steps that use it (privacy.md, section 2).

    Raises:
        ArgumentError: the weights are not odd in number, not positive, not symmetric or do not sum to 2**64.

    >>> table = NoiseTable.from_family(bound=3, scale=1.0)
    >>> len(table.weights), sum(table.weights) == 2**64
    (7, True)
    """

    weights: tuple[int, ...] = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.weights) < 3 or len(self.weights) % 2 == 0:
            raise ArgumentError("weights must be an odd number of at least 3 integers, for k = -M..M")
        if min(self.weights) < 1:
            raise ArgumentError("every weight must be a positive integer")
        if self.weights != self.weights[::-1]:
            raise ArgumentError("weights must be symmetric around k = 0")
        if sum(self.weights) != TOTAL:
            raise ArgumentError("weights must sum to exactly 2**64")

    @classmethod
    def from_log_weights(cls, side: Sequence[float] | Floats) -> NoiseTable:
        """The table whose weight at |k| is proportional to exp(side[|k|]), k = 0..M.

        Rounded down to integers (at least 1); what rounding leaves goes to k = 0, so the sum is exact.
        """
        logs = np.asarray(side, dtype=np.float64)
        relative = np.exp(logs - logs.max())
        share = relative[1:] / (relative[0] + 2.0 * relative[1:].sum())
        right = np.maximum(np.ldexp(share, 64).astype(np.uint64), 1).tolist()
        centre = TOTAL - 2 * sum(right)
        return cls((*reversed(right), centre, *right))

    @classmethod
    def from_family(cls, bound: int, scale: float, shape: float = 2.0, slope: float = 0.0) -> NoiseTable:
        """weight(k) ~ exp(-|k/scale|**shape - slope * |k|), cut at |k| = bound.

        shape 1 is the discrete Laplace, shape 2 the discrete Gaussian (standard deviation scale / sqrt(2));
        larger shapes are flatter in the middle and fall faster at the edge, which is what long paths want.
        The cut mass is not lost: the accountant charges it.

        >>> NoiseTable.from_family(bound=40, scale=10.0).sd.__round__(3)
        7.071
        """
        if bound < 1:
            raise ArgumentError(f"bound must be at least 1, got {bound}", argument="bound", value=bound)
        if not scale > 0:
            raise ArgumentError(f"scale must be > 0, got {scale}", argument="scale", value=scale)
        k = np.arange(bound + 1)
        return cls.from_log_weights(-((k / scale) ** shape) - slope * k)

    @property
    def bound(self) -> int:
        """M: no draw is ever larger in absolute value."""
        return len(self.weights) // 2

    @property
    def choices(self) -> int:
        """How many counts near a threshold the accountant examines."""
        return len(self.weights)

    @property
    def facts(self) -> dict[str, Any]:
        """For certificates. Symmetric: from 0 on. Text, since most JSON readers round integers above 2**53."""
        return {"bound": self.bound, "weights": [str(weight) for weight in self.weights[self.bound :]]}

    @cached_property
    def pmf(self) -> Floats:
        """P(k) for k = -M..M, each within one rounding of the exact weight / 2**64."""
        return np.asarray(np.ldexp(np.array(self.weights, dtype=np.float64), -64))

    @cached_property
    def sd(self) -> float:
        """Standard deviation."""
        k = np.arange(-self.bound, self.bound + 1)
        return math.sqrt(float(self.pmf @ (k * k)))

    @cached_property
    def _starts(self) -> UInts:
        """Cumulative weights below each k > -M: a draw u belongs to the last k whose start is <= u."""
        return np.cumsum(np.array(self.weights[:-1], dtype=np.uint64))

    def _places(self, draws: UInts) -> Ints:
        """Which k each draw belongs to, counted from -M."""
        return np.searchsorted(self._starts, draws, side="right").astype(np.int64)

    @cached_property
    def _guide(self) -> npt.NDArray[np.int32]:
        """For each value of the leading 16 bits the place of all draws that have them; -1 where there are several."""
        first = np.arange(1 << 16, dtype=np.uint64) << np.uint64(48)
        places = self._places(first).astype(np.int32)
        several = places != self._places(first | np.uint64((1 << 48) - 1))
        places[several] = -1
        return places

    def sample(self, n: int) -> Ints:
        """`n` independent draws, shape (n,), from the operating system's entropy.

        Each is what the table holds at 64 bits of its own; of many draws the last 48 are fetched only where they count.
        """
        if n < MANY:
            places = self._places(entropy.uint64s(n))
        else:
            leading = entropy.uint64s(-(-n // 4)).view(np.uint16)[:n]
            places = self._guide[leading].astype(np.int64)
            several = np.flatnonzero(places < 0)
            further = entropy.uint64s(len(several)) >> np.uint64(16)
            places[several] = self._places(leading[several].astype(np.uint64) << np.uint64(48) | further)
        return places - self.bound

    def survival(self, k: int) -> float:
        """P(noise >= k).

        >>> NoiseTable.from_family(bound=3, scale=1.0).survival(-3)
        1.0
        """
        start = min(max(k + self.bound, 0), len(self.weights))
        return sum(self.weights[start:]) / TOTAL

    def quantile(self, p: float) -> int:
        """The least k with P(noise <= k) >= p."""
        below = 0
        for k, weight in enumerate(self.weights, start=-self.bound):
            below += weight
            if below >= p * TOTAL:
                return k
        return self.bound

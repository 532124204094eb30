"""Count-Mean-Sketch: what a user reports under local differential privacy, and how counts come out of the reports.

Apple, "Learning with Privacy at Scale" (2017), Algorithms 1 to 4. A user picks one of k hash functions, sets the bit
of its item among m and flips each of the m bits with probability 1 - p, p = e^(E/2)/(1 + e^(E/2)). Two items differ
in two bits, so a report is E-differentially private locally. The counts are debiased with the p that flipped.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dphh_sql import entropy

Ints = npt.NDArray[np.int64]
UInts = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]

HASHES, WIDTH = 64, 256
"""k and m."""

_FLIPS = 2**16
"""A bit is flipped when a 16-bit draw lies below a threshold."""

_BLOCK = 2**14
"""Users whose reports are in memory at a time."""


@dataclass(frozen=True)
class Sketch:
    """The sum of the reports of n users.

    Attributes:
        seeds: of the k hash functions, drawn for this sketch, public.
        flip: the probability with which each bit was flipped.
        ones: per hash function and cell, how many reports have a 1 there, shape (k, m).
        users: how many reports there are for each hash function, shape (k,).
    """

    seeds: UInts
    flip: float
    ones: Ints
    users: Ints

    @classmethod
    def of(cls, items: UInts, eps: float) -> Sketch:
        """Reports of users with these items (numbers), each eps-locally private."""
        seeds, flips = entropy.uint64s(HASHES), flip_threshold(eps)
        ones, users = np.zeros((HASHES, WIDTH), dtype=np.int64), np.zeros(HASHES, dtype=np.int64)
        for start in range(0, len(items), _BLOCK):
            mine = items[start : start + _BLOCK]
            rows = entropy.below(HASHES, len(mine))
            bits = np.zeros((len(mine), WIDTH), dtype=np.bool_)
            bits[np.arange(len(mine)), cells(mine, seeds[rows])] = True
            draws = entropy.uint64s(len(mine) * WIDTH // 4).view(np.uint16).reshape(bits.shape)
            bits ^= draws < np.uint16(flips)
            order = np.argsort(rows, kind="stable")
            present, starts = np.unique(rows[order], return_index=True)
            ones[present] += np.add.reduceat(bits[order], starts, axis=0, dtype=np.int64)
            users += np.bincount(rows, minlength=HASHES)
        return cls(seeds, flips / _FLIPS, ones, users)

    @property
    def n(self) -> int:
        return int(self.users.sum())

    def estimates(self, items: UInts) -> Floats:
        """Unbiased counts of the items (over the choice of hash functions)."""
        scale = 1.0 / (1.0 - 2.0 * self.flip)
        sums = np.zeros(len(items))
        for row, seed in enumerate(self.seeds):
            votes = 2 * self.ones[row] - self.users[row]
            sums += (scale * votes / 2.0 + self.users[row] / 2.0)[cells(items, seed)]
        return np.asarray(WIDTH / (WIDTH - 1) * (sums - self.n / WIDTH))

    @property
    def sd(self) -> float:
        """Standard deviation of an estimate: of the flips, and of collisions with evenly spread items."""
        scale = 1.0 / (1.0 - 2.0 * self.flip)
        return WIDTH / (WIDTH - 1) * math.sqrt(self.n * ((scale**2 - 1.0) / 4.0 + 1.0 / WIDTH))


def flip_threshold(eps: float) -> int:
    """The least threshold out of 2**16 at which a report is eps-locally private: (1 - f)**2/f**2 <= e**eps.

    >>> flip_threshold(2.0) / 2**16 >= 1 / (1 + math.e)
    True
    """
    kept = math.exp(min(eps, 100.0) / 2.0)  # one flip in 2**16 is the least anyway
    return min(_FLIPS // 2, math.ceil(_FLIPS / (1.0 + kept) * (1.0 + 1e-12)))


def cells(items: UInts, seeds: UInts | np.uint64) -> Ints:
    """The cell of each item under its seed: the upper bits of a mixing of both (SplitMix64's finalizer)."""
    x = items ^ seeds
    with np.errstate(over="ignore"):
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            x = (x ^ (x >> np.uint64(shift))) * np.uint64(factor)
    return ((x ^ (x >> np.uint64(31))) >> np.uint64(64 - WIDTH.bit_length() + 1)).astype(np.int64)

"""Votes of sampled users: the randomness of TrieHH, and the law of its one test.

Each holder of a prefix is sampled with probability weight / 2**64, independently of everything else, by one 64-bit
draw; a sampled holder votes; the prefix passes with `theta` votes. So P(pass) at c holders is
P(Binomial(c, q) >= theta), the probability that the theta-th vote comes with one of the first c holders (a negative
binomial law).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from dphh_sql import entropy
from dphh_sql.errors import ArgumentError
from dphh_sql.noise import TOTAL

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

_AT_ONCE = 2**22
"""Draws held in memory at a time."""

_NEGLIGIBLE = 1e-30
"""P(fail) at the last count whose law is written out."""


@dataclass(frozen=True)
class Votes:
    """One test of TrieHH: `theta` votes, each holder voting with probability weight / 2**64.

    It gives no guarantee by itself: the path accountant certifies rounds of it.

    Raises:
        ArgumentError: the weight is not strictly between 0 and 2**64, or theta is below 1.
    """

    weight: int
    theta: int

    def __post_init__(self) -> None:
        if not 0 < self.weight < TOTAL:
            raise ArgumentError("the weight of a vote must lie strictly between 0 and 2**64")
        if self.theta < 1:
            raise ArgumentError(f"theta must be at least 1, got {self.theta}", argument="theta", value=self.theta)

    @property
    def weights(self) -> tuple[int, int]:
        """Of no vote and of a vote; they sum to 2**64."""
        return TOTAL - self.weight, self.weight

    @property
    def rate(self) -> float:
        return self.weight / TOTAL

    @property
    def sd(self) -> float:
        """Standard deviation of the number of holders that it takes until the theta-th vote (mean theta / rate)."""
        return math.sqrt(self.theta * (1.0 - self.rate)) / self.rate

    @property
    def facts(self) -> dict[str, Any]:
        """For certificates."""
        return {"theta": self.theta, "weights": [str(weight) for weight in self.weights]}

    @property
    def choices(self) -> int:
        """How many counts the accountant examines."""
        return len(self.law.passed)

    @property
    def law(self) -> PassLaw:
        return _law(self.rate, self.theta)

    def coins(self, n: int) -> Bools:
        """Whether each of n users votes, shape (n,), from the operating system's entropy."""
        return entropy.uint64s(n) < np.uint64(self.weight)

    def passed(self, holders: Ints) -> Bools:
        """Whether each prefix passes, by its number of holders.

        A prefix that has its theta votes already is settled, so that the coins of a part of its holders do.
        """
        few = min(_AT_ONCE, math.ceil((self.theta + 6.0 * math.sqrt(self.theta)) / self.rate))
        votes = np.zeros(len(holders), dtype=np.int64)
        left = np.where(holders >= self.theta, holders, 0)
        while len(asked := np.flatnonzero((left > 0) & (votes < self.theta))[: _AT_ONCE // few]):
            taken = np.minimum(left[asked], few)
            coins = self.coins(int(taken.sum())).astype(np.int64)
            votes[asked] += np.add.reduceat(coins, np.cumsum(taken) - taken)
            left[asked] -= taken
        return votes >= self.theta

    def chance(self, holders: int) -> float:
        """P(pass) at a number of holders.

        >>> Votes(2**63, theta=2).chance(3).__round__(12)
        0.5
        """
        known = self.law.passed
        return float(known[min(max(holders - self.theta + 1, 0), len(known) - 1)])

    def least_holders(self, chance: float, rounds: int = 1) -> int:
        """The least number of holders that passes all of `rounds` independent rounds with at least that chance.

        >>> Votes(2**63, theta=2).least_holders(0.5)
        3
        """
        return self.theta - 1 + int(np.searchsorted(self.law.passed, math.exp(math.log(chance) / rounds)))


@dataclass(frozen=True)
class PassLaw:
    """P(pass) for c = theta - 1, theta, ... holders, up to a count that fails with probability below 1e-30.

    Attributes:
        passed, failed: P(pass | c) and P(fail | c), summed apart so that each keeps its digits.
        pivotal: P(pass | c + 1) - P(pass | c): the next holder brings the theta-th vote.

    All within a relative PAD, but for values below TINY; `failed` is an upper bound where it is below RARE.
    """

    passed: Floats
    failed: Floats
    pivotal: Floats


PAD = 1e-6
"""Covers the rounding of up to 10**5 summed logarithms, partial sums below 2 * 10**4 (2.2e-7), and of sums of terms."""

TINY, RARE = 1e-280, 1e-20

MOST_COUNTS, MOST_RATE = 10**5, 1.0 - 1e-6


@lru_cache(maxsize=64)
def _law(rate: float, theta: int) -> PassLaw:
    last = _last_count(rate, theta)
    j = np.arange(theta, last + 2, dtype=np.float64)
    steps = np.log(j[:-1] / (j[:-1] - (theta - 1))) + math.log1p(-rate)
    pivotal = np.exp(theta * math.log(rate) + np.concatenate([[0.0], np.cumsum(steps)]))
    passed = np.concatenate([[0.0], np.minimum(1.0, np.cumsum(pivotal[:-1]))])
    beyond = pivotal[-1] * _tail_factor(rate, theta, last + 1)
    failed = np.minimum(1.0, np.cumsum(np.append(pivotal, beyond)[::-1])[::-1][:-1])
    return PassLaw(passed, failed, pivotal)


def _last_count(rate: float, theta: int) -> int:
    """A count at which hardly anyone fails, found by widening around the mean.

    Raises `ArgumentError` when that takes more than MOST_COUNTS counts, or the rate is above MOST_RATE.
    """
    if rate > MOST_RATE:
        raise ArgumentError(f"a sampling rate of {rate!r} is too near 1")
    mean, sd = theta / rate, math.sqrt(theta) / rate
    for width in range(10, 200, 5):
        last = math.ceil(mean + width * sd)
        if last - theta > MOST_COUNTS:
            break
        logs = (
            math.lgamma(last) - math.lgamma(theta) - math.lgamma(last - theta + 1)
            + theta * math.log(rate) + (last - theta) * math.log1p(-rate)
        )  # fmt: skip
        if logs + math.log(1.0 + _tail_factor(rate, theta, last)) < math.log(_NEGLIGIBLE):
            return last
    raise ArgumentError(f"a sampling rate of {rate:.3g} is too small for theta={theta}")


def _tail_factor(rate: float, theta: int, last: int) -> float:
    """All terms after the `last` together are at most this many times it: their ratios fall from this one on."""
    ratio = last / (last - theta + 1) * (1.0 - rate)
    return ratio / (1.0 - ratio) if ratio < 1.0 else math.inf

"""Discrete Laplace noise of any scale from integer coins, with a stated distance from the exact law.

For noise so wide that no table could hold it. The binary digits of a geometric variable are independent, and a
discrete Laplace variable is the difference of two geometric ones; each digit is one comparison of a 64-bit draw
with an integer threshold. No floating-point number takes part in a draw.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal, localcontext
from functools import cached_property

import numpy as np
import numpy.typing as npt

from dphh_sql import entropy

Ints = npt.NDArray[np.int64]

REACH = 45.0
"""Digits go on until the cut tail is below exp(-45)."""

MAX_SCALE = 2.0**40


@dataclass(frozen=True)
class DiscreteLaplace:
    """P(k) = tanh(1/(2 scale)) exp(-|k|/scale) on all integers, to within `distance` in total variation.

    Total variation is what a privacy proof pays: with n draws on a record's path, a guarantee (eps, delta) of
    the exact law becomes (eps, delta + (1 + exp(eps)) n distance).

    >>> DiscreteLaplace(100.0).distance < 1e-17
    True
    """

    scale: float

    @property
    def digits(self) -> int:
        return max(1, math.ceil(math.log2(REACH * self.scale)))

    @property
    def distance(self) -> float:
        """Two geometric variables: the cut tail, and one rounding of 2**-64 per digit, each."""
        return 2.0 * (math.exp(-(2.0**self.digits) / self.scale) + self.digits * 2.0**-64)

    @cached_property
    def thresholds(self) -> tuple[int, ...]:
        """Digit i is 1 when a uniform 64-bit draw is below thresholds[i] = 2**64 / (1 + exp(2**i / scale))."""
        with localcontext() as context:
            context.prec = 60
            scale = Decimal(self.scale)
            return tuple(int(2**64 / (1 + (Decimal(2**i) / scale).exp())) for i in range(self.digits))

    def sample(self, n: int) -> Ints:
        """`n` independent draws, shape (n,), from the operating system's entropy."""
        return self._geometric(n) - self._geometric(n)

    def _geometric(self, n: int) -> Ints:
        total = np.zeros(n, dtype=np.int64)
        for i, threshold in enumerate(self.thresholds):
            total += (entropy.uint64s(n) < np.uint64(threshold)).astype(np.int64) << i
        return total

    def survival(self, k: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """P(noise >= k) of the exact law.

        >>> round(float(DiscreteLaplace(3.0).survival(0)), 4)
        0.5826
        """
        k = np.asarray(k, dtype=np.float64)
        q = math.exp(-1.0 / self.scale)
        above = np.exp(-np.maximum(k, 0.0) / self.scale) / (1.0 + q)
        below = 1.0 - np.exp(-np.maximum(1.0 - k, 0.0) / self.scale) / (1.0 + q)
        return np.asarray(np.where(k >= 1, above, below))

    def quantile(self, tail: float) -> int:
        """The least k >= 0 with P(noise > k) <= tail."""
        q = math.exp(-1.0 / self.scale)
        return max(0, math.ceil(-self.scale * math.log(tail * (1.0 + q))) - 1)

"""Optimal composition of (eps_i, delta_i)-DP releases whose parameters were fixed in advance.

Guarantee: k releases, of which the i-th is (eps_i, delta_i)-DP whatever the earlier ones gave, are together (eps,
delta)-DP for the same neighbours; no smaller eps follows from the pairs alone (Kairouz, Oh and Viswanath, ICML 2015,
Theorem 3.3; Murtagh and Vadhan, TCC 2016, Theorem 1.5). The queries may depend on earlier answers; the pairs and
their number may NOT. A ledger that people look at before they decide how much to spend next is not of that kind: for it
basic composition holds, and nothing else is enforced here.

The worst case of an (eps_i, delta_i)-DP release is known exactly: with probability delta_i it gives all away, else
its privacy loss is +eps_i with probability e^eps_i / (1 + e^eps_i) and -eps_i otherwise. The losses add up on the
lattice of the eps_i's greatest common divisor; then

    1 - delta = (1 - E[max(0, 1 - e^(eps - loss))]) * product of (1 - delta_i)

without a grid. A lattice of more than POINTS points is replaced by a coarser one with each eps_i rounded up: still
a bound, a little looser. Floats round outward.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from dphh_sql.errors import ArgumentError

Pair: TypeAlias = tuple[float, float, int]
"""eps, delta and how many releases have them."""

POINTS = 2**15
_UP = 2.0**-50


def optimal_delta(pairs: Iterable[Pair], eps: float) -> float:
    """The least delta such that all releases together are (eps, delta)-DP.

    >>> round(optimal_delta([(1.0, 0.0, 2)], 1.0), 6)  # not 1: eps = 2 would be pure
    0.337835
    """
    return _Composition(pairs).delta(eps)


def optimal_eps(pairs: Iterable[Pair], delta: float) -> float:
    """The least eps >= 0 such that all releases together are (eps, delta)-DP.

    Never more than the sum of the eps_i.

    Raises:
        ArgumentError: `delta` is below 1 - product of (1 - delta_i), which no eps reaches.

    >>> round(optimal_eps([(0.1, 0.0, 100)], 1e-6), 2)  # the sum is 10
    4.77
    """
    composition = _Composition(pairs)
    if composition.delta_summed <= delta < composition.given_away:
        return composition.most  # by basic composition: rounding up alone puts delta out of reach
    if not composition.given_away <= delta <= 1:
        raise ArgumentError(
            f"delta must be at least {composition.given_away!r}, what the releases' own deltas amount to, "
            f"and at most 1, got {delta!r}.",
            argument="delta",
            value=delta,
        )
    low, high = 0.0, composition.most
    if composition.delta(low) <= delta:
        return low
    while high - low > 2.0**-40 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if composition.delta(middle) <= delta else (middle, high)
    return high


def composed(pairs: Collection[Pair], delta: float | None = None) -> tuple[float, float]:
    """(eps, delta) by optimal composition; at twice the sum of the deltas (at least 1e-6) if none is named.

    At the sum itself nothing is gained: all of it is needed for the delta_i.

    Raises:
        ArgumentError: as `optimal_eps`.
    """
    if delta is None:
        delta = min(1.0, max(1e-6, 2.0 * math.fsum(delta * n for _, delta, n in pairs)))
    return optimal_eps(pairs, delta), delta


class _Composition:
    """The law of the privacy loss.

    Attributes:
        most: the sum of the eps_i.
        given_away: the probability that some release gives all away, rounded up.
        delta_summed: the sum of the delta_i.
    """

    def __init__(self, pairs: Iterable[Pair]) -> None:
        counted = [(Fraction(Decimal(repr(float(eps)))), delta, n) for eps, delta, n in pairs if n > 0]
        total = sum((eps * n for eps, _, n in counted), Fraction(0))
        releases = sum(n for *_, n in counted)
        unit = _unit({eps: n for eps, _, n in counted if eps}, total)
        heads = np.ones(1)  # by the number of lattice steps among losses that are positive
        for eps, _, n in counted:
            steps = math.ceil(eps / unit) if unit else 0
            up = 1.0 / (1.0 + math.exp(-float(unit * steps)))
            for _ in range(n if steps else 0):
                grown = np.zeros(len(heads) + steps)
                grown[: len(heads)] = heads * (1.0 - up)
                grown[steps:] += heads * up
                heads = grown
        size = len(heads) - 1
        # Twice the steps of the positive losses less all steps; each sum was rounded `releases` times.
        losses = float(unit) * (2.0 * np.arange(size + 1) - size)
        self._losses: npt.NDArray[np.float64] = losses + np.abs(losses) * _UP
        self._mass: npt.NDArray[np.float64] = heads * (1.0 + _UP * (8 + 2 * releases + size)) + 5e-324
        self.most = float(total)
        kept = sum(n * math.log1p(-delta) for _, delta, n in counted)
        self.given_away = -math.expm1(kept) * (1.0 + 2.0**-40) + 0.0
        self.delta_summed = math.fsum(delta * n for _, delta, n in counted)

    def delta(self, eps: float) -> float:
        if eps >= self.most:
            return self.given_away
        over = -np.expm1(np.minimum(0.0, eps * (1.0 - _UP) - self._losses))
        lost = min(1.0, float(self._mass @ over) * (1.0 + _UP))
        return min(1.0, lost + (1.0 - lost) * self.given_away)


def _unit(times: dict[Fraction, int], total: Fraction) -> Fraction:
    """The lattice's spacing: the greatest common divisor, or a coarser one that adds little in rounding up."""
    exact = Fraction(0)
    for eps in times:
        denominator = math.lcm(exact.denominator, eps.denominator)
        exact = Fraction(math.gcd(int(exact * denominator), int(eps * denominator)), denominator)
    if total <= POINTS * exact:
        return exact
    largest = max(times)
    units = [largest / parts for parts in range(1, max(1, math.floor(POINTS * largest / total)) + 1)]
    asked, n = np.array([float(eps) for eps in times]), np.array(list(times.values()))
    added = [float(n @ (np.ceil(asked / float(unit) * (1.0 - _UP)) * float(unit) - asked)) for unit in units]
    return units[int(np.argmin(added))]

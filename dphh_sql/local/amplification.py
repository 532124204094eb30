"""What local reports are worth centrally when they come without names: amplification by shuffling.

Feldman, McMillan and Talwar, "Hiding Among the Clones" (FOCS 2021), Theorem III.1: n shuffled reports of E0-local
randomizers with E0 <= ln(n/(16 ln(2/delta))) are (eps, delta)-differentially private (one report replaced) for

    eps = ln(1 + (e^E0 - 1)/(e^E0 + 1) (8 sqrt(e^E0 ln(4/delta))/sqrt(n) + 8 e^E0/n)).
"""

from __future__ import annotations

import math

from dphh_sql.errors import ArgumentError


def largest_local_eps(n: int, delta: float) -> float:
    """The largest E0 that the theorem covers; at most 0 when there is none."""
    return math.log(n / (16.0 * math.log(2.0 / delta)))


def central_eps(local_eps: float, n: int, delta: float) -> float:
    """The central eps of n shuffled local_eps-reports; local_eps itself where the theorem gives nothing better.

    >>> round(central_eps(1.0, 10**6, 1e-8), 4)
    0.0268
    """
    if not (local_eps > 0 and n >= 1 and 0 < delta < 1):
        raise ArgumentError(f"local_eps > 0, n >= 1 and 0 < delta < 1 are needed, got {local_eps}, {n}, {delta}.")
    if local_eps > largest_local_eps(n, delta):
        return local_eps
    grown = math.exp(local_eps)
    spread = 8.0 * math.sqrt(grown * math.log(4.0 / delta) / n) + 8.0 * grown / n
    return min(local_eps, math.log1p((grown - 1.0) / (grown + 1.0) * spread))


def local_eps(central: float, n: int, delta: float) -> float:
    """The largest local eps whose n shuffled reports are (central, delta)-private: central itself at least.

    >>> central_eps(local_eps(1.0, 10**6, 1e-12), 10**6, 1e-12) <= 1.0
    True
    """
    low, high = central, max(central, largest_local_eps(n, delta))
    for _ in range(60):
        middle = (low + high) / 2.0
        low, high = (middle, high) if central_eps(middle, n, delta) <= central else (low, middle)
    return low

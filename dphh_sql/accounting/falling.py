"""Tests down a path whose counts fall against their thresholds: the accountant of PrivTree's depth decay.

A row meets the tests from the root down. At the test with b = count - threshold the answer is H when b + z >= 0, and
the next test follows; otherwise it is L, and nothing more depends on the row. The thresholds grow by at least `fall`
a level and counts do not grow, so b falls by `fall` or more from test to test. With D_b(g) the worst hockey-stick
divergence (see `path`) when the next test has at most b,

    D_b(g) = max( D_{b-1}(g),  P(H) D_{b-fall}(g Q(H) / P(H)) + max(0, P(L) - g Q(L)) )

where P and Q are the laws at b and b + 1 (or the other way round). Below b = -M - 1 both sides answer L for sure, so
D = max(0, 1 - g); above b = M - 1 both answer H. So the height of the tree does not matter: only about 2 M / fall
tests of a path are in doubt. PrivTree's own proof sums the same losses as a geometric series (Zhang et al. 2016,
Theorem 3.1), for noise without a bound.
"""

from __future__ import annotations

import numpy as np

from dphh_sql.accounting.path import DOWN, LARGEST_EPS, RATIO_DOWN, UP, Floats, Grid, Symbol
from dphh_sql.errors import ArgumentError
from dphh_sql.noise import NoiseTable

RESOLUTION = 200
"""Grid points per eps."""


def falling_delta(table: NoiseTable, fall: int, eps: float, resolution: int = RESOLUTION) -> float:
    """An upper bound on the delta at which such tests, however many, are (eps, delta)-DP for add/remove of one record.

    Args:
        table: the noise of every test.
        fall: least growth of the threshold from test to test, at least 1.
        eps: the total privacy loss, > 0.
        resolution: grid points per eps; more is tighter, never less safe.

    Raises:
        ArgumentError: fall is not positive.

    >>> table = NoiseTable.from_family(bound=36, scale=10.0)
    >>> falling_delta(table, 8, 1.0) <= 1e-6
    True
    """
    if fall < 1:
        raise ArgumentError(f"fall must be at least 1, got {fall}", argument="fall", value=fall)
    grid = Grid.towards(min(eps, LARGEST_EPS), resolution, 3, 2)
    return max(float(_profile(table, fall, grid, forward)[grid.start]) for forward in (True, False))


def _profile(table: NoiseTable, fall: int, grid: Grid, forward: bool) -> Floats:
    same = _reaching(table)  # of b = -M-1, -M, ..., M: P(b + z >= 0)
    p_high, q_high = (same[:-1], same[1:]) if forward else (same[1:], same[:-1])
    p_low, q_low = 1.0 - p_high, 1.0 - q_high  # off by PAD at most
    ratios = np.divide(q_high * DOWN, p_high * UP, out=np.ones_like(p_high), where=p_high > 0) * RATIO_DOWN
    gammas = grid.gammas * DOWN
    settled = np.maximum(0.0, 1.0 - gammas)
    found: list[Floats] = []
    for i, (p, ratio) in enumerate(zip(p_high, ratios, strict=True)):
        after = found[i - fall] if i >= fall else settled
        high = Symbol.of(np.array([p]), np.array([ratio]), grid).apply(grid.windows(after), slice(0, 1))[0]
        low = np.maximum(0.0, (p_low[i] + PAD) - gammas * max(0.0, q_low[i] - PAD))
        before = found[-1] if found else settled
        found.append(np.minimum(1.0, np.maximum(before, (high + low) * UP)))
    return found[-1]


PAD = 2.0**-52
"""What a difference of two rounded sums may be off by."""


def _reaching(table: NoiseTable) -> Floats:
    sums = [0]
    for weight in reversed(table.weights):
        sums.append(sums[-1] + weight)
    return np.asarray(np.ldexp(np.array([float(s) for s in sums]), -64))

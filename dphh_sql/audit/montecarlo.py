"""A lower bound on eps from repeated releases of two neighbouring tables through the SQL surface.

Half of the runs choose the event that tells the tables best apart, the other half bounds its probabilities. So
the bound holds with the stated confidence whatever the event, and a bound above the planned eps is a proof
that the guarantee is broken (delta is subtracted).
"""

from __future__ import annotations

import math
from collections import Counter
from contextlib import closing

from dphh_sql.plan import plan
from dphh_sql.udfs import connect

CONFIDENCE = 1e-6
"""Probability that the bound is wrong."""


def eps_lower_bound(method: str, eps: float, runs: int, delta: float = 1e-6) -> float:
    """Runs of dp_hhh on n and on n + 1 equal rows, n = tau: what the residual tells (0 when it tells nothing)."""
    count = plan("dp_hhh", hierarchy="zip", eps=eps, delta=delta, method=method, levels=[5]).tau
    here, there = (_outcomes(method, n, eps, delta, runs) for n in (count, count + 1))
    best = 0.0
    half = runs // 2
    for p, q in ((here, there), (there, here)):
        event = _event(Counter(p[:half]), Counter(q[:half]))
        hits = sum(outcome in event for outcome in p[half:])
        misses = sum(outcome in event for outcome in q[half:])
        low, high = _lower(hits, runs - half), _upper(misses, runs - half)
        if low > delta:
            best = max(best, math.log((low - delta) / high))
    return best


def _outcomes(method: str, count: int, eps: float, delta: float, runs: int) -> list[int | None]:
    """The residual of the one prefix relative to the true count, None when it is not selected."""
    query = (
        "SELECT max(residual) FILTER (level = 5) FROM dp_hhh('t', 'zip', eps => $eps, delta => $delta, "
        "levels => [5], method => $method)"
    )
    with closing(connect()) as con:
        con.execute("CREATE TABLE t AS SELECT '94110' AS zip FROM range($n)", {"n": count})
        values = {"eps": eps, "delta": delta, "method": method}
        rows = [con.execute(query, values).fetchone() for _ in range(runs)]
    return [None if row is None or row[0] is None else int(row[0]) for row in rows]


def _event(p: Counter[int | None], q: Counter[int | None]) -> frozenset[int | None]:
    """The set of outcomes with the largest smoothed log ratio among those of at least a twentieth of the runs."""
    ordered = sorted(set(p) | set(q), key=lambda o: (p[o] + 1) / (q[o] + 1), reverse=True)
    best: tuple[float, frozenset[int | None]] = (-math.inf, frozenset())
    for size in range(1, len(ordered) + 1):
        event = frozenset(ordered[:size])
        hits, misses = sum(p[o] for o in event), sum(q[o] for o in event)
        if hits * 20 >= p.total():
            best = max(best, (math.log((hits + 1) / (misses + 3 * math.sqrt(misses + 1))), event), key=lambda b: b[0])
    return best[1]


def _lower(hits: int, runs: int) -> float:
    """P is at least this, with confidence (Chernoff, in Kullback-Leibler form)."""
    share = hits / runs
    low, high = 0.0, share
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if runs * _divergence(share, middle) > math.log(4 / CONFIDENCE) else (low, middle)
    return low


def _upper(hits: int, runs: int) -> float:
    return 1.0 - _lower(runs - hits, runs)


def _divergence(p: float, q: float) -> float:
    """KL(Bernoulli(p) || Bernoulli(q))."""
    if q <= 0.0 or q >= 1.0:
        return 0.0 if p == q else math.inf
    parts = ((p, q), (1.0 - p, 1.0 - q))
    return sum(a * math.log(a / b) for a, b in parts if a > 0.0)

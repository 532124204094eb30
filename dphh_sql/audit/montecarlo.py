"""A lower bound on eps from repeated releases of neighbouring counts through the SQL surface.

One table has many prefixes of n rows and many of n + 1. Each prefix draws noise of its own, so one release samples
both laws many times. Half of the samples choose the event that tells the counts best apart, the other half bounds
its probabilities. So the bound holds with the stated confidence whatever the event, and a bound above the planned
eps is a proof that the guarantee is broken (delta is subtracted).
"""

from __future__ import annotations

import math
from collections import Counter
from contextlib import closing

from dphh_sql.plan import plan
from dphh_sql.udfs import connect

CONFIDENCE = 1e-6
"""Probability that the bound is wrong."""

PREFIXES = 1_000
"""Of each count, in every release."""

Outcomes = list[int | None]
Event = frozenset[int | None]


def eps_lower_bound(method: str, eps: float, runs: int, delta: float = 1e-6) -> float:
    """Releases of dp_hhh about prefixes of tau and of tau + 1 rows: what a residual tells (0 when nothing).

    One level and no row of everything else, so that all of eps is spent on that residual.

    Args:
        method: of dp_hhh, with a threshold that a table of this size can reach.
        runs: releases, at least 2; each gives 1000 samples of either law.
    """
    here, there = _outcomes(method, eps, delta, runs)
    best = 0.0
    half = len(here) // 2
    for p, q in ((here, there), (there, here)):
        event = _event(Counter(p[:half]), Counter(q[:half]), delta)
        hits, misses = (sum(outcome in event for outcome in part[half:]) for part in (p, q))
        best = max(best, _bound(hits, misses, len(p) - half, delta))
    return best


def _bound(hits: int, misses: int, runs: int, delta: float) -> float:
    """eps is at least this when an event is seen so often under P and so often under Q."""
    low, high = _lower(hits, runs), _upper(misses, runs)
    return math.log((low - delta) / high) if low > delta else -math.inf


def _outcomes(method: str, eps: float, delta: float, runs: int) -> tuple[Outcomes, Outcomes]:
    """The residuals of the prefixes of tau and of tau + 1 rows, None for each that is not selected."""
    count = plan("dp_hhh", hierarchy="zip", eps=eps, delta=delta, method=method, levels=[5], rest=False).tau
    query = (
        "SELECT prefix, residual FROM dp_hhh('t', 'zip', eps => $eps, delta => $delta, levels => [5], "
        "method => $method, rest => false)"
    )
    values = {"eps": eps, "delta": delta, "method": method}
    here, there = [], []
    with closing(connect()) as con:
        con.execute(
            "CREATE TABLE t AS SELECT printf('%05d', k) AS zip FROM range($both) prefixes(k), range($n + 1) rows(i) "
            "WHERE i < $n OR k % 2 = 1",
            {"both": 2 * PREFIXES, "n": count},
        )
        for _ in range(runs):
            seen = dict(con.execute(query, values).fetchall())
            here += [seen.get(f"{k:05d}") for k in range(0, 2 * PREFIXES, 2)]
            there += [seen.get(f"{k:05d}") for k in range(1, 2 * PREFIXES, 2)]
    return here, there


def _event(p: Counter[int | None], q: Counter[int | None], delta: float) -> Event:
    """Of the sets of outcomes with the largest smoothed ratios, the one that gives the best bound here."""
    ordered = sorted(set(p) | set(q), key=lambda o: (p[o] + 1) / (q[o] + 1), reverse=True)
    events = [frozenset(ordered[:size]) for size in range(1, len(ordered) + 1)]

    def bound(event: Event) -> float:
        return _bound(sum(p[o] for o in event), sum(q[o] for o in event), p.total(), delta)

    return max(events, key=bound)


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

"""Re-certification of real plans, independent of the accountant: a staircase on a grid of the privacy loss.

The recursion is that of `dphh_sql.audit.exact_path` (argued there). Here u = ln g = eps - l is put on a grid that
is dense around u = eps and u is always rounded *down* to it, that is, the loss l up; below the grid the value
is 1, above it that of the highest point. Divergences fall with g, so every rounding is upwards and no convexity
is used. For wide tables and long paths the stairs need many points; `chord` then takes, between two points, the
straight line in g, which lies above: sum of max(0, P - g Q) is convex in g, and so is any maximum over plays.
Sums of weights are exact integers before they become doubles; PAD covers every rounding after that.

`witness` turns the grid into an attack: it reads off the worst counts and computes *their* delta exactly. So
any correct certificate lies between `witness` and (up to the grid) `recertified`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from dphh_sql.audit import exact_path
from dphh_sql.audit.exact_path import AnyStep

Floats = npt.NDArray[np.float64]

PAD = 2.0**-44
"""Relative rounding allowance of each operation on probabilities, and absolute one of each logarithm."""

POINTS = 10_000


@dataclass(frozen=True)
class Choice:
    """One count at one step: P - g Q of the stop answers, and (P, ln(Q/P)) of each go answer."""

    count: int
    ratios: Floats
    p_sums: Floats
    q_sums: Floats
    goes: list[tuple[float, float]]

    def stops(self, g: Floats) -> Floats:
        """An upper bound on the sum of max(0, P - g Q) over the stop answers."""
        included = np.searchsorted(self.ratios, -g, side="right")  # the answers with P/Q >= g
        excess = self.p_sums[included] * (1.0 + PAD) - g * self.q_sums[included] * (1.0 - PAD)
        return np.maximum(0.0, excess)


def choice(step: AnyStep, count: int, forward: bool) -> Choice:
    mine, other = exact_path.answers(step, count), exact_path.answers(step, count + 1)
    p_law, q_law = (mine, other) if forward else (other, mine)
    stops, goes = [], []
    for said, p in p_law.items():
        q = q_law.get(said, 0)
        if said[0] == "stop":
            stops.append((-p / q if q else -math.inf, p, q))
        else:
            # ln(Q/P) from exact integers; the difference form keeps its digits when Q/P is close to 1.
            goes.append((p / 2**64, math.log1p((q - p) / p) if q else -math.inf))
    stops.sort()
    p_sums, q_sums = [0], [0]
    for _, p, q in stops:
        p_sums.append(p_sums[-1] + p)
        q_sums.append(q_sums[-1] + q)
    return Choice(
        count,
        np.array([ratio for ratio, _, _ in stops]),
        np.array([p / 2**64 for p in p_sums]),
        np.array([q / 2**64 for q in q_sums]),
        goes,
    )


@lru_cache(maxsize=4)  # the certificate and the attack look at the same steps
def choices(step: AnyStep, forward: bool) -> list[Choice]:
    return [choice(step, c, forward) for c in exact_path.counts(step)]


def grid(eps: float, moves: Sequence[Choice], points: int) -> Floats:
    """Values of u = ln g, ascending, that hold eps; only the side that the go answers can reach."""
    drifts = [drift for move in moves for _, drift in move.goes]
    near, far = eps * 0.1, max(4.0 + eps, 2.0 * eps)
    steps = near * np.sinh(np.linspace(0.0, math.asinh(far / near), points))
    down = steps[:0:-1] if min(drifts, default=0.0) < 0.0 else steps[:0]
    up = steps[1:] if max(drifts, default=0.0) > 0.0 else steps[:0]
    return np.concatenate([eps - down, [eps], eps + up])


@dataclass(frozen=True)
class Profile:
    """Upper bounds on the worst delta over the last t steps, on the grid, for t = 0, 1, ..."""

    u: Floats
    values: list[Floats]
    moves: list[list[Choice]]
    forward: bool

    def at(self, t: int, u: float) -> float:
        index = int(np.searchsorted(self.u, u, side="right")) - 1
        return 1.0 if index < 0 else float(self.values[t][index])

    def worst_counts(self, eps: float) -> list[int | None]:
        """The counts that attain the bound, from the first step on (steps with at most one go answer)."""
        found: list[int | None] = []
        u = eps
        for t in range(len(self.moves), 0, -1):
            best, value, drift = None, self.at(t - 1, u), 0.0
            for move in self.moves[t - 1]:
                here = float(move.stops(np.exp(np.array([u])))[0])
                here += sum(p * self.at(t - 1, u + _down(d)) for p, d in move.goes)
                if here > value:
                    best, value = move.count, here
                    drift = move.goes[0][1] if move.goes else -math.inf
            found.append(best)
            u += drift
            if u == -math.inf:  # nothing is left of Q: what follows cannot add to delta
                return found + [None] * (t - 1)
        return found


def profile(steps: Sequence[AnyStep], eps: float, forward: bool, points: int, chord: bool = False) -> Profile:
    path = exact_path.flat(steps)
    by_step: dict[tuple[object, ...], list[Choice]] = {}
    names = [(str(s.kind), s.weights, s.lo, s.hi) for s in path]
    for name, step in zip(names, path, strict=True):
        if name not in by_step:
            by_step[name] = choices(step, forward)
    u = grid(eps, [m for moves in by_step.values() for m in moves], points)
    g = np.exp(u) * (1.0 - PAD)
    prepared = {name: [_prepared(m, u, g, chord) for m in moves] for name, moves in by_step.items()}
    values = [np.maximum(0.0, 1.0 - g)]
    for name in reversed(names):
        after = np.concatenate([[1.0], values[-1]])
        best = values[-1]
        for stops, goes in prepared[name]:
            total = stops
            for p, index, part in goes:
                value = after[index]
                if part is not None:
                    value = value - part * (value - after[np.minimum(index + 1, len(u))])
                total = total + p * value
            best = np.maximum(best, total * (1.0 + PAD))
        values.append(best)
    return Profile(u, values, [by_step[name] for name in reversed(names)], forward)


Landing = tuple[float, npt.NDArray[np.int32], Floats | None]
"""A go answer: P, the point (0: below the grid) at or below ln(g Q/P), and how far it is to the next, in g."""


def _prepared(move: Choice, u: Floats, g: Floats, chord: bool) -> tuple[Floats, list[Landing]]:
    goes: list[Landing] = []
    for p, drift in move.goes:
        to = u + _down(drift)
        index = np.searchsorted(u, to, side="right").astype(np.int32)
        part = None
        if chord and drift > -math.inf:
            left, right = u[np.maximum(index - 1, 0)], u[np.minimum(index, len(u) - 1)]
            inside = (index > 0) & (index < len(u))
            width = np.where(inside, right - left, 1.0)
            part = np.where(inside, np.expm1(np.where(inside, to - left, 0.0)) / np.expm1(width), 0.0)
            part = np.maximum(0.0, part * (1.0 - PAD) - PAD)
        goes.append((p * (1.0 + PAD), index, part))
    return move.stops(g), goes


def _down(drift: float) -> float:
    """The logarithm rounded down; 0, its exact value when P = Q, stays."""
    return max(0.0, drift - PAD) if drift >= 0.0 else drift - PAD


def recertified(steps: Sequence[AnyStep], eps: float, points: int = POINTS, chord: bool = False) -> float:
    """An upper bound on delta at eps, the larger of both directions."""
    found = 0.0
    for forward in (True, False):
        whole = profile(steps, eps, forward, points, chord)
        found = max(found, float(whole.values[-1][np.searchsorted(whole.u, eps)]))
    return found


def witness(steps: Sequence[AnyStep], eps: float, points: int = 2_000) -> tuple[Fraction, list[int | None], bool]:
    """An attack: (its exact delta, its count at each step, P = X?). No correct certificate is below it."""
    found = []
    for forward in (True, False):
        worst = profile(steps, eps, forward, points).worst_counts(eps)
        found.append((exact_path.delta_of_counts(steps, worst, exact_path.above(eps), forward), worst, forward))
    return max(found, key=lambda attack: attack[0])

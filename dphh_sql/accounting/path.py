"""The path accountant: a rigorous upper bound on delta for what one record meets, in both directions.

A record meets the steps one after the other. At each, the mechanism sees a count c under X and c + 1 under
X', and either continues with a symbol or stops with a value (privacy.md, section 3). Write D_t(g) for the
worst hockey-stick divergence E_g(P || Q) = sum of max(0, P - g Q) over the last t steps, g = exp(eps - l)
with l the privacy loss so far. Then D_0(g) = max(0, 1 - g) and

    D_t(g) = max( D_{t-1}(g),
                  max over c of  sum over continue symbols s: P_c(s) D_{t-1}(g Q_c(s) / P_c(s))
                               + sum over stop values v: max(0, P_c(v) - g Q_c(v)) )

and delta(eps) <= D_h(exp(eps)), the larger of the directions (P, Q) = (X, X') and (X', X).

Why it is rigorous in doubles: every D_t is convex and decreasing in g (maxima and sums of such functions),
so the chord between two grid points lies *above* it; left of the grid the chord starts at D(0) = 1, right of
the grid D keeps its last value. P is rounded up, Q and ratios down, sums up. The grid costs tightness only,
of second order in its spacing.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from dphh_sql.accounting.convolve import additive_delta, is_additive
from dphh_sql.accounting.steps import Step, StepKind
from dphh_sql.noise import NoiseTable
from dphh_sql.votes import PAD, RARE, TINY, Votes

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

UP = 1.0 + 2.0**-50
DOWN = 1.0 - 2.0**-50
LARGEST_EPS = 50.0
"""A larger eps is certified as this one: delta is far below any double's precision there already."""

MAX_CHOICES = 1000
"""Choices of c examined one by one; wider tables group them (safe, and tighter than 0.2 % of M)."""

SAMPLED = 128
"""About as many choices of c an estimate looks at."""

MIRRORED = frozenset({StepKind.BIT, StepKind.CUT, StepKind.ADD})
"""Kinds that look the same from both directions (see `delta_bound`)."""

RATIO_DOWN = 1.0 - 2.0**-40
"""Ratios are placed on the grid through a logarithm; this covers its rounding and the grid's."""


@dataclass(frozen=True)
class Grid:
    """g = exp(l) for `size` values of l, `spacing` apart from `low`; `start` is the index of l = eps."""

    low: float
    spacing: float
    size: int
    start: int

    @classmethod
    def towards(cls, eps: float, resolution: int, below: float, above: float) -> Grid:
        """`resolution` points per eps, over [eps - below * eps, eps + above * eps] and a little below.

        The extra points keep ratios that are 1 but for rounding off the long chord left of the grid.
        """
        spacing = eps / resolution
        start = round(below * resolution) + 4
        return cls(eps - start * spacing, spacing, start + round(above * resolution) + 1, start)

    @cached_property
    def gammas(self) -> Floats:
        """Rounded down, by more than the rounding of `low + spacing * i` and of exp."""
        return np.asarray(np.exp(self.low + self.spacing * np.arange(self.size)) * RATIO_DOWN)

    @cached_property
    def _places(self) -> Floats:
        """g over the grid's first g, at as many points left of the grid; the ratios' own slack covers the rounding."""
        return np.asarray(np.exp(self.spacing * np.arange(-self.size, 0)) * DOWN)

    def windows(self, values: Floats) -> Floats:
        """Row `2 size + i`: D at the points of the grid moved up by i >= -size, given its `values` on the grid.

        Left of the grid D lies on the chord from D(0) = 1, right of it it keeps its last value. Row 0 is D(0).
        """
        chord, last = (1.0 - (1.0 - values[0]) * self._places) * UP, np.full(self.size + 2, values[-1])
        padded = np.concatenate([np.ones(self.size), chord, values, last])
        return np.lib.stride_tricks.sliding_window_view(padded, self.size)


@dataclass(frozen=True)
class _Moves:
    """One step seen from one direction.

    Each continue symbol is a pair (P, Q/P) of arrays over the choices of c; `stops` holds, per choice and grid
    point, the sum over stop values of max(0, P - g Q). A step whose law does not depend on c has one choice;
    its symbols then lie along the same axis and are summed instead (`summed`).
    """

    continues: tuple[tuple[Floats, Floats], ...] = ()
    stops: Floats | None = None
    summed: bool = False

    def thinned(self, most: int) -> _Moves:
        """With about `most` of the choices of c, evenly spread, the first and the last among them."""
        choices = len(self.stops) if self.stops is not None else len(self.continues[0][0])
        every = choices // most
        if self.summed or every < 2:
            return self
        kept = np.append(np.arange(0, choices - 1, every), choices - 1)
        continues = tuple((p[kept], ratios[kept]) for p, ratios in self.continues)
        return _Moves(continues, None if self.stops is None else self.stops[kept])


def delta_bound(steps: Sequence[Step], eps: float, resolution: int | None = None) -> float:
    """An upper bound on the delta at which the steps are (eps, delta)-DP for add/remove of one record.

    Covers both directions, every sequence of counts that the record may meet, and paths that end early.

    Args:
        steps: in the order in which the record meets them.
        eps: the total privacy loss, > 0.
        resolution: grid points per eps; more is tighter, never less safe. Default by table size.

    >>> from dphh_sql.accounting.steps import hit
    >>> table = NoiseTable.from_family(bound=34, scale=6.8 * 2**0.5)
    >>> delta_bound([hit(table, 35)] * 3, eps=1.0) <= 1e-6
    True
    """
    eps = min(eps, LARGEST_EPS)  # delta falls with eps, so this is safe, and exp(3 eps) stays finite
    if is_additive(steps):
        return additive_delta(steps, eps, *([3 * resolution] if resolution else []))
    views = _views(steps, eps, resolution or _default_resolution(steps))
    return max(float(profile(steps, grid, forward)[grid.start]) for grid, forward in views)


def delta_estimate(steps: Sequence[Step], eps: float) -> float:
    """Never more than `delta_bound` and mostly within a tenth of it, in a fraction of its time: for searches.

    NOT a bound on what is lost: only some choices of c are looked at. Near the worst c they hardly differ.
    """
    if is_additive(steps):
        return delta_bound(steps, eps)
    eps = min(eps, LARGEST_EPS)
    views = _views(steps, eps, _default_resolution(steps))
    return max(float(profile(steps, grid, forward, SAMPLED)[grid.start]) for grid, forward in views)


def _views(steps: Sequence[Step], eps: float, points: int) -> list[tuple[Grid, bool]]:
    """The directions that tell (forward or not), each with a grid as wide as matters; beyond it D is safe, but loose.

    Losses spread less the wider the noise is in units of 1/eps: from 12 on a narrower grid gives the same bound.
    """
    kinds = {step.kind for step in steps}
    width = eps * min((step.noise.bound for step in steps if step.kind is not StepKind.VOTE), default=0)
    if kinds <= MIRRORED:
        # Tables are symmetric: L at (c, c + 1) has the laws of H at (c* + 1, c*) with c* = lo + hi - 2 - c, and B
        # those of B. So the second direction is the first with c and c* exchanged; likewise for `add`.
        return [(Grid.towards(eps, points, 2.0, 1.0 if width >= 12.0 else 2.0), True)]
    ranges = (2.0, 2.0), (2.0, 2.0)
    if kinds <= {StepKind.HIT, StepKind.REST}:
        # "Not selected" is likelier under X: from exp(eps), g only falls when P = X, only grows when P = X'.
        ranges = ((1.0 + 6.0 / width, 0.0), (0.0, 3.0 / width)) if width >= 12.0 else ((2.0, 0.0), (0.0, 1.0))
    elif kinds == {StepKind.VOTE}:
        # The reverse: passing is likelier under X'.
        ranges = (0.0, 1.0), (2.0, 0.0)
    grids = [Grid.towards(eps, points, below, above) for below, above in ranges]
    return list(zip(grids, (True, False), strict=True))


def profile(steps: Sequence[Step], grid: Grid, forward: bool, choices: int | None = None) -> Floats:
    """D_h on the grid for one direction (`forward`: P = X, Q = X + one record).

    With so many `choices` of each step's alone it is no bound (see `delta_estimate`).
    """
    worst = np.maximum(0.0, 1.0 - grid.gammas * DOWN)
    known: dict[tuple[StepKind, int, int], tuple[_Moves, list[Symbol]]] = {}
    for step in reversed(steps):
        width = 0 if step.lo is None or step.hi is None else step.hi - step.lo
        name = (step.kind, id(step.table), width)
        if name not in known:
            moves = _MOVES[step.kind](step.table, width, grid, forward)
            moves = moves if choices is None else moves.thinned(choices)
            known[name] = moves, [Symbol.of(p, ratios, grid) for p, ratios in moves.continues]
        for _ in range(step.times):
            worst = np.maximum(worst, _before(*known[name], worst, grid))
    return np.minimum(worst, 1.0)


def _default_resolution(steps: Sequence[Step]) -> int:
    """As fine as some million evaluations allow: some ten milliseconds."""
    rows = sum(min(step.choices, MAX_CHOICES) * step.times for step in steps)
    widest = max((step.choices for step in steps if step.kind not in (StepKind.REST, StepKind.VOTE)), default=0)
    # Two continue symbols and three or four eps of grid: 200 points are within 0.3 % of the limit there.
    most, each = (200, 8) if all(step.kind in MIRRORED for step in steps) else (500, 3)
    if widest > MAX_CHOICES + 1:  # the divergences of grouped choices are computed one by one
        return 120 * max(1, min(most, 4_000_000 // (each * max(rows, widest))) // 120)
    points = max(60, min(most, 4_000_000 // (each * max(rows, 1))))
    # Halving every chord lowers the bound: what was certified with half the points, as it once was, remains so.
    return 2 * points if 2 * points <= most else points


def _before(moves: _Moves, symbols: list[Symbol], after: Floats, grid: Grid) -> Floats:
    """D before a step, given D after it: the best over the choices of c, in blocks that stay in cache."""
    windows = grid.windows(after)
    rows = len(moves.continues[0][0]) if moves.continues else 1
    block = max(1, 50_000 // grid.size)
    best = np.zeros(grid.size)
    for start in range(0, rows, block):
        choices = slice(start, start + block)
        parts = [] if moves.stops is None else [moves.stops[choices]]
        total, *others = [symbol.apply(windows, choices) for symbol in symbols] + parts
        for other in others:
            total += other
        best = best + total.sum(axis=0) if moves.summed else np.maximum(best, total.max(axis=0))
    return best * (1.0 + (rows + 8) * 2.0**-52)


@dataclass(frozen=True)
class Symbol:
    """P D(g Q/P) of one continue symbol, for each choice of c, by a chord that g Q/P lies on.

    A ratio shifts every g by a whole number of grid points and the same part of one chord: P, rounded up by more than
    the five roundings up to the sum, is shared out between the row of `Grid.windows` at the chord's left end and that
    at its right. Where a ratio takes all g below the grid, the chord is the one from D(0).
    """

    left: Ints
    right: Ints
    on_left: Floats
    on_right: Floats

    @classmethod
    def of(cls, p: Floats, ratios: Floats, grid: Grid) -> Symbol:
        size, spacing = grid.size, grid.spacing
        with np.errstate(divide="ignore"):
            offset = np.log(ratios) / spacing
        near = np.clip(offset, -size, size + 1)
        whole = np.floor(near)
        far = offset < -size
        left = np.where(far, 0, 2 * size + whole).astype(np.int64)
        right = np.where(far, size, left + 1)
        part = np.expm1((near - whole) * spacing) / math.expm1(spacing)
        part = np.clip(np.where(far, np.exp((offset + size) * spacing), part), 0.0, 1.0)[:, None]
        p = p[:, None] * UP
        return cls(left, right, p * (1.0 - part), p * part)

    def apply(self, windows: Floats, choices: slice) -> Floats:
        """Shape (choices, grid points)."""
        value = windows[self.left[choices]]
        value *= self.on_left[choices]
        ahead = windows[self.right[choices]]
        ahead *= self.on_right[choices]
        value += ahead
        return value


# --- the five kinds ------------------------------------------------------------------------------------
#
# Draws are indexed by j = v - c, so that with w the table P(v) = w[j] and Q(v) = w[j-1] when P = X, and the
# reverse when P = X'. j runs over -M..M+1; a choice of c is the index t = threshold - c of the first draw
# that reaches the threshold, so t in -M..M+1 covers c in threshold-M-1..threshold+M (the lower end is the
# case in which only X' can reach it).


def _laws(table: NoiseTable, forward: bool) -> tuple[Floats, Floats]:
    """(P, Q) over j = -M..M+1, P rounded up and Q down."""
    same, moved = np.append(table.pmf, 0.0), np.insert(table.pmf, 0, 0.0)
    p, q = (same, moved) if forward else (moved, same)
    return p * UP, q * DOWN


def _divergences(table: NoiseTable, grid: Grid, forward: bool, block: int) -> Floats:
    """The sum of max(0, P - g Q) over each `block` consecutive j (rows), per grid point (columns)."""
    p, q = _laws(table, forward)
    gammas = grid.gammas * DOWN
    sums = []
    stride = block * max(1, 50_000 // (block * grid.size))
    for start in range(0, len(p), stride):
        rows = slice(start, start + stride)
        terms = np.multiply.outer(q[rows], gammas)
        np.subtract(p[rows, None], terms, out=terms)
        np.maximum(0.0, terms, out=terms)
        sums.append(np.add.reduceat(terms, np.arange(0, len(terms), block), axis=0) if block > 1 else terms)
    found = np.concatenate(sums)
    found *= 1.0 + (block + 1) * 2.0**-52
    return found


def _symbol(p: Floats, q: Floats) -> tuple[Floats, Floats]:
    """(P rounded up, Q/P rounded down); the ratio is 1 where P = 0, since such a symbol has no weight."""
    p, q = p * UP, q * DOWN
    return p, np.divide(q, p, out=np.ones_like(q), where=p > 0) * RATIO_DOWN


def _below(table: NoiseTable, width: int, forward: bool) -> tuple[Floats, Floats]:
    """(P, Q) of "the draw lies below t", for t = -M-width..M+1+width (clamped outside -M..M+1), exact sums."""
    same = _sums(table)
    return _extended(same, np.insert(same[:-1], 0, 0.0), width, forward)


def _reaching(table: NoiseTable, width: int, forward: bool) -> tuple[Floats, Floats]:
    """(P, Q) of "the draw is at least t", for the same t."""
    same = _sums(table)[::-1]  # a symmetric table: as much reaches t as lies below 1 - t
    return _extended(same, np.insert(same[:-1], 0, 1.0), width, forward, outside=(1.0, 0.0))


def _sums(table: NoiseTable) -> Floats:
    """P(noise < t) for t = -M..M+1."""
    sums = list(itertools.accumulate(table.weights, initial=0))
    return np.asarray(np.ldexp(np.array(sums, dtype=np.float64), -64))


def _extended(
    same: Floats, moved: Floats, width: int, forward: bool, outside: tuple[float, float] = (0.0, 1.0)
) -> tuple[Floats, Floats]:
    low, high = (np.full(width, value) for value in outside)
    p, q = (same, moved) if forward else (moved, same)
    return np.concatenate([low, p, high]), np.concatenate([low, q, high])


def _hit(table: NoiseTable, width: int, grid: Grid, forward: bool) -> _Moves:
    # Neighbouring choices of a wide table are grouped, each group by its worst P, ratio and stop divergence.
    block = -(-(len(table.weights) + 1) // MAX_CHOICES)
    stops = _divergences(table, grid, forward, block)
    tails = np.cumsum(stops[::-1], axis=0, out=stops[::-1])[::-1]
    tails *= 1.0 + len(stops) * 2.0**-52
    p, ratios = _symbol(*_below(table, 0, forward))
    starts = np.arange(0, len(p), block)
    return _Moves(((np.maximum.reduceat(p, starts), np.minimum.reduceat(ratios, starts)),), tails)


def _bit(table: NoiseTable, width: int, grid: Grid, forward: bool) -> _Moves:
    return _cut(table, 0, grid, forward)


def _cut(table: NoiseTable, width: int, grid: Grid, forward: bool) -> _Moves:
    # Choice t = lo - c, of L below t and H from t + width on.
    p, q = _below(table, width, forward)
    choices = len(p) - width
    low = _symbol(p[:choices], q[:choices])
    p_high, q_high = _reaching(table, width, forward)
    high = _symbol(p_high[width:], q_high[width:])
    starts = np.arange(0, choices, -(-choices // MAX_CHOICES))
    continues = tuple((np.maximum.reduceat(p, starts), np.minimum.reduceat(r, starts)) for p, r in (low, high))
    if width == 0:
        return _Moves(continues)
    between = np.maximum(0.0, p[width:] - p[:choices]), np.maximum(0.0, q[width:] - q[:choices])
    # Differences of exact sums lose up to one unit of 2**-53 of the larger sum: pad by that much.
    p_between = np.maximum.reduceat(between[0] * UP + 2.0**-52, starts)
    q_between = np.minimum.reduceat(np.maximum(0.0, between[1] * DOWN - 2.0**-52), starts)
    stops = np.maximum(0.0, p_between[:, None] - np.multiply.outer(q_between, grid.gammas * DOWN))
    return _Moves(continues, stops)


def _add(table: NoiseTable, width: int, grid: Grid, forward: bool) -> _Moves:
    p, q = _laws(table, forward)
    return _Moves((_symbol(p, q),), summed=True)


def _rest(table: NoiseTable, width: int, grid: Grid, forward: bool) -> _Moves:
    # By decreasing P/Q the positive terms of max(0, P - g Q) are a prefix, so prefix sums give every g at once.
    p, q = _laws(table, forward)
    with np.errstate(divide="ignore"):
        order = np.argsort(-p / q)
    p_sums = np.concatenate(([0.0], np.cumsum(p[order])))
    q_sums = np.concatenate(([0.0], np.cumsum(q[order])))
    with np.errstate(divide="ignore"):
        count = np.searchsorted(-p[order] / q[order], -grid.gammas, side="right")
    slack = (len(p) + 4) * 2.0**-52
    best = p_sums[count] * (1.0 + slack) - grid.gammas * DOWN * q_sums[count] * (1.0 - slack)
    return _Moves(stops=np.maximum(0.0, best)[None, :])


def _vote(votes: Votes, width: int, grid: Grid, forward: bool) -> _Moves:
    """Choices are the counts c = theta - 1, theta, ... whose law is written out, and one for all larger ones.

    Smaller counts fail under X and X'. Let t = P(pass | c + 1) - P(pass | c). The number of holders that the theta-th
    vote takes has a log-concave law, so t / P(pass | c + 1) falls with c and t / P(fail | c) grows towards the rate:
    beyond the last count c, "pass" with P = 1 and the ratio of c, and "fail" with the P of c and the ratio of the
    limit (forward) or 1 (backward) dominate every larger count.
    """
    law = votes.law
    passed, failed, pivotal = law.passed, law.failed, law.pivotal[: len(law.passed) - 1]
    if forward:
        p_pass, p_fail = passed[:-1], failed[:-1]
        ratios = np.ones_like(p_pass)  # Q/P >= 1; below, where it is more
        large = p_pass > TINY
        ratios[large] += pivotal[large] / p_pass[large] * (1.0 - 3.0 * PAD)
        growth = np.minimum(pivotal / np.maximum(failed[:-1], RARE) * (1.0 + 3.0 * PAD), votes.rate)
        fail_ratios = 1.0 - np.where(failed[:-1] > RARE, growth, votes.rate)
        beyond = (1.0, float(failed[-1]), 1.0, 1.0 - votes.rate)
    else:
        p_pass, p_fail = passed[1:], failed[1:]
        ratios = np.zeros_like(p_pass)
        large = p_pass > TINY
        ratios[large] = np.maximum(0.0, 1.0 - pivotal[large] / p_pass[large] * (1.0 + 3.0 * PAD))
        fail_ratios = 1.0 + pivotal / np.maximum(failed[1:], TINY) * (1.0 - 3.0 * PAD)
        beyond = (1.0, float(failed[-1]), float(ratios[-1]), 1.0)
    p_pass = np.append(np.minimum(1.0, p_pass * (1.0 + PAD) + TINY), beyond[0])
    p_fail = np.append(np.minimum(1.0, p_fail * (1.0 + PAD)), beyond[1] * (1.0 + PAD))
    ratios, fail_ratios = np.append(ratios, beyond[2]), np.append(fail_ratios, beyond[3])
    # Where few pass, P grows and the ratio falls from count to count: the first ones are never grouped.
    first = min(len(p_pass), MAX_CHOICES // 2)
    later = np.linspace(first - 1, len(p_pass) - 1, MAX_CHOICES // 2, dtype=int)
    starts = np.unique(np.append(np.arange(first), later))
    p_fail, fail_ratios = np.maximum.reduceat(p_fail, starts), np.minimum.reduceat(fail_ratios, starts)
    excess = 1.0 - np.multiply.outer(fail_ratios, grid.gammas * DOWN)
    stops = p_fail[:, None] * np.maximum(0.0, excess) * UP
    passing = np.maximum.reduceat(p_pass, starts), np.minimum.reduceat(ratios, starts) * RATIO_DOWN
    return _Moves((passing,), stops)


_MOVES: dict[StepKind, Callable[[Any, int, Grid, bool], _Moves]] = {
    StepKind.HIT: _hit,
    StepKind.BIT: _bit,
    StepKind.CUT: _cut,
    StepKind.ADD: _add,
    StepKind.REST: _rest,
    StepKind.VOTE: _vote,
}

"""Additive releases: convolution of privacy-loss distributions, for paths of `add` and `rest` steps alone.

Without tests nothing is chosen: the values of the steps are independent, so with l = ln(P/Q) of each value
delta(eps) = E_P[max(0, 1 - exp(eps - sum of l))], and a value that Q cannot give has l = infinity. The tables are
symmetric, so both directions have the same delta.

The law of l is put on a grid by splitting each atom between its two neighbours such that the masses of P and of Q
are both kept ("connect the dots", Doroshenko et al., PoPETs 2022). The atom could be put back together by
post-processing, so the grid's pair of laws dominates, and so does its convolution. What leaves the grid at the
top counts as infinite, at the bottom it is lifted to the lowest point: both only add to delta.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dphh_sql.accounting.steps import Step, StepKind
from dphh_sql.noise import NoiseTable

Floats = npt.NDArray[np.float64]

POINTS = 3_000
"""Grid points on each side of 0."""

UP = 1.0 + 2.0**-50
LOSS_UP = 2.0**-44
"""Covers the rounding of a logarithm of a ratio of weights."""


def is_additive(steps: Sequence[Step]) -> bool:
    """Whether the path is `add` steps, the last perhaps a `rest`: then `additive_delta` applies."""
    *before, last = (step.kind for step in steps)
    return last in (StepKind.ADD, StepKind.REST) and all(kind is StepKind.ADD for kind in before)


def additive_delta(steps: Sequence[Step], eps: float, points: int = POINTS) -> float:
    """An upper bound on delta at eps for a path of `add` steps, the last of which may be a `rest`.

    Rigorous: every rounding goes up; more points are tighter, never less safe.

    >>> from dphh_sql.accounting.steps import add
    >>> table = NoiseTable.from_family(bound=52, scale=9.6 * 2**0.5)
    >>> additive_delta([add(table, times=5)], eps=1.0) <= 1.2e-6
    True
    """
    times = [step.times for step in steps]
    if sum(times) == 1:
        return _single_delta(steps[0].noise, eps)
    losses = [_losses(step.noise) for step in steps]
    variance = sum(n * float(p @ (loss * loss)) for n, (p, loss) in zip(times, losses, strict=True))
    most = sum(n * float(loss.max()) for n, (_, loss) in zip(times, losses, strict=True))
    most *= 1.0 + (sum(times) + 2) / points  # each step is rounded up by less than one point
    top = min(most, 1.5 * eps + 12.0 * math.sqrt(variance))
    spacing = top / points
    total = _Losses.none(points)
    for step, n, (p, loss) in zip(steps, times, losses, strict=True):
        one = _Losses.split(p, loss, spacing, points, float(step.noise.pmf[0]) * UP)
        total = total.plus(one.repeated(n))
    sums = spacing * np.arange(-points, points + 1)
    excess = np.maximum(0.0, -np.expm1(np.minimum(0.0, eps * (1.0 - 2.0**-50) - sums)))
    return min(1.0, (float(total.mass @ excess) + total.infinite) * (1.0 + 2.0**-33))


def _single_delta(table: NoiseTable, eps: float) -> float:
    """The sum of max(0, P - exp(eps) Q) of one release: no grid."""
    p, q = np.append(table.pmf, 0.0) * UP, np.insert(table.pmf, 0, 0.0) * (1.0 - 2.0**-50)
    factor = math.exp(min(eps, 700.0)) * (1.0 - 2.0**-50)
    return min(1.0, float(np.maximum(0.0, p - factor * q).sum()) * (1.0 + 2.0**-33))


def _losses(table: NoiseTable) -> tuple[Floats, Floats]:
    """(P, l) of the values that both neighbours can give."""
    p, q = table.pmf[1:], table.pmf[:-1]
    return p * UP, np.log(p / q) + LOSS_UP


@dataclass(frozen=True)
class _Losses:
    """The P-mass at each grid point -points..points, and at infinity."""

    mass: Floats
    infinite: float

    @classmethod
    def none(cls, points: int) -> _Losses:
        mass = np.zeros(2 * points + 1)
        mass[points] = 1.0
        return cls(mass, 0.0)

    @classmethod
    def split(cls, p: Floats, loss: Floats, spacing: float, points: int, infinite: float) -> _Losses:
        place = loss / spacing
        below = np.floor(place)
        upper = np.clip(np.expm1((below - place) * spacing) / math.expm1(-spacing) * (1.0 + 2.0**-40), 0.0, 1.0)
        index = below.astype(np.int64) + points
        mass = np.zeros(2 * points + 2)
        for at, share in ((index, p * (1.0 - upper)), (index + 1, p * upper)):
            np.add.at(mass, np.clip(at, 0, 2 * points + 1), share)
        return cls(mass[:-1], infinite + float(mass[-1]))

    def plus(self, other: _Losses) -> _Losses:
        points = len(self.mass) // 2
        sums = np.zeros(4 * points + 1)
        if self.mass.any() and other.mass.any():  # else all of one is infinite
            low, high = _support(self.mass)
            start, stop = _support(other.mass)
            sums[low + start : high + stop - 1] = np.convolve(self.mass[low:high], other.mass[start:stop])
        mass = sums[points : 3 * points + 1].copy()
        mass[0] += sums[:points].sum()
        beyond = float(sums[3 * points + 1 :].sum())
        either = self.infinite + other.infinite * (1.0 - self.infinite)
        return _Losses(mass, either + beyond)

    def repeated(self, times: int) -> _Losses:
        result, square = _Losses.none(len(self.mass) // 2), self
        while times:
            if times & 1:
                result = result.plus(square)
            times >>= 1
            if times:
                square = square.plus(square)
        return result


def _support(mass: Floats) -> tuple[int, int]:
    """The range outside which the mass is 0."""
    present = np.flatnonzero(mass)
    return int(present[0]), int(present[-1]) + 1

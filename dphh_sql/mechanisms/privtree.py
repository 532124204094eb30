"""PrivTree (Zhang, Xiao, Xie, SIGMOD 2016) for comparison: noisy counts with a bias that grows with depth.

From the root down, a node of depth d is heavy when its parent is and its count plus noise reaches theta + d * fall,
that is, when its noisy biased count reaches theta. The bias makes the counts of a path fall against the threshold, so
that only few tests of a path are in doubt, however deep it is. Labels alone are shown, never the biased counts.

As published (Algorithm 2) the noise is unbounded Laplace, and a biased count is clamped from below: then a child
that no row falls under passes its test with probability 1 / (2 beta), beta the fanout, and all beta children of
a node have to be drawn. That needs a finite public list of children. A path, a text or a list of columns has none,
and to draw only the children that occur would tell which occur. So the published form is not offered. This
one has noise on -M..M and tau > E, so that a node without rows never passes: no list is needed, the price is delta.

Guarantee: (eps, delta)-DP for add/remove of one row, by the recursion in `accounting.falling` on the table that is
drawn from; proof='theorem', as no list of steps tells that the counts of a path fall.

The margin pays for the bias: E = M + (h - 1) fall / 2, where h is the height. A heavy node counts at least theta - M; a
light one has an ancestor, or is itself a node, that counts at most theta + (h - 1) fall + M - 1.
"""

from __future__ import annotations

import itertools
import math
from functools import lru_cache
from typing import ClassVar

import numpy as np

from dphh_sql.accounting.calibrate import Certified, Shape
from dphh_sql.accounting.falling import RESOLUTION, falling_delta
from dphh_sql.errors import CalibrationError
from dphh_sql.mechanisms.base import Design, Mechanism, checked_tau
from dphh_sql.mechanisms.nodes import margin_words
from dphh_sql.mechanisms.traversal import Answers, heavy_nodes
from dphh_sql.noise import NoiseTable
from dphh_sql.request import Privacy
from dphh_sql.tree import Bools, Ints, Tree

WIDEST = 1_000
"""Wider tables take seconds to certify; they are needed for eps below about 0.03."""

COARSE = 60
"""The least number of grid points per eps; narrow tables take more."""

SHALLOW = 5
"""Up to this height a fall of 8 / eps has the smaller margin, beyond it one of 4 / eps."""


class PrivTree(Mechanism):
    """A bias of the threshold instead of noise that grows with the height: good for splitting, not for labels."""

    name: ClassVar[str] = "privtree"
    function: ClassVar[str] = "dp_heavy_nodes"

    def design(self, privacy: Privacy) -> Design:
        height = len(privacy.levels)
        fall = math.ceil(min((8.0 if height <= SHALLOW else 4.0) / privacy.eps, WIDEST))
        noise = calibrate_falling(privacy.eps, privacy.delta, fall)
        return self.designed(noise, fall, height, checked_tau(privacy, _margin(noise, fall, height)))

    def designed(self, noise: Certified, fall: int, height: int, tau: int) -> Design:
        """The design at a legal threshold (tau > margin) for `height` levels."""
        margin = _margin(noise, fall, height)
        theta = tau - margin + noise.table.bound
        return Design(
            mechanism=self.name,
            steps=(),
            delta_spent=noise.delta_spent,
            tau=tau,
            floor=tau - margin,
            margin=margin,
            tables=(noise.table,) * height,
            rest_table=None,
            proof="theorem",
            parameters={"theta": float(theta), "fall": float(fall), "M": float(noise.table.bound)},
            accepts=tuple(theta + depth * fall for depth in range(height)),
        )

    def remade(self, design: Design, privacy: Privacy) -> Design:
        noise, fall = Certified(design.tables[0], design.delta_spent), int(design.parameters["fall"])
        height = len(privacy.levels)
        return self.designed(noise, fall, height, checked_tau(privacy, _margin(noise, fall, height)))

    def delta_again(self, design: Design, privacy: Privacy) -> float:
        table, fall = design.tables[0], int(design.parameters["fall"])
        apart = all(low + fall <= high for low, high in itertools.pairwise(design.thresholds))
        return falling_delta(table, fall, privacy.eps, _resolution(table.bound)) if apart else 1.0

    def select(self, design: Design, tree: Tree) -> tuple[Bools, ...]:
        def test(depth: int, counts: Ints) -> Answers:
            high = counts + design.tables[depth].sample(len(counts)) >= design.thresholds[depth]
            return Answers(high, np.zeros_like(high))

        return heavy_nodes(tree, range(len(tree.levels)), test)

    def margin_at(self, design: Design, beta: float, candidates: int) -> int:
        """The bias is certain; the noise is within its quantile."""
        assert design.margin is not None
        return design.margin - design.tables[0].bound + super().margin_at(design, beta, candidates)

    def describe(self, design: Design) -> list[str]:
        table, theta, fall = design.tables[0], design.thresholds[0], int(design.parameters["fall"])
        return [
            f"From the coarsest level down, a node is heavy when its parent is and its count plus noise reaches a "
            f"threshold that grows with depth: {theta}, then {fall} more at each level.",
            *margin_words(design, table.bound, table.sd, len(design.tables)),
        ]


def _margin(noise: Certified, fall: int, height: int) -> int:
    return noise.table.bound + -(-(height - 1) * fall // 2)


@lru_cache(maxsize=256)
def calibrate_falling(eps: float, delta: float, fall: int) -> Certified:
    """The least M, within about 1 %, of a cut discrete Gaussian that is (eps, delta)-DP for tests that fall by `fall`.

    Raises:
        CalibrationError: no table that can be certified in reasonable time will do.
    """
    out_of_reach = CalibrationError(
        f"privtree at eps={eps:g}, delta={delta:g} needs noise wider than {WIDEST}; raise eps or delta",
        argument="eps",
        value=eps,
    )
    bound, best = math.ceil(min(2.0 * math.log(1.0 / delta) / eps, WIDEST + 1)), None
    for _ in range(12):
        if bound > WIDEST:
            raise out_of_reach
        table = _table(bound, delta)
        spent = falling_delta(table, fall, eps, _resolution(bound))
        step = math.ceil(bound * math.log(spent / delta) / math.log(1.0 / delta))
        if spent <= delta and (best is None or bound < best.table.bound):
            best = Certified(table, spent)
            step = step or -1 - bound // 100
        elif spent <= delta or best is not None:
            break
        bound = max(1, bound + (step or 1))
    if best is None:
        raise out_of_reach
    return best


def _resolution(bound: int) -> int:
    return max(COARSE, min(RESOLUTION, 20_000 // bound))


def _table(bound: int, delta: float) -> NoiseTable:
    """The discrete Gaussian whose edge weighs about delta / 2."""
    drop = math.log(2.0 / delta)
    for _ in range(3):
        drop = max(1.0, math.log(2.0 / delta) - math.log(math.sqrt(math.pi / drop) * bound))
    return Shape(drop, 2.0, 0.0).table(bound)

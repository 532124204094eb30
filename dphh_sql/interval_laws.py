"""What released values say of the truth, for each way in which a mechanism uses its noise.

`release` walks the tree and asks one law object; a mechanism names its law in its `Design`. The intervals
themselves (given selection, of sums, certain) come from `intervals`. Post-processing only: no privacy cost.
"""

from __future__ import annotations

import abc
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dphh_sql.intervals import half_width, selected_noise
from dphh_sql.noise import NoiseTable
from dphh_sql.tree import Ints, add_to_parents

Bounds = tuple[Ints, Ints]


@dataclass
class Released:
    """What was released under some nodes, an element per node.

    Attributes:
        draws: how many released values, of which each has one noise draw.
        value: their sum.
        lowered: a sum of values corrected for selection: its error is stochastically at most fresh noise.
        least, most: certain bounds of the sum of the truths.
    """

    draws: Ints
    value: Ints
    lowered: Ints
    least: Ints
    most: Ints

    @classmethod
    def nothing(cls, size: int) -> Released:
        return cls(*(np.zeros(size, dtype=np.int64) for _ in range(5)))

    def to_parents(self, parents: Ints, size: int) -> Released:
        return Released(*(add_to_parents(a, parents, size) for a in vars(self).values()))

    def at(self, index: Ints) -> Released:
        return Released(*(a[index] for a in vars(self).values()))

    def put(self, index: Ints, other: Released) -> None:
        for mine, theirs in zip(vars(self).values(), vars(other).values(), strict=True):
            mine[index] = theirs

    def __add__(self, other: Released) -> Released:
        return Released(*(a + b for a, b in zip(vars(self).values(), vars(other).values(), strict=True)))


class IntervalLaw(abc.ABC):
    """Intervals at confidence 1 - beta per prefix, given what was selected below it and that it was selected."""

    def __init__(
        self, tables: Sequence[NoiseTable], rest_table: NoiseTable | None, tau: int, beta: float
    ) -> None:
        self.tables, self.rest_table, self.tau, self.beta = tables, rest_table, tau, beta

    @abc.abstractmethod
    def selected(self, level: int, values: Ints, below: Released | None) -> tuple[Released, Bounds, Bounds]:
        """Of selected nodes: what is known of their counts, the intervals of their residuals and of their counts.

        From their released residuals and what was released below them (None at the finest level). Ends of intervals
        may be negative (`release` clips).
        """

    @abc.abstractmethod
    def rest(self, value: int, below: Released) -> tuple[tuple[int, int], tuple[int, int]]:
        """The intervals of the root's residual and of the total, from the released rest."""


class OneDraw(IntervalLaw):
    """One draw serves test and count (one-hit): a residual's noise is known to have reached tau - F."""

    def selected(self, level: int, values: Ints, below: Released | None) -> tuple[Released, Bounds, Bounds]:
        own, (lo, hi) = self._own(level, values)
        if below is None:
            return own, (lo, hi), (lo, hi)
        subtree = own + below
        count_lo, count_hi = lo.copy(), hi.copy()
        several = np.flatnonzero(subtree.draws > 1)
        count_lo[several], count_hi[several] = self._sums(subtree.at(several), None)
        return subtree, (lo, hi), (count_lo, count_hi)

    def _own(self, level: int, values: Ints) -> tuple[Released, Bounds]:
        noise = selected_noise(self.tables[level], self.tau, self.beta)
        lo, hi, lowered = noise.both(values)
        most = values + noise.table.bound
        return Released(np.ones_like(values), values, lowered, noise.least(values), most), (lo, hi)

    def rest(self, value: int, below: Released) -> tuple[tuple[int, int], tuple[int, int]]:
        table = self.rest_table
        assert table is not None
        half = half_width(table, 1, None, self.beta)
        own = [1, value, value, max(0, value - table.bound), value + table.bound]
        total = below + Released(*(np.array([v], dtype=np.int64) for v in own))
        total.draws -= 1  # the rest's draw has its own table
        lo, hi = self._sums(total, table)
        return (value - half, value + half), (int(lo[0]), int(hi[0]))

    def _sums(self, sums: Released, extra: NoiseTable | None) -> Bounds:
        unique, inverse = np.unique(sums.draws, return_inverse=True)
        widths = np.array(
            [half_width(self.tables[0], int(m), extra, self.beta) for m in unique], dtype=np.int64
        )[inverse]
        return np.maximum(sums.lowered - widths, sums.least), np.minimum(sums.value + widths, sums.most)


class FreshCounts(OneDraw):
    """Each released count has noise of its own, drawn after the selection: nothing is known of it."""

    def _own(self, level: int, values: Ints) -> tuple[Released, Bounds]:
        bound, half = self.tables[level].bound, half_width(self.tables[level], 1, None, self.beta)
        own = Released(np.ones_like(values), values, values, np.maximum(values - bound, 0), values + bound)
        return own, (values - half, values + half)


class Differences(IntervalLaw):
    """A noisy count y of every node; a residual is y minus the y of the nearest selected descendants.

    The count of a node is y itself, and y is known to have reached tau plus what was subtracted, so its interval
    is that of one draw given selection. Which descendants were subtracted depends on their noise, in a way that
    also the nodes between had a part in: of their sum only the certain bounds (M each) are used.
    """

    def selected(self, level: int, values: Ints, below: Released | None) -> tuple[Released, Bounds, Bounds]:
        below = below or Released.nothing(len(values))
        counts, bound = values + below.value, self.tables[level].bound
        known = Released(np.ones_like(values), counts, counts, np.maximum(counts - bound, 0), counts + bound)
        # Of y given selection, moved by what was subtracted: its law is that of tau alone, since tau > M.
        lo, hi = selected_noise(self.tables[level], self.tau, self.beta).residual(values)
        spread = below.most - below.value
        return (
            known,
            (lo - spread, hi + np.minimum(spread, below.value)),  # what was subtracted counts at least 0
            (lo + below.value, hi + below.value),
        )

    def rest(self, value: int, below: Released) -> tuple[tuple[int, int], tuple[int, int]]:
        table = self.rest_table
        assert table is not None
        half = half_width(table, 1, None, self.beta)
        spread, subtracted = int((below.most - below.value)[0]), int(below.value[0])
        total = value + subtracted
        return (value - half - spread, value + half + min(spread, subtracted)), (total - half, total + half)

"""Mechanisms with one mistake each, as they are made in practice and in print (privacy.md, section 9.3)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from dphh_sql.mechanisms import Design
from dphh_sql.mechanisms.gaussian_levels import GaussianLevels
from dphh_sql.mechanisms.onehit import OneHit
from dphh_sql.noise import NoiseTable
from dphh_sql.tree import Level, Selection, Tree, add_to_parents

Ints = npt.NDArray[np.int64]


class Mutable(OneHit):
    """The correct mechanism, cut into the pieces that the mutants replace."""

    def start(self, design: Design, tree: Tree) -> None:
        """Before the walk."""

    def threshold(self, design: Design, tree: Tree) -> int:
        return design.tau

    def noise(self, table: NoiseTable, level: Level) -> Ints:
        return table.sample(len(level))

    def tested(self, level: Level, covered: Ints) -> Ints:
        return level.counts - covered

    def released(self, residual: Ints, noisy: Ints) -> Ints:
        return noisy

    def select(self, design: Design, tree: Tree) -> Selection:
        self.start(design, tree)
        chosen, residuals = [], []
        covered = np.zeros(len(tree.levels[-1]), dtype=np.int64)
        walk = zip(tree.levels, design.tables, tree.sizes_above(), strict=True)
        for level, table, above in reversed(list(walk)):
            residual = self.tested(level, covered)
            noisy = residual + self.noise(table, level)
            hit = noisy >= self.threshold(design, tree)
            chosen.append(hit)
            residuals.append(self.released(residual, noisy)[hit])
            covered = add_to_parents(np.where(hit, level.counts, covered), level.parents, above)
        rest = None
        if design.rest_table is not None:
            rest = tree.total - int(covered[0]) + int(design.rest_table.sample(1)[0])
        return Selection(tuple(reversed(chosen)), tuple(reversed(residuals)), rest)


class CountNoiseDropped(Mutable):
    """Tests with noise, then releases the true residual."""

    def released(self, residual: Ints, noisy: Ints) -> Ints:
        return residual


class UnconditionalCounts(Mutable):
    """Tests and releases f(p), so that one record is in a released value at every level."""

    def tested(self, level: Level, covered: Ints) -> Ints:
        return level.counts


class ReusedGamma(Mutable):
    """One gamma for every node, as in the conference version of the DP-HHH paper."""

    def start(self, design: Design, tree: Tree) -> None:
        self.gamma = design.tables[0].sample(1)

    def noise(self, table: NoiseTable, level: Level) -> Ints:
        return np.repeat(self.gamma, len(level))


class ThresholdFromTotal(Mutable):
    """Raises the threshold with |X|, which is itself private."""

    def threshold(self, design: Design, tree: Tree) -> int:
        return design.tau + tree.total // 4


class RestWithoutNoise(OneHit):
    """Releases the rest as it is."""

    def select(self, design: Design, tree: Tree) -> Selection:
        selection = super().select(replace(design, rest_table=None), tree)
        covered = np.zeros(len(tree.levels[-1]), dtype=np.int64)
        walk = zip(tree.levels, selection.chosen, tree.sizes_above(), strict=True)
        for level, chosen, above in reversed(list(walk)):
            covered = add_to_parents(np.where(chosen, level.counts, covered), level.parents, above)
        return replace(selection, rest=tree.total - int(covered[0]))


def strict_having(design: Design) -> Design:
    """HAVING count > tau - M: drops the nodes at the floor."""
    return replace(design, floor=design.floor + 1)


def narrower(design: Design, scaled: NoiseTable) -> Design:
    """Draws from another table than the one that is certified."""
    return replace(design, tables=(scaled,) * len(design.tables))


# --- a histogram per level ------------------------------------------------------------------------------


class SameNoiseOnEveryLevel(GaussianLevels):
    """One draw for all histograms: the noise cancels in the residuals."""

    def select(self, design: Design, tree: Tree) -> Selection:
        z = int(design.tables[0].sample(1)[0])
        chosen, residuals = [], []
        subtracted = np.zeros(len(tree.levels[-1]), dtype=np.int64)
        for level, above in reversed(list(zip(tree.levels, tree.sizes_above(), strict=True))):
            noisy = level.counts + z
            hit = noisy - subtracted >= design.tau
            chosen.append(hit)
            residuals.append((noisy - subtracted)[hit])
            subtracted = add_to_parents(np.where(hit, noisy, subtracted), level.parents, above)
        return Selection(tuple(reversed(chosen)), tuple(reversed(residuals)), None)


class SecondDraw(GaussianLevels):
    """Tests with one noisy count and releases another one of the same node; certified as one."""

    def select(self, design: Design, tree: Tree) -> Selection:
        tested = super().select(replace(design, rest_table=None), tree)
        again = tuple(
            level.counts[chosen] + table.sample(int(chosen.sum()))
            for level, chosen, table in zip(tree.levels, tested.chosen, design.tables, strict=True)
        )
        return replace(tested, residuals=again)


class TrueCountsSubtracted(GaussianLevels):
    """The rest is the noisy total minus true counts, without noise of its own."""

    def select(self, design: Design, tree: Tree) -> Selection:
        selection = super().select(replace(design, rest_table=None), tree)
        covered = np.zeros(len(tree.levels[-1]), dtype=np.int64)
        walk = zip(tree.levels, selection.chosen, tree.sizes_above(), strict=True)
        for level, chosen, above in reversed(list(walk)):
            covered = add_to_parents(np.where(chosen, level.counts, covered), level.parents, above)
        return replace(selection, rest=tree.total - int(covered[0]))

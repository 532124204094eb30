"""One noisy histogram per level, and the hierarchical heavy hitters of the noisy counts by post-processing.

Every node p of the public hierarchy, present or not, has the noisy count y(p) = f(p) + z(p). Bottom up, its residual
is y(p) minus the y of its maximal selected descendants; p is selected when that reaches tau. The whole
histograms may be published, so everything below is post-processing of them.

Why only nodes with f(p) >= tau - M need a draw: a selected node has y(p) >= tau, because what is subtracted is
a sum of y's that themselves reached tau > 0. So below tau - M nothing can be selected, its descendants (which
count no more) neither, and only the y's of selected nodes are ever used. With tau >= M + 1 that covers every
absent node (DP-HHH paper, sections 3.1 and 3.2; privacy.md, section 3).

The price against one-hit: each record is in h counts instead of one, and a residual carries the noise of all
that was subtracted, so for h > 1 it has no deterministic margin.
"""

from __future__ import annotations

import abc

import numpy as np

from dphh_sql.accounting.calibrate import Calibration
from dphh_sql.accounting.calibrate_levels import level_steps
from dphh_sql.errors import ArgumentError
from dphh_sql.interval_laws import Differences
from dphh_sql.mechanisms.base import Design, Mechanism, checked_tau, rest_words
from dphh_sql.request import Privacy
from dphh_sql.tree import Bools, Ints, Selection, Tree, add_to_parents


class LevelHistograms(Mechanism):
    """Selection and design that the histogram methods share; they differ in their noise and its accounting.

    Never chosen by itself: a hit step is a post-processing of an add step with the same table (release c + z; stop if
    it reaches tau, else forget it), so with the same noise the one-hit mechanism is at least as private.
    """

    @abc.abstractmethod
    def calibrate(self, privacy: Privacy) -> Calibration:
        """The table of every level's histogram and that of the total; (eps, delta) for all of them together."""

    def design(self, privacy: Privacy) -> Design:
        levels, calibration = len(privacy.levels), self.calibrate(privacy)
        table = calibration.table
        smallest = table.bound + 1
        tau = smallest if privacy.tau is None else privacy.tau
        if tau < smallest:
            raise ArgumentError(
                f"tau={tau} is below {smallest}, the smallest threshold that method {self.name} allows at "
                f"eps={privacy.eps:g}, delta={privacy.delta:g} over {levels} level{'s' if levels > 1 else ''}; "
                "raise eps, test fewer levels, leave tau out, or take method=>'auto'.",
                argument="tau",
                value=privacy.tau,
            )
        return self.with_noise(calibration, tau, levels)

    @classmethod
    def with_noise(cls, calibration: Calibration, tau: int, levels: int) -> Design:
        """The design with certified tables, tau > M."""
        table = calibration.table
        return Design(
            mechanism=cls.name,
            steps=tuple(level_steps(table, levels, calibration.rest_table)),
            delta_spent=calibration.delta_spent,
            tau=tau,
            floor=tau - table.bound,
            margin=table.bound if levels == 1 else None,
            tables=(table,) * levels,
            rest_table=calibration.rest_table,
            intervals=Differences,
        )

    def remade(self, design: Design, privacy: Privacy) -> Design:
        tau = checked_tau(privacy, design.tables[0].bound)
        return self.with_noise(design.calibration, tau, len(privacy.levels))

    def select(self, design: Design, tree: Tree) -> Selection:
        chosen: list[Bools] = []
        residuals: list[Ints] = []
        subtracted = np.zeros(len(tree.levels[-1]), dtype=np.int64)
        walk = zip(tree.levels, design.tables, tree.sizes_above(), strict=True)
        for level, table, above in reversed(list(walk)):
            noisy = level.counts + table.sample(len(level))
            residual = noisy - subtracted
            hit = residual >= design.tau
            chosen.append(hit)
            residuals.append(residual[hit])
            subtracted = add_to_parents(np.where(hit, noisy, subtracted), level.parents, above)
        rest = None
        if design.rest_table is not None:
            rest = tree.total + int(design.rest_table.sample(1)[0]) - int(subtracted[0])
        return Selection(tuple(reversed(chosen)), tuple(reversed(residuals)), rest)

    def certain_count(self, design: Design, index: int) -> int | None:
        finest = index == len(design.tables) - 1
        return super().certain_count(design, index) if finest else None

    def margin_note(self, design: Design, beta: float, candidates: int) -> str:
        note = super().margin_note(design, beta, candidates)
        if design.margin is None:
            note += " where nothing below is selected; each selected descendant adds its own noise to a residual"
        return note

    def describe(self, design: Design) -> list[str]:
        table = design.tables[0]
        return [
            "Every prefix of every level gets a noisy count; its residual is that minus the noisy counts of the "
            f"selected prefixes next below it, and it is selected when the residual reaches tau = {design.tau}. The "
            f"noise of a count is an integer within +-{table.bound} (standard deviation {table.sd:.1f}); a residual "
            "carries the noise of everything that was subtracted as well.",
            f"At the finest level, where nothing is subtracted, a count of {design.tau + table.bound} or more is "
            f"always found, one below {design.floor} never.",
            *rest_words(design),
        ]

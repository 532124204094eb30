"""One-hit HHH: one draw per candidate serves its test and its count; a record is in at most one released value.

Bottom up, at each candidate p: v = F(p) + z; select when v >= tau, release v itself as the residual count, and
cover p's mass. Guarantee: add/remove of one row, (eps, delta) for selection, counts and rest row together,
certified by the path accountant on the very table that is sampled (privacy.md, section 3; it replaces
Algorithm 1 of the DP-HHH paper, whose analysis needs thresholds three orders of magnitude larger).
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from dphh_sql.accounting.calibrate import Calibration, calibrate_onehit, onehit_steps
from dphh_sql.errors import ArgumentError
from dphh_sql.mechanisms.base import Design, Mechanism, checked_tau, rest_words
from dphh_sql.request import Privacy
from dphh_sql.tree import Bools, Ints, Selection, Tree, add_to_parents


class OneHit(Mechanism):
    """The certified default of dp_hhh."""

    name: ClassVar[str] = "onehit"
    automatic: ClassVar[bool] = True

    def design(self, privacy: Privacy) -> Design:
        tests = len(privacy.levels)
        calibration = calibrate_onehit(privacy.eps, privacy.delta, tests, privacy.rest)
        table = calibration.table
        smallest = table.bound + 1
        tau = smallest if privacy.tau is None else privacy.tau
        if tau < smallest:
            raise _tau_too_small(privacy, smallest)
        return self.with_noise(calibration, tau, tests)

    @classmethod
    def with_noise(cls, calibration: Calibration, tau: int, tests: int) -> Design:
        """The design with certified tables, tau > M."""
        table = calibration.table
        return Design(
            mechanism=cls.name,
            steps=tuple(onehit_steps(table, tau, tests, calibration.rest_table)),
            delta_spent=calibration.delta_spent,
            tau=tau,
            floor=tau - table.bound,
            margin=table.bound,
            tables=(table,) * tests,
            rest_table=calibration.rest_table,
        )

    def remade(self, design: Design, privacy: Privacy) -> Design:
        tau = checked_tau(privacy, design.tables[0].bound)
        return self.with_noise(design.calibration, tau, len(privacy.levels))

    def margin_note(self, design: Design, beta: float, candidates: int) -> str:
        return f"the residual of every selected prefix is within {design.margin} of the truth, always"

    def describe(self, design: Design) -> list[str]:
        table = design.tables[0]
        return [
            f"A prefix is selected when its residual count plus noise reaches tau = {design.tau}; that noisy value is "
            f"what is released. The noise is an integer within +-{table.bound} (standard deviation {table.sd:.1f}).",
            f"A residual count of {design.tau + table.bound} or more is always found; one below "
            f"{max(design.floor, 1)} never; one of {design.tau} with probability {table.survival(0):.2f}.",
            *rest_words(design),
        ]

    def select(self, design: Design, tree: Tree) -> Selection:
        chosen: list[Bools] = []
        residuals: list[Ints] = []
        covered = np.zeros(len(tree.levels[-1]), dtype=np.int64)
        walk = zip(tree.levels, design.tables, tree.sizes_above(), strict=True)
        for level, table, above in reversed(list(walk)):
            noisy = level.counts - covered + table.sample(len(level))
            hit = noisy >= design.tau
            chosen.append(hit)
            residuals.append(noisy[hit])
            covered = add_to_parents(np.where(hit, level.counts, covered), level.parents, above)
        rest = None
        if design.rest_table is not None:
            rest = tree.total - int(covered[0]) + int(design.rest_table.sample(1)[0])
        return Selection(tuple(reversed(chosen)), tuple(reversed(residuals)), rest)


def _tau_too_small(privacy: Privacy, smallest: int) -> ArgumentError:
    levels = privacy.levels
    fewer = ""
    if len(levels) > 1:
        finest = list(levels[len(levels) // 2 :])
        allowed = calibrate_onehit(privacy.eps, privacy.delta, len(finest), privacy.rest).table.bound + 1
        fewer = f"test fewer levels (levels=>{finest} allows {allowed}), "
    return ArgumentError(
        f"tau={privacy.tau} is below {smallest}, the smallest threshold that eps={privacy.eps:g}, "
        f"delta={privacy.delta:g} over {len(levels)} level{'s' if len(levels) > 1 else ''} allows; "
        f"raise eps, {fewer}or leave tau out.",
        argument="tau",
        value=privacy.tau,
    )

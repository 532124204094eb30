"""Calibration of threshold tests on the way down a tree: `bit`, `cut` and `add` steps (privacy.md, section 5).

What is searched is the margin: M for `bit` and `add`, w + M for `cut`. Delta does not depend on the threshold,
so each table is certified at tau = 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from dphh_sql.accounting.calibrate import LEAST_WEIGHT, interpolated, least_table, out_of_reach
from dphh_sql.accounting.path import LARGEST_EPS
from dphh_sql.accounting.steps import Step, StepKind, add, bit, cut
from dphh_sql.noise import NoiseTable


@dataclass(frozen=True)
class ThresholdNoise:
    """A certified table for some steps of one kind, and w (`between`, 0 but for cuts)."""

    table: NoiseTable
    between: int
    delta_spent: float

    @property
    def margin(self) -> int:
        """w + M."""
        return self.between + self.table.bound


def threshold_steps(kind: StepKind, table: NoiseTable, tau: int, tests: int, between: int = 0) -> list[Step]:
    """What one record can meet: `tests` steps of one kind at the threshold tau (`add` has none)."""
    match kind:
        case StepKind.ADD:
            return [add(table, times=tests)]
        case StepKind.CUT:
            return [cut(table, tau - between, tau + between)] * tests
    return [bit(table, tau)] * tests


SETTINGS = {StepKind.BIT: "bits", StepKind.CUT: "cuts", StepKind.ADD: "adds"}
"""Kind of step -> name of its shipped settings."""


@lru_cache(maxsize=256)
def calibrate_threshold(kind: StepKind, eps: float, delta: float, tests: int) -> ThresholdNoise:
    """The least margin known such that `tests` steps are (eps, delta)-DP for add/remove of one record.

    Raises:
        CalibrationError: no table within the legal bound reaches (eps, delta).
    """
    eps = min(eps, LARGEST_EPS)  # a larger one is served by the noise of this one
    if delta < LEAST_WEIGHT:
        raise out_of_reach(eps, delta)
    guess = interpolated(eps, delta, tests, SETTINGS[kind])
    between = max(1, guess.between) if kind is StepKind.CUT else 0

    def build(table: NoiseTable) -> Sequence[Step]:
        return threshold_steps(kind, table, 0, tests, between)

    found = least_table(build, eps, delta, guess)
    return ThresholdNoise(found.table, between, found.delta_spent)

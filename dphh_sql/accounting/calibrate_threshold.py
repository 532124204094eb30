"""Calibration of threshold tests on the way down a tree: `bit`, `cut` and `add` steps (privacy.md, section 5).

What is searched is the margin: M for `bit` and `add`, w + M for `cut`. Delta does not depend on the threshold,
so each table is certified at tau = 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from dphh_sql.accounting.calibrate import LEAST_WEIGHT, Setting, interpolated, least_table, out_of_reach
from dphh_sql.accounting.path import LARGEST_EPS
from dphh_sql.accounting.steps import Step, StepKind, add, bit, cut
from dphh_sql.errors import CalibrationError
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
    found: list[ThresholdNoise] = []
    refused: CalibrationError | None = None
    for guess in _guesses(kind, eps, delta, tests):

        def build(table: NoiseTable, between: int = guess.between) -> Sequence[Step]:
            return threshold_steps(kind, table, 0, tests, between)

        try:
            certified = least_table(build, eps, delta, guess)
            found.append(ThresholdNoise(certified.table, guess.between, certified.delta_spent))
        except CalibrationError as error:
            refused = error
    if not found:
        assert refused is not None
        raise refused
    return min(found, key=lambda noise: noise.margin)


WIDE_CUTS = 9
"""From so many tests on the best cut may be a wide one; on shorter paths it hardly differs from a bit."""


def _guesses(kind: StepKind, eps: float, delta: float, tests: int) -> list[Setting]:
    """What to search from: a shipped setting alone, else what is near, of this kind and of what tells a little more."""
    own = interpolated(eps, delta, tests, SETTINGS[kind])
    if own.shipped or kind is StepKind.ADD:
        return [own]
    if kind is StepKind.BIT:
        return [own, replace(interpolated(eps, delta, tests, SETTINGS[StepKind.ADD]), shipped=False)]
    narrow = [replace(guess, shipped=False, between=1) for guess in _guesses(StepKind.BIT, eps, delta, tests)]
    return narrow if tests < WIDE_CUTS else [own, *narrow]

"""What the mechanisms that release a sketch have in common.

A row changes each level's sketch in one of two ways, and each costs one noisy value of the same table, so over h
levels a row meets h `add` steps. Which items are tracked is itself private: those that neighbours do not share must
never be released, so a threshold keeps them back with certainty; it is public or made from a released value.
"""

from __future__ import annotations

import abc
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from dphh_sql.accounting.calibrate import Calibration
from dphh_sql.accounting.calibrate_levels import calibrate_levels, level_steps
from dphh_sql.accounting.calibrate_threshold import calibrate_threshold
from dphh_sql.accounting.steps import StepKind
from dphh_sql.errors import ArgumentError
from dphh_sql.mechanisms.base import Design, Mechanism
from dphh_sql.mechanisms.hitters import Hitters
from dphh_sql.noise import NoiseTable
from dphh_sql.request import Privacy
from dphh_sql.streaming.sketch import Sketch
from dphh_sql.streaming.summary import LevelSummary, Summary


@dataclass(frozen=True)
class Line:
    """A bound for any number n of rows: constant + n / rows_per_unit."""

    constant: int
    rows_per_unit: float

    def at(self, n: int) -> int:
        return self.constant + math.floor(n / self.rows_per_unit)

    def __str__(self) -> str:
        growing = f" + n/{self.rows_per_unit:g}" if math.isfinite(self.rows_per_unit) else ""
        return f"{self.constant}{growing}"


class SketchMechanism(Mechanism):
    """A sketch for each level of a stream, in O(counters) memory.

    Guarantee: (eps, delta)-DP for adding or removing one row of the stream, the other rows in the same order, for
    everything that is released of all levels together.
    """

    streamed: ClassVar[bool] = True

    single: ClassVar[bool] = False
    """Whether one sketch can be released only once."""

    rest_row: ClassVar[bool] = False
    """Whether the function can have a row of everything else."""

    @abc.abstractmethod
    def sketch(self, design: Design) -> Sketch:
        """A new sketch of the planned size.

        Raises:
            DphhError: numba is not installed.
        """

    @abc.abstractmethod
    def highest_threshold(self, design: Design) -> Line:
        """The threshold that a noisy counter has to reach is at most this, whatever the stream."""

    @abc.abstractmethod
    def error(self, design: Design) -> Line:
        """A released count is within this of the truth, with certainty (or as far as the plan says)."""

    @abc.abstractmethod
    def certain(self, design: Design) -> Line:
        """From this count on an item is released, with certainty (or as far as the plan says)."""

    @abc.abstractmethod
    def release(self, design: Design, table: NoiseTable, summary: LevelSummary) -> Hitters:
        """Draw the noise of one level and select."""

    def select(self, design: Design, counted: Summary) -> tuple[Hitters, ...]:
        """Per level what is released of its sketch."""
        return tuple(
            self.release(design, table, level) for table, level in zip(design.tables, counted.levels, strict=True)
        )

    def with_noise(self, noise: Calibration, adds: int, privacy: Privacy) -> Design:
        """The design with certified tables, for so many `add` steps in all and the rest row if there is one."""
        table, levels = noise.table, len(privacy.levels)
        least = self.least_tau(table)
        if privacy.tau is not None and privacy.tau < least:
            raise ArgumentError(
                f"tau={privacy.tau} is below {least}, the smallest threshold that eps={privacy.eps:g}, "
                f"delta={privacy.delta:g} over {levels} level{'s' if levels > 1 else ''} allows; raise eps, or leave "
                "tau out.",
                argument="tau",
                value=privacy.tau,
            )
        return Design(
            mechanism=self.name,
            steps=tuple(level_steps(table, adds, noise.rest_table)),
            delta_spent=noise.delta_spent,
            tau=least if privacy.tau is None else privacy.tau,
            floor=1,
            margin=None,
            tables=(table,) * levels,
            rest_table=noise.rest_table,
            parameters=self.sizes(privacy),
        )

    def remade(self, design: Design, privacy: Privacy) -> Design:
        return self.with_noise(design.calibration, len(privacy.levels), privacy)

    def sizes(self, privacy: Privacy) -> Mapping[str, float]:
        """What the plan and the certificate say of the sketch."""
        sizes = {"counters": float(privacy.tracked), "wanted": float(privacy.k or privacy.tracked)}
        return sizes if privacy.n_max is None else {**sizes, "n_max": float(privacy.n_max)}

    def design(self, privacy: Privacy) -> Design:
        return self.with_noise(self.calibrated(privacy, len(privacy.levels)), len(privacy.levels), privacy)

    def calibrated(self, privacy: Privacy, adds: int) -> Calibration:
        """The narrowest table known for so many `add` steps, and that of the rest row if there is one.

        Raises:
            CalibrationError: no table reaches (eps, delta).
        """
        if not (self.rest_row and privacy.rest):
            noise = calibrate_threshold(StepKind.ADD, privacy.eps, privacy.delta, adds)
            return Calibration(noise.table, None, noise.delta_spent)
        shapes = (calibrate_levels(privacy.eps, privacy.delta, adds, True, shape) for shape in (2.0, 1.0))
        return min(shapes, key=lambda found: found.table.bound)

    @abc.abstractmethod
    def least_tau(self, table: NoiseTable) -> int:
        """The smallest public threshold that is legal."""

    # --- what a plan says of it ------------------------------------------------------------------------

    def highest_tau(self, design: Design) -> int:
        return self.highest_threshold(design).at(_rows(design))

    def keep(self, design: Design, index: int, residual: int) -> float:
        """As long as the sketch has room for every item, so that its counters are exact."""
        return twice(design.tables[index]).survival(design.tau - residual)

    def certain_count(self, design: Design, index: int) -> int | None:
        return self.certain(design).at(_rows(design)) if "n_max" in design.parameters else None

    def margin_at(self, design: Design, beta: float, candidates: int) -> int:
        """Within n_max rows; without that bound, the part that does not grow with n."""
        return self.error(design).at(_rows(design))

    def margin_note(self, design: Design, beta: float, candidates: int) -> str:
        return (
            f"with n rows: threshold at most {self.highest_threshold(design)}, a count within {self.error(design)} of "
            f"the truth, an item found for certain from {self.certain(design)} on; {self.memory(design)}"
        )

    def memory(self, design: Design) -> str:
        return f"{design.parameters['counters']:,.0f} counters a level"

    def describe(self, design: Design) -> list[str]:
        return [
            f"The rows are read once, in their order, into a sketch of {self.memory(design)}; "
            f"the neighbour has the other rows in the same order. {self.told(design)}",
            *self.wanted(design),
        ]

    @abc.abstractmethod
    def told(self, design: Design) -> str:
        """What is released, in plain words."""

    def wanted(self, design: Design) -> list[str]:
        """From how many rows on the items with more than n/k rows are found for certain."""
        found, k = self.certain(design), design.parameters["wanted"]
        spare = 1.0 / k - 1.0 / found.rows_per_unit
        if spare <= 0:
            return []
        return [
            f"Every item with more than n/{k:g} of the n rows is found for certain once n is "
            f"{math.ceil(found.constant / spare):,} or more."
        ]


@lru_cache(maxsize=64)
def twice(table: NoiseTable) -> NoiseTable:
    """The law of the sum of two draws (its weights are rounded: for intervals and plans, no certificate)."""
    sums = np.convolve(table.pmf, table.pmf)
    return NoiseTable.from_log_weights(np.log(sums[2 * table.bound :]))


def _rows(design: Design) -> int:
    return int(design.parameters.get("n_max", 0))

"""A discrete Laplace histogram per level, composed by the accountant."""

from __future__ import annotations

from typing import ClassVar

from dphh_sql.accounting.calibrate import Calibration
from dphh_sql.accounting.calibrate_levels import calibrate_levels
from dphh_sql.mechanisms.level_histograms import LevelHistograms
from dphh_sql.request import Privacy


class LaplaceLevels(LevelHistograms):
    """A histogram with cut discrete Laplace noise per level; the noise grows with their number.

    The paper's version (section 3.1) draws noise for every node of the hierarchy, whatever the data, and is pure
    eps-DP. Cutting the noise at M makes absent nodes harmless and costs the delta that the accountant charges.
    Guarantee: (eps, delta) for add/remove of one row, for all levels and the total together.
    """

    name: ClassVar[str] = "laplace_levels"

    def calibrate(self, privacy: Privacy) -> Calibration:
        return calibrate_levels(privacy.eps, privacy.delta, len(privacy.levels), privacy.rest, 1.0)

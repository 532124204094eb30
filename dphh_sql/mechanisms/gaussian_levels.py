"""A discrete Gaussian histogram per level, composed by the accountant."""

from __future__ import annotations

from typing import ClassVar

from dphh_sql.accounting.calibrate import Calibration
from dphh_sql.accounting.calibrate_levels import calibrate_levels
from dphh_sql.mechanisms.level_histograms import LevelHistograms
from dphh_sql.request import Privacy


class GaussianLevels(LevelHistograms):
    """A histogram with cut discrete Gaussian noise per level; the noise grows with the root of their number.

    Guarantee: (eps, delta) for add/remove of one row, for all levels and the total together, certified by the
    accountant on the tables that are sampled.
    """

    name: ClassVar[str] = "gaussian_levels"

    def calibrate(self, privacy: Privacy) -> Calibration:
        return calibrate_levels(privacy.eps, privacy.delta, len(privacy.levels), privacy.rest, 2.0)

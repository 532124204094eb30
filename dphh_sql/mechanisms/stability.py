"""Stability histograms: each level alone is (eps/h, delta/h)-DP, and the levels add up."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import ClassVar

from dphh_sql.accounting.calibrate import MAX_BOUND, Calibration
from dphh_sql.accounting.calibrate_levels import level_steps
from dphh_sql.accounting.path import delta_bound
from dphh_sql.accounting.steps import add
from dphh_sql.errors import CalibrationError
from dphh_sql.mechanisms.level_histograms import LevelHistograms
from dphh_sql.noise import NoiseTable
from dphh_sql.request import Privacy


class Stability(LevelHistograms):
    """A stability histogram per level at (eps/h, delta/h), added up by basic composition.

    The textbook calibration (DP-HHH paper, section 3.2): discrete Laplace noise of scale h/eps, and a threshold that
    a single row passes with probability at most delta/h. The noise is cut where that probability is reached,
    so the threshold is M + 1. The row of everything else is one histogram more. Guarantee: (eps, delta) for
    add/remove of one row, all levels and the total together.
    """

    name: ClassVar[str] = "stability"

    def calibrate(self, privacy: Privacy) -> Calibration:
        return calibrate_stability(privacy.eps, privacy.delta, len(privacy.levels), privacy.rest)


@lru_cache(maxsize=256)
def calibrate_stability(eps: float, delta: float, levels: int, with_rest: bool) -> Calibration:
    """The least M at scale h/eps such that each of the h histograms is (eps/h, delta/h)-DP for one record.

    Raises:
        CalibrationError: it is wider than the legal bound.
    """
    parts = levels + with_rest
    scale = parts / eps
    bound = max(1, math.floor(scale * math.log(math.tanh(0.5 / scale) * parts / delta)))
    while bound <= MAX_BOUND:
        table = NoiseTable.from_family(bound, scale, shape=1.0)
        share = delta_bound([add(table)], eps / parts)
        if parts * share <= delta:
            rest_table = table if with_rest else None
            spent = delta_bound(level_steps(table, levels, rest_table), eps)
            return Calibration(table, rest_table, min(parts * share, spent))
        bound += 1
    raise CalibrationError(
        f"eps={eps:g}, delta={delta:g} over {parts} histograms needs noise wider than {MAX_BOUND}; raise eps or delta",
        argument="eps",
        value=eps,
    )

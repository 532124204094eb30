"""Stability histograms: each level alone is (eps/h, delta/h)-DP, and the levels add up."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import ClassVar

from dphh_sql.accounting.calibrate import LEAST_WEIGHT, MAX_BOUND, Calibration
from dphh_sql.accounting.calibrate_levels import level_steps
from dphh_sql.accounting.path import delta_bound
from dphh_sql.accounting.steps import add
from dphh_sql.errors import CalibrationError
from dphh_sql.mechanisms.base import Design
from dphh_sql.mechanisms.level_histograms import LevelHistograms
from dphh_sql.noise import NoiseTable
from dphh_sql.request import Privacy

WIDER = 1.005
"""The largest loss of a path is then a little below eps, so that no accountant's grid rounds it above."""


LARGEST = 30.0
"""A larger eps is calibrated as this one."""


class Stability(LevelHistograms):
    """A stability histogram per level at (eps/h, delta/h), added up by basic composition.

    The textbook calibration (DP-HHH paper, section 3.2): discrete Laplace noise of scale h/eps, and a threshold that
    a single row passes with probability at most delta/h. The noise is cut where that probability is reached,
    so the threshold is M + 1. The row of everything else is one histogram more. Guarantee: (eps, delta) for
    add/remove of one row, all levels and the total together.
    """

    name: ClassVar[str] = "stability"

    def calibrate(self, privacy: Privacy) -> Calibration:
        eps = min(privacy.eps, LARGEST)  # more private than asked; beyond, the weights are all at their least
        return calibrate_stability(eps, privacy.delta, len(privacy.levels), privacy.rest)

    def delta_again(self, design: Design, privacy: Privacy) -> float:
        """By basic composition, as it was certified."""
        tables = [*design.tables, *([] if design.rest_table is None else [design.rest_table])]
        return sum(delta_bound([add(table)], privacy.eps / len(tables)) for table in tables)


@lru_cache(maxsize=256)
def calibrate_stability(eps: float, delta: float, levels: int, with_rest: bool) -> Calibration:
    """The least M at scale h/eps such that each of the h histograms is (eps/h, delta/h)-DP for one record.

    Raises:
        CalibrationError: it is wider than the legal bound.
    """
    parts = levels + with_rest
    scale = parts / eps * WIDER
    out_of_reach = CalibrationError(
        f"eps={eps:g}, delta={delta:g} over {parts} histograms needs wider or finer noise than can be drawn; "
        "raise eps or delta, or test fewer levels",
        argument="eps",
        value=eps,
    )
    if scale > MAX_BOUND or delta < parts * LEAST_WEIGHT:
        raise out_of_reach
    bound = max(1, math.floor(scale * math.log(math.tanh(0.5 / scale) * parts / delta)))
    failed, stride = bound - 1, 1
    while bound <= MAX_BOUND:
        if _certified(bound, scale, parts, eps, delta, levels, with_rest) is not None:
            break
        failed, bound, stride = bound, bound + stride, 2 * stride
    while bound <= MAX_BOUND and bound - failed > 1:
        middle = (failed + bound) // 2
        fits = _certified(middle, scale, parts, eps, delta, levels, with_rest) is not None
        failed, bound = (failed, middle) if fits else (middle, bound)
    found = _certified(bound, scale, parts, eps, delta, levels, with_rest) if bound <= MAX_BOUND else None
    if found is not None:
        return found
    raise out_of_reach


def _certified(
    bound: int, scale: float, parts: int, eps: float, delta: float, levels: int, with_rest: bool
) -> Calibration | None:
    table = NoiseTable.from_family(bound, scale, shape=1.0)
    share = delta_bound([add(table)], eps / parts)
    rest_table = table if with_rest else None
    if max(parts * share, delta_bound(level_steps(table, levels, rest_table), eps)) > delta:
        return None
    return Calibration(table, rest_table, parts * share)

"""Misra-Gries, released with one shared and one own noise per counter (Lebeda and Tetek, PODS 2023, Algorithm 2).

Released is C[i] + g + w_i where it reaches tau: one g for the whole sketch, a w_i for each counter, all from one
table on -M..M; and, for the intervals, d - g, where d is the number of decrements.

Why it is private: between neighbours either one counter differs by 1, and then w_i pays; or every counter differs
by 1 and d by 1 the other way, and then g pays, which moves C + g and d - g together. It is one or the other, so each
table is calibrated to the whole budget. Items that only one side tracks have a counter of at most 1, and
1 + 2 M < tau: they are never released. (The structure lemma is in `streaming.misra_gries`; Algorithm 3 of the DP-HHH
paper draws fresh noise for each released counter in place of the shared g: when all counters differ that costs one
release a counter.)

What it tells: f - d <= C <= f and d <= n/(counters + 1).
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pyarrow as pa

from dphh_sql.mechanisms.base import Design
from dphh_sql.mechanisms.hitters import Hitters
from dphh_sql.mechanisms.sketches import Line, SketchMechanism, twice
from dphh_sql.noise import NoiseTable
from dphh_sql.streaming.misra_gries import MisraGries
from dphh_sql.streaming.summary import LevelSummary


class MisraGriesHitters(SketchMechanism):
    """dp_heavy_hitters from a Misra-Gries sketch."""

    name: ClassVar[str] = "misra_gries"
    function: ClassVar[str] = "dp_heavy_hitters"

    def sketch(self, design: Design) -> MisraGries:
        return MisraGries(int(design.parameters["counters"]))

    def least_tau(self, table: NoiseTable) -> int:
        return 2 + 2 * table.bound

    def release(self, design: Design, table: NoiseTable, summary: LevelSummary) -> Hitters:
        sketch = summary.sketch
        assert isinstance(sketch, MisraGries)
        shared = int(table.sample(1)[0])
        values = sketch.counts + shared + table.sample(sketch.used)
        hit = values >= design.tau
        at_most = sketch.decrements - shared + table.bound  # of d, a function of the released d - g
        items = summary.items.filter(pa.array(hit))
        return Hitters(summary.level, items, values[hit], design.tau, twice(table), over=0, under=max(0, at_most))

    def highest_threshold(self, design: Design) -> Line:
        return Line(design.tau, np.inf)

    def error(self, design: Design) -> Line:
        return Line(2 * design.tables[0].bound, self._decrements(design))

    def certain(self, design: Design) -> Line:
        return Line(design.tau + 2 * design.tables[0].bound, self._decrements(design))

    def _decrements(self, design: Design) -> float:
        return design.parameters["counters"] + 1

    def told(self, design: Design) -> str:
        bound = design.tables[0].bound
        return (
            f"An item is released when its counter plus two noises within +-{bound}, one for all items and one of its "
            f"own, reaches tau = {design.tau}."
        )


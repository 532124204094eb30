"""SpaceSaving, released behind a threshold that is itself released (Holland, with the gap of Algorithm 3 closed).

First B = min + z + M is drawn, min the smallest counter and z from a table on -M..M, so that B >= min for certain. Then
C[i] + w_i is released where it reaches B + M + 2 (and tau), a w_i of the same table for each counter.

Why it is private: items that only one side tracks have a counter of at most min + 1 <= B + 1, and B + 1 + M is
below the threshold: they are never released. Between neighbours at most one shared counter differs, by 1, and the
minimum by at most 1. Both at once would cost two steps, but then one of them is suppressed: the differing counter y
has C[y] = min and C'[y] = min'. Proof. Counters sum to the number of rows, so with X = X' and one row more, the sums
differ by 1. The states of Holland's Table 1, in which the sketches are after any common continuation, are: (S1) the
same items, C[y] = C'[y] + 1, all else equal; (S2) one unshared item z, z' a side, C[z] = C'[z'] + 1 and
C'[z'] = min', shared counters equal; (S3) one unshared item a side with C[z] = C'[z'] = min', one shared
C[y] = C'[y] + 1; (S4) two unshared items a side, the smaller ones of both at min', shared counters equal. In S3 and S4
C has a counter at min' and none below (shared ones are not below C'), so min = min'. In S2 and S4 no shared counter
differs. In S1 the minima differ only if y alone is at min' in C', and then it is at min' + 1 = min in C. The tests
exhaust all short streams. So a row costs one `add` step of whichever table pays, each calibrated to the whole budget.
(The paper's threshold has |X| in it, which is private.)

What it tells: f <= C <= f + min and min <= n/counters, 0 while a counter is free.
"""

from __future__ import annotations

from typing import ClassVar

import pyarrow as pa

from dphh_sql.mechanisms.base import Design
from dphh_sql.mechanisms.hitters import Hitters
from dphh_sql.mechanisms.sketches import Line, SketchMechanism
from dphh_sql.noise import NoiseTable
from dphh_sql.streaming.space_saving import SpaceSaving
from dphh_sql.streaming.summary import LevelSummary


class SpaceSavingHitters(SketchMechanism):
    """dp_heavy_hitters from a SpaceSaving sketch."""

    name: ClassVar[str] = "space_saving"
    function: ClassVar[str] = "dp_heavy_hitters"

    def sketch(self, design: Design) -> SpaceSaving:
        return SpaceSaving(int(design.parameters["counters"]))

    def least_tau(self, table: NoiseTable) -> int:
        return 2 * table.bound + 2

    def release(self, design: Design, table: NoiseTable, summary: LevelSummary) -> Hitters:
        sketch = summary.sketch
        assert isinstance(sketch, SpaceSaving)
        minimum = sketch.minimum + int(table.sample(1)[0]) + table.bound
        threshold = max(design.tau, minimum + table.bound + 2)
        values = sketch.counts + table.sample(sketch.used)
        hit = values >= threshold
        items = summary.items.filter(pa.array(hit))
        return Hitters(summary.level, items, values[hit], threshold, table, over=minimum)

    def highest_threshold(self, design: Design) -> Line:
        return Line(max(design.tau, 3 * design.tables[0].bound + 2), self._capacity(design))

    def error(self, design: Design) -> Line:
        return Line(design.tables[0].bound, self._capacity(design))

    def certain(self, design: Design) -> Line:
        highest = self.highest_threshold(design)
        return Line(highest.constant + design.tables[0].bound, highest.rows_per_unit)

    def _capacity(self, design: Design) -> float:
        return design.parameters["counters"]

    def told(self, design: Design) -> str:
        bound = design.tables[0].bound
        return (
            f"First an upper bound B of the smallest counter is drawn, at most {2 * bound} above it; then an item is "
            f"released when its counter plus noise within +-{bound} reaches B + {bound + 2} and tau = {design.tau}."
        )

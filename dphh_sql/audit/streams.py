"""Exact output laws of the sketch mechanisms on short streams, against every stream with one row less; their mutants.

The mutants are the published variants that are not private, and a few more mistakes. None is used for anything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import pyarrow as pa

from dphh_sql.accounting.calibrate import Calibration
from dphh_sql.accounting.path import delta_bound
from dphh_sql.accounting.steps import add
from dphh_sql.audit import exact_path
from dphh_sql.audit.enumeration import Law, exact_law, hockey_stick, scripted
from dphh_sql.mechanisms import Design
from dphh_sql.mechanisms.hitters import Hitters
from dphh_sql.mechanisms.misra_gries import MisraGriesHitters
from dphh_sql.mechanisms.sketches import SketchMechanism, twice
from dphh_sql.mechanisms.space_saving import SpaceSavingHitters
from dphh_sql.noise import NoiseTable
from dphh_sql.request import Privacy
from dphh_sql.streaming.misra_gries import MisraGries
from dphh_sql.streaming.space_saving import SpaceSaving
from dphh_sql.streaming.summary import LevelSummary, Summary

Stream = tuple[str, ...]
"""Items that are words of as many letters as there are levels; the key of level i is the first i letters."""

Output = tuple[tuple[int, frozenset[tuple[str, int]], int, int, int], ...]
"""All that the released rows can be made of: per level (level, {(item, value)}, threshold, over, under)."""


def small_design(
    mechanism: SketchMechanism, table: NoiseTable, counters: int, eps: float, levels: int = 1
) -> Design:
    """A design as the mechanism makes it, for a table of our choice; delta as the accountant says."""
    spent = delta_bound([add(table, times=levels)], eps)
    asked = Privacy(eps, spent, f"chars({levels})", tuple(range(1, levels + 1)), counters=counters)
    return mechanism.with_noise(Calibration(table, None, spent), levels, asked)


def summary(mechanism: SketchMechanism, design: Design, stream: Sequence[str]) -> Summary:
    levels = range(1, len(design.tables) + 1)
    found = Summary(levels, lambda: mechanism.sketch(design))
    found.update([pa.array([item[:level] for item in stream], pa.string()) for level in levels])
    return found


def output(found: Sequence[Hitters]) -> Output:
    return tuple(
        (h.level, frozenset(zip(h.items.to_pylist(), h.values.tolist(), strict=True)), h.least, h.over, h.under)
        for h in found
    )


class Laws:
    """The exact laws of one mechanism and design, remembered by the state of the sketches."""

    def __init__(self, mechanism: SketchMechanism, design: Design) -> None:
        self.mechanism, self.design = mechanism, design
        self._known: dict[object, Law[Output]] = {}

    def of(self, stream: Stream) -> Law[Output]:
        found = summary(self.mechanism, self.design, stream)
        state = tuple(self._state(level) for level in found.levels)
        if state not in self._known:
            self._known[state] = exact_law(
                lambda script: output(self.mechanism.select(scripted(self.design, script), found))
            )
        return self._known[state]

    def _state(self, level: LevelSummary) -> object:
        sketch = level.sketch
        assert isinstance(sketch, MisraGries | SpaceSaving)
        counts = frozenset(zip(level.items.to_pylist(), sketch.counts.tolist(), strict=True))
        moved = sketch.decrements if isinstance(sketch, MisraGries) else sketch.minimum
        return counts, moved, int(sketch.counts.sum())

    def possible(self, stream: Stream) -> set[tuple[int, str]]:
        """Every (level, item) that may be released."""
        return {(level, item) for found in self.of(stream) for level, rows, *_ in found for item, _ in rows}

    def unstable(self, stream: Stream) -> bool:
        """Whether an item may be released that a neighbour does not track."""
        return any(
            self.possible(one) - self.tracked(other)
            for shorter in without_one(stream)
            for one, other in ((stream, shorter), (shorter, stream))
        )

    def tracked(self, stream: Stream) -> set[tuple[int, str]]:
        found = summary(self.mechanism, self.design, stream)
        return {(level.level, item) for level in found.levels for item in level.items.to_pylist()}

    def delta(self, stream: Stream, eps: float) -> Fraction:
        """The largest delta of the stream against all with one row less, in both directions."""
        gamma, here = exact_path.above(eps), self.of(stream)
        others = [self.of(shorter) for shorter in without_one(stream)]
        return max(max(hockey_stick(here, there, gamma), hockey_stick(there, here, gamma)) for there in others)


def worst(mechanism: SketchMechanism, design: Design, streams: Sequence[Stream], eps: float) -> Fraction:
    """The largest exact delta over some streams and all their neighbours."""
    laws = Laws(mechanism, design)
    return max(laws.delta(stream, eps) for stream in streams)


def without_one(stream: Stream) -> Iterator[Stream]:
    """Every stream with one row less, in order."""
    return iter({stream[:i] + stream[i + 1 :] for i in range(len(stream))})


class FreshNoisePerCounter(MisraGriesHitters):
    """Algorithm 3 of the DP-HHH paper, as published: tests with g + w, then releases with fresh noise and no g."""

    def release(self, design: Design, table: NoiseTable, summary: LevelSummary) -> Hitters:
        sketch = summary.sketch
        assert isinstance(sketch, MisraGries)
        tested = sketch.counts + int(table.sample(1)[0]) + table.sample(sketch.used)
        hit = tested >= design.tau
        values = sketch.counts[hit] + table.sample(int(hit.sum()))
        return Hitters(summary.level, summary.items.filter(pa.array(hit)), values, design.tau, twice(table))


class OwnNoiseOnly(MisraGriesHitters):
    """No shared noise at all."""

    def release(self, design: Design, table: NoiseTable, summary: LevelSummary) -> Hitters:
        sketch = summary.sketch
        assert isinstance(sketch, MisraGries)
        values = sketch.counts + table.sample(sketch.used)
        hit = values >= design.tau
        return Hitters(summary.level, summary.items.filter(pa.array(hit)), values[hit], design.tau, table)


class LowThreshold(MisraGriesHitters):
    """The threshold of isolated counters one too low: sometimes an item is released that only one side tracks."""

    def least_tau(self, table: NoiseTable) -> int:
        return 1 + 2 * table.bound


class ThresholdFromRows(SpaceSavingHitters):
    """Algorithm 3 of Holland, as published: the threshold is made from |X|, which is private."""

    def release(self, design: Design, table: NoiseTable, summary: LevelSummary) -> Hitters:
        sketch = summary.sketch
        assert isinstance(sketch, SpaceSaving)
        return self._above(design, table, summary, int(sketch.counts.sum()) // sketch.capacity)

    def _above(self, design: Design, table: NoiseTable, summary: LevelSummary, minimum: int) -> Hitters:
        sketch = summary.sketch
        assert isinstance(sketch, SpaceSaving)
        values = sketch.counts + table.sample(sketch.used)
        hit = values >= minimum + table.bound + 2
        return Hitters(summary.level, summary.items.filter(pa.array(hit)), values[hit], design.tau, table)


class TrueMinimum(ThresholdFromRows):
    """The threshold follows the smallest counter itself."""

    def release(self, design: Design, table: NoiseTable, summary: LevelSummary) -> Hitters:
        sketch = summary.sketch
        assert isinstance(sketch, SpaceSaving)
        return self._above(design, table, summary, sketch.minimum)


class MinimumNotCovered(ThresholdFromRows):
    """The noisy minimum without its M on top: it may lie below the minimum."""

    def release(self, design: Design, table: NoiseTable, summary: LevelSummary) -> Hitters:
        sketch = summary.sketch
        assert isinstance(sketch, SpaceSaving)
        return self._above(design, table, summary, sketch.minimum + int(table.sample(1)[0]))


REAL: dict[str, SketchMechanism] = {m.name: m for m in (MisraGriesHitters(), SpaceSavingHitters())}

MUTANTS: tuple[SketchMechanism, ...] = (FreshNoisePerCounter(), OwnNoiseOnly(), ThresholdFromRows(), TrueMinimum())

SHORT: list[Stream] = [tuple("aaaaaa" + more) for more in ("b", "bc", "bcd", "bbcd", "bcdb")]

HEAVY: list[Stream] = [tuple("a" * n + "b" * n + "c" * n + more) for n, more in ((3, "d"), (5, "de"), (9, "d"))]
"""Several items that are released, and one that is not: what moves all counters, or the threshold, shows."""

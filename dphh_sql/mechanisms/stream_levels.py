"""dp_hhh_stream: a sketch for each tested level, composed, and a noisy total for the row of everything else.

A row is in at most one item of each level, and costs one `add` step there (d + 1 of a linear sketch), whichever case
its sketch is in; the levels' noises are independent, so the steps compose. What is selected, and what is subtracted for
descendants, is post-processing (`dphh_sql.hhh_stream`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dphh_sql.mechanisms.base import Design, rest_words
from dphh_sql.mechanisms.hitters import Hitters
from dphh_sql.mechanisms.linear_sketches import CountMinHitters, CountSketchHitters
from dphh_sql.mechanisms.misra_gries import MisraGriesHitters
from dphh_sql.mechanisms.sketches import SketchMechanism
from dphh_sql.mechanisms.space_saving import SpaceSavingHitters
from dphh_sql.streaming.summary import Summary


@dataclass(frozen=True)
class StreamSelection:
    """What is released of a stream: per level the heavy prefixes, and the number of rows (None without rest row)."""

    levels: tuple[Hitters, ...]
    total: int | None


class StreamLevels(SketchMechanism):
    """What the sketches share as mechanisms of dp_hhh_stream."""

    function: ClassVar[str] = "dp_hhh_stream"
    rest_row: ClassVar[bool] = True

    def select(self, design: Design, counted: Summary) -> StreamSelection:  # type: ignore[override]
        levels = super().select(design, counted)
        total = None if design.rest_table is None else counted.rows + int(design.rest_table.sample(1)[0])
        return StreamSelection(levels, total)

    def describe(self, design: Design) -> list[str]:
        return [
            *super().describe(design),
            "A prefix is selected when what is left of its noisy count still reaches the threshold after the least "
            "that the selected prefixes below it can count is taken off.",
            *rest_words(design),
        ]


class SpaceSavingLevels(StreamLevels, SpaceSavingHitters):
    """dp_hhh_stream from SpaceSaving sketches."""

    function: ClassVar[str] = "dp_hhh_stream"
    automatic: ClassVar[bool] = True


class MisraGriesLevels(StreamLevels, MisraGriesHitters):
    """dp_hhh_stream from Misra-Gries sketches."""

    function: ClassVar[str] = "dp_hhh_stream"


class CountMinLevels(StreamLevels, CountMinHitters):
    """dp_hhh_stream from Count-Min sketches."""

    function: ClassVar[str] = "dp_hhh_stream"


class CountSketchLevels(StreamLevels, CountSketchHitters):
    """dp_hhh_stream from CountSketches."""

    function: ClassVar[str] = "dp_hhh_stream"

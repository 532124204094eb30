"""What one pass over a stream leaves behind: a sketch for each tested level."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pyarrow as pa

from dphh_sql.streaming.keys import Integers, Keys, Texts
from dphh_sql.streaming.sketch import Sketch


@dataclass(frozen=True)
class LevelSummary:
    """The sketch of one level and its tracked items as text, one for each of `sketch.tracked`."""

    level: int
    sketch: Sketch
    items: pa.Array


class Summary:
    """The sketches of a stream, fed by batches of rows in their order. Not private by itself."""

    def __init__(self, levels: Sequence[int], new_sketch: Callable[[], Sketch], integers: bool = False) -> None:
        """
        Args:
            levels: coarse to fine.
            new_sketch: makes the sketch of a level.
            integers: whether the items are 64-bit integers (all others are text).
        """
        kind: type[Keys] = Integers if integers else Texts
        self._keys = {level: kind(new_sketch()) for level in levels}
        self.rows = 0
        """How many rows there were, with and without items."""

    def update(self, keys: Sequence[pa.Array]) -> None:
        """A batch of rows: for each level the key of each row, NULL where a row does not reach the level."""
        self.rows += len(keys[0])
        for mine, values in zip(self._keys.values(), keys, strict=True):
            mine.update(values)

    @property
    def levels(self) -> list[LevelSummary]:
        return [LevelSummary(level, keys.sketch, keys.tracked) for level, keys in self._keys.items()]

    @property
    def nbytes(self) -> int:
        """The memory of all sketches and of the tracked items' text."""
        return sum(keys.sketch.nbytes + keys.tracked.nbytes for keys in self._keys.values())

"""What one pass over a stream leaves behind: a sketch for each tested level."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
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

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The whole state, by name."""
        found: dict[str, npt.NDArray[Any]] = {"rows": np.array(self.rows)}
        for level, keys in self._keys.items():
            found |= {f"{level}.{name}": array for name, array in keys.arrays().items()}
        return found

    def restore(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Take over the state of a summary of the same plan."""
        self.rows = int(arrays["rows"])
        for level, keys in self._keys.items():
            prefix = f"{level}."
            keys.restore({n.removeprefix(prefix): a for n, a in arrays.items() if n.startswith(prefix)})

    @property
    def nbytes(self) -> int:
        """The memory of all sketches and of the tracked items' text."""
        return sum(keys.sketch.nbytes + keys.tracked.nbytes for keys in self._keys.values())

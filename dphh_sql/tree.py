"""The candidates of one count as arrays: the tree that the private selection walks, level by level.

Comes from the counting query as one Arrow list; stays in arrays, so a million candidates need no Python loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from dphh_sql.errors import ReleaseError

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Level:
    """The candidates of one level: keys (Arrow text), counts and the index of each parent in the level above."""

    level: int
    keys: pa.Array
    counts: Ints
    parents: Ints

    def __len__(self) -> int:
        return len(self.counts)


@dataclass(frozen=True)
class Tree:
    """All candidates, coarse to fine, and the exact total of all rows (including those under no prefix)."""

    levels: tuple[Level, ...]
    total: int

    @classmethod
    def from_candidates(cls, candidates: pa.StructArray, total: int, levels: Sequence[int]) -> Tree:
        """Link each candidate to its parent by exact key.

        A parent counts at least what its child counts, so it is a candidate too; a child whose parent key is
        missing would not fit the accounting and is refused (privacy.md, section 1).

        Raises:
            ReleaseError: an orphan.
        """
        numbers = candidates.field("level").to_numpy(zero_copy_only=False)
        if (numbers[1:] < numbers[:-1]).any():
            by_level = np.argsort(numbers, kind="stable")
            candidates, numbers = candidates.take(pa.array(by_level)), numbers[by_level]
        ends = np.searchsorted(numbers, np.array(levels, dtype=numbers.dtype), side="right")
        built: list[Level] = []
        for level, start, end in zip(levels, [0, *ends], ends, strict=False):
            mine = candidates.slice(start, end - start)
            counts = mine.field("n").to_numpy(zero_copy_only=False).astype(np.int64, copy=False)
            if not built:
                parents = np.zeros(len(counts), dtype=np.int64)
            else:
                found = pc.index_in(mine.field("parent"), value_set=built[-1].keys)
                if found.null_count:
                    raise ReleaseError("the count is inconsistent: a prefix has no parent; nothing was drawn")
                parents = found.to_numpy(zero_copy_only=False).astype(np.int64)
            built.append(Level(level, mine.field("key"), counts, parents))
        return cls(tuple(built), total)

    def restricted(self, kept: Sequence[Bools]) -> Tree:
        """The candidates marked in `kept` alone, an ancestor-closed set."""
        built: list[Level] = []
        places = np.zeros(1, dtype=np.int64)  # of each old node of the level above among the new ones
        for level, mine in zip(self.levels, kept, strict=True):
            parents = places[level.parents[mine]]
            built.append(Level(level.level, level.keys.filter(pa.array(mine)), level.counts[mine], parents))
            places = np.cumsum(mine) - 1
        return Tree(tuple(built), self.total)

    def sizes_above(self) -> list[int]:
        """For each level, how many nodes its parents are among (1 for the coarsest: the root)."""
        return [1, *(len(level) for level in self.levels[:-1])]


@dataclass(frozen=True)
class Selection:
    """The outcome of a private selection, arrays parallel to the levels of the tree.

    Attributes:
        chosen: per level, which candidates are selected.
        residuals: per level, the released residual count of each chosen candidate (in order).
        rest: the released residual of the root, or None when the rest row is not asked for.
    """

    chosen: tuple[Bools, ...]
    residuals: tuple[Ints, ...]
    rest: int | None


def add_to_parents(values: Ints, parents: Ints, size: int) -> Ints:
    """Sum `values` by parent, exactly (integers).

    >>> add_to_parents(np.array([1, 2, 4]), np.array([0, 1, 0]), 2).tolist()
    [5, 2]
    """
    sums = np.zeros(size, dtype=np.int64)
    np.add.at(sums, parents, values)
    return sums

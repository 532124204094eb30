"""What every sketch of one stream of 64-bit keys can do."""

from __future__ import annotations

import abc
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from dphh_sql.streaming.kernels import Ints, require_numba


class Sketch(abc.ABC):
    """At most `capacity` tracked keys, in O(capacity) memory. Not private by itself."""

    name: ClassVar[str]
    """Its `sketch`."""

    keys: Ints
    """The tracked keys are the first `used`."""

    def __init__(self, capacity: int) -> None:
        require_numba(self.name)
        self.capacity = capacity

    @property
    @abc.abstractmethod
    def used(self) -> int:
        """How many keys are tracked."""

    @property
    def tracked(self) -> Ints:
        """The tracked keys, in the order of their slots, which says nothing."""
        return self.keys[: self.used]

    @abc.abstractmethod
    def update(self, keys: Ints) -> None:
        """One row for each key, in order; a key is the item itself."""

    @abc.abstractmethod
    def update_ranked(self, keys: Ints, items: pa.Array) -> None:
        """One row for each key, in order; a key is the index of its item in `items`, which are in byte order."""

    @abc.abstractmethod
    def rename(self, keys: Ints) -> None:
        """Give the tracked items other keys, one for each of `tracked`, all distinct."""

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The whole state, by name."""
        return {name: array for name, array in vars(self).items() if isinstance(array, np.ndarray)}

    def restore(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Take over the state of a sketch of the same size."""
        for name, mine in self.arrays().items():
            mine[...] = arrays[name]

    @property
    def nbytes(self) -> int:
        """What its arrays take."""
        return sum(array.nbytes for array in self.arrays().values())


class CounterSketch(Sketch):
    """A sketch that has one counter for each tracked key."""

    @property
    @abc.abstractmethod
    def counts(self) -> Ints:
        """The counter of each of `tracked`."""

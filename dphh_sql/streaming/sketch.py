"""What every sketch of one stream of 64-bit keys can do."""

from __future__ import annotations

import abc
from typing import ClassVar

import numpy as np

from dphh_sql.streaming.kernels import Ints, require_numba


class Sketch(abc.ABC):
    """At most `capacity` tracked keys, in O(capacity) memory. Not private by itself."""

    name: ClassVar[str]
    """Its `sketch`."""

    ordered: ClassVar[bool] = False
    """Whether the order of the keys matters: then keys that stand for items must be ranks in the items' order."""

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
    def rename(self, keys: Ints) -> None:
        """Give the tracked items other keys, one for each of `tracked`, all distinct."""

    @property
    def nbytes(self) -> int:
        """What its arrays take."""
        return sum(array.nbytes for array in vars(self).values() if isinstance(array, np.ndarray))


class CounterSketch(Sketch):
    """A sketch that has one counter for each tracked key."""

    @abc.abstractmethod
    def update(self, keys: Ints, ranked: bool = False) -> None:
        """One row for each key, in order.

        Args:
            ranked: keys are ranks below 2**32 in the items' order, the same as those of the tracked ones.
        """

    @property
    @abc.abstractmethod
    def counts(self) -> Ints:
        """The counter of each of `tracked`."""

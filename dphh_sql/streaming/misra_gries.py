"""Misra-Gries in the variant of Lebeda and Tetek (PODS 2023): counters that reach zero stay until they are needed.

With k counters: a tracked item counts up; another one takes over the *smallest key* among the zero counters, or, if
there is none, everybody counts down. For every item f - n/(k+1) <= C <= f.

How it differs between a stream and the same with one row more (their Lemma 8; the tests exhaust all short streams):
either one counter by 1, or every tracked counter by 1 in the same direction, the number of decrements by 1 in the
other; at most two items on either side are not tracked on the other, and their counters are at most 1. It needs one
order of the items that does not depend on the stream: that of `order_of`.

A counter is kept as its value plus the number of decrements so far, so a decrement touches none. Which counters are
then zero is found by one scan a decrement; there is at most one in k + 1 rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from dphh_sql.streaming.kernels import Ints, compiled, fill, find, mix, remove, table_size
from dphh_sql.streaming.sketch import CounterSketch


@compiled
def order_of(key: Any, ranked: Any) -> Any:
    """The place of a key in the order of all items, as an unsigned integer.

    Ranks (`keys.Texts`) are in the items' order already and below 2**32; other keys are ordered by `mix`, which is a
    bijection, so that no two share a place.
    """
    return np.uint64(key) << np.uint64(32) if ranked else mix(key)


@compiled
def _sort_zeros(keys: Any, levels: Any, decrements: Any, ranked: Any, zeros: Any, starts: Any) -> Any:
    """The slots of the zero counters into `zeros`, ascending by order; returns how many.

    By the leading bits first, which are well spread, so the insertion sort that follows moves little.
    """
    found = 0
    for slot in range(len(levels)):
        if levels[slot] == decrements:
            found += 1
    if found == 0:
        return 0
    highest = np.uint64(0)
    for slot in range(len(levels)):
        if levels[slot] == decrements:
            highest = max(highest, order_of(keys[slot], ranked))
    shift = np.uint64(0)
    while (highest >> shift) >= np.uint64(len(starts) - 1):
        shift += np.uint64(1)
    starts[:] = 0
    for slot in range(len(levels)):
        if levels[slot] == decrements:
            starts[np.int64(order_of(keys[slot], ranked) >> shift) + 1] += 1
    for i in range(1, len(starts)):
        starts[i] += starts[i - 1]
    for slot in range(len(levels)):
        if levels[slot] == decrements:
            bucket = np.int64(order_of(keys[slot], ranked) >> shift)
            zeros[starts[bucket]] = slot
            starts[bucket] += 1
    for i in range(1, found):
        slot = zeros[i]
        order = order_of(keys[slot], ranked)
        j = i - 1
        while j >= 0 and order_of(keys[zeros[j]], ranked) > order:
            zeros[j + 1] = zeros[j]
            j -= 1
        zeros[j + 1] = slot
    return found


@compiled
def _update(items: Any, ranked: Any, keys: Any, levels: Any, places: Any, zeros: Any, starts: Any, state: Any) -> None:
    used, decrements, next_zero, n_zeros = state[0], state[1], state[2], state[3]
    capacity = len(keys)
    for key in items:
        hashed = mix(key)
        at = find(places, keys, key, hashed)
        slot = places[at]
        if slot >= 0:
            levels[slot] += 1
            continue
        if used < capacity:
            keys[used] = key
            levels[used] = decrements + 1
            places[at] = used
            used += 1
            continue
        while next_zero < n_zeros and levels[zeros[next_zero]] != decrements:
            next_zero += 1
        if next_zero == n_zeros:
            decrements += 1
            n_zeros = _sort_zeros(keys, levels, decrements, ranked, zeros, starts)
            next_zero = 0
            continue
        slot = zeros[next_zero]
        next_zero += 1
        remove(places, keys, find(places, keys, keys[slot], mix(keys[slot])))
        keys[slot] = key
        levels[slot] = decrements + 1
        places[find(places, keys, key, hashed)] = slot
    state[0], state[1], state[2], state[3] = used, decrements, next_zero, n_zeros


class MisraGries(CounterSketch):
    """`capacity` counters; see the module."""

    name = "misra_gries"

    def __init__(self, capacity: int) -> None:
        super().__init__(capacity)
        self.keys = np.zeros(capacity, dtype=np.int64)
        self.levels = np.zeros(capacity, dtype=np.int64)
        self.places = np.full(table_size(capacity), -1, dtype=np.int32)
        self.zeros = np.zeros(capacity, dtype=np.int32)
        self.starts = np.zeros(table_size(capacity) // 2 + 1, dtype=np.int64)
        self.state = np.zeros(4, dtype=np.int64)

    def update(self, keys: Ints) -> None:
        self._update(keys, False)

    def update_ranked(self, keys: Ints, items: pa.Array) -> None:
        self._update(keys, True)

    def _update(self, keys: Ints, ranked: bool) -> None:
        _update(keys, ranked, self.keys, self.levels, self.places, self.zeros, self.starts, self.state)

    @property
    def used(self) -> int:
        return int(self.state[0])

    @property
    def decrements(self) -> int:
        """How far a counter can be below the truth."""
        return int(self.state[1])

    @property
    def counts(self) -> Ints:
        return np.asarray(self.levels[: self.used] - self.decrements)

    def rename(self, keys: Ints) -> None:
        self.keys[: self.used] = keys
        fill(self.places, self.keys, self.used)

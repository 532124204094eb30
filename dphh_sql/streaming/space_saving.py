"""SpaceSaving (Metwally et al.) with the eviction rule of Holland: among the smallest counters, the most recent item.

With k counters: a tracked item counts up; another one takes a free counter at 1, or takes over the smallest counter,
which counts up. Counters sum to the number of rows, and for every tracked item f <= C <= f + min, for every other
one f <= min; min <= n/k, and 0 while a counter is free.

How it differs between a stream and the same with one row more (Holland, Lemma 4; the tests exhaust all short
streams): at most one shared item's counter, by 1; the minimum by at most 1; at most two items on either side are not
tracked on the other, with counters of at most the minimum plus 1. And if the minima differ, a shared counter that
differs is the smallest one on both sides (see `mechanisms.space_saving`).

While the minimum stays, counters only leave it: those that had it are a stack, the most recent on top, which is worked
off and never grows. Those that reach the next value meanwhile are appended to a log, in the order of their last
occurrence. When the stack is empty, the log becomes the next stack, on top of those that had reached this value
before; they are found by one scan and sorted. There is at most one in k rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from dphh_sql.streaming.kernels import Ints, compiled, fill, find, mix, remove, table_size
from dphh_sql.streaming.sketch import CounterSketch


@compiled
def _next_stack(values: Any, last: Any, stack: Any, log: Any, n_log: Any, log_start: Any, minimum: Any) -> Any:
    """The stack of the new minimum; returns (its size, the minimum). `minimum` is the old one."""
    lowest = values.min()
    since = log_start if lowest == minimum + 1 else np.int64(1) << np.int64(62)
    older = np.nonzero((values == lowest) & (last < since))[0]
    older = older[np.argsort(last[older])]
    size = len(older)
    stack[:size] = older
    if lowest == minimum + 1:
        for i in range(n_log):
            if values[log[i]] == lowest:
                stack[size] = log[i]
                size += 1
    return size, lowest


@compiled
def _update(items: Any, keys: Any, values: Any, last: Any, places: Any, stack: Any, log: Any, state: Any) -> None:
    used, time, minimum, size, n_log, log_start = state[0], state[1], state[2], state[3], state[4], state[5]
    capacity = len(keys)
    for key in items:
        hashed = mix(key)
        at = find(places, keys, key, hashed)
        slot = places[at]
        if slot < 0:
            if used < capacity:
                slot = np.int32(used)
                used += 1
                places[at] = slot
            else:
                while size > 0 and values[stack[size - 1]] != minimum:
                    size -= 1
                if size == 0:
                    size, minimum = _next_stack(values, last, stack, log, n_log, log_start, minimum)
                    n_log, log_start = 0, time
                slot = stack[size - 1]
                size -= 1
                remove(places, keys, find(places, keys, keys[slot], mix(keys[slot])))
                places[find(places, keys, key, hashed)] = slot
            keys[slot] = key
        values[slot] += 1
        last[slot] = time
        time += 1
        if values[slot] == minimum + 1:
            log[n_log] = slot
            n_log += 1
    state[0], state[1], state[2], state[3], state[4], state[5] = used, time, minimum, size, n_log, log_start


class SpaceSaving(CounterSketch):
    """`capacity` counters; see the module."""

    name = "space_saving"

    def __init__(self, capacity: int) -> None:
        super().__init__(capacity)
        self.keys = np.zeros(capacity, dtype=np.int64)
        self.values = np.zeros(capacity, dtype=np.int64)
        self.last = np.zeros(capacity, dtype=np.int64)
        self.places = np.full(table_size(capacity), -1, dtype=np.int32)
        self.stack = np.zeros(capacity, dtype=np.int32)
        self.log = np.zeros(capacity, dtype=np.int32)
        self.state = np.zeros(6, dtype=np.int64)

    def update_ranked(self, keys: Ints, items: pa.Array) -> None:
        self.update(keys)

    def update(self, keys: Ints) -> None:
        _update(keys, self.keys, self.values, self.last, self.places, self.stack, self.log, self.state)

    @property
    def used(self) -> int:
        return int(self.state[0])

    @property
    def counts(self) -> Ints:
        return self.values[: self.used]

    @property
    def minimum(self) -> int:
        """How far a counter can be above the truth; 0 while one is free."""
        return int(self.values.min())

    def rename(self, keys: Ints) -> None:
        self.keys[: self.used] = keys
        fill(self.places, self.keys, self.used)

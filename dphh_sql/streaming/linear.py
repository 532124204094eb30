"""Count-Min and CountSketch with tracked candidates: d rows of w counters, and the items with the largest estimates.

Each row of the stream adds 1 (CountSketch: or -1) to one counter of each of the d rows, wherever a hash of the item
says. An item is tracked with the estimate of its last occurrence as its score; an untracked one takes the place of the
least score if its estimate is larger.

Hash functions are drawn from the operating system's entropy, one set a sketch, and never shown. An item is two numbers
below p = 2**61 - 1: the halves of an integer, or for text two polynomials in random points, and a row's counter is
(a x + b y + c mod p) mod w. So two different items share a counter of a row with probability at most
(1 + w/p)**2 / w, independently over the rows, unless both polynomials agree (`TEXT_COLLISION`). The signs of
CountSketch come from a cubic polynomial in a random combination of the two: four-wise independent, but for items whose
combinations agree (at most 1/p for a pair), which then count as one item in that row.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from dphh_sql import entropy
from dphh_sql.streaming.kernels import Ints, UInts, compiled, fill, find, mix, remove, table_size
from dphh_sql.streaming.sketch import Sketch

PRIME = 2**61 - 1
LONGEST = 2**16
"""Longer texts (in bytes) have no item: the polynomials' degree must have a public bound."""

TEXT_COLLISION = ((LONGEST // 4 + 2) / PRIME) ** 2
"""Two different texts have the same two numbers with at most this probability."""

_A, _B, _C, _MIX, _SIGN = 0, 1, 2, 3, 4
"""Columns of `hashes`: the row's counter, the combination, and from `_SIGN` on the four coefficients of the sign."""


@compiled
def _times(a: Any, b: Any) -> Any:
    """a b mod p, for a, b < p: the product in parts of 64 bits, whose weights mod p are 1, 2**3 and 2**32."""
    low32 = np.uint64(0xFFFFFFFF)
    a1, a0 = a >> np.uint64(32), a & low32
    b1, b0 = b >> np.uint64(32), b & low32
    middle = a1 * b0 + a0 * b1  # below 2**62
    high = (a1 * b1) << np.uint64(3)  # a1 b1 2**64 = a1 b1 2**3; below 2**61
    low = a0 * b0
    shifted = ((middle & np.uint64(0x1FFFFFFF)) << np.uint64(32)) + (middle >> np.uint64(29))
    total = (low & np.uint64(PRIME)) + (low >> np.uint64(61)) + high + shifted
    total = (total & np.uint64(PRIME)) + (total >> np.uint64(61))
    return total - np.uint64(PRIME) if total >= np.uint64(PRIME) else total


@compiled
def _plus(a: Any, b: Any) -> Any:
    total = a + b
    return total - np.uint64(PRIME) if total >= np.uint64(PRIME) else total


@compiled
def _places_of(x: Any, y: Any, hashes: Any, width: Any, signed: Any, found: Any) -> None:
    """Into `found`, for each row: 2 * (the item's counter) + (1 when it counts down)."""
    for row in range(len(hashes)):
        h = hashes[row]
        cell = _plus(_plus(_times(h[_A], x), _times(h[_B], y)), h[_C]) & np.uint64(width - 1)
        down = np.uint64(0)
        if signed:
            z = _plus(x, _times(h[_MIX], y))
            value = h[_SIGN]
            for i in range(1, 4):
                value = _plus(_times(value, z), h[_SIGN + i])
            down = value & np.uint64(1)
        found[row] = np.int32(2 * cell + down)


@compiled
def _estimate(cells: Any, found: Any, signed: Any, scratch: Any) -> Any:
    """The minimum of the item's counters, or the median with their signs."""
    depth = len(found)
    if not signed:
        least = cells[0, found[0] >> 1]
        for row in range(1, depth):
            least = min(least, cells[row, found[row] >> 1])
        return least
    for row in range(depth):
        value = cells[row, found[row] >> 1]
        if found[row] & 1:
            value = -value
        i = row
        while i > 0 and scratch[i - 1] > value:
            scratch[i] = scratch[i - 1]
            i -= 1
        scratch[i] = value
    return scratch[depth // 2]


@compiled
def _settle(heap: Any, at: Any, scores: Any, slot: Any, size: Any) -> None:
    """Move a slot up and down the heap (least score first) to where its score belongs."""
    i = at[slot]
    while i > 0 and scores[heap[(i - 1) // 2]] > scores[slot]:
        heap[i] = heap[(i - 1) // 2]
        at[heap[i]] = i
        i = (i - 1) // 2
    while True:
        child = 2 * i + 1
        if child + 1 < size and scores[heap[child + 1]] < scores[heap[child]]:
            child += 1
        if child >= size or scores[heap[child]] >= scores[slot]:
            break
        heap[i] = heap[child]
        at[heap[i]] = i
        i = child
    heap[i] = slot
    at[slot] = i


@compiled
def _update(
    items: Any, prints: Any, cells: Any, hashes: Any, signed: Any, keys: Any, places: Any, where: Any, scores: Any,
    heap: Any, at: Any, state: Any,
) -> None:  # fmt: skip
    used = state[0]
    capacity, depth, width = len(keys), len(hashes), cells.shape[1]
    fresh = np.empty(depth, dtype=np.int32)
    scratch = np.empty(depth, dtype=np.int64)
    for key in items:
        if len(prints) > 0 and prints[key, 0] > np.uint64(PRIME):
            continue  # a text that is too long
        hashed = mix(key)
        place = find(places, keys, key, hashed)
        slot = places[place]
        if slot >= 0:
            found = where[slot]
        else:
            found = fresh
            if len(prints) > 0:
                x, y = prints[key, 0], prints[key, 1]
            else:
                x, y = np.uint64(key) >> np.uint64(32), np.uint64(key) & np.uint64(0xFFFFFFFF)
            _places_of(x, y, hashes, width, signed, found)
        state[1] += 1
        for row in range(depth):
            cells[row, found[row] >> 1] += 1 - 2 * (found[row] & 1)
        estimate = _estimate(cells, found, signed, scratch)
        if slot < 0:
            if used < capacity:
                slot = np.int32(used)
                used += 1
                heap[slot] = slot
                at[slot] = slot
                places[place] = slot
            elif estimate > scores[heap[0]]:
                slot = heap[0]
                remove(places, keys, find(places, keys, keys[slot], mix(keys[slot])))
                places[find(places, keys, key, hashed)] = slot
            else:
                continue
            keys[slot] = key
            where[slot] = fresh
        scores[slot] = estimate
        _settle(heap, at, scores, slot, used)
    state[0] = used


@compiled
def _estimates(cells: Any, where: Any, used: Any, signed: Any, found: Any) -> None:
    scratch = np.empty(where.shape[1], dtype=np.int64)
    for slot in range(used):
        found[slot] = _estimate(cells, where[slot], signed, scratch)


@compiled
def _prints(offsets: Any, data: Any, points: Any, found: Any) -> None:
    """The two numbers of each text: polynomials in the points, of words of four bytes, one more for the length."""
    for i in range(len(found)):
        start, stop = offsets[i], offsets[i + 1]
        if stop - start > LONGEST:
            found[i, 0] = np.uint64(PRIME + 1)
            continue
        for j in range(2):
            value = np.uint64(stop - start + 1)
            at = start
            while at < stop:
                word = np.uint64(0)
                for byte in range(at, min(at + 4, stop)):
                    word = (word << np.uint64(8)) | np.uint64(data[byte])
                value = _plus(_times(value, points[j]), word)
                at += 4
            found[i, j] = value


class LinearSketch(Sketch):
    """`depth` rows of `width` counters and `capacity` tracked items."""

    signed: bool

    def __init__(self, capacity: int, depth: int, width: int) -> None:
        """
        Args:
            width: a power of two.
        """
        super().__init__(capacity)
        self.keys = np.zeros(capacity, dtype=np.int64)
        self.places = np.full(table_size(capacity), -1, dtype=np.int32)
        self.cells = np.zeros((depth, width), dtype=np.int64)
        self.hashes = field_elements(8 * depth).reshape(depth, 8)
        self.points = field_elements(2)
        self.where = np.zeros((capacity, depth), dtype=np.int32)
        self.scores = np.zeros(capacity, dtype=np.int64)
        self.heap = np.zeros(capacity, dtype=np.int32)
        self.at = np.zeros(capacity, dtype=np.int32)
        self.state = np.zeros(2, dtype=np.int64)

    def update(self, keys: Ints) -> None:
        self._update(keys, np.zeros((0, 2), dtype=np.uint64))

    def update_ranked(self, keys: Ints, items: pa.Array) -> None:
        _, offsets, data = items.buffers()
        prints = np.zeros((len(items), 2), dtype=np.uint64)
        starts = np.frombuffer(offsets, dtype=np.int64)[items.offset : items.offset + len(items) + 1]
        text = np.frombuffer(data, dtype=np.uint8) if data is not None else np.zeros(0, dtype=np.uint8)
        _prints(starts, text, self.points, prints)
        self._update(keys, prints)

    def _update(self, keys: Ints, prints: UInts) -> None:
        _update(
            keys, prints, self.cells, self.hashes, self.signed, self.keys, self.places, self.where, self.scores,
            self.heap, self.at, self.state,
        )  # fmt: skip

    @property
    def used(self) -> int:
        return int(self.state[0])

    @property
    def rows(self) -> int:
        """How many rows were counted."""
        return int(self.state[1])

    def estimates(self, cells: Ints) -> Ints:
        """The estimate of each of `tracked` from (noisy) counters."""
        found = np.zeros(self.used, dtype=np.int64)
        _estimates(cells, self.where, self.used, self.signed, found)
        return found

    def rename(self, keys: Ints) -> None:
        self.keys[: self.used] = keys
        fill(self.places, self.keys, self.used)


class CountMin(LinearSketch):
    """The estimate is the least of an item's counters: never below the truth."""

    name = "count_min"
    signed = False


class CountSketch(LinearSketch):
    """The estimate is the median of an item's counters, each with its sign. `depth` is odd."""

    name = "count_sketch"
    signed = True


def field_elements(n: int) -> UInts:
    """Uniform numbers below p: 61 bits each, drawn again where they are p."""
    found = entropy.uint64s(n) >> np.uint64(3)
    while (again := found == PRIME).any():
        found = np.where(again, entropy.uint64s(n) >> np.uint64(3), found)
    return np.asarray(found)

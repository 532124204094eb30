"""The structure lemmas, on all short streams and all their neighbours: what the privacy of the releases rests on.

For every pair (X, X') where X' is X without one row. For SpaceSaving the names of items do not matter, so streams are
taken up to renaming, over any alphabet; for Misra-Gries the order of the items does.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np
import pytest

pytest.importorskip("numba")

from dphh_sql.streaming.misra_gries import MisraGries
from dphh_sql.streaming.space_saving import SpaceSaving

Stream = tuple[int, ...]
State = tuple[dict[int, int], int]


def up_to_renaming(length: int) -> Iterator[Stream]:
    """Each stream whose items are numbered in the order of their first occurrence."""
    if length == 0:
        yield ()
        return
    for shorter in up_to_renaming(length - 1):
        for item in range(max(shorter, default=-1) + 2):
            yield (*shorter, item)


def renamed(stream: Stream) -> tuple[Stream, list[int]]:
    """The stream numbered so, and the item behind each number."""
    items = list(dict.fromkeys(stream))
    return tuple(map(items.index, stream)), items


def without_one(stream: Stream) -> Iterator[Stream]:
    return (stream[:i] + stream[i + 1 :] for i in range(len(stream)))


@cache
def space_saving(stream: Stream, k: int) -> State:
    sketch = SpaceSaving(k)
    sketch.update(np.array(stream, dtype=np.int64))
    return dict(zip(sketch.tracked.tolist(), sketch.counts.tolist(), strict=True)), sketch.minimum


@cache
def misra_gries(stream: Stream, k: int) -> State:
    sketch = MisraGries(k)
    sketch.update_ranked(np.array(stream, dtype=np.int64), None)
    return dict(zip(sketch.tracked.tolist(), sketch.counts.tolist(), strict=True)), sketch.decrements


def check_space_saving(here: State, there: State) -> None:
    (counters, least), (fewer, fewer_least) = here, there
    shared = counters.keys() & fewer.keys()
    differing = [y for y in shared if counters[y] != fewer[y]]
    assert len(differing) <= 1
    assert all(counters[y] == fewer[y] + 1 for y in differing)
    assert least - fewer_least in (0, 1)
    for tracked, minimum in ((counters, least), (fewer, fewer_least)):
        unshared = tracked.keys() - shared
        assert len(unshared) <= 2
        assert all(tracked[y] <= minimum + 1 for y in unshared)
    if least != fewer_least:  # then the released minimum pays alone: the counter is suppressed on both sides
        assert all(counters[y] == least and fewer[y] == fewer_least for y in differing)


def check_misra_gries(here: State, there: State) -> None:
    (counters, decrements), (fewer, fewer_decrements) = here, there
    shared = counters.keys() & fewer.keys()
    changes = {y: counters[y] - fewer[y] for y in shared}
    if decrements == fewer_decrements:
        assert sorted(changes.values())[:-1] == [0] * (len(shared) - 1) if shared else True
        assert set(changes.values()) <= {0, 1}
    else:
        assert decrements == fewer_decrements + 1
        assert set(changes.values()) <= {-1}
    for tracked in (counters, fewer):
        unshared = tracked.keys() - shared
        assert len(unshared) <= 2
        assert all(tracked[y] <= 1 for y in unshared)


def all_space_saving(length: int, k: int) -> None:
    for stream in up_to_renaming(length):
        here = space_saving(stream, k)
        for shorter in set(without_one(stream)):
            plain, items = renamed(shorter)
            counters, least = space_saving(plain, k)
            check_space_saving(here, ({items[y]: n for y, n in counters.items()}, least))


def all_misra_gries(alphabet: int, length: int, k: int) -> None:
    for stream in product(range(alphabet), repeat=length):
        here = misra_gries(stream, k)
        for shorter in set(without_one(stream)):
            check_misra_gries(here, misra_gries(shorter, k))


@pytest.mark.parametrize("k", [1, 2, 3, 4])
@pytest.mark.parametrize("length", [1, 4, 7])
def test_space_saving_on_neighbours(length, k):
    all_space_saving(length, k)


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize(("alphabet", "length"), [(3, 5), (4, 6)])
def test_misra_gries_on_neighbours(alphabet, length, k):
    all_misra_gries(alphabet, length, k)


@pytest.mark.slow
@pytest.mark.parametrize("k", [2, 3, 4])
def test_space_saving_on_longer_neighbours(k):
    all_space_saving(8, k)
    all_space_saving(9, k)
    space_saving.cache_clear()


@pytest.mark.slow
@pytest.mark.parametrize("k", [2, 3])
def test_misra_gries_on_longer_neighbours(k):
    all_misra_gries(4, 8, k)
    misra_gries.cache_clear()


# --- the checks can fail: the same sketches with another choice of what to evict ------------------------------


def space_saving_by_row_number(stream: Stream, k: int) -> State:
    """Evicts one of the smallest counters by the number of the row, which a removed row shifts."""
    counters: dict[int, int] = {}
    for time, x in enumerate(stream):
        if x in counters or len(counters) < k:
            counters[x] = counters.get(x, 0) + 1
        else:
            least = min(counters.values())
            smallest = sorted(y for y in counters if counters[y] == least)
            counters[x] = counters.pop(smallest[time % len(smallest)]) + 1
    return counters, min(counters.values()) if len(counters) == k else 0


def misra_gries_that_forgets_zeros(stream: Stream, k: int) -> State:
    """The original algorithm: an item whose counter reaches zero is dropped at once."""
    counters: dict[int, int] = {}
    decrements = 0
    for x in stream:
        if x in counters or len(counters) < k:
            counters[x] = counters.get(x, 0) + 1
        else:
            decrements += 1
            counters = {y: n - 1 for y, n in counters.items() if n > 1}
    return counters, decrements


@pytest.mark.parametrize(
    ("mutant", "check", "stream", "k"),
    [
        (space_saving_by_row_number, check_space_saving, (14, 2, 3, 7, 18, 4, 18, 11, 9, 19, 1, 8), 8),
        (misra_gries_that_forgets_zeros, check_misra_gries, (4, 1, 2, 3), 3),
    ],
)
def test_another_choice_of_what_to_evict_is_caught(mutant, check, stream, k):
    def check_all() -> None:
        for shorter in without_one(stream):
            check(mutant(stream, k), mutant(shorter, k))

    with pytest.raises(AssertionError):
        check_all()

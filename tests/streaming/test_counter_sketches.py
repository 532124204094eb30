"""The compiled counter sketches do exactly what the papers' pseudocode does, however the stream is cut into batches."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.streaming import oracle

pytest.importorskip("numba")

from dphh_sql.streaming.misra_gries import MisraGries, order_of
from dphh_sql.streaming.space_saving import SpaceSaving

streams = st.lists(st.integers(0, 12) | st.sampled_from([-1, 2**63 - 1, -(2**63)]), max_size=150)


def fed(sketch, stream, cuts, ranked=False):
    for part in np.split(np.array(stream, dtype=np.int64), sorted(cut % (len(stream) + 1) for cut in cuts)):
        sketch.update_ranked(part, None) if ranked else sketch.update(part)
    return dict(zip(sketch.tracked.tolist(), sketch.counts.tolist(), strict=True))


@given(streams, st.integers(1, 9), st.lists(st.integers(0, 200), max_size=3))
def test_space_saving(stream, k, cuts):
    sketch = SpaceSaving(k)
    counters, least = oracle.space_saving(stream, k)
    assert fed(sketch, stream, cuts) == counters
    assert sketch.minimum == least


@given(streams, st.integers(1, 9), st.lists(st.integers(0, 200), max_size=3))
def test_misra_gries(stream, k, cuts):
    sketch = MisraGries(k)
    counters, decrements = oracle.misra_gries(stream, k, lambda key: int(order_of(key, False)))
    assert fed(sketch, stream, cuts) == counters
    assert sketch.decrements == decrements


@given(st.lists(st.integers(0, 12) | st.just(2**32 - 1), max_size=150), st.integers(1, 9))
def test_misra_gries_orders_ranks_as_they_are(stream, k):
    sketch = MisraGries(k)
    assert fed(sketch, stream, [7], True) == oracle.misra_gries(stream, k, lambda key: key)[0]


@pytest.mark.parametrize("kind", [MisraGries, SpaceSaving])
def test_new_names_for_the_tracked_keys_change_nothing_else(kind):
    rng = np.random.default_rng(3)
    stream = rng.integers(0, 40, 4000)
    plain, renamed = kind(8), kind(8)
    for part in np.split(stream, 40):
        plain.update_ranked(part, None)
        renamed.update_ranked(part + 1000, None)
        renamed.rename(renamed.tracked + 7)  # keeps the order
        renamed.rename(renamed.tracked - 7)
    assert (renamed.tracked - 1000).tolist() == plain.tracked.tolist()
    assert renamed.counts.tolist() == plain.counts.tolist()


def test_what_the_counters_promise():
    """f - n/(k+1) <= C <= f for Misra-Gries, f <= C <= f + min for SpaceSaving; and memory does not grow."""
    rng = np.random.default_rng(4)
    stream = rng.zipf(1.2, 300_000).astype(np.int64) % 5_000
    truth = np.bincount(stream)
    low, high = MisraGries(100), SpaceSaving(100)
    before = low.nbytes, high.nbytes
    low.update(stream)
    high.update(stream)
    assert (low.nbytes, high.nbytes) == before
    missing = truth[low.tracked] - low.counts
    assert missing.min() >= 0
    assert missing.max() <= low.decrements <= len(stream) // 101
    excess = high.counts - truth[high.tracked]
    assert excess.min() >= 0
    assert excess.max() <= high.minimum <= len(stream) // 100
    assert high.counts.sum() == len(stream)
    untracked = np.delete(truth, high.tracked)
    assert untracked.max() <= high.minimum

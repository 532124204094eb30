"""Count-Min and CountSketch: exact hashing, the tracked items, and what the threshold of their release rests on."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dphh_sql
from dphh_sql.errors import ArgumentError, ReleaseError
from dphh_sql.plan import plan_for
from dphh_sql.request import Privacy

pytest.importorskip("numba")

from dphh_sql.mechanisms.linear_sketches import CountMinHitters, CountSketchHitters, half_of
from dphh_sql.streaming import linear
from dphh_sql.streaming.linear import PRIME, CountMin, CountSketch
from dphh_sql.streaming.summary import Summary
from tests.support.entropy import entropy_from, seeded

MECHANISMS = [CountMinHitters(), CountSketchHitters()]
every = pytest.mark.parametrize("mechanism", MECHANISMS, ids=lambda m: m.name)
elements = st.integers(0, PRIME - 1) | st.sampled_from([0, 1, PRIME - 1, 2**32 - 1, 2**60])


@given(elements, elements)
def test_multiplication_modulo_the_prime(a, b):
    assert int(linear._times(np.uint64(a), np.uint64(b))) == a * b % PRIME


def oracle_places(sketch, x: int, y: int) -> list[tuple[int, int]]:
    """(counter, sign) of each row, in Python's integers."""
    width = sketch.cells.shape[1]
    found = []
    for a, b, c, mixed, *signs in sketch.hashes.tolist():
        z = (x + mixed * y) % PRIME
        value = 0
        for coefficient in signs[:4]:
            value = (value * z + coefficient) % PRIME
        found.append(((a * x + b * y + c) % PRIME % width, -1 if sketch.signed and value % 2 else 1))
    return found


def oracle_estimate(sketch, cells, x: int, y: int) -> int:
    values = sorted(int(cells[row, cell]) * sign for row, (cell, sign) in enumerate(oracle_places(sketch, x, y)))
    return values[len(values) // 2] if sketch.signed else values[0]


def oracle_track(sketch, stream: list[int]) -> tuple[np.ndarray, set[int]]:
    """The counters and the tracked keys, with dictionaries."""
    cells = np.zeros_like(sketch.cells)
    scores: dict[int, int] = {}
    for key in stream:
        x, y = (key % 2**64) >> 32, key % 2**32
        for row, (cell, sign) in enumerate(oracle_places(sketch, x, y)):
            cells[row, cell] += sign
        estimate = oracle_estimate(sketch, cells, x, y)
        if key not in scores and len(scores) == sketch.capacity:
            least = min(scores.values())
            if estimate <= least:
                continue
            candidates = [k for k, score in scores.items() if score == least]
            if len(candidates) > 1:
                return cells, set()  # a tie: the heap may take any
            del scores[candidates[0]]
        scores[key] = estimate
    return cells, set(scores)


@pytest.mark.parametrize("kind", [CountMin, CountSketch])
def test_counters_and_candidates_are_those_of_the_definition(kind):
    rng = np.random.default_rng(5)
    compared = 0
    for _ in range(40):
        sketch = kind(4, 5, 16)
        keys = rng.integers(-(2**63), 2**63, 12)
        stream = keys[np.minimum(rng.geometric(0.25, 150) - 1, 11)]
        sketch.update(stream)
        cells, tracked = oracle_track(sketch, stream.tolist())
        if tracked:
            assert np.array_equal(sketch.cells, cells)
            assert set(sketch.tracked.tolist()) == tracked
            compared += 1
        expected = [oracle_estimate(sketch, sketch.cells, (k % 2**64) >> 32, k % 2**32) for k in sketch.tracked.tolist()]
        assert sketch.estimates(sketch.cells).tolist() == expected
        assert sketch.rows == len(stream)
    assert compared > 5 or kind is CountMin


def test_texts_are_hashed_whole_whatever_batch_they_come_in():
    texts = ["", "a", "aa", "\0", "\0\0", "abcd", "abcde", "bcde", "é", "x" * 1000, "x" * 1001]
    one, other = CountMin(20, 6, 4096), CountMin(20, 6, 4096)
    other.hashes, other.points = one.hashes, one.points
    whole, parts = (Summary([1], lambda s=s: s) for s in (one, other))
    whole.update([pa.array(texts * 3)])
    for text in texts * 3:
        parts.update([pa.array([text])])
    assert np.array_equal(one.cells, other.cells)
    assert one.estimates(one.cells).tolist() == [3] * len(texts)
    whole.update([pa.array(["y" * (linear.LONGEST + 1)])])
    assert one.rows == 3 * len(texts)  # too long: no item


@every
def test_an_untracked_item_never_reaches_the_threshold(mechanism):
    """Near the worst case: one item more than there are candidates, all equally frequent, and many rare ones."""
    privacy = Privacy(2.0, 1e-3, "items(1)", (1,), mechanism.name, k=4, counters=4, n_max=100_000)
    design = mechanism.design(privacy)
    table = design.tables[0]
    rng = np.random.default_rng(6)
    for _ in range(2):
        stream = np.concatenate([np.tile(np.arange(5), 4_000), rng.integers(5, 80, 20_000)])
        rng.shuffle(stream)
        truth = Counter(stream.tolist())
        summary = Summary([1], lambda: mechanism.sketch(design), integers=True)
        summary.update([pa.array(stream)])
        sketch = summary.levels[0].sketch
        cells = sketch.cells + table.sample(sketch.cells.size).reshape(sketch.cells.shape)
        rows = len(stream) + int(table.sample(1)[0]) + table.bound
        envelope = mechanism.envelope(design, cells, rows, table.bound)
        threshold = mechanism._threshold(design, rows, envelope, table.bound)
        for key in set(truth) - set(sketch.tracked.tolist()):
            assert oracle_estimate(sketch, cells, 0, key) < threshold
        for key, estimate in zip(sketch.tracked.tolist(), sketch.estimates(sketch.cells).tolist(), strict=True):
            assert -mechanism.under(envelope) <= estimate - truth[key] <= envelope


@every
def test_the_released_counts_are_within_what_the_plan_says(mechanism):
    privacy = Privacy(1.0, 1e-6, "items(1)", (1,), mechanism.name, k=500, n_max=200_000)
    plan = plan_for("dp_heavy_hitters", privacy)
    stream = np.minimum(np.random.default_rng(7).zipf(1.6, 200_000), 10**6)
    truth = Counter(stream.tolist())
    summary = Summary([1], lambda: mechanism.sketch(plan.design), integers=True)
    summary.update([pa.array(stream)])
    (found,) = mechanism.select(plan.design, summary)
    lo, hi = found.intervals(0.05)
    exact = [truth[int(item)] for item in found.items.to_pylist()]
    assert all(low <= n <= high for low, n, high in zip(lo, exact, hi, strict=True))
    assert np.abs(found.values - exact).max() <= plan.margin_at()
    certain = plan.rows()[0]["certain_count"]
    assert {str(item) for item, n in truth.items() if n >= certain} <= set(found.items.to_pylist())
    assert exact


@every
def test_more_rows_than_n_max_release_nothing(mechanism):
    design = mechanism.design(Privacy(1.0, 1e-6, "items(1)", (1,), mechanism.name, k=5, n_max=1000))
    bound = design.tables[0].bound
    for rows, refused in ((1000, False), (1000 + 2 * bound + 1, True)):
        summary = Summary([1], lambda: mechanism.sketch(design), integers=True)
        summary.update([pa.array([7] * rows)])
        if refused:
            with pytest.raises(ReleaseError, match="above n_max"):
                mechanism.select(design, summary)
        else:
            mechanism.select(design, summary)


@every
def test_what_is_paid_and_how_deep(mechanism):
    design = mechanism.design(Privacy(1.0, 1e-6, "items(1)", (1,), mechanism.name, n_max=10**7))
    (step,) = design.steps
    assert step.times == design.parameters["depth"] + 1
    assert design.delta_spent <= 1e-6
    assert (1 + math.e) * design.parameters["failure"] == pytest.approx(1e-7)
    deeper = mechanism.design(Privacy(1.0, 1e-6, "items(1)", (1,), mechanism.name, n_max=10**9))
    assert deeper.parameters["depth"] > design.parameters["depth"]
    two = mechanism.design(Privacy(1.0, 1e-6, "chars(2)", (1, 2), mechanism.name, n_max=10**7))
    assert two.steps[0].times == 2 * (two.parameters["depth"] + 1)


@every
def test_refusals(mechanism):
    with pytest.raises(ArgumentError, match="n_max is needed"):
        mechanism.design(Privacy(1.0, 1e-6, "items(1)", (1,), mechanism.name))
    with pytest.raises(ArgumentError, match="too large"):
        mechanism.design(Privacy(1.0, 1e-6, "items(1)", (1,), mechanism.name, n_max=10**13))


def test_a_majority_of_failures():
    assert half_of(1, 0.25) == 0.25
    assert half_of(5, 0.2) == pytest.approx(10 * 0.2**3 * 0.8**2 + 5 * 0.2**4 * 0.8 + 0.2**5)
    assert half_of(3, 1.5) == 1.0


def test_a_number_that_is_the_prime_is_drawn_again():
    with entropy_from(seeded(8)):
        assert (linear.field_elements(100) < PRIME).all()
    drawn = iter([2**64 - 1, 8 * 5])
    with entropy_from(lambda n_bytes: next(drawn).to_bytes(8, "little")):
        assert linear.field_elements(1).tolist() == [5]


@pytest.mark.parametrize("counters", [1, 2])
def test_counters_too_few_for_any_depth(counters: int) -> None:
    """Rows of 16 counters cannot bound the norm: no depth would do."""
    with pytest.raises(ArgumentError, match=r"counters must be at least 3 .*k at least 2.*, got 2 or fewer"):
        dphh_sql.plan("dp_heavy_hitters", eps=1, sketch="count_sketch", counters=counters, n_max=10**5)


@pytest.mark.parametrize("more", [{"counters": 3}, {"k": 2}])
def test_the_fewest_counters(more: dict[str, int]) -> None:
    design = dphh_sql.plan("dp_heavy_hitters", eps=1, sketch="count_sketch", n_max=10**5, **more).design
    assert design.parameters["width"] == 32

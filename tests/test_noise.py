"""Noise tables: the weights are exact, and sampling follows them to the last of the 2**64 words."""

from __future__ import annotations

import bisect
import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dphh_sql.errors import ArgumentError
from dphh_sql.noise import MANY, TOTAL, NoiseTable
from tests.support.entropy import entropy_from, seeded, words
from tests.support.tables import table, tables

FAMILY = {
    "bound": st.integers(1, 400),
    "scale": st.floats(0.2, 500.0),
    "shape": st.floats(1.0, 6.0),
    "slope": st.floats(0.0, 1.0),
}


@given(**FAMILY)
def test_every_member_of_the_family_is_a_legal_table(bound: int, scale: float, shape: float, slope: float) -> None:
    noise = NoiseTable.from_family(bound, scale, shape, slope)
    assert sum(noise.weights) == TOTAL == 2**64
    assert noise.weights == noise.weights[::-1]
    assert min(noise.weights) >= 1
    assert noise.bound == bound
    assert list(noise.weights[bound + 1 :]) == sorted(noise.weights[bound + 1 :], reverse=True)


@pytest.mark.parametrize("noise", [table(8, 2), NoiseTable.from_family(14, 3.0, 1.1), NoiseTable.from_family(40, 10.0)])
def test_the_words_of_each_value_are_as_many_as_its_weight(noise: NoiseTable) -> None:
    """Values are intervals of words in order, so their first and last words prove every probability exactly."""
    start, first_and_last = 0, []
    for weight in noise.weights:
        first_and_last += [start, start + weight - 1]
        start += weight
    assert start == 2**64
    with entropy_from(words(first_and_last)):
        drawn = noise.sample(len(first_and_last))
    assert drawn.tolist() == [k for k in range(-noise.bound, noise.bound + 1) for _ in range(2)]


@pytest.mark.parametrize("noise", [table(8, 2), NoiseTable.from_family(14, 3.0, 1.1), NoiseTable.from_family(400, 90.0)])
def test_of_many_draws_each_is_what_its_64_bits_select(noise: NoiseTable) -> None:
    """Leading bits come first, the others where they count: at the first and last word of each value both do."""
    ends = list(itertools.accumulate(noise.weights))
    edges = [word for end, weight in zip(ends, noise.weights, strict=True) for word in (end - weight, end - 1)]
    drawn = edges + seeded_words(MANY)
    places = [bisect.bisect_right(ends, word) for word in drawn]
    open_ = [w for w in drawn if bisect.bisect_right(ends, w >> 48 << 48) != bisect.bisect_right(ends, w | 2**48 - 1)]
    assert len(open_) < len(drawn)
    assert open_ or not any(end & 2**48 - 1 for end in ends)
    leading = np.array([word >> 48 for word in drawn] + [0] * (-len(drawn) % 4), dtype=np.uint16)
    further = [(word & 2**48 - 1) << 16 for word in open_]
    with entropy_from(words([*leading.view(np.uint64).tolist(), *further])):
        assert noise.sample(len(drawn)).tolist() == [place - noise.bound for place in places]


@pytest.mark.parametrize("noise", [table(8, 2), NoiseTable((1, 2**64 - 2, 1)), NoiseTable.from_family(400, 90.0)])
def test_every_value_of_the_leading_bits_leads_to_what_its_words_select(noise: NoiseTable) -> None:
    """The first and the last word of each. Places grow with words: so words are as many as the weight where they agree."""
    ends = list(itertools.accumulate(noise.weights))
    leading = np.arange(2**16, dtype=np.uint16).view(np.uint64).tolist()
    for further in (0, 2**48 - 1):
        places = [bisect.bisect_right(ends, (first << 48) + further) for first in range(2**16)]
        with entropy_from(words(leading + [further << 16] * 2**16)):
            assert noise.sample(2**16).tolist() == [place - noise.bound for place in places]


@pytest.mark.parametrize("n", [MANY - 1, MANY, MANY + 1, MANY + 2, MANY + 3])
def test_no_bits_serve_two_draws(n: int) -> None:
    """One value's words throughout, then one of them changed: no more than one draw changes."""
    noise, asked = table(16, bits=6), np.zeros(-(-n // 4) if n >= MANY else n, dtype=np.uint64)
    with entropy_from(words(asked.tolist())):
        assert set(noise.sample(n).tolist()) == {-1}
    asked[-1] = 0xFFFF if n >= MANY else 2**64 - 1  # the first of the last four draws, or the last draw
    with entropy_from(words(asked.tolist())):
        drawn = noise.sample(n)
    assert np.flatnonzero(drawn == 1).tolist() == [4 * (len(asked) - 1) if n >= MANY else n - 1]


def seeded_words(n: int) -> list[int]:
    found: list[int] = np.random.default_rng(3).integers(0, 2**64, n, dtype=np.uint64).tolist()
    return found


def test_many_draws_take_little_more_than_their_leading_bits() -> None:
    asked: list[int] = []

    def source(n_bytes: int) -> bytes:
        asked.append(n_bytes)
        return seeded(5)(n_bytes)

    with entropy_from(source):
        NoiseTable.from_family(34, 9.9).sample(100_000)
    assert sum(asked) < 2.1 * 100_000


@given(noise=tables(3), word=st.integers(0, 2**64 - 1))
def test_a_word_selects_the_value_whose_interval_holds_it(noise: NoiseTable, word: int) -> None:
    with entropy_from(words([word])):
        (k,) = noise.sample(1).tolist()
    below = sum(noise.weights[: k + noise.bound])
    assert below <= word < below + noise.weights[k + noise.bound]


def test_each_draw_takes_fresh_words_from_the_operating_system() -> None:
    noise = NoiseTable.from_family(1000, 800.0)
    assert noise.sample(0).shape == (0,)
    draws = noise.sample(64)
    assert draws.dtype == np.int64
    assert np.abs(draws).max() <= noise.bound
    assert draws.tolist() != noise.sample(64).tolist()


@pytest.mark.parametrize(
    ("weights", "rule"),
    [
        ((2**64,), "odd number"),
        ((2**63, 2**63), "odd number"),
        ((0, 2**64, 0), "positive"),
        ((2**62, 2**62, 2**63), "symmetric"),
        ((2**62, 2**62, 2**62), "sum to exactly"),
    ],
)
def test_other_weights_are_refused(weights: tuple[int, ...], rule: str) -> None:
    with pytest.raises(ArgumentError, match=rule):
        NoiseTable(weights)


@pytest.mark.parametrize(
    ("bound", "scale", "argument"), [(0, 1.0, "bound"), (3, 0.0, "scale"), (3, float("nan"), "scale")]
)
def test_family_arguments_are_checked(bound: int, scale: float, argument: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        NoiseTable.from_family(bound, scale)
    assert caught.value.argument == argument


@given(noise=tables(3), k=st.integers(-5, 5), p=st.floats(0.0, 1.0))
def test_survival_and_quantile_follow_the_weights(noise: NoiseTable, k: int, p: float) -> None:
    law = dict(zip(range(-noise.bound, noise.bound + 1), noise.weights, strict=True))
    assert noise.survival(k) == sum(w for z, w in law.items() if z >= k) / TOTAL
    least = noise.quantile(p)
    assert 1.0 - noise.survival(least + 1) >= p
    assert least == -noise.bound or 1.0 - noise.survival(least) < p
    assert noise.sd**2 == pytest.approx(sum(z * z * w for z, w in law.items()) / TOTAL)

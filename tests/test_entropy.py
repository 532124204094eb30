"""Uniform integers and sets from the entropy source: exactly uniform, by counting every draw."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest

from dphh_sql import entropy
from tests.support.entropy import entropy_from, seeded, words


def test_draws_that_would_favour_small_numbers_are_drawn_again() -> None:
    biased = 2**64 - 1  # 2**64 = 3 * 6148914691236517205 + 1
    with entropy_from(words([7, biased, 5, biased, 4])):
        assert entropy.below(3, 3).tolist() == [1, 1, 2]
    with entropy_from(words([biased])):
        assert entropy.below(4, 1).tolist() == [3]  # a power of two wastes nothing


@pytest.mark.parametrize("bound", [1, 2, 3, 10, 2**63])
def test_below_stays_below(bound: int) -> None:
    drawn = entropy.below(bound, 1000)
    assert drawn.dtype == np.int64
    assert 0 <= drawn.min() <= drawn.max() < bound
    assert len(entropy.below(bound, 0)) == 0


@pytest.mark.parametrize(("bound", "n"), [(5, 2), (5, 3), (4, 4), (6, 1), (3, 0)])
def test_every_set_is_as_likely(bound: int, n: int) -> None:
    runs = 6000
    with entropy_from(seeded(3)):
        seen = Counter(tuple(sorted(entropy.distinct(bound, n).tolist())) for _ in range(runs))
    sets = list(itertools.combinations(range(bound), n))
    assert set(seen) == set(sets)
    expected = runs / len(sets)
    statistic = sum((seen[s] - expected) ** 2 / expected for s in sets)
    assert statistic < len(sets) + 6 * math.sqrt(2 * len(sets))


def test_repeated_draws_count_once() -> None:
    with entropy_from(words([3, 3, 3, 7])):
        assert sorted(entropy.distinct(10, 2).tolist()) == [3, 7]

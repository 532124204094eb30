"""What a released sketch tells, by its exact law on short streams and all their neighbours, and the mutants."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

pytest.importorskip("numba")

from dphh_sql.audit import streams
from dphh_sql.audit.streams import Laws, small_design, worst
from dphh_sql.mechanisms.misra_gries import MisraGriesHitters
from dphh_sql.mechanisms.space_saving import SpaceSavingHitters
from tests.support.tables import table

EPS = 1.0
NOISE = table(14, 4)
NARROW = table(14)
SHORT = [("a", *more) for length in range(4) for more in product("abc", repeat=length)]
HEAVY = [(*"aaaaaa", *more) for length in (1, 2, 3) for more in product("bcd", repeat=length)]
TWO_HEAVY = [(*"aaaabbbb", *more) for more in product("abcd", repeat=2)]
MANY_HEAVY = [(*"a" * n, *"b" * n, *"c" * n, "d") for n in (3, 9)]
TWO_LEVELS = [("aa", *more) for length in (3, 4) for more in product(("aa", "ab", "ba"), repeat=length)]

MECHANISMS = [MisraGriesHitters(), SpaceSavingHitters()]
every = pytest.mark.parametrize("mechanism", MECHANISMS, ids=lambda m: m.name)


@every
@pytest.mark.parametrize("counters", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_delta_is_what_the_accountant_says(mechanism, counters):
    design = small_design(mechanism, NARROW, counters, EPS)
    found = worst(mechanism, design, SHORT + HEAVY + TWO_HEAVY, EPS)
    assert Fraction(design.delta_spent) * Fraction(999, 1000) < found <= Fraction(design.delta_spent)


@every
@pytest.mark.slow
def test_delta_with_a_wider_table(mechanism):
    design = small_design(mechanism, NOISE, 2, EPS)
    assert worst(mechanism, design, HEAVY + TWO_HEAVY, EPS) <= Fraction(design.delta_spent)


@every
@pytest.mark.slow
def test_two_levels_cost_two_steps(mechanism):
    design = small_design(mechanism, NARROW, 2, EPS, levels=2)
    found = worst(mechanism, design, TWO_LEVELS, EPS)
    one = small_design(mechanism, NARROW, 2, EPS).delta_spent
    assert Fraction(one) < found <= Fraction(design.delta_spent)


@every
def test_items_that_only_one_neighbour_tracks_are_never_released(mechanism):
    laws = Laws(mechanism, small_design(mechanism, NARROW, 3, EPS))
    assert not any(laws.unstable(stream) for stream in SHORT + HEAVY)
    assert any(laws.possible(stream) for stream in HEAVY)


@pytest.mark.parametrize(
    ("mutant", "short"),
    [
        (streams.FreshNoisePerCounter(), TWO_HEAVY),
        (streams.OwnNoiseOnly(), TWO_HEAVY),
        (streams.ThresholdFromRows(), MANY_HEAVY),
        (streams.TrueMinimum(), MANY_HEAVY),
    ],
    ids=lambda m: type(m).__name__,
)
def test_a_mechanism_that_is_not_private_is_caught(mutant, short):
    counters = 4 if short is MANY_HEAVY else 2
    design = small_design(mutant, NARROW, counters, EPS)
    assert worst(mutant, design, short, EPS) > Fraction(design.delta_spent)
    real = next(m for m in MECHANISMS if isinstance(mutant, type(m)))
    assert worst(real, small_design(real, NARROW, counters, EPS), short, EPS) <= Fraction(design.delta_spent)


@pytest.mark.parametrize("mutant", [streams.LowThreshold(), streams.MinimumNotCovered()], ids=lambda m: type(m).__name__)
def test_a_threshold_that_is_too_low_is_caught(mutant):
    laws = Laws(mutant, small_design(mutant, NARROW, 3, EPS))
    assert any(laws.unstable(stream) for stream in HEAVY)


@pytest.mark.parametrize("levels", [1, 2])
def test_noise_for_fewer_levels_than_there_are_is_caught(levels):
    """One level's delta does not cover two: the steps of the certificate are as many as the levels."""
    mechanism = MisraGriesHitters()
    design = small_design(mechanism, NARROW, 2, EPS, levels=2)
    found = worst(mechanism, design, [("aa",) * 6, ("aa",) * 7], EPS)
    paid = small_design(mechanism, NARROW, 2, EPS, levels=levels).delta_spent
    assert (found <= Fraction(paid)) == (levels == 2)

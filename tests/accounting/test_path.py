"""The accountant against the independent one, over random small tables, all kinds of steps and both directions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dphh_sql.accounting import path
from dphh_sql.accounting.calibrate import interpolated, shipped_settings
from dphh_sql.accounting.path import Grid, Symbol, delta_bound, delta_estimate, profile
from dphh_sql.accounting.steps import Step, StepKind, add, bit, cut, hit, rest
from dphh_sql.audit import exact_path
from dphh_sql.audit.exact_path import above, below, worst_by_plays, worst_delta
from dphh_sql.audit.recertify import recertified, witness
from dphh_sql.noise import NoiseTable
from tests.support.tables import paths, table, tables

ONE, TWO = table(16), table(9, 2)
ANY_EPS = st.floats(0.05, 4.0)

TINY = [
    [hit(ONE, 2)],
    [hit(TWO, 5)] * 2,
    [hit(ONE, 2), hit(TWO, 3), rest(ONE)],
    [bit(ONE, 5)] * 2,
    [cut(ONE, 5, 6)] * 2,
    [cut(ONE, 5, 5), hit(ONE, 2)],
    [add(ONE), hit(ONE, 2)],
    [add(ONE, times=2)],
    [rest(TWO)],
]


@pytest.mark.parametrize("steps", TINY, ids=lambda steps: "-".join(s.kind for s in steps))
@pytest.mark.parametrize("gamma", [Fraction(1), Fraction(3, 2), Fraction(3), Fraction(12)])
def test_the_independent_recursion_is_the_maximum_over_all_plays(steps: list[Step], gamma: Fraction) -> None:
    assert worst_delta(steps, gamma) == worst_by_plays(steps, gamma)


@settings(max_examples=25)
@given(steps=paths(longest=2), gamma=st.fractions(1, 20, max_denominator=8))
def test_no_count_outside_the_claimed_range_is_worse(steps: list[Step], gamma: Fraction) -> None:
    assert worst_delta(steps, gamma, extra=4) == worst_delta(steps, gamma, extra=0)




def assert_sound(steps: Sequence[Step], eps: float) -> None:
    assert worst_delta(steps, above(eps)) <= Fraction(delta_bound(steps, eps))


def assert_sound_and_tight(steps: Sequence[Step], eps: float) -> None:
    """Tight to 5 %: these deltas are large, and what is left of the grid (g < exp(-eps)) is one chord."""
    bound = Fraction(delta_bound(steps, eps))
    assert worst_delta(steps, above(eps)) <= bound
    assert bound <= worst_delta(steps, below(eps)) * Fraction(105, 100) + Fraction(1e-6)


@settings(max_examples=60)
@given(steps=paths(["hit", "rest"], most=3), eps=ANY_EPS)
def test_one_hit_steps_agree(steps: list[Step], eps: float) -> None:
    assert_sound(steps, eps)
    if eps >= 1.0:
        assert_sound_and_tight(steps, eps)


@settings(max_examples=30)
@given(steps=paths(["hit", "add", "rest"], longest=2), eps=ANY_EPS)
def test_additive_steps_agree(steps: list[Step], eps: float) -> None:
    assert_sound(steps, eps)
    if eps >= 1.0:
        assert_sound_and_tight(steps, eps)


@settings(max_examples=40)
@example(steps=[bit(ONE, 5)] * 2, eps=1.0)
@given(steps=paths(longest=2), eps=ANY_EPS)
def test_no_path_of_any_kinds_is_worse_than_its_bound(steps: list[Step], eps: float) -> None:
    assert_sound(steps, eps)


@pytest.mark.slow
@settings(max_examples=150)
@example(steps=[cut(ONE, 5, 6)] * 2, eps=1.0)
@given(steps=paths(longest=3, most=3), eps=ANY_EPS)
def test_no_longer_path_of_any_kinds_is_worse_than_its_bound(steps: list[Step], eps: float) -> None:
    assert_sound(steps, eps)


@pytest.mark.parametrize(
    ("times", "width"),
    [(times, width) for times in (1, 2, 3) for width in (0, 1, 2)],
)
def test_answers_after_which_the_path_goes_on_agree(times: int, width: int) -> None:
    """Two answers that go on: both must come from the same count."""
    for noise in (ONE, TWO):
        for step in [cut(noise, 5, 5 + width)] + [bit(noise, 5)] * (width == 0):
            assert_sound_and_tight([step] * times, 1.0)


@settings(max_examples=30)
@given(noise=tables(3), times=st.integers(1, 3), eps=ANY_EPS, with_rest=st.booleans())
def test_any_resolution_is_safe(noise: NoiseTable, times: int, eps: float, with_rest: bool) -> None:
    steps = [hit(noise, 4)] * times + [rest(TWO)] * with_rest
    exact = worst_delta(steps, above(eps))
    assert all(exact <= Fraction(delta_bound(steps, eps, resolution)) for resolution in (1, 2, 7, 60))


@settings(max_examples=60)
@given(
    steps=paths(longest=2, most=4, any_weight=True) | paths(["hit", "rest"], longest=3, most=3, any_weight=True),
    eps=st.floats(-4.0, 1.8).map(lambda power: 10.0**power),
    resolution=st.sampled_from([None, None, 1, 3, 60]),
)
def test_no_weights_and_no_eps_are_worse_than_the_bound(steps: list[Step], eps: float, resolution: int | None) -> None:
    """Ratios of 2**-64 to 2**64, far beyond either end of the grid, and losses between a ten-thousandth and 63."""
    assert worst_delta(steps, above(eps)) <= Fraction(delta_bound(steps, eps, resolution))


@settings(max_examples=30)
@given(ratios=st.lists(st.floats(0.0, 2.0), min_size=1, max_size=8), end=st.floats(0.0, 1.0))
def test_on_a_straight_line_every_chord_is_the_line(ratios: list[float], end: float) -> None:
    """D(g) = 1 - slope g: P D(g Q/P) is P - slope g Q wherever g Q/P is on the grid, or below it."""
    grid = Grid.towards(0.1, 50, 1.5, 0.5)
    slope = (1.0 - end) / grid.gammas[-1]
    p = np.linspace(0.1, 1.0, len(ratios))
    got = Symbol.of(p, np.array(ratios), grid).apply(grid.windows(1.0 - slope * grid.gammas), slice(None))
    places = np.minimum(np.multiply.outer(ratios, grid.gammas), grid.gammas[-1])
    np.testing.assert_allclose(got, p[:, None] * (1.0 - slope * places), rtol=1e-9, atol=1e-9)


@settings(max_examples=40)
@given(steps=paths(longest=2), eps=ANY_EPS)
def test_an_estimate_is_never_above_the_bound(steps: list[Step], eps: float) -> None:
    assert delta_estimate(steps, eps) <= delta_bound(steps, eps)


def test_what_is_certified_is_no_estimate() -> None:
    """The worst count of this path is none of those that an estimate looks at."""
    table = interpolated(0.13, 3e-7, 12).shape.table(285)
    steps = [hit(table, 286)] * 12
    assert delta_estimate(steps, 0.13) < 0.995 * delta_bound(steps, 0.13)


@pytest.mark.parametrize(("bound", "tests"), [(150, 1), (300, 6), (520, 3)])
def test_an_estimate_is_near_the_bound(bound: int, tests: int) -> None:
    """With few of the choices, the ends among them: the first one is the worst of a table with heavy edges."""
    for scale in (bound / 7.0, bound / 2.5):
        steps = [hit(NoiseTable.from_family(bound, scale), bound + 1)] * tests
        assert delta_estimate(steps, 40.0 / bound) >= 0.9 * delta_bound(steps, 40.0 / bound)


def shipped_steps() -> list[object]:
    """What is certified at eps = 1, delta = 1e-6 and 1e-4, where the grids are narrow."""
    return [
        pytest.param([make(s.shape.table(s.bound), s.bound + 1)] * s.tests, id=f"{kind}-{s.delta}-{s.tests}")
        for make, kind in ((hit, "settings"), (bit, "bits"))
        for s in shipped_settings(kind)
        if s.eps == 1.0 and s.delta in (1e-4, 1e-6) and 1 < s.tests <= 16 and s.bound >= 12
    ]


@pytest.mark.parametrize("steps", shipped_steps())
def test_a_narrower_grid_and_halved_chords_do_not_raise_the_bound(steps: list[Step]) -> None:
    bound = delta_bound(steps, 1.0, 60)
    grids = [(Grid.towards(1.0, 60, 2.0, 2.0), True), (Grid.towards(1.0, 60, 0.0, 1.0), False)]
    if steps[0].kind is StepKind.BIT:  # one direction tells
        del grids[1]
    assert bound <= max(float(profile(steps, *view)[view[0].start]) for view in grids) * (1.0 + 1e-9)
    assert delta_bound(steps, 1.0, 120) <= bound * (1.0 + 1e-9)


@settings(max_examples=30)
@given(steps=paths(longest=2), eps=ANY_EPS)
def test_the_independent_grid_is_above_the_independent_exact_value(steps: list[Step], eps: float) -> None:
    exact = worst_delta(steps, above(eps))
    assert exact <= Fraction(recertified(steps, eps, 1_000))
    assert exact <= Fraction(recertified(steps, eps, 300, chord=True))


@settings(max_examples=30)
@given(steps=paths(["hit", "rest"], most=3), eps=ANY_EPS)
def test_the_attack_is_below_the_exact_value_and_close(steps: list[Step], eps: float) -> None:
    attack, _, _ = witness(steps, eps)
    exact = worst_delta(steps, above(eps))
    assert attack <= exact <= attack * Fraction(102, 100) + Fraction(1e-6)


@pytest.mark.parametrize("bound", [600, pytest.param(1300, marks=pytest.mark.soak)])
def test_grouped_choices_of_a_wide_table_stay_safe(bound: int) -> None:
    """Above MAX_CHOICES the accountant groups counts; the attack on the very same plan stays below."""
    noise = NoiseTable.from_family(bound, scale=bound / 4.0)
    steps = [hit(noise, bound + 1)] * 2
    eps = 40.0 / bound
    attack, _, _ = witness(steps, eps, 300)
    assert attack <= Fraction(delta_bound(steps, eps)) <= 2 * attack


@settings(max_examples=60)
@given(
    steps=paths(["hit", "bit", "cut"], longest=2, most=4, any_weight=True)
    | paths(["hit", "rest"], longest=3, most=3, any_weight=True)
    | tables(3).map(lambda noise: [hit(noise, 4)] * 3),
    eps=ANY_EPS,
    most=st.integers(1, 4),
)
def test_however_choices_are_grouped_the_bound_is_safe(steps: list[Step], eps: float, most: int) -> None:
    with patch.object(path, "MAX_CHOICES", most):
        bound = delta_bound(steps, eps, 60)
    assert worst_delta(steps, above(eps)) <= Fraction(bound)


def exact_of_one(step: Step, gamma: Fraction) -> Fraction:
    """The exact delta of one hit, bit or cut, in sums of integers: for tables too wide for `worst_delta`."""
    assert step.lo is not None
    assert step.hi is not None
    bound, width = step.noise.bound, step.hi - step.lo
    mine, other = np.array([*step.weights, 0], dtype=object), np.array([0, *step.weights], dtype=object)
    found = 0
    for p, q in ((mine, other), (other, mine)):
        terms = p * gamma.denominator - q * gamma.numerator  # of the draws -M..M+1
        below_ = np.array([0, *np.cumsum(terms)], dtype=object)  # of those less than a place
        stops = np.array([0, *np.cumsum(np.maximum(terms, 0))], dtype=object)
        at = np.arange(-width, 2 * bound + 3)  # places of lo - c
        low, high = np.clip(at, 0, 2 * bound + 2), np.clip(at + width, 0, 2 * bound + 2)
        go = np.maximum(below_[low], 0)
        if step.kind is StepKind.HIT:
            worst = go + stops[-1] - stops[low]
        else:
            worst = go + np.maximum(below_[-1] - below_[high], 0) + np.maximum(below_[high] - below_[low], 0)
        found = max(found, worst.max())
    return Fraction(found, 2**64 * gamma.denominator)


@pytest.mark.parametrize("gamma", [Fraction(1), Fraction(3, 2), Fraction(12)])
def test_the_sums_of_one_step_are_its_exact_delta(gamma: Fraction) -> None:
    for step in (hit(TWO, 3), bit(TWO, 3), cut(TWO, 3, 4), cut(ONE, 3, 9)):
        assert exact_of_one(step, gamma) == worst_delta([step], gamma)


@pytest.mark.parametrize("bound", [500, 1300])
@pytest.mark.parametrize("shape", ["gaussian", "rough"])
def test_grouped_choices_of_one_step_are_safe(bound: int, shape: str) -> None:
    """Of every kind, to the last digit, and for weights that neither fall nor rise."""
    rough = np.random.default_rng(bound).uniform(-8.0, 0.0, bound + 1)
    sides = {"gaussian": -((np.arange(bound + 1) / bound * 4.0) ** 2), "rough": rough}
    noise = NoiseTable.from_log_weights(sides[shape])
    for step in (hit(noise, 0), bit(noise, 0), cut(noise, 0, 1), cut(noise, 0, bound)):
        for eps in (0.01, 20.0 / bound, 2.0):
            assert exact_of_one(step, above(eps)) <= Fraction(delta_bound([step], eps))


@pytest.mark.parametrize("eps", [1e-3, 50.0, 300.0, 400.0, 800.0, 1e6])
def test_every_finite_eps_gives_a_probability(eps: float) -> None:
    """Never nan: nan > delta is false, so a nan would pass for a certificate."""
    steps = [hit(ONE, 2)] * 2 + [rest(TWO)]
    bound = delta_bound(steps, eps)
    assert 0.0 < bound <= 1.0
    if eps < 700:
        assert worst_delta(steps, above(eps)) <= Fraction(bound)
    else:  # only what the other cannot produce is left
        assert math.isclose(bound, float(worst_delta(steps, Fraction(10) ** 400)), rel_tol=0.01)


def test_steps_of_one_kind_keep_their_own_tables() -> None:
    """The order and the tables of the steps matter: none is taken for another."""
    mixed = [hit(ONE, 2), hit(TWO, 3)]
    assert delta_bound(mixed, 1.0) != delta_bound([hit(ONE, 2)] * 2, 1.0)
    assert_sound_and_tight(mixed, 1.0)
    assert_sound_and_tight(mixed[::-1], 1.0)
    assert exact_path.flat([add(ONE, times=3)]) == [add(ONE, times=3)] * 3


@pytest.mark.parametrize("scale", [0.1, 0.2, 0.4])
@pytest.mark.parametrize("times", [1000, 20_000])
def test_noise_too_narrow_for_so_many_steps_has_all_its_mass_at_infinity(scale: float, times: int) -> None:
    """Almost nothing that one table gives can be had from its neighbour: after many steps no finite loss is left."""
    assert delta_bound([add(NoiseTable.from_family(bound=5, scale=scale), times=times)], 0.3) == pytest.approx(1.0)

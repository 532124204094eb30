"""The shipped settings of bit, cut and add tests and the published margins, certified by the independent accountant."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dphh_sql.accounting.calibrate import shipped_settings
from dphh_sql.accounting.calibrate_threshold import SETTINGS, calibrate_threshold, threshold_steps
from dphh_sql.accounting.path import delta_bound
from dphh_sql.accounting.steps import StepKind
from tests.support.exact_path import above, worst_delta
from tests.support.recertify import recertified

# L: the margin of `binary` at eps = 1, delta = 1e-6 (privacy.md, section 5).
REFERENCE = {3: 36, 5: 45, 7: 53, 10: 62}

SHIPPED = [
    pytest.param(kind, setting, id=f"{name}-{setting.eps:g}-{setting.delta:g}-{setting.tests}")
    for kind, name in SETTINGS.items()
    for setting in shipped_settings(name)
]


@pytest.mark.parametrize("tests", REFERENCE)
def test_reference_margins_are_met(tests: int) -> None:
    found = calibrate_threshold(StepKind.BIT, 1.0, 1e-6, tests)
    assert found.margin <= REFERENCE[tests]


@pytest.mark.parametrize("tests", [1, 2, 3, pytest.param(7, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", [StepKind.BIT, StepKind.CUT])
def test_the_independent_accountant_agrees(kind: StepKind, tests: int) -> None:
    found = calibrate_threshold(kind, 1.0, 1e-6, tests)
    steps = threshold_steps(kind, found.table, found.margin + 1, tests, found.between)
    assert delta_bound(steps, 1.0) == found.delta_spent <= 1e-6
    if tests == 1:  # a staircase is loose where P and exp(eps) Q nearly meet; one test is small enough to be exact
        assert worst_delta(steps, above(1.0)) <= Fraction(found.delta_spent)
    else:
        assert any(recertified(steps, 1.0, points) <= 1e-6 for points in (5_000, 20_000, 80_000))


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "setting"), SHIPPED)
def test_every_shipped_setting_is_certified_again(kind: StepKind, setting: object) -> None:
    eps, delta, tests = setting.eps, setting.delta, setting.tests  # type: ignore[attr-defined]
    found = calibrate_threshold(kind, eps, delta, tests)
    assert found.delta_spent <= delta
    assert found.table.bound <= setting.bound + 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", [StepKind.BIT, StepKind.CUT])
@pytest.mark.parametrize(("eps", "delta", "tests"), [(0.7, 1e-7, 3), (1.3, 3e-6, 6), (5.0, 1e-5, 2)])
def test_what_is_not_shipped_is_searched_and_certified(kind: StepKind, eps: float, delta: float, tests: int) -> None:
    found = calibrate_threshold(kind, eps, delta, tests)
    assert found.delta_spent <= delta
    narrower = threshold_steps(kind, found.table, 0, tests, found.between)
    assert delta_bound(narrower, eps / 1.2) > delta, "far from the least noise"


def test_no_mass_of_a_test_is_lost() -> None:
    """At a large eps, delta is at least the edge of the table, which only one of two neighbours can reach."""
    found = calibrate_threshold(StepKind.BIT, 1.0, 1e-6, 3)
    steps = threshold_steps(StepKind.BIT, found.table, 0, 3)
    assert Fraction(found.table.weights[0], 2**64) <= Fraction(delta_bound(steps, 20.0))

"""The battery passes on the package as it is, and fails when something is broken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dphh_sql.audit import battery, montecarlo, mutants
from dphh_sql.cli import main
from dphh_sql.mechanisms import mechanism
from dphh_sql.mechanisms.gaussian_levels import GaussianLevels
from dphh_sql.mechanisms.onehit import OneHit
from dphh_sql.noise import NoiseTable
from dphh_sql.plan import plan_for
from tests.mutants.test_mutants import scaled_by
from tests.support.draws import MIDDLE, always
from tests.support.entropy import entropy_from


# The others take longer, and are run by the test of the whole battery.
@pytest.mark.parametrize("check", [battery.exact_laws, battery.sampler])
def test_the_package_passes(check) -> None:
    findings = list(check(False))
    assert findings
    assert all(finding.passed for finding in findings), [f for f in findings if not f.passed]


@pytest.mark.slow
def test_the_whole_battery_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit"]) == 0
    assert "all checks passed" in capsys.readouterr().out


@pytest.mark.parametrize(("real", "mutant"), [(OneHit, mutants.CountNoiseDropped), (GaussianLevels, mutants.SecondDraw)])
def test_a_broken_selection_is_found(monkeypatch: pytest.MonkeyPatch, real: type, mutant: type) -> None:
    broken = mutant()
    copy = real()
    original = real.select

    def select(self, design, tree):
        return broken.select(design, tree) if type(self) is real else original(self, design, tree)

    monkeypatch.setattr(real, "select", select)
    assert copy.name
    assert any(not finding.passed for finding in battery.exact_laws(False))


def test_a_certificate_that_lies_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables a tenth narrower than the certified ones."""
    from dphh_sql import mechanisms
    from dphh_sql.accounting.calibrate import calibrate_onehit, onehit_steps

    narrow = calibrate_onehit(1.15, 1e-6, 3, True)
    real = OneHit.design

    def design(self, privacy):
        found = real(self, privacy)
        if len(privacy.levels) != 3:
            return found
        return replace(found, steps=tuple(onehit_steps(narrow.table, found.tau, 3, narrow.rest_table)))

    monkeypatch.setattr(OneHit, "design", design)
    monkeypatch.setattr(battery, "MECHANISMS", [m for m in mechanisms.MECHANISMS if m.name == "onehit"])
    plan_for.cache_clear()
    try:
        assert any(not finding.passed for finding in battery.certificates(False))
    finally:
        plan_for.cache_clear()


def test_a_stuck_sampler_is_found() -> None:
    with entropy_from(always(MIDDLE)):
        assert not any(finding.passed for finding in battery.sampler(False))


def test_noise_that_is_never_drawn_is_found_through_sql() -> None:
    with entropy_from(always(MIDDLE)):
        assert montecarlo.eps_lower_bound("onehit", eps=1.0, runs=2) > 1.0


# Releases that tell a plan from one whose noise is half as wide. Discrete Laplace noise loses its eps almost everywhere,
# a Gaussian only in its far tail: 500 releases were too few in one of five runs.
POWER = {"onehit": 20, "laplace_levels": 20, "stability": 20, "gaussian_levels": 1500}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "runs", "least"),
    [("onehit", 150, 0.7), ("laplace_levels", 150, 0.9), ("stability", 150, 0.9), ("gaussian_levels", 500, 0.2)],
)
def test_attacks_through_sql_come_near_eps_and_stay_below(method: str, runs: int, least: float) -> None:
    assert least < montecarlo.eps_lower_bound(method, eps=1.0, runs=runs) <= 1.0


@pytest.mark.parametrize("method", [pytest.param(m, marks=pytest.mark.slow if n > 20 else []) for m, n in POWER.items()])
def test_noise_of_half_the_scale_is_found_through_sql(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Certificate and threshold as planned, draws half as large: the same runs prove more than the planned eps."""
    real = type(mechanism("dp_hhh", method)).design

    def design(self, privacy):
        found = real(self, privacy)
        return replace(found, tables=tuple(scaled_by(table, 0.5) for table in found.tables))

    monkeypatch.setattr(type(mechanism("dp_hhh", method)), "design", design)
    plan_for.cache_clear()
    try:
        assert montecarlo.eps_lower_bound(method, eps=1.0, runs=POWER[method]) > 1.0
    finally:
        plan_for.cache_clear()


def test_a_failing_audit_is_an_exit_status(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(battery, "CHECKS", (lambda thorough: iter([battery.Finding("x", "y", False, "z")]),))
    assert main(["audit"]) == 1
    shown = capsys.readouterr()
    assert "FAIL  x" in shown.out
    assert "1 checks failed" in shown.err


def test_the_confidence_bounds_of_a_share() -> None:
    assert montecarlo._lower(0, 100) == 0.0
    assert 0.0 < montecarlo._lower(60, 100) < 0.6 < montecarlo._upper(60, 100) < 1.0
    table = NoiseTable.from_family(3, 1.0)
    assert battery._deviation(table.sample(50_000), table) < 7.0

"""The battery passes on the package as it is, and fails when something is broken."""

from __future__ import annotations

import pytest

from dphh_sql.audit import battery, montecarlo, mutants
from dphh_sql.cli import main
from dphh_sql.mechanisms.gaussian_levels import GaussianLevels
from dphh_sql.mechanisms.onehit import OneHit
from dphh_sql.noise import NoiseTable
from tests.support.draws import MIDDLE, always
from tests.support.entropy import entropy_from


@pytest.mark.parametrize("check", [battery.exact_laws, battery.caught_mutants, battery.sketches, battery.sampler])
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
    from dataclasses import replace

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
    from dphh_sql.plan import plan_for

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
        assert montecarlo.eps_lower_bound("onehit", eps=1.0, runs=300) > 1.0


@pytest.mark.slow
@pytest.mark.parametrize("method", ["onehit", "gaussian_levels", "laplace_levels", "stability"])
def test_no_attack_through_sql_exceeds_eps(method: str) -> None:
    assert 0.0 <= montecarlo.eps_lower_bound(method, eps=1.0, runs=3_000) <= 1.0


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

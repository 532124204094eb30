"""Each mutant is caught by the very check that the real code passes: exact delta of the output law <= bound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from dphh_sql.accounting import path
from dphh_sql.accounting.calibrate import calibrate_onehit, onehit_steps
from dphh_sql.accounting.path import delta_bound
from dphh_sql.accounting.steps import StepKind, hit
from dphh_sql.audit.enumeration import exact_delta, hockey_stick, output_law, small_design
from dphh_sql.audit.exact_path import above, worst_delta
from dphh_sql.audit.recertify import witness
from dphh_sql.audit.trees import Records, records
from dphh_sql.mechanisms import Design, Mechanism
from dphh_sql.mechanisms.onehit import OneHit
from dphh_sql.noise import NoiseTable
from tests.mutants import mutants
from tests.support.tables import table

EPS = 1.0
GAUSSIAN = NoiseTable.from_family(bound=4, scale=2.6)
REST = NoiseTable.from_family(bound=6, scale=4.0)
DESIGN = small_design(GAUSSIAN, 2, EPS)

# Counts around tau - M = 1 .. tau + M = 9; the neighbours branch off.
CHAINS = [records(ab=leaf, a=more) for leaf in (0, 3, 5, 9) for more in (0, 2)]


def refuted(mechanism: Mechanism, design: Design, all_rows: list[Records], eps: float = EPS) -> bool:
    """Does some pair of neighbours have an exact delta above the certified one?"""
    return any(exact_delta(mechanism, design, rows, eps) > Fraction(design.delta_spent) for rows in all_rows)


def test_the_real_mechanism_passes() -> None:
    assert not refuted(OneHit(), DESIGN, CHAINS)


def test_the_unmutated_copy_has_the_law_of_the_real_code() -> None:
    design = replace(DESIGN, rest_table=table(5))
    for rows in CHAINS[::3]:
        assert output_law(mutants.Mutable(), design, rows) == output_law(OneHit(), design, rows)


@pytest.mark.parametrize(
    "mutant",
    [
        mutants.CountNoiseDropped(),
        mutants.UnconditionalCounts(),
        mutants.ReusedGamma(),
        mutants.ThresholdFromTotal(),
    ],
    ids=lambda m: type(m).__name__,
)
def test_a_wrong_mechanism_is_caught(mutant: Mechanism) -> None:
    assert refuted(mutant, DESIGN, CHAINS)


def test_a_rest_without_noise_is_caught() -> None:
    design = small_design(table(9, 2), 1, EPS, REST)
    all_rows = [records(a=n) for n in range(5)]
    assert not refuted(OneHit(), design, all_rows)
    assert refuted(mutants.RestWithoutNoise(), design, all_rows)


def test_a_strict_having_is_caught_and_costs_the_two_edge_weights() -> None:
    design = small_design(GAUSSIAN, 1, EPS)
    at_the_floor = records(a=design.floor)
    assert not refuted(OneHit(), design, [at_the_floor])
    strict = mutants.strict_having(design)
    assert refuted(OneHit(), strict, [at_the_floor])
    without = output_law(OneHit(), strict, at_the_floor)
    with_one_more = output_law(OneHit(), strict, at_the_floor + records(a=1))
    edges = GAUSSIAN.weights[-1] + GAUSSIAN.weights[-2]
    assert hockey_stick(with_one_more, without, above(EPS)) == Fraction(edges, 2**64)


def test_noise_scaled_by_a_tenth_is_caught() -> None:
    """Against the certified delta of the full table, not against a target with slack."""
    wide = NoiseTable.from_family(bound=4, scale=2.3)
    design = small_design(wide, 1, EPS)
    all_rows = [records(a=n) for n in range(10)]
    assert not refuted(OneHit(), design, all_rows)
    assert refuted(OneHit(), mutants.narrower(design, NoiseTable.from_family(bound=4, scale=2.07)), all_rows)


@pytest.mark.parametrize(("eps", "delta", "tests"), [(1.0, 1e-6, 1), (1.0, 1e-6, 3), (0.5, 1e-6, 5), (1.0, 1e-6, 16)])
def test_real_plans_scaled_by_a_tenth_are_caught(eps: float, delta: float, tests: int) -> None:
    """Every draw times 0.9: M and the scale fall by a tenth, tau stays; the best attack beats the certificate."""
    plan = calibrate_onehit(eps, delta, tests, False)
    steps = onehit_steps(plan.table, plan.table.bound + 1, tests, None)
    assert witness(steps, eps)[0] <= Fraction(plan.delta_spent)
    scaled = onehit_steps(scaled_by(plan.table, 0.9), plan.table.bound + 1, tests, None)
    assert witness(scaled, eps)[0] > Fraction(plan.delta_spent)


def scaled_by(noise: NoiseTable, factor: float) -> NoiseTable:
    """The table of the same shape whose scale is `factor` times as large."""
    bound = round(noise.bound * factor)
    logs = np.log(np.array([float(w) for w in noise.weights[noise.bound :]]))
    places = np.arange(bound + 1) / factor
    return NoiseTable.from_log_weights(np.interp(places, np.arange(noise.bound + 1), logs))


# --- accountants with one mistake each: the bound falls below the exact law of the real mechanism -----------------


def forget_the_lower_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without c = tau - M - 1, where only X' can hit."""
    real = path._MOVES[StepKind.HIT]

    def mutated(noise, width, grid, forward):
        moves = real(noise, width, grid, forward)
        ((p, ratios),) = moves.continues
        return path._Moves(((p[:-1], ratios[:-1]),), moves.stops[:-1])

    monkeypatch.setitem(path._MOVES, StepKind.HIT, mutated)


def forget_the_truncation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mass with Q = 0 is not counted."""
    real = path._laws

    def mutated(noise, forward):
        p, q = real(noise, forward)
        return np.where(q > 0.0, p, 0.0), q

    monkeypatch.setattr(path, "_laws", mutated)


def forget_a_direction(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only (P, Q) = (X, X')."""
    real = path.profile
    monkeypatch.setattr(path, "profile", lambda s, g, forward: real(s, g, True) if forward else np.zeros(g.size))


def forget_a_level(monkeypatch: pytest.MonkeyPatch) -> None:
    """One step of the path is not charged."""
    real = path.profile
    monkeypatch.setattr(path, "profile", lambda s, g, forward: real(s[1:], g, forward))


@pytest.mark.parametrize(
    "mutate",
    [forget_the_lower_end, forget_the_truncation, forget_a_direction, forget_a_level],
    ids=lambda mutate: mutate.__name__,
)
def test_a_wrong_accountant_is_caught(
    mutate: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    eps, noise = 4.0, table(8)
    all_rows = [records(), records(ab=1), records(ab=1, a=1), records(ab=2, a=1), records(ab=3)]
    steps = [hit(noise, 2)] * 2
    assert not refuted(OneHit(), small_design(noise, 2, eps), all_rows, eps)
    assert worst_delta(steps, above(eps)) <= Fraction(delta_bound(steps, eps))
    mutate(monkeypatch)
    assert refuted(OneHit(), small_design(noise, 2, eps), all_rows, eps)
    assert worst_delta(steps, above(eps)) > Fraction(delta_bound(steps, eps))

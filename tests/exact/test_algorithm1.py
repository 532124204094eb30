"""Algorithm 1, exactly: the full output law of the real selection, set and counts, on X against every X + one record."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from dphh_sql.audit.compared import ComparedAlgorithm1, ComparedLaw, Range, ReusedGamma1, papers_count_noise
from dphh_sql.audit.enumeration import Script, exact_delta, exact_law
from dphh_sql.audit.trees import Records, records
from dphh_sql.laplace import DiscreteLaplace
from dphh_sql.mechanisms import Design
from dphh_sql.plan import plan

EPS = 8.0  # xi = 4: so narrow a count noise that every value of it can be enumerated
REAL, REUSED = ComparedAlgorithm1(), ReusedGamma1()


def design(levels: int, rest: bool = False) -> Design:
    return plan("dp_hhh", hierarchy=f"chars({levels})", eps=EPS, delta=1e-6, method="algorithm1", rest=rest).design


TAU = {levels: design(levels).tau for levels in (1, 2)}
CAP = int(design(1).parameters["Delta"])
CHAINS = [records(ab=TAU[2]), records(ab=TAU[2] - 3 * CAP, a=2 * CAP), records(ab=2, a=1)]
SIBLINGS = [records(a=TAU[1], b=TAU[1])]


def worst(mechanism: ComparedAlgorithm1, plan: Design, all_rows: list[Records], eps: float = EPS) -> Fraction:
    return max(exact_delta(mechanism, plan, rows, eps) for rows in all_rows)


@pytest.mark.parametrize(("levels", "all_rows"), [(2, CHAINS), (1, SIBLINGS)], ids=["chain", "siblings"])
def test_the_exact_delta_is_within_the_theorems(levels: int, all_rows: list[Records]) -> None:
    assert worst(REAL, design(levels), all_rows) <= Fraction(design(levels).delta_spent)


def test_with_the_row_of_everything_else() -> None:
    found = design(1, rest=True)
    assert worst(REAL, found, [records(a=TAU[1]), records(a=3)]) <= Fraction(found.delta_spent)


@pytest.mark.slow
def test_on_a_tree_with_two_branches() -> None:
    found = design(2)
    assert worst(REAL, found, [records(ab=TAU[2], ac=TAU[2])]) <= Fraction(found.delta_spent)


@pytest.mark.parametrize(("levels", "all_rows"), [(2, CHAINS), (1, SIBLINGS)], ids=["chain", "siblings"])
def test_one_gamma_for_all_nodes_is_caught(levels: int, all_rows: list[Records]) -> None:
    """The conference version, by the same check: with neighbouring counts one noise tells which is which."""
    assert worst(REUSED, design(levels), all_rows) > 100 * Fraction(design(levels).delta_spent)


def test_the_papers_count_noise_is_caught() -> None:
    wrong = papers_count_noise(design(1))
    assert worst(REAL, wrong, [records(a=TAU[1])]) > Fraction(wrong.delta_spent)


def test_the_check_is_not_vacuous() -> None:
    """A released count costs xi = eps/2 and no less: at a tenth below, the exact delta is above the theorem's."""
    assert worst(REAL, design(1), [records(a=TAU[1])], 0.9 * EPS / 2) > Fraction(design(1).delta_spent)


@pytest.mark.parametrize("scales", [(3.0, 1.5), (12.0, 2.0)])
def test_comparisons_have_the_law_of_numbers(scales: tuple[float, float]) -> None:
    """Two questions to one draw: the joint law of their answers is that of w + min(v, cap), summed plainly."""
    wide, narrow, cap = DiscreteLaplace(scales[0]), DiscreteLaplace(scales[1]), 2
    k = np.arange(-400, 401)
    w, v = (law.survival(k) - law.survival(k + 1) for law in (wide, narrow))
    sums = np.add.outer(k, np.minimum(k, cap))
    masses = np.multiply.outer(w, v)

    def asked(script: Script) -> tuple[bool, bool]:
        drawn, law = Range(), ComparedLaw(script, wide, narrow, cap)
        return law.ask(drawn, 4), law.ask(drawn, -1)

    law = exact_law(asked)
    assert float(law[True, True]) == pytest.approx(masses[sums >= 4].sum(), abs=1e-12)
    assert float(law[False, True]) == pytest.approx(masses[(sums >= -1) & (sums < 4)].sum(), abs=1e-12)
    assert law[True, False] == 0

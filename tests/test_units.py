"""Calibration for groups: what one row is given, and what that makes for a unit."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dphh_sql import plan
from dphh_sql.accounting.path import delta_bound
from dphh_sql.errors import ArgumentError
from dphh_sql.request import Privacy


def privacy(eps: float, delta: float, k: int) -> Privacy:
    return Privacy(eps=eps, delta=delta, hierarchy="zip", levels=(1, 3, 5), unit="u", max_rows=k)


def summed(eps: float, delta: float, rows: int) -> Fraction:
    """Group privacy row by row: delta_k = sum of exp(i * eps) * delta, in rationals, rounded up."""
    growth = Fraction(math.nextafter(math.exp(eps), math.inf))
    return sum((growth**i for i in range(rows)), Fraction(0)) * Fraction(delta)


@given(eps=st.floats(1e-3, 20), delta=st.floats(1e-12, 0.1), k=st.integers(2, 60))
def test_rows_add_up_to_no_more_than_the_unit(eps: float, delta: float, k: int) -> None:
    row = privacy(eps, delta, k).of_one_row
    assert Fraction(row.eps) * k <= Fraction(eps)
    # float error of math.exp is amplified k times by the sum of powers
    assert summed(row.eps, row.delta, k) <= Fraction(delta) * (1 + Fraction(k, 10**14))
    assert summed(row.eps, row.delta, k) >= Fraction(delta) * Fraction(999, 1000)
    assert (row.unit, row.max_rows) == (None, 1)


@pytest.mark.parametrize("function", ["dp_hhh", "dp_heavy_nodes"])
@pytest.mark.parametrize("k", [1, 2, 5])
def test_the_plan_certifies_its_steps_at_the_rows_eps(function: str, k: int) -> None:
    p = plan(function, hierarchy="zip", eps=1, delta=1e-6, unit="borrower_id", max_rows=k)
    assert (p.unit, p.max_rows, p.eps, p.delta) == ("borrower_id", k, 1, 1e-6)
    row_delta = delta_bound(list(p.steps), p.row_eps)
    assert float(summed(p.row_eps, row_delta, k)) <= p.delta_spent * (1 + 1e-9) <= 1e-6 * (1 + 1e-9)
    assert p.margin is not None
    one = plan(function, hierarchy="zip", eps=1, delta=1e-6)
    assert one.margin is not None
    assert p.margin == one.margin if k == 1 else p.margin > one.margin


def test_explain_says_the_unit() -> None:
    text = plan("dp_hhh", hierarchy="zip", eps=1, unit="borrower_id", max_rows=3).explain()
    flat = " ".join(text.split())
    assert "adding or removing all rows that share one value of borrower_id" in flat
    assert "at most 3 rows of each borrower_id are kept" in flat
    assert "adding or removing one row." in " ".join(plan("dp_hhh", hierarchy="zip", eps=1).explain().split())


@pytest.mark.parametrize(
    ("unit", "max_rows", "message"),
    [
        (None, 2, "max_rows goes with a unit column"),
        ("row", 2, "max_rows goes with a unit column"),
        ("u", 0, "max_rows must be at least 1"),
        ("u", 1.5, "max_rows must be a whole number"),
        ("u", True, "max_rows must be a whole number"),
        ("", 1, "unit must be a column name"),
        ("hash(u)", 1, "unit must be a column name, not an expression"),
        (3, 1, "unit must be the name of a column"),
    ],
)
def test_refusals(unit: object, max_rows: object, message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        plan("dp_hhh", hierarchy="zip", eps=1, unit=unit, max_rows=max_rows)  # type: ignore[arg-type]


def test_a_refusal_for_one_row_says_whose_amounts_it_names() -> None:
    with pytest.raises(ArgumentError, match=r"tau=10 is below .* eps=0\.333333.*max_rows=3 rows that share eps=1; a smaller max_rows"):
        plan("dp_hhh", hierarchy="zip", eps=1, tau=10, unit="u", max_rows=3)
    with pytest.raises(ArgumentError):
        plan("dp_hhh", hierarchy="zip", eps=1, unit="u", max_rows=10**7)


def test_a_column_called_row_is_not_the_row() -> None:
    assert plan("dp_hhh", hierarchy="zip", eps=1, unit="Row").privacy.unit is None
    quoted = plan("dp_hhh", hierarchy="zip", eps=1, unit='"row"')
    assert (quoted.privacy.unit, quoted.unit) == ("row", '"row"')

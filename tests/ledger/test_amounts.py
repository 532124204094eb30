from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dphh_sql.errors import ArgumentError
from dphh_sql.ledger.amounts import add, amount, exact, plain, subtract, times

floats = st.floats(min_value=0, allow_infinity=False, allow_nan=False)


@given(st.lists(floats, max_size=40))
def test_sums_are_exact(values: list[float]) -> None:
    total = add(exact(v) for v in values)
    assert Fraction(total) == sum((Fraction(repr(v)) for v in values), Fraction(0))


@given(floats, floats)
def test_differences_are_exact(a: float, b: float) -> None:
    assert Fraction(subtract(exact(a), exact(b))) == Fraction(repr(a)) - Fraction(repr(b))


@given(floats, st.integers(0, 10**12))
def test_multiples_are_exact(a: float, count: int) -> None:
    assert Fraction(times(exact(a), count)) == Fraction(repr(a)) * count


@given(floats)
def test_a_float_survives_its_decimal(value: float) -> None:
    assert float(exact(value)) == value


def test_the_widest_sum_does_not_round() -> None:
    huge, tiny = 1.7976931348623157e308, 5e-324
    assert subtract(add((exact(huge), exact(tiny))), exact(huge)) == Decimal("5e-324")


def test_ten_tenths_are_one_although_floats_differ() -> None:
    assert sum([0.1] * 10) != 1.0
    assert add([exact(0.1)] * 10) == exact(1.0)


@pytest.mark.parametrize(
    "value", [math.nan, math.inf, -math.inf, -0.5, -5e-324, 10**400, "1", None, True, 1j]
)
def test_illegal_amounts_are_refused(value: object) -> None:
    with pytest.raises(ArgumentError, match=r"^eps must be ") as caught:
        amount("eps", value)
    assert caught.value.argument == "eps"


def test_an_upper_bound_is_exclusive() -> None:
    assert amount("delta", 0.999, below=1) == 0.999
    with pytest.raises(ArgumentError, match="delta must be at least 0 and below 1, got 1"):
        amount("delta", 1, below=1)


@pytest.mark.parametrize("value", [1, np.float64(1), np.int64(1), Fraction(1)])
def test_numbers_of_other_types_become_floats(value: object) -> None:
    number = amount("eps", value)
    assert type(number) is float
    assert repr(number) == "1.0"


def test_minus_zero_is_zero() -> None:
    assert repr(amount("eps", -0.0)) == "0.0"


@pytest.mark.parametrize(
    ("value", "text"), [("0.40", "0.4"), ("0", "0"), ("0.0", "0"), ("1E+2", "100"), ("0.000001", "0.000001")]
)
def test_plain_digits(value: str, text: str) -> None:
    assert plain(Decimal(value)) == text

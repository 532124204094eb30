"""Optimal composition against the published formulas in 60 digits, and against dp-accounting."""

from __future__ import annotations

import itertools
import math
from decimal import Decimal, localcontext

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dphh_sql.accounting import composition
from dphh_sql.accounting.composition import Pair, composed, optimal_delta, optimal_eps
from dphh_sql.errors import ArgumentError


def exact_delta(pairs: list[Pair], eps: float) -> Decimal:
    """Murtagh and Vadhan, Theorem 1.5: over all subsets of the releases."""
    with localcontext() as context:
        context.prec = 60
        each = [(Decimal(repr(e)), Decimal(repr(d))) for e, d, n in pairs for _ in range(n)]
        over, everything = Decimal(0), Decimal(repr(eps)).exp()
        for signs in itertools.product((0, 1), repeat=len(each)):
            plus = sum((e for (e, _), sign in zip(each, signs, strict=True) if sign), Decimal(0)).exp()
            minus = sum((e for (e, _), sign in zip(each, signs, strict=True) if not sign), Decimal(0)).exp()
            over += max(plus - everything * minus, Decimal(0))
        norm = math.prod((1 + e.exp() for e, _ in each), start=Decimal(1))
        kept = math.prod((1 - d for _, d in each), start=Decimal(1))
        return 1 - (1 - over / norm) * kept


def homogeneous_delta(eps: float, delta: float, k: int, i: int) -> Decimal:
    """Kairouz, Oh and Viswanath, Theorem 3.3: delta at (k - 2i) eps."""
    with localcontext() as context:
        context.prec = 60
        e = Decimal(repr(eps))
        over = sum(
            (math.comb(k, j) * (((k - j) * e).exp() - ((k - 2 * i + j) * e).exp()) for j in range(i)), Decimal(0)
        ) / (1 + e.exp()) ** k
        return 1 - (1 - Decimal(repr(delta))) ** k * (1 - over)


some = st.tuples(st.integers(0, 40).map(lambda n: n / 16), st.sampled_from([0.0, 1e-9, 1e-6, 0.01]), st.integers(1, 2))


@given(st.lists(some, min_size=1, max_size=4), st.floats(0, 6))
@settings(max_examples=60)
def test_delta_is_the_formulas(pairs: list[Pair], eps: float) -> None:
    truth, bound = exact_delta(pairs, eps), Decimal(optimal_delta(pairs, eps))
    assert truth <= bound <= truth * (1 + Decimal("1e-11")) + Decimal("1e-15")


@given(st.lists(st.tuples(st.floats(0, 2), st.just(1e-6), st.just(1)), min_size=1, max_size=6), st.floats(0, 4))
@settings(max_examples=40)
def test_a_coarse_lattice_is_never_below(pairs: list[Pair], eps: float) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(composition, "POINTS", 64)
        assert exact_delta(pairs, eps) <= Decimal(optimal_delta(pairs, eps))


@pytest.mark.parametrize(("k", "i"), [(2, 1), (10, 1), (10, 5), (30, 7), (30, 15), (100, 40)])
def test_delta_of_equal_releases(k: int, i: int) -> None:
    truth, bound = homogeneous_delta(0.1, 1e-7, k, i), Decimal(optimal_delta([(0.1, 1e-7, k)], (k - 2 * i) / 10))
    assert truth <= bound <= truth * (1 + Decimal("1e-10"))


@given(st.lists(some, min_size=1, max_size=4), st.floats(1e-7, 0.5))
@settings(max_examples=60)
def test_eps_is_the_least(pairs: list[Pair], delta: float) -> None:
    if delta < (least := exact_delta(pairs, 1000.0)):
        with pytest.raises(ArgumentError, match="delta must be at least"):
            optimal_eps(pairs, float(least) * 0.999)
        return
    eps = optimal_eps(pairs, delta)
    assert eps <= sum(e * n for e, _, n in pairs)
    assert exact_delta(pairs, eps) <= Decimal(delta)
    if eps > 1e-6:
        assert exact_delta(pairs, eps * (1 - 1e-9) - 1e-12) > Decimal(delta) * (1 - Decimal("1e-10"))


@pytest.mark.parametrize(
    "pairs",
    [
        [(0.1, 1e-8, 100)],
        [(1.0, 1e-6, 20), (0.25, 1e-7, 5)],
        [(0.1, 1e-8, 500), (0.123456789012345, 1e-7, 500)],
        [(0.1 + i * 0.001234567, 1e-8, 1) for i in range(60)],
    ],
)
def test_dp_accounting_says_the_same(pairs: list[Pair]) -> None:
    pytest.importorskip("dp_accounting")
    from dp_accounting.pld import common, privacy_loss_distribution

    total = None
    for eps, delta, n in pairs:
        one = privacy_loss_distribution.from_privacy_parameters(
            common.DifferentialPrivacyParameters(eps, delta)
        ).self_compose(n)
        total = one if total is None else total.compose(one)
    assert total is not None
    assert composed(pairs, 1e-4)[0] == pytest.approx(total.get_epsilon_for_delta(1e-4), rel=0.01)


def test_the_reports_delta_is_twice_the_sum() -> None:
    assert composed([(1.0, 1e-6, 3)])[1] == 6e-6
    assert composed([(1.0, 0.0, 3)])[1] == 1e-6
    assert composed([]) == (0.0, 1e-6)
    assert composed([(1.0, 0.9, 3)]) == (0.0, 1.0)


def test_extremes() -> None:
    assert optimal_eps([(0.5, 1e-6, 1)], 1e-6) == 0.5
    assert optimal_eps([(0.5, 0.0, 1)], 0.0) == 0.5
    assert optimal_eps([(1e6, 0.0, 3)], 1e-6) <= 3e6
    assert optimal_eps([(5e-324, 0.0, 3), (1.0, 0.0, 1)], 0.0) == 1.0
    assert optimal_eps([(0.0, 1e-6, 3)], 4e-6) == 0.0
    assert optimal_eps([(0.1, 1e-6, 0)], 0.0) == 0.0

"""The `vote` step: its law, its accounting and its calibration, against exact arithmetic and an independent bound."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

import dphh_sql.accounting.path as path
from dphh_sql.accounting.calibrate_votes import FOUND, calibrate_votes, votes_at_least
from dphh_sql.accounting.path import delta_bound
from dphh_sql.accounting.steps import vote
from dphh_sql.errors import ArgumentError, CalibrationError
from dphh_sql.noise import TOTAL
from dphh_sql.votes import PAD, Votes
from tests.support.exact_path import above, below


def votes(rate: float, theta: int) -> Votes:
    return Votes(int(rate * TOTAL), theta)


@lru_cache(maxsize=100_000)
def passes(v: Votes, holders: int) -> Fraction:
    """P(Binomial(holders, weight / 2**64) >= theta)."""
    q = Fraction(v.weight, TOTAL)
    return 1 - sum(
        (math.comb(holders, k) * q**k * (1 - q) ** (holders - k) for k in range(min(v.theta, holders + 1))), Fraction(0)
    )


def worst(v: Votes, rounds: int, gamma: Fraction, most: int) -> Fraction:
    """The exact delta over all counts up to `most`, by the recursion of privacy.md, section 3."""
    laws = [(passes(v, c), passes(v, c + 1)) for c in range(most + 1)]

    def after(t: int, g: Fraction, forward: bool) -> Fraction:
        if t == 0:
            return max(Fraction(0), 1 - g)
        best = after(t - 1, g, forward)
        for x, x1 in laws:
            p, q = (x, x1) if forward else (x1, x)
            here = max(Fraction(0), (1 - p) - g * (1 - q))
            if p:
                here += p * after(t - 1, g * q / p, forward)
            best = max(best, here)
        return best

    return max(after(rounds, gamma, forward) for forward in (True, False))


@settings(max_examples=60)
@given(rate=st.floats(0.02, 0.97), theta=st.integers(1, 9), holders=st.integers(0, 60))
def test_the_law_is_binomial(rate: float, theta: int, holders: int) -> None:
    v = votes(rate, theta)
    exact = passes(v, holders)
    assert v.chance(holders) == pytest.approx(float(exact), rel=PAD, abs=1e-29)
    if theta <= holders < theta - 1 + len(v.law.passed) - 1:
        at = holders - theta + 1
        assert v.law.failed[at] == pytest.approx(float(1 - exact), rel=PAD, abs=1e-29)
        assert v.law.pivotal[at] == pytest.approx(float(passes(v, holders + 1) - exact), rel=PAD, abs=1e-29)


@pytest.mark.parametrize(("rate", "theta"), [(0.27, 15), (0.004, 11), (0.63, 60), (0.6, 3000), (0.97, 2)])
def test_the_law_is_that_of_another_library(rate: float, theta: int) -> None:
    v = votes(rate, theta)
    counts = theta - 1 + np.arange(len(v.law.passed))
    np.testing.assert_allclose(v.law.passed, binom.sf(theta - 1, counts, v.rate), rtol=1e-7, atol=1e-200)
    np.testing.assert_allclose(v.law.failed, binom.cdf(theta - 1, counts, v.rate), rtol=1e-7, atol=1e-29)
    assert v.law.failed[-1] < 1e-29


def test_the_least_holders_are_the_least() -> None:
    v = votes(0.3, 7)
    for chance, rounds in ((0.5, 1), (0.95, 10), (1e-6, 1), (1 - 1e-9, 3)):
        least = v.least_holders(chance, rounds)
        assert v.chance(least) ** rounds >= chance > v.chance(least - 1) ** rounds


@settings(max_examples=10)
@given(
    rate=st.floats(0.05, 0.9), theta=st.integers(1, 4), rounds=st.integers(1, 2), eps=st.sampled_from([0.1, 0.5, 1, 2])
)
def test_the_bound_dominates_and_is_tight(rate: float, theta: int, rounds: int, eps: float) -> None:
    v = votes(rate, theta)
    most = min(30, theta + math.ceil(6 * theta / rate))
    bound = Fraction(delta_bound([vote(v, rounds)], eps))
    assert worst(v, rounds, above(eps), most) <= bound
    if math.exp(-eps) < 1 - rate:  # what is worst lies at small counts then
        assert bound <= worst(v, rounds, below(eps), most) * Fraction(103, 100)


@pytest.mark.parametrize("eps", [0.5, 1.0])
def test_counts_beyond_the_last_are_dominated(eps: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """A law cut early: the one choice for all larger counts must still cover them."""
    v = votes(0.5, 3)
    full = delta_bound([vote(v, 3)], eps)
    law = v.law
    for last in (2, 4, 8):
        cut = type(law)(law.passed[: last + 1], law.failed[: last + 1], law.pivotal[: last + 2])
        monkeypatch.setattr(Votes, "law", property(lambda self, cut=cut: cut))
        assert delta_bound([vote(v, 3)], eps) >= full * (1 - 1e-9)


def test_without_the_smallest_count_the_bound_would_be_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """c = theta - 1, where only X' can pass, is the worst count of rare samples."""
    v = votes(0.1, 3)
    law = v.law
    monkeypatch.setattr(Votes, "law", property(lambda self: type(law)(law.passed[1:], law.failed[1:], law.pivotal[1:])))
    assert Fraction(delta_bound([vote(v, 1)], 2.0)) < worst(v, 1, above(2.0), 10)


def independent(v: Votes, rounds: int, eps: float, points: int = 4000) -> float:
    """An upper bound by stairs on a grid of ln g that rounds the loss up, with another library's binomials."""
    counts = np.arange(v.theta - 1, v.theta + len(v.law.passed) * 3 // 2)
    found = 0.0
    for forward in (True, False):
        same, more = counts, counts + 1
        p, q = (same, more) if forward else (more, same)
        p_pass, q_pass = (binom.sf(v.theta - 1, c, v.rate) for c in (p, q))
        p_fail, q_fail = (binom.cdf(v.theta - 1, c, v.rate) for c in (p, q))
        p_pass, q_pass, p_fail, q_fail = p_pass * (1 + 1e-9), q_pass * (1 - 1e-9), p_fail * (1 + 1e-9), q_fail * (1 - 1e-9)
        u = np.linspace(-1.5 * eps, 2.0 * eps, points)
        g = np.exp(u)
        value = np.maximum(0.0, 1.0 - g)
        stops = np.maximum(0.0, p_fail[:, None] - np.multiply.outer(q_fail, g))
        with np.errstate(divide="ignore", invalid="ignore"):
            drift = np.nan_to_num(np.log(q_pass / p_pass), nan=0.0, neginf=-1e9)
        landing = np.searchsorted(u, u[None, :] + drift[:, None], side="right")
        for _ in range(rounds):
            padded = np.concatenate([[1.0], value])
            value = np.maximum(value, (p_pass[:, None] * padded[landing] + stops).max(axis=0))
        found = max(found, float(value[np.searchsorted(u, eps, side="right") - 1]))
    return found


@pytest.mark.parametrize(
    ("eps", "delta", "rounds"),
    [
        (1.0, 1e-6, 10),
        (2.0, 1e-8, 1),
        pytest.param(4.0, 1e-10, 10, marks=pytest.mark.slow),
        pytest.param(0.5, 1e-5, 4, marks=pytest.mark.slow),
    ],
)
def test_calibrations_are_certified_again_and_used_up(eps: float, delta: float, rounds: int) -> None:
    found = calibrate_votes(eps, delta, rounds)
    assert found.delta_spent <= delta
    again = independent(found.votes, rounds, eps)
    assert 0.9 * delta <= again <= 1.15 * delta  # stairs are coarser than chords
    more = Votes(int(found.votes.weight * 1.02), found.votes.theta)
    assert delta_bound([vote(more, rounds)], eps) > delta


def test_an_attack_reaches_the_certified_delta() -> None:
    """Counts that do not change along the path: the exact delta of passing k rounds is near the bound."""
    found = calibrate_votes(1.0, 1e-6, 10)
    v, best = found.votes, 0.0
    counts = np.arange(v.theta - 1, 120)
    here, there = (binom.sf(v.theta - 1, c, v.rate) for c in (counts, counts + 1))
    for k in range(1, 11):
        best = max(best, float((there**k - math.e * here**k).max()))
    assert 0.9 * found.delta_spent <= best <= found.delta_spent


@pytest.mark.slow
def test_no_other_threshold_finds_rarer_words() -> None:
    found = calibrate_votes(1.0, 1e-6, 10)
    for theta in (8, 13, 14, 17, 20, 30):
        rate = found.votes.rate
        while delta_bound([vote(votes(rate, theta), 10)], 1.0, 40) <= 1e-6:
            rate *= 1.05
        while delta_bound([vote(votes(rate, theta), 10)], 1.0, 40) > 1e-6:
            rate /= 1.01
        assert votes(rate, theta).least_holders(FOUND, 10) >= found.found - 1


@pytest.mark.parametrize("median", [56, 200, 5000])
def test_a_larger_tau_is_met(median: int) -> None:
    found = votes_at_least(1.0, 1e-6, 10, median)
    assert median <= found.median <= median * 1.02 + 1
    assert found.delta_spent <= 1e-6
    sharper = calibrate_votes(1.0, 1e-6, 10)
    assert found.votes.sd / found.median < sharper.votes.sd / sharper.median


@pytest.mark.slow
def test_more_privacy_needs_more_holders() -> None:
    needed = [calibrate_votes(eps, 1e-6, 5).found for eps in (4.0, 2.0, 1.0, 0.5)]
    assert needed == sorted(needed)
    assert calibrate_votes(1.0, 1e-9, 5).found > calibrate_votes(1.0, 1e-6, 5).found
    assert calibrate_votes(1.0, 1e-6, 9).found > calibrate_votes(1.0, 1e-6, 5).found


@pytest.mark.parametrize("eps", [1e-4, 1e-9])
def test_out_of_reach_is_said(eps: float) -> None:
    with pytest.raises(CalibrationError, match="no sampling rate reaches"):
        calibrate_votes(eps, 1e-6, 10)


@pytest.mark.parametrize(("weight", "theta"), [(0, 5), (TOTAL, 5), (-1, 5), (TOTAL // 2, 0)])
def test_votes_that_are_none(weight: int, theta: int) -> None:
    with pytest.raises(ArgumentError):
        Votes(weight, theta)


def test_grouped_counts_only_add(monkeypatch: pytest.MonkeyPatch) -> None:
    v = votes(0.05, 8)
    fine = delta_bound([vote(v, 4)], 0.5)
    monkeypatch.setattr(path, "MAX_CHOICES", 40)
    coarse = delta_bound([vote(v, 4)], 0.5)
    assert fine <= coarse


@pytest.mark.parametrize(("rate", "theta"), [(0.98, 3000), (0.999, 50), (1 - 2e-6, 5), (0.06, 3000), (1e-3, 2), (0.5, 1)])
def test_extreme_laws_stay_numbers(rate: float, theta: int) -> None:
    """Laws that underflow: a bound that is no number would pass every comparison."""
    for eps in (0.01, 1.0, 20.0):
        bound = delta_bound([vote(votes(rate, theta), 5)], eps)
        assert 0.0 <= bound <= 1.0
        lone = float(votes(rate, theta).rate ** theta)  # theta - 1 other holders, who all vote
        assert bound >= lone * 0.999

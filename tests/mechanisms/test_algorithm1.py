"""Algorithm 1 of the paper: its calibration, its noise, and its guarantee recomputed on the worst paths."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

import dphh_sql
from dphh_sql.accounting.path import delta_bound
from dphh_sql.accounting.steps import rest
from dphh_sql.audit.trees import Records, tree
from dphh_sql.errors import CalibrationError
from dphh_sql.laplace import DiscreteLaplace
from dphh_sql.mechanisms.algorithm1 import Algorithm1, Parameters, count_noise
from dphh_sql.noise import NoiseTable

METHOD = Algorithm1()


def test_the_parameters_are_those_of_the_specification() -> None:
    eps, delta, h, beta = 1.0, 1e-6, 5, 0.05
    found = Parameters.of(eps, delta)
    e, d = eps * math.log(5 / 4) / 4, delta / 2
    eta = e / math.log(1 / d)
    assert found.d == d
    assert found.eta == pytest.approx(eta)
    assert found.xi == pytest.approx(2 * found.eta * found.c0) == pytest.approx(eps / 2)
    exact_delta_cap = math.log(1 / eta) / eta
    assert exact_delta_cap <= found.cap < exact_delta_cap + 1
    assert found.guard(h, beta) == math.ceil(24 * found.cap * math.log(2 * h / (d * beta)))
    assert found.guard(h, beta) == pytest.approx(687_000, rel=0.01)  # privacy.md, section 3


def test_the_proof_needs_eta_up_to_a_half() -> None:
    with pytest.raises(CalibrationError, match="eta"):
        Parameters.of(200.0, 1e-6)


@pytest.mark.parametrize("eta", [1e-6, 1e-3, 0.1, 0.3, 0.5])
def test_the_inequalities_of_the_discrete_proof(eta: float) -> None:
    cap, v = math.ceil(math.log(1 / eta) / eta), DiscreteLaplace(1 / eta)
    w = DiscreteLaplace(6.0 * cap)
    special = 1.0 - float(v.survival(cap))  # P(v < D)
    assert 1.0 <= math.exp(2 * eta) * special
    c = np.unique(np.append(np.linspace(-3 * cap, cap, 20_000).astype(int), np.arange(-5, 6)))
    # P(v < c) = P(v >= 1 - c), by symmetry
    assert (v.survival(1 - c) <= math.exp(eta) * (1 + 1e-12) * v.survival(2 - c)).all()
    low = np.linspace(-20 * cap, 20 * cap, 500).astype(int)
    tail = w.survival(low + 3 * cap) / w.survival(low)
    assert tail.min() >= math.exp(-0.5) - 1e-9
    assert float(v.survival(-cap)) * tail.min() >= 1 / 4


@pytest.mark.parametrize(("eps", "delta", "h"), [(1.0, 1e-6, 1), (1.0, 1e-6, 5), (0.3, 1e-9, 32), (20.0, 1e-3, 4)])
def test_no_path_of_equal_counts_exceeds_the_guarantee(eps: float, delta: float, h: int) -> None:
    """P(first yes at node i) under X and X', with the count's release: hockey-stick at eps against delta.

    The count is xi-DP, so given a yes the divergence at eps is that of the selection at eps - xi.
    """
    plan = dphh_sql.plan("dp_hhh", hierarchy=f"chars({h})", eps=eps, delta=delta, method="algorithm1")
    cap = int(dict(plan.design.parameters)["Delta"])
    gamma = math.exp(eps - dict(plan.design.parameters)["xi"])
    worst = 0.0
    window = np.unique(np.linspace(plan.tau - 100 * cap, plan.tau + 60 * cap, 60).astype(int))
    for count in (0, 1, *window[window > 0].tolist()):
        laws = []
        for c in (count, count + 1):
            yes = METHOD.keep(plan.design, 0, c)
            no = (1.0 - yes) ** np.arange(h)
            laws.append(np.append(no * yes, (1.0 - yes) ** h))
        for p, q in (laws, laws[::-1]):
            worst = max(worst, float(np.maximum(0.0, p - gamma * q).sum()))
    assert worst <= plan.delta_spent


@pytest.mark.parametrize("eps", [0.1, 0.5, 1.0])
def test_the_papers_count_noise_is_not_private_and_ours_is(eps: float) -> None:
    """Line 15 adds Lap(xi); xi-DP needs Lap(1/xi)."""
    xi = eps / 2
    ours = count_noise(xi)
    papers = NoiseTable.from_family(ours.bound, xi, shape=1.0)
    assert delta_bound([rest(ours)], xi * (1 + 1e-12)) < 1e-12
    assert delta_bound([rest(papers)], eps) > 0.1


def test_digits_make_the_discrete_laplace_law() -> None:
    law = DiscreteLaplace(3.0)
    draws = law.sample(400_000)
    k = np.arange(-30, 31)
    expected = np.tanh(1 / 6) * np.exp(-np.abs(k) / 3.0)
    assert np.allclose(law.survival(k) - law.survival(k + 1), expected, atol=1e-15)
    inner = expected * len(draws) >= 20
    observed = np.bincount(draws[np.abs(draws) <= 30] + 30, minlength=61)[inner]
    wanted = expected[inner]
    assert stats.chisquare(observed, wanted / wanted.sum() * observed.sum()).pvalue > 1e-9
    scaled = np.tanh(1 / 6.6) * np.exp(-np.abs(k) / 3.3)[inner]
    assert stats.chisquare(observed, scaled / scaled.sum() * observed.sum()).pvalue < 1e-9


@pytest.mark.parametrize("scale", [0.1, 1.0, 8682.0, 1e9])
def test_the_stated_distance_covers_every_rounding(scale: float) -> None:
    """Sum over digits of |threshold / 2**64 - exact|, and the cut tail, of the two geometric variables."""
    law = DiscreteLaplace(scale)
    assert law.distance < 1e-16
    assert 2**law.digits / scale >= 45
    tiny = DiscreteLaplace(0.5)
    exact = [1 / (1 + math.exp(2**i / 0.5)) for i in range(tiny.digits)]
    assert np.allclose(np.ldexp(np.array([float(t) for t in tiny.thresholds]), -64), exact, rtol=1e-12, atol=2**-64)


@pytest.mark.parametrize("tail", [0.4, 0.05, 1e-9])
def test_quantiles_of_the_wide_noise(tail: float) -> None:
    law = DiscreteLaplace(100.0)
    k = law.quantile(tail)
    assert float(law.survival(k + 1)) <= tail < float(law.survival(k))


def test_keep_is_the_frequency_of_selection() -> None:
    plan = dphh_sql.plan("dp_hhh", hierarchy="chars(1)", eps=25, delta=0.05, method="algorithm1")
    count = plan.tau - 3
    many = tree(Records({(chr(0x4E00 + i),): count for i in range(20_000)}), 1, 1)
    (chosen,) = METHOD.select(plan.design, many).chosen
    expected = METHOD.keep(plan.design, 0, count)
    assert 0.2 < expected < 0.6
    assert abs(chosen.mean() - expected) < 6 * math.sqrt(0.25 / 20_000)


def test_intervals_of_fresh_noise_cover() -> None:
    con = dphh_sql.connect()
    con.execute("CREATE TABLE t AS SELECT chr((65 + i % 20)::INT) AS c FROM range(20 * 1800) r(i)")
    query = (
        "SELECT count(*), count(*) FILTER (residual_lo <= 1800 AND 1800 <= residual_hi) FROM dp_hhh('t', 'c', "
        "hierarchy => 'chars(1)', eps => 20, delta => 0.01, method => 'algorithm1') WHERE level = 1"
    )
    shown = covered = 0
    for _ in range(40):
        n, good = con.execute(query).fetchone()
        shown, covered = shown + n, covered + good
    assert shown > 300
    assert covered / shown >= 0.95 - 4 * math.sqrt(0.05 * 0.95 / shown)

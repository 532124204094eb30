"""What every mechanism of dp_heavy_nodes must satisfy; a new one is covered by being registered."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import dphh_sql
from dphh_sql.accounting.path import delta_bound
from dphh_sql.audit.exact_path import below, worst_delta
from dphh_sql.audit.recertify import recertified
from dphh_sql.audit.trees import Records, node_counts, tree
from dphh_sql.errors import ArgumentError, CalibrationError
from dphh_sql.mechanisms import MECHANISMS, Mechanism
from tests.contracts.test_mechanisms import relabelled

SETTINGS = [
    {"hierarchy": "zip", "eps": 1.0, "delta": 1e-6, "n_max": 10**6},
    {"hierarchy": "chars(1)", "eps": 0.5, "delta": 1e-5, "n_max": 10},
    {"hierarchy": "ipv4", "eps": 3.0, "delta": 1e-9, "levels": [8, 16, 24, 32], "n_max": 10**9},
    {"hierarchy": "chars(12)", "eps": 0.25, "delta": 1e-8, "n_max": 10**5},
]
every = pytest.mark.parametrize("method", [m for m in MECHANISMS if m.function == "dp_heavy_nodes"], ids=lambda m: m.name)
settings = pytest.mark.parametrize(
    "setting",
    [pytest.param(s, id=s["hierarchy"], marks=[pytest.mark.slow] * (s["hierarchy"] == "chars(12)")) for s in SETTINGS],
)


def plan(method: Mechanism, setting: dict[str, object], **more: object) -> dphh_sql.Plan:
    return dphh_sql.plan("dp_heavy_nodes", **{**setting, "method": method.name, **more})


@every
@settings
def test_delta_is_within_what_was_asked(method: Mechanism, setting: dict[str, object]) -> None:
    found = plan(method, setting)
    assert 0 < found.delta_spent <= found.delta
    assert found.mechanism == method.name
    if found.proof == "accountant":
        assert delta_bound(found.steps, found.eps) <= found.delta
        if sum(step.times for step in found.steps) == 1:  # no grid needed
            assert worst_delta(found.steps, below(found.eps)) <= Fraction(found.delta)
        else:
            finer = (1_000, 5_000, 20_000)
            assert any(recertified(found.steps, found.eps, points, chord=True) <= found.delta for points in finer)
    else:
        assert (found.proof, found.steps) == ("theorem", ())
        assert dict(found.design.parameters)


@every
@settings
def test_absent_nodes_are_never_heavy(method: Mechanism, setting: dict[str, object]) -> None:
    found = plan(method, setting)
    assert found.margin is not None
    assert found.floor == found.tau - found.margin >= 1


@every
@settings
def test_a_smaller_tau_is_refused_and_a_larger_one_is_taken(method: Mechanism, setting: dict[str, object]) -> None:
    least = plan(method, setting)
    with pytest.raises(ArgumentError, match=f"tau={least.tau - 1} is below {least.tau}"):
        plan(method, setting, tau=least.tau - 1)
    assert plan(method, setting, tau=least.tau + 100).tau == least.tau + 100


@every
@settings
def test_what_the_plan_promises_holds_on_runs(method: Mechanism, setting: dict[str, object]) -> None:
    found = plan(method, setting)
    assert found.margin is not None
    level, height = len(found.levels) - 1, len(found.levels)
    keeps = [found.keep(level, factor) for factor in (0.25, 0.5, 1.0, 1.5, 3.0)]
    assert all(0.0 <= p <= 1.0 for p in keeps)
    assert keeps == sorted(keeps)
    certain, floor = method.certain_count(found.design, level), found.floor
    assert certain is not None
    assert certain <= found.tau + found.margin
    rows = Records({("a",) * height: certain, ("b",) * height: floor, ("c",): floor - 1, ("d", "e")[:height]: found.tau})
    counts, candidates = node_counts(rows), relabelled(tree(rows, height, floor), found.levels)
    for _ in range(30):
        heavy = set()
        for depth, (at, chosen) in enumerate(zip(candidates.levels, method.select(found.design, candidates), strict=True)):
            keys = at.keys.to_pylist()
            heavy |= {tuple(keys[i].split("/")) for i in np.flatnonzero(chosen)}
            assert len(chosen) == len(at), depth
        assert ("a",) * height in heavy
        assert ("c",) not in heavy
        assert all(len(node) == 1 or node[:-1] in heavy for node in heavy)
        assert all(counts[node] >= found.tau - found.margin for node in heavy)
        assert all(n <= found.tau + found.margin - 1 for node, n in counts.items() if node not in heavy)


@every
def test_an_empty_table_has_no_heavy_nodes(method: Mechanism) -> None:
    found = plan(method, SETTINGS[0])
    assert [len(chosen) for chosen in method.select(found.design, tree(Records(), 3, found.floor))] == [0, 0, 0]


@every
def test_more_privacy_never_lowers_the_threshold(method: Mechanism) -> None:
    taus = [plan(method, SETTINGS[0], eps=eps).tau for eps in (2.0, 1.0, 0.5, 0.25)]
    assert taus == sorted(taus)
    assert plan(method, SETTINGS[0], delta=1e-8).tau >= plan(method, SETTINGS[0]).tau


@every
@pytest.mark.parametrize("eps", [1e-6, 1e-12, 5e-324])
def test_out_of_reach_is_said(method: Mechanism, eps: float) -> None:
    with pytest.raises(CalibrationError, match="eps"):
        plan(method, SETTINGS[0], eps=eps)


@every
@pytest.mark.parametrize("eps", [20.0, 1000.0])
def test_a_large_eps_is_served(method: Mechanism, eps: float) -> None:
    found = plan(method, SETTINGS[0], eps=eps)
    assert found.delta_spent <= found.delta


@every
@pytest.mark.parametrize("delta", [0.9, 1e-3])
def test_a_large_delta_is_served(method: Mechanism, delta: float) -> None:
    assert plan(method, SETTINGS[0], delta=delta).delta_spent <= delta


@every
def test_the_margin_at_beta_is_below_the_certain_one_and_grows(method: Mechanism) -> None:
    found = plan(method, SETTINGS[0])
    margins = [method.margin_at(found.design, beta, n) for beta, n in ((0.2, 10), (0.05, 1000), (0.01, 10**6))]
    assert margins == sorted(margins)
    assert margins[-1] <= (found.margin or 0)


def test_auto_takes_the_least_certain_margin_of_the_certified_methods() -> None:
    for setting in SETTINGS:
        plans = [plan(m, setting) for m in MECHANISMS if m.function == "dp_heavy_nodes"]
        margins = [p.margin for p in plans if p.margin is not None and p.proof == "accountant"]
        assert dphh_sql.plan("dp_heavy_nodes", **setting).margin == min(margins)

"""What every mechanism of dp_hhh must satisfy; a new one is covered by being registered."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import pytest

import dphh_sql
from dphh_sql.accounting.path import delta_bound
from dphh_sql.audit.exact_path import below, worst_delta
from dphh_sql.audit.recertify import recertified
from dphh_sql.audit.trees import Records, outcome, tree
from dphh_sql.errors import ArgumentError, CalibrationError
from dphh_sql.mechanisms import MECHANISMS, Mechanism

HHH = [m for m in MECHANISMS if m.function == "dp_hhh"]
SETTINGS = [
    {"hierarchy": "zip", "eps": 1.0, "delta": 1e-6},
    {"hierarchy": "chars(1)", "eps": 0.5, "delta": 1e-5, "rest": False},
    {"hierarchy": "ipv4", "eps": 3.0, "delta": 1e-9, "levels": [8, 16, 24, 32]},
    {"hierarchy": "chars(12)", "eps": 0.25, "delta": 1e-8, "rest": True},
]
every = pytest.mark.parametrize("method", HHH, ids=lambda m: m.name)
deep = pytest.mark.parametrize(
    "setting",
    [pytest.param(s, id=s["hierarchy"], marks=[pytest.mark.slow] * (s["hierarchy"] == "chars(12)")) for s in SETTINGS],
)
settings = pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s["hierarchy"])


def plan(method: Mechanism, setting: dict[str, object], **more: object) -> dphh_sql.Plan:
    return dphh_sql.plan("dp_hhh", **{**setting, "method": method.name, **more})


@every
@deep
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
        assert found.proof == "theorem"
        assert found.steps == ()
        assert dict(found.design.parameters)


@every
@settings
def test_absent_nodes_are_never_released(method: Mechanism, setting: dict[str, object]) -> None:
    """tau > M and floor = tau - M: what SQL drops could not have been selected."""
    found = plan(method, setting)
    assert found.floor >= 1
    if found.proof == "accountant":
        assert all(found.floor == found.tau - table.bound for table in found.design.tables)


@every
@settings
def test_a_smaller_tau_is_refused_and_a_larger_one_is_taken(method: Mechanism, setting: dict[str, object]) -> None:
    least = plan(method, setting)
    with pytest.raises(ArgumentError, match=f"tau={least.tau - 1} is below {least.tau}"):
        plan(method, setting, tau=least.tau - 1)
    higher = plan(method, setting, tau=least.tau + 100)
    assert higher.tau == least.tau + 100
    assert higher.floor == (least.floor + 100 if least.proof == "accountant" else 1)


@every
@settings
def test_what_the_plan_promises_holds_on_runs(method: Mechanism, setting: dict[str, object]) -> None:
    """Margins on every run; a certain count is always found; keep probabilities are monotone probabilities."""
    found = plan(method, setting)
    level = len(found.levels) - 1
    keeps = [found.keep(level, factor) for factor in (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 3.0)]
    assert all(0.0 <= p <= 1.0 for p in keeps)
    assert keeps == sorted(keeps)
    assert keeps[0] < 0.2 < 0.8 < keeps[-1]
    certain = method.certain_count(found.design, level)
    count = certain if certain is not None else 2 * found.tau
    height = len(found.levels)
    rows = Records({("a",) * height: count, ("b",) * height: found.floor, ("b",): 1})
    candidates = relabelled(tree(rows, height, found.floor), found.levels)
    for _ in range(30):
        released, rest = outcome(candidates, method.select(found.design, candidates))
        values = {key: value for at, key, value in released if at == found.levels[-1]}
        assert "/".join("a" * height) in values
        assert abs(values["/".join("a" * height)] - count) <= found.design.tables[-1].bound
        assert (rest is None) == (not found.privacy.rest)


def relabelled(candidates, levels):
    """The same tree at the levels of the plan."""
    return replace(
        candidates,
        levels=tuple(replace(level, level=at) for level, at in zip(candidates.levels, levels, strict=True)),
    )


@every
def test_an_empty_table_gives_the_same_kind_of_answer(method: Mechanism) -> None:
    found = plan(method, SETTINGS[0])
    candidates = tree(Records(), 3, found.floor)
    released, rest = outcome(candidates, method.select(found.design, candidates))
    assert released == frozenset()
    assert rest is not None
    assert abs(rest) <= found.design.rest_table.bound


@every
def test_the_budget_of_the_rest_row_is_part_of_the_plan(method: Mechanism) -> None:
    with_rest, without = (plan(method, SETTINGS[0], rest=rest) for rest in (True, False))
    assert with_rest.delta_spent <= 1e-6 >= without.delta_spent
    assert with_rest.tau >= without.tau


@every
def test_more_privacy_never_lowers_the_threshold(method: Mechanism) -> None:
    taus = [plan(method, SETTINGS[0], eps=eps).tau for eps in (2.0, 1.0, 0.5, 0.25)]
    assert taus == sorted(taus)
    assert plan(method, SETTINGS[0], delta=1e-8).tau >= plan(method, SETTINGS[0]).tau


@every
@pytest.mark.parametrize("eps", [1e-6, 1e-9, 1e-12])
def test_out_of_reach_is_said(method: Mechanism, eps: float) -> None:
    with pytest.raises(CalibrationError, match="eps"):
        plan(method, SETTINGS[0], eps=eps)


def test_auto_takes_the_certified_mechanism_and_loses_nothing() -> None:
    """A hit step is a post-processing of an add step: with the same noise the one-hit mechanism is never worse."""
    for setting in SETTINGS:
        onehit, *others = (plan(m, setting) for m in HHH)
        margins = [p.margin for p in (onehit, *others) if p.margin is not None]
        assert onehit.margin == min(margins)
        assert dphh_sql.plan("dp_hhh", **setting).mechanism == "onehit"
        assert all(onehit.tau <= other.tau for other in others)


def test_a_tau_that_nothing_allows_has_the_default_methods_error() -> None:
    with pytest.raises(ArgumentError, match=r"tau=5 is below \d+, the smallest threshold that eps=1"):
        dphh_sql.plan("dp_hhh", hierarchy="zip", eps=1, tau=5)


@every
def test_the_margin_at_beta_is_a_quantile_of_the_noise(method: Mechanism) -> None:
    found = plan(method, SETTINGS[0])
    margins = [method.margin_at(found.design, beta, n) for beta, n in ((0.2, 10), (0.05, 1000), (0.01, 10**6))]
    assert margins == sorted(margins)
    if found.proof == "accountant":
        table = found.design.tables[0]
        assert 2000 * table.survival(margins[1] + 1) <= 0.05 < 2000 * table.survival(margins[1])
        assert margins[2] <= table.bound
    assert math.isfinite(margins[2])

"""The plan: surface.md's attributes, true to the weights of its own steps, from public facts alone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import dphh_sql
from dphh_sql import entropy, plan
from dphh_sql.errors import ArgumentError, UnknownNameError
from dphh_sql.noise import TOTAL
from tests.support.entropy import entropy_from

PLANS: list[dict[str, Any]] = [
    {"hierarchy": "zip", "eps": 1},
    {"hierarchy": "zip", "eps": 1, "rest": False},
    {"hierarchy": "zip", "eps": 0.5, "delta": 1e-9, "levels": [5]},
    {"hierarchy": "zip", "eps": 1, "tau": 500},
    {"hierarchy": "ipv4", "eps": 3, "levels": [32, 8]},
    {"hierarchy": "columns(2)", "eps": 1, "beta": 0.5},
    {"hierarchy": "chars(5)", "eps": 10, "delta": 0.01},
]
each = pytest.mark.parametrize("arguments", PLANS, ids=str)


def test_what_the_surface_promises() -> None:
    p = dphh_sql.plan("dp_hhh", hierarchy="zip", eps=1, delta=1e-6)
    assert (p.function, p.mechanism, p.hierarchy, p.levels) == ("dp_hhh", "onehit", "zip", (1, 3, 5))
    assert (p.eps, p.delta, p.unit, p.proof) == (1.0, 1e-6, "row", "accountant")
    assert p.tau == p.margin + 1  # type: ignore[operator]
    assert p.floor == 1
    assert 0 < p.delta_spent <= 1e-6
    assert p.margin is not None
    assert p.margin <= 35  # privacy.md: 34 at h = 3, at most 1 more with the rest row


@each
def test_steps_are_what_one_record_can_meet(arguments: dict[str, Any]) -> None:
    p = plan("dp_hhh", **arguments)
    with_rest = arguments.get("rest", True)
    assert [str(step.kind) for step in p.steps] == ["hit"] * len(p.levels) + ["rest"] * with_rest
    for step in p.steps:
        assert all(type(weight) is int and weight > 0 for weight in step.weights)
        assert sum(step.weights) == 2**64 == TOTAL
        assert step.weights == step.weights[::-1]
        assert step.times == 1
    for step in p.steps[: len(p.levels)]:
        assert (step.lo, step.hi) == (p.tau, p.tau)
        assert len(step.weights) == 2 * p.margin + 1  # type: ignore[operator]
    if with_rest:
        assert (p.steps[-1].lo, p.steps[-1].hi) == (None, None)


@each
def test_rows_follow_from_the_steps(arguments: dict[str, Any]) -> None:
    p = plan("dp_hhh", **arguments)
    rows = p.rows()
    assert [row["level"] for row in rows] == list(p.levels)
    for row, step in zip(rows, p.steps, strict=False):
        bound = len(step.weights) // 2

        def keep(count: int, step: Any = step, bound: int = bound) -> Fraction:
            """P(a residual count reaches tau), exactly."""
            return Fraction(sum(w for z, w in enumerate(step.weights, start=-bound) if count + z >= p.tau), TOTAL)

        assert (row["noise_bound"], row["margin"], row["tau"], row["floor"]) == (bound, bound, p.tau, p.tau - bound)
        sd2 = Fraction(sum(w * z * z for z, w in enumerate(step.weights, start=-bound)), TOTAL)
        assert row["noise_sd"] == pytest.approx(float(sd2) ** 0.5)
        assert keep(int(row["certain_count"])) == 1 > keep(int(row["certain_count"]) - 1)  # type: ignore[arg-type]
        assert keep(p.floor) > 0 == keep(p.floor - 1)
        for name, count in [
            ("p_half_tau", p.tau // 2),
            ("p_three_quarter_tau", p.tau * 3 // 4),
            ("p_tau", p.tau),
            ("p_one_and_quarter_tau", p.tau * 5 // 4),
            ("p_one_and_half_tau", p.tau * 3 // 2),
        ]:
            assert row[name] == float(keep(count))


@each
def test_the_guarantee_is_certified_within_what_was_asked(arguments: dict[str, Any]) -> None:
    p = plan("dp_hhh", **arguments)
    assert 0 < p.delta_spent <= p.delta == arguments.get("delta", 1e-6)
    assert p.eps == arguments["eps"]


@each
def test_explain_says_the_numbers(arguments: dict[str, Any]) -> None:
    p = plan("dp_hhh", **arguments)
    text = p.explain()
    for shown in (p.hierarchy, f"{p.eps:g}", f"{p.delta:g}", f"tau = {p.tau}", f"+-{p.margin}", "adding or removing one row"):
        assert shown in text
    assert ("Everything else is one row" in text) == arguments.get("rest", True)


def test_a_plan_draws_nothing() -> None:
    def forbidden(n_bytes: int) -> bytes:
        raise AssertionError("a plan asked for entropy")

    with entropy_from(forbidden):
        plan("dp_hhh", hierarchy="path", eps=0.77, delta=3e-7).rows()
        with pytest.raises(AssertionError):
            entropy.token()


def test_the_same_plan_is_remembered() -> None:
    assert plan("dp_hhh", hierarchy="zip", eps=1) is plan("dp_hhh", hierarchy=" ZIP ", eps=1.0, levels=[5, 3, 1])


def test_the_default_tau_is_the_smallest_legal_one() -> None:
    p = plan("dp_hhh", hierarchy="zip", eps=1)
    assert plan("dp_hhh", hierarchy="zip", eps=1, tau=p.tau).steps == p.steps
    with pytest.raises(ArgumentError, match=f"tau={p.tau - 1} is below {p.tau}, the smallest threshold") as caught:
        plan("dp_hhh", hierarchy="zip", eps=1, tau=p.tau - 1)
    assert caught.value.argument == "tau"
    fewer = plan("dp_hhh", hierarchy="zip", eps=1, levels=[3, 5])
    assert f"levels=>[3, 5] allows {fewer.tau}" in str(caught.value)
    assert "raise eps" in str(caught.value)


def test_a_larger_tau_raises_the_floor_and_nothing_else() -> None:
    low, high = (plan("dp_hhh", hierarchy="zip", eps=1, tau=tau) for tau in (None, 1000))
    assert high.floor == 1000 - high.margin  # type: ignore[operator]
    assert high.margin == low.margin
    assert high.delta_spent == low.delta_spent


def test_more_eps_more_delta_or_fewer_levels_never_cost_margin() -> None:
    def margin(eps: float, delta: float, levels: list[int]) -> int:
        found = plan("dp_hhh", hierarchy="chars(6)", eps=eps, delta=delta, levels=levels).margin
        assert found is not None
        return found

    assert margin(2, 1e-6, [1, 2, 3]) <= margin(1, 1e-6, [1, 2, 3])
    assert margin(1, 1e-4, [1, 2, 3]) <= margin(1, 1e-6, [1, 2, 3])
    assert margin(1, 1e-6, [3]) <= margin(1, 1e-6, [1, 2, 3]) <= margin(1, 1e-6, [1, 2, 3, 4, 5, 6])


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"hierarchy": "zip"}, "eps is required"),
    ({"hierarchy": "zip", "eps": 0}, "eps must be > 0"),
    ({"hierarchy": "zip", "eps": 1, "delta": 0}, "delta must lie strictly between 0 and 1"),
    ({"hierarchy": "zip", "eps": 1, "tau": 2}, "tau=2 is below"),
    ({"hierarchy": "zip", "eps": 1, "levels": [7]}, "levels"),
    ({"hierarchy": "zip", "eps": 1, "method": "onehitt"}, "unknown method 'onehitt'.*Did you mean 'onehit'"),
    ({"hierarchy": "zap", "eps": 1}, "unknown hierarchy 'zap'.*Did you mean 'zip'"),
    ({"eps": 1}, "hierarchy"),
    ({"hierarchy": "columns", "eps": 1}, "columns"),
    ({"hierarchy": "columns", "eps": 1, "levels": [True]}, "columns|levels"),
]


@pytest.mark.parametrize(("arguments", "text"), REFUSED, ids=[str(a) for a, _ in REFUSED])
def test_refused(arguments: dict[str, Any], text: str) -> None:
    with pytest.raises(ArgumentError, match=text):
        plan("dp_hhh", **arguments)


def test_columns_with_levels_that_are_no_integers() -> None:
    with pytest.raises(ArgumentError, match="levels"):
        plan("dp_hhh", hierarchy="columns", eps=1, levels=["a"])  # type: ignore[list-item]


EXTREMES: list[tuple[dict[str, Any], str]] = [
    ({"eps": 1e300}, "eps must be at most 1e\\+06"),
    ({"eps": 1e-300}, "eps"),
    ({"eps": 1e-6}, "eps"),
    ({"eps": 1, "delta": 1e-300}, "delta"),
]


@pytest.mark.parametrize(("arguments", "text"), EXTREMES, ids=[str(a) for a, _ in EXTREMES])
@pytest.mark.parametrize("method", ["onehit", "auto"])
def test_extremes_are_refused_at_once(method: str, arguments: dict[str, Any], text: str) -> None:
    with pytest.raises(ArgumentError, match=text):
        plan("dp_hhh", hierarchy="zip", method=method, **arguments)


@pytest.mark.parametrize("eps", [30, 100, 355, 710, 1000, 1e5])
def test_a_huge_eps_is_certified_or_refused(eps: float) -> None:
    """Never a NaN that slips through a comparison."""
    try:
        p = plan("dp_hhh", hierarchy="zip", eps=eps)
    except ArgumentError as error:
        assert "eps" in str(error)
    else:
        assert 0 < p.delta_spent <= p.delta


def test_columns_take_their_number_from_the_levels() -> None:
    assert plan("dp_hhh", hierarchy="columns", eps=1, levels=[1, 3]).hierarchy == "columns(3)"


def test_unknown_function() -> None:
    with pytest.raises(UnknownNameError, match="unknown function 'dp_hh'; .*Did you mean 'dp_hhh'"):
        plan("dp_hh", hierarchy="zip", eps=1)


@pytest.mark.parametrize("sketch", ["count_min", "count_sketch"])
def test_losses_that_are_all_infinite_are_added(sketch: str) -> None:
    """On the way to the least noise some candidates have no finite loss at all."""
    p = plan("dp_hhh_stream", hierarchy="chars(8)", eps=0.3, delta=1e-8, sketch=sketch, n_max=10**6)
    assert 0 < p.delta_spent <= 1e-8


def test_explain_says_always_only_where_it_holds() -> None:
    """The row of everything else has wider noise, a count the noise of several residuals; 1 is a certainty."""
    p = plan("dp_hhh", hierarchy="zip", eps=1)
    text = " ".join(p.explain().split())
    assert p.design.rest_table is not None
    assert p.design.rest_table.bound > p.margin  # type: ignore[operator]
    assert text.endswith(f"The residual of every selected prefix is within {p.margin} of the truth, always.")
    assert p.keep(2, 1.5) < 1
    assert f", {int(1.5 * p.tau)}: above 0.99. " in text
    assert plan("dp_hhh", hierarchy="zip", eps=1, tau=500).keep(2, 1.5) == 1
    assert ", 750: 1. " in " ".join(plan("dp_hhh", hierarchy="zip", eps=1, tau=500).explain().split())


@pytest.mark.parametrize("function", ["dp_triehh", "dp_sfp"])
def test_explain_protects_users_where_users_are_the_unit(function: str) -> None:
    p = plan(function, eps=4, max_length=4, n0=100_000)
    assert "adding or removing one user with all their rows." in " ".join(p.explain().split())
    named = plan(function, eps=4, max_length=4, n0=100_000, unit="author")
    assert "all rows that share one value of author." in " ".join(named.explain().split())


def test_a_plan_is_shown_in_a_line() -> None:
    assert repr(plan("dp_hhh", hierarchy="zip", eps=1)) == (
        "<Plan of dp_hhh by onehit: zip, levels (1, 3, 5), eps=1.0, delta=1e-06, unit row, tau=33, margin=32>"
    )
    assert len(repr(plan("dp_tree_counts", hierarchy="zip", eps=1))) < 150

"""What every mechanism that releases a sketch must satisfy; a new one is covered by being registered."""

from __future__ import annotations

import math
from fractions import Fraction

import pyarrow as pa
import pytest

import dphh_sql
from dphh_sql.audit.exact_path import below, worst_delta
from dphh_sql.audit.recertify import recertified
from dphh_sql.errors import ArgumentError, CalibrationError
from dphh_sql.mechanisms import MECHANISMS
from dphh_sql.mechanisms.sketches import SketchMechanism
from dphh_sql.streaming.summary import Summary

pytest.importorskip("numba")

SKETCHES = [m for m in MECHANISMS if isinstance(m, SketchMechanism)]
SETTINGS = [{"eps": 1.0, "delta": 1e-6}, {"eps": 0.3, "delta": 1e-9}, {"eps": 20.0, "delta": 1e-4}]
every = pytest.mark.parametrize("method", SKETCHES, ids=lambda m: f"{m.function} {m.name}")


def plan(method: SketchMechanism, **more: object) -> dphh_sql.Plan:
    hierarchy = {"hierarchy": "zip"} if method.function == "dp_hhh_stream" else {}
    asked = {"k": 20, "n_max": 50_000, "eps": 1.0, **hierarchy, **more}
    return dphh_sql.plan(method.function, sketch=method.name, **asked)


def test_the_four_sketches_answer_both_functions() -> None:
    names = {"space_saving", "misra_gries", "count_min", "count_sketch"}
    for function in ("dp_heavy_hitters", "dp_hhh_stream"):
        assert {m.name for m in SKETCHES if m.function == function} == names


CERTIFIED = [
    pytest.param(method, setting, marks=[pytest.mark.slow] * (n > 0 or ("count" in method.name and "hhh" in method.function)))
    for method in SKETCHES
    for n, setting in enumerate(SETTINGS)
]


@pytest.mark.parametrize(("method", "setting"), CERTIFIED)
def test_delta_with_the_envelopes_failure_is_within_what_was_asked(
    method: SketchMechanism, setting: dict[str, float]
) -> None:
    """By an accountant that shares nothing with the one that calibrates."""
    found = plan(method, **setting)
    assert found.delta_spent <= setting["delta"]
    eps = min(setting["eps"], 8.0) if "failure" in found.design.parameters else setting["eps"]
    failure = (1 + math.exp(eps)) * found.design.parameters.get("failure", 0.0)
    left = setting["delta"] - failure * (1 - 1e-9)
    if sum(step.times for step in found.steps) == 1:
        assert worst_delta(found.steps, below(eps)) <= Fraction(left)
    else:
        assert any(recertified(found.steps, eps, points, chord=True) <= left for points in (1_000, 5_000, 20_000))


@every
def test_a_smaller_tau_is_refused_and_no_table_is_said(method: SketchMechanism) -> None:
    least = plan(method).tau
    with pytest.raises(ArgumentError, match=f"tau={least - 1} is below {least}"):
        plan(method, tau=least - 1)
    assert plan(method, tau=least + 5).tau == least + 5
    with pytest.raises(CalibrationError, match="eps"):
        plan(method, eps=1e-9)


@every
def test_a_stream_of_nothing_and_of_one_item(method: SketchMechanism) -> None:
    found = plan(method)
    for rows, items in ((0, set()), (40_000, {"94110"})):
        summary = Summary(found.levels, lambda: method.sketch(found.design))
        summary.update([pa.array(["94110"[:level] for _ in range(rows)], pa.string()) for level in found.levels])
        released = method.select(found.design, summary)
        levels = released if isinstance(released, tuple) else released.levels
        finest = set(levels[-1].items.to_pylist())
        assert finest == ({"94110"[: found.levels[-1]]} if items else set())


@every
def test_the_plan_is_said_in_words(method: SketchMechanism) -> None:
    text = " ".join(plan(method).explain().split())
    assert "in their order" in text
    assert "With n rows: threshold at most" in text

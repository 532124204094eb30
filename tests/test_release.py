"""From a selection to rows: sums, parents, order and certain bounds against a row-by-row oracle."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dphh_sql import plan
from dphh_sql.mechanisms.onehit import OneHit
from dphh_sql.plan import Plan
from dphh_sql.release import COLUMNS, release_rows
from dphh_sql.tree import Selection, Tree
from tests.support import oracle
from tests.support.entropy import entropy_from, seeded
from tests.support.trees import Item, tree

PLANS = {rest: plan("dp_hhh", hierarchy="chars(3)", eps=3, rest=rest) for rest in (True, False)}
TAU, M = PLANS[True].tau, PLANS[True].margin or 0

items = st.lists(st.sampled_from(["a", "B", "é"]), max_size=3).map(tuple)
weights = st.integers(1, 3) | st.integers(TAU - M, TAU + 2 * M) | st.just(10 * TAU)
records = st.dictionaries(items, weights, max_size=8).map(Counter)


def paths(rows: Counter[Item]) -> list[oracle.Path]:
    return [
        [(depth, "/".join(item[:depth])) for depth in range(1, len(item) + 1)]
        for item, n in rows.items()
        for _ in range(n)
    ]


def released(of: Plan, candidates: Tree, selection: Selection) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = release_rows(of, candidates, selection).to_pylist()
    assert all(list(row) == list(COLUMNS) for row in rows)
    return rows


@settings(max_examples=80)
@given(rows=records, seed=st.integers(0, 2**32), rest=st.booleans())
def test_rows_are_what_was_selected(rows: Counter[Item], seed: int, rest: bool) -> None:
    candidates = tree(rows, 3, PLANS[rest].floor)
    with entropy_from(seeded(seed)):
        selection = OneHit().select(PLANS[rest].design, candidates)
    values: dict[oracle.Node, int] = {}
    for level, chosen, residuals in zip(candidates.levels, selection.chosen, selection.residuals, strict=True):
        keys = np.array(level.keys.to_pylist(), dtype=object)[chosen]
        values |= {(level.level, key): int(v) for key, v in zip(keys, residuals, strict=True)}
    shown = released(PLANS[rest], candidates, selection)

    of = paths(rows)
    truth, total = oracle.residuals(of, values), oracle.counts(of)
    above = oracle.nearest(of, values)
    nodes = [(row["level"], row["prefix"]) for row in shown]
    assert nodes == [(0, None)] * rest + oracle.ordered(values)
    for row in shown[rest:]:
        node = row["level"], row["prefix"]
        below = [q for q in values if q == node or (q[0] > node[0] and q[1].startswith(node[1] + "/"))]
        assert row["residual"] == values[node]
        assert row["count"] == sum(values[q] for q in below)
        assert row["parent"] == above[node]
        for name in ("residual", "count"):
            assert 0 <= row[f"{name}_lo"] <= row[name] <= row[f"{name}_hi"]
        # What holds with probability one.
        assert truth[node] >= TAU - M
        assert abs(row["residual"] - truth[node]) <= M
        assert abs(row["count"] - total[node]) <= M * len(below)
        assert row["residual_lo"] >= max(row["residual"] - M, TAU - M)
        assert row["residual_hi"] <= row["residual"] + M
        assert row["count_lo"] >= row["count"] - M * len(below)
        assert row["count_hi"] <= row["count"] + M * len(below)
        if len(below) == 1:
            assert [row[c] for c in ("count", "count_lo", "count_hi")] == [
                row[c] for c in ("residual", "residual_lo", "residual_hi")
            ]
    assert all(truth[node] <= TAU + M - 1 for node in total if node not in values)
    if rest:
        table = PLANS[True].design.rest_table
        assert table is not None
        first, left = shown[0], oracle.rest(of, values)
        assert first["parent"] is None
        assert 0 <= first["residual_lo"] <= first["residual"] <= first["residual_hi"]
        assert 0 <= first["count_lo"] <= first["count"] <= first["count_hi"]
        assert abs(first["residual"] - left) <= table.bound
        assert first["count"] == first["residual"] + sum(values.values())
        assert abs(first["count"] - rows.total()) <= table.bound + M * len(values)


def test_a_negative_rest_is_shown_as_zero() -> None:
    candidates = tree(Counter(), 3, 1)
    none = tuple(np.zeros(0, dtype=bool) for _ in range(3)), tuple(np.zeros(0, dtype=np.int64) for _ in range(3))
    (row,) = released(PLANS[True], candidates, Selection(*none, rest=-5))
    assert (row["level"], row["prefix"], row["parent"]) == (0, None, None)
    assert row["residual"] == row["residual_lo"] == row["count"] == row["count_lo"] == 0
    assert row["residual_hi"] >= 0


@pytest.mark.parametrize("rest", [True, False])
def test_nothing_selected(rest: bool) -> None:
    candidates = tree(Counter({("a",): TAU - M}), 3, PLANS[rest].floor)
    none = tuple(np.zeros(len(level), dtype=bool) for level in candidates.levels)
    empty = tuple(np.zeros(0, dtype=np.int64) for _ in range(3))
    rows = released(PLANS[rest], candidates, Selection(none, empty, rest=7 if rest else None))
    assert [row["residual"] for row in rows] == [7] * rest


def test_rows_are_ordered_by_level_then_bytes() -> None:
    rows = Counter({(name,): 100 for name in ["b", "B", "a", "é", "aa", "Z", "\U0001f600", "\uffff", "a b", ""]})
    candidates = tree(rows, 1, 1)
    one = plan("dp_hhh", hierarchy="chars(1)", eps=3, rest=False)
    everything = Selection((np.ones(10, dtype=bool),), (np.full(10, 100),), None)
    prefixes = [row["prefix"] for row in released(one, candidates, everything)]
    assert prefixes == sorted(prefixes, key=str.encode)
    assert len(prefixes) == 10


def test_a_larger_beta_gives_narrower_intervals() -> None:
    candidates = tree(Counter({("a", "b"): 200, ("a",): 200}), 2, 1)
    widths = []
    for beta in (0.5, 0.05, 1e-6):
        of = plan("dp_hhh", hierarchy="chars(2)", eps=1, beta=beta)
        yes, values = np.ones(1, dtype=bool), np.array([200])
        rows = released(of, candidates, Selection((yes, yes), (values, values), 0))
        widths.append([row[f"{name}_hi"] - row[f"{name}_lo"] for row in rows for name in ("residual", "count")])
    assert all(x < y for x, y in zip(widths[0], widths[1], strict=True))
    assert all(x <= y for x, y in zip(widths[1], widths[2], strict=True))

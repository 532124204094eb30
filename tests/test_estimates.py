"""The count of any prefix from a release: certain bounds hold on every run."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dphh_sql
from dphh_sql.errors import ArgumentError

METHODS = ["onehit", "gaussian_levels", "stability"]


@pytest.fixture(scope="module")
def con():
    con = dphh_sql.connect()
    con.execute("CREATE TABLE t (zip VARCHAR)")
    return con


@settings(max_examples=25)
@given(
    items=st.dictionaries(st.text("012", min_size=5, max_size=5), st.integers(1, 120), max_size=12),
    method=st.sampled_from(METHODS),
    rest=st.booleans(),
    levels=st.sampled_from([[1, 3, 5], [2, 5], [3], [1, 2, 3, 4, 5]]),
)
def test_certain_bounds_hold_for_every_prefix(con, items, method, rest, levels) -> None:
    con.execute("DELETE FROM t")
    if items:
        con.executemany("INSERT INTO t SELECT ? FROM range(?)", [(zip_, n) for zip_, n in items.items()])
    options = {"eps": 1.0, "levels": levels, "method": method, "rest": rest}
    rows = con.execute(
        "SELECT * FROM dp_hhh('t', 'zip', eps => 1, levels => $levels, method => $method, rest => $rest)",
        {"levels": levels, "method": method, "rest": rest},
    ).fetchall()
    plan = dphh_sql.plan("dp_hhh", hierarchy="zip", **options)
    counts = Counter({"9": 0, "99999": 0, "012": 0})
    for zip_, n in items.items():
        for level in range(1, 6):
            counts[zip_[:level]] += n
    released = {row[1]: row for row in rows}
    for prefix, count in counts.items():
        found = dphh_sql.estimate(rows, plan, prefix)
        assert found.lo <= count
        assert found.hi is None or count <= found.hi
        assert found.selected == (prefix in released)
        assert found.hi is not None or (not rest and len(prefix) < min(levels))
        if found.selected:
            assert found.count == released[prefix][6]


def test_an_unselected_prefix_is_the_sum_of_what_is_below(con) -> None:
    plan = dphh_sql.plan("dp_hhh", hierarchy="zip", eps=1)
    bound, tau = plan.margin, plan.tau
    rows = [
        (0, None, None, 7, 0, 40, 607, 0, 900),
        (5, "94110", None, 300, 290, 310, 300, 290, 310),
        (5, "94117", None, 300, 290, 310, 300, 290, 310),
    ]
    region = dphh_sql.estimate(rows, plan, "941")
    rest_bound = plan.design.rest_table.bound
    assert region == dphh_sql.Estimate(
        600, 600 - 2 * bound, 600 + 2 * bound + min(tau + bound - 1, 7 + rest_bound), False
    )
    assert dphh_sql.estimate(rows, plan, "10001") == dphh_sql.Estimate(
        0, 0, min(tau + bound - 1, 7 + rest_bound), False
    )
    assert dphh_sql.estimate([dict(zip(COLUMNS, row, strict=True)) for row in rows], plan, "94110").count == 300


COLUMNS = ["level", "prefix", "parent", "residual", "residual_lo", "residual_hi", "count", "count_lo", "count_hi"]


def test_under_a_selected_ancestor_its_residual_bounds_the_rest(con) -> None:
    plan = dphh_sql.plan("dp_hhh", hierarchy="zip", eps=1, tau=1000)
    rows = [(0, None, None, 7, 0, 40, 1107, 0, 2000), (1, "9", None, 1100, 0, 0, 1100, 0, 0)]
    assert dphh_sql.estimate(rows, plan, "941").hi == min(1000 + plan.margin - 1, 1100 + plan.margin)
    assert dphh_sql.estimate(rows, plan, "1").hi == 7 + plan.design.rest_table.bound


@pytest.mark.parametrize(
    ("rows", "prefix", "method", "argument"),
    [
        ([], "9411x", None, "prefix"),
        ([], 941, None, "prefix"),
        ([(1, 2)], "941", None, "rows"),
        ([], "941", "algorithm1", "plan"),
    ],
)
def test_what_cannot_be_estimated_is_refused(rows, prefix, method, argument) -> None:
    plan = dphh_sql.plan("dp_hhh", hierarchy="zip", eps=1, method=method)
    with pytest.raises(ArgumentError) as refused:
        dphh_sql.estimate(rows, plan, prefix)
    assert refused.value.argument == argument

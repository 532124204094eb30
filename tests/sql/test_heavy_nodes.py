"""dp_heavy_nodes and dp_tree_counts through SQL: rows, refusals, ledger, plans."""

from __future__ import annotations

import json
from collections.abc import Iterator

import duckdb
import pytest

import dphh_sql

ZIPS = "examples/data/us_zipcodes.parquet"
METHODS = ("auto", "binary", "betweencut", "lumberjack", "histograms", "ghazi", "privtree")
N_MAX = 50_000
"""More than there are zip codes."""


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with dphh_sql.connect() as con:
        con.execute(f"CREATE TABLE zips AS FROM '{ZIPS}'")
        yield con


def counts(con: duckdb.DuckDBPyConnection) -> dict[tuple[int, str], int]:
    return {(level, prefix): n for level, prefix, n in con.execute("FROM prefix_counts('zips', 'zip')").fetchall()}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("tau", [None, 300, 700])
def test_the_margin_is_certain(con: duckdb.DuckDBPyConnection, method: str, tau: int | None) -> None:
    plan = dphh_sql.plan("dp_heavy_nodes", hierarchy="zip", eps=1, method=method, tau=tau, n_max=N_MAX)
    assert plan.margin is not None
    query = "SELECT level, prefix FROM dp_heavy_nodes('zips', 'zip', eps=>1, method=>$1, tau=>$2, n_max=>$3)"
    rows = con.execute(query, [method, tau, N_MAX]).fetchall()
    exact = counts(con)
    assert rows == sorted(rows), "ordered by level and prefix"
    heavy = set(rows)
    assert len(heavy) == len(rows) > 0
    assert all(exact[node] >= plan.tau - plan.margin for node in heavy)
    assert {node for node, n in exact.items() if n >= plan.tau + plan.margin} <= heavy
    parents = {5: 3, 3: 1}
    assert all((parents[level], prefix[: parents[level]]) in heavy for level, prefix in heavy if level in parents)


def test_every_interval_of_tree_counts_is_certain(con: duckdb.DuckDBPyConnection) -> None:
    plan = dphh_sql.plan("dp_tree_counts", hierarchy="zip", eps=1)
    assert plan.margin is not None
    result = con.execute("FROM dp_tree_counts('zips', 'zip', eps=>1)")
    names = [(column[0], str(column[1])) for column in result.description]
    assert names[:2] == [("level", "INTEGER"), ("prefix", "VARCHAR")]
    assert names[2:] == [(name, "BIGINT") for name in ("count", "count_lo", "count_hi")]
    rows, exact = result.fetchall(), counts(con)
    assert len(rows) > 500
    for level, prefix, count, low, high in rows:
        assert max(1, low) <= exact[level, prefix] <= high
        assert low <= count <= high
    shown = {(level, prefix) for level, prefix, *_ in rows}
    assert all(n <= plan.tau + plan.margin - 1 for node, n in exact.items() if node not in shown)


def test_a_smaller_alpha_gives_narrower_intervals_for_the_same_budget(con: duckdb.DuckDBPyConnection) -> None:
    width = "SELECT avg(count_hi - count_lo) FROM dp_tree_counts('zips', 'zip', eps=>1, alpha=>$1) WHERE level = 1"
    narrow, wide = (con.execute(width, [alpha]).fetchall()[0][0] for alpha in (1.05, 3))
    assert narrow < wide / 2


@pytest.mark.parametrize("alpha", [1.1, 2.0, 3.0, 1e300, 1e308])
def test_the_last_thresholds_stay_within_64_bits(con: duckdb.DuckDBPyConnection, alpha: float) -> None:
    query = "FROM dp_tree_counts('zips', 'zip', eps=>1, tau=>64, alpha=>$1)"
    exact = counts(con)
    for level, prefix, count, low, high in con.execute(query, [alpha]).fetchall():
        assert low <= count <= high
        assert low <= exact[level, prefix] <= high < 2**63


def test_the_certificate_of_a_theorem_holds_all_noise_that_is_drawn(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("FROM dp_heavy_nodes('zips', 'zip', eps=>1, method=>'ghazi', n_max=>$1)", [N_MAX])
    ((text,),) = con.execute("SELECT certificate::VARCHAR FROM dp_certificate('last')").fetchall()
    facts = json.loads(text)
    design = dphh_sql.plan("dp_heavy_nodes", hierarchy="zip", eps=1, method="ghazi", n_max=N_MAX).design
    assert facts["proof"] == "theorem"
    assert [noise["bound"] for noise in facts["noise"]] == [
        table.bound for table in dict.fromkeys([*design.extra, *design.tables])
    ]


def test_an_empty_table_and_a_column_of_nulls_give_no_rows(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("CREATE TABLE none (zip VARCHAR); CREATE TABLE nulls AS SELECT NULL::VARCHAR AS zip FROM range(1000)")
    for table in ("none", "nulls"):
        for function in ("dp_heavy_nodes", "dp_tree_counts"):
            assert con.execute(f"FROM {function}('{table}', 'zip', eps=>1)").fetchall() == []


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("dp_heavy_nodes('zips', 'zip')", "dp_heavy_nodes: eps is required"),
        ("dp_heavy_nodes('zips', 'zip', eps=>1, tau=>5)", "dp_heavy_nodes: tau=5 is below 27, the smallest threshold"),
        ("dp_heavy_nodes('zips', 'zip', eps=>1, method=>'onehit')", "dp_heavy_nodes: unknown method 'onehit'"),
        ("dp_heavy_nodes('zips', 'zip', eps=>1, method=>'ghazi')", "dp_heavy_nodes: method ghazi needs n_max, a public"),
        ("dp_heavy_nodes('zips', 'zip', eps=>1, method=>'ghazi', n_max=>0)", "dp_heavy_nodes: n_max must be at least 1"),
        ("dp_heavy_nodes('zips', 'zip', eps=>1, method=>'ghazi', n_max=>'x')", "dp_heavy_nodes: n_max must be a whole"),
        ("dp_heavy_nodes('zips', 'zip', eps=>1, method=>'privtree', tau=>9)", "dp_heavy_nodes: tau=9 is below 42"),
        ("dp_tree_counts('zips', 'zip', eps=>1, tau=>5)", "dp_tree_counts: tau=5 is below 34"),
        ("dp_tree_counts('zips', 'zip', eps=>1, alpha=>1)", "dp_tree_counts: alpha must be > 1, got 1"),
        ("dp_tree_counts('zips', 'zip', eps=>1, alpha=>1.001)", "dp_tree_counts: alpha, the ratio of"),
        ("dp_tree_counts('zips', 'nothing', eps=>1)", "dp_tree_counts: col must be a column of zips, which has zip,"),
    ],
)
def test_refusals_charge_nothing(con: duckdb.DuckDBPyConnection, call: str, message: str) -> None:
    with pytest.raises(duckdb.Error) as refused:
        con.execute(f"FROM {call}").fetchall()
    assert message in str(refused.value)
    assert con.execute("FROM dp_ledger()").fetchall() == []


def test_each_call_is_charged_once_and_plans_are_free(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("FROM dp_heavy_nodes('zips', 'zip', eps=>0.5)").fetchall()
    con.execute("FROM dp_tree_counts('zips', 'zip', eps=>0.25, delta=>1e-7)").fetchall()
    con.execute("FROM dp_plan('dp_heavy_nodes', eps=>1, hierarchy=>'zip')").fetchall()
    con.execute("EXPLAIN FROM dp_heavy_nodes('zips', 'zip', eps=>1)").fetchall()
    spent = con.execute("SELECT function, eps, delta, unit FROM dp_ledger() ORDER BY release_id").fetchall()
    assert spent == [("dp_heavy_nodes", 0.5, 1e-6, "row"), ("dp_tree_counts", 0.25, 1e-7, "row")]


@pytest.mark.parametrize("method", METHODS[1:])
def test_the_plan_of_each_method(con: duckdb.DuckDBPyConnection, method: str) -> None:
    plan = dphh_sql.plan("dp_heavy_nodes", hierarchy="ipv4", levels=range(1, 33), eps=1, method=method, n_max=10**9)
    assert plan.margin is not None
    assert plan.mechanism == method
    assert plan.tau == plan.margin + 1
    assert plan.floor == 1
    assert plan.delta_spent <= plan.delta
    tests = sum(step.times for step in plan.steps)
    if plan.proof == "theorem":
        assert "Proved by a theorem" in plan.explain()
    else:
        assert tests == (32 if method == "histograms" else 6)
        assert f"for the {tests} tests" in plan.explain()
    rows = con.execute(
        "SELECT level, margin, certain_count, p_tau FROM "
        "dp_plan('dp_heavy_nodes', eps=>1, hierarchy=>'ipv4', levels=>range(1, 33), method=>$1, n_max=>1e9)",
        [method],
    ).fetchall()
    assert [row[0] for row in rows] == list(range(1, 33))
    assert {row[1] for row in rows} == {plan.margin}
    assert max(row[2] for row in rows) in (plan.tau + plan.margin, plan.tau + plan.margin - 1)
    assert all(0 <= row[3] <= 1 for row in rows)
    assert rows[0][3] > 0


def test_auto_takes_the_least_margin() -> None:
    for levels in (1, 3, 20, 64):
        kind = f"chars({levels})"
        margins = {m: dphh_sql.plan("dp_heavy_nodes", hierarchy=kind, eps=1, method=m).margin for m in METHODS[:3]}
        assert margins["auto"] == min(margins["binary"] or 0, margins["betweencut"] or 0)


def test_dp_methods_shows_every_method_with_its_margin(con: duckdb.DuckDBPyConnection) -> None:
    query = "SELECT method, chosen, margin, certified, reason FROM dp_methods('dp_heavy_nodes', eps=>1, hierarchy=>'zip'"
    rows = {row[0]: row[1:] for row in con.execute(f"{query}, n_max=>1000000)").fetchall()}
    assert list(rows) == list(METHODS[1:])
    for method, (chosen, margin, certified, _) in rows.items():
        plan = dphh_sql.plan("dp_heavy_nodes", hierarchy="zip", eps=1, method=method, n_max=10**6)
        assert (margin, certified) == (plan.margin, plan.proof == "accountant")
        assert chosen == (margin == min(row[1] for row in rows.values() if row[2]))
    without = {row[0]: row[1:] for row in con.execute(f"{query})").fetchall()}
    assert without["ghazi"][1] is None
    assert without["ghazi"][3].startswith("not possible: method ghazi needs n_max")


def test_the_margin_of_ghazi_shrinks_with_the_hits_that_tau_allows(con: duckdb.DuckDBPyConnection) -> None:
    query = "SELECT margin, tau_min FROM dp_methods('dp_heavy_nodes', eps=>1, hierarchy=>'chars(32)', n_max=>1e6, tau=>$1)"
    (narrow, wide) = (
        dict(con.execute(query.replace("margin, tau_min", "method, (margin, tau_min)"), [tau]).fetchall())["ghazi"]
        for tau in (300_000, 10_000)
    )
    assert narrow[0] < wide[0] / 2
    assert narrow[1] == wide[1]

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

import dphh_sql
from dphh_sql import mechanisms, plot
from dphh_sql.errors import ArgumentError, LedgerError
from dphh_sql.ledger import ledger_path_for
from dphh_sql.policy import Policy

pytest.importorskip("plotly")

TRIE = {"eps": 4, "max_length": 4}
ASKED = {name: {"hierarchy": "chars(3)", "eps": 1} for name in mechanisms.PLANNED} | {
    "dp_triehh": TRIE,
    "dp_sfp": TRIE | {"n0": 1_000_000},
    "dp_heavy_hitters": {"hierarchy": "items", "eps": 1, "k": 10},
    "dp_hhh_stream": {"hierarchy": "chars(3)", "eps": 1, "k": 10},
}


@pytest.mark.parametrize("function", mechanisms.PLANNED)
def test_errors_of_every_function(function: str) -> None:
    plan = dphh_sql.plan(function, **ASKED[function])  # type: ignore[arg-type]
    figure = plot.errors(plan)
    curves = [trace for trace in figure.data if trace.mode == "lines"]
    assert curves
    assert all(0 <= y <= 1 + 1e-9 for curve in curves for y in curve.y)
    by_error = [trace for trace in figure.data if (trace.name or "").startswith("error")]
    margins = {row["method"]: row["margin"] for row in plan.methods()}
    certain = dict(zip(by_error[1].y, by_error[1].x, strict=True))
    assert {name.replace("<b>", "").replace("</b>", ""): margin for name, margin in certain.items()} == margins


def test_a_curve_is_the_plans_and_certain_where_it_says_so() -> None:
    plan = dphh_sql.plan("dp_hhh", hierarchy="zip", eps=1)
    curve, certain, *_ = plot.errors(plan).data
    assert curve.name == "levels 1, 3, 5"
    chances = dict(zip(curve.x, curve.y, strict=True))
    assert chances[plan.tau] == plan.keep(0, 1.0)
    assert (list(certain.x), list(certain.y)) == ([plan.certain_count(0)], [1.0])


def test_the_axis_of_errors_has_numbers() -> None:
    """A logarithmic axis has them at powers of ten only."""
    for function, kind in (("dp_hhh", "log"), ("dp_heavy_nodes", None)):
        plan = dphh_sql.plan(function, hierarchy="ipv4", eps=1)
        errors = [row[key] for row in plan.methods() for key in ("margin", "margin_at_beta") if row[key]]  # type: ignore[literal-required]
        assert (max(errors) > 10 * min(errors)) == (kind == "log")
        assert plot.errors(plan).layout.xaxis2.type == kind


def test_budget(tmp_path: Path) -> None:
    file = tmp_path / "bank.duckdb"
    rules = Policy.of({"loans": {"eps": 3.0, "delta": 1e-5}, "other": {"eps": 1.0, "delta": 1e-6}})
    with dphh_sql.connect(file, policy=rules) as con:
        con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(100)")
        con.execute("FROM dp_hhh('loans', 'zip', eps => 0.5, name => 'first')")
        con.execute("FROM dp_hhh('loans', 'zip', eps => 0.25)")
        eps, delta = plot.budget(con).data
        assert list(zip(eps.y, eps.x, strict=True)) == [
            ("loans by row", 0.5),
            ("loans by row", 0.25),
            ("loans by row", 2.25),
            ("other by row", 1.0),
        ]
        assert eps.text == ("", "", "2.25 left", "1 left")
        assert eps.customdata[0].startswith("release 1 'first', dp_hhh by ")
        assert sum(delta.x[:3]) == pytest.approx(1e-5)
        (count,) = con.execute("SELECT count(*) FROM dp_ledger()").fetchone() or ()
        assert count == 2
    eps, _ = plot.budget(ledger_path_for(file)).data
    assert list(zip(eps.y, eps.x, strict=True)) == [("bank.main.loans by row", 0.5), ("bank.main.loans by row", 0.25)]


def test_many_releases_and_none() -> None:
    with dphh_sql.connect() as con:
        assert plot.budget(con).layout.title.text == "Nothing was spent"
        con.execute("CREATE TABLE t AS SELECT '94110' AS zip FROM range(9)")
        for _ in range(64):
            con.execute("FROM dp_hhh('t', 'zip', eps => 0.5)")
        eps, _ = plot.budget(con).data
    assert (len(eps.x), eps.x[0], eps.customdata[0]) == (61, 2.0, "4 earlier releases")
    assert sum(eps.x) == 32


def test_refusals(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="there is no ledger"):
        plot.budget(tmp_path / "none.dphh-ledger")
    with pytest.raises(ArgumentError, match="got int"):
        plot.budget(3)
    with duckdb.connect() as con, pytest.raises(ArgumentError, match="not registered"):
        plot.budget(con)

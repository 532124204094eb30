"""`dp_plan`: the same as `dphh_sql.plan`, as a table; from public facts, so it needs no data and spends nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest

from dphh_sql import plan
from dphh_sql.udfs import connect
from tests.support.draws import forbidden
from tests.support.entropy import entropy_from

Con = duckdb.DuckDBPyConnection
TYPES = {
    "level": "INTEGER", "noise_sd": "DOUBLE", "noise_bound": "BIGINT", "tau": "BIGINT", "floor": "BIGINT", "margin": "BIGINT",
    "certain_count": "BIGINT", "p_half_tau": "DOUBLE", "p_tau": "DOUBLE", "p_one_and_half_tau": "DOUBLE",
    "p_three_quarter_tau": "DOUBLE", "p_one_and_quarter_tau": "DOUBLE",
}  # fmt: skip

PLANS: dict[str, dict[str, Any]] = {
    "hierarchy => 'zip', eps => 1": {"hierarchy": "zip", "eps": 1},
    "eps => 1, hierarchy => 'zip', delta => 1e-9": {"hierarchy": "zip", "eps": 1, "delta": 1e-9},
    "hierarchy => 'zip', eps => 0.5::DECIMAL(4, 2), levels => [5, 3]": {"hierarchy": "zip", "eps": 0.5, "levels": [5, 3]},
    "hierarchy => 'zip', eps => 1, tau => 1000": {"hierarchy": "zip", "eps": 1, "tau": 1000},
    "hierarchy => 'ipv4', eps => 3, rest => false": {"hierarchy": "ipv4", "eps": 3, "rest": False},
    "hierarchy => 'columns(2)', eps => 1": {"hierarchy": "columns(2)", "eps": 1},
    "hierarchy => 'columns', levels => [1, 2], eps => 1": {"hierarchy": "columns(2)", "eps": 1},
    "hierarchy => 'chars(4)', eps => 1, beta => 0.5, method => 'onehit'": {"hierarchy": "chars(4)", "eps": 1},
}


@pytest.mark.parametrize("arguments", PLANS)
def test_the_rows_are_those_of_the_python_plan(con: Con, arguments: str) -> None:
    result = con.execute(f"SELECT * FROM dp_plan('dp_hhh', {arguments})")
    names = [column[0] for column in result.description or ()]
    rows = [dict(zip(names, row, strict=True)) for row in result.fetchall()]
    assert names == list(TYPES)
    # 1.5 reads a long decimal literal to the last place but one.
    assert rows == [pytest.approx(row, rel=1e-14) for row in plan("dp_hhh", **PLANS[arguments]).rows()]


def test_the_types(con: Con) -> None:
    described = con.execute("DESCRIBE FROM dp_plan('dp_hhh', hierarchy => 'zip', eps => 1)").fetchall()
    assert {row[0]: row[1] for row in described} == TYPES


def test_it_spends_and_draws_nothing_and_needs_no_table(tmp_path: Path) -> None:
    duckdb.connect(str(tmp_path / "empty.duckdb")).close()
    with connect(tmp_path / "empty.duckdb", read_only=True) as con, entropy_from(forbidden):
        for each in (con, con.cursor()):
            assert len(each.execute("FROM dp_plan('dp_hhh', hierarchy => 'zip', eps => 1)").fetchall()) == 3
        assert con.execute("SELECT count(*) FROM dp_ledger()").fetchall() == [(0,)]
    assert [path.name for path in tmp_path.iterdir()] == ["empty.duckdb"]


def test_it_says_what_dp_hhh_then_does(con: Con) -> None:
    con.execute("CREATE TABLE loans AS SELECT lpad((range % 90)::VARCHAR, 5, '0') AS zip FROM range(9000)")
    (tau,) = con.execute("SELECT DISTINCT tau FROM dp_plan('dp_hhh', hierarchy => 'zip', eps => 1)").fetchall()[0]
    least = con.execute("SELECT min(residual) FROM dp_hhh('loans', 'zip', eps => 1) WHERE level > 0").fetchall()
    assert least[0][0] >= tau


def test_in_other_forms(con: Con) -> None:
    call = "dp_plan('dp_hhh', hierarchy => 'zip', eps => 1)"
    (row,) = con.execute("SELECT max(tau) FROM dp_plan(?, hierarchy => ?, eps => ?)", ["dp_hhh", "zip", 1.0]).fetchall()
    assert con.execute(f"SELECT tau FROM {call} UNION FROM (SELECT tau FROM {call})").fetchall() == [row]
    assert con.execute(f"SELECT tau FROM {call.upper().replace('DP_HHH', 'dp_hhh')} LIMIT 1").fetchall() == [row]
    con.execute(f"CREATE VIEW v AS FROM {call}")
    assert con.execute("SELECT DISTINCT tau FROM v").fetchall() == [row]


REFUSED = {
    "'dp_hh', hierarchy => 'zip', eps => 1": "unknown function 'dp_hh'.*Did you mean 'dp_hhh'?",
    "'loans', hierarchy => 'zip', eps => 1": "unknown function 'loans'",
    "5, hierarchy => 'zip', eps => 1": "function must be the name",
    "'dp_hhh', hierarchy => 'zip'": "eps is required",
    "'dp_hhh', hierarchy => 'zip', eps => -1": "eps must be > 0, got -1",
    "'dp_hhh', hierarchy => 'zip', eps => 'nan'::DOUBLE": "eps must be > 0, got nan",
    "'dp_hhh', hierarchy => 'zip', eps => 1, delta => 2": "delta must lie strictly between 0 and 1",
    "'dp_hhh', hierarchy => 'zip', eps => 1, tau => 2": r"tau=2 is below \d+, the smallest threshold",
    "'dp_hhh', hierarchy => 'zip', eps => 1, levels => [7]": "levels must be levels of zip, got 7",
    "'dp_hhh', hierarchy => 'zip', eps => 1, method => 'laplace'": "unknown method 'laplace'",
    "'dp_hhh', hierarchy => 'zap', eps => 1": "unknown hierarchy 'zap'.*Did you mean 'zip'?",
    "'dp_hhh', eps => 1": "hierarchy",
    "'dp_hhh', hierarchy => 'columns', eps => 1": "columns",
    "'dp_hhh', hierarchy => 'zip', eps => 1e300, method => 'onehit'": "eps",
}


@pytest.mark.parametrize(("arguments", "text"), REFUSED.items(), ids=REFUSED.keys())
def test_refused(con: Con, arguments: str, text: str) -> None:
    with pytest.raises(duckdb.InvalidInputException, match=f"dp_plan: .*{text}") as caught:
        con.execute(f"SELECT * FROM dp_plan({arguments})")
    assert not [word for word in ("\nAt:", "Traceback", "Python exception") if word in str(caught.value)]


def test_columns_with_levels_that_are_no_integers(con: Con) -> None:
    with pytest.raises(duckdb.InvalidInputException, match="dp_plan: levels"):
        con.execute("SELECT * FROM dp_plan('dp_hhh', hierarchy => 'columns', levels => ['a'], eps => 1)")


def test_lateral_arguments_are_refused(con: Con) -> None:
    with pytest.raises(duckdb.BinderException, match="lateral|literal"):
        con.execute("SELECT * FROM (VALUES (1), (2)) v(e), dp_plan('dp_hhh', hierarchy => 'zip', eps => v.e)")

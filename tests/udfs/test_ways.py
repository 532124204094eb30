"""The way to count: chosen by types and expectations, without a trace in what is released."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest

from dphh_sql.cut_first import CutFirst
from dphh_sql.udfs import registry, releasing, table, ways
from dphh_sql.udfs.answers import Caller

Con = duckdb.DuckDBPyConnection


@pytest.fixture
def ips(con: Con, monkeypatch: pytest.MonkeyPatch) -> Con:
    """`visits(ip, x, few, host, unit)`: 20000 rows; ip and x all different, 64 in each of the first 312 /24s."""
    monkeypatch.setattr(ways, "MANY", 1000)
    con.execute(
        "CREATE TABLE visits AS SELECT concat_ws('.', 10, i // 16384, (i // 64) % 256, i % 64) AS ip, "
        "((10 << 24) + ((i // 16384) << 16) + (((i // 64) % 256) << 8) + i % 64)::UINTEGER AS x, "
        "(x % 8)::UINTEGER AS few, i AS unit FROM range(20000) r(i)"
    )
    return con


def way(con: Con, tbl: str, col: str, **options: object) -> CutFirst | None:
    session = registry.session_of(con)
    assert session is not None
    asked = {"hierarchy": "ipv4", "eps": 1, "tau": 100} | options
    call = releasing.admit(session, "dp_hhh", tbl, col, asked, Caller("memory", "main", ""))
    return ways.chosen(session, call)


def test_many_items_are_counted_from_the_first_level_that_has_light_nodes(ips: Con) -> None:
    for column in ("ip", "x"):
        chosen = way(ips, "visits", column)
        assert chosen is not None
        assert (chosen.first, chosen.grouped) == (16, False)  # of 256 nodes at level 8 each could have 20000 / 256 rows
        coarse = way(ips, "visits", column, tau=1000)
        assert coarse is not None
        assert coarse.first == 8
        fine = way(ips, "visits", column, levels=[8, 32])
        assert fine is not None
        assert fine.first == 8  # never the last level


def test_texts_that_repeat_are_grouped_before_they_are_cut(ips: Con) -> None:
    ips.execute("CREATE TABLE twice AS FROM visits UNION ALL FROM visits")
    text, number = way(ips, "twice", "ip"), way(ips, "twice", "x")
    assert text is not None
    assert text.grouped
    assert number is not None
    assert not number.grouped


def test_integers_stay_integers_and_few_texts_are_counted_plainly(ips: Con, monkeypatch: pytest.MonkeyPatch) -> None:
    for few in (way(ips, "visits", "few"), way(ips, "visits", "x", tau=None)):
        assert few is not None
        assert (few.first, few.grouped) == (32, False)  # at floor 1 nothing is below it
    monkeypatch.setattr(ways, "MANY", 10**6)
    assert way(ips, "visits", "ip") is None


def test_what_the_catalog_does_not_know_is_counted_plainly(ips: Con) -> None:
    ips.execute("CREATE TEMP TABLE mine AS FROM visits")
    assert way(ips, "mine", "x") is None
    assert way(ips, "no_such_table", "x") is None
    assert way(ips, "visits", "no_such_column") is None
    assert way(ips, "visits", "x", unit="unit") is None
    assert way(ips, "visits", "x", levels=[*range(1, 33)]) is None
    ips.execute('CREATE VIEW "a ""view""" AS FROM visits')
    assert way(ips, '"a ""view"""', "x") is not None


def answers(con: Con, column: str, tbl: str = "visits") -> list[str]:
    found = con.execute(
        f"SELECT prefix FROM dp_hhh('{tbl}', '{column}', hierarchy => 'ipv4', eps => 1, delta => 0.1, tau => 1000) WHERE level > 0"
    ).fetchall()
    return sorted(prefix for (prefix,) in found)


def test_every_way_releases_the_same_prefixes(ips: Con, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answers(ips, "ip") == answers(ips, "x") == ["10.0.0.0/16", "10.1.0.0/16"]
    monkeypatch.setattr(ways, "chosen", lambda session, call: None)
    assert answers(ips, "ip") == answers(ips, "x") == ["10.0.0.0/16", "10.1.0.0/16"]


def test_a_cte_of_another_type_under_the_name_of_a_table_is_what_is_counted(ips: Con) -> None:
    text = ips.execute(
        "WITH visits AS (SELECT '9.9.9.' || (range % 3) AS x FROM range(9000)) "
        "SELECT prefix FROM dp_hhh('visits', 'x', hierarchy => 'ipv4', eps => 1, tau => 500) WHERE level = 32"
    ).fetchall()
    assert sorted(text) == [("9.9.9.0/32",), ("9.9.9.1/32",), ("9.9.9.2/32",)]
    number = ips.execute(
        "WITH visits AS (SELECT 151587080 + (range % 2) AS ip FROM range(9000)) "
        "SELECT prefix FROM dp_hhh('visits', 'ip', hierarchy => 'ipv4', eps => 1, tau => 500) WHERE level = 32"
    ).fetchall()
    assert sorted(number) == [("9.9.9.8/32",), ("9.9.9.9/32",)]


def test_the_token_says_nothing_of_the_way(ips: Con, monkeypatch: pytest.MonkeyPatch) -> None:
    session = registry.session_of(ips)
    assert session is not None
    options = {"hierarchy": "ipv4", "eps": 1, "tau": 100}
    call = releasing.admit(session, "dp_hhh", "visits", "x", options, Caller("memory", "main", ""))
    before = session.sign(call.to_json())
    statement = table._statement_of(call, True, before, ways.chosen(session, call))
    assert before in statement
    assert "cut" not in json.dumps(call.to_json())


@pytest.mark.parametrize("tbl", ["visits", "stored", "{file}"])
@pytest.mark.parametrize("column", ["ip", "x"])
def test_rows_are_read_once(ips: Con, tmp_path: Path, tbl: str, column: str) -> None:
    """A source that is another at each reading would make counts that do not fit together; and a file is large."""
    file = tmp_path / "visits.parquet"
    ips.execute(f"COPY visits TO '{file}'")
    ips.execute(f"CREATE VIEW stored AS FROM '{file}'")
    asked = f"SELECT * FROM dp_hhh('{tbl.format(file=file)}', '{column}', hierarchy => 'ipv4', eps => 1, tau => 100)"
    ((_, plan),) = ips.execute(f"EXPLAIN (FORMAT json) {asked}").fetchall()
    names = [node["name"] for node in ways._nodes(json.loads(plan))]
    assert [name.strip() for name in names if "SCAN" in name and "CTE" not in name] in (
        ["SEQ_SCAN"],
        ["PARQUET_SCAN"],
    )

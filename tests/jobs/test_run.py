"""Jobs that end well: what they write, and that they are charged once."""

from __future__ import annotations

import json
from typing import Any

import duckdb
import pyarrow.parquet
import pytest

import dphh_sql
from dphh_sql.cli import main
from dphh_sql.functions import FUNCTIONS
from dphh_sql.jobs import Run, load
from dphh_sql.release_files import read_rows
from tests.jobs.bank import Bank

Say = pytest.CaptureFixture[str]


def spent(bank: Bank) -> list[tuple[str, float, str | None]]:
    return [(str(entry.table), entry.eps, entry.name) for entry in bank.entries]


def outcome(capsys: Say) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_once(bank: Bank, capsys: Say) -> None:
    assert bank.run("--json") == 0
    first = outcome(capsys)
    assert first["written"] == first["target"] == [str(bank.target), str(bank.certificate)]
    assert not first["repeated"]
    bank.require_released_once()
    before = bank.target.read_bytes()
    with duckdb.connect(bank.folder / "bank.duckdb") as con:
        con.execute("INSERT INTO loans FROM loans")  # a stored release does not follow the table
    assert bank.run("--json") == 0
    assert outcome(capsys) == {**first, "repeated": True, "written": []}
    for path in (bank.target, bank.certificate):
        path.unlink()
        assert bank.run() == 0
        assert "made before: nothing was spent" in capsys.readouterr().out
    assert bank.target.read_bytes() == before
    assert spent(bank) == [("bank.main.loans", 1.0, "zips/2026-11")]
    assert bank.run("--period", "2026-12") == 1  # that release has other rows than the target
    bank.job(target={"file": "{period}.csv"})
    assert bank.run("--period", "2027-01") == 0
    assert [name for *_, name in spent(bank)] == ["zips/2026-11", "zips/2027-01"]


def test_the_stored_release_needs_no_engine(bank: Bank) -> None:
    assert bank.run() == 0
    (bank.folder / "bank.duckdb").unlink()
    bank.target.unlink()
    assert bank.run() == 0
    bank.require_released_once()


def test_csv_and_a_table_hold_the_same_rows(bank: Bank) -> None:
    assert bank.run() == 0
    rows = pyarrow.parquet.read_table(bank.target)
    bank.job(target={"file": "zips.csv"})
    assert bank.run() == 0
    assert read_rows(bank.folder / "zips.csv", FUNCTIONS["dp_hhh"].columns).equals(rows.combine_chunks().to_struct_array().combine_chunks())
    bank.job(target={"file": None, "table": "zips_table"})
    for _ in range(2):
        assert bank.run() == 0
    with duckdb.connect(bank.folder / "bank.duckdb") as con:
        assert con.sql("FROM zips_table").to_arrow_table().equals(rows)
        ((certificate,),) = con.execute("FROM zips_table_certificate").fetchall()
        con.execute("UPDATE zips_table SET count = count + 1 WHERE level = 0")
    assert certificate == bank.certificate.read_text()
    assert bank.run() == 1
    assert len(spent(bank)) == 1


def test_a_query_is_its_table_s_columns_and_rows(bank: Bank) -> None:
    with duckdb.connect(bank.folder / "bank.duckdb") as con:
        con.execute("ALTER TABLE loans ADD COLUMN \"a 'quoted\"\" one\" VARCHAR; UPDATE loans SET \"a 'quoted\"\" one\" = zip")
    query = 'SELECT "a \'quoted"" one" AS place, borrower AS who, year AS y FROM main.loans l WHERE l.year > 2000;'
    bank.job(
        source={"table": None, "query": query, "column": "place"},
        release={"unit": "who", "filter": "y < 2002 AND (WHO > 10 OR who IS NULL)", "rest": True, "tau": 70},
    )
    with Closing(Run(load(bank.job()))) as run:
        request = run.request
        assert request.filter == '(l.year > 2000) AND ("year" < 2002 AND ("borrower" > 10 OR "borrower" IS NULL))' or (
            request.filter == '(year > 2000) AND ("year" < 2002 AND ("borrower" > 10 OR "borrower" IS NULL))'
        )
        assert (request.columns, request.privacy.unit) == (("a 'quoted\" one",), "borrower")
        assert run.run().entry.table.label == "loans"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("SELECT zip FROM loans UNION ALL SELECT zip FROM loans", "nothing but columns of one table"),
        ("SELECT a.zip FROM loans a, loans b", "nothing but columns"),
        ("SELECT lower(zip) AS zip, borrower FROM loans", "nothing but columns"),
        ("SELECT zip, borrower FROM loans LIMIT 3", "nothing but columns"),
        ("SELECT zip, borrower FROM loans, UNNEST([1, 2])", "nothing but columns"),
        ("SELECT zip, borrower FROM loans POSITIONAL JOIN loans b", "nothing but columns"),
        ("SELECT zip, borrower FROM loans UNPIVOT (v FOR n IN (year))", "nothing but columns"),
        ("SELECT zip, borrower FROM loans PIVOT (count(*) FOR year IN (2000))", "nothing but columns"),
        ("SELECT unnest([zip, zip]) AS zip, borrower FROM loans", "nothing but columns"),
        ("SELECT zip, borrower FROM loans WHERE borrower IN (SELECT borrower FROM loans)", "nothing but columns"),
        ("WITH t AS (FROM loans) SELECT zip, borrower FROM t", "nothing but columns"),
        ("SELECT DISTINCT zip, borrower FROM loans", "nothing but columns"),
        ("SELECT zip, borrower FROM loans WHERE random() < 0.5", "nothing but columns"),
        ("DROP TABLE loans", "nothing but columns"),
        ("SELECT zip FROM loans; DROP TABLE loans", "nothing but columns"),
        ("SELECT zip FROM loans", "unit 'borrower' is no column of source.query"),
        ("SELECT borrower FROM loans", "column 'zip' is no column of source.query"),
    ],
)
def test_queries_that_are_refused(bank: Bank, capsys: Say, query: str, said: str) -> None:
    bank.job(source={"table": None, "query": query})
    assert bank.run() == 1
    assert said in capsys.readouterr().err
    assert bank.entries == []


@pytest.mark.parametrize(
    ("source", "key"),
    [({"table": "laons"}, "table"), ({"table": "s.loans"}, "table"), ({"table": None, "query": "SELECT zip, borrower FROM laons"}, "query")],
)
def test_a_table_that_does_not_exist_is_a_mistake(
    bank: Bank, capsys: Say, source: dict[str, str | None], key: str
) -> None:
    """Exit status 3 would have a scheduler try again for ever."""
    bank.job(source=source)
    assert bank.run() == 1
    assert f"source.{key}: there is no table or view bank." in capsys.readouterr().err
    assert bank.entries == []


@pytest.mark.parametrize("file", ["x" * 300 + ".csv", "bank.duckdb/zips.csv"])
def test_a_target_that_nothing_can_be_at_is_found_before_the_charge(bank: Bank, capsys: Say, file: str) -> None:
    bank.job(target={"file": file})
    assert bank.run() == 3
    said = capsys.readouterr().err
    assert "cannot be written" in said
    assert "nothing was charged" in said
    assert bank.entries == []


class Closing:
    def __init__(self, run: Run) -> None:
        self.run = run

    def __enter__(self) -> Run:
        return self.run

    def __exit__(self, *_: object) -> None:
        self.run.close()


def test_dry_run(bank: Bank, capsys: Say) -> None:
    assert bank.run("--dry-run") == 0
    out = capsys.readouterr().out
    for text in ("Guarantee: (1, 1e-06)", "duckdb would run:", "WITH __dphh_raw", 'FROM "main"."loans"', "bank.main.loans by borrower pays eps 1.0"):
        assert text in out
    assert bank.run("--dry-run", "--json") == 0
    found = outcome(capsys)
    assert (found["dry_run"], found["exists"], found["unit"]) == (True, [], "borrower")
    assert bank.entries == []
    assert not bank.target.exists()
    assert not (bank.folder / "bank.duckdb.dphh-ledger").exists()
    bank.job(release={"hierarchy": "nozip"})
    assert bank.run("--dry-run", "--json") == 1
    assert "Did you mean 'zip'" in outcome(capsys)["error"]


def test_the_sql_that_ran_is_in_the_certificate(bank: Bank) -> None:
    import hashlib

    with Closing(Run(load(bank.job()))) as run:
        sql = run.sql()
        run.run()
    host = json.loads(bank.certificate.read_text())["host"]
    assert host == {"engine": "duckdb", "sql_sha256": hashlib.sha256(sql.encode()).hexdigest()}


def test_the_policy_fills_in_and_limits(bank: Bank, capsys: Say) -> None:
    (bank.folder / "policy.toml").write_text(
        '[tables.loans]\nunit = "borrower"\nmax_rows = 2\neps = 1.5\ndelta = 1e-5\nmin_tau = 500\nfunctions = ["dp_hhh"]\n'
        'hierarchies = { zip = "chars(2)" }\n[tables.others]\npublic = true\n'
    )
    bank.job(budget={"policy": "policy.toml"}, release={"unit": None, "hierarchy": None})
    assert bank.run() == 0
    facts = json.loads(bank.certificate.read_text())
    assert (facts["unit"], facts["max_rows"], facts["hierarchy"], facts["tau"]) == ("borrower", 2, "chars(2)", 500)
    for changes, status, said in (
        ({"release": {"unit": "year"}}, 1, "unit must be borrower"),
        ({"release": {"unit": None, "function": "dp_heavy_nodes"}}, 1, "allows only dp_hhh"),
        ({"release": {"function": "dp_hhh"}}, 4, "budget of loans: 0.5 of eps left"),
    ):
        bank.job(id="again", target={"file": "again.csv"}, **changes)
        assert bank.run() == status
        assert said in capsys.readouterr().err
    (bank.folder / "policy.toml").write_text("[tables.others]\npublic = true\n")
    assert bank.run() == 1
    assert "has no rule for bank.main.loans" in capsys.readouterr().err


def test_sql_and_jobs_share_one_ledger(bank: Bank) -> None:
    with dphh_sql.connect(bank.folder / "bank.duckdb") as con:
        con.execute("FROM dp_hhh('loans', 'zip', eps => 0.5, unit => 'borrower')").fetchall()
        assert bank.run() == 0  # in the same process, while SQL has the file
        budget = con.execute("SELECT table_name, unit, eps_spent, releases FROM dp_budget()").fetchall()
        assert budget == [("loans", "borrower", 1.5, 2)]
        sql = "FROM dp_hhh('loans', 'zip', eps => 1, unit => 'borrower', name => 'zips/2026-11')"
        assert len(con.execute(sql).fetchall()) == pyarrow.parquet.read_table(bank.target).num_rows
        assert len(con.execute("FROM dp_ledger()").fetchall()) == 2


@pytest.mark.parametrize(
    "release",
    [
        {"function": "dp_heavy_nodes", "method": "ghazi", "n_max": 10_000},
        {"function": "dp_tree_counts"},
        {"function": "dp_heavy_hitters", "hierarchy": None, "eps": 3.0},
        {"function": "dp_triehh", "hierarchy": None, "max_length": 5, "eps": 20.0},
    ],
)
def test_other_functions(bank: Bank, release: dict[str, object]) -> None:
    bank.job(release=release)
    assert bank.run() == 0
    bank.require_released_once()


def test_sketches_are_refused(bank: Bank, capsys: Say) -> None:
    bank.job(release={"function": "dp_hhh_stream", "unit": None})
    assert bank.run() == 1
    assert "which a warehouse does not keep" in capsys.readouterr().err


def test_empty_tables_and_nulls(bank: Bank) -> None:
    with duckdb.connect(bank.folder / "bank.duckdb") as con:
        con.execute("DELETE FROM loans")
    assert bank.run() == 0
    bank.require_released_once()
    assert pyarrow.parquet.read_table(bank.target)["level"].to_pylist() == [0]


def test_plan(capsys: Say) -> None:
    assert main(["plan", "dp_hhh", "--hierarchy", "zip", "--eps", "1", "--levels", "3,5", "--rest", "false"]) == 0
    assert dphh_sql.plan(hierarchy="zip", eps=1, levels=[3, 5], rest=False).explain() + "\n" == capsys.readouterr().out
    assert main(["plan", "--hierarchy", "zip", "--eps", "1", "--unit", "u", "--max-rows", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    plan = dphh_sql.plan(hierarchy="zip", eps=1, unit="u", max_rows=2)
    assert (found["tau"], found["max_rows"], found["levels"]) == (plan.tau, 2, plan.rows())
    assert main(["plan", "--hierarchy", "zpi", "--eps", "1"]) == 1
    assert "Did you mean 'zip'" in capsys.readouterr().err
    with pytest.raises(SystemExit) as usage:
        main(["plan", "--eps", "x"])
    assert usage.value.code == 2


def test_progress_on_a_terminal_and_elsewhere(bank: Bank, capsys: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    assert bank.run() == 0
    assert "dphh: count ...\ndphh: charge ...\n" in capsys.readouterr().err
    pytest.importorskip("rich")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert bank.run("--period", "2026-12") == 1
    assert bank.run() == 0
    out, err = capsys.readouterr()
    assert "dphh: plan ..." not in err
    assert "made before" in out

from __future__ import annotations

import json
from pathlib import Path

import pytest

import dphh_sql
from dphh_sql.cli import main
from dphh_sql.ledger import ledger_path_for, open_ledger


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    file = tmp_path / "bank.duckdb"
    with dphh_sql.connect(file) as con:
        con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(100)")
        con.execute("FROM dp_hhh('loans', 'zip', eps => 0.1, name => 'first')")
        con.execute("FROM dp_hhh('loans', 'zip', eps => 0.2)")
    return ledger_path_for(file)


def test_show(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ledger", "show", str(ledger)]) == 0
    first, second, *entries = capsys.readouterr().out.splitlines()
    assert first == "bank.main.loans by row: eps 0.3, delta 0.000002, 2 releases"
    assert second == "    if all had been fixed in advance: eps 0.299994, delta 0.000004 (optimal composition)"
    assert [line.split()[0] for line in entries] == ["1", "2"]
    assert entries[0].endswith("bank.main.loans dp_hhh row eps=0.1 delta=1e-06 'first'")


def test_show_composes_at_a_delta(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ledger", "show", str(ledger), "--delta", "0.01"]) == 0
    assert "eps 0.26474" in capsys.readouterr().out
    assert main(["ledger", "show", str(ledger), "--delta", "1e-9"]) == 1
    assert "delta must be at least 1.99" in capsys.readouterr().err


def test_verify(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ledger", "verify", str(ledger)]) == 0
    assert capsys.readouterr().out.startswith("2 entries, all in order, the last with hash ")
    ledger.write_bytes(ledger.read_bytes().replace(b"first", b"fjrst"))
    assert main(["ledger", "verify", f"sqlite:///{ledger}"]) == 1
    assert "ledger entry 1 is broken" in capsys.readouterr().err


def test_renew(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (spent,) = open_ledger(ledger).spent()
    for table in (str(spent.table), spent.table.label.upper()):
        assert main(["ledger", "renew", str(ledger), table, "--eps", "0.5", "--reason", "a new year"]) == 0
        assert f"{spent.table} by {spent.unit}: 0.5 of eps and 0.0 of delta more (entry" in capsys.readouterr().out
    (renewed,) = open_ledger(ledger).spent()
    assert (renewed.renewed_eps, renewed.eps) == (1, spent.eps)
    assert main(["ledger", "show", str(ledger)]) == 0
    assert "eps=+0.5 delta=+0.0 'a new year'" in capsys.readouterr().out
    open_ledger(ledger).verify()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("loan", "--eps", "1", "--reason", "x"), "renew: table must name one of the budgets of this ledger"),
        (("loans", "--unit", "ro", "--eps", "1", "--reason", "x"), "renew: unit must name one of the budgets"),
        (("loans", "--eps", "-1", "--reason", "x"), "eps must"),
        (("loans", "--eps", "1", "--reason", " "), "reason must say why"),
    ],
)
def test_what_is_not_renewed(
    ledger: Path, arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = open_ledger(ledger).entries()
    assert main(["ledger", "renew", str(ledger), *arguments]) == 1
    assert said in capsys.readouterr().err
    assert open_ledger(ledger).entries() == before


def test_export(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ledger", "export", str(ledger)]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["release_id"], row["eps"], row["table"]["table"]) for row in rows] == [
        (1, 0.1, "loans"),
        (2, 0.2, "loans"),
    ]
    assert rows[0]["request"]["privacy"]["hierarchy"] == "zip"


@pytest.mark.parametrize("action", ["show", "verify", "export"])
def test_a_missing_ledger_is_an_error(tmp_path: Path, action: str, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "none.dphh-ledger"
    assert main(["ledger", action, str(missing)]) == 1
    assert capsys.readouterr().err == f"dphh: there is no ledger at {missing}.\n"
    assert not missing.exists()


def test_show_and_verify_as_json(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ledger", "show", str(ledger), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    (budget,) = shown["budgets"]
    assert (budget["table"], budget["eps"], budget["releases"]) == ("bank.main.loans", 0.3, 2)
    assert [entry["eps"] for entry in shown["entries"]] == [0.1, 0.2]
    assert main(["ledger", "verify", str(ledger), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"entries": 2, "hash": shown["entries"][-1]["hash"]}

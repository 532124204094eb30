"""`dphh certificate show|verify`, on what SQL released."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import dphh_sql
from dphh_sql.cli import main
from dphh_sql.release_files import write_rows


@pytest.fixture
def released(tmp_path: Path) -> Path:
    with dphh_sql.connect(tmp_path / "b.duckdb") as con:
        con.execute('CREATE TABLE words AS SELECT unnest([\'a,"b\', chr(10) || \'é\', \'\', NULL]) AS w FROM range(500)')
        sql = "FROM dp_hhh('words', 'w', hierarchy => 'chars(3)', eps => 2, name => 'q')"
        rows = con.sql(sql).to_arrow_table()
    for name in ("r.parquet", "r.csv"):
        write_rows(tmp_path / name, rows)
    return tmp_path


def run(*arguments: object) -> int:
    return main(["certificate", *map(str, arguments)])


def test_show_and_verify(released: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ledger = released / "b.duckdb.dphh-ledger"
    assert run("show", ledger, "last") == 0
    text = capsys.readouterr().out
    assert run("show", ledger, "1") == 0
    assert capsys.readouterr().out == text
    (released / "c.json").write_text(text)
    for rows in ("r.parquet", "r.csv"):
        assert run("verify", released / "c.json", "--rows", released / rows, "--ledger", ledger, "--json") == 0
        checks = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert {check["name"] for check in checks if check["passed"]} >= {"delta", "rows", "ledger", "seal", "plan"}
    csv = released / "r.csv"
    csv.write_text(csv.read_text().replace("\n0,", "\n7,", 1))
    assert run("verify", released / "c.json", "--rows", csv) == 1
    out, err = capsys.readouterr()
    assert "FAIL  rows " in out
    assert "1 checks failed; do not trust it" in err


@pytest.mark.parametrize("asked", ["2", "0", "-1", "first", "9" * 30])
def test_no_such_release(released: Path, asked: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", released / "b.duckdb.dphh-ledger", "--", asked) == 1
    assert "release_id must be that of a stored release, or 'last'" in capsys.readouterr().err


def test_unreadable_files(released: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("verify", released / "none.json") == 1
    assert "cannot be read (No such file" in capsys.readouterr().err
    run("show", released / "b.duckdb.dphh-ledger", "1")
    (released / "c.json").write_text(capsys.readouterr().out)
    (released / "x.parquet").write_text("x")
    (released / "y.csv").write_text("level,prefix\n1,2\n")
    (released / "v.csv").write_text("level,prefix,parent,residual,residual_lo,residual_hi,count,count_lo,count_hi\nsecret,,,1,1,1,1,1,1\n")
    for function in ("null", "[]", '"dp_none"'):
        (released / "d.json").write_text(f'{{"format": 2, "function": {function}}}')
        assert run("verify", released / "d.json", "--rows", released / "x.parquet") == 1
        assert "of no function that has rows" in capsys.readouterr().err
    for rows, said in (
        ("x.parquet", "x.parquet cannot be read (it is no parquet file"),
        ("y.csv", "cannot be read (it is no csv file with the columns level INTEGER, prefix VARCHAR, parent"),
        ("v.csv", "cannot be read (it is no csv file with the columns level INTEGER"),
        ("z.txt", "file ending 'txt'"),
        ("n.csv", "No such file"),
    ):
        assert run("verify", released / "c.json", "--rows", released / rows) == 1
        told = capsys.readouterr().err
        assert said in told
        assert "secret" not in told  # Arrow quotes what it cannot read, and the file may be the wrong one

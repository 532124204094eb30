"""What a job's file may say, and what is said of mistakes. No URL's secret is ever repeated."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from dphh_sql.errors import ArgumentError
from dphh_sql.jobs import Run, load
from dphh_sql.ledger import ledger_path_for, open_ledger
from dphh_sql.udfs import connect
from tests.jobs.bank import JOB, toml


def job(tmp_path: Path, **changes: Any) -> Path:
    content = dict(JOB)
    for section, change in changes.items():
        content[section] = {**content.get(section, {}), **change} if isinstance(change, dict) else change
    file = tmp_path / "job.toml"
    file.write_text(toml(content))
    return file


def test_paths_are_relative_to_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    found = load(job(tmp_path, target={"file": "out/{id}-{period}.csv"}, budget={"policy": "p.toml"}), "2027-01")
    assert found.name == "zips/2027-01"
    assert found.url == f"duckdb:///{tmp_path / 'bank.duckdb'}"
    assert found.ledger == tmp_path / "bank.duckdb.dphh-ledger"
    assert found.policy == tmp_path / "p.toml"
    assert found.file == tmp_path / "out/zips-2027-01.csv"
    for ledger in ("l", "sqlite:///l"):
        assert load(job(tmp_path, budget={"ledger": ledger})).ledger == tmp_path / "l"
    assert load(job(tmp_path, budget={"ledger": "sqlite:////spent/l"})).ledger == Path("/spent/l")


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize(
    "place",
    ["bank.duckdb", "a#b/bank.duckdb", "a%41/b%41 b.x.duckdb", "main.duckdb", "temp.db", ".b.db", "bank", "loans.v1.db"],
)
def test_the_budget_is_the_one_of_sql(tmp_path: Path, place: str, linked: bool) -> None:
    (tmp_path / place).parent.mkdir(exist_ok=True)
    with connect(tmp_path / place) as con:
        con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(1000)")
        con.execute("FROM dp_hhh('loans', 'zip', eps => 0.1)").fetchall()
    named = place
    if linked:
        named = "another.duckdb"
        (tmp_path / named).symlink_to(tmp_path / place)
    found = load(job(tmp_path, source={"url": f"duckdb:///{quote(named)}"}))
    assert ledger_path_for(found.url.removeprefix("duckdb:///")) == ledger_path_for(tmp_path / place)
    (spent,) = open_ledger(ledger_path_for(tmp_path / place)).spent()
    assert Run(found).table == spent.table


def test_urls_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("URL", "LEDGER"):
        monkeypatch.setenv(name, f"postgresql://ann:pa55@db/{name}")
    found = load(job(tmp_path, source={"url": None, "url_env": "URL"}, budget={"ledger_env": "LEDGER"}))
    assert (found.url, found.ledger) == ("postgresql://ann:pa55@db/URL", "postgresql://ann:pa55@db/LEDGER")


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"source": {"tabel": "x"}}, r"unknown key of \[source\] 'tabel'.*Did you mean 'table'"),
    ({"relaese": {"eps": 1}}, r"unknown key 'relaese'.*Did you mean 'release'"),
    ({"release": {"levls": [1]}}, "Did you mean 'levels'"),
    ({"target": {"flie": "x.csv"}}, "Did you mean 'file'"),
    ({"id": ""}, "id must be letters, digits"),
    ({"id": "a/b"}, "id must be letters, digits"),
    ({"period": ".."}, "period must be letters, digits"),
    ({"id": "a\nb"}, "id must be letters, digits"),
    ({"period": 202611}, "period must be letters.*in quotes"),
    ({"period": None}, "period must be.*it is missing"),
    ({"source": {"query": "SELECT 1"}}, "needs a table or a query, one of them"),
    ({"source": {"table": None}}, "needs a table or a query, one of them"),
    ({"source": {"table": 3}}, "source.table must be a string"),
    ({"source": {"column": None}}, "needs a column"),
    ({"source": {"url": None}}, "needs url_env, a variable's name, or url"),
    ({"source": {"url_env": "X"}}, "one of them"),
    ({"source": {"url": None, "url_env": "DPHH_NO_SUCH"}}, "the environment has no DPHH_NO_SUCH"),
    ({"target": {"table": "t"}}, "needs a file or a table, one of them"),
    ({"target": {"file": None}}, "needs a file or a table, one of them"),
    ({"target": {"file": "x.json"}}, "unknown file ending 'json'"),
    ({"release": {"function": 3}}, "release.function must be a string"),
    ({"source": {"url": "duckdb:///:memory:"}}, r"\[budget\] needs a ledger"),
    *(
        ({"budget": {"ledger": ledger}}, r"budget.ledger must be a file of its own")
        for ledger in (":memory:", "sqlite:///", "sqlite:///:memory:", "bank.duckdb", "x/../bank.duckdb", "bank.duckdb.wal")
    ),
    ({"source": {"url": "duckdbb:///loans.duckdb"}}, "unknown engine scheme 'duckdbb'.*Did you mean 'duckdb'"),
    ({"source": {"url": "loans.duckdb"}}, "engine must be a URL such as"),
    ({"target": {"file": "x-{perod}.csv"}}, r"target.file may hold \{id\} and \{period\}, got \{perod\}"),
    ({"source": "x"}, r"source must be a section"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "said"), WRONG)
def test_mistakes(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        load(job(tmp_path, **changes))


SECRET = "hunter2"


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://ann:{SECRET}@db/bank", f"postgresql://db/bank?password={SECRET}", f"spark://h/;token={SECRET}",
        f"sc://h:1/;token={SECRET}", f"postgresql://ann:{SECRET}/@db/bank", f"postgresql://db/bank?sslkey={SECRET}",
        f"postgresql://ann:{SECRET}@[db/bank",
    ],
)  # fmt: skip
@pytest.mark.parametrize("section", ["source", "budget"])
def test_a_url_with_a_secret_is_refused_and_not_repeated(tmp_path: Path, url: str, section: str) -> None:
    changes: dict[str, Any] = {"source": {"url": url}} if section == "source" else {"budget": {"ledger": url}}
    with pytest.raises(ArgumentError, match="holds a password.*_env") as found:
        load(job(tmp_path, **changes))
    assert SECRET not in str(found.value)


@pytest.mark.parametrize("text", ["id = ", "\xff", "[source]\n[source]"])
def test_no_toml(tmp_path: Path, text: str) -> None:
    (tmp_path / "job.toml").write_bytes(text.encode("latin-1"))
    with pytest.raises(ArgumentError, match=r"job .*job\.toml"):
        load(tmp_path / "job.toml")
    with pytest.raises(ArgumentError, match="cannot be read"):
        load(tmp_path / "none.toml")

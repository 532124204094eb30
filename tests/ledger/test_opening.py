from __future__ import annotations

import os
from pathlib import Path

import pytest

from dphh_sql.errors import ArgumentError, UnknownNameError
from dphh_sql.ledger import SqliteLedger, ledger_path_for, open_ledger


def test_the_ledger_lies_beside_the_database_file(tmp_path: Path) -> None:
    assert ledger_path_for(tmp_path / "loans.duckdb") == tmp_path.resolve() / "loans.duckdb.dphh-ledger"
    assert ledger_path_for(str(tmp_path / "a b.db")).name == "a b.db.dphh-ledger"


def test_every_name_of_a_file_leads_to_one_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "loans.duckdb").touch()
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "alias.duckdb").symlink_to(tmp_path / "loans.duckdb")
    monkeypatch.chdir(tmp_path)
    names: list[str | Path] = [
        "loans.duckdb",
        "sub/../loans.duckdb",
        tmp_path / "loans.duckdb",
        tmp_path / "sub" / "alias.duckdb",
    ]
    assert len({ledger_path_for(name) for name in names}) == 1


@pytest.mark.parametrize("name", ["", ":memory:"])
def test_memory_has_no_place(name: str) -> None:
    with pytest.raises(ArgumentError, match="in-memory"):
        ledger_path_for(name)


def test_one_object_per_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "x.ledger"
    (tmp_path / "alias").symlink_to(place)
    one = open_ledger(place)
    same: list[str | Path] = [
        "x.ledger",
        str(place),
        tmp_path / "alias",
        "sqlite:///x.ledger",
        f"sqlite:///{place}",
        "SQLite:///x.ledger",
    ]
    assert all(open_ledger(where) is one for where in same)
    assert isinstance(one, SqliteLedger)
    assert one.path == place.resolve()
    assert open_ledger(tmp_path / "y.ledger") is not one
    assert os.listdir(tmp_path) == ["alias"]


@pytest.mark.parametrize("where", [None, "", ":memory:", "sqlite://", "sqlite:///:memory:"])
def test_each_memory_ledger_is_its_own(where: str | None) -> None:
    one = open_ledger(where)
    assert isinstance(one, SqliteLedger)
    assert one.path is None
    assert open_ledger(where) is not one


@pytest.mark.parametrize("where", ["mysql://host/db", "sqlit:///x"])
def test_an_unknown_scheme_is_refused(where: str) -> None:
    with pytest.raises(UnknownNameError, match="unknown ledger scheme") as caught:
        open_ledger(where)
    assert caught.value.argument == "ledger"

"""The dbt plugin without dbt, which has an environment of its own (tests/dbt)."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest

from dphh_sql.dbt import Plugin
from dphh_sql.policy import RELEASING

CALL = "SELECT * FROM dp_hhh('loans', 'zip', eps => 1)"


def plugin(settings: dict[str, Any] | None = None, **options: Any) -> Plugin:
    made = Plugin.__new__(Plugin)
    made.creds = SimpleNamespace(settings=settings)
    made.initialize({**(settings or {}), **options})
    return made


@pytest.fixture
def bank(tmp_path: Path) -> duckdb.DuckDBPyConnection:
    con = duckdb.connect(str(tmp_path / "bank.duckdb"))
    con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(1000)")
    return con


def test_cursors_have_the_functions(bank: duckdb.DuckDBPyConnection) -> None:
    plugin().configure_connection(bank)
    first, again = (bank.cursor().execute(CALL.replace(")", ", name => 'a')")).fetchall() for _ in range(2))
    assert first == again
    assert bank.cursor().execute("SELECT name FROM dp_ledger()").fetchall() == [("a",)]


@pytest.mark.parametrize("function", RELEASING)
def test_a_release_without_a_name_is_refused(bank: duckdb.DuckDBPyConnection, function: str) -> None:
    plugin().configure_connection(bank)
    user = ", user_col => 'zip'" if function in ("dp_triehh", "dp_sfp") else ""
    with pytest.raises(duckdb.InvalidInputException, match=f"{function}: name must be given, for this connection"):
        bank.execute(f"SELECT * FROM {function}('loans', 'zip', eps => 1{user})")
    assert bank.execute("SELECT * FROM dp_ledger()").fetchall() == []


def test_plans_need_no_name(bank: duckdb.DuckDBPyConnection) -> None:
    plugin().configure_connection(bank)
    assert bank.execute("SELECT * FROM dp_plan('dp_hhh', hierarchy => 'zip', eps => 1)").fetchall()


def test_a_ledger_in_memory_is_refused(bank: duckdb.DuckDBPyConnection) -> None:
    with duckdb.connect() as con:
        for target, given, said in (
            (con, {}, "must be given in the profile"),
            (bank, {"ledger": ":memory:"}, "must be given in the profile"),
            (bank, {"ledger": ""}, "must not be empty"),  # env_var of a variable that is not set
        ):
            with pytest.raises(RuntimeError, match=f"^dphh_sql.dbt: ledger {said}"):
                plugin(**given).configure_connection(target)


def test_a_target_in_memory_may_name_a_ledger(tmp_path: Path) -> None:
    for _ in range(2):  # two runs
        with duckdb.connect() as con:
            con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(1000)")
            plugin(ledger=str(tmp_path / "spent")).configure_connection(con)
            con.execute(CALL.replace(")", ", name => 'a')"))
            assert con.execute("SELECT name FROM dp_ledger()").fetchall() == [("a",)]


def test_options(bank: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="'ledgr'.*ledger"):
        plugin(ledgr="x")
    with pytest.raises(RuntimeError, match="cannot be read"):
        plugin(policy=str(tmp_path / "none.toml")).configure_connection(bank)
    plugin({"memory_limit": "1GB"}).configure_connection(bank)  # the target's settings come along

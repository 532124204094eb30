from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from dphh_sql.udfs import connect

STATEMENTS = (
    "SELECT * FROM dp_ledger()",
    "SELECT * FROM dp_budget()",
    "SELECT dphh_prefix('94110', 'zip', 3)",
    "SELECT dphh_level('941', 'zip')",
    "SELECT * FROM dp_plan('dp_hhh', hierarchy => 'zip', eps => 1)",
    "WITH c AS (SELECT '94110' AS zip FROM range(99)) SELECT * FROM dp_hhh('c', 'zip', eps => 1)",
)
"""One statement per form of registration; each runs on any registered connection, whatever its tables."""


@pytest.fixture(params=STATEMENTS)
def statement(request: pytest.FixtureRequest) -> str:
    text: str = request.param
    return text


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with connect() as con:
        yield con


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database file with the table `Loans`."""
    path = tmp_path / "bank.duckdb"
    with duckdb.connect(str(path)) as con:
        con.execute("CREATE TABLE Loans AS SELECT '94110' AS zip")
    return path

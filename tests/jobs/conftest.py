from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from tests.jobs.bank import Bank


@pytest.fixture
def bank(tmp_path: Path) -> Bank:
    """A DuckDB file with a table of loans, and a job on it."""
    with duckdb.connect(tmp_path / "bank.duckdb") as con:
        con.execute(
            "CREATE TABLE loans AS SELECT i % 300 AS borrower, 2000 + i % 3 AS year, "
            "'94' || lpad((i % 4)::VARCHAR, 3, '0') AS zip FROM range(900) r(i)"
        )
    return Bank(tmp_path)

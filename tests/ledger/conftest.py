from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dphh_sql.ledger import Charge, Ledger, SqliteLedger, TableId
from tests.support.ledgers import PostgresPlace

LOANS = TableId("bank", "main", "loans")


@pytest.fixture
def charge() -> Callable[..., Charge]:
    """A charge of (0.1, 1e-7) on loans, with any field replaced."""

    def build(**fields: Any) -> Charge:
        defaults: dict[str, Any] = {
            "table": LOANS,
            "function": "dp_hhh",
            "eps": 0.1,
            "delta": 1e-7,
            "user_name": "ada",
            "request": '{"col":"zip"}',
        }
        return Charge(**{**defaults, **fields})

    return build


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "loans.duckdb.dphh-ledger"


@pytest.fixture(params=["file", "memory", pytest.param("postgres", marks=pytest.mark.services)])
def ledger(request: pytest.FixtureRequest, path: Path) -> Ledger:
    """An empty ledger of each storage."""
    if request.param == "postgres":
        found: PostgresPlace = request.getfixturevalue("postgres")
        return found.open()
    return SqliteLedger(path if request.param == "file" else None)

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from dphh_sql.ledger import Charge, Ledger, SqliteLedger, TableId
from tests.support.ledgers import Place, PostgresPlace, SqlitePlace

if TYPE_CHECKING:
    from tests.support.postgres import Server

LOANS = TableId("bank", "main", "loans")
POSTGRES = pytest.param("postgres", marks=pytest.mark.services)


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


@pytest.fixture
def postgres(server: Server) -> Iterator[PostgresPlace]:
    """A fresh database on the server."""
    with server.database() as name:
        yield PostgresPlace(server, name)


@pytest.fixture(params=["sqlite", POSTGRES])
def new_place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Place]]:
    """Makes places that processes can share, of each kind, without a ledger yet."""
    with ExitStack() as databases:

        def make() -> Place:
            if request.param == "sqlite":
                return SqlitePlace(tmp_path / f"{next(numbers)}.dphh-ledger")
            server: Server = request.getfixturevalue("server")
            return PostgresPlace(server, databases.enter_context(server.database()))

        numbers = itertools.count()
        yield make


@pytest.fixture
def place(new_place: Callable[[], Place]) -> Place:
    """One of them."""
    return new_place()


@pytest.fixture(params=["file", "memory", POSTGRES])
def ledger(request: pytest.FixtureRequest, path: Path) -> Ledger:
    """An empty ledger of each storage."""
    if request.param == "postgres":
        found: PostgresPlace = request.getfixturevalue("postgres")
        return found.open()
    return SqliteLedger(path if request.param == "file" else None)

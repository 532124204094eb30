"""One server for the tests that leave it as it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

if int(duckdb.__version__.split(".")[0]) < 2:
    pytest.skip("not applicable: dphh serve needs duckdb 2", allow_module_level=True)

from dphh_sql.serving.server import Server
from tests.serving import served


@pytest.fixture(scope="session")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database file."""
    return served.database(tmp_path_factory.mktemp("served"))


@pytest.fixture(scope="module")
def server(bank: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of the module's own, with a ledger of its own."""
    ledger = tmp_path_factory.mktemp("ledger") / "ledger"
    with served.serving(bank, ledger=str(ledger)) as server:
        yield server

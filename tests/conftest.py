"""Rules for the whole suite.

* `DPHH_CI_STRICT=1`: a skipped test fails, for in CI every extra and service is there. A skip whose reason
  starts with "not applicable" (a test for another duckdb version, say) is fine.
* hypothesis measures no time: a slow machine is not a failure.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import HealthCheck, settings

from dphh_sql.hierarchies import HIERARCHIES

if TYPE_CHECKING:
    from tests.support.ledgers import Place, PostgresPlace
    from tests.support.postgres import Server

settings.register_profile("dphh", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("dphh")

pytest_plugins = ["pytester"]

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)


def fail_if_skipped(report: Report) -> Report:
    """The report itself, turned into a failure if it is a skip that CI must not have."""
    if not report.skipped or hasattr(report, "wasxfail") or os.environ.get("DPHH_CI_STRICT") != "1":
        return report
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if not reason.removeprefix("Skipped: ").startswith("not applicable"):
        report.outcome = "failed"
        report.longrepr = f"{reason} (DPHH_CI_STRICT=1: nothing may be missing here)"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return fail_if_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return fail_if_skipped((yield))


@pytest.fixture
def few_suffixes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short list of public suffixes in place of the library's, which changes with its version."""
    rules = ("com", "jp", "*.kobe.jp", "!city.kobe.jp", "uk", "co.uk")
    # The globals that the kind itself looks in: doctests may import its module a second time.
    monkeypatch.setitem(HIERARCHIES["domain"].lookups.__globals__, "_rules", lambda: rules)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL server of this session's own."""
    from tests.support.postgres import Server

    server = Server()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def spark_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[object]]]:
    """The URL of a real Spark that serves Spark Connect, and what its own engine counted."""
    from tests.support.spark import served

    with served(tmp_path_factory.mktemp("spark")) as server:
        yield server


@pytest.fixture
def postgres(server: Server) -> Iterator[PostgresPlace]:
    """A fresh database on the server."""
    from tests.support.ledgers import PostgresPlace

    with server.database() as name:
        yield PostgresPlace(server, name)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.services)])
def new_place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Place]]:
    """Makes places that processes can share, of each kind, without a ledger yet."""
    from tests.support.ledgers import PostgresPlace, SqlitePlace

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

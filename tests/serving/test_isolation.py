"""Sessions do not see each other, and end alone."""

from __future__ import annotations

import gc
from typing import Any

import psycopg
import pytest

from dphh_sql.serving.server import Server
from dphh_sql.udfs import registry
from tests.serving.raw import Raw, message, text
from tests.serving.served import connect, eventually


@pytest.mark.parametrize(
    ("made", "asked"),
    [
        ("CREATE TEMP TABLE mine AS SELECT 1 AS x", "FROM mine"),
        ("CREATE TABLE mine AS SELECT 1 AS x", "FROM mine"),
        ("CREATE TEMP VIEW mine AS SELECT 1 AS x", "FROM mine"),
        ("CREATE TEMP MACRO mine() AS 1", "SELECT mine()"),
        ("CREATE SCHEMA mine", "CREATE TABLE mine.t(x INTEGER)"),
        ("PREPARE mine AS SELECT 1", "EXECUTE mine"),
        ("SET VARIABLE mine = 1", "SELECT 1 / (getvariable('mine') IS NOT NULL)::INTEGER, error('unset')"),
        ("ATTACH ':memory:' AS mine", "USE mine"),
        ("CREATE TYPE mine AS ENUM ('a')", "SELECT 'a'::mine"),
    ],
)
def test_what_one_makes_the_other_does_not_have(server: Server, made: str, asked: str) -> None:
    with connect(server.port) as con, connect(server.port) as other:
        con.execute(made)
        with pytest.raises(psycopg.Error):
            other.execute(asked)


def test_public_tables_are_copies(server: Server) -> None:
    with connect(server.port) as con, connect(server.port) as other:
        con.execute("DELETE FROM places")
        con.execute("CREATE OR REPLACE TEMP MACRO dp_budget() AS TABLE SELECT 99 AS eps_left")
        assert other.execute("SELECT count(*) FROM places").fetchone() == (1,)
        assert other.execute("SELECT eps_left < 99.5 FROM dp_budget()").fetchone() is not None
    with connect(server.port) as again:
        assert again.execute("SELECT count(*) FROM places").fetchone() == (1,)


def test_prepared_names_are_each_sessions_own(server: Server) -> None:
    with connect(server.port) as con, connect(server.port) as other:
        for each, value in ((con, 1), (other, 2)):
            each.prepare_threshold = 0
            assert each.execute("SELECT %s::INTEGER", [value]).fetchone() == (value,)
        assert con.execute("SELECT %s::INTEGER", [3]).fetchone() == (3,)


@pytest.mark.parametrize(
    "last",
    [
        b"",
        b"Q\x00\x00",
        message(b"Q", text("SELECT count(*) FROM range(10000000) a, range(10000000) b")),
        message(b"Q", text("BEGIN; CREATE TABLE t(x INTEGER)")),
        message(b"z"),
    ],
)
def test_a_client_that_breaks_off_leaves_nothing(server: Server, last: bytes) -> None:
    """In the middle of a message, a statement, a transaction. The others go on, and its session is freed."""
    eventually(lambda: not len(server._clients))
    before = len(registry._sessions)
    with connect(server.port) as con:
        raw = Raw(server.port).login()
        raw.send(last)
        raw.sock.close()
        assert con.execute("SELECT 1").fetchone() == (1,)

        def alone() -> bool:  # what still runs is ended here, which else its timeout does
            for client in server._clients.all():
                if client.number != con.info.backend_pid:
                    client.interrupt("over")
            return len(server._clients) == 1

        eventually(alone)
    eventually(lambda: not len(server._clients))
    gc.collect()
    assert len(registry._sessions) == before


def test_sessions_run_side_by_side(server: Server) -> None:
    cons: list[psycopg.Connection[Any]] = [connect(server.port) for _ in range(8)]
    for i, con in enumerate(cons):
        con.execute(f"CREATE TEMP TABLE t AS SELECT {i} AS x")
    assert [con.execute("FROM t").fetchone() for con in cons] == [(i,) for i in range(8)]
    for con in cons:
        con.close()

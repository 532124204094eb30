"""Time, size, memory, number: every limit, and that it harms nobody but who meets it."""

from __future__ import annotations

import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from dphh_sql.ledger import ledger_path_for
from dphh_sql.serving.server import Server
from tests.serving.raw import Raw, message, text
from tests.serving.served import QUERY, SLOW, connect, conninfo, database, eventually, serving

BIG = "INSERT INTO loans SELECT 'c' || i, '9' || lpad((i % 90000)::VARCHAR, 4, '0') FROM range(3000000) r(i)"
WAITS = "SELECT count(*) FROM dp_hhh('loans', 'zip', eps => 0.1)"


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file = database(tmp_path_factory.mktemp("limited"))
    with serving(
        file, statement_seconds=1.0, idle_seconds=2.0, result_mib=0.5, session_memory="64MB", max_connections=5
    ) as server:
        yield server


def charges(server: Server) -> int:
    with connect(server.port) as con:
        row = con.execute("SELECT count(*) FROM dp_ledger()").fetchone()
    assert row is not None
    return int(row[0])


@pytest.mark.parametrize("prepare", [False, True])
def test_a_long_statement_is_ended(limited: Server, prepare: bool) -> None:
    with connect(limited.port) as con:
        with pytest.raises(psycopg.errors.QueryCanceled, match="statement timeout; nothing was charged"):
            con.execute(SLOW, prepare=prepare)
        assert con.execute("SELECT 1").fetchone() == (1,)


def test_what_was_charged_before_the_end_is_said(limited: Server) -> None:
    before = charges(limited)
    joined = (
        f"SELECT count(*) FROM ({QUERY}) r, range(10000000) a, range(1000000) b WHERE hash(a.range, b.range, level) = 1"
    )
    with connect(limited.port) as con, pytest.raises(psycopg.errors.QueryCanceled, match="stays charged"):
        con.execute(joined)
    assert charges(limited) == before + 1


def test_a_large_result_is_cut_short(limited: Server) -> None:
    with connect(limited.port) as con:
        for sql in ("SELECT * FROM range(1000000)", "SELECT repeat('x', 1000000)"):
            with pytest.raises(psycopg.errors.ProgramLimitExceeded, match=r"larger than 0\.5 MiB"):
                con.execute(sql)
            with pytest.raises(psycopg.errors.ProgramLimitExceeded):
                con.execute(sql, prepare=True)
        assert len(con.execute("SELECT * FROM range(10000)").fetchall()) == 10_000


def test_memory_is_each_sessions_own(limited: Server) -> None:
    with connect(limited.port) as con, connect(limited.port, "bob") as other:
        with pytest.raises(psycopg.Error) as refused:
            con.execute("CREATE TABLE t AS SELECT i, hash(i) AS h FROM range(20000000) r(i)")
        assert refused.value.sqlstate in ("53200", "57014")
        other.execute("CREATE TABLE t AS FROM range(1000)")


def test_an_idle_client_is_sent_away(limited: Server) -> None:
    with Raw(limited.port).login() as raw:
        assert b"C57P05\0" in raw.until(b"E")[-1][1]
        with pytest.raises(EOFError):
            raw.read(1)


def test_one_too_many(limited: Server) -> None:
    cons = [connect(limited.port) for _ in range(5)]
    try:
        with pytest.raises(psycopg.OperationalError, match="too many clients"):
            connect(limited.port)
    finally:
        for con in cons:
            con.close()
    eventually(lambda: not len(limited._clients))
    connect(limited.port).close()


def test_a_crowd_that_says_nothing_has_no_threads(limited: Server) -> None:
    """Twice as many as may log in are heard; whoever comes then is gone at once, until one of them leaves."""
    eventually(lambda: not len(limited._clients))
    crowd = [Raw(limited.port) for _ in range(10)]
    try:
        eventually(lambda: len(limited._clients) == 10)
        with Raw(limited.port) as raw, pytest.raises((EOFError, ConnectionError)):
            raw.read(1)
        assert len(limited._clients) == 10
    finally:
        for raw in crowd:
            raw.sock.close()
    eventually(lambda: not len(limited._clients))
    connect(limited.port).close()


def test_a_thread_that_cannot_be_started_ends_nobody_else(limited: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    eventually(lambda: not len(limited._clients))

    def refused(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refused)
        with Raw(limited.port) as raw, pytest.raises((EOFError, ConnectionError)):
            raw.read(1)
    assert not len(limited._clients)
    connect(limited.port).close()


def test_a_statement_of_many_parts_does_not_hold_the_others_up(limited: Server) -> None:
    with connect(limited.port) as con, pytest.raises(psycopg.Error):
        con.execute("SELECT " + "(" * 20_000 + "1" + ")" * 20_000)
    with connect(limited.port) as con, pytest.raises(psycopg.Error):
        con.execute("SELECT pg_" + "(" * 20_000 + "1" + ")" * 20_000)
    assert charges(limited) >= 0


def test_a_client_that_does_not_read_loses_only_itself(limited: Server) -> None:
    with Raw(limited.port).login() as raw:
        raw.send(*[message(b"Q", text("SELECT repeat('x', 400000)"))] * 40)
        with connect(limited.port) as con:
            assert con.execute("SELECT 1").fetchone() == (1,)


# --- releases ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Counting takes a while here, one at a time."""
    file = database(
        tmp_path_factory.mktemp("busy"),
        "CREATE TABLE places AS SELECT 1 AS x; CREATE TABLE loans(borrower VARCHAR, zip VARCHAR);" + BIG,
    )
    with serving(file, max_counts=1) as server:
        yield server


def metric(server: Server, name: str) -> float:
    with urllib.request.urlopen(f"http://127.0.0.1:{server.metrics_port}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))


def test_counts_wait_for_each_other_and_can_be_cancelled(busy: Server) -> None:
    cons = [connect(busy.port) for _ in range(3)]
    before, ended = charges(busy), []

    def ask(con: psycopg.Connection[Any]) -> None:
        try:
            con.execute(WAITS)
            ended.append("released")
        except psycopg.errors.QueryCanceled as cancelled:
            ended.append(str(cancelled))

    threads = [threading.Thread(target=ask, args=(con,)) for con in cons]
    for thread in threads:
        thread.start()
    eventually(lambda: metric(busy, "dphh_counts_waiting") == 2)
    assert metric(busy, "dphh_counts_running") == 1
    for con in cons:
        con.cancel_safe()
    for thread in threads:
        thread.join()
        time.sleep(0)
    said = {end for end in ended if end != "released"}
    assert said == {"canceling statement due to user request; nothing was charged"}
    assert charges(busy) == before + ended.count("released")
    for con in cons:
        assert con.execute("SELECT 1").fetchone() == (1,)
        con.close()


def test_one_clients_cancel_is_nobody_elses(busy: Server) -> None:
    before = charges(busy)
    with connect(busy.port) as con, connect(busy.port, "bob") as other:
        result: list[Any] = []
        thread = threading.Thread(target=lambda: result.append(other.execute(WAITS).fetchone()))
        thread.start()
        con.cancel_safe()  # runs nothing
        con.execute("SELECT 1")
        with Raw(busy.port) as raw:  # a guess at the other's secret
            raw.send(b"\x00\x00\x00\x10\x04\xd2\x16\x2e" + other.pgconn.backend_pid.to_bytes(4, "big") + bytes(4))
            with pytest.raises((EOFError, ConnectionError)):
                raw.read(1)
        thread.join()
        assert len(result) == 1
    assert charges(busy) == before + 1


def test_a_client_that_is_gone_takes_no_release_with_it(busy: Server) -> None:
    """It is counted and charged, or it is not; the ledger stays whole and the place to count is given back."""
    for _ in range(3):
        raw = Raw(busy.port).login()
        raw.send(message(b"Q", text(WAITS)))
        raw.sock.close()
    with connect(busy.port) as con:
        assert con.execute(WAITS).fetchone()
    eventually(lambda: metric(busy, "dphh_sessions ") == 0)
    assert metric(busy, "dphh_counts_running") == 0


def test_health_and_metrics(tmp_path: Path) -> None:
    file = database(tmp_path)
    with serving(file) as server:
        with connect(server.port) as con:
            con.execute(QUERY)
            with pytest.raises(psycopg.Error):
                con.execute("FROM nothing")
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(conninfo(server.port, password="wrong"))
        url = f"http://127.0.0.1:{server.metrics_port}"
        assert urllib.request.urlopen(f"{url}/health").status == 200
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{url}/")
        assert metric(server, 'dphh_releases_total{function="dp_hhh",table="loans"}') == 1
        assert metric(server, 'dphh_eps_spent_total{table="loans"}') == 0.1
        assert metric(server, 'dphh_statements_total{code="42P01",kind="select"}') == 1
        assert metric(server, 'dphh_logins_total{outcome="refused"}') == 1
        ledger_path_for(file).unlink()
        ledger_path_for(file).mkdir()
        with pytest.raises(urllib.error.HTTPError, match="503"):
            urllib.request.urlopen(f"{url}/health")

"""Servers in processes of their own: two on one budget, told to stop, killed."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import psycopg
import pytest

from dphh_sql.ledger import ledger_path_for, open_ledger
from tests.serving.served import QUERY, SLOW, Process, connect, database, eventually, serving, toml

BUDGET = "eps = 0.7\ndelta = 1e-3"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return database(tmp_path)


def policy(file: Path, more: str = "", **budgets: str) -> Path:
    path = file.parent / "policy.toml"
    path.write_text(toml(**budgets) + more)
    return path


def hammer(port: int, user: str, given: list[str], ends: list[str]) -> None:
    """Ask until the budget is spent."""
    with connect(port, user) as con:
        while True:
            try:
                con.execute(QUERY)
            except psycopg.Error as refused:
                ends.append(str(refused))
                return
            given.append(user)


@pytest.mark.slow
def test_two_servers_end_at_exactly_each_budget(file: Path) -> None:
    """Ann has 0.7 of her own, Bob what the table leaves him of 1.0; four clients on two servers."""
    path = policy(file, ann=BUDGET)
    path.write_text(path.read_text().replace("eps = 100.0", "eps = 1.0"))
    servers = [Process(path, file) for _ in range(2)]
    given: list[str] = []
    ends: list[str] = []
    for users in (("ann", "ann"), ("bob", "bob")):
        threads = [
            threading.Thread(target=hammer, args=(server.port, user, given, ends))
            for server, user in zip(servers, users, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [server.end() for server in servers] == [0, 0]
    assert (given.count("ann"), given.count("bob")) == (7, 3)
    assert sum("budget of ann for loans: 0 of eps left, 0.1 asked" in end for end in ends) == 2
    assert sum("budget of loans: 0 of eps left, 0.1 asked" in end for end in ends) == 2
    ledger = open_ledger(ledger_path_for(file))
    ledger.verify()
    assert [entry.user_name for entry in ledger.entries()].count("ann") == 7
    assert [str(spent.eps) for spent in ledger.spent("ann")] == ["0.7"]


@pytest.mark.slow
def test_sigterm_lets_a_release_finish_and_reports_it(file: Path) -> None:
    server = Process(policy(file, "[serve]\nstop_seconds = 60\n"), file)
    health = f"http://127.0.0.1:{server.metrics_port}/health"
    assert json.loads(urllib.request.urlopen(health).read()) == {"status": "ok"}
    slow = f"SELECT count(*) FROM ({QUERY}) r, range(10000) a, range(500) b WHERE hash(a.range, b.range, level) = 1"
    said: list[str] = []

    def ask() -> None:
        with connect(server.port) as con:
            try:
                con.execute(slow)
                said.append("answered")
                con.execute("SELECT 1")
            except psycopg.Error as ended:
                said.append(str(ended))

    thread = threading.Thread(target=ask)
    with connect(server.port) as idle:
        thread.start()
        eventually(lambda: server.log.count('"event": "charged"') == 1)
        assert server.end() == 0
        with pytest.raises(psycopg.OperationalError):
            idle.execute("SELECT 1")
    thread.join()
    assert said[0] == "answered"
    assert len(said) == 2
    with pytest.raises(psycopg.OperationalError):
        connect(server.port)
    events = [json.loads(line) for line in server.lines]
    (charged,) = [event for event in events if event["event"] == "charged"]
    (entry,) = open_ledger(ledger_path_for(file)).entries()
    assert (charged["release_id"], charged["user"], charged["eps"]) == (entry.release_id, "ann", 0.1)
    assert (events[-1]["event"], events[-1]["graceful"]) == ("stopped", True)
    # Started again it has the same ledger.
    server = Process(policy(file), file)
    with connect(server.port) as con:
        assert con.execute("SELECT eps_spent FROM dp_budget()").fetchone() == (0.1,)
    assert server.end(signal.SIGINT) == 0


def test_what_does_not_finish_in_time_is_ended(file: Path) -> None:
    said: list[str] = []

    def ask(port: int) -> None:
        with connect(port) as con:
            try:
                con.execute(SLOW)
            except psycopg.Error as ended:
                said.append(str(ended))

    with serving(file, stop_seconds=0.5) as server:
        thread = threading.Thread(target=ask, args=(server.port,))
        thread.start()
        eventually(lambda: any(client._con is not None for client in server._clients.all()))
        time.sleep(0.2)
    thread.join()
    assert said == ["canceling statement because the server is stopping; nothing was charged"]


def test_the_log_holds_no_sql_and_no_values(file: Path) -> None:
    server = Process(policy(file), file)
    with connect(server.port) as con:
        for sql in (
            "SELECT 'qwertz' AS qwertz, count(*) FROM dp_hhh('loans', 'zip', eps => 0.1, name => 'qwertz') WHERE prefix <> 'qwertz'",
            "SELECT count(*) FROM dp_hhh('loans', 'zip', eps => 0.1, name => 'qwertz')",
            "SELECT 'qwertz'::INTEGER",
            "SELECT qwertz FROM qwertz",
            "qwertz",
            "SELECT error('qwertz')",
            "SELECT 'Traceback qwertz'::INTEGER",
            "FROM dp_hhh('qwertz', 'qwertz', eps => 'qwertz')",
        ):
            with contextlib.suppress(psycopg.Error):
                con.execute(sql)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(host="127.0.0.1", port=server.port, user="ann", password="qwertz", dbname="qwertz")
    assert server.end() == 0
    assert "qwertz" not in server.log
    assert "90001" not in server.log
    events = [json.loads(line)["event"] for line in server.lines]
    assert {"started", "session_opened", "charged", "statement", "login_failed", "internal_error", "stopped"} <= {
        *events
    }


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="not applicable: SIGKILL")
@pytest.mark.parametrize("rounds", [3, pytest.param(50, marks=pytest.mark.soak)])
def test_kill_nine_leaves_no_unpaid_release(file: Path, rounds: int) -> None:
    """Four clients release as fast as they can; the server is killed in the middle."""
    path = policy(file)
    path.write_text(path.read_text().replace("eps = 100.0", "eps = 1e9").replace("delta = 1e-2", "delta = 0.9"))
    ledger = open_ledger(ledger_path_for(file))
    given, lock = 0, threading.Lock()

    def ask(port: int) -> None:
        nonlocal given
        with contextlib.suppress(psycopg.OperationalError), connect(port) as con:
            while True:
                if con.execute(QUERY).fetchall():
                    with lock:
                        given += 1

    for _ in range(rounds):
        server, before = Process(path, file), given
        threads = [threading.Thread(target=ask, args=(server.port,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        eventually(lambda before=before: given > before)
        time.sleep(random.uniform(0, 0.5))
        assert server.end(signal.SIGKILL) == -signal.SIGKILL
        for thread in threads:
            thread.join()
        ledger.verify()
        assert len(ledger.entries()) >= given
    stored = [ledger.get_release(entry.release_id) for entry in ledger.entries()]
    # A charge whose release was cut short may remain: at most one for each client and kill.
    assert sum(release is None for release in stored) <= 4 * rounds
    print(f"{rounds} kills, {given} releases received, {len(stored)} charged, {stored.count(None)} cut short")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--database", "/nowhere/x.duckdb"], "serve: "),
        (["--port", "99999"], "port must be at most 65535"),
        (["--host", "192.0.2.1"], "can be reached by others"),
    ],
)
def test_it_says_why_it_does_not_start(file: Path, more: list[str], said: str) -> None:
    command = [sys.executable, "-m", "dphh_sql.cli", "serve", str(policy(file)), "--database", str(file), *more]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60)
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_nobody_to_let_in(file: Path) -> None:
    from dphh_sql.errors import ArgumentError
    from dphh_sql.policy import Policy
    from dphh_sql.serving.server import Server
    from tests.serving.served import LOANS, POLICY, settings

    with pytest.raises(ArgumentError, match="nobody could log in"):
        Server(file, Policy.of({"loans": LOANS}), settings())
    with pytest.raises(ArgumentError, match="memory_limit must be a size"):
        Server(file, POLICY, settings(session_memory="much"))

"""Servers for tests: one in this process, or one of its own that can be killed."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import psycopg

from dphh_sql.policy import Policy, UserRule
from dphh_sql.serving import passwords
from dphh_sql.serving.server import Server
from dphh_sql.serving.settings import Settings

PASSWORD = "correct horse"
WAIT_SECONDS = 60.0

TABLES = """
    CREATE TABLE loans AS SELECT 'b' || (i % 500) AS borrower, '9' || lpad((i % 7)::VARCHAR, 4, '0') AS zip
        FROM range(5000) r(i);
    CREATE TABLE places AS SELECT '90001' AS zip, 'Los Angeles' AS place;
"""
LOANS = {"published": True, "eps": 100.0, "delta": 1e-2, "hierarchies": {"zip": "zip"}}
QUERY = "SELECT level, prefix, count FROM dp_hhh('loans', 'zip', eps => 0.1)"
SLOW = "SELECT count(*) FROM range(10000000) a, range(1000000) b WHERE hash(a.range, b.range) = 1"


@cache
def verifier() -> str:
    return passwords.verifier(PASSWORD, iterations=4096)


def users(**budgets: dict[str, float]) -> tuple[UserRule, ...]:
    """ann and bob, with budgets of their own if given."""
    return tuple(UserRule(name, verifier(), **budgets.get(name, {})) for name in ("ann", "bob"))


def with_users(policy: Policy, **budgets: dict[str, float]) -> Policy:
    return replace(policy, users=users(**budgets))


def database(folder: Path, script: str = TABLES) -> Path:
    file = folder / "bank.duckdb"
    with duckdb.connect(str(file)) as con:
        con.execute(script)
    return file


POLICY = with_users(Policy.of({"loans": LOANS, "places": {"public": True}}))


def settings(**changes: Any) -> Settings:
    return Settings(**{"port": 0, "metrics_port": 0, "stop_seconds": 10.0, **changes})


@contextlib.contextmanager
def serving(file: Path, policy: Policy = POLICY, *, ledger: str | None = None, **changes: Any) -> Iterator[Server]:
    """A server in this process, stopped at the end."""
    server = Server(file, policy, settings(**changes), ledger=ledger)
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(WAIT_SECONDS)
        assert not thread.is_alive()


def conninfo(port: int, user: str = "ann", password: str = PASSWORD, **more: Any) -> str:
    options = {"host": "127.0.0.1", "port": port, "user": user, "password": password, "dbname": "bank", **more}
    return psycopg.conninfo.make_conninfo("", **options)


def connect(port: int, user: str = "ann", **more: Any) -> psycopg.Connection[Any]:
    return psycopg.connect(conninfo(port, user, **more), autocommit=True)


def toml(policy: str = "", **budgets: str) -> str:
    """The policy of `POLICY` as a file; `budgets` are lines for a user."""
    people = "".join(f'[users.{name}]\npassword = "{verifier()}"\n{budgets.get(name, "")}\n' for name in ("ann", "bob"))
    return f"""
[tables.loans]
published = true
eps = 100.0
delta = 1e-2
hierarchies = {{ zip = "zip" }}
{policy}
[tables.places]
public = true
{people}
"""


class Process:
    """`dphh serve` in a process of its own."""

    def __init__(self, policy: Path, file: Path, *more: str) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-m", "dphh_sql.cli", "serve", str(policy), "--database", str(file)]
        self.process = subprocess.Popen(
            [*command, "--port", "0", "--metrics-port", "0", *more],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert self.process.stderr is not None
        self.lines = []
        for line in self.process.stderr:
            self.lines.append(line)
            if found := re.search(r'"event": "started".*"port": (\d+), "metrics_port": (\d+)', line):
                self.port, self.metrics_port = int(found[1]), int(found[2])
                break
        else:
            raise AssertionError("".join(self.lines))
        self._reader = threading.Thread(target=lambda: self.lines.extend(self.process.stderr or ()), daemon=True)
        self._reader.start()

    @property
    def log(self) -> str:
        return "".join(self.lines)

    def end(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        code = self.process.wait(WAIT_SECONDS)
        self._reader.join(WAIT_SECONDS)
        assert self.process.stderr is not None
        self.process.stderr.close()
        return code


def eventually(holds: Any, seconds: float = WAIT_SECONDS) -> None:
    """Wait until `holds()`."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.01)

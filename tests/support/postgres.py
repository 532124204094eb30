"""A PostgreSQL server of the tests' own: a temporary directory, a unix socket, passwords, fsync on."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

psycopg = pytest.importorskip("psycopg")

PASSWORD = "pa55/w@rd?"
"""Of every role; awkward in a URL."""


def _binaries() -> Path:
    """Debian keeps the server's programs off the PATH."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: float(p.parent.name), reverse=True)
    found = [folder for folder in folders if (folder / "initdb").exists()]
    if on_path := shutil.which("initdb"):
        found.append(Path(on_path).resolve().parent)
    if not found:
        pytest.skip("no PostgreSQL server is installed")
    return found[0]


class Server:
    """A running server. `restart` and `stop` are fast shutdowns unless told otherwise."""

    def __init__(self) -> None:
        self._bin = _binaries()
        # The server refuses to run as root.
        self._as: dict[str, Any] = {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}
        self.folder = Path(tempfile.mkdtemp(prefix="dphh-pg-"))  # a socket's path may have 107 bytes
        if self._as:
            shutil.chown(self.folder, "postgres", "postgres")
        self.folder.chmod(0o755)
        password = self.folder / "password"
        password.write_text(PASSWORD)
        options = ["-A", "scram-sha-256", "-U", "owner", "-E", "UTF8", "--no-locale", "-N", f"--pwfile={password}"]
        subprocess.run(
            [self._bin / "initdb", "-D", self._data, *options],
            check=True, stdout=subprocess.DEVNULL, cwd="/", **self._as,
        )  # fmt: skip
        self._numbers = itertools.count()
        self._free: list[str] = []
        self.start()

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def start(self) -> None:
        log = (self.folder / "log").open("a")
        self._process = subprocess.Popen(
            [self._bin / "postgres", "-D", self._data, "-k", self.folder, "-c", "listen_addresses="],
            stdout=log, stderr=log, cwd="/", **self._as,
        )  # fmt: skip
        log.close()
        for _ in range(600):
            try:
                self.run("SELECT 1")
                return
            except psycopg.OperationalError:
                assert self._process.poll() is None, (self.folder / "log").read_text()
                time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text())

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        self._process.send_signal(how)
        self._process.wait(60)

    def restart(self) -> None:
        self.stop()
        self.start()

    def remove(self) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def url(self, database: str = "postgres", *, user: str = "owner", password: str = PASSWORD) -> str:
        return f"postgresql://{user}:{quote(password, safe='')}@/{database}?host={self.folder}"

    def run(self, sql: str, database: str = "postgres", *, user: str = "owner") -> list[tuple[Any, ...]]:
        """The rows of the last statement that has any."""
        with closing(psycopg.connect(self.url(database, user=user), autocommit=True)) as con:
            cursor = con.execute(sql)
            return list(cursor.fetchall()) if cursor.description else []

    @contextmanager
    def database(self) -> Iterator[str]:
        """The name of a database without a ledger and without other sessions."""
        if self._free:
            name = self._free.pop()
        else:
            name = f"d{next(self._numbers)}"
            self.run(f"CREATE DATABASE {name}")
        yield name
        # Dropping the schema alone: DROP DATABASE waits for a checkpoint.
        self.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        self.run(f"ALTER DATABASE {name} RESET ALL")
        self.run("SET default_transaction_read_only = off; DROP SCHEMA IF EXISTS dphh_ledger CASCADE", name)
        self._free.append(name)

"""Ends statements: at their deadline, when the client asks, when the server stops."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import duckdb

TIMEOUT = "canceling statement due to statement timeout"
CANCEL = "canceling statement due to user request"
SHUTDOWN = "canceling statement because the server is stopping"

_AGAIN_SECONDS = 0.05


class Running:
    """One statement under way; `reason` says why it was told to end."""

    def __init__(self, con: duckdb.DuckDBPyConnection, deadline: float) -> None:
        self.con, self.deadline = con, deadline
        self.reason: str | None = None


class Watchdog:
    """One thread for all statements.

    DuckDB forgets an interrupt that comes before the statement begins: it is repeated until the statement is gone, and
    sent under the lock that `running` takes at the end, so that it never reaches the next one.
    """

    def __init__(self) -> None:
        self._running: set[Running] = set()
        self._changed = threading.Condition()
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    @contextmanager
    def running(self, con: duckdb.DuckDBPyConnection, seconds: float) -> Iterator[Running]:
        """Within the block `con` runs one statement, for at most `seconds`."""
        statement = Running(con, time.monotonic() + seconds)
        with self._changed:
            self._running.add(statement)
            self._changed.notify()
        try:
            yield statement
        finally:
            with self._changed:
                self._running.discard(statement)

    def cancel(self, con: duckdb.DuckDBPyConnection, reason: str) -> bool:
        """End what a connection runs; whether it ran something."""
        with self._changed:
            found = [statement for statement in self._running if statement.con is con]
            for statement in found:
                statement.reason = statement.reason or reason
            self._changed.notify()
        return bool(found)

    def _watch(self) -> None:
        with self._changed:
            while True:
                now = time.monotonic()
                for statement in self._running:
                    if statement.deadline <= now:
                        statement.reason = statement.reason or TIMEOUT
                    if statement.reason is not None:
                        statement.con.interrupt()
                self._changed.wait(self._pause(now))

    def _pause(self, now: float) -> float | None:
        if any(statement.reason is not None for statement in self._running):
            return _AGAIN_SECONDS
        deadlines = [statement.deadline - now for statement in self._running]
        return max(min(deadlines), 0.001) if deadlines else None

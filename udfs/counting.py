"""Counts that are made on one connection for a statement of another, and stop when the other is interrupted.

What an interrupt (Ctrl-C, `con.interrupt()`) costs: nothing while the rows are counted, for the charge comes after the
count; the whole charge from then on, whether or not the statement comes to its end.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import duckdb

from dphh_sql.errors import ReleaseError
from dphh_sql.udfs.cursors import Connection

INTERRUPTED = "interrupted while the rows were counted; nothing was charged"
_AGAIN_SECONDS = 0.05


class _Count:
    def __init__(self, cursor: Connection | None) -> None:
        self.interrupted = False
        self._cursor = cursor
        self._done = threading.Event()

    def interrupt(self) -> None:
        """Stops the cursor's statement, also one that is about to begin."""
        if self.interrupted:  # a server repeats it every few hundredths of a second; one thread is enough
            return
        self.interrupted = True
        if self._cursor is not None:
            self._stop(self._cursor)

    def _stop(self, cursor: Connection) -> None:
        def until_done() -> None:
            # DuckDB forgets an interrupt that comes before the statement begins.
            while not self._done.is_set():
                with suppress(duckdb.ConnectionException):  # closed in the meantime
                    cursor.interrupt()
                self._done.wait(_AGAIN_SECONDS)

        threading.Thread(target=until_done, daemon=True).start()

    def finish(self) -> None:
        self._done.set()


class Counts:
    """The counts under way, by the connection that asked."""

    def __init__(self) -> None:
        self._lock = threading.RLock()  # a signal handler may come in between, in the same thread
        self._running: dict[int, _Count] = {}

    @contextmanager
    def made_for(self, connection: int, cursor: Connection | None) -> Iterator[Callable[[], bool]]:
        """Within the block `cursor` counts for a connection, which runs one statement at a time (or waits for others,
        without a cursor); yields what says whether that was interrupted.

        Raises:
            ReleaseError: the connection was interrupted in the meantime, even if the count came to its end.
        """
        count = _Count(cursor)
        with self._lock:
            self._running[connection] = count
        try:
            yield lambda: count.interrupted
        finally:
            with self._lock:
                self._running.pop(connection, None)
            count.finish()
            if count.interrupted:
                raise ReleaseError(INTERRUPTED) from None

    def interrupt(self, connection: int) -> None:
        """Stop what is counted for a connection, if anything is."""
        with self._lock:
            count = self._running.get(connection)
        if count is not None:
            count.interrupt()

    def interrupt_all(self) -> None:
        """Stop what is counted for any connection."""
        with self._lock:
            running = list(self._running.values())
        for count in running:
            count.interrupt()

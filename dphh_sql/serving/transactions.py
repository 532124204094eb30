"""Where a session stands: idle, in a transaction, in one that failed."""

from __future__ import annotations

import duckdb

from dphh_sql.serving.failures import Refusal

IDLE, OPEN, FAILED = b"I", b"T", b"E"


class Transactions:
    """PostgreSQL's rule on top of DuckDB's: after an error everything is refused until the transaction ends.

    Releases do not follow: a charge that was recorded stays so, whatever becomes of the transaction.

    Drivers set savepoints around what may fail. DuckDB has none, and after most errors it gives up the transaction:
    going back to a savepoint is granted when nothing is lost, and refused otherwise.
    """

    def __init__(self) -> None:
        self.status = IDLE
        self._savepoints: dict[str, bool] = {}
        """Name -> whether something was changed since; in their order."""
        self._changed = False

    def changes(self) -> None:
        """A statement is about to change something."""
        self._changed = True
        self._savepoints = dict.fromkeys(self._savepoints, True)

    def save(self, con: duckdb.DuckDBPyConnection, name: str) -> None:
        """SAVEPOINT."""
        self.require_sound()
        if self.status != OPEN:
            raise Refusal("25P01", "SAVEPOINT can only be used in transaction blocks")
        self._savepoints.pop(name, None)
        self._savepoints[name] = False

    def release(self, con: duckdb.DuckDBPyConnection, name: str) -> None:
        """RELEASE SAVEPOINT: it and those set after it are forgotten."""
        self.require_sound()
        self._forget_after(name)
        del self._savepoints[name]

    def back_to(self, con: duckdb.DuckDBPyConnection, name: str) -> None:
        """ROLLBACK TO SAVEPOINT."""
        self._forget_after(name)
        if self._changed if self.status == FAILED else self._savepoints[name]:
            raise Refusal("0A000", "part of a transaction cannot be undone here; ROLLBACK undoes all of it")
        if self.status == FAILED:
            con.rollback()
            con.begin()
            self.status = OPEN

    def _forget_after(self, name: str) -> None:
        if name not in self._savepoints:
            raise Refusal("3B001", "there is no savepoint of this name")
        names = list(self._savepoints)
        for later in names[names.index(name) + 1 :]:
            del self._savepoints[later]

    def require_sound(self) -> None:
        if self.status == FAILED:
            raise Refusal("25P02", "current transaction is aborted, commands ignored until end of transaction block")

    def failed(self) -> None:
        """A statement failed."""
        if self.status == OPEN:
            self.status = FAILED

    def begin(self, con: duckdb.DuckDBPyConnection) -> str:
        """BEGIN; inside a transaction it does nothing."""
        self.require_sound()
        if self.status == IDLE:
            con.begin()
            self.status, self._changed = OPEN, False
        return "BEGIN"

    def end(self, con: duckdb.DuckDBPyConnection, verb: str) -> str:
        """COMMIT or ROLLBACK; returns the command tag, which says what became of a failed one."""
        was, self.status = self.status, IDLE
        self._savepoints.clear()
        if was == OPEN and verb == "COMMIT":
            con.commit()
        elif was != IDLE:
            con.rollback()
        return "ROLLBACK" if was == FAILED else verb

"""Where a session stands: idle, in a transaction, in one that failed."""

from __future__ import annotations

import duckdb

from dphh_sql.serving.failures import Refusal

IDLE, OPEN, FAILED = b"I", b"T", b"E"


class Transactions:
    """PostgreSQL's rule on top of DuckDB's: after an error everything is refused until the transaction ends.

    Releases do not follow: a charge that was recorded stays so, whatever becomes of the transaction.
    """

    def __init__(self) -> None:
        self.status = IDLE

    def require_sound(self) -> None:
        if self.status == FAILED:
            raise Refusal("25P02", "current transaction is aborted, commands ignored until end of transaction block")

    def failed(self) -> None:
        """A statement failed."""
        if self.status == OPEN:
            self.status = FAILED

    def change(self, con: duckdb.DuckDBPyConnection, verb: str) -> str:
        """BEGIN, COMMIT or ROLLBACK; returns the command tag."""
        if verb == "BEGIN":
            self.require_sound()
            if self.status == IDLE:
                con.begin()
                self.status = OPEN
            return "BEGIN"
        was, self.status = self.status, IDLE
        if was == OPEN and verb == "COMMIT":
            con.commit()
            return "COMMIT"
        if was != IDLE:
            con.rollback()
        return "ROLLBACK" if was == FAILED else verb

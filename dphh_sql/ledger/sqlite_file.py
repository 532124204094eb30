"""One SQLite database as a ledger's storage: connections, transactions, format, fork, errors.

A connection lives for one operation, so no handle is ever carried across a fork, outlives a deleted
file, or is shared by threads. (The in-memory database is the exception: its connection is the data.)
A rollback journal, not WAL: it works in network folders and read-only ones, and the file alone
is the whole ledger. synchronous=EXTRA also syncs the folder after the journal is unlinked, without
which a power cut can roll back the last acknowledged charge. See docs/adr/ledger-sqlite.md.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import weakref
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path

from dphh_sql.errors import LedgerError
from dphh_sql.ledger import folder_lock, forking
from dphh_sql.ledger.chain import RESTORE, check_format
from dphh_sql.ledger.tables import Row, script

APPLICATION_ID = 0x64706868  # "dphh"
BUSY_SECONDS = 60.0


@cache
def statements(name: str) -> tuple[str, ...]:
    """The statements of one section of sqlite.sql."""
    found, statement = [], ""
    for line in script("sqlite.sql")[name].splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            found.append(statement)
            statement = ""
    return tuple(found)


def statement(name: str) -> str:
    """The only statement of a section of sqlite.sql."""
    (only,) = statements(name)
    return only


class SqliteTransaction:
    """An open transaction of a connection."""

    def __init__(self, con: sqlite3.Connection) -> None:
        self._con = con

    def run(self, name: str, values: Mapping[str, object] | None = None) -> list[Row]:
        return self._con.execute(statement(name), values or {}).fetchall()


class SqliteFile:
    """A ledger's database at `path`, created by the first write; in memory when `path` is None."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.lock = threading.RLock()
        self._memory: sqlite3.Connection | None = None
        if path is None:
            self._memory = _connect(":memory:")
            weakref.finalize(self, self._memory.close)
        forking.register(self)

    def __str__(self) -> str:
        return "in memory" if self.path is None else str(self.path)

    @contextmanager
    def writing(self) -> Iterator[SqliteTransaction]:
        """One write transaction, alone among threads and processes, durable when the block ends.

        Raises:
            LedgerError: it could not be committed, or it is unknown whether it was.
        """
        with self._transaction("BEGIN IMMEDIATE", create=True) as con:
            if not self._has_tables(con):
                for create in statements("schema"):
                    con.execute(create)
            yield SqliteTransaction(con)

    @contextmanager
    def reading(self) -> Iterator[SqliteTransaction | None]:
        """One consistent snapshot, or None while nothing was ever recorded; creates no file."""
        if self._is_missing():
            yield None
            return
        with self._transaction("BEGIN", create=False) as con:
            yield SqliteTransaction(con) if self._has_tables(con) else None

    @contextmanager
    def _transaction(self, begin: str, *, create: bool) -> Iterator[sqlite3.Connection]:
        committing = False
        try:
            with self.lock, self._connected(create) as con:
                try:
                    con.execute(begin)
                    yield con
                    committing = create
                    con.execute("COMMIT")
                except BaseException:
                    if con.in_transaction:
                        con.execute("ROLLBACK")
                        committing = False
                    raise
        except sqlite3.Error as error:
            raise self._refused(error, writing=create, committing=committing) from error

    @contextmanager
    def _connected(self, create: bool) -> Iterator[sqlite3.Connection]:
        if self._memory is not None:
            yield self._memory
            return
        assert self.path is not None
        # Also for reading: "rw" can roll back the journal of a killed writer, and falls back to
        # read-only by itself where the file cannot be written.
        uri = f"{self.path.as_uri()}?mode={'rwc' if create else 'rw'}"
        with self._alone(create), closing(_connect(uri)) as con:
            if create:
                self._keep_in_one_file(con)
            yield con

    @contextmanager
    def _alone(self, create: bool) -> Iterator[None]:
        """One of all threads and processes, whatever files they close.

        Readers too, for a process that closes the file loses their lock as well, and they could roll back the journal
        of a writer that has lost its own. Not together, for then there could always be one, and a writer would wait.
        """
        assert self.path is not None
        lock = None
        try:
            lock = folder_lock.take(self.path.parent, BUSY_SECONDS)
        except TimeoutError:
            raise self._error(*_busy(), "its folder") from None
        except OSError as error:
            if create:
                raise self._error(*_UNWRITABLE, f"its folder: {error.strerror}") from error
        try:
            yield
        finally:
            if lock is not None:
                folder_lock.release(lock)

    def _keep_in_one_file(self, con: sqlite3.Connection) -> None:
        """Take back what another program may have set: with WAL a copy of the file lacks the newest charges."""
        with suppress(sqlite3.OperationalError):  # in use; else what is wrong shows again below
            con.execute("PRAGMA journal_mode = DELETE")
        mode = con.execute("PRAGMA journal_mode").fetchone()[0]
        if mode != "delete":
            remedy = "close that program and try again"
            rule = f"was put into journal mode {mode} by another program that still uses it, or may not be written"
            raise self._error(rule, remedy, "")

    def _is_missing(self) -> bool:
        if self.path is None:
            return False
        try:
            os.stat(self.path)
        except (FileNotFoundError, NotADirectoryError):
            return True
        except OSError as error:
            raise self._error(*_UNREADABLE, str(error.strerror)) from error
        return False

    def _has_tables(self, con: sqlite3.Connection) -> bool:
        application = con.execute("PRAGMA application_id").fetchone()[0]
        version = con.execute("PRAGMA user_version").fetchone()[0]
        if application == 0 and version == 0 and con.execute(statement("is_empty")).fetchone()[0]:
            return False
        if application != APPLICATION_ID:
            raise LedgerError(
                f"ledger {self} is a database of another program; "
                "name another file with connect(..., ledger=path).",
                argument="ledger",
                remedy="connect(..., ledger=path)",
            )
        check_format(self, version)
        return True

    def _refused(self, error: sqlite3.Error, *, writing: bool, committing: bool) -> LedgerError:
        code = _code(error)
        rule, remedy = _FAILED
        if committing:  # and no longer in a transaction that could be rolled back
            rule = "failed while an entry was committed, which may or may not be recorded now"
            remedy = "remove the cause, and look at the ledger before you try again"
        elif code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
            rule, remedy = _UNWRITABLE if writing else _UNREADABLE
        elif code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            rule, remedy = _busy()
        elif code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            rule, remedy = _DAMAGED
        return self._error(rule, remedy, str(error))

    def _error(self, rule: str, remedy: str, said: str) -> LedgerError:
        why = f" ({said})" if said else ""
        return LedgerError(f"ledger {self} {rule}{why}; {remedy}.", argument="ledger", remedy=remedy)


_FAILED = ("failed", "this step recorded nothing; remove the cause and try again")
_UNREADABLE = ("cannot be read", "give this user the right to read it")
_UNWRITABLE = ("cannot be written", "choose a writable place with connect(..., ledger=path)")
_DAMAGED = (
    "is damaged or not a ledger",
    f"{RESTORE}, or name another file with connect(..., ledger=path)",
)


def _busy() -> tuple[str, str]:
    rule = f"has been locked by another process for over {BUSY_SECONDS:.0f} seconds"
    return rule, "try again when that process is done"


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _connect(name: str) -> sqlite3.Connection:
    con = sqlite3.connect(
        name,
        timeout=BUSY_SECONDS,
        isolation_level=None,  # transactions are ours alone
        check_same_thread=False,
        uri=name != ":memory:",
    )
    try:
        for pragma in statements("connection"):
            con.execute(pragma)
    except BaseException:
        con.close()
        raise
    return con

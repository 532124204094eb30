"""A PostgreSQL database as a ledger's storage: connections, transactions, durability, errors.

A connection lives for one operation, as with SQLite: none is carried across a fork or found dead after the server was
restarted. An advisory lock makes check and append one step; it needs no privilege, and READ COMMITTED sees what the
holder before committed. When the connection breaks during COMMIT nobody knows the outcome, and when the server gives up
waiting for its standby the entry is not durable: both are errors, so nothing is drawn, and a charge without a release
may remain. See docs/adr/ledger-postgres.md.

No message holds the URL or what libpq says of a malformed one: both may hold the password.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import TypeAlias

import psycopg
from psycopg.conninfo import make_conninfo

from dphh_sql.errors import LedgerError
from dphh_sql.ledger import forking
from dphh_sql.ledger.chain import check_format
from dphh_sql.ledger.postgres_url import parsed
from dphh_sql.ledger.tables import Row, script

Connection: TypeAlias = psycopg.Connection[Row]

BUSY_SECONDS = 60
# A dead network is noticed in about half a minute. What the URL says comes first.
_DEFAULTS: dict[str, str | int] = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
    "application_name": "dphh-sql",
}
_DURABLE = ("on", "remote_apply")
_WRITING = b"BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
_READING = b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

# Else a function that another role made in `public`, whose arguments fit better, runs as this one: it could take away
# the lock, or the ledger. Our tables are named with their schema.
_OWN_FUNCTIONS = b"SET LOCAL search_path = pg_catalog, pg_temp"
# A policy that shows each role its own rows would show a part of what is spent: an error instead.
_ALL_ROWS = b"SET LOCAL row_security = off"
# Else a role that wants no warnings would not hear that COMMIT did not wait for the standby.
_WARNINGS = b"SET LOCAL client_min_messages = warning"

_RULES = {  # by SQLSTATE
    "42501": ("may not be used by this role", "grant it the privileges of docs/ledger_postgres.md"),
    "25006": ("is read-only", "name the primary server in the URL"),
    "55P03": (f"has been locked by another process for over {BUSY_SECONDS} seconds", "try again when it is done"),
}
_FAILED = ("failed", "this step recorded nothing; remove the cause and try again")
_LOOK = "nothing was released; look at the ledger before you try again"
# SQLSTATE classes of a COMMIT that the server refuses: a constraint, a trigger, resources, a conflict. Any other may
# come after it, from a pooler or a server that shuts down.
_NOT_COMMITTED = ("23", "P0", "53", "40")


class PostgresTransaction:
    """An open transaction of a connection."""

    def __init__(self, con: Connection) -> None:
        self._con = con

    def run(self, name: str, values: Mapping[str, object] | None = None) -> list[Row]:
        cursor = self._con.execute(script("postgres.sql")[name].encode(), values)
        return [] if cursor.description is None else cursor.fetchall()


class PostgresServer:
    """A ledger's database at a URL; the first write creates the tables."""

    def __init__(self, url: str) -> None:
        given = parsed(url, "ledger")
        self._conninfo = make_conninfo("", **{**_DEFAULTS, **given, "client_encoding": "utf8"})
        self._place = "postgresql://{}{}/{}".format(
            given.get("host", ""), f":{given['port']}" if "port" in given else "", given.get("dbname", "")
        )
        self.lock = threading.RLock()
        forking.register(self)

    def __str__(self) -> str:
        return self._place

    @contextmanager
    def writing(self) -> Iterator[PostgresTransaction]:
        """One write transaction, alone among threads and processes, durable when the block ends.

        Raises:
            LedgerError: it could not be committed, or it is unknown whether it was.
        """
        with self._transaction(_WRITING) as transaction:
            self._require_durability(transaction)
            transaction.run("lock", {"seconds": str(BUSY_SECONDS)})
            if not self._has_tables(transaction):
                transaction.run("schema")
            yield transaction

    @contextmanager
    def reading(self) -> Iterator[PostgresTransaction | None]:
        """One consistent snapshot, or None while nothing was ever recorded; creates nothing."""
        with self._transaction(_READING) as transaction:
            yield transaction if self._has_tables(transaction) else None

    @contextmanager
    def _transaction(self, begin: bytes) -> Iterator[PostgresTransaction]:
        # Closing without COMMIT rolls back.
        with self.lock, closing(self._connect()) as con:
            try:
                con.execute(begin)
                con.execute(_OWN_FUNCTIONS)
                con.execute(_ALL_ROWS)
                con.execute(_WARNINGS)
                yield PostgresTransaction(con)
            except psycopg.Error as error:
                raise self._refused(error) from error
            warnings: list[str] = []

            def hear(notice: psycopg.errors.Diagnostic) -> None:
                if notice.severity_nonlocalized == "WARNING" and not notice.context:  # with one it is a function's
                    warnings.append(notice.message_primary or "a warning")

            con.add_notice_handler(hear)
            try:
                done = con.execute(b"COMMIT").statusmessage
            except psycopg.Error as error:
                raise self._refused(error, committing=begin == _WRITING) from error
            if done != "COMMIT":  # ROLLBACK, without an error, when a statement had failed
                raise self._error(*_FAILED, "it was rolled back")
            if warnings and begin == _WRITING:
                rule = "recorded an entry that is not certain to last"
                raise self._error(rule, _LOOK, " ".join(warnings[0].split()))

    def _connect(self) -> Connection:
        try:
            return psycopg.connect(self._conninfo, autocommit=True, prepare_threshold=None)
        except psycopg.Error as error:
            remedy = "check that the server runs and accepts the URL's user, password and database"
            message = f"ledger {self} cannot be reached ({_one_line(error)}); {remedy}; this step recorded nothing."
            # Without its cause, which holds the parameters of the attempt.
            raise LedgerError(message, argument="ledger", remedy=remedy) from None

    def _require_durability(self, transaction: PostgresTransaction) -> None:
        ((fsync, synchronous_commit),) = transaction.run("durability")
        if fsync != "on" or synchronous_commit not in _DURABLE:
            remedy = "have the server run with fsync on and the role with synchronous_commit on"
            raise LedgerError(
                f"ledger {self} would forget a charge in a crash (fsync {fsync}, synchronous_commit "
                f"{synchronous_commit}); {remedy}.",
                argument="ledger",
                remedy=remedy,
            )

    def _has_tables(self, transaction: PostgresTransaction) -> bool:
        ((entry, tip),) = transaction.run("has_tables")
        if not entry and not tip:
            return False
        rows = transaction.run("format") if tip else []
        if not entry or len(rows) != 1:
            raise LedgerError(
                f"ledger {self} has a schema dphh_ledger that is not a ledger's; name another database.",
                argument="ledger",
                remedy="name another database",
            )
        ((version,),) = rows
        check_format(self, version)
        return True

    def _refused(self, error: psycopg.Error, *, committing: bool = False) -> LedgerError:
        state = error.sqlstate or ""
        if committing and state[:2] not in _NOT_COMMITTED:
            rule = "failed while an entry was committed, which may or may not be recorded now"
            return self._error(rule, _LOOK, _one_line(error))
        return self._error(*_RULES.get(state, _FAILED), _one_line(error))

    def _error(self, rule: str, remedy: str, said: str) -> LedgerError:
        return LedgerError(f"ledger {self} {rule} ({said}); {remedy}.", argument="ledger", remedy=remedy)


def _one_line(error: psycopg.Error) -> str:
    return " ".join((error.diag.message_primary or str(error)).split()) or type(error).__name__

"""What is registered, and the loop that registers it.

Functions go to the instance once (its system catalog); macros to every cursor (its temp schema).
"""

from __future__ import annotations

import functools
import os
import threading
from contextlib import closing, suppress
from importlib import resources

import duckdb

from dphh_sql.errors import ArgumentError
from dphh_sql.policy import Policy
from dphh_sql.udfs import certificates, exact, scalar, spending, table
from dphh_sql.udfs.cursors import Connection, follow, forget, plain_cursor
from dphh_sql.udfs.function import Function
from dphh_sql.udfs.session import Session

FUNCTIONS: tuple[Function, ...] = (
    *scalar.FUNCTIONS,
    *spending.FUNCTIONS,
    *certificates.FUNCTIONS,
    *table.FUNCTIONS,
)

# Tells which session an instance has: only the instance itself knows.
_IDENTITY = "__dphh_session"

_sessions: dict[str, Session] = {}
_lock = threading.Lock()


@functools.cache
def macros() -> dict[str, duckdb.Statement]:
    """Name to parsed `CREATE` statement, one per file `macros/<name>.sql`.

    Parsed once in a process: running a parsed statement takes less than half the time of its text.
    """
    files = [f for f in (resources.files(__package__) / "macros").iterdir() if f.name.endswith(".sql")]
    with closing(duckdb.connect()) as parser:
        return {
            file.name.removesuffix(".sql"): _only(parser.extract_statements(file.read_text("utf-8")))
            for file in sorted(files, key=lambda f: f.name)
        }


def _only(statements: list[duckdb.Statement]) -> duckdb.Statement:
    (statement,) = statements
    return statement


def attach(
    con: Connection,
    ledger: str | os.PathLike[str] | None,
    policy: Policy | None = None,
    named: bool = False,
) -> Session:
    """Register on the instance of `con`, on `con` and on its future cursors; harmless to repeat.

    Raises `ArgumentError` inside a transaction (its rollback would take the macros away) and for a ledger or
    policy other than the instance's.
    """
    _refuse_transaction(con)
    with _lock, closing(plain_cursor(con)) as cursor:
        session = _session_of(cursor)
        if session is None:
            session = Session(cursor, ledger=ledger, policy=policy, named=named)
            _create_functions(cursor, session)
            with suppress(duckdb.InvalidInputException):  # its configuration is locked; `places` looks again
                cursor.execute("SET GLOBAL pandas_analyze_sample = 0")
        else:
            session.use_ledger(cursor, ledger)
            session.use_policy(policy)
            session.named |= named
        if policy is not None:
            session.warn_of_rules(cursor)
    _equip(con, session)
    return session


def install(con: Connection, session: Session) -> None:
    """Register a session of its own kind on the instance of `con`, which has none yet."""
    with _lock, closing(plain_cursor(con)) as cursor:
        _create_functions(cursor, session)
    _equip(con, session)


def free(con: Connection) -> None:
    """Forget the session of a closed connection, the last of its instance: DuckDB calls its functions no more.

    The instance is not asked for it: one that an internal error has invalidated answers nothing.
    """
    with _lock:
        for session in [each for each in _sessions.values() if con in each.connections]:
            del _sessions[session.id]


def session_of(con: Connection) -> Session | None:
    """The session of the instance of `con`, or None."""
    with _lock, closing(plain_cursor(con)) as cursor:
        return _session_of(cursor)


def detach(con: Connection) -> None:
    """Drop the macros of `con` and stop following it; harmless when it is not registered."""
    with _lock, closing(plain_cursor(con)) as cursor:
        session = _session_of(cursor)
    forget(con)
    if session is None or con not in session.connections:
        return
    session.remove(con)
    for name in macros():
        quoted = '"' + name.replace('"', '""') + '"'
        con.execute(f"DROP MACRO IF EXISTS temp.main.{quoted}")
        con.execute(f"DROP MACRO TABLE IF EXISTS temp.main.{quoted}")


def _equip(con: Connection, session: Session) -> None:
    for name, statement in macros().items():
        if session.exact or name not in exact.BUILDERS:
            con.execute(statement)
    session.add(con)
    follow(con, lambda cursor: _equip(cursor, session))


def _session_of(cursor: Connection) -> Session | None:
    try:
        (found,) = cursor.execute("SELECT system.main.__dphh_session()").fetchall()
    except duckdb.CatalogException:
        return None
    return _sessions[found[0]]


def _create_functions(cursor: Connection, session: Session) -> None:
    """Create every function in one transaction, through a cursor of its own.

    The caller's connection could not do it on duckdb 2 while it has an unread result, and its transaction
    would own the functions.
    """
    _sessions[session.id] = session  # before DuckDB can call the functions
    session.functions.append(identity := lambda: session.id)
    cursor.begin()
    cursor.create_function(_IDENTITY, identity, [], "VARCHAR")
    for function in FUNCTIONS:
        if session.exact or function not in exact.FUNCTIONS:
            session.functions.append(function.create(cursor, session))
    cursor.commit()


def _refuse_transaction(con: Connection) -> None:
    first, second = (con.execute("SELECT txid_current()").fetchall() for _ in range(2))
    if first == second:
        raise ArgumentError(
            "register: the connection is inside a transaction, whose rollback would remove the macros; "
            "commit or roll back first",
            argument="con",
            remedy="commit or roll back first",
        )

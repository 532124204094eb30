"""SQLAlchemy engines: every connection of the pool is registered when it is checked out.

At checkout rather than at connect, so that connections the pool already has are covered too. One that is
checked out while its engine is registered follows at its next checkout.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeGuard
from weakref import WeakKeyDictionary, WeakSet

import duckdb

from dphh_sql.errors import ArgumentError

if TYPE_CHECKING:
    from sqlalchemy.engine import Engine

    from dphh_sql.udfs.cursors import Connection

_listeners: WeakKeyDictionary[Engine, tuple[Callable[..., None], WeakSet[Connection]]] = WeakKeyDictionary()


def is_engine(value: object) -> TypeGuard[Engine]:
    """Is `value` a SQLAlchemy engine? Does not import SQLAlchemy."""
    module = sys.modules.get("sqlalchemy.engine")
    return module is not None and isinstance(value, module.Engine)


def listen(engine: Engine, visit: Callable[[Connection], object]) -> None:
    """Call `visit(connection)` at each checkout. A second call for the engine replaces the first.

    Raises `ArgumentError` for an engine of another database than DuckDB.
    """
    from sqlalchemy import event

    if engine.dialect.name != "duckdb":
        raise ArgumentError(
            f"register: the engine must be a DuckDB one, got {engine.dialect.name!r}; "
            "create it with a 'duckdb:///' URL.",
            argument="con",
            value=engine.dialect.name,
            remedy="create_engine('duckdb:///...')",
        )
    silence(engine)
    seen: WeakSet[Connection] = WeakSet()

    def on_checkout(dbapi_connection: Any, record: object, proxy: object) -> None:
        con = _native(dbapi_connection)
        if con not in seen:
            visit(con)
            seen.add(con)

    event.listen(engine, "checkout", on_checkout)
    _listeners[engine] = (on_checkout, seen)


def silence(engine: Engine) -> list[Connection]:
    """Undo `listen`; returns the connections it visited that are still there."""
    from sqlalchemy import event

    if engine not in _listeners:
        return []
    listener, seen = _listeners.pop(engine)
    event.remove(engine, "checkout", listener)
    return list(seen)


def _native(dbapi_connection: Any) -> Connection:
    # duckdb-engine wraps the connection and passes attributes on; entering a connection returns it.
    con = dbapi_connection.__enter__()
    assert isinstance(con, duckdb.DuckDBPyConnection)
    return con

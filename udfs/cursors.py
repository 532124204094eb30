"""Cursors of a followed connection are followed too, and an interrupt of a connection can be heard.

DuckDB keeps TEMP macros per cursor, and a cursor starts with none. `DuckDBPyConnection` is therefore
patched once, for the whole process: a new cursor of a *followed* connection is handed to that connection's
visitor before the caller gets it. Connections nobody follows pay one dictionary look-up. Why this and not
something else: docs/adr/macros-and-cursors.md.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

import duckdb

Connection: TypeAlias = duckdb.DuckDBPyConnection
Visitor: TypeAlias = Callable[[Connection], object]

_METHODS = ("cursor", "duplicate")
_visitors: WeakKeyDictionary[Connection, Visitor] = WeakKeyDictionary()
_listeners: WeakKeyDictionary[Connection, Callable[[], object]] = WeakKeyDictionary()
_lock = threading.Lock()
# The unpatched method, also when this module is imported a second time.
_plain_cursor: Callable[[Connection], Connection] = getattr(
    duckdb.DuckDBPyConnection.cursor, "_dphh_plain", duckdb.DuckDBPyConnection.cursor
)


def plain_cursor(con: Connection) -> Connection:
    """A cursor of `con` that no visitor sees: own transaction, no macros.

    Raises `duckdb.ConnectionException` when `con` is closed.
    """
    return _plain_cursor(con)


def follow(con: Connection, visit: Visitor) -> None:
    """From now on call `visit(cursor)` for every cursor made from `con`; `con` is held weakly."""
    with _lock:
        for name in _METHODS:
            _patch_method(name)
            _patch_module(name)
        _visitors[con] = visit


def on_interrupt(con: Connection, listener: Callable[[], object]) -> None:
    """From now on call `listener()` after each `con.interrupt()`; `con` is held weakly."""
    with _lock:
        plain = duckdb.DuckDBPyConnection.interrupt
        if not hasattr(plain, "_dphh_plain"):

            @functools.wraps(plain)
            def hooked(self: Connection) -> None:
                plain(self)
                if (heard := _listeners.get(self)) is not None:
                    heard()

            hooked._dphh_plain = plain  # type: ignore[attr-defined]
            duckdb.DuckDBPyConnection.interrupt = hooked  # type: ignore[method-assign]
        _listeners[con] = listener


def forget(con: Connection) -> None:
    """Stop following `con`; cursors it already has stay followed."""
    with _lock:
        _visitors.pop(con, None)


def _visited(parent: Connection, child: Connection) -> Connection:
    visit = _visitors.get(parent)
    if visit is not None:
        visit(child)
    return child


def _patch_method(name: str) -> None:
    plain = getattr(duckdb.DuckDBPyConnection, name)
    if hasattr(plain, "_dphh_plain"):
        return

    @functools.wraps(plain)
    def hooked(self: Connection) -> Connection:
        return _visited(self, plain(self))

    hooked._dphh_plain = plain  # type: ignore[attr-defined]
    setattr(duckdb.DuckDBPyConnection, name, hooked)


def _patch_module(name: str) -> None:
    """`duckdb.cursor()` reaches the engine without the method; it means the default connection."""
    plain = getattr(duckdb, name)
    if hasattr(plain, "_dphh_plain"):
        return

    @functools.wraps(plain)
    def hooked(*args: Any, **kwargs: Any) -> Connection:
        child: Connection = plain(*args, **kwargs)
        parent = args[0] if args else kwargs.get("connection")
        return _visited(duckdb.default_connection() if parent is None else parent, child)

    hooked._dphh_plain = plain  # type: ignore[attr-defined]
    setattr(duckdb, name, hooked)

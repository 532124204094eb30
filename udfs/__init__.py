"""The DuckDB side: registration of the macros and Python functions. Nothing else knows DuckDB's UDF API."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeVar

import duckdb

from dphh_sql.errors import ArgumentError
from dphh_sql.policy import Policy, load
from dphh_sql.udfs import pool, registry
from dphh_sql.udfs.analyst import analyst

if TYPE_CHECKING:
    from sqlalchemy.engine import Engine

    Registrable = TypeVar("Registrable", duckdb.DuckDBPyConnection, Engine)

__all__ = ["analyst", "connect", "register", "unregister"]


def register(
    con: Registrable,
    *,
    ledger: str | os.PathLike[str] | None = None,
    policy: Policy | str | os.PathLike[str] | None = None,
    named: bool = False,
) -> Registrable:
    """Make `dp_*` and `dphh_*` available on a DuckDB connection and all its future cursors.

    Harmless to repeat, also on a cursor or on another connection to the same database. Nothing is written to
    the database file; a read-only one works. Like any statement it ends an unread result of `con`.

    Args:
        con: a DuckDB connection, or a SQLAlchemy engine (all connections of its pool, from their next
            checkout on).
        ledger: path or URL of the ledger; default: beside the database file, in memory without one.
        policy: what each table may be asked, or the TOML file that says so.
        named: refuse releases without `name`, from now on: for tools that run a statement again when they like.

    Returns:
        `con`.

    Raises:
        ArgumentError: not a connection; inside a transaction; or a ledger or policy other than the one the
            database is registered with.
    """
    rules = policy if policy is None or isinstance(policy, Policy) else load(policy)
    if isinstance(con, duckdb.DuckDBPyConnection):
        registry.attach(con, ledger, rules, named)
    elif pool.is_engine(con):
        pool.listen(con, lambda native: registry.attach(native, ledger, rules, named))
    else:
        raise _not_registrable("register", con)
    return con


def connect(
    path: str | os.PathLike[str] = ":memory:",
    *,
    ledger: str | os.PathLike[str] | None = None,
    policy: Policy | str | os.PathLike[str] | None = None,
    read_only: bool = False,
    config: dict[str, Any] | None = None,
) -> duckdb.DuckDBPyConnection:
    """`duckdb.connect` followed by `register`.

    Raises what either raises; the connection is closed then.
    """
    con = duckdb.connect(os.fspath(path), read_only=read_only, config=config or {})
    try:
        return register(con, ledger=ledger, policy=policy)
    except BaseException:
        con.close()
        raise


def unregister(con: duckdb.DuckDBPyConnection | Engine) -> None:
    """Take the macros off a connection (an engine: off its connections); harmless when there are none.

    Cursors made before keep theirs. When the last registered connection of a database is gone, the Python
    functions behind the macros refuse to run (DuckDB drops them only through the connection that made them).
    """
    if isinstance(con, duckdb.DuckDBPyConnection):
        registry.detach(con)
    elif pool.is_engine(con):
        for native in pool.silence(con):
            registry.detach(native)
    else:
        raise _not_registrable("unregister", con)


def _not_registrable(function: str, con: object) -> ArgumentError:
    return ArgumentError(
        f"{function}: con must be a DuckDB connection or a SQLAlchemy engine, got {type(con).__name__}.",
        argument="con",
        value=type(con).__name__,
    )

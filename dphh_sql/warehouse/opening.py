"""Which engine a URL names. A new engine is one line of `ENGINES`."""

from __future__ import annotations

import re
from importlib import import_module
from typing import cast

from dphh_sql.errors import ArgumentError, EngineError, UnknownNameError
from dphh_sql.ledger import public_name
from dphh_sql.warehouse.engine import Engine

ENGINES: dict[str, tuple[str, str, str | None]] = {
    "duckdb": ("dphh_sql.warehouse.engines.duckdb", "DuckDBEngine", None),
    "postgresql": ("dphh_sql.warehouse.engines.postgres", "PostgresEngine", "postgres"),
    "postgres": ("dphh_sql.warehouse.engines.postgres", "PostgresEngine", "postgres"),
    "spark": ("dphh_sql.warehouse.engines.spark", "SparkEngine", "spark"),
    "spark+local": ("dphh_sql.warehouse.engines.spark", "SparkEngine", "spark"),
    "sc": ("dphh_sql.warehouse.engines.spark", "SparkEngine", "spark"),
    "clickhouse": ("dphh_sql.warehouse.engines.clickhouse", "ClickHouseEngine", "clickhouse"),
}
"""URL scheme -> module, class (called with the URL) and the extra that it needs."""


def scheme_of(url: str) -> str:
    """The key of `ENGINES` that a URL means.

    Raises:
        ArgumentError: not a URL; the message does not repeat it.
        UnknownNameError: a scheme that no engine serves.
    """
    found = re.match(r"([A-Za-z][A-Za-z0-9+.-]*)://", url) if isinstance(url, str) else None
    if found is None:
        raise ArgumentError(
            "engine must be a URL such as postgresql://user@host/database or duckdb:///file.duckdb.", argument="engine"
        )
    scheme = found[1].lower()
    if scheme not in ENGINES:
        raise UnknownNameError("engine scheme", scheme, ENGINES, argument="engine")
    return scheme


def open_engine(url: str) -> Engine:
    """The engine at a URL: `duckdb:///relative.duckdb`, `duckdb:////absolute`, `duckdb:///:memory:`, `postgresql://user@host/db`.

    Raises:
        ArgumentError: not a URL; the message does not repeat it.
        UnknownNameError: a scheme that no engine serves.
        EngineError: the engine's extra is not installed, or it cannot be reached.
    """
    module, name, extra = ENGINES[scheme_of(url)]
    try:
        opener = getattr(import_module(module), name)
    except ImportError:
        if extra is None:
            raise
        remedy = f"pip install 'dphh-sql[{extra}]'"
        message = f"engine {public_name(url)} needs the extra {extra}: {remedy}."
        raise EngineError(message, argument="engine", remedy=remedy) from None
    return cast(Engine, opener(url))

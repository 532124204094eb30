"""DuckDB as a warehouse: a file, or memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from typing import Any

import duckdb
import pyarrow as pa
from sqlglot import exp

from dphh_sql.bounding import DRAW, row_draws
from dphh_sql.errors import EngineError
from dphh_sql.warehouse.dialects.duckdb import DUCKDB
from dphh_sql.warehouse.translate import render
from dphh_sql.warehouse.writing import taken

_TELLABLE = (duckdb.CatalogException, duckdb.BinderException, duckdb.IOException, duckdb.InterruptException)
"""Errors whose messages speak of names and resources; others may quote a row."""

_ROWS = "__dphh_rows"

_LOOK_SECONDS = 0.1


class DuckDBEngine:
    """One connection of its own."""

    name = "duckdb"
    dialect = DUCKDB

    def __init__(self, url: str) -> None:
        self._place = url.partition("://")[2].removeprefix("/") or ":memory:"
        if self._place != ":memory:" and not os.path.exists(self._place):  # DuckDB would create it
            raise EngineError(f"duckdb: there is no file {self._place}.", argument="engine", value=self._place)
        try:
            self._con = duckdb.connect(self._place)
        except duckdb.Error as error:
            raise EngineError(f"engine duckdb:///{self._place} cannot be opened ({_one_line(error)}).") from None
        self._con.execute("SET TimeZone = 'UTC'")  # in which `predicates` reads literals, and not the machine's
        create: Any = self._con.create_function
        with suppress(duckdb.CatalogException):  # another connection of this process to the file has made it
            create(DRAW, row_draws, ["BOOLEAN"], "BIGINT", type="arrow", null_handling="special", side_effects=True)

    def __repr__(self) -> str:
        return f"DuckDBEngine({self._place!r})"

    def columns(self, source: exp.Table | exp.Subquery) -> Mapping[str, str]:
        described = self._run(exp.Describe(this=exp.select("*").from_(source).limit(0))).fetchall()
        return {name: kind for name, kind, *_ in described}

    def fetch(self, query: exp.Query) -> pa.Table:
        text = render(query, DUCKDB)
        try:
            return _interruptible(self._con, lambda: self._con.sql(text).to_arrow_table())
        except duckdb.Error as error:
            raise EngineError(f"duckdb: {_one_line(error)}") from None

    def write(self, target: exp.Table, rows: pa.Table) -> None:
        if self.exists(target):
            raise taken("duckdb", target, DUCKDB)
        self._con.register(_ROWS, rows)
        try:
            self._run(exp.Create(this=target.copy(), kind="TABLE", expression=exp.select("*").from_(_ROWS)))
        finally:
            self._con.unregister(_ROWS)

    def exists(self, target: exp.Table) -> bool:
        try:
            self._con.execute(render(exp.select("1").from_(target.copy()).limit(0), DUCKDB))
        except duckdb.CatalogException:
            return False
        except duckdb.Error as error:
            raise EngineError(f"duckdb: {_one_line(error)}") from None
        return True

    def close(self) -> None:
        self._con.close()

    def _run(self, statement: exp.Expr) -> duckdb.DuckDBPyConnection:
        try:
            return self._con.execute(render(statement, DUCKDB))
        except duckdb.Error as error:
            raise EngineError(f"duckdb: {_one_line(error)}") from None


def _interruptible(con: duckdb.DuckDBPyConnection, count: Callable[[], pa.Table]) -> pa.Table:
    """What `count` returns; Ctrl-C stops it soon.

    In a thread of its own, since DuckDB looks for Ctrl-C only when a task of its own ends, which can take long.
    """
    with ThreadPoolExecutor(max_workers=1) as pool:
        counting = pool.submit(count)
        try:
            while not counting.done():
                wait([counting], timeout=_LOOK_SECONDS)
        except KeyboardInterrupt:
            while not counting.done():
                con.interrupt()
                wait([counting], timeout=_LOOK_SECONDS)
            raise
        return counting.result()


def _one_line(error: duckdb.Error) -> str:
    return str(error).partition("\n")[0] if isinstance(error, _TELLABLE) else type(error).__name__

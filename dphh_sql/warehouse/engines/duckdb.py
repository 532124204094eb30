"""DuckDB as a warehouse: a file, or memory."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
from sqlglot import exp

from dphh_sql import entropy
from dphh_sql.bounding import DRAW
from dphh_sql.errors import EngineError
from dphh_sql.warehouse.dialects.duckdb import DUCKDB
from dphh_sql.warehouse.translate import render


class DuckDBEngine:
    """One connection of its own."""

    name = "duckdb"
    dialect = DUCKDB

    def __init__(self, url: str) -> None:
        path = url.partition("://")[2].removeprefix("/")
        if path not in ("", ":memory:") and not os.path.exists(path):  # DuckDB would create it
            raise EngineError(f"duckdb: there is no file {path}.", argument="engine", value=path)
        try:
            self._con = duckdb.connect(path or ":memory:")
        except duckdb.Error as error:
            raise EngineError(f"duckdb: {path} cannot be opened ({_one_line(error)})", argument="engine") from None
        create: Any = self._con.create_function
        self._draws = _draws  # DuckDB keeps no reference of its own
        with suppress(duckdb.CatalogException):  # another connection of this process to the file has made it
            create(DRAW, self._draws, ["BOOLEAN"], "BIGINT", type="arrow", null_handling="special", side_effects=True)

    def columns(self, source: exp.Table | exp.Subquery) -> Mapping[str, str]:
        none = exp.select("*").from_(source).limit(0)
        described = self._run(exp.Describe(this=none)).fetchall()
        return {name: kind for name, kind, *_ in described}

    def fetch(self, query: exp.Query) -> pa.Table:
        try:
            return self._con.sql(render(query, DUCKDB)).to_arrow_table()
        except duckdb.Error as error:
            raise EngineError(f"duckdb: {_one_line(error)}") from None

    def write(self, target: exp.Table, rows: pa.Table) -> None:
        given = exp.select("*").from_("__dphh_rows")
        self._con.register("__dphh_rows", rows)
        try:
            self._run(exp.Create(this=target, kind="TABLE", expression=given))
        finally:
            self._con.unregister("__dphh_rows")

    def exists(self, target: exp.Table) -> bool:
        try:
            self._con.execute(render(exp.select("1").from_(target).limit(0), DUCKDB))
        except duckdb.CatalogException:
            return False
        return True

    def close(self) -> None:
        self._con.close()

    def _run(self, statement: exp.Expr) -> duckdb.DuckDBPyConnection:
        try:
            return self._con.execute(render(statement, DUCKDB))
        except duckdb.Error as error:
            raise EngineError(f"duckdb: {_one_line(error)}") from None


def _draws(rows: Any) -> pa.Array:
    """A uniform 64-bit draw for each row, from the operating system's entropy."""
    return pa.array(entropy.uint64s(len(rows)).view(np.int64))


def _one_line(error: duckdb.Error) -> str:
    return str(error).partition("\n")[0]

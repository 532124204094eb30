"""PostgreSQL through psycopg."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import psycopg
import pyarrow as pa
from sqlglot import exp

from dphh_sql.errors import EngineError
from dphh_sql.ledger import public_name
from dphh_sql.warehouse.dialects.postgres import POSTGRES
from dphh_sql.warehouse.translate import render

_SETTINGS = ("SET TimeZone TO 'UTC'", "SET DateStyle TO 'ISO'", "SET extra_float_digits TO 1")
"""What casts to text depend on."""

# OID -> DuckDB type name. psycopg's own registry has the others' names.
_TYPES = {
    "int2": "SMALLINT", "int4": "INTEGER", "int8": "BIGINT", "float4": "FLOAT", "float8": "DOUBLE", "bool": "BOOLEAN",
    "text": "VARCHAR", "varchar": "VARCHAR", "bpchar": "VARCHAR", "name": "VARCHAR", "uuid": "UUID", "date": "DATE",
    "timestamp": "TIMESTAMP", "timestamptz": "TIMESTAMP WITH TIME ZONE",
}  # fmt: skip
_ARROW = {"int4": pa.int32(), "int8": pa.int64(), "text": pa.string(), "bool": pa.bool_(), "float8": pa.float64()}


class PostgresEngine:
    """One session."""

    name = "postgres"
    dialect = POSTGRES

    def __init__(self, url: str) -> None:
        self._place = public_name(url)
        try:
            self._con: psycopg.Connection[Any] = psycopg.connect(url, autocommit=True, client_encoding="utf8")
            for setting in _SETTINGS:
                self._con.execute(setting.encode())
        except psycopg.Error as error:
            raise EngineError(f"{self._place} cannot be reached ({_one_line(error)})", argument="engine") from None

    def columns(self, source: exp.Table | exp.Subquery) -> Mapping[str, str]:
        cursor = self._run(exp.select("*").from_(source).limit(0))
        return {column.name: self._type(column) for column in cursor.description or ()}

    def fetch(self, query: exp.Query) -> pa.Table:
        cursor = self._run(query)
        names = [column.name for column in cursor.description or ()]
        kinds = [_ARROW[self._registered(column.type_code)] for column in cursor.description or ()]
        columns = list(zip(*cursor.fetchall(), strict=True)) or [()] * len(names)
        return pa.table([pa.array(values, kind) for values, kind in zip(columns, kinds, strict=True)], names=names)

    def write(self, target: exp.Table, rows: pa.Table) -> None:
        raise NotImplementedError

    def exists(self, target: exp.Table) -> bool:
        raise NotImplementedError

    def close(self) -> None:
        self._con.close()

    def _run(self, statement: exp.Expr) -> psycopg.Cursor[Any]:
        try:
            return self._con.execute(render(statement, POSTGRES).encode())
        except psycopg.Error as error:
            raise EngineError(f"{self._place}: {_one_line(error)}") from None

    def _type(self, column: psycopg.Column) -> str:
        name = self._registered(column.type_code)
        if name == "numeric" and column.precision is not None:
            return f"DECIMAL({column.precision},{column.scale or 0})"
        return _TYPES.get(name, name)

    def _registered(self, oid: int) -> str:
        found = psycopg.adapters.types.get(oid)
        return str(oid) if found is None else found.name


def _one_line(error: psycopg.Error) -> str:
    return " ".join((error.diag.message_primary or str(error)).split()) or type(error).__name__

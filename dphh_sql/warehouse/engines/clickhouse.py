"""ClickHouse in this process (chdb): `clickhouse:///directory`, or `clickhouse:///:memory:`.

chdb has one database directory a process; a second engine of the same directory shares it.
"""

from __future__ import annotations

import os
import re
import tempfile
import uuid
from collections.abc import Mapping
from typing import Any

import pyarrow as pa
from chdb import session
from sqlglot import exp

from dphh_sql.errors import EngineError
from dphh_sql.warehouse.dialects.clickhouse import CLICKHOUSE, SETTINGS, nullable
from dphh_sql.warehouse.translate import render
from dphh_sql.warehouse.writing import INSTANT, column_type, taken

_TYPES = {
    "String": "VARCHAR", "Bool": "BOOLEAN", "Int8": "TINYINT", "Int16": "SMALLINT", "Int32": "INTEGER",
    "Int64": "BIGINT", "Int128": "HUGEINT",
    "UInt8": "UTINYINT", "UInt16": "USMALLINT", "UInt32": "UINTEGER", "UInt64": "UBIGINT",
    "UInt128": "UHUGEINT", "Float32": "FLOAT", "Float64": "DOUBLE", "Date": "DATE", "Date32": "DATE", "UUID": "UUID",
}  # fmt: skip
"""ClickHouse's name of a type -> DuckDB's."""

_CREATED = {
    "bool": "Bool", "int8": "Int8", "int16": "Int16", "int32": "Int32", "int64": "Int64", "uint8": "UInt8",
    "uint16": "UInt16", "uint32": "UInt32",
    "uint64": "UInt64", "float": "Float32", "double": "Float64", "string": "String",
    "large_string": "String", "date32[day]": "Date32", "timestamp[us]": "DateTime64(6)",
    INSTANT: "DateTime64(6, 'UTC')",
}  # fmt: skip
"""Arrow type -> column type of a table that is written."""


_MEMORY = ("", ":memory:")
_OWN_DATABASE = ("CREATE DATABASE IF NOT EXISTS dphh ENGINE = Atomic", "USE dphh")
"""chdb's default database takes names for files."""

_ERRORS = "SELECT number, errorCodeToName(number) AS name FROM numbers(2000) WHERE name <> ''"


class ClickHouseEngine:
    """One session of chdb."""

    name = "clickhouse"
    dialect = CLICKHOUSE

    def __init__(self, url: str) -> None:
        path = url.partition("://")[2].removeprefix("/")
        self._place = f"clickhouse:///{path or ':memory:'}"
        self._errors: Mapping[int, str] = {}
        try:
            self._session: Any = _opened(None if path in _MEMORY else path)
            if path in _MEMORY:
                for statement in _OWN_DATABASE:
                    self._session.query(statement)
            for name, value in SETTINGS.items():
                self._session.query(f"SET {name} = {value}")
            known = self._run(_ERRORS)
            self._errors = dict(zip(known["number"].to_pylist(), known["name"].to_pylist(), strict=True))
        except Exception as error:
            remedy = "chdb has one directory a process: name the same one, or start another process"
            message = f"engine {self._place} cannot be opened ({_said(error, self._errors)}); {remedy}."
            raise EngineError(message, argument="engine", remedy=remedy) from None

    def __repr__(self) -> str:
        return f"ClickHouseEngine({self._place!r})"

    def columns(self, source: exp.Table | exp.Subquery) -> Mapping[str, str]:
        inner = exp.select("*").from_(source.copy()).limit(0).subquery()
        try:
            described = self._run(render(exp.Describe(this=inner), CLICKHOUSE))
        except EngineError as error:
            name = source.sql("clickhouse") if isinstance(source, exp.Table) else "the query"
            raise EngineError(f"{error} ({name})") from None
        return dict(zip(described["name"].to_pylist(), map(_type_of, described["type"].to_pylist()), strict=True))

    def fetch(self, query: exp.Query) -> pa.Table:
        return self._run(render(query, CLICKHOUSE))

    def write(self, target: exp.Table, rows: pa.Table) -> None:
        """Under another name first: a table has its name once all rows are in it."""
        if self.exists(target):
            raise taken(self._place, target, CLICKHOUSE)
        columns = [exp.ColumnDef(this=exp.to_identifier(f.name, quoted=True), kind=_created(f)) for f in rows.schema]
        part = target.copy()
        part.set("this", exp.to_identifier(f"__dphh_{uuid.uuid4().hex}", quoted=True))
        table = part.sql("clickhouse")
        create = exp.Create(this=exp.Schema(this=part, expressions=columns), kind="TABLE").sql("clickhouse")
        self._command(f"{create} ENGINE = MergeTree ORDER BY tuple()")
        try:
            self._fill(table, rows)
            self._command(f"RENAME TABLE {table} TO {target.sql('clickhouse')}")
        except EngineError:
            self._command(f"DROP TABLE IF EXISTS {table}")
            raise

    def exists(self, target: exp.Table) -> bool:
        # EXISTS would say yes to a name that looks like a pattern of files.
        database = exp.Literal.string(target.db) if target.db else exp.Anonymous(this="currentDatabase")
        name = exp.column("name").eq(exp.Literal.string(target.name))
        tables = exp.select(exp.Count(this=exp.Star()).as_("n")).from_(exp.to_table("tables", db="system"))
        return bool(self.fetch(tables.where(exp.column("database").eq(database), name))["n"][0].as_py())

    def close(self) -> None:
        """chdb ends with the process; the directory's other sessions go on."""

    def _fill(self, table: str, rows: pa.Table) -> None:
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "rows.arrow")
            with pa.OSFile(path, "wb") as file, pa.ipc.new_file(file, rows.schema) as writer:
                writer.write_table(rows)
            given = exp.Literal.string(path).sql("clickhouse")
            # Names and the path are printed by sqlglot, quoted.
            self._command(f"INSERT INTO {table} SELECT * FROM file({given}, 'Arrow')")  # noqa: S608

    def _run(self, statement: str) -> pa.Table:
        # chdb puts what a failed statement had already written, whoever ran it, before the next one's answer.
        self._command("SELECT 1")
        answer = pa.BufferReader(self._query(statement, "ArrowStream").bytes())
        try:
            with pa.ipc.open_stream(answer) as reader:
                rows = reader.read_all()
            alone = answer.tell() == answer.size()
        except (pa.ArrowException, OSError):
            alone = False
        if not alone:
            said = "a statement of another thread failed, and chdb mixed its rows in; run again."
            raise EngineError(f"{self._place}: {said}")
        return rows

    def _command(self, statement: str) -> None:
        self._query(statement, "Null")

    def _query(self, statement: str, output: str) -> Any:
        try:
            return self._session.query(statement, output)
        except Exception as error:  # chdb raises RuntimeError
            raise EngineError(f"{self._place}: the statement failed ({_said(error, self._errors)}).") from None


def _opened(path: str | None) -> Any:
    opener: Any = session.Session
    return opener() if path is None else opener(path)


def _said(error: Exception, names: Mapping[int, str]) -> str:
    """The error's name by its number, the first thing that is said: what follows may quote a value."""
    found = re.match(r"Code: ([0-9]+)\. ", str(error))
    if found is None:
        return type(error).__name__
    return names.get(int(found[1]), f"code {found[1]}")


def _type_of(name: str) -> str:
    plain = name
    while found := re.fullmatch(r"(?:Nullable|LowCardinality)\((.*)\)", plain, re.DOTALL):
        plain = found[1]
    if plain.startswith("Array("):
        return f"{_type_of(plain[6:-1])}[]"
    if plain.startswith("Enum"):
        return "VARCHAR"
    if plain.startswith("DateTime"):
        return "TIMESTAMP WITH TIME ZONE" if "'" in plain else "TIMESTAMP"
    if found := re.fullmatch(r"Decimal\((\d+), (\d+)\)", plain):
        return f"DECIMAL({found[1]},{found[2]})" if int(found[1]) <= 38 else plain
    return _TYPES.get(plain, plain)


def _created(field: pa.Field) -> exp.DataType:
    return nullable(column_type(field, _CREATED, "clickhouse"))

"""PostgreSQL through psycopg.

ADBC would bring Arrow without a Python object for each value, but only candidates at or above the floor are fetched,
thousands as a rule, and the ledger needs psycopg anyway: one driver, one set of connection options, one kind of errors.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import psycopg
import pyarrow as pa
from psycopg import errors
from sqlglot import exp

from dphh_sql.errors import EngineError
from dphh_sql.ledger import public_name
from dphh_sql.ledger.postgres_url import parsed
from dphh_sql.warehouse.dialects.postgres import POSTGRES
from dphh_sql.warehouse.translate import render
from dphh_sql.warehouse.writing import INSTANT, column_type, taken

# What casts to text and the reading of literals depend on, and who the server's log should name. Compiling the long
# expressions of a count takes seconds that it never earns back.
_SETTINGS = {
    "TimeZone": "UTC", "DateStyle": "ISO", "extra_float_digits": "1", "standard_conforming_strings": "on",
    "transform_null_equals": "off", "jit": "off", "application_name": "dphh-sql",
}  # fmt: skip
_OLDEST = 130_000

_TYPES = {
    "int2": "SMALLINT", "int4": "INTEGER", "int8": "BIGINT", "float4": "FLOAT", "float8": "DOUBLE", "bool": "BOOLEAN",
    "text": "VARCHAR", "varchar": "VARCHAR", "bpchar": "VARCHAR", "uuid": "UUID", "date": "DATE",
    "timestamp": "TIMESTAMP", "timestamptz": "TIMESTAMP WITH TIME ZONE",
}  # fmt: skip
"""Name in pg_type -> DuckDB type."""

_ARROW = {
    "int4": pa.int32(), "int8": pa.int64(), "text": pa.string(), "bool": pa.bool_(), "float8": pa.float64(),
}  # fmt: skip
_CREATED = {
    "bool": "BOOLEAN", "int8": "SMALLINT", "int16": "SMALLINT", "int32": "INTEGER", "int64": "BIGINT",
    "uint8": "SMALLINT", "float": "REAL", "double": "DOUBLE PRECISION", "string": "TEXT", "large_string": "TEXT",
    "date32[day]": "DATE", "timestamp[us]": "TIMESTAMP", INSTANT: "TIMESTAMPTZ",
}  # fmt: skip
"""Arrow type -> column type of a table that is written."""

_COPIED = {
    "decimal": "numeric",
    "int": "int4",
    "smallint": "int2",
    "bigint": "int8",
    "real": "float4",
    "double precision": "float8",
}
"""What psycopg calls a type where SQL has another word."""

_WORD = re.compile(r'(?:"(?:[^"]|"")*"|\w+)(?:\.(?:"(?:[^"]|"")*"|\w+))*')
"""A name with those before and after it."""

_KINDS = "SELECT oid, typname, typtype, typbasetype FROM pg_catalog.pg_type WHERE oid = ANY(%s)"


class PostgresEngine:
    """One session, which reads in UTC."""

    name = "postgres"
    dialect = POSTGRES

    def __init__(self, url: str) -> None:
        self._place = public_name(url)
        try:
            settings: dict[str, Any] = {**parsed(url, "engine"), "client_encoding": "utf8"}
            self._con: psycopg.Connection[Any] = psycopg.connect(**settings, autocommit=True, prepare_threshold=None)
            for name, value in {**_SETTINGS, "search_path": _path(self._con)}.items():
                self._con.execute("SELECT pg_catalog.set_config(%s, %s, false)", (name, value))
        except (psycopg.Error, UnicodeError) as error:
            remedy = "check that the server runs and accepts the URL's user, password and database"
            message = f"engine {self._place} cannot be reached ({_one_line(error)}); {remedy}."
            raise EngineError(message, argument="engine", remedy=remedy) from None
        if self._con.info.server_version < _OLDEST:
            self._con.close()
            raise EngineError(f"engine {self._place} is older than PostgreSQL 13.", argument="engine")
        encoding = self._con.info.parameter_status("server_encoding")
        if encoding != "UTF8":  # some of its texts would have no UTF-8, which an error would tell
            self._con.close()
            raise EngineError(f"engine {self._place} has texts in {encoding}; only UTF8 is read.", argument="engine")

    def __repr__(self) -> str:
        return f"PostgresEngine({self._place!r})"

    def columns(self, source: exp.Table | exp.Subquery) -> Mapping[str, str]:
        described = self._run(exp.select("*").from_(source).limit(0)).description or ()
        kinds = self._kinds([column.type_code for column in described])
        return {column.name: _type_of(column, kinds[column.type_code]) for column in described}

    def fetch(self, query: exp.Query) -> pa.Table:
        cursor = self._run(query)
        described = cursor.description or ()
        names, kinds = [column.name for column in described], [_registered(column.type_code) for column in described]
        values: Sequence[Any] = list(zip(*cursor.fetchall(), strict=True)) or [()] * len(names)
        return pa.table([pa.array(each, _ARROW[kind]) for each, kind in zip(values, kinds, strict=True)], names=names)

    def write(self, target: exp.Table, rows: pa.Table) -> None:
        columns = [
            exp.ColumnDef(this=exp.to_identifier(field.name, quoted=True), kind=_created(field))
            for field in rows.schema
        ]
        types = [column.args["kind"].sql("postgres").partition("(")[0].lower() for column in columns]
        create = exp.Create(this=exp.Schema(this=target.copy(), expressions=columns), kind="TABLE")
        copy = exp.Copy(
            this=target.copy(),
            kind=True,
            files=[exp.var("STDIN")],
            params=[exp.CopyParameter(this=exp.var("FORMAT"), expression=exp.var("BINARY"))],
        )
        try:
            with self._con.transaction():
                self._con.execute(render(create, POSTGRES).encode())
                with self._con.cursor().copy(render(copy, POSTGRES).encode()) as into:
                    into.set_types([_COPIED.get(type_of, type_of) for type_of in types])
                    for batch in rows.to_batches():
                        for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                            into.write_row(row)
        except errors.DuplicateTable:
            raise taken(self._place, target, POSTGRES) from None
        except psycopg.Error as error:
            said = _one_line(error, render(create, POSTGRES))
            raise EngineError(f"{self._place}: {render(target, POSTGRES)}: {said}") from None

    def exists(self, target: exp.Table) -> bool:
        text = render(exp.select("1").from_(target.copy()).limit(0), POSTGRES)
        try:
            self._con.execute(text.encode())
        except (errors.UndefinedTable, errors.InvalidSchemaName):
            return False
        except psycopg.Error as error:
            raise EngineError(f"{self._place}: {_one_line(error, text)}") from None
        return True

    def close(self) -> None:
        self._con.close()

    def _run(self, statement: exp.Expr) -> psycopg.Cursor[Any]:
        text = render(statement, POSTGRES)
        try:
            # Binary: a text column is then never parsed, and an integer comes as one.
            return self._con.execute(text.encode(), binary=True)
        except psycopg.Error as error:
            raise EngineError(f"{self._place}: {_one_line(error, text)}") from None

    def _kinds(self, oids: Sequence[int]) -> dict[int, str]:
        """Name of each type; of a domain its base's, of an enum text's."""
        found = self._con.execute(_KINDS, (list(set(oids)),)).fetchall()
        bases = (
            self._kinds([base for _, _, sort, base in found if sort == "d"])
            if any(row[2] == "d" for row in found)
            else {}
        )
        return {oid: bases[base] if sort == "d" else "text" if sort == "e" else name for oid, name, sort, base in found}


def _type_of(column: psycopg.Column, name: str) -> str:
    precision, scale = column.precision, column.scale or 0
    if name == "numeric" and precision is not None and 0 <= scale <= precision <= 38:
        return f"DECIMAL({precision},{scale})"
    return _TYPES.get(name, name)


def _registered(oid: int) -> str:
    found = psycopg.adapters.types.get(oid)
    return str(oid) if found is None else found.name


def _created(field: pa.Field) -> exp.DataType:
    return exp.DataType.build(column_type(field, _CREATED, "postgres"), dialect="postgres")


def _path(con: psycopg.Connection[Any]) -> str:
    """The session's schemas without pg_catalog, which then comes first: never behind a user's own functions."""
    ((schemas,),) = con.execute("SELECT pg_catalog.current_schemas(false)").fetchall()
    return ", ".join(exp.to_identifier(name, quoted=True).sql("postgres") for name in schemas if name != "pg_catalog")


def _one_line(error: psycopg.Error | UnicodeError, statement: str | None = None) -> str:
    """The kind of the error, and the word of the statement at which the server found it.

    What the server said may hold a row, whatever its SQLSTATE: functions of a view run while it plans, name what a row
    names, and raise what they like.

    Args:
        statement: None while connecting, where no row is; the server's words are shown.
    """
    if not isinstance(error, psycopg.Error) or error.sqlstate is None:
        said = str(error)
    else:
        kind = f"{type(error).__name__} (SQLSTATE {error.sqlstate})"
        place = error.diag.statement_position
        if statement is None:
            said = f"{error.diag.message_primary} (SQLSTATE {error.sqlstate})"
        elif place is None:
            said = kind
        else:
            word = _WORD.match(statement, int(place) - 1)
            said = f"{kind} at {word.group()}" if word else kind
    return " ".join(said.split()) or type(error).__name__

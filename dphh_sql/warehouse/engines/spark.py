"""Apache Spark, in this process (`spark+local://`, `spark://`) or through Spark Connect (`sc://`).

The session is the engine's own: its settings touch no other. The driver of a Connect server stays where it is, and so
do the executors; what comes here is the answer to the counting statement, as Arrow.
"""

from __future__ import annotations

import logging
import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import pyarrow as pa
from pyspark import SparkContext
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema
from sqlglot import exp

from dphh_sql.bounding import DRAW
from dphh_sql.errors import EngineError
from dphh_sql.warehouse.dialect import Build
from dphh_sql.warehouse.dialects.spark import SPARK, encrypted
from dphh_sql.warehouse.translate import Untranslatable, render
from dphh_sql.warehouse.writing import taken

_T = TypeVar("_T")

# PySpark would print every error with its text, which may quote a value of a row.
logging.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)

_SETTINGS = {
    # What literals, names and texts mean.
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.timestampType": "TIMESTAMP_LTZ",
    "spark.sql.ansi.enabled": "true",
    "spark.sql.parser.escapedStringLiterals": "false",
    "spark.sql.ansi.doubleQuotedIdentifiers": "false",
    "spark.sql.variable.substitute": "false",
    "spark.sql.groupByOrdinal": "true",
    "spark.sql.crossJoin.enabled": "true",
    # Two readers of one step share its shuffle.
    "spark.sql.exchange.reuse": "true",
}
# A stage that is run again after a lost executor must give the same rows, or all that read it run again (Spark 4.1).
_RETRIES = {
    "spark.sql.shuffle.orderIndependentChecksum.enabled": "true",
    "spark.sql.shuffle.orderIndependentChecksum.enableFullRetryOnMismatch": "true",
}
_TYPES = {
    "string": "VARCHAR", "boolean": "BOOLEAN", "tinyint": "TINYINT", "smallint": "SMALLINT", "int": "INTEGER",
    "bigint": "BIGINT", "float": "FLOAT", "double": "DOUBLE", "date": "DATE", "timestamp_ntz": "TIMESTAMP",
    "timestamp": "TIMESTAMP WITH TIME ZONE",
}  # fmt: skip
"""Spark's name of a type -> DuckDB's."""

_LOCAL = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}
_PARTITIONS = "spark.sql.shuffle.partitions"
_KNOWN_KEY, _KNOWN = bytes(range(32)), "7260029015f18c514e238247be8cd8ff"
"""AES-256 of eight zero bytes and their padding under a key (FIPS 197; PKCS 7)."""


class SparkEngine:
    """One session.

    A server that answers the Spark Connect protocol is taken for Apache Spark only as far as it shows: one whose AES is
    not AES bounds no rows (`dialect` then refuses draws), and what it cannot run fails before anything is charged.
    """

    name = "spark"

    def __init__(self, url: str) -> None:
        self._place = _place(url)
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        remedy = "check that the server or cluster runs, and that the URL's token is right"
        self._session: Any = self._run(lambda: _open(url), f"cannot be reached; {remedy}")
        for name, value in {**_SETTINGS, **_RETRIES}.items():
            try:
                if self._session.conf.get(name, None) != value:
                    self._session.conf.set(name, value)
            except Exception:  # an older or another Spark does not have the setting
                continue
        if url.startswith("spark+local://") and self._session.conf.get(_PARTITIONS) == "200":
            # As many as a cluster would have: tasks cost more than their work here. A value of the user's own stays.
            self._session.conf.set(_PARTITIONS, str(2 * self._session.sparkContext.defaultParallelism))
        self.dialect = SPARK if self._bounds() else replace(SPARK, functions={**SPARK.functions, DRAW: _refused})

    def __repr__(self) -> str:
        return f"SparkEngine({self._place!r})"

    def columns(self, source: exp.Table | exp.Subquery) -> Mapping[str, str]:
        try:
            schema = self._run(lambda: self._query(exp.select("*").from_(source.copy()).limit(0)).schema)
        except EngineError as error:
            name = source.sql("spark") if isinstance(source, exp.Table) else "the query"
            raise EngineError(f"{error} ({name})") from None
        return {field.name: _type_of(field.dataType.simpleString()) for field in schema.fields}

    def fetch(self, query: exp.Query) -> pa.Table:
        found = self._run(lambda: self._query(query).toArrow())
        assert isinstance(found, pa.Table)
        return found

    def write(self, target: exp.Table, rows: pa.Table) -> None:
        if self.exists(target):
            raise taken(self._place, target, SPARK)
        schema = from_arrow_schema(rows.schema, prefer_timestamp_ntz=True)
        frame = self._run(lambda: self._session.createDataFrame(rows, schema))
        self._run(lambda: frame.write.mode("error").saveAsTable(target.sql("spark")))

    def exists(self, target: exp.Table) -> bool:
        try:
            self._query(exp.select("1").from_(target.copy()).limit(0)).schema  # noqa: B018 - asks the server
        except PySparkException as error:
            if error.getCondition() in _MISSING:
                return False
            raise EngineError(self._said(error)) from None
        return True

    def close(self) -> None:
        """The session of a Connect server ends; a local one stays for others of this process."""
        session, self._session = self._session, None
        if session is not None and _is_connect(session):
            session.stop()

    def _bounds(self) -> bool:
        """Whether draws are what the guarantee needs: AES is AES, and a stage that runs again gives the same rows."""
        block = exp.Anonymous(this="hex", expressions=[encrypted(_hexed("00" * 8), _KNOWN_KEY)])
        try:
            known = self.fetch(exp.select(block.as_("block")))["block"][0].as_py().lower() == _KNOWN
            return known and all(self._session.conf.isModifiable(name) for name in _RETRIES)
        except Exception:  # an answer of another form, or none
            return False

    def _query(self, statement: exp.Query) -> Any:
        return self._session.sql(render(statement, SPARK))

    def _run(self, action: Callable[[], _T], otherwise: str = "") -> _T:
        try:
            return action()
        except Exception as error:  # py4j, gRPC and Spark have no root of their own
            raise EngineError(f"engine {self._place} {otherwise}" if otherwise else self._said(error)) from None

    def _said(self, error: Exception) -> str:
        """The condition's name: the text may quote a value."""
        condition = error.getCondition() if isinstance(error, PySparkException) else None
        return f"{self._place}: the statement failed ({condition or type(error).__name__})."


def _refused(node: exp.Expr, build: Build) -> exp.Expr:
    """The rule of a server that does not bound."""
    raise Untranslatable("unit", "needs draws by AES and checked retries of stages, as Apache Spark 4.1 and later have")


_MISSING = ("TABLE_OR_VIEW_NOT_FOUND", "SCHEMA_NOT_FOUND", "NO_SUCH_TABLE")


def _hexed(digits: str) -> exp.Expr:
    return exp.Anonymous(this="unhex", expressions=[exp.Literal.string(digits)])


def _place(url: str) -> str:
    """Scheme and host: a token stands after the first `;`, `?` or before an `@`."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{re.split('[/;?]', rest)[0].rpartition('@')[2]}"


def _open(url: str) -> Any:
    scheme, _, rest = url.partition("://")
    if scheme == "sc":
        return SparkSession.builder.remote(url).create()
    master = url if scheme == "spark" else f"local[{rest or '*'}]"
    builder = SparkSession.builder.master(master).appName("dphh-sql")
    for name, value in _LOCAL.items() if scheme != "spark" else ():
        builder = builder.config(name, value)
    ours = SparkContext._active_spark_context is None
    session = builder.getOrCreate().newSession()
    if ours:  # its log would print every error with its text, which may quote a value of a row
        session.sparkContext.setLogLevel("OFF")
    return session


def _is_connect(session: Any) -> bool:
    return "connect" in type(session).__module__


def _type_of(name: str) -> str:
    plain = name.partition(" collate ")[0]
    if plain.startswith("array<"):
        return f"{plain[6:-1]}[]"
    return plain.upper() if plain.startswith("decimal(") else _TYPES.get(plain, plain)

"""A client's text as steps.

DuckDB's DESCRIBE binds a statement and runs nothing: it says the columns of a SELECT for free. What must be run to be
described is refused, unless the client goes on to run it (see `protocol`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import duckdb

from dphh_sql.serving import catalog, dialect
from dphh_sql.serving.failures import Refusal
from dphh_sql.serving.results import Result, fetched
from dphh_sql.serving.steps import Columns, Step
from dphh_sql.serving.transactions import Transactions

_Type = duckdb.StatementType
_QUERY = duckdb.ExpectedResultType.QUERY_RESULT
_CHANGES = {_Type.INSERT: "INSERT 0 {}", _Type.UPDATE: "UPDATE {}", _Type.DELETE: "DELETE {}"}
_TAGS = {_Type.CREATE: "CREATE TABLE", _Type.ALTER: "ALTER TABLE"}
_READS = (_Type.SELECT, _Type.EXPLAIN)
_EXPLAIN: Columns = [("explain_key", "VARCHAR"), ("explain_value", "VARCHAR")]


class SqlStep(Step):
    """A statement that DuckDB runs."""

    def __init__(self, statement: duckdb.Statement) -> None:
        self._statement = statement
        self._type = statement.type
        self.kind = statement.type.name.lower()
        self.parameters = frozenset(statement.named_parameters)
        self._returning = self._type in _CHANGES and "returning" in statement.query.lower()
        # DuckDB answers both with a count of rows, which PostgreSQL puts into the tag.
        self._silent = (self._type in _CHANGES and not self._returning) or self._type == _Type.CREATE

    def describe(self, con: duckdb.DuckDBPyConnection, values: Mapping[str, Any]) -> Columns | None:
        if self._silent or _QUERY not in self._statement.expected_result_type:
            return None
        if self._type == _Type.EXPLAIN:
            return _EXPLAIN
        if self._type != _Type.SELECT:
            raise Refusal("0A000", f"the columns of this {self.kind} are known only when it runs")
        # DuckDB has parsed the text as one SELECT; a word before it keeps it one.
        rows = con.execute("DESCRIBE " + self._statement.query, self._given(values)).fetchall()
        return [(row[0], row[1]) for row in rows]

    def run(self, con: duckdb.DuckDBPyConnection, values: Mapping[str, Any], transactions: Transactions) -> Result:
        transactions.require_sound()
        if self._type not in _READS:
            transactions.changes()
        con.execute(self._statement, self._given(values))
        result = fetched(con)
        tag = _CHANGES.get(self._type, "SELECT {}")
        if not self._silent and result.columns:
            result.tag = tag.format
            return result
        counted = sum(row[0] for chunk in result.chunks for row in chunk if self._type in _CHANGES)
        tag = _CHANGES.get(self._type) or _TAGS.get(self._type) or self._type.name
        return Result(None, tag=lambda n: tag.format(counted))

    def _given(self, values: Mapping[str, Any]) -> dict[str, Any]:
        if missing := self.parameters - values.keys():
            raise Refusal("08P01", f"no value for parameter ${min(missing)}")
        return {name: values[name] for name in self.parameters}


def parsed(con: duckdb.DuckDBPyConnection, text: str) -> list[Step]:
    """The statements of a text; of a text that is no SQL DuckDB says so."""
    if (known := dialect.command(text)) is not None:
        return [known]
    try:
        statements = con.extract_statements(text)
    except duckdb.Error:
        if (rewritten := catalog.rewritten(text)) is None:
            raise
        return [SqlStep(statement) for statement in con.extract_statements(rewritten)]
    return [_step(con, statement) for statement in statements]


def _step(con: duckdb.DuckDBPyConnection, statement: duckdb.Statement) -> Step:
    if (known := dialect.command(statement.query)) is not None:
        return known
    if (rewritten := catalog.rewritten(statement.query)) is not None:
        (statement,) = con.extract_statements(rewritten)
    return SqlStep(statement)

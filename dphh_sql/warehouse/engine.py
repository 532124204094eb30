"""What an engine does for a release: tell the columns of a table, run a counting statement, write the result.

It reads and writes; it never charges and never draws noise. A URL's secrets are in no error, log or repr.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import pyarrow as pa
from sqlglot import exp

from dphh_sql.warehouse.dialect import Dialect


class Engine(Protocol):
    """One open connection to a warehouse. Not shared between threads.

    Attributes:
        name: of the engine, `postgres`.
        dialect: its table.
    """

    name: str
    dialect: Dialect

    def columns(self, source: exp.Table | exp.Subquery) -> Mapping[str, str]:
        """Column -> DuckDB type name, as `typeof` prints it (a type that DuckDB has not: the engine's own name).

        Args:
            source: a table, or a query of the engine's own dialect in parentheses.

        Raises:
            EngineError: no such table, or it may not be read.
        """

    def fetch(self, query: exp.Query) -> pa.Table:
        """The rows of a translated statement.

        Raises:
            EngineError: it failed, was cancelled, or the engine is gone. The message holds no value of a row.
        """

    def write(self, target: exp.Table, rows: pa.Table) -> None:
        """Create the table with these rows: all of them or nothing.

        Raises:
            EngineError: the table is there already, or cannot be written.
        """

    def exists(self, target: exp.Table) -> bool:
        """Whether a table or view of that name is there."""

    def close(self) -> None:
        """Close the connection; more than once is fine."""

"""One statement of a client's, which can be described without being run, and run.

Describing must spend nothing: a release happens when a statement runs, and a client that only prepares and asks for
columns (as drivers do) has not run it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

import duckdb

from dphh_sql.serving.results import Result
from dphh_sql.serving.transactions import Transactions

Columns = list[tuple[str, str]]
"""Names and DuckDB's type names."""


class Step(ABC):
    """One statement.

    Attributes:
        kind: its first word for logs and metrics; never a name or value of the client's.
        parameters: the names (numbers) of its parameters.
    """

    kind: str = "other"
    parameters: frozenset[str] = frozenset()

    @abstractmethod
    def describe(self, con: duckdb.DuckDBPyConnection, values: Mapping[str, Any]) -> Columns | None:
        """The columns, None when there are none. Runs nothing."""

    @abstractmethod
    def run(self, con: duckdb.DuckDBPyConnection, values: Mapping[str, Any], transactions: Transactions) -> Result:
        """Run it; the rows are fetched later."""


class FixedStep(Step):
    """A command whose answer is known: a tag, and for SHOW one value."""

    def __init__(self, tag: str, columns: Columns | None = None, rows: list[tuple[str, ...]] | None = None) -> None:
        self._tag, self._columns, self.rows = tag, columns, rows or []
        self.kind = tag.split()[0].lower()

    def describe(self, con: duckdb.DuckDBPyConnection, values: Mapping[str, Any]) -> Columns | None:
        return self._columns

    def run(self, con: duckdb.DuckDBPyConnection, values: Mapping[str, Any], transactions: Transactions) -> Result:
        transactions.require_sound()
        return Result(self._columns, iter([self.rows] if self.rows else []), lambda n: self._tag)


class TransactionStep(Step):
    """BEGIN, COMMIT, ROLLBACK and savepoints: `act` does it and returns the command tag."""

    kind = "transaction"

    def __init__(self, act: Callable[[Transactions, duckdb.DuckDBPyConnection], str]) -> None:
        self._act = act

    def describe(self, con: duckdb.DuckDBPyConnection, values: Mapping[str, Any]) -> None:
        return None

    def run(self, con: duckdb.DuckDBPyConnection, values: Mapping[str, Any], transactions: Transactions) -> Result:
        tag = self._act(transactions, con)
        return Result(None, tag=lambda n: tag)

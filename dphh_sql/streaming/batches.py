"""From batches of rows to the keys of each level, by the very SQL that stored tables are read with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import duckdb
import pyarrow as pa

from dphh_sql.counting import checking_query
from dphh_sql.errors import ArgumentError
from dphh_sql.hierarchies import Hierarchy
from dphh_sql.source import Source
from dphh_sql.streaming.reading import INTEGERS, reading_query

ROWS = 2**16
"""Rows of a batch that is made from Python values."""

_BATCH = Source(("batch",))


class BatchKeys:
    """The keys of the rows of Arrow tables with the raw columns of a hierarchy.

    The map runs in a DuckDB of its own, in memory and with one thread, which keeps the rows' order.
    """

    def __init__(self, hierarchy: Hierarchy, levels: Sequence[int]) -> None:
        self.hierarchy, self.levels = hierarchy, levels
        self.names = [f"c{i}" for i in range(hierarchy.width)]
        self._con = duckdb.connect(config={"threads": 1, "preserve_insertion_order": True})
        self._types: list[str] | None = None
        self.integers: bool | None = None
        """Whether the items are the integers themselves; settled by the first batch's type."""

    @property
    def settled(self) -> dict[str, Any]:
        """What the first batch's types settled, for a checkpoint."""
        return {"types": self._types, "integers": self.integers}

    @settled.setter
    def settled(self, facts: Mapping[str, Any]) -> None:
        self._types, self.integers = facts["types"], facts["integers"]

    def of(self, rows: pa.Table) -> list[Any]:
        """For each level the key of each row.

        Raises:
            ArgumentError: the columns have a type that the hierarchy does not read, or another one than before.
        """
        rows = rows.rename_columns(self.names)
        self._con.register("batch", rows)
        try:
            types = [str(field.type) for field in rows.schema]
            if self._types is None:
                self.integers = self._settle()
                self._types = types
            elif types != self._types:
                raise ArgumentError(
                    f"update: rows must have one type throughout, got {', '.join(types)} after "
                    f"{', '.join(self._types)}.",
                    argument="rows",
                )
            query = reading_query(_BATCH, self.names, self.hierarchy, self.levels, as_they_are=bool(self.integers))
            keys = self._con.sql(query.sql(dialect="duckdb")).to_arrow_table()
        finally:
            self._con.unregister("batch")
        return [column.combine_chunks() for column in keys.columns]

    def _settle(self) -> bool:
        check = checking_query(_BATCH, self.names, self.hierarchy, function="update")
        try:
            self._con.execute(check.sql(dialect="duckdb")).fetchall()
        except duckdb.Error as error:
            found = re.match(r"(?:[\w ]+: )?update: (column .*)", str(error))
            text = found[1] if found else f"the columns do not fit hierarchy {self.hierarchy.spec}"
            raise ArgumentError(f"update: {text}.", argument="rows") from None
        described = self._con.execute("SELECT * FROM batch LIMIT 0").description or []
        return self.hierarchy.spec == "items(1)" and str(described[0][1]) in INTEGERS


def tables(rows: Any, width: int) -> Iterator[pa.Table]:
    """Rows in any of the accepted forms as Arrow tables of `width` columns, in their order.

    Args:
        rows: an Arrow table, record batch, reader of them, array; or an iterable of values (tuples for width > 1).

    Raises:
        ArgumentError: not such a thing, or another number of columns.
    """
    if isinstance(rows, pa.RecordBatchReader):
        for batch in rows:
            yield _checked(pa.Table.from_batches([batch]), width)
    elif isinstance(rows, pa.RecordBatch):
        yield _checked(pa.Table.from_batches([rows]), width)
    elif isinstance(rows, pa.Table):
        yield _checked(rows, width)
    elif isinstance(rows, pa.Array | pa.ChunkedArray):
        yield _checked(pa.table([rows], names=["c0"]), width)
    elif isinstance(rows, Iterable) and not isinstance(rows, str | bytes):
        yield from _of_values(rows, width)
    else:
        raise ArgumentError(
            f"update: rows must be Arrow data or an iterable of values, got {type(rows).__name__}.", argument="rows"
        )


def _of_values(rows: Iterable[Any], width: int) -> Iterator[pa.Table]:
    values = iter(rows)
    while chunk := list(islice(values, ROWS)):
        try:
            columns = [chunk] if width == 1 else list(map(list, zip(*chunk, strict=True)))
            arrays = [pa.array(column) for column in columns]
        except (pa.ArrowException, TypeError, ValueError):
            raise ArgumentError("update: the values of a column must have one type.", argument="rows") from None
        # What is NULL throughout has no type; it is text until told otherwise.
        typed = [array.cast(pa.string()) if pa.types.is_null(array.type) else array for array in arrays]
        yield _checked(pa.table(typed, names=[f"c{i}" for i in range(len(typed))]), width)


def _checked(rows: pa.Table, width: int) -> pa.Table:
    if rows.num_columns != width:
        raise ArgumentError(
            f"update: rows must have {width} column{'s' if width > 1 else ''}, got {rows.num_columns}.",
            argument="rows",
            value=rows.num_columns,
        )
    return rows

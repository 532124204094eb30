"""From batches of rows to the keys of each level, by the very SQL that stored tables are read with.

A type holds for many rows, so it must never come from their values: one row would change what all others are. Arrow
data has the type of its schema, which is public and the same throughout a stream; Python values get the type that the
hierarchy says, each by itself.
"""

from __future__ import annotations

import datetime
import numbers
import re
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

from dphh_sql.counting import checking_query
from dphh_sql.errors import ArgumentError
from dphh_sql.hierarchies import Hierarchy
from dphh_sql.source import Source
from dphh_sql.streaming.reading import INTEGERS, reading_query

ROWS = 2**16
"""Rows of a batch that is made from Python values."""

_BATCH = Source(("batch",))

_TYPES = {
    "VARCHAR": pa.string(),
    "DOUBLE": pa.float64(),
    "BIGINT": pa.int64(),
    "TIMESTAMP": pa.timestamp("us"),
    "TIMESTAMP WITH TIME ZONE": pa.timestamp("us", tz="UTC"),
}
"""What Python values become: the first of these that the hierarchy accepts."""

_WITH_TEXT = (numbers.Number, datetime.date, datetime.time, uuid.UUID)


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


def tables(rows: Any, hierarchy: Hierarchy) -> Iterator[pa.Table]:
    """Rows in any of the accepted forms as Arrow tables of the hierarchy's columns, in their order.

    One row in, one row out, and what comes out for a row depends on that row alone.

    Args:
        rows: an Arrow table, record batch, reader of them, array; or an iterable of values (tuples for several
            columns).

    Raises:
        ArgumentError: not such a thing, or Arrow data with another number of columns.
    """
    width = hierarchy.width
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
        yield from _of_values(rows, hierarchy)
    else:
        raise ArgumentError(
            f"update: rows must be Arrow data or an iterable of values, got {type(rows).__name__}.", argument="rows"
        )


def _of_values(rows: Iterable[Any], hierarchy: Hierarchy) -> Iterator[pa.Table]:
    values, width = iter(rows), hierarchy.width
    kind = next(arrow for name, arrow in _TYPES.items() if name in hierarchy.accepts)
    while chunk := list(islice(values, ROWS)):
        tuples = [(value,) for value in chunk] if width == 1 else [_columns(value, width) for value in chunk]
        yield pa.table([_typed(column, kind) for column in zip(*tuples, strict=True)], [f"c{i}" for i in range(width)])


def _columns(row: Any, width: int) -> tuple[Any, ...]:
    return tuple(row) if isinstance(row, list | tuple) and len(row) == width else (None,) * width


def _typed(values: Sequence[Any], kind: pa.DataType) -> pa.Array:
    """Each value as one of the type, NULL if it is none."""
    if pa.types.is_string(kind):
        values = [value if type(value) is str else _text(value) for value in values]
    elif pa.types.is_timestamp(kind):
        values = [_moment(value) for value in values]
    try:
        return pa.array(values, kind)
    except Exception:  # whatever one of them raises, the others stay what they are
        return pa.array([_or_null(value, kind) for value in values], kind)


def _or_null(value: Any, kind: pa.DataType) -> Any:
    try:
        return pa.array([value], kind)[0].as_py()
    except Exception:
        return None


def _moment(value: Any) -> datetime.datetime | None:
    if isinstance(value, datetime.datetime):
        return value
    return datetime.datetime.combine(value, datetime.time()) if isinstance(value, datetime.date) else None


def _text(value: Any) -> str | None:
    try:
        if isinstance(value, str):
            return str.__str__(value)
        if isinstance(value, bool | np.bool_):
            return "true" if value else "false"
        return str(value) if isinstance(value, _WITH_TEXT) else None
    except Exception:  # an integer that is too long, say
        return None


def _checked(rows: pa.Table, width: int) -> pa.Table:
    if rows.num_columns != width:
        raise ArgumentError(
            f"update: rows must have {width} column{'s' if width > 1 else ''}, got {rows.num_columns}.",
            argument="rows",
            value=rows.num_columns,
        )
    return rows

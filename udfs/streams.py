"""Reads a stored stream into sketches: one ordered reader on a cursor of its own.

DuckDB hands out rows in their order as long as `preserve_insertion_order` holds; without it the threads' chunks come as
they are ready, and where a row stands in the stream would depend on other rows. So the reader sets it for its own
cursor, and checks the row numbers of a stored table as they come.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np
import pyarrow as pa

from dphh_sql import mechanisms, views
from dphh_sql.errors import ArgumentError, ReleaseError
from dphh_sql.mechanisms.sketches import SketchMechanism
from dphh_sql.source import Projection, Source, is_file
from dphh_sql.streaming.reading import INTEGERS, reading_query
from dphh_sql.streaming.summary import Summary
from dphh_sql.udfs.answers import Caller
from dphh_sql.udfs.cursors import Connection
from dphh_sql.udfs.places import MOST_VIEWS, TEXT_FILE, Place
from dphh_sql.udfs.refusals import without_values
from dphh_sql.udfs.session import Session

if TYPE_CHECKING:
    from dphh_sql.udfs.releasing import Call

BATCH = 2**17
"""Rows in a batch; the text of a batch is in memory once more."""

_SETTINGS = {"preserve_insertion_order": True, "index_scan_percentage": 0, "index_scan_max_count": 0}
"""An index would give rows in an order of its own."""


def in_order(session: Session, place: Place, caller: Caller) -> tuple[Source | Projection, bool]:
    """What a stream is read from, under its full name, and whether that is a stored table.

    Raises:
        ArgumentError: it has no order that is its own.
    """
    if isinstance(place.reads, Projection):  # plain views of a stored table, written out
        return place.reads, False
    parts = place.reads.parts
    found = session.source(parts, caller.database, caller.schema, caller.search_path)
    full = Source((found.database, found.table.schema, found.table.table)) if found.table.schema else place.reads
    for seen_through in range(MOST_VIEWS):
        if not found.table.schema:
            if len(parts) == 1 and is_file(parts[0]) and not TEXT_FILE.search(parts[0]):
                return full, False
            break
        sql = session.view_sql(found)
        if sql is None:
            return full, seen_through == 0
        view = views.plain_view(sql)
        if view is None:
            break
        parts = view.parts
        found = session.source(parts, found.database, found.table.schema)
    raise ArgumentError(
        f"tbl {place.name} has no order of rows of its own. A sketch reads a stored table, a Parquet file, or a plain "
        "view of one (columns and a row predicate), on a cursor of its own, which sees no CTE, frame or temporary "
        "table; store the rows in a table, or use sketch=>'exact'.",
        argument="tbl",
    )


def summarise(session: Session, call: Call, connection: int) -> Summary:
    """The sketches of the rows of a call. Reads committed rows only.

    Raises:
        ArgumentError: the columns do not fit; nothing was read.
        ReleaseError: the rows cannot be read in their order, or at all; nothing was charged.
    """
    plan = call.plan
    mechanism = mechanisms.mechanism(plan.function, plan.mechanism)
    assert isinstance(mechanism, SketchMechanism)
    with session.counting(connection) as cursor, without_values(plan.function, lambda: _misfit(call)):
        _keep_order(cursor)
        cursor.execute(call.counting().sql(dialect="duckdb")).fetchall()
        integers = _integers(cursor, call)
        summary = Summary(plan.levels, lambda: mechanism.sketch(plan.design), integers)
        for keys in _batches(cursor, call, integers):
            summary.update(keys)
    return summary


def _misfit(call: Call) -> ArgumentError:
    return ArgumentError(f"col and filter must fit the columns of {call.table.label} and their types.", argument="col")


def _keep_order(cursor: Connection) -> None:
    for name, value in _SETTINGS.items():
        try:
            cursor.execute(f"SET SESSION {name} = {value}")
        except duckdb.Error:  # the configuration is locked
            (found,) = cursor.execute("SELECT current_setting($1)", [name]).fetchall()
            if found[0] is False:
                raise ReleaseError(
                    "rows cannot be read in their order: the configuration is locked with "
                    f"{name} = false; nothing was charged"
                ) from None


def _integers(cursor: Connection, call: Call) -> bool:
    """Whether the items are the integers of one column. (What a text file holds is no type.)"""
    kind = call.request.privacy.kind
    if kind.spec != "items(1)" or not call.row_ids:
        return False
    query = reading_query(call.reads, call.request.columns, kind, (), as_they_are=True, row_ids=True)
    described = cursor.execute(query.limit(0).sql(dialect="duckdb")).description or []
    return str(described[-1][1]) in INTEGERS


def _batches(cursor: Connection, call: Call, integers: bool) -> Iterator[list[Any]]:
    request, privacy = call.request, call.request.privacy
    query = reading_query(
        call.reads, request.columns, privacy.kind, privacy.levels, request.filter, integers, call.row_ids
    )
    relation = cursor.sql(query.sql(dialect="duckdb"))
    reader = relation.to_arrow_reader if hasattr(relation, "to_arrow_reader") else relation.fetch_arrow_reader
    last = -1
    for batch in reader(BATCH):
        columns = list(batch.columns)
        if call.row_ids:
            last = _ascending(columns.pop(0), last)
        yield columns


def _ascending(row_ids: pa.Array, last: int) -> int:
    numbers = row_ids.to_numpy()
    if len(numbers) == 0:
        return last
    if numbers[0] <= last or (np.diff(numbers) <= 0).any():
        raise ReleaseError("the rows did not come in their order; nothing was charged")
    return int(numbers[-1])

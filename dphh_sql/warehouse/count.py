"""Counts on an engine: what `Tree.from_candidates` takes, of the very tree that the DuckDB macros count with."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc
from sqlglot import exp

from dphh_sql.counting import counting_rows, type_rule
from dphh_sql.errors import ArgumentError, EngineError
from dphh_sql.functions import FUNCTIONS
from dphh_sql.hierarchies import Hierarchy
from dphh_sql.identifiers import folded
from dphh_sql.one_pass import TOTAL_LEVEL
from dphh_sql.plan import plan_for
from dphh_sql.request import Request
from dphh_sql.steps import FIELDS
from dphh_sql.warehouse.engine import Engine
from dphh_sql.warehouse.predicates import columns_of, typed
from dphh_sql.warehouse.translate import NATIVE, render, translate
from dphh_sql.warehouse.types import data_type

_CANDIDATE = pa.struct([("level", pa.int32()), ("key", pa.string()), ("parent", pa.string()), ("n", pa.int64())])


@dataclass(frozen=True)
class Native:
    """What is counted, in the engine's own dialect: a table, or a query in parentheses."""

    source: exp.Table | exp.Subquery

    @property
    def expression(self) -> exp.Table | exp.Subquery:
        source = self.source.copy()
        source.meta[NATIVE] = True
        return source


@dataclass(frozen=True)
class Counts:
    """The counts of one statement.

    Attributes:
        total: of all rows (with a unit, of those that were kept).
        candidates: level, key, parent, n of each prefix at or above the floor.
        engine: the engine's name.
        sql: the text that ran.
    """

    total: int
    candidates: pa.StructArray
    engine: str
    sql: str

    @property
    def host(self) -> dict[str, str]:
        """Facts for the certificate."""
        return {"engine": self.engine, "sql_sha256": hashlib.sha256(self.sql.encode()).hexdigest()}


def count(engine: Engine, request: Request, floor: int, reads: exp.Table | exp.Subquery | None = None) -> Counts:
    """Count on the engine; only candidates at or above the floor leave it.

    Args:
        floor: least count of a candidate, at least 1 (`Plan.floor`).
        reads: what is counted, in the engine's own dialect; None: the table that `request.tbl` names.

    Raises:
        ArgumentError: a column is missing or of a type that the hierarchy does not read.
        DialectError: the kind is not available on the engine.
        EngineError: the statement failed.
    """
    query = statement(engine, request, floor, reads)
    return counts_of(engine.fetch(query), engine.name, render(query, engine.dialect))


def statement(engine: Engine, request: Request, floor: int, reads: exp.Table | exp.Subquery | None = None) -> exp.Query:
    """The translated statement that `count` runs. Reads no row; the engine tells the types of the columns."""
    function, kind = FUNCTIONS[request.function], request.privacy.kind
    if plan_for(request.function, request.privacy).streamed:
        raise ArgumentError(
            f"{request.function} reads rows one by one in their order, which a warehouse does not keep; use dp_hhh, or "
            "dp_heavy_hitters with sketch=>'exact'.",
            argument="function",
            value=request.function,
        )
    source = Native(request.source.expression if reads is None else reads)
    named = engine.columns(source.source)
    types = {name: data_type(type_text) for name, type_text in named.items()}
    columns = tuple(_spelt(name, named, "col") for name in request.columns)
    for name in columns:
        _require_type(name, named[name], kind)
    unit = request.privacy.unit
    spelt = {name: _spelt(name, named, "filter") for name in columns_of(request.filter)}
    predicate = typed(request.filter, spelt, columns, kind, types)
    if predicate is not None:  # by itself first, so that the error says that the filter is at fault
        rows = exp.select("*").from_(source.expression).where(predicate)
        translate(rows, engine.dialect, "this filter", types)
    tree = counting_rows(
        source,
        columns,
        kind,
        request.privacy.levels,
        floor,
        predicate,
        None if unit is None else _spelt(unit, named, "unit"),
        request.privacy.max_rows,
        function.nulls,
        engine.dialect.bounded,
        engine.dialect.fenced,
    )
    return translate(tree, engine.dialect, f"hierarchy {kind.spec}", types)


def counts_of(rows: pa.Table, engine: str, sql: str) -> Counts:
    """The counts in a statement's result.

    Raises:
        EngineError: not the rows that the statement asks for.
    """
    named = pa.table([rows.column(i) for i in range(rows.num_columns)], names=FIELDS).cast(pa.schema(_CANDIDATE))
    totals = named.filter(pc.equal(named["level"], TOTAL_LEVEL))
    if not totals.num_rows:
        raise EngineError(f"{engine}: the counting statement answered no total; nothing was charged.")
    candidates = named.filter(pc.greater(named["level"], TOTAL_LEVEL)).combine_chunks()
    arrays = [candidates.column(name).combine_chunks() for name in FIELDS]
    struct = pa.StructArray.from_arrays(arrays, fields=list(_CANDIDATE))
    return Counts(int(pc.sum(totals["n"]).as_py()), struct, engine, sql)


def _require_type(name: str, type_text: str, kind: Hierarchy) -> None:
    found = "a list or array" if type_text.endswith("]") else type_text.partition("(")[0]
    if found not in kind.accepts:
        raise ArgumentError(f"{type_rule(name, kind)}. It is {found}.", argument="col", value=name, remedy=kind.remedy)


def _spelt(name: str, known: Mapping[str, str], argument: str) -> str:
    """The column's own spelling: exact, or the only one that differs in case."""
    same = [name] if name in known else [column for column in known if folded(column) == folded(name)]
    if len(same) == 1:
        return same[0]
    rule = f"may be any of {', '.join(same)}" if same else f"is no column of the table, which has {', '.join(known)}"
    raise ArgumentError(f"{argument}: {name!r} {rule}.", argument=argument, value=name)

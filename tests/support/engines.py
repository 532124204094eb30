"""The live engines that the contract suite runs on. A new engine is one entry of `LIVE`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar

import duckdb
import pyarrow as pa
import pytest
from sqlglot import exp

from dphh_sql.hierarchies import Hierarchy
from dphh_sql.request import Privacy, Request
from dphh_sql.warehouse.count import count
from dphh_sql.warehouse.engine import Engine
from dphh_sql.warehouse.opening import open_engine
from tests.hierarchies.pipeline import load

T = TypeVar("T")
Opened = Callable[[pytest.FixtureRequest], "Iterator[Engine]"]
Candidate = tuple[int, str, str | None, int]


@dataclass(frozen=True)
class Live:
    """One engine under test.

    Attributes:
        name: as in `Engine.name`.
        url: the engine's URL; may start a server.
        types: DuckDB type that the engine has no column of -> the nearest one that it has.
        storable: whether a value can be in a column at all.
        refused: what the suite tries and the engine's dialect refuses by name: specs of kinds, texts of filters.
        services: whether it needs another program, or a heavy extra.
        dear: how dear a statement is, 0 to 2: from what a test says on (`with_each`) it tries few of many cases, all in soak.
        thorough: whether each kind is counted at all its levels; else at a few, and at all of them in soak tests.
        any_name: whether a table may have any name (Spark's own catalog: letters, digits and underscores).
    """

    name: str
    url: Callable[[pytest.FixtureRequest], str]
    types: Mapping[str, str] = field(default_factory=dict)
    storable: Callable[[object], bool] = lambda value: True
    refused: frozenset[str] = frozenset()
    services: bool = True
    dear: int = 0
    thorough: bool = True
    any_name: bool = True

    def table_name(self, odd: str) -> str:
        """The name, or a plain one where the engine creates no other."""
        return odd if self.any_name else "t_" + odd.encode().hex()

    def rounds(self, h: Hierarchy) -> list[tuple[tuple[int, ...], int]]:
        """Levels and floors to count at."""
        if not self.thorough:
            few = {h.all_levels[i * (len(h.all_levels) - 1) // 4] for i in range(5)}
            return [(tuple(sorted(few)), 2)]
        return [(h.all_levels, 2), (h.default_levels, 1)]

    def rows(self, rows: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
        """Those that the engine can store."""
        return [row for row in rows if all(map(self.storable, row))]

    def column_types(self, types: list[str] | tuple[str, ...]) -> list[str]:
        return [self.types.get(name, name) for name in types]


def _postgres(request: pytest.FixtureRequest) -> str:
    server = request.getfixturevalue("server")
    return str(server.url())


def _in_a_bigint(value: object) -> bool:
    return isinstance(value, bool) or not isinstance(value, int) or -(2**63) <= value < 2**63


def _in_postgres(value: object) -> bool:
    return "\x00" not in value if isinstance(value, str) else _in_a_bigint(value)


LIVE: dict[str, Live] = {
    live.name: live
    for live in (
        Live(  # Arrow has no HUGEINT
            "duckdb",
            lambda request: "duckdb:///:memory:",
            types={"HUGEINT": "BIGINT"},
            storable=_in_a_bigint,
            services=False,
            thorough=False,
        ),
        Live(
            "postgres",
            _postgres,
            types={"HUGEINT": "BIGINT", "UBIGINT": "BIGINT", "UTINYINT": "SMALLINT"},
            storable=_in_postgres,
            refused=frozenset({"columns(5)", "s ILIKE 'É%'", "s = 5", "s >= DATE '2020-01-01'"}),
        ),
        Live(
            "spark",
            lambda request: str(request.getfixturevalue("spark_server")[0]),
            types={"HUGEINT": "BIGINT", "UBIGINT": "BIGINT", "UTINYINT": "SMALLINT"},
            storable=_in_a_bigint,
            refused=frozenset({"s ILIKE 'É%'", "s = 5", "s >= DATE '2020-01-01'", "columns(5)"}),
            dear=2,
            thorough=False,
            any_name=False,
        ),
        Live(
            "clickhouse",
            lambda request: "clickhouse:///:memory:",
            types={"HUGEINT": "BIGINT"},
            storable=_in_a_bigint,
            refused=frozenset({"s ILIKE 'É%'", "s = 5", "s >= DATE '2020-01-01'", "columns(5)", "f = 'nan'"}),
            dear=1,
            thorough=False,
        ),
    )
}


def _parameter(live: Live, in_full: bool, *case: object, name: str = "") -> object:
    marks = [pytest.mark.services] * live.services + [pytest.mark.soak] * in_full
    label = f"{live.name}-in-full" if in_full else live.name
    return pytest.param(live, *case, id=f"{label}-{name}" if name else label, marks=marks)


_LIVE = [
    *((live, False) for live in LIVE.values()),
    *((replace(live, thorough=True, dear=0), True) for live in LIVE.values() if not live.thorough),
]
PARAMETERS = [_parameter(live, in_full) for live, in_full in _LIVE]


def with_each(
    argument: str, cases: Sequence[T], name: Callable[[T], str], few: Collection[str], dear: int = 1
) -> pytest.MarkDecorator:
    """Runs a test that takes an engine as `one` and a case on each of both.

    Args:
        few: names of the cases that engines as `dear` as that, or dearer, try outside soak tests.
    """
    assert set(few) <= {name(case) for case in cases}
    chosen = [
        _parameter(live, in_full, case, name=name(case))
        for live, in_full in _LIVE
        for case in cases
        if live.dear < dear or name(case) in few
    ]
    return pytest.mark.parametrize(("one", argument), chosen, indirect=["one"])


@contextmanager
def opened(live: Live, request: pytest.FixtureRequest) -> Iterator[Engine]:
    engine = open_engine(live.url(request))
    try:
        yield engine
    finally:
        engine.close()


_STORE = duckdb.connect()
_STORE.execute("SET TimeZone = 'UTC'")


def arrow(types: list[str], rows: list[tuple[object, ...]]) -> pa.Table:
    """The rows as a table `c0, c1, ...`."""
    load(_STORE, types, rows)
    return _STORE.sql("SELECT * EXCLUDE id FROM items ORDER BY id").to_arrow_table()


def candidates(
    engine: Engine, table: str, columns: tuple[str, ...], spec: str, levels: tuple[int, ...], floor: int,
    filter_text: str | None = None, unit: str | None = None, max_rows: int = 1,
    reads: exp.Subquery | None = None,
) -> tuple[int, list[Candidate]]:
    """Total and sorted candidates of one count."""  # fmt: skip
    privacy = Privacy(1.0, 1e-6, spec, levels, unit=unit, max_rows=max_rows)
    counts = count(engine, Request("dp_hhh", table, columns, filter_text, privacy), floor, reads)
    rows = [(c["level"], c["key"], c["parent"], c["n"]) for c in counts.candidates.to_pylist()]
    return counts.total, sorted(rows, key=lambda row: (row[0], row[1]))

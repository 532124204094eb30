"""What every live engine promises (dphh_sql/warehouse): the counts of DuckDB and of the Python twins, exactly."""

from __future__ import annotations

import datetime
import itertools
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal

import duckdb
import pyarrow as pa
import pytest
from hypothesis import strategies as st
from scipy.stats import chisquare
from sqlglot import exp

from dphh_sql.counting import counting_query
from dphh_sql.errors import ArgumentError, DialectError, EngineError
from dphh_sql.hierarchies import parse
from dphh_sql.request import Privacy, Request
from dphh_sql.source import Source
from dphh_sql.warehouse.count import count
from dphh_sql.warehouse.engine import Engine
from tests.hierarchies.cases import CASES, CONTROL, REGIONS, Case
from tests.hierarchies.pipeline import load
from tests.support.engines import PARAMETERS, Live, arrow, candidates, opened, with_each
from tests.test_counting import counted, expected
from tests.test_counting import query as counting

UNLIKELY = 1e-9
Opened = tuple[Live, Engine]
DAYS = [("a", 1, True, datetime.date(2026, 1, 2)), ("a", 1, None, None), ("", 0, False, datetime.date(1, 1, 1)), ("a", None, True, None)]
TYPED = Case("columns(4)", ["VARCHAR", "SMALLINT", "BOOLEAN", "DATE"], [*DAYS, (None, 1, True, None)], st.nothing())
"""Columns of mixed types without a DOUBLE, which some engines print otherwise."""



def name_of(case: Case) -> str:
    return f"{case.spec[:24]}-{case.types[0]}"


KINDS = (
    "ipv4-VARCHAR", "path-VARCHAR", f"{REGIONS.spec[:24]}-VARCHAR", "semver-VARCHAR", "timestamptz('Europe/Pari-TIMESTAMPTZ",
    "numeric(-1.5, 998.5, 10)-DOUBLE", "columns(3)-VARCHAR",
)  # fmt: skip
"""Texts by patterns, by pieces and by a table; bits; moments; numbers; several columns."""
ALL_KINDS = [*CASES, TYPED]
numbers = itertools.count()


@pytest.fixture(scope="module", params=PARAMETERS)
def one(request: pytest.FixtureRequest) -> Iterator[Opened]:
    with opened(request.param, request) as engine:
        yield request.param, engine


def written(engine: Engine, rows: pa.Table) -> str:
    """The name of a new table with these rows."""
    name = f"t{next(numbers)}"
    engine.write(exp.to_table(name), rows)
    return name


def names(width: int) -> tuple[str, ...]:
    return tuple(f"c{i}" for i in range(width))


# --- counts -----------------------------------------------------------------------------------------------------


@with_each("case", ALL_KINDS, name_of, KINDS, dear=2)
def test_every_fixed_item_at_every_level(one: Opened, case: Case) -> None:
    live, engine = one
    h = case.hierarchy
    rows = live.rows([row for i, row in enumerate(case.fixed) for _ in range(1 + i % 3)])
    types = live.column_types(case.types)
    table = written(engine, arrow(types, rows))
    own = duckdb.connect()
    load(own, types, rows)
    # Deep kinds count all levels from coarse to fine, and their default levels in a chain.
    found = None
    for levels, floor in live.rounds(h):
        if h.spec in live.refused:
            with pytest.raises(DialectError, match=f"is not available on {live.name}"):
                candidates(engine, table, names(h.width), h.spec, levels, floor)
            continue
        found = candidates(engine, table, names(h.width), h.spec, levels, floor)
        assert found == expected(h, rows, levels, floor)
    if h.spec not in live.refused:
        assert found == counted(counting(h, floor, levels).sql("duckdb"), own)


@with_each("case", ALL_KINDS, name_of, ())
def test_units(one: Opened, case: Case) -> None:
    """Each unit has three rows of one item: what is kept is known, whichever rows are."""
    live, engine = one
    h = case.hierarchy
    if h.spec in live.refused:
        pytest.skip("not applicable: refused by name")
    items = live.rows(list(case.fixed))
    types = live.column_types(case.types)
    rows = [(*item, i if i % 5 else None) for i, item in enumerate(items) for _ in range(3)]
    table = written(engine, arrow([*types, "BIGINT"], rows))
    kept = [item for i, item in enumerate(items) if i % 5]
    levels = h.default_levels[-2:]
    for k in (1, 2):
        found = candidates(engine, table, names(h.width), h.spec, levels, 1, unit=f"c{h.width}", max_rows=k)
        assert found == expected(h, [item for item in kept for _ in range(k)], levels, 1)


@with_each("k", [1, 2], str, ("2",), dear=2)
def test_a_unit_keeps_a_uniform_choice_of_its_rows(one: Opened, k: int) -> None:
    """Repeated, rare, NULL and malformed items: each of the six rows of a unit is kept with probability k/6."""
    _, engine = one
    n = 4000
    items = ["aaa", "aaa", "bbb", None, "x", "aaa"]
    rows = pa.table({"c0": items * n, "c1": [unit for unit in range(n) for _ in items]})
    table = written(engine, rows)
    total, found = candidates(engine, table, ("c0",), "items(1)", (1,), 1, unit="c1", max_rows=k)
    kept = {key: number for _, key, _, number in found}
    assert total == n * k
    seen = [kept["aaa"], kept["bbb"], kept["x"], total - sum(kept.values())]
    assert chisquare(seen, [n * k / 6 * share for share in (3, 1, 1, 1)]).pvalue > UNLIKELY
    again = candidates(engine, table, ("c0",), "items(1)", (1,), 1, unit="c1", max_rows=k)
    assert again != (total, found), "the choice must be made anew for each count"


@pytest.mark.parametrize("rows", [0, 1], ids=["empty", "one row"])
def test_few_rows(one: Opened, rows: int) -> None:
    _, engine = one
    table = written(engine, arrow(["VARCHAR"], [("94110",)] * rows))
    found = [(1, "9", None, 1), (3, "941", "9", 1)] if rows else []
    assert candidates(engine, table, ("c0",), "zip", (1, 3), 1) == (rows, found)


def test_the_floor_stays_in_the_warehouse(one: Opened) -> None:
    _, engine = one
    table = written(engine, arrow(["VARCHAR"], [("94110",)] * 5 + [("10001",)] * 4))
    assert candidates(engine, table, ("c0",), "zip", (1,), 5) == (9, [(1, "9", None, 5)])
    assert candidates(engine, table, ("c0",), "zip", (1,), 6) == (9, [])


ODD = ["Zip Code", 'quo"te', "sel'ect", "é🤦", "select", "a.b", "%s {0} \\"]


def test_odd_names(one: Opened) -> None:
    live, engine = one
    rows = [(f"9{i}", "x") for i in range(2)]
    for i, odd in enumerate(ODD[1:2] if live.dear else ODD):
        table = exp.to_identifier(live.table_name(f"T {i} {odd}"), quoted=True)
        engine.write(exp.Table(this=table), pa.table({odd: [row[0] for row in rows], "unit": [1, 2]}))
        quoted = '"' + live.table_name(f"T {i} {odd}").replace('"', '""') + '"'
        column = '"' + odd.replace('"', '""') + '"'
        found = candidates(engine, quoted, (odd,), "chars(1)", (1,), 1, filter_text=f"{column} <> '91'", unit="unit")
        assert found == (1, [(1, "9", None, 1)])


def test_a_column_is_found_in_any_case(one: Opened) -> None:
    _, engine = one
    table = written(engine, pa.table({"Zip": ["94110"]}))
    assert candidates(engine, table, ("zIP",), "zip", (1,), 1, filter_text="ZIP = '94110'") == (1, [(1, "9", None, 1)])


@with_each("case", ALL_KINDS, name_of, ())
def test_a_constant_column_never_fails(one: Opened, case: Case) -> None:
    """A planner may evaluate what is constant before it looks at the condition that guards it."""
    live, engine = one
    if list(case.types) != ["VARCHAR"] or case.spec in live.refused:
        pytest.skip("not applicable: a kind that reads text")
    table = written(engine, pa.table({"x": [1, 2]}))
    h = case.hierarchy
    for value in ("abc", "10.2.3.4", "99999999999"):
        item = exp.cast(exp.Literal.string(value), "TEXT").as_("c0")
        reads = exp.select(item).from_(table).subquery("constant")
        found = candidates(engine, table, ("c0",), h.spec, h.default_levels, 1, reads=reads)
        assert found == expected(h, [(value,)] * 2, h.default_levels, 1)


# --- filters ----------------------------------------------------------------------------------------------------

FILTERED = {
    "i": "INTEGER", "big": "BIGINT", "d": "DECIMAL(9,2)", "f": "DOUBLE", "s": "VARCHAR", "b": "BOOLEAN", "dt": "DATE",
    "ts": "TIMESTAMP",
}  # fmt: skip
DAY = datetime.date
ROWS: list[tuple[object, ...]] = [
    (None,) * 8,
    (0, 2**40, Decimal("1.25"), 0.1, "a", True, DAY(2020, 1, 1), datetime.datetime(2020, 1, 1)),
    (5, -1, Decimal("-2.50"), float("nan"), "A", False, DAY(2019, 12, 31), datetime.datetime(2019, 12, 31, 23, 59, 59)),
    (-(2**31), 0, Decimal("0"), float("inf"), "", True, DAY(1, 1, 1), datetime.datetime(1, 1, 1)),
    (2**31 - 1, 5, Decimal("3"), -0.0, "É%_\\", False, DAY(9999, 12, 31), datetime.datetime(9999, 12, 31, 12)),
    (3, 3, Decimal("1.26"), 1.5, "é", None, DAY(2020, 2, 29), datetime.datetime(2020, 1, 1, 12, 30)),
    (4, 4, Decimal("1.30"), -1e300, "🤦 b\n", True, DAY(2020, 3, 1), datetime.datetime(2020, 1, 2)),
    (5, None, None, 5.0, "5", None, None, None),
]
FILTERS = [
    "i = 5", "i <> 5", "i < 3.5", "5 >= i", "i IN (0, 5, 7)", "i NOT IN (0, 5)", "i BETWEEN 0 AND 4", "NOT (i = 5 OR i IS NULL)",
    "i IS NULL", "i IS NOT NULL", "i IS DISTINCT FROM 5", "i IS NOT DISTINCT FROM 5", "i > -3", "big = 1099511627776", "big > 0.5",
    "d = 1.25", "d > '1.255'", "d >= 1.26", "d IN (1.25, 3)", "f = 0.1", "f > 1", "f < 1", "f = 0", "f <> 1.5", "f = 'nan'", "f >= 'inf'",
    "s = 'a'", "s < 'a'", "s > 'Z'", "s IN ('a', '')", "s LIKE 'a'", "s LIKE '%'", "s LIKE 'É\\%%'", "s LIKE '_'", "s LIKE '%\\'", "s NOT LIKE '%b%'",
    "s ILIKE 'É%'", "s = 5", "s >= DATE '2020-01-01'", "s = 'É%_\\'", "s IS NOT DISTINCT FROM 'é'",
    "b", "NOT b", "b IS TRUE", "b IS NOT FALSE", "b = 'no'", "dt = '2020-1-1'", "dt > DATE '2019-12-31'", "dt BETWEEN '2020-01-01' AND '2020-02-29'",
    "ts >= TIMESTAMP '2020-01-01 12:30:00'", "ts < '2020-01-01'", "ts = DATE '2020-01-01'", "i = 5 AND (s = 'A' OR f = 5)",
]  # fmt: skip
SOME_FILTERS = (
    "i NOT IN (0, 5)", "d > '1.255'", "f = 'nan'", "s LIKE 'É\\%%'", "b IS NOT FALSE", "ts >= TIMESTAMP '2020-01-01 12:30:00'",
    "i = 5 AND (s = 'A' OR f = 5)", "s ILIKE 'É%'", "s = 5",
)  # fmt: skip


@pytest.fixture(scope="module")
def filtered(one: Opened) -> str:
    return written(one[1], arrow(["BIGINT", *FILTERED.values()], [(i, *row) for i, row in enumerate(ROWS)]).rename_columns(["id", *FILTERED]))


@pytest.fixture(scope="module")
def plain() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    con.register("given", arrow(["BIGINT", *FILTERED.values()], [(i, *row) for i, row in enumerate(ROWS)]).rename_columns(["id", *FILTERED]))
    con.execute("CREATE TABLE t AS SELECT * FROM given")
    return con


@with_each("text", FILTERS, str, SOME_FILTERS)
def test_a_filter_keeps_the_rows_of_plain_sql(
    one: Opened, filtered: str, plain: duckdb.DuckDBPyConnection, text: str
) -> None:
    live, engine = one
    if text in live.refused:
        with pytest.raises(DialectError, match=f"this filter is not available on {live.name}"):
            candidates(engine, filtered, ("id",), "items(1)", (1,), 1, filter_text=text)
        return
    query = counting_of_ids(text)
    want = counted(query.sql("duckdb"), plain)
    assert candidates(engine, filtered, ("id",), "items(1)", (1,), 1, filter_text=text) == want


def counting_of_ids(text: str) -> exp.Select:
    return counting_query(Source(("t",)), ["id"], parse("items(1)"), (1,), 1, text)


@with_each("text", ["i = 'abc'", "dt = 'no day'", "b = 'perhaps'", "i LIKE '1%'"], str, ("dt = 'no day'",))
def test_a_literal_that_does_not_fit_is_refused_whatever_the_rows(one: Opened, text: str) -> None:
    _, engine = one
    for rows in ([], [(i, *row) for i, row in enumerate(ROWS)]):
        table = written(engine, arrow(["BIGINT", *FILTERED.values()], rows).rename_columns(["id", *FILTERED]))
        with pytest.raises(ArgumentError, match="filter does not fit the table"):
            candidates(engine, table, ("id",), "items(1)", (1,), 1, filter_text=text)


# --- columns and refusals ---------------------------------------------------------------------------------------

WRONG: dict[str, object] = {"zip": 94110, "date": "2020-01-01", "bits(8)": 1.5, "ipv4": 1.5, "phone": 1}
"""A value of a type that the kind does not read."""


def test_types_are_named_as_typeof_names_them(one: Opened) -> None:
    live, engine = one
    types = ["VARCHAR", "BIGINT", "INTEGER", "DOUBLE", "BOOLEAN", "DATE", "TIMESTAMP", "TIMESTAMP WITH TIME ZONE", "DECIMAL(9,2)"]
    declared = ["TIMESTAMPTZ" if each.endswith("ZONE") else each for each in types]
    table = written(engine, arrow(declared, [(None,) * len(types)]))
    assert list(engine.columns(exp.to_table(table)).values()) == live.column_types(types)


@with_each("spec", list(WRONG), str, ("zip",))
def test_a_type_that_the_kind_does_not_read_is_refused_with_the_remedy(one: Opened, spec: str) -> None:
    _, engine = one
    table = written(engine, pa.table({"c0": [WRONG[spec]]}))
    h = parse(spec)
    with pytest.raises(ArgumentError, match="column c0 must have a type that hierarchy") as caught:
        candidates(engine, table, ("c0",), spec, h.default_levels, 1)
    assert h.remedy in str(caught.value)
    assert "94110" not in str(caught.value)


def test_what_is_missing_is_named(one: Opened) -> None:
    _, engine = one
    table = written(engine, pa.table({"c0": ["secret value"]}))
    with pytest.raises(EngineError, match="no_such_table"):
        candidates(engine, "no_such_table", ("c0",), "chars(1)", (1,), 1)
    for options in ({"filter_text": "nothing = 1"}, {"unit": "nothing"}):
        with pytest.raises(ArgumentError, match="'nothing' is no column of the table, which has c0"):
            candidates(engine, table, ("c0",), "chars(1)", (1,), 1, **options)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="col: 'c1' is no column"):
        candidates(engine, table, ("c1",), "chars(1)", (1,), 1)


def failing(table: str) -> exp.Subquery:
    """Reads a column of texts as one of numbers, and fails at the first that is none."""
    whole = exp.DataType.build("Int32", dialect="clickhouse")  # there not Nullable, where a cast would fail to NULL
    number = exp.Cast(this=exp.column("c0"), to=whole)
    return exp.select(exp.cast(number, "TEXT").as_("c0")).from_(table).subquery("failing")


def test_an_error_of_the_engine_shows_no_value(one: Opened) -> None:
    """Nor what looks like the name of an error in a value: `(SECRET)`."""
    _, engine = one
    table = written(engine, pa.table({"c0": ["secret (SECRET)"]}))
    with pytest.raises(EngineError) as caught:
        candidates(engine, table, ("c0",), "zip", (1,), 1, reads=failing(table))
    assert "secret" not in f"{caught.value!r} {caught.value}".lower()
    assert caught.value.__cause__ is None


@with_each("tries", [2, 20], str, ("2",), dear=2)
def test_a_count_after_one_that_failed_is_its_own(one: Opened, tries: int) -> None:
    """A part of the failed one's answer may have been on its way."""
    _, engine = one
    table = written(engine, pa.table({"c0": ["94110"] * 3 + ["no number"]}))
    for _ in range(tries):
        with pytest.raises(EngineError):
            candidates(engine, table, ("c0",), "zip", (1,), 1, reads=failing(table))
        assert candidates(engine, table, ("c0",), "zip", (1,), 1) == (4, [(1, "9", None, 3)])


def test_a_stream_is_refused(one: Opened) -> None:
    _, engine = one
    table = written(engine, pa.table({"c0": ["94110"]}))
    privacy = Privacy(1.0, 1e-6, "zip", (1,), n_max=1000)
    with pytest.raises(ArgumentError, match="dp_hhh_stream reads rows one by one in their order"):
        count(engine, Request("dp_hhh_stream", table, ("c0",), None, privacy), 1)


# --- writing ----------------------------------------------------------------------------------------------------

RELEASED = pa.table(
    {
        "level": pa.array([0, 1, 2], pa.int32()),
        "prefix": pa.array([None, "", CONTROL.replace("\x00", "") + "é🤦'\""], pa.string()),
        "count": pa.array([None, -1, 2**62], pa.int64()),
        "share": pa.array([None, 0.1, 1e300], pa.float64()),
        "complete": pa.array([None, True, False]),
    }
)


def test_a_table_is_written_once(one: Opened) -> None:
    live, engine = one
    target = exp.Table(this=exp.to_identifier(live.table_name(f"Released {next(numbers)}"), quoted=True))
    assert not engine.exists(target)
    engine.write(target, RELEASED)
    assert engine.exists(target)
    with pytest.raises(EngineError, match="exists already"):
        engine.write(target, RELEASED)
    back = engine.fetch(exp.select("*").from_(target))
    assert Counter(map(tuple, (row.values() for row in back.to_pylist()))) == Counter(
        map(tuple, (row.values() for row in RELEASED.to_pylist()))
    )


def test_an_empty_table_is_written_too(one: Opened) -> None:
    _, engine = one
    table = written(engine, RELEASED.slice(0, 0))
    assert engine.fetch(exp.select("*").from_(table)).num_rows == 0


def test_all_rows_are_written_or_nothing(one: Opened) -> None:
    _, engine = one
    target = exp.to_table(f"half{next(numbers)}")
    try:
        engine.write(target, pa.table({"x": ["ok", "not everywhere\x00"]}))
    except EngineError:
        assert not engine.exists(target)
    else:
        assert engine.fetch(exp.select("*").from_(target)).num_rows == 2


def test_closing_twice(one: Opened, request: pytest.FixtureRequest) -> None:
    live, _ = one
    with opened(live, request) as engine:
        engine.close()

"""What only ClickHouse in this process has, or does in a way of its own (dphh_sql/warehouse/engines/clickhouse.py)."""

from __future__ import annotations

import re
import threading
import uuid
from typing import Any

import pytest
from sqlglot import exp

from dphh_sql.errors import DialectError, EngineError
from dphh_sql.request import Request
from dphh_sql.warehouse.count import count
from dphh_sql.warehouse.opening import open_engine

pytestmark = pytest.mark.services

BREAKS_OFF = """
    SELECT concat('日本 of the statement that failed ', toString(number + throwIf(number = 9500))) AS n
    FROM numbers(10000) SETTINGS max_block_size = 1000, max_threads = 1
"""
"""Fails when nine blocks of its rows were written."""

FAILURE = "FUNCTION_THROW_IF_VALUE_IS_NON_ZERO"


@pytest.fixture
def engine() -> Any:
    return open_engine("clickhouse:///:memory:")


def broken_off(engine: Any, output: str = "ArrowStream") -> None:
    with pytest.raises(Exception, match=FAILURE):
        engine._session.query(BREAKS_OFF, output)


def test_chdb_keeps_what_a_failed_statement_wrote(engine: Any) -> None:
    """The fault that the next tests are about: once chdb has mended it, the engine need not clear what is left."""
    broken_off(engine)
    assert b"of the statement that failed" in engine._session.query("SELECT 1 AS n", "ArrowStream").bytes()


def test_an_answer_has_no_rows_of_a_statement_that_failed(engine: Any) -> None:
    one = exp.select(exp.Literal.number(1).as_("n"))
    for _ in range(20):
        broken_off(engine)
        assert engine.fetch(one).to_pydict() == {"n": [1]}
        with pytest.raises(EngineError, match=FAILURE):
            engine._run(BREAKS_OFF)
        assert engine.fetch(one).to_pydict() == {"n": [1]}
        broken_off(engine)
        assert not engine.exists(exp.to_table("nowhere"))


@pytest.mark.parametrize("output", ["ArrowStream", "CSV"])
def test_a_statement_of_another_thread_that_fails_is_an_error(engine: Any, output: str) -> None:
    one = exp.select(exp.Literal.number(1).as_("n"))
    done = threading.Event()

    def failing() -> None:
        while not done.is_set():
            broken_off(engine, output)

    thread = threading.Thread(target=failing)
    thread.start()
    mixed = 0
    try:
        for _ in range(200):
            try:
                assert engine.fetch(one).to_pydict() == {"n": [1]}
            except EngineError as error:
                assert "chdb mixed its rows in; run again" in str(error)
                mixed += 1
    finally:
        done.set()
        thread.join()
    assert mixed


LAYOUTS = {
    "minmax": "(f Float64, word String, INDEX i f TYPE minmax GRANULARITY 1) ENGINE = MergeTree ORDER BY tuple()",
    "set": "(f Float64, word String, INDEX i f TYPE set(100) GRANULARITY 1) ENGINE = MergeTree ORDER BY tuple()",
    "bloom": "(f Float64, word String, INDEX i f TYPE bloom_filter GRANULARITY 1) ENGINE = MergeTree ORDER BY tuple()",
    "key": "(f Float64, word String) ENGINE = MergeTree ORDER BY f SETTINGS index_granularity = 256",
    "parquet": "(f Float64, word String) ENGINE = File(Parquet)",
    "nullable": "(f Nullable(Float32), word String, INDEX i f TYPE minmax GRANULARITY 1) ENGINE = MergeTree ORDER BY tuple()",
}


def made(engine: Any, layout: str, *selects: str) -> str:
    table = f"t_{uuid.uuid4().hex}"
    engine._command(f"CREATE TABLE {table} {layout}")
    for select in selects:
        engine._command(f"INSERT INTO {table} {select}")
    return table


def total(engine: Any, table: str, text: str, col: str = "word") -> int:
    return count(engine, Request.parse("dp_hhh", table, col, {"eps": 1, "hierarchy": "chars(1)", "filter": text}), 1).total


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    ("many", "one", "text"),
    [
        ("nan", "5", "NOT (f < 1)"),
        ("nan", "5", "f <> 0.125"),
        ("nan", "5", "f > 1.5"),
        ("nan", "5", "NOT (f <= 1)"),
        ("-0.0", "0.0", "f = 0"),
        ("-0.0", "0.0", "f IN (0, 7)"),
        ("-0.0", "0.0", "f BETWEEN 0 AND 1"),
    ],
)
def test_one_row_more_brings_no_other_row(engine: Any, layout: str, many: str, one: str, text: str) -> None:
    """Indexes leave out NaN and the sign of 0, and skip rows for the sake of those beside them."""
    if many == "nan":
        rows = f"SELECT if(number = 0, 0.125, {many}), 'a' FROM numbers(1001) SETTINGS max_threads = 1"
    else:
        rows = f"SELECT {many}, 'a' FROM numbers(1000)"
    more = rows.replace("SELECT", f"SELECT {one}, 'a' UNION ALL SELECT", 1)
    totals = [total(engine, made(engine, LAYOUTS[layout], insert), text) for insert in (rows, more)]
    assert totals == [1000, 1001]


@pytest.mark.parametrize("nullable", [False, True])
@pytest.mark.parametrize("precision", [0, 3, 6, 8, 9])
def test_no_moment_in_a_filter_makes_a_row_an_error(engine: Any, precision: int, nullable: bool) -> None:
    """Nanoseconds reach from 1677 to 2262; a comparison with other years failed, but not in an empty table."""
    kind = f"Nullable(DateTime64({precision}))" if nullable else f"DateTime64({precision})"
    for inserts in ([], ["SELECT '2026-12-01 01:02:03', 'a'"]):
        table = made(engine, f"(t {kind}, word String) ENGINE = MergeTree ORDER BY tuple()", *inserts)
        for moment, found in (("0001-01-01", ">"), ("1600-01-01", ">"), ("2263-01-01", "<"), ("9999-12-31", "<")):
            for text in (f"t {found} '{moment}'", f"t {found}= TIMESTAMP '{moment}'", f"t <> '{moment}'", f"t NOT IN ('{moment}')"):
                assert total(engine, table, text) == len(inserts), text


def test_a_decimal_is_rounded_once(engine: Any) -> None:
    table = made(engine, "(d Decimal(18, 17), word String) ENGINE = Memory", "SELECT toDecimal64('0.09999999999999999', 17), 'a'")
    assert total(engine, table, "d < 0.1") == 1
    assert total(engine, table, "d >= 0.1") == 0


def test_what_it_orders_or_reads_otherwise_is_refused_by_name(engine: Any) -> None:
    table = made(engine, "(u UUID, d Date32, word String) ENGINE = Memory")
    for text, said in {
        "u <= '00000000-0000-0002-0000-000000000001'": "an order of UUIDs",
        "d < 'infinity'": "the moment 'infinity' is not of the years 1 to 9999",
        "d > '0044-03-15 (BC)'": "is not of the years 1 to 9999",
        "d < DATE '12000-01-01'": "is not of the years 1 to 9999",
    }.items():
        with pytest.raises(DialectError, match=f"this filter is not available on clickhouse: .*{re.escape(said)}"):
            total(engine, table, text)
    assert total(engine, table, "d < '1066-10-14' OR u = '00000000-0000-0002-0000-000000000001'") == 0


def test_an_error_shows_no_value_that_looks_like_a_name(engine: Any) -> None:
    """chdb cuts a message at a NUL, so that it ends with the value."""
    table = made(engine, "(s String) ENGINE = Memory", "SELECT 'diagnosis of Ann (HIV_POSITIVE)\\0'")
    for said in ("toString(CAST(s, 'Enum8(''a'' = 1)'))", "base64Decode(s)"):
        with pytest.raises(EngineError, match=r"the statement failed \([A-Z_]+\)") as caught:
            engine._run(f"SELECT {said} AS x FROM {table}")
        assert "HIV" not in str(caught.value)

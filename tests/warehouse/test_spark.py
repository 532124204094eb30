"""Spark: the session that `spark+local://` opens, a server that is not what it says, and texts too long to match."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import uuid
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pytest
from sqlglot import exp

from dphh_sql.errors import DialectError
from dphh_sql.hierarchies import parse
from dphh_sql.request import Privacy, Request
from dphh_sql.warehouse.count import count, statement
from dphh_sql.warehouse.dialects.spark import LONGEST
from dphh_sql.warehouse.engine import Engine
from dphh_sql.warehouse.opening import open_engine
from tests.support.engines import candidates
from tests.support.spark import SETTINGS

pytestmark = pytest.mark.services


@pytest.fixture(scope="module")
def engine(spark_server: tuple[str, list[object]]) -> Iterator[Engine]:
    engine = open_engine(spark_server[0])
    yield engine
    engine.close()


def test_a_local_session_counts(spark_server: tuple[str, list[object]]) -> None:
    """What `tests.support.spark` counted before it served: zip at levels 1 and 3, floor 2, a NULL among five rows."""
    _, counted = spark_server
    assert counted == [5, [[1, "9", None, 3], [3, "941", "9", 3]]]


FAILING = """
import sys
from dphh_sql.errors import EngineError
from dphh_sql.warehouse.opening import open_engine

engine = open_engine("spark+local://1")
for level in (None, "ERROR"):
    if level:
        print("with a log:", file=sys.stderr, flush=True)
        engine._session.sparkContext.setLogLevel(level)
    try:
        engine._run(lambda: engine._session.sql("SELECT CAST(concat('HIV_POSITIVE', id) AS INT) FROM range(3)").toArrow())
    except EngineError as error:
        print(error)
"""


def test_the_log_of_a_local_session_shows_no_row(spark_server: object) -> None:
    """Spark logs a failed task with the value that it failed on."""
    settings = " ".join(f"--conf '{name}={value}'" for name, value in SETTINGS.items() if "connect" not in value.lower())
    # Without what a Connect session of this process has left for its children.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SPARK_")}
    environment |= {"PYTHONPATH": os.pathsep.join(sys.path), "SPARK_LOCAL_IP": "127.0.0.1"}
    environment["PYSPARK_SUBMIT_ARGS"] = f"{settings} pyspark-shell"
    done = subprocess.run(
        [sys.executable, "-c", FAILING], capture_output=True, text=True, env=environment, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    silent, _, logged = done.stderr.partition("with a log:")
    assert done.stdout.count("the statement failed (CAST_INVALID_INPUT)") == 2
    assert "HIV_POSITIVE" not in done.stdout + silent
    assert "HIV_POSITIVE" in logged  # it would be there


@pytest.mark.parametrize("broken", ["_KNOWN", "_RETRIES"])
def test_a_server_whose_draws_do_not_hold_bounds_no_rows(
    spark_server: tuple[str, list[object]], broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It answers another block than AES, or knows no checked retries; what needs no draw works."""
    wrong: object = "00" * 16 if broken == "_KNOWN" else {"spark.sql.no.such.setting": "true"}
    monkeypatch.setattr(f"dphh_sql.warehouse.engines.spark.{broken}", wrong)
    engine = open_engine(spark_server[0])
    reads = exp.select(exp.cast(exp.Literal.string("94110"), "TEXT").as_("zip"), exp.Literal.number(1).as_("unit"))
    given = reads.subquery("given")
    try:
        if broken == "_KNOWN":
            assert candidates(engine, "given", ("zip",), "zip", (1,), 1, reads=given) == (1, [(1, "9", None, 1)])
        with pytest.raises(DialectError, match="unit .*needs draws by AES and checked retries"):
            candidates(engine, "given", ("zip",), "zip", (1,), 1, unit="unit", reads=given)
    finally:
        engine.close()


def test_a_text_too_long_for_a_pattern_is_malformed(engine: Engine) -> None:
    """Up to 500 characters as everywhere; longer ones count in the total alone. Without a limit they end the server."""
    assert LONGEST == 500
    stem, h = "1.2.3-a", parse("semver")
    fitting = stem + ".b" * ((LONGEST - len(stem)) // 2) + "c"
    assert len(fitting) == LONGEST
    longer = [fitting + "c", stem + ".b" * 10_000]
    assert all(h.python_key(text, 1) is not None for text in (fitting, *longer))
    engine.write(exp.to_table("long_texts"), pa.table({"c0": [fitting, *longer]}))
    total, found = candidates(engine, "long_texts", ("c0",), "semver", (1,), 1)
    assert (total, [n for *_, n in found]) == (3, [1])


def test_text_work_is_done_once_for_each_distinct_text(engine: Engine) -> None:
    """Three GROUP BYs in the plan: texts, items, prefixes. Spark may merge the first two, and read texts in each row."""
    engine.write(exp.to_table("planned"), pa.table({"ip": ["10.2.3.4"]}))
    query = statement(engine, Request("dp_hhh", "planned", ("ip",), None, Privacy(1.0, 1e-6, "ipv4", (8, 32))), 2)
    plan = engine._query(query)._explain_string()  # type: ignore[attr-defined]
    assert plan.count("Exchange hashpartitioning") == 3
    last = plan.rindex("Exchange hashpartitioning")  # the plan is printed from the end to the scan
    assert "RLIKE" in plan[:last]
    assert "RLIKE" not in plan[last:]


def made(engine: Any, select: str, using: str = "parquet") -> str:
    name = f"t_{uuid.uuid4().hex}"
    engine._session.sql(f"CREATE TABLE {name} USING {using} AS {select}").collect()
    return name


def total(engine: Engine, table: str, text: str) -> int:
    return count(engine, Request.parse("dp_hhh", table, "word", {"eps": 1, "hierarchy": "chars(1)", "filter": text}), 1).total


@pytest.mark.parametrize("using", ["parquet", "orc"])
@pytest.mark.parametrize(
    ("many", "one", "text"),
    [
        ("-0.0D", "0.0D", "v = 0"),
        ("-0.0D", "5.0D", "v IN (0, 5)"),
        ("-0.0D", "0.0D", "v >= 0"),
        ("CAST('NaN' AS FLOAT)", "CAST(5 AS FLOAT)", "NOT (v < 1)"),
        ("DATE'1582-10-10'", "DATE'1582-10-20'", "v >= '1582-10-10'"),
        ("DATE'1582-10-10'", "DATE'1582-10-20'", "v >= DATE '1582-10-10'"),
    ],
)
def test_one_row_more_brings_no_other_row(engine: Engine, using: str, many: str, one: str, text: str) -> None:
    """What files say of their values leaves out NaN, the sign of 0 and old calendars."""
    rows = f"SELECT /*+ COALESCE(1) */ {many} AS v, 'a' AS word FROM range(1000)"
    more = f"SELECT /*+ COALESCE(1) */ * FROM (SELECT {one} AS v, 'a' AS word UNION ALL SELECT {many}, 'a' FROM range(1000))"
    assert [total(engine, made(engine, select, using), text) for select in (rows, more)] == [1000, 1001]


@pytest.mark.parametrize("kind", ["FLOAT", "DOUBLE"])
def test_a_float_that_is_never_null_is_compared_by_its_values_too(engine: Any, kind: str) -> None:
    """Spark drops a CASE around it, and a source that knows the column's bounds (Iceberg) would see the comparison."""
    view = f"v_{uuid.uuid4().hex}"
    engine._session.sql(f"CREATE TEMP VIEW {view} AS SELECT CAST(id AS {kind}) AS v, 'a' AS word FROM range(10)").collect()
    assert not engine._session.table(view).schema["v"].nullable
    query = statement(engine, Request.parse("dp_hhh", view, "word", {"eps": 1, "hierarchy": "chars(1)", "filter": "v > 5"}), 1)
    plan = engine._query(query)._explain_string(extended=True).split("Optimized Logical Plan")[1]
    assert re.search(r"Filter .*\+ 0\.0\) > 5\.0", plan), plan
    assert total(engine, view, "v > 5") == 4


def test_no_day_is_an_error(engine: Engine) -> None:
    table = made(engine, "SELECT explode(array(date_add(DATE'9999-12-31', 110000000), DATE'2026-11-30')) AS d")
    assert candidates(engine, table, ("d",), "date", (1,), 1) == (2, [(1, "2026", None, 1)])


def test_moments_that_it_reads_otherwise_are_refused_by_name(engine: Engine) -> None:
    table = made(engine, "SELECT DATE'2026-11-30' AS d, 'a' AS word")
    for moment in ("infinity", "0044-03-15 (BC)", "12000-01-01"):
        with pytest.raises(DialectError, match="this filter is not available on spark: the moment .* is not of the years"):
            total(engine, table, f"d < '{moment}'")
    assert total(engine, table, "d > '1066-10-14'") == 1


def test_a_literal_is_taken_as_it_is(engine: Engine) -> None:
    table = made(engine, "SELECT concat('$', '{env:HOME}') AS s, 'a' AS word")
    assert total(engine, table, "s = '${env:HOME}'") == 1

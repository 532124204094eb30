"""Spark: the session that `spark+local://` opens, a server that is not what it says, and texts too long to match."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa
import pytest
from sqlglot import exp

from dphh_sql.errors import DialectError
from dphh_sql.hierarchies import parse
from dphh_sql.request import Privacy, Request
from dphh_sql.warehouse.count import statement
from dphh_sql.warehouse.dialects.spark import LONGEST
from dphh_sql.warehouse.engine import Engine
from dphh_sql.warehouse.opening import open_engine
from tests.support.engines import candidates

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

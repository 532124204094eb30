"""What only ClickHouse in this process has, or does in a way of its own (dphh_sql/warehouse/engines/clickhouse.py)."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from sqlglot import exp

from dphh_sql.errors import EngineError
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

"""A scan that fails after its first batch says nothing of the row that it failed on, and costs nothing."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

import dphh_sql
from dphh_sql.errors import ArgumentError, ReleaseError
from dphh_sql.policy import Policy
from dphh_sql.udfs import connect
from dphh_sql.udfs.counting import INTERRUPTED
from dphh_sql.udfs.refusals import without_values

ROWS = 300_000
"""More than two batches; the bad row is the last."""


@pytest.mark.parametrize("function", ["dp_heavy_hitters", "dp_hhh_stream"])
@pytest.mark.parametrize("sketch", ["space_saving", "misra_gries", "exact"])
def test_the_row_is_not_shown(tmp_path: Path, sketch: str, function: str) -> None:
    if sketch == "exact" and function == "dp_hhh_stream":
        function = "dp_hhh"
    if sketch != "exact":
        pytest.importorskip("numba")
    method = "" if function == "dp_hhh" else f", sketch => '{sketch}', k => 50"
    hierarchy = "" if function == "dp_heavy_hitters" else ", hierarchy => 'numeric(0, 16, 2)'"
    with connect(tmp_path / "bank.duckdb") as con:
        con.execute(f"CREATE TABLE stored AS SELECT 1 AS c, '1' AS note FROM range({ROWS})")
        con.execute("INSERT INTO stored VALUES (7, 'alice has condition X')")
        con.execute("CREATE VIEW visits AS SELECT c FROM stored WHERE note = 1")
        analyst = dphh_sql.analyst(con, Policy.of({"visits": {"published": True, "eps": 9.0, "delta": 1e-3}}))
        with pytest.raises(duckdb.Error, match="could not count the rows; nothing was charged") as refused:
            analyst.execute(f"FROM {function}('visits', 'c', eps => 1{method}{hierarchy})").fetchall()
        assert "alice" not in str(refused.value)
        assert con.execute("SELECT count(*) FROM dp_ledger()").fetchall() == [(0,)]


def told(error: BaseException) -> BaseException:
    with pytest.raises((Exception, KeyboardInterrupt)) as found, without_values("dp_f", lambda: ArgumentError("no")):
        raise error
    return found.value


@pytest.mark.parametrize(
    "error",
    [
        OSError("alice"),
        RuntimeError("alice"),
        ValueError("alice"),
        duckdb.ConversionException("alice"),
        pa.ArrowInvalid("alice"),
        pa.ArrowNotImplementedError("alice"),
        UnicodeDecodeError("utf-8", b"alice", 0, 1, "alice"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_whatever_the_error_its_words_are_dropped(error: Exception) -> None:
    found = told(error)
    assert isinstance(found, ReleaseError)
    assert "alice" not in str(found)
    assert found.__suppress_context__


def test_an_interrupt_and_our_own_errors_are_told() -> None:
    for error in (OSError("INTERRUPT Error: Interrupted!"), RuntimeError("Query interrupted")):
        assert str(told(error)) == INTERRUPTED
    for ours in (ReleaseError("ours"), ArgumentError("ours"), KeyboardInterrupt()):
        assert told(ours) is ours


@pytest.mark.parametrize("literal", ["amount = 'x'", "amount = 99999999999", "d = 'yesterday'", "d > 5"])
def test_an_analyst_is_told_of_a_literal_that_does_not_fit(literal: str) -> None:
    """Which depends on no row: it is found again without any."""
    with connect() as con:
        con.execute("CREATE TABLE loans AS SELECT '90001' AS zip, 5 AS amount, DATE '2020-01-01' AS d")
        analyst = dphh_sql.analyst(con, Policy.of({"loans": {"published": True, "eps": 9.0, "delta": 1e-3}}))
        for _ in range(2):
            with pytest.raises(duckdb.Error, match=r"filter must fit the columns of loans \(zip, amount, d\)"):
                analyst.execute("FROM dp_hhh('loans', 'zip', eps => 1, filter => $1)", [literal])
            con.execute("DELETE FROM loans")
        assert con.execute("SELECT count(*) FROM dp_ledger()").fetchall() == [(0,)]

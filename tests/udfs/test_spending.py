from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import duckdb
import pytest

from dphh_sql.ledger import Charge, TableId, ledger_path_for
from dphh_sql.udfs import connect, registry

LEDGER = ["release_id", "time", "user_name", "table_name", "function", "unit", "eps", "delta", "name", "hash"]
BUDGET = ["table_name", "unit", "eps_spent", "eps_left", "delta_spent", "delta_left", "releases"]


def charge(con: duckdb.DuckDBPyConnection, table: str, **changes: object) -> None:
    session = registry.attach(con, None)
    source = session.source(table.split("."), "memory", "main")
    facts: dict[str, object] = {"eps": 0.1, "delta": 1e-6, "unit": "row", "name": None} | changes
    session.ledger(source.database).charge(
        Charge(table=source.table, function="dp_hhh", user_name="ann", request="{}", **facts)  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(("function", "columns"), [("dp_ledger", LEDGER), ("dp_budget", BUDGET)])
def test_columns_when_nothing_was_spent(
    con: duckdb.DuckDBPyConnection, function: str, columns: list[str]
) -> None:
    result = con.execute(f"SELECT * FROM {function}()")
    assert [column[0] for column in result.description or ()] == columns
    assert result.fetchall() == []


def test_ledger_rows(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("CREATE TABLE loans (zip VARCHAR)")
    charge(con, "loans", name="q1")
    charge(con, "LOANS", unit="borrower", delta=0.0)
    rows = con.execute("SELECT * EXCLUDE (time, hash) FROM dp_ledger()").fetchall()
    assert rows == [
        (1, "ann", "loans", "dp_hhh", "row", 0.1, 1e-6, "q1"),
        (2, "ann", "loans", "dp_hhh", "borrower", 0.1, 0.0, None),
    ]
    times = con.execute("SELECT time FROM dp_ledger()").fetchall()
    now = datetime.now(UTC).replace(tzinfo=None)
    assert all(now - timedelta(minutes=10) < time <= now for (time,) in times)
    (hashes,) = zip(*con.execute("SELECT hash FROM dp_ledger()").fetchall(), strict=True)
    assert [len(h) for h in hashes] == [64, 64]


def test_the_ledger_is_in_the_order_of_its_numbers_when_the_clock_was_put_back(
    con: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    con.execute("CREATE TABLE loans (zip VARCHAR)")
    charge(con, "loans")
    with monkeypatch.context() as patch:
        clock = type("Clock", (datetime,), {"now": classmethod(lambda cls, zone: datetime(2001, 1, 1, tzinfo=zone))})
        patch.setattr("dphh_sql.ledger.tables.datetime", clock)
        charge(con, "loans")
    charge(con, "loans")
    found = con.execute("SELECT release_id, time < TIMESTAMP '2002-01-01' FROM dp_ledger()").fetchall()
    assert found == [(1, False), (2, True), (3, False)]


def test_budget_sums_exactly_and_never_over_units(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("CREATE TABLE loans (zip VARCHAR)")
    for _ in range(10):
        charge(con, "loans")
    charge(con, "loans", unit="borrower")
    assert con.execute("SELECT * FROM dp_budget()").fetchall() == [
        ("loans", "borrower", 0.1, None, 1e-6, None, 1),
        ("loans", "row", 1.0, None, 1e-5, None, 10),
    ]


def test_other_databases_go_by_their_full_name(file: Path) -> None:
    with connect() as con:
        con.execute(f"ATTACH '{file}' AS b; CREATE TABLE loans (zip VARCHAR)")
        charge(con, "loans")
        charge(con, "b.loans")
        tables = con.execute("SELECT table_name FROM dp_budget()").fetchall()
    assert tables == [("bank.main.Loans",), ("loans",)]


def test_reads_what_earlier_connections_spent(file: Path) -> None:
    for count in (1, 2):
        with connect(file) as con:
            session = registry.attach(con, None)
            session.ledger("bank").charge(
                Charge(
                    table=TableId("bank", "main", "Loans"),
                    function="dp_hhh",
                    eps=1,
                    delta=0,
                    user_name="ann",
                    request="{}",
                )
            )
            assert con.execute("SELECT releases FROM dp_budget()").fetchall() == [(count,)]
    with connect(file, read_only=True) as con:
        assert con.cursor().execute("SELECT count(*) FROM dp_ledger()").fetchall() == [(2,)]


def test_is_read_again_by_a_prepared_statement(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("CREATE TABLE loans (zip VARCHAR)")
    con.execute("PREPARE spent AS SELECT count(*) FROM dp_ledger()")
    for count in range(3):
        assert con.execute("EXECUTE spent").fetchall() == [(count,)]
        charge(con, "loans")


@pytest.mark.parametrize("function", ["dp_ledger", "dp_budget"])
def test_a_broken_ledger_is_a_clean_error(file: Path, function: str) -> None:
    ledger_path_for(file).write_text("no ledger" * 100)
    with connect(file) as con, pytest.raises(duckdb.Error) as caught:
        con.execute(f"SELECT * FROM {function}()")
    text = str(caught.value)
    assert text.startswith(f"Invalid Input Error: {function}: ledger")
    assert "Traceback" not in text
    assert "At:" not in text


def test_composition_stands_beside_the_sums(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(100)")
    assert con.execute("FROM dp_composition()").fetchall() == []
    for _ in range(20):
        con.execute("FROM dp_hhh('loans', 'zip', eps => 0.1)").fetchall()
    relation = con.execute("FROM dp_composition(delta => 1e-4)")
    row = dict(zip([name for name, *_ in relation.description or ()], relation.fetchall()[0], strict=True))
    assert (row["table_name"], row["unit"], row["releases"]) == ("loans", "row", 20)
    assert (row["eps_basic"], row["delta_basic"], row["delta_optimal"]) == (2.0, 2e-5, 1e-4)
    assert 1.0 < row["eps_optimal"] < 1.9
    with pytest.raises(duckdb.Error, match="dp_composition: delta must be at least"):
        con.execute("FROM dp_composition(delta => 1e-6)")

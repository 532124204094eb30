"""psycopg: simple and prepared statements, parameters and values in both forms, transactions, errors."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import psycopg
import pytest

from dphh_sql.serving.server import Server
from tests.serving.served import QUERY, connect


@pytest.fixture
def con(server: Server) -> Iterator[psycopg.Connection[Any]]:
    with connect(server.port) as con:
        yield con


@pytest.fixture(scope="module")
def kept(server: Server) -> Iterator[psycopg.Connection[Any]]:
    """One connection for all that changes nothing."""
    with connect(server.port) as con:
        yield con


def releases(con: psycopg.Connection[Any]) -> int:
    row = con.execute("SELECT count(*) FROM dp_ledger()").fetchone()
    assert row is not None
    return int(row[0])


@pytest.mark.parametrize("prepare", [False, True])
def test_a_release(con: psycopg.Connection[Any], prepare: bool) -> None:
    before = releases(con)
    rows = con.execute(QUERY, prepare=prepare).fetchall()
    assert {level for level, *_ in rows} == {0, 5}
    assert all(isinstance(count, int) for *_, count in rows)
    assert releases(con) == before + 1


def test_parameters(con: psycopg.Connection[Any]) -> None:
    query = "SELECT prefix FROM dp_hhh(%s, %s, eps => %s) WHERE level >= %s"
    before = releases(con)
    for eps in (0.1, 0.2):
        assert con.execute(query, ["loans", "zip", eps, 5], prepare=True).fetchall()
    row = con.execute("SELECT eps FROM dp_ledger() ORDER BY release_id DESC LIMIT 1").fetchone()
    assert row == (0.2,)
    assert releases(con) == before + 2


VALUES: list[tuple[str, Any]] = [
    ("true", True),
    ("(-5)::TINYINT", -5),
    ("(-32768)::SMALLINT", -32768),
    ("(-2147483648)::INTEGER", -(2**31)),
    ("(-9223372036854775808)::BIGINT", -(2**63)),
    ("18446744073709551615::UBIGINT", 2**64 - 1),
    ("170141183460469231731687303715884105727::HUGEINT", 2**127 - 1),
    ("0.1::DOUBLE", 0.1),
    ("1e308::DOUBLE", 1e308),
    ("'-Infinity'::DOUBLE", float("-inf")),
    ("0.5::FLOAT", 0.5),
    ("123.45::DECIMAL(10, 2)", Decimal("123.45")),
    ("(-0.0001)::DECIMAL(10, 4)", Decimal("-0.0001")),
    ("0.00::DECIMAL(10, 2)", Decimal("0.00")),
    ("10000.00001::DECIMAL(12, 5)", Decimal("10000.00001")),
    ("'naïve ''quoted'' \"text\" 🦆'", "naïve 'quoted' \"text\" 🦆"),
    ("''", ""),
    ("NULL::INTEGER", None),
    ("'\\x00\\xFF'::BLOB", b"\x00\xff"),
    ("DATE '1969-07-20'", dt.date(1969, 7, 20)),
    ("TIME '23:59:59.000001'", dt.time(23, 59, 59, 1)),
    ("TIMESTAMP '1999-12-31 23:59:59.999999'", dt.datetime(1999, 12, 31, 23, 59, 59, 999999)),
    ("TIMESTAMPTZ '2026-11-30 07:00:00+02'", dt.datetime(2026, 11, 30, 5, tzinfo=dt.UTC)),
    ("INTERVAL '-26 hours'", dt.timedelta(hours=-26)),
    ("INTERVAL '3 days 1 millisecond'", dt.timedelta(days=3, milliseconds=1)),
    ("'7b0f5cd6-5b5c-4ea4-a8ad-2f2cb7e5f0aa'::UUID", uuid.UUID("7b0f5cd6-5b5c-4ea4-a8ad-2f2cb7e5f0aa")),
    ("[1, NULL, 3]", [1, None, 3]),
    ("['a b', 'NULL', '', 'q\"\\']", ["a b", "NULL", "", 'q"\\']),
    ("[]::INTEGER[]", []),
    ("{'a': 1, 'b': ['x']}", {"a": 1, "b": ["x"]}),
    ("[[1], [2, 3]]", [[1], [2, 3]]),
    ("map {'k': 1}", {"k": 1}),
    ("'{\"a\": 1}'::JSON", {"a": 1}),
    ("'small'::ENUM('small', 'large')", "small"),
]


@pytest.mark.parametrize("binary", [False, True])
@pytest.mark.parametrize(("sql", "value"), VALUES, ids=[sql for sql, _ in VALUES])
def test_values_arrive_as_they_are(kept: psycopg.Connection[Any], sql: str, value: Any, binary: bool) -> None:
    row = kept.cursor(binary=binary).execute(f"SELECT {sql} AS v").fetchone()
    assert row == (value,)


@pytest.mark.parametrize("placeholder", ["%s", "%b", "%t"])
@pytest.mark.parametrize(
    ("value", "cast"),
    [
        (7, "INTEGER"),
        (-(2**40), "BIGINT"),
        (0.25, "DOUBLE"),
        (True, "BOOLEAN"),
        ("héllo", "VARCHAR"),
        (None, "VARCHAR"),
        (b"\x00\x01", "BLOB"),
        (dt.date(2000, 2, 29), "DATE"),
        (dt.datetime(1970, 1, 1, 0, 0, 0, 5), "TIMESTAMP"),
        (dt.datetime(1970, 1, 1, tzinfo=dt.UTC), "TIMESTAMPTZ"),
        (uuid.UUID(int=5), "UUID"),
    ],
)
def test_parameters_arrive_as_they_are(kept: psycopg.Connection[Any], value: Any, cast: str, placeholder: str) -> None:
    assert kept.execute(f"SELECT {placeholder}::{cast}", [value]).fetchone() == (value,)


@pytest.mark.parametrize(
    ("sql", "state"),
    [
        ("SELEC 1", "42601"),
        ("SELECT * FROM loans", "42P01"),
        ("SELECT nothing FROM places", "42703"),
        ("SELECT no_such_function(1)", "42883"),
        ("SELECT 'x'::INTEGER", "22P02"),
        ("FROM dp_hhh('loans', 'zip', eps => 1000)", "53400"),
        ("FROM dp_hhh('salaries', 'zip', eps => 1)", "P0001"),
        ("CREATE TABLE places (x INTEGER)", "42P07"),
        ("COPY places TO '/tmp/x'", "42501"),
    ],
)
@pytest.mark.parametrize("prepare", [False, True])
def test_errors_have_a_code_and_leave_the_session(
    kept: psycopg.Connection[Any], sql: str, state: str, prepare: bool
) -> None:
    with pytest.raises(psycopg.Error) as refused:
        kept.execute(sql, prepare=prepare)
    assert refused.value.sqlstate == state, refused.value
    assert kept.execute("SELECT 1").fetchone() == (1,)


def test_an_error_in_a_transaction_lasts_until_its_end(con: psycopg.Connection[Any]) -> None:
    con.autocommit = False
    con.execute("CREATE TEMP TABLE kept AS SELECT 1 AS x")
    con.commit()
    con.execute("INSERT INTO kept VALUES (2)")
    with pytest.raises(psycopg.errors.UndefinedTable):
        con.execute("FROM nothing")
    with pytest.raises(psycopg.errors.InFailedSqlTransaction):
        con.execute("SELECT 1")
    con.rollback()
    assert con.execute("SELECT sum(x) FROM kept").fetchone() == (1,)


def test_a_rollback_gives_no_charge_back(con: psycopg.Connection[Any]) -> None:
    before = releases(con)
    con.autocommit = False
    con.execute(QUERY)
    con.rollback()
    assert releases(con) == before + 1


def test_several_statements_at_once(con: psycopg.Connection[Any]) -> None:
    cursor = con.execute(
        "CREATE TEMP TABLE t(x INTEGER); INSERT INTO t VALUES (1), (2); SELECT * FROM t; UPDATE t SET x = 3"
    )
    tags = [cursor.statusmessage]
    while cursor.nextset():
        tags.append(cursor.statusmessage)
    assert tags == ["CREATE TABLE", "INSERT 0 2", "SELECT 2", "UPDATE 2"]
    assert con.execute("DELETE FROM t RETURNING x").fetchall() == [(3,), (3,)]
    assert con.execute("").statusmessage is None


def test_pipeline(con: psycopg.Connection[Any]) -> None:
    with con.pipeline():
        cursors = [con.execute("SELECT %s::INTEGER + 1", [i]) for i in range(5)]
    assert [cursor.fetchone() for cursor in cursors] == [(i + 1,) for i in range(5)]


def test_rows_in_parts(con: psycopg.Connection[Any]) -> None:
    """`stream` reads row by row, JDBC's fetch size in portals."""
    assert sum(x for (x,) in con.cursor().stream("SELECT * FROM range(10000)")) == sum(range(10000))


@pytest.mark.parametrize(
    "sql", ["SET client_encoding = 'UTF8'", "SET extra_float_digits TO 3", "SET TIME ZONE 'UTC'", "DISCARD ALL"]
)
def test_what_drivers_set(con: psycopg.Connection[Any], sql: str) -> None:
    con.execute(sql)


def test_settings_stay_locked(con: psycopg.Connection[Any]) -> None:
    for sql in ("SET memory_limit = '1TB'", "SET enable_external_access = true", "SET lock_configuration = false"):
        with pytest.raises(psycopg.Error, match="locked"):
            con.execute(sql)
    assert con.execute("SHOW transaction_isolation").fetchone() == ("read committed",)
    assert con.info.server_version == 140000


def test_no_statement_behind_a_setting_is_swallowed(con: psycopg.Connection[Any]) -> None:
    con.execute("CREATE TEMP TABLE t(x INTEGER)")
    for sql in (
        "SET application_name = 'a;b'; INSERT INTO t VALUES (1)",
        "SET extra_float_digits TO 3; INSERT INTO t VALUES (1);",
        "BEGIN; SET client_encoding TO UTF8; INSERT INTO t VALUES (1); COMMIT",
    ):
        con.execute(sql.encode())
    assert con.execute("SELECT count(*) FROM t").fetchone() == (3,)
    for sql in ("SET NAMES 'UTF8'; DROP TABLE t", "BEGIN ISOLATION LEVEL SERIALIZABLE; INSERT INTO t VALUES (1)"):
        with pytest.raises(psycopg.errors.SyntaxError):  # DuckDB's parser, which does not know the first
            con.execute(sql.encode())
    assert con.info.transaction_status == psycopg.pq.TransactionStatus.IDLE
    con.execute("BEGIN ISOLATION LEVEL SERIALIZABLE, READ WRITE")
    con.execute("ROLLBACK")


def test_savepoints_as_far_as_they_go(con: psycopg.Connection[Any]) -> None:
    """What only read can be taken back; where something would be lost, the whole transaction is."""
    con.execute("CREATE TEMP TABLE t(x INTEGER)")
    with con.transaction():
        with pytest.raises(psycopg.errors.UndefinedTable), con.transaction():
            con.execute("FROM nothing")
        with con.transaction():
            con.execute("INSERT INTO t VALUES (1)")
        with con.transaction(force_rollback=True):
            con.execute("FROM t")
    assert con.execute("SELECT count(*) FROM t").fetchone() == (1,)
    with con.transaction():
        con.execute("SAVEPOINT s")
        con.execute("INSERT INTO t VALUES (3)")
        with pytest.raises(psycopg.errors.FeatureNotSupported, match="part of a transaction cannot be undone"):
            con.execute("ROLLBACK TO s")
        raise psycopg.Rollback
    assert con.execute("SELECT count(*) FROM t").fetchone() == (1,)
    for sql in ("SAVEPOINT s", "RELEASE s", "ROLLBACK TO SAVEPOINT s"):
        with pytest.raises(psycopg.Error):
            con.execute(sql)

from __future__ import annotations

import duckdb
import pytest


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("dphh_prefix('94110-1234', 'zip', 3)", "941"),
        ("dphh_prefix(167772161, 'ipv4', 16)", "10.0.0.0/16"),
        ("dphh_prefix(DATE '2026-11-03', 'date', 2)", "2026-11"),
        ("dphh_prefix(TIMESTAMP '2026-11-03 10:11:12', 'timestamp', 4)", "2026-11-03 10"),
        ("dphh_prefix(['CA', 'Kern'], 'columns(2)', 1)", '["CA"]'),
        ("dphh_prefix(['CA', 'Kern']::VARCHAR[2], 'columns(2)', 2)", '["CA","Kern"]'),
        ("dphh_prefix('not a zip', 'zip', 3)", None),
        ("dphh_prefix('94110', 'zip', 3::UTINYINT)", "941"),
        ("dphh_prefixes('94110', 'zip')", ["9", "941", "94110"]),
        ("dphh_prefixes(DATE '2026-11-03', 'date')", ["2026", "2026-11", "2026-11-03"]),
        ("dphh_prefixes(['CA', NULL], 'columns(2)')", ['["CA"]']),
        ("dphh_level('10.2.0.0/16', 'ipv4')", 16),
        ("dphh_level('?', 'ipv4')", None),
        ("dphh_contains('941', '94110', 'zip')", True),
        ("dphh_contains('941', '95110', 'zip')", False),
        ("dphh_contains('10.0.0.0/8', 167772161, 'ipv4')", True),
        ("dphh_contains('2026-11', DATE '2026-11-03', 'date')", True),
        ("dphh_contains('[\"CA\"]', ['CA', 'Kern'], 'columns(2)')", True),
        ("dphh_contains('?', '94110', 'zip')", None),
        ("dphh_prefix(NULL, 'zip', 3)", None),
        ("dphh_prefix('94110', NULL, 3)", None),
        ("dphh_prefix('94110', 'zip', NULL)", None),
        ("dphh_prefixes(NULL, 'zip')", None),
        ("dphh_level(NULL, 'zip')", None),
        ("dphh_contains('941', NULL, 'zip')", None),
        ("dphh_contains(NULL, '94110', 'zip')", None),
    ],
)
def test_value(con: duckdb.DuckDBPyConnection, call: str, expected: object) -> None:
    assert con.execute(f"SELECT {call}").fetchall() == [(expected,)]


def test_over_columns_and_in_every_clause(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("CREATE TABLE t AS SELECT (90000 + i)::VARCHAR AS zip FROM range(5000) r(i)")
    con.execute("INSERT INTO t VALUES (NULL)")
    rows = con.execute(
        "SELECT dphh_prefix(zip, 'zip', 3) AS prefix, count(*) FROM t"
        " WHERE dphh_contains('90', zip, 'zip') OR zip IS NULL"
        " GROUP BY dphh_prefix(zip, 'zip', 3) ORDER BY dphh_prefix(zip, 'zip', 3) NULLS FIRST LIMIT 3"
    ).fetchall()
    assert rows == [(None, 1), ("900", 100), ("901", 100)]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("dphh_prefix('94110', 'zp', 3)", "dphh_prefix: unknown hierarchy 'zp'.*Did you mean 'zip'"),
        ("dphh_prefix('94110', 'zip', 7)", "dphh_prefix: levels must be levels of zip, got 7"),
        ("dphh_prefixes('94110', 'zp')", "dphh_prefixes: unknown hierarchy 'zp'"),
        ("dphh_level('941', 'zp')", "dphh_level: unknown hierarchy 'zp'"),
        ("dphh_contains('941', '94110', 'zp')", "dphh_contains: unknown hierarchy 'zp'"),
    ],
)
@pytest.mark.parametrize("source", ["", " FROM range(3)"])
def test_clean_error(con: duckdb.DuckDBPyConnection, call: str, message: str, source: str) -> None:
    with pytest.raises(duckdb.Error, match=f"^Invalid Input Error: {message}") as caught:
        con.execute(f"SELECT {call}{source}").fetchall()
    assert "At:" not in str(caught.value)
    assert con.execute("SELECT dphh_level('941', 'zip')").fetchall() == [(3,)]

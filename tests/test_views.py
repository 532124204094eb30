from __future__ import annotations

import duckdb
import pytest
from sqlglot import exp

from dphh_sql.views import mentions, plain_view

PLAIN = [
    ("SELECT * FROM loans", ["zip", "year", "odd name"], {"zip": "zip", "year": "year", "odd name": "odd name"}),
    ("FROM loans", ["zip"], {"zip": "zip"}),
    ("SELECT zip AS code, year FROM main.loans AS l", ["zip", "year"], {"code": "zip", "year": "year"}),
    ("SELECT l.zip, l.* EXCLUDE (zip) FROM loans l WHERE l.year >= 2005 AND l.zip LIKE '9%'", ["ZIP", "year"],
     {"zip": "ZIP", "year": "year"}),
    ('SELECT "odd name" AS "other ""one""" FROM loans WHERE year BETWEEN 1 AND 2 OR zip IS NULL',
     ["odd name", "year", "zip"], {'other "one"': "odd name"}),
]  # fmt: skip

NOT_PLAIN = [
    "SELECT * FROM loans UNION ALL SELECT * FROM loans",
    "SELECT l.* FROM loans l, loans m",
    "SELECT l.* FROM loans l JOIN loans m USING (zip)",
    "SELECT l.* FROM loans l POSITIONAL JOIN loans m",
    "SELECT unnest([zip, zip]) AS zip FROM loans",
    "SELECT upper(zip) AS zip FROM loans",
    "SELECT zip || 'x' AS zip FROM loans",
    "SELECT CAST(year AS VARCHAR) AS zip FROM loans",
    "SELECT DISTINCT zip FROM loans",
    "SELECT zip FROM loans GROUP BY zip",
    "SELECT zip FROM loans LIMIT 5",
    "SELECT zip FROM loans ORDER BY zip",
    "SELECT zip FROM loans USING SAMPLE 10%",
    "SELECT zip FROM loans TABLESAMPLE 10%",
    "SELECT zip FROM loans QUALIFY row_number() OVER () < 3",
    "SELECT zip, count(*) OVER () AS n FROM loans",
    "WITH w AS (FROM loans) FROM w",
    "SELECT zip FROM (SELECT * FROM loans)",
    "SELECT * REPLACE (year + 1 AS year) FROM loans",
    "SELECT * RENAME (zip AS code) FROM loans",
    "SELECT COLUMNS('z.*') FROM loans",
    "SELECT zip FROM loans WHERE year / 0 > 1",
    "SELECT zip FROM loans WHERE zip = (SELECT max(zip) FROM loans)",
    "SELECT zip FROM loans WHERE zip = note",
    "SELECT * FROM loans l(a, b)",
    "SELECT zip FROM query('FROM loans')",
    "SELECT 1 AS zip",
    "FROM range(3)",
    "FROM (VALUES (1)) t(zip)",
    "PIVOT loans ON year IN (1, 2) USING count(*)",
]


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    con.execute("""CREATE TABLE loans (zip VARCHAR, note VARCHAR, year INT, "odd name" INT)""")
    return con


def stored(con: duckdb.DuckDBPyConnection, body: str, name: str = "v") -> str:
    """As DuckDB keeps it."""
    con.execute(f"CREATE OR REPLACE VIEW {name} AS {body}")
    ((sql,),) = con.execute("SELECT sql FROM duckdb_views() WHERE view_name = 'v'").fetchall()
    return str(sql)


@pytest.mark.parametrize(("body", "inputs", "columns"), PLAIN)
def test_plain(con: duckdb.DuckDBPyConnection, body: str, inputs: list[str], columns: dict[str, str]) -> None:
    sql = stored(con, body)
    view = plain_view(sql)
    assert view is not None
    assert view.parts[-1] == "loans"
    assert view.columns(inputs) == columns
    assert mentions(sql) == {"loans"}


def test_a_plain_view_written_out_is_the_view(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("DELETE FROM loans; INSERT INTO loans SELECT i::VARCHAR, 'x', i % 7, i FROM range(50) r(i)")
    con.execute("INSERT INTO loans VALUES (NULL, NULL, NULL, NULL)")
    names = [name for (name,) in con.execute("SELECT column_name FROM duckdb_columns()").fetchall()]
    for body, _, _ in PLAIN:
        sql = stored(con, body)
        view = plain_view(sql)
        assert view is not None
        columns = view.columns(names[:4])
        assert columns is not None
        written = view.over(exp.to_table("loans"), columns).sql("duckdb")
        assert con.execute(written).fetchall() == con.execute("FROM v").fetchall()


@pytest.mark.parametrize("body", NOT_PLAIN)
def test_not_plain(con: duckdb.DuckDBPyConnection, body: str) -> None:
    assert plain_view(stored(con, body)) is None


def test_a_column_list_is_not_plain(con: duckdb.DuckDBPyConnection) -> None:
    sql = stored(con, "SELECT zip, note FROM loans", "v(note, zip)")
    assert plain_view(sql) is None
    assert mentions(sql) == {"loans"}


def test_columns_that_are_missing_or_given_twice(con: duckdb.DuckDBPyConnection) -> None:
    view = plain_view("CREATE VIEW v AS SELECT *, zip AS ZIP FROM loans")
    assert view is not None
    assert view.columns(["zip"]) is None
    missing = plain_view("CREATE VIEW v AS SELECT nothing FROM loans")
    assert missing is not None
    assert missing.columns(["zip"]) is None
    pseudo = plain_view("CREATE VIEW v AS SELECT zip FROM loans WHERE rowid < 5")
    assert pseudo is not None
    assert pseudo.columns(["zip"]) is None


@pytest.mark.parametrize(
    "sql", ["CREATE VIEW v AS FROM query('FROM loans')", "CREATE VIEW v AS FROM f(1)", "nonsense ("]
)
def test_mentions_nothing_that_can_be_told(sql: str) -> None:
    assert mentions(sql) is None

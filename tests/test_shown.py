from __future__ import annotations

import duckdb
import pyarrow as pa
import pytest

import dphh_sql
from dphh_sql.errors import ArgumentError, UnknownNameError
from dphh_sql.released_tree import released_tree


@pytest.fixture
def con() -> duckdb.DuckDBPyConnection:
    con = dphh_sql.connect()
    con.execute("CREATE TABLE \"my 'loans'\" AS SELECT '94110' AS \"zip code\", '<b>' AS word, i AS voter FROM range(2000) r(i)")
    return con


def test_a_release_is_read_as_its_rows() -> None:
    with dphh_sql.connect() as con:
        con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(1000)")
        made = dphh_sql.release(con, "dp_hhh", "loans", "zip", eps=1)
        assert pa.table(made) == made.rows
        assert released_tree(made) == released_tree(made.rows)


def test_what_is_no_connection_is_refused() -> None:
    with pytest.raises(ArgumentError, match="release: con must be a DuckDB connection, got NoneType"):
        dphh_sql.release(None, "dp_hhh", "loans", "zip", eps=1)  # type: ignore[arg-type]


def test_it_shows_its_rows_and_its_guarantee(con: duckdb.DuckDBPyConnection) -> None:
    made = dphh_sql.release(con, "dp_hhh", "my 'loans'", "zip code", hierarchy="zip", eps=0.5, levels=[3, 5])
    assert made.certificate is not None
    assert made.certificate["eps"] == 0.5
    assert made.rows.column("level").to_pylist() == [0, 5]
    assert list(made.df().prefix) == [None, "94110"] or made.df().prefix.isna()[0]
    text = str(made)
    assert text.splitlines()[0].split() == made.rows.column_names
    assert "2 rows: release 1 of memory.main.\"my 'loans'\" by dp_hhh (onehit), (0.5, 1e-06)-differentially private" in text
    html = made._repr_html_()
    assert html.startswith("<div><table><caption")
    assert ">94110</td>" in html
    assert con.execute("SELECT count(*) FROM dp_ledger()").fetchall() == [(1,)]


def test_texts_are_escaped_and_long_results_are_cut(con: duckdb.DuckDBPyConnection) -> None:
    made = dphh_sql.release(con, "dp_heavy_hitters", "my 'loans'", "word", eps=1)
    assert "<b>" in str(made)
    assert "<b>" not in made._repr_html_()
    con.execute("CREATE TABLE many AS SELECT i % 50 AS item FROM range(50000) r(i)")
    long = dphh_sql.release(con, "dp_heavy_hitters", "many", "item", eps=1)
    assert "... 10 more rows" in str(long)
    assert "... 10 more rows" in long._repr_html_()


def test_more_than_one_column(con: duckdb.DuckDBPyConnection) -> None:
    made = dphh_sql.release(con, "dp_triehh", "my 'loans'", "word", "voter", eps=2, max_length=3)
    assert made.rows.column_names == ["prefix", "level", "complete"]


def test_the_certificate_is_that_of_the_rows_not_of_the_last_release(con: duckdb.DuckDBPyConnection) -> None:
    first = dphh_sql.release(con, "dp_hhh", "my 'loans'", "zip code", hierarchy="zip", eps=1, name="first")
    dphh_sql.release(con, "dp_hhh", "my 'loans'", "zip code", hierarchy="zip", eps=2)
    again = dphh_sql.release(con, "dp_hhh", "my 'loans'", "zip code", hierarchy="zip", eps=1, name="first")
    assert again == first
    assert again.certificate is not None
    assert again.certificate["release_id"] == 1


def test_refusals(con: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'dp_hhh'"):
        dphh_sql.release(con, "dp_hh", "my 'loans'", "zip code")
    with pytest.raises(duckdb.Error, match="dp_hhh: eps"):
        dphh_sql.release(con, "dp_hhh", "my 'loans'", "zip code", hierarchy="zip", eps=-1)
    with pytest.raises(duckdb.Error, match="dp_hhh"):
        dphh_sql.release(con, "dp_hhh", "my 'loans'", "zip code", epsilon=1)
    with duckdb.connect() as plain, pytest.raises(duckdb.Error, match="dp_hhh"):
        dphh_sql.release(plain, "dp_hhh", "t", "c", eps=1)


def test_a_long_text_is_shortened_where_it_is_shown() -> None:
    with dphh_sql.connect() as con:
        con.execute("CREATE TABLE t AS SELECT repeat('w', 10_000) AS word FROM range(900)")
        made = dphh_sql.release(con, "dp_heavy_hitters", "t", "word", eps=1)
    assert made.rows.column("item").to_pylist() == ["w" * 10_000]
    assert max(map(len, str(made).splitlines())) < 200
    assert len(made._repr_html_()) < 2_000

"""Names of tables and columns: any name works, nothing but a name gets through, and SQL never does."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlglot import exp, parse_one

from dphh_sql import hierarchies
from dphh_sql.errors import ArgumentError
from dphh_sql.filter import parse_filter
from dphh_sql.serving.dialect import bare
from dphh_sql.source import Source, parse_columns, parse_table

names = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=12) | st.text(
    alphabet="ab.\"' ();:|/\\\n-", min_size=1, max_size=10
)


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


@pytest.mark.parametrize(
    ("tbl", "parts"),
    [
        ("loans", ("loans",)),
        ("Loans", ("Loans",)),
        ("my loans", ("my loans",)),
        (" loans ", ("loans",)),
        ("select", ("select",)),
        ("selection", ("selection",)),
        ("it's", ("it's",)),
        ("日本", ("日本",)),
        ("s.loans", ("s", "loans")),
        ("db.s.loans", ("db", "s", "loans")),
        ('"a.b".c', ("a.b", "c")),
        ('"a""b"', ('a"b',)),
        ('"a(b)"', ("a(b)",)),
        (' "a" . "b" ', ("a", "b")),
        ("x.parquet", ("x.parquet",)),
        ("X.CSV.GZ", ("X.CSV.GZ",)),
        ("data/my loans.parquet", ("data/my loans.parquet",)),
        ("/tmp/a.b/c", ("/tmp/a.b/c",)),
        (r"c:\data\x", (r"c:\data\x",)),
        ("s3://bucket/x.parquet", ("s3://bucket/x.parquet",)),
        ('"x.parquet"', ("x.parquet",)),
    ],
)
def test_tables(tbl: str, parts: tuple[str, ...]) -> None:
    assert parse_table(tbl).parts == parts


@pytest.mark.parametrize(
    ("tbl", "rule"),
    [
        (None, "name of one table"),
        ("", "name of one table"),
        ("  ", "name of one table"),
        (5, "name of one table"),
        (True, "name of one table"),
        ({"a": 1}, "name of one table"),
        (["loans"], "a list of tables would count rows twice"),
        (["a", "a"], "a list of tables would count rows twice"),
        ("SELECT * FROM loans", "not an expression"),
        ("FROM loans", "not an expression"),
        ("WITH a AS (SELECT 1) FROM a", "not an expression"),
        ("(SELECT 1)", "not an expression"),
        ("range(3)", "not an expression"),
        ("values (1)", "not an expression"),
        ("a; DROP TABLE a", "not an expression"),
        ("a || b", "not an expression"),
        ("a::b", "not an expression"),
        ("a.", "db.schema.table"),
        (".a", "db.schema.table"),
        ("a..b", "db.schema.table"),
        ('a"b', "db.schema.table"),
        ('"a', "db.schema.table"),
        ('"a"b', "db.schema.table"),
        ('""', "db.schema.table"),
        ("a.b.c.d", "at most three parts"),
    ],
)
def test_tables_refused(tbl: object, rule: str) -> None:
    with pytest.raises(ArgumentError, match=rule) as caught:
        parse_table(tbl)
    assert caught.value.argument == "tbl"
    assert repr(tbl) in str(caught.value)


@pytest.mark.parametrize(
    ("col", "columns"),
    [
        ("zip", ("zip",)),
        (" zip ", ("zip",)),
        ("a.b", ("a.b",)),
        ("my col", ("my col",)),
        ('qu"ote', ('qu"ote',)),
        ('"left(zip)"', ("left(zip)",)),
        ('"a""b"', ('a"b',)),
        (["state", "county"], ("state", "county")),
        (["zip"], ("zip",)),
    ],
)
def test_columns(col: object, columns: tuple[str, ...]) -> None:
    assert parse_columns(col) == columns


@pytest.mark.parametrize(
    ("col", "rule"),
    [
        (None, "column name"),
        ("", "column name"),
        (5, "column name"),
        ([], "column name"),
        ([None], "column name"),
        (["a", ""], "column name"),
        (["a", 5], "column name"),
        ([["a"]], "column name"),
        ({"a": "b"}, "column name"),
        (["a", "A"], "name each column once"),
        (["a", '"a"'], "name each column once"),
        ("left(zip, 2)", "not an expression"),
        ("unnest([zip, zip])", "not an expression"),
        ("row_number() OVER ()", "not an expression"),
        ("(SELECT 1)", "not an expression"),
        ("zip::INT", "not an expression"),
        ("a || b", "not an expression"),
        ("a; b", "not an expression"),
        (["state", "upper(county)"], "not an expression"),
    ],
)
def test_columns_refused(col: object, rule: str) -> None:
    with pytest.raises(ArgumentError, match=rule) as caught:
        parse_columns(col)
    assert caught.value.argument == "col"


@given(parts=st.lists(names, min_size=1, max_size=3))
def test_a_quoted_name_is_taken_as_it_is(parts: list[str]) -> None:
    assert parse_table(".".join(map(quoted, parts))) == Source(tuple(parts))
    assert parse_columns(quoted(parts[0])) == (parts[0],)


@settings(max_examples=100)
@given(tbl=names)
def test_whatever_is_accepted_is_nothing_but_names(tbl: str) -> None:
    try:
        source = parse_table(tbl)
    except ArgumentError:
        return
    text = exp.select("*").from_(source.expression).sql(dialect="duckdb")
    assert text == "SELECT * FROM " + ".".join(map(quoted, source.parts))
    (table,) = parse_one(text, read="duckdb").find_all(exp.Table)
    assert tuple(part.name for part in table.parts) == source.parts


@settings(max_examples=15)
@given(name=names)
def test_duckdb_finds_the_table_that_was_named(name: str) -> None:
    with duckdb.connect() as con:
        con.execute(f"CREATE TABLE {quoted(name)} AS SELECT 42 AS x")
        found = exp.select("x").from_(parse_table(quoted(name)).expression).sql(dialect="duckdb")
        assert con.execute(found).fetchall() == [(42,)]


@pytest.mark.parametrize("pump", [" ", '"', '" ', 'a"', "a ", '""', '"a".', ". "])
@pytest.mark.parametrize("end", ["", '"', "(", "\n", "."])
def test_no_text_takes_long_to_be_refused_or_read(pump: str, end: str) -> None:
    """Whoever asks chooses it. With patterns that can be tried in many ways this does not end."""
    for length in (100, 3_900):
        for start in ("", '"', "taxonomy(", "("):
            given = start + pump * (length // len(pump)) + end
            for read in (parse_table, parse_columns, hierarchies.parse, parse_filter, bare):
                with suppress(ArgumentError):
                    read(given)


@pytest.mark.parametrize(
    ("argument", "read"), [("tbl", parse_table), ("col", parse_columns), ("hierarchy", hierarchies.parse)]
)
def test_a_name_has_a_longest(argument: str, read: Callable[[str], object]) -> None:
    with pytest.raises(ArgumentError, match=rf"{argument} must have at most 4,000 characters, got 4,001"):
        read("x" * 4001)

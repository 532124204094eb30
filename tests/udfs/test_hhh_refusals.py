"""Every refusal: a clear text, nothing drawn, nothing spent, and never a value from the data."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pytest

from dphh_sql.udfs import connect
from tests.support.draws import forbidden
from tests.support.entropy import entropy_from

Con = duckdb.DuckDBPyConnection
SECRETS = ("94110", "Margaret", "1815-12-10", "58008")


@pytest.fixture(scope="module")
def loans() -> Iterator[Con]:
    with connect() as con:
        con.execute("""
            CREATE TYPE person AS ENUM ('Margaret');
            CREATE TABLE loans AS
            SELECT '94110' AS zip, 'Margaret' AS name, 'Margaret'::person AS who, 58008 AS amount, 58008.5 AS "left",
                DATE '1815-12-10' AS day, TIMESTAMPTZ '1815-12-10 00:00:00+00' AS zoned, ['94110'] AS several,
                {'name': 'Margaret'} AS record, '94110'::BLOB AS bytes, true AS flag, TIME '12:30' AS clock
            FROM range(300);
            CREATE VIEW zips AS SELECT zip FROM loans
        """)
        yield con


def assert_refused(con: Con, statement: str, text: str, *parameters: object) -> None:
    before = con.execute("SELECT count(*) FROM dp_ledger()").fetchall()
    with entropy_from(forbidden), pytest.raises(duckdb.Error, match=text) as caught:
        con.execute(statement, list(parameters)).fetchall()
    shown = str(caught.value)
    assert not [word for word in ("Traceback", "\nAt:", "Python exception", ".py") if word in shown], shown
    assert not any(secret in shown for secret in SECRETS if secret not in statement)
    assert con.execute("SELECT count(*) FROM dp_ledger()").fetchall() == before == [(0,)]


def clean(text: str) -> str:
    return f"^Invalid Input Error: dp_hhh: {text}"


OPTIONS = {
    "no eps": ("delta => 1e-6", r"eps is required .*eps=>1\."),
    "NULL eps": ("eps => NULL", "eps is required"),
    "zero eps": ("eps => 0", "eps must be > 0, got 0"),
    "negative eps": ("eps => -1", "eps must be > 0, got -1"),
    "negative decimal eps": ("eps => -0.5", "eps must be > 0, got -0.5"),
    "NaN eps": ("eps => 'nan'::DOUBLE", "eps must be > 0, got nan"),
    "infinite eps": ("eps => 'inf'::DOUBLE", "eps must be > 0, got inf"),
    "minus infinite eps": ("eps => '-inf'::FLOAT", "eps must be > 0, got -inf"),
    "text eps": ("eps => '1'", "eps must be a number.* got '1'"),
    "boolean eps": ("eps => true", "eps must be a number.* got [Tt]rue"),
    "list eps": ("eps => [1]", "eps must be a number"),
    "struct eps": ("eps => {a: 1}", "eps must be a number"),
    "date eps": ("eps => DATE '2020-01-01'", "eps must be a number"),
    "zero delta": ("eps => 1, delta => 0", "delta must lie strictly between 0 and 1, got 0"),
    "delta one": ("eps => 1, delta => 1", "delta must lie strictly between 0 and 1, got 1"),
    "delta above one": ("eps => 1, delta => 1.5", "delta must lie strictly between 0 and 1, got 1.5"),
    "negative delta": ("eps => 1, delta => -1e-6", "delta must lie strictly between 0 and 1, got -1e-06"),
    "NaN delta": ("eps => 1, delta => 'nan'::DOUBLE", "delta must lie strictly between 0 and 1, got nan"),
    "infinite delta": ("eps => 1, delta => 'inf'::DOUBLE", "delta must lie strictly between 0 and 1, got inf"),
    "text delta": ("eps => 1, delta => 'x'", "delta must be a number"),
    "tau too small": (
        "eps => 1, tau => 5",
        r"tau=5 is below \d+, the smallest threshold that eps=1, delta=1e-06 over 3 levels allows; raise eps, "
        r"test fewer levels \(levels=>\[3, 5\] allows \d+\), or leave tau out",
    ),
    "tau too small, one level": ("eps => 1, tau => 5, levels => [5]", r"tau=5 is below \d+.* over 1 level allows; raise eps, or"),
    "zero tau": ("eps => 1, tau => 0", "tau must be at least 1.* got 0"),
    "negative tau": ("eps => 1, tau => -40", "tau must be at least 1.* got -40"),
    "fractional tau": ("eps => 1, tau => 40.5", "tau must be a whole number, got 40.5"),
    "NaN tau": ("eps => 1, tau => 'nan'::DOUBLE", "tau must be a whole number, got nan"),
    "infinite tau": ("eps => 1, tau => 'inf'::DOUBLE", "tau must be a whole number, got inf"),
    "huge tau": ("eps => 1, tau => 1e300", r"tau must be at least 1 and below 2\*\*53"),
    "hugeint tau": ("eps => 1, tau => 170141183460469231731687303715884105727", r"tau must be .*below 2\*\*53"),
    "text tau": ("eps => 1, tau => '40'", "tau must be a whole number, got '40'"),
    "boolean tau": ("eps => 1, tau => true", "tau must be a whole number"),
    "zero beta": ("eps => 1, beta => 0", "beta must lie strictly between 0 and 1"),
    "beta one": ("eps => 1, beta => 1", "beta must lie strictly between 0 and 1"),
    "NaN beta": ("eps => 1, beta => 'nan'::DOUBLE", "beta must lie strictly between 0 and 1"),
    "text beta": ("eps => 1, beta => 'x'", "beta must be a number"),
    "text rest": ("eps => 1, rest => 'yes'", "rest must be true or false, got 'yes'"),
    "number rest": ("eps => 1, rest => 1", "rest must be true or false, got 1"),
    "unknown method": ("eps => 1, method => 'onehitt'", "unknown method 'onehitt'.* auto, onehit.*Did you mean 'onehit'?"),
    "number method": ("eps => 1, method => 5", "method must be a string, got 5"),
    "unknown hierarchy": ("eps => 1, hierarchy => 'zipp'", "unknown hierarchy 'zipp'.*chars, zip, ipv4.*Did you mean 'zip'?"),
    "empty hierarchy": ("eps => 1, hierarchy => ''", "unknown hierarchy ''"),
    "number hierarchy": ("eps => 1, hierarchy => 5", "hierarchy must be a string"),
    "hierarchy parameter": ("eps => 1, hierarchy => 'chars(0)'", r"hierarchy chars\(n\) needs an integer n from 1 to 128"),
    "hierarchy without parameter": ("eps => 1, hierarchy => 'chars'", r"hierarchy chars\(n\) needs an integer n from 1 to 128"),
    "hierarchy of two columns": ("eps => 1, hierarchy => 'columns(2)'", r"hierarchy columns\(2\) reads 2 column\(s\), but col names 1"),
    "no levels": ("eps => 1, levels => []", "levels must not be empty"),
    "unknown level": ("eps => 1, levels => [9]", "levels must be levels of zip, got 9; choose from 1, 2, 3, 4 and 5"),
    "zero level": ("eps => 1, levels => [0]", "levels must be levels of zip, got 0"),
    "repeated level": ("eps => 1, levels => [5, 5]", "levels must be distinct, got 5 more than once"),
    "number levels": ("eps => 1, levels => 5", "levels must be a list of integers, got 5"),
    "text levels": ("eps => 1, levels => '135'", "levels must be a list of integers"),
    "list of texts": ("eps => 1, levels => ['5']", "levels must be integers, got '5'"),
    "list of fractions": ("eps => 1, levels => [1.5]", "levels must be integers, got 1.5"),
    "list of NULL": ("eps => 1, levels => [NULL]", "levels must be integers"),
    "list of booleans": ("eps => 1, levels => [true]", "levels must be integers"),
    "number filter": ("eps => 1, filter => 5", "filter must be a predicate as a string"),
    "empty filter": ("eps => 1, filter => ''", "filter must be a predicate as a string"),
    "function in filter": ("eps => 1, filter => 'abs(amount) = 1'", "filter may combine .*got 'abs"),
    "subquery in filter": ("eps => 1, filter => 'amount = (SELECT 1)'", "filter may combine"),
    "window in filter": ("eps => 1, filter => 'row_number() OVER () = 1'", "filter may combine"),
    "two columns in filter": ("eps => 1, filter => 'name = zip'", "filter may combine"),
    "cast in filter": ("eps => 1, filter => 'amount::VARCHAR = ''1'''", "filter may combine"),
    "placeholder in filter": ("eps => 1, filter => 'amount = ?'", "filter may combine"),
    "statements in filter": ("eps => 1, filter => 'amount = 1; DROP TABLE loans'", "filter must be one predicate"),
    "broken filter": ("eps => 1, filter => 'amount = '", "filter is not a predicate that can be parsed"),
}


@pytest.mark.parametrize(("options", "text"), OPTIONS.values(), ids=OPTIONS.keys())
def test_options(loans: Con, options: str, text: str) -> None:
    assert_refused(loans, f"SELECT * FROM dp_hhh('loans', 'zip', {options})", clean(text))


EXTREMES = {
    "huge eps": ("eps => 1e300", "eps"),
    "hugeint eps": ("eps => 170141183460469231731687303715884105727", "eps"),
    "tiny eps": ("eps => 1e-300", "eps"),
    "small eps": ("eps => 1e-6", "eps"),
    "tiny delta": ("eps => 1, delta => 1e-300", "eps=1, delta=1e-300 needs .*; raise eps or delta"),
}


@pytest.mark.parametrize(("options", "text"), EXTREMES.values(), ids=EXTREMES.keys())
@pytest.mark.parametrize("method", ["onehit", "auto"])
def test_extremes(loans: Con, method: str, options: str, text: str) -> None:
    assert_refused(loans, f"SELECT * FROM dp_hhh('loans', 'zip', method => '{method}', {options})", clean(text))


SOURCES = {
    "list of tables": ("['loans', 'loans'], 'zip'", "tbl must be the name of one table; a list of tables"),
    "list of one table": ("['loans'], 'zip'", "tbl must be the name of one table; a list of tables"),
    "number": ("5, 'zip'", "tbl must be the name of one table"),
    "empty table": ("'', 'zip'", "tbl must be the name of one table"),
    "query": ("'SELECT * FROM loans', 'zip'", "tbl must be a name, not an expression; create a view"),
    "subquery": ("'(FROM loans)', 'zip'", "tbl must be a name, not an expression"),
    "table function": ("'range(10)', 'zip'", "tbl must be a name, not an expression"),
    "statements": ("'loans; DROP TABLE loans', 'zip'", "tbl must be a name, not an expression"),
    "too many parts": ("'a.b.c.loans', 'zip'", "tbl must have at most three parts"),
    "empty part": ("'main..loans', 'zip'", "tbl must be written db.schema.table"),
    "expression": ("'loans', 'left(zip, 2)'", "col must be a column name, not an expression"),
    "unnest": ("'loans', 'unnest([zip, zip])'", "col must be a column name, not an expression"),
    "column subquery": ("'loans', '(SELECT 1)'", "col must be a column name, not an expression"),
    "column cast": ("'loans', 'amount::VARCHAR'", "col must be a column name, not an expression"),
    "empty column": ("'loans', ''", "col must be a column name"),
    "no columns": ("'loans', []", "col must be a column name"),
    "number column": ("'loans', 5", "col must be a column name"),
    "column twice": ("'loans', ['zip', 'ZIP']", "col must name each column once"),
    "column with a NULL": ("'loans', ['zip', NULL]", "col must be a column name"),
    "unknown name": ("'loans', 'name'", "hierarchy is needed: column 'name' has no well-known name"),
    "list for zip": ("'loans', ['zip', 'name'], hierarchy => 'zip'", r"zip reads 1 column\(s\), but col names 2"),
}


@pytest.mark.parametrize(("arguments", "text"), SOURCES.values(), ids=SOURCES.keys())
def test_sources(loans: Con, arguments: str, text: str) -> None:
    assert_refused(loans, f"SELECT * FROM dp_hhh({arguments}, eps => 1)", clean(f".*{text}"))


@pytest.mark.parametrize(("arguments", "text"), [("NULL, 'zip'", "tbl must"), ("'loans', NULL", "col must")])
def test_null_names(loans: Con, arguments: str, text: str) -> None:
    assert_refused(loans, f"SELECT * FROM dp_hhh({arguments}, eps => 1)", clean(text))


TYPES = [
    ("amount", "zip", "INTEGER", "lpad"), ("day", "zip", "DATE", "VARCHAR, ENUM"), ("several", "zip", "a list or array", "lpad"),
    ("record", "chars(2)", "STRUCT", "cast the column to VARCHAR"), ("bytes", "path", "BLOB", "cast the column"),
    ("left", "ipv4", "DECIMAL", "dotted text"), ("name", "date", "VARCHAR", "cast text to TIMESTAMP"),
    ("zoned", "timestamp", "TIMESTAMP WITH TIME ZONE", "AT TIME ZONE"), ("flag", "chars(1)", "BOOLEAN", "cast the column"),
    ("who", "date", "ENUM", "cast text"), ("clock", "columns", "TIME", "cast each column"),
]  # fmt: skip


@pytest.mark.parametrize(("column", "kind", "found", "remedy"), TYPES, ids=[f"{t[0]} as {t[1]}" for t in TYPES])
def test_types(loans: Con, column: str, kind: str, found: str, remedy: str) -> None:
    text = rf"column {column} must have a type that hierarchy .* reads .*{remedy}.*It is \"?{found}"
    statement = f"SELECT * FROM dp_hhh('{{}}', '{column}', hierarchy => '{kind}', eps => 1)"
    assert_refused(loans, statement.format("loans"), clean(text))
    loans.execute("CREATE OR REPLACE TEMP VIEW nobody AS FROM loans WHERE false")
    assert_refused(loans, statement.format("nobody"), clean(text))


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("SELECT * FROM dp_hhh('nowhere', 'zip', eps => 1)", "nowhere does not exist"),
        ("SELECT * FROM dp_hhh('nowhere.nothing', 'zip', eps => 1)", "nowhere"),
        ("SELECT * FROM dp_hhh('no/such.parquet', 'zip', eps => 1)", "no/such.parquet"),
        ("SELECT * FROM dp_hhh('loans', 'postcode', hierarchy => 'zip', eps => 1)", "postcode"),
        ("SELECT * FROM dp_hhh('loans', 'zip', eps => 1, filter => 'postcode = 1')", "postcode"),
        *[
            (f"SELECT * FROM dp_hhh('loans', 'zip', eps => 1, filter => '{name} = 1')", f'column "{name}" not found')
            for name in ("n", "r0", "p0", "c0", "total", "level", "key")  # the statement's own names
        ],
        ("SELECT * FROM dp_hhh('loans', 'zip', eps => 1, epsilon => 1)", "eps := NULL"),
        ("SELECT * FROM dp_hhh('loans', eps => 1)", "dp_hhh"),
        ("SELECT dp_hhh('loans', 'zip', eps => 1)", "dp_hhh"),
        ("SELECT * FROM dp_hhh('loans', 'zip', eps => (SELECT 1))", "subquer|lateral|literal"),
    ],
)
def test_names_that_do_not_exist(loans: Con, statement: str, text: str) -> None:
    assert_refused(loans, statement, text)


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM (VALUES ('loans'), ('zips')) v(t), dp_hhh(t, 'zip', eps => 1)",
        "SELECT * FROM (VALUES ('loans')) v(t), LATERAL (SELECT * FROM dp_hhh(v.t, 'zip', eps => 1))",
        "SELECT * FROM (VALUES (1), (2)) v(e), dp_hhh('loans', 'zip', eps => v.e)",
        "SELECT (SELECT max(count) FROM dp_hhh('loans', 'zip', eps => v.e)) FROM (VALUES (1), (2)) v(e)",
        "SELECT * FROM loans l JOIN dp_hhh('loans', 'zip', eps => 1, filter => 'zip = ' || l.zip) ON true",
    ],
)
def test_lateral_arguments(loans: Con, statement: str) -> None:
    assert_refused(loans, statement, "lateral|literal|correlated")


@pytest.mark.parametrize(
    "arguments", ["'zip', filter => 'rowid < 5'", "['rowid']", "['zip', 'rowid']", "'rowid', hierarchy => 'ipv4'"]
)
def test_the_position_of_a_row_is_no_column(con: Con, arguments: str) -> None:
    con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(300)")
    assert_refused(con, f"SELECT * FROM dp_hhh('loans', {arguments}, eps => 1)", "rowid")


def test_a_parameter_of_another_type(loans: Con) -> None:
    assert_refused(loans, "SELECT * FROM dp_hhh('loans', 'zip', eps => ?)", clean("eps must be a number"), "1")
    assert_refused(loans, "SELECT * FROM dp_hhh('loans', 'zip', eps => ?)", clean("eps is required"), None)
    assert_refused(loans, "SELECT * FROM dp_hhh(?, 'zip', eps => 1)", clean("tbl must be the name"), 5)


def test_other_forms_of_the_statement_show_the_same_text(loans: Con) -> None:
    for form in ("FROM {}", "CREATE TABLE r AS FROM {}", "FROM {} UNION ALL FROM {}", "COPY (FROM {}) TO '/dev/null'"):
        call = "dp_hhh('loans', 'zip', eps => -1)"
        assert_refused(loans, form.format(call, call), "dp_hhh: eps must be > 0, got -1")


@pytest.mark.parametrize("form", ["SELECT count(*) FROM {}", "SELECT 1 FROM {}", "SELECT EXISTS (FROM {})"])
def test_statements_that_read_no_column_are_refused_too(loans: Con, form: str) -> None:
    assert_refused(loans, form.format("dp_hhh('loans', 'zip', eps => -1)"), clean("eps must be > 0, got -1"))


@pytest.mark.parametrize(
    "form",
    [
        "SELECT level, prefix, count FROM {} WHERE level > 0",
        "SELECT max(residual) FROM {}",
        "SELECT * FROM {} ORDER BY count DESC",
        "INSERT INTO r SELECT prefix FROM {}",
    ],
)
def test_statements_that_name_columns_show_the_text_cleanly(loans: Con, form: str) -> None:
    loans.execute("CREATE OR REPLACE TEMP TABLE r (prefix VARCHAR)")
    assert_refused(loans, form.format("dp_hhh('loans', 'zip', eps => -1)"), clean("eps must be > 0, got -1"))


def test_the_connection_stays_usable(loans: Con) -> None:
    for _ in range(3):
        with pytest.raises(duckdb.Error):
            loans.execute("SELECT * FROM dp_hhh('loans', 'zip')")
        assert loans.execute("SELECT count(*) FROM loans").fetchall() == [(300,)]
    with connect() as con:
        con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(300)")
        with pytest.raises(duckdb.Error):
            con.execute("SELECT * FROM dp_hhh('loans', 'zip', eps => 0)")
        assert len(con.execute("SELECT * FROM dp_hhh('loans', 'zip', eps => 1)").fetchall()) == 2

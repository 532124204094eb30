"""`filter`: what is accepted means what plain SQL means, never fails on a row, and nothing else is accepted."""

from __future__ import annotations

import datetime
import math
import string
from decimal import Decimal

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dphh_sql import hierarchies
from dphh_sql.counting import counting_query
from dphh_sql.errors import ArgumentError
from dphh_sql.filter import parse_filter
from dphh_sql.source import parse_table

CON = duckdb.connect()
TYPES = {
    "i": "INTEGER", "big": "BIGINT", "h": "HUGEINT", "d": "DECIMAL(9,2)", "f": "DOUBLE",
    "s": "VARCHAR", "b": "BOOLEAN", "dt": "DATE", "ts": "TIMESTAMP",
}  # fmt: skip
CON.execute(f"CREATE TABLE t (id INTEGER, {', '.join(f'{c} {kind}' for c, kind in TYPES.items())})")


def load(rows: list[tuple[object, ...]]) -> None:
    CON.execute("DELETE FROM t")
    columns = ", ".join(f"unnest(CAST(${i} AS {kind}[]))" for i, kind in enumerate(TYPES.values(), start=2))
    values = [[row[i] for row in rows] for i in range(len(TYPES))]
    CON.execute(f"INSERT INTO t SELECT unnest(CAST($1 AS INTEGER[])), {columns}", [list(range(len(rows))), *values])


def ids(predicate: str) -> list[int]:
    return [i for (i,) in CON.execute(f"SELECT id FROM t WHERE {predicate} ORDER BY id").fetchall()]


def rebuilt(text: str) -> str:
    predicate = parse_filter(text)
    assert predicate is not None
    return predicate.sql(dialect="duckdb")


texts = st.text(max_size=4) | st.text(alphabet="aAbB%_\\'\" 0", max_size=4)
texts = texts.filter(lambda text: "\x00" not in text and not any("\ud800" <= c <= "\udfff" for c in text))
days = st.dates(datetime.date(2019, 12, 30), datetime.date(2020, 1, 3))
times = st.builds(datetime.datetime.combine, days, st.sampled_from([datetime.time(), datetime.time(12, 30)]))
ROW = st.tuples(
    st.none() | st.integers(-3, 3) | st.sampled_from([2**31 - 1, -(2**31)]),
    st.none() | st.integers(-3, 3) | st.just(2**40),
    st.none() | st.integers(-3, 3) | st.just(2**100),
    st.none() | st.sampled_from([Decimal("0"), Decimal("1.25"), Decimal("-2.50"), Decimal("3"), Decimal("1.2")]),
    st.none() | st.sampled_from([0.0, -0.0, 1.25, 0.1, 3.0, math.nan, math.inf, -math.inf]),
    st.none() | texts,
    st.none() | st.booleans(),
    st.none() | days,
    st.none() | times,
)
ROWS = st.lists(ROW, max_size=8)

small = st.integers(-3, 3).map(str) | st.sampled_from(["+2", "007"])
whole = small | st.sampled_from(["2147483647", "-2147483648"])
fraction = st.sampled_from(["1.25", "-2.50", "1.2", "0.1", "3.0", "1e0", "-1e0", ".5", "3."])
text_literal = texts.map(lambda text: "'" + text.replace("'", "''") + "'")
day_literal = days.map(lambda day: f"DATE '{day}'") | days.map(lambda day: f"'{day}'")
time_literal = times.map(lambda time: f"TIMESTAMP '{time}'") | times.map(lambda time: f"'{time}'") | day_literal
LITERALS = {
    "i": whole | fraction, "big": whole | fraction, "h": whole | fraction, "d": small | fraction, "f": whole | fraction,
    "s": text_literal, "b": st.sampled_from(["TRUE", "false", "'true'"]), "dt": day_literal, "ts": time_literal,
}  # fmt: skip


@st.composite
def atoms(draw: st.DrawFn) -> str:
    column = draw(st.sampled_from(list(TYPES)))
    literal = LITERALS[column]
    name = draw(st.sampled_from([column, column.upper(), f'"{column}"']))
    negated = draw(st.sampled_from(["", "NOT "]))
    forms = ["comparison", "mirrored", "in", "between", "null"]
    forms += ["like"] * (column == "s") + ["alone", "is"] * (column == "b")
    match draw(st.sampled_from(forms)):
        case "comparison":
            sign = draw(st.sampled_from(["=", "==", "<>", "!=", "<", "<=", ">", ">=", "IS DISTINCT FROM",
                                         "IS NOT DISTINCT FROM"]))  # fmt: skip
            return f"{name} {sign} {draw(literal)}"
        case "mirrored":
            return f"{draw(literal)} {draw(st.sampled_from(['=', '<>', '<', '<=', '>', '>=']))} {name}"
        case "in":
            return f"{name} {negated}IN ({', '.join(draw(st.lists(literal, min_size=1, max_size=3)))})"
        case "between":
            return f"{name} {negated}BETWEEN {draw(literal)} AND {draw(literal)}"
        case "null":
            return draw(st.sampled_from([f"{name} IS NULL", f"{name} IS NOT NULL", f"{name} ISNULL", f"{name} NOTNULL"]))
        case "like":
            return f"{name} {negated}{draw(st.sampled_from(['LIKE', 'ILIKE']))} {draw(literal)}"
        case "is":
            return f"{name} IS {negated}{draw(st.sampled_from(['TRUE', 'FALSE']))}"
    return name


# Some with parentheses and some without, so that precedence must be the same too.
FILTERS = st.recursive(
    atoms(),
    lambda inner: (
        st.tuples(inner, st.sampled_from(["AND", "OR"]), inner).map(" ".join)
        | inner.map(lambda text: f"NOT {text}")
        | inner.map(lambda text: f"({text})")
    ),
    max_leaves=5,
)


def assert_means_the_same(text: str) -> None:
    try:
        predicate = rebuilt(text)
    except ArgumentError:
        # Without parentheses a text may come to mean something else, such as NOT a = 1 IS NULL.
        assert "(" not in text.replace("IN (", "")
        return
    assert ids(predicate) == ids(text)


@settings(max_examples=80)
@given(rows=ROWS, text=FILTERS)
def test_gives_the_rows_of_plain_sql(rows: list[tuple[object, ...]], text: str) -> None:
    load(rows)
    assert_means_the_same(text)


@pytest.mark.slow
@settings(max_examples=1000)
@given(rows=ROWS, text=FILTERS)
def test_gives_the_rows_of_plain_sql_at_length(rows: list[tuple[object, ...]], text: str) -> None:
    load(rows)
    assert_means_the_same(text)


EXAMPLES = [
    "i = 1", "i == 1", "i != 1", "i <> -1", "1 < i", "i IN (1, 2)", "i NOT IN (1, 2)", "i BETWEEN 1 AND 2",
    "i NOT BETWEEN 1 AND 2", "i IS NULL", "i IS NOT NULL", "i ISNULL", "i NOTNULL", "NOT i IS NULL", "i = 1.0", "i < 1.5",
    "i = 1e0", "i IS DISTINCT FROM 1", "i IS NOT DISTINCT FROM 1", "NOT i = 1 AND i = 2", "NOT (i = 1 OR i = 2)",
    "i = 1 OR i = 2 AND s = 'a'", "b", "NOT b", "b IS TRUE", "b IS NOT TRUE", "b IS NOT FALSE", "b = true", "b = 'true'",
    "s LIKE 'a%'", "s NOT LIKE 'a%'", "s ILIKE 'A%'", "s NOT ILIKE 'A_'", "s LIKE '\\%'", "s = 'it''s'", "s = ''",
    "s > 'a'", "d = 1.25", "d IN (1.25, 3)", "d < -2.4", "f = 0.1", "f > 1e0", "f = 'nan'", "dt = DATE '2020-01-01'",
    "dt >= '2020-01-01'", "ts > DATE '2020-01-01'", "ts BETWEEN TIMESTAMP '2020-01-01 00:00' AND '2020-01-02'",
    "i = 1 -- a comment", "i /* a comment */ = 1", "I = 1", '"i" = 1', "i = '1'", "i = 1_000", "i = +1", "i = 007",
]  # fmt: skip


@pytest.mark.parametrize("text", EXAMPLES)
def test_each_form(text: str) -> None:
    load(
        [
            (n, n, n, Decimal(n), n / 2, text, n > 1, datetime.date(2020, 1, 1 + n), datetime.datetime(2020, 1, 1, 9 * n))
            for n, text in enumerate(["", "a", "it's"])
        ]
        + [(None,) * 9, (1000, 1000, 1000, Decimal("1.25"), math.nan, "ab", None, None, None)]
        + [(-1, -1, -1, Decimal("-2.5"), 0.1, "\\%", False, None, None)]
    )
    assert ids(rebuilt(text)) == ids(text)


REFUSED = {
    "column = column": "i = big",
    "column with itself": "i = i",
    "arithmetic": "i + 1 = 2",
    "arithmetic right": "i = 1 + 1",
    "negative column": "-i = 1",
    "function": "abs(i) = 1",
    "function right": "i = abs(1)",
    "volatile function": "random() < 0.5",
    "failing function": "error('x') IS NULL",
    "reading function": "s = read_text('/etc/passwd')",
    "column as function": "s = getenv('HOME')",
    "current date": "dt = current_date",
    "current user": "s = current_user",
    "subquery": "i = (SELECT 1)",
    "subquery alone": "(SELECT true)",
    "in subquery": "i IN (SELECT 1)",
    "exists": "EXISTS (SELECT 1)",
    "any": "i = ANY (SELECT 1)",
    "any list": "i = ANY([1])",
    "window": "row_number() OVER () = 1",
    "aggregate": "count(*) > 1",
    "cast": "CAST(i AS VARCHAR) = '1'",
    "cast ::": "i::VARCHAR = '1'",
    "cast of a number": "i = 1::BIGINT",
    "try_cast": "TRY_CAST(s AS INT) = 1",
    "collate": "s COLLATE nocase = 'a'",
    "collate right": "s = 'a' COLLATE nocase",
    "placeholder": "i = ?",
    "numbered placeholder": "i = $1",
    "named placeholder": "i = $x",
    "two statements": "i = 1; i = 2",
    "drop": "i = 1; DROP TABLE t",
    "statement": "SELECT 1",
    "union": "i = 1 UNION SELECT 1",
    "limit": "i = 1 LIMIT 1",
    "group by": "i = 1 GROUP BY 1",
    "qualify": "i = 1 QUALIFY TRUE",
    "sample": "i = 1 USING SAMPLE 1",
    "constant": "TRUE",
    "number": "1",
    "text": "'a'",
    "two literals": "1 = 1",
    "null": "i = NULL",
    "in with null": "i IN (1, NULL)",
    "in with column": "i IN (1, big)",
    "empty in": "i IN ()",
    "in list column": "i IN s",
    "between columns": "i BETWEEN 1 AND big",
    "between symmetric": "i BETWEEN SYMMETRIC 2 AND 1",
    "like column": "s LIKE s",
    "like escape": "s LIKE 'a!%' ESCAPE '!'",
    "ilike escape": "s ILIKE 'a!%' ESCAPE '!'",
    "similar": "s SIMILAR TO 'a.*'",
    "regexp": "s ~ 'a'",
    "glob": "s GLOB 'a*'",
    "starts with": "s ^@ 'a'",
    "case": "CASE WHEN i = 1 THEN TRUE END",
    "if": "if(i = 1, TRUE, FALSE)",
    "coalesce": "coalesce(b, TRUE)",
    "table.column": "t.i = 1",
    "struct field": "s.a.b = 1",
    "element": "i[1] = 1",
    "columns": "COLUMNS(*) = 1",
    "star": "* = 1",
    "list": "i = [1]",
    "struct": "i = {'a': 1}",
    "row": "(i, big) = (1, 2)",
    "interval": "dt = INTERVAL 1 DAY",
    "lambda": "list_filter([1], x -> x = i) = [1]",
    "is unknown type": "i IS 5",
    "comparison of comparisons": "(i = 1) = (big = 1)",
    "predicate is true": "i IN (1) IS TRUE",
    "chained": "i = 1 = TRUE",
    "hexadecimal": "i = 0x10",
    "escape string": "s = E'a'",
    "dollar string": "s = $$a$$",
    "national string": "s = N'a'",
    "hex string": "s = X'AB'",
    "two strings": "s = 'a' 'b'",
    "not parsed": "i = ",
    "unbalanced": "(i = 1",
    "unclosed text": "s = 'a",
    "xor": "b XOR b",
    "and a subquery": "i = 1 AND (SELECT true)",
    "or a function": "i = 1 OR length(s) = 1",
    "not a function": "NOT starts_with(s, 'a')",
    "empty": "",
    "spaces": "  ",
    "comment": "-- nothing",
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
def test_refused(text: str) -> None:
    with pytest.raises(ArgumentError, match="^filter ") as caught:
        parse_filter(text)
    assert caught.value.argument == "filter"
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("value", [5, True, ["i = 1"], {"a": 1}, 1.5])
def test_not_a_string(value: object) -> None:
    with pytest.raises(ArgumentError, match="filter must be a predicate as a string"):
        parse_filter(value)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("zip::INT > 90001", "CAST(zip AS INT)"),
        ("90001 < zip::INT", "CAST(zip AS INT)"),
        ("random() < 0.5", "RANDOM()"),
        ("year = abc", "abc (a text is written 'abc')"),
        ("amount IN (SELECT 1)", "amount IN (SELECT 1)"),
        ("year = 2005 AND t.year = 3", "t.year"),
        ("c = f(" + "1, " * 60 + "1)", "F(" + "1, " * 26 + "..."),
    ],
)
def test_a_refusal_names_what_is_not_allowed(text: str, named: str) -> None:
    with pytest.raises(ArgumentError) as refused:
        parse_filter(text)
    assert f"; it contains {named}; got " in str(refused.value)


def test_none_is_no_filter() -> None:
    assert parse_filter(None) is None


@pytest.mark.parametrize("name", ["select", "a b", 'a"b', "日本", "n", "count"])
def test_odd_column_names(name: str) -> None:
    quoted = '"' + name.replace('"', '""') + '"'
    with duckdb.connect() as con:
        con.execute(f"CREATE TABLE t AS SELECT 1 AS {quoted}")
        for literal, expected in [("1", 1), ("2", 0)]:
            where = rebuilt(f"{quoted} = {literal}")
            assert con.execute(f"SELECT count(*) FROM t WHERE {where}").fetchall() == [(expected,)]


@settings(max_examples=200)
@given(text=st.text(max_size=30) | st.text(alphabet=string.printable, max_size=30) | FILTERS)
def test_no_text_brings_out_another_error(text: str) -> None:
    try:
        rebuilt(text)
    except ArgumentError as error:
        assert str(error).startswith("filter ")


@pytest.mark.parametrize(
    "text",
    ["(" * 5000 + "i = 1" + ")" * 5000, "NOT " * 5000 + "i = 1", " AND ".join(["i = 1"] * 5000)],
    ids=["parentheses", "NOT", "AND"],
)
def test_a_very_deep_filter_is_refused_or_works(text: str) -> None:
    try:
        rebuilt(text)
    except ArgumentError as error:
        assert str(error).startswith("filter ")


# --- no filter may fail on a row -----------------------------------------------------------------------

GARBAGE = [None, "", "abc", "1", "1.5", "1e400", "nan", "2020-13-45", "true", "\x01", "é", "9" * 60, "-", " 1 "]


@settings(max_examples=80)
@given(
    data=st.data(),
    values=st.lists(st.sampled_from(GARBAGE) | texts, min_size=1, max_size=6),
    kind=st.sampled_from(["i", "s", "b", "dt", "ts"]),
    form=st.sampled_from(
        ["s = {}", "s <> {}", "s < {}", "{} >= s", "s IN ({}, {})", "s BETWEEN {} AND {}", "s", "s IS TRUE",
         "NOT (s = {} OR s > {})", "s IS DISTINCT FROM {}"]
    ),
)  # fmt: skip
def test_garbage_in_a_text_column_never_fails(
    data: st.DataObject, values: list[str | None], kind: str, form: str
) -> None:
    """Whatever type the literals have, the column is not cast, or only by TRY_CAST."""
    load([(None,) * 5 + (value, None, None, None) for value in values])
    ids(rebuilt(form.format(data.draw(LITERALS[kind]), data.draw(LITERALS[kind]))))


ILL_TYPED = [
    "i = 'x'", "i > 99999999999", "i IN (1, 99999999999)", "i BETWEEN 0 AND 99999999999", "i = TRUE", "i", "i IS TRUE",
    "i = DATE '2020-01-01'", "d = 12345678901", "f = 'x'", "b = 'x'", "b = 5", "dt = 5", "dt = '2020-13-45'", "dt = 1.5",
    "ts = 'x'", "s IN (1.5, 'x')", "i IN (1.5, 'x')",
]  # fmt: skip
ONE_ROW = [(1, 1, 1, Decimal(1), 1.0, "a", True, datetime.date(2020, 1, 1), datetime.datetime(2020, 1, 1))]


def outcome(text: str) -> str:
    """Of the whole counting query, which tries each literal once on no row of the table."""
    counted = counting_query(parse_table("t"), ("s",), hierarchies.parse("chars(1)"), (1,), 1, text)
    try:
        CON.execute(counted.sql("duckdb")).fetchall()
    except duckdb.Error as error:
        return type(error).__name__
    return "answered"


def test_whether_a_literal_fails_does_not_depend_on_the_rows() -> None:
    """Else `s = 'Bob' AND i = 'x'` would tell, without noise or charge, whether there is such a row."""
    found = []
    for rows in [[], [(None,) * 9], ONE_ROW, [ONE_ROW[0][:5] + ("b",) + ONE_ROW[0][6:]]]:
        load(rows)
        found.append({text: outcome(f"s = 'a' AND ({text})") for text in ILL_TYPED})
    assert found == [found[0]] * 4
    assert len(set(found[0].values())) > 1


@pytest.mark.parametrize("sign", ["=", "<", ">="])
def test_a_timestamp_literal_beside_a_date_column(sign: str) -> None:
    load(ONE_ROW)
    text = f"dt {sign} TIMESTAMP '2020-01-01 12:00'"
    assert ids(rebuilt(text)) == ids(text)


@pytest.mark.parametrize("text", ["s < 100", "s = 9", "s BETWEEN 8 AND 100"])
def test_a_number_beside_a_text_column(text: str) -> None:
    load([(None,) * 5 + (value, None, None, None) for value in ["9", "09", "100", "1000"]])
    assert ids(rebuilt(text)) == ids(text.replace("s ", "TRY_CAST(s AS DOUBLE) "))

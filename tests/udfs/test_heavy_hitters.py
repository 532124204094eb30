"""dp_heavy_hitters through SQL: what is read, in which order, what is refused, what is charged."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pytest

import dphh_sql
from dphh_sql.udfs import connect, streams
from tests.support.draws import MIDDLE, always, forbidden
from tests.support.entropy import entropy_from

pytest.importorskip("numba")

Con = duckdb.DuckDBPyConnection
SKETCHES = ("space_saving", "misra_gries")
every = pytest.mark.parametrize("sketch", SKETCHES)


@pytest.fixture
def con(tmp_path: Path) -> Iterator[Con]:
    with connect(tmp_path / "bank.duckdb") as con:
        con.execute(
            "CREATE TABLE visits AS SELECT i, CASE WHEN i % 2 = 0 THEN 'a' WHEN i % 3 = 0 THEN 'b' "
            "ELSE 'x' || i END AS page, CASE WHEN i % 10 > 0 THEN (i % 7)::BIGINT END AS code FROM range(60000) t(i)"
        )
        yield con


def ask(con: Con, tbl: str = "visits", col: str = "'page'", more: str = "") -> list[tuple[object, ...]]:
    return con.execute(f"SELECT * FROM dp_heavy_hitters('{tbl}', {col}, eps => 1{more})").fetchall()


def names(rows: list[tuple[object, ...]]) -> list[object]:
    return [item for item, *_ in rows]


@pytest.mark.parametrize("sketch", ["exact", *SKETCHES])
def test_the_heavy_items_and_their_counts(con: Con, sketch: str) -> None:
    # With the least tau one of 20,000 items that occur once would be shown in one run of a hundred.
    tau = "tau => 100, " if sketch == "exact" else ""
    found = con.execute(
        f"SELECT * FROM dp_heavy_hitters('visits', 'page', eps => 1, {tau}sketch => '{sketch}', k => 50, beta => 1e-9)"
    )
    assert [column[0] for column in found.description] == ["item", "count", "count_lo", "count_hi"]
    rows = found.fetchall()
    assert names(rows) == ["a", "b"]
    for (_, count, lo, hi), truth in zip(rows, (30_000, 10_000), strict=True):
        assert lo <= truth <= hi
        assert lo <= count <= hi
        assert abs(count - truth) <= 28 + 60_000 // 100


@pytest.mark.parametrize("sketch", ["exact", *SKETCHES])
def test_integers_and_nulls(con: Con, sketch: str) -> None:
    truth = Counter(i % 7 for i in range(60_000) if i % 10)
    with entropy_from(always(MIDDLE)):  # no noise
        rows = ask(con, col="'code'", more=f", sketch => '{sketch}', k => 20")
    assert {item: count for item, count, *_ in rows} == {str(code): n for code, n in truth.items()}
    assert [count for _, count, *_ in rows] == sorted(truth.values(), reverse=True)


@every
def test_several_columns_are_one_item(con: Con, sketch: str) -> None:
    rows = ask(con, col="['page', 'code']", more=f", sketch => '{sketch}', k => 20, counters => 30000")
    assert set(names(rows)) == {f'["{page}","{code}"]' for page in "ab" for code in range(7)}
    assert set(names(ask(con, col="['page', 'code']", more=", tau => 100"))) == set(names(rows))


@pytest.mark.parametrize("sketch", ["misra_gries", pytest.param("space_saving", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("VARCHAR", "'o''clock \"x\"', '🦆', '', ' ', 'a\nb'"),
        ("DOUBLE", "'nan', '1.5', '-0.25', 'inf'"),
        ("DATE", "'2026-11-30', '0044-03-15 (BC)'"),
        ("UBIGINT", "18446744073709551615, 0"),
        ("HUGEINT", "170141183460469231731687303715884105727, -1"),
        ("DECIMAL(9, 2)", "1.50, -2"),
        ("BOOLEAN", "true, false"),
        ("UUID", "'00000000-0000-0000-0000-000000000001'"),
        ("ENUM('u', 'v')", "'u', 'v'"),
        ("UINTEGER", "4294967295"),
    ],
)
def test_items_of_many_types(con: Con, sketch: str, kind: str, values: str) -> None:
    con.execute(f'CREATE TABLE "od""d name" AS SELECT v::{kind} AS "c""ol" FROM range(100), unnest([{values}]) u(v)')
    expected = {text for (text,) in con.execute('SELECT DISTINCT "c""ol"::VARCHAR FROM "od""d name"').fetchall()}
    rows = ask(con, '"od""d name"', "'\"c\"\"ol\"'", f", sketch => '{sketch}'")
    assert set(names(rows)) == expected
    assert set(names(ask(con, '"od""d name"', "'\"c\"\"ol\"'"))) == expected


@every
def test_an_empty_table_and_one_row(con: Con, sketch: str) -> None:
    con.execute("CREATE TABLE few (page VARCHAR, code INTEGER)")
    for _ in range(2):
        for col in ("'page'", "'code'"):
            assert ask(con, "few", col, f", sketch => '{sketch}'") == []
        con.execute("INSERT INTO few VALUES ('a', 1)")
    con.execute("INSERT INTO few SELECT NULL, NULL FROM range(1000)")
    assert ask(con, "few", "'page'", f", sketch => '{sketch}'") == []


@every
def test_filter_and_plain_views(con: Con, sketch: str) -> None:
    con.execute("CREATE VIEW v AS SELECT page AS p, i FROM visits WHERE i < 30000")
    con.execute("CREATE VIEW w AS SELECT p FROM v")
    with entropy_from(always(MIDDLE)):
        of_table = ask(con, more=f", sketch => '{sketch}', filter => 'i < 30000'")
        assert of_table[0][0] == "a"
        assert abs(of_table[0][1] - 15_000) < 30
        assert ask(con, "v", "'p'", f", sketch => '{sketch}'") == of_table
        assert ask(con, "w", "'p'", f", sketch => '{sketch}'") == of_table


@every
def test_parquet_files(con: Con, tmp_path: Path, sketch: str) -> None:
    path = str(tmp_path / "o'clock.parquet").replace("'", "''")
    con.execute(f"COPY visits TO '{path}'")
    con.execute(f"CREATE VIEW file AS SELECT page FROM '{path}'")
    with entropy_from(always(MIDDLE)):
        for tbl in (path, "file"):
            assert ask(con, tbl, more=f", sketch => '{sketch}'") == ask(con, more=f", sketch => '{sketch}'")


def test_a_file_whose_types_are_guessed_is_refused_through_a_view_too(con: Con, tmp_path: Path) -> None:
    con.execute(f"COPY visits TO '{tmp_path}/visits.csv'")
    con.execute(f"CREATE VIEW guessed AS SELECT page FROM '{tmp_path}/visits.csv'")
    for tbl, text in ((f"{tmp_path}/visits.csv", "CSV or JSON"), ("guessed", "no order of rows")):
        with entropy_from(forbidden), pytest.raises(duckdb.InvalidInputException, match=text):
            ask(con, tbl, more=", sketch => 'space_saving'")


UNORDERED = {
    "a grouping": "CREATE VIEW bad AS SELECT page, count(*) AS n FROM visits GROUP BY page",
    "a join": "CREATE VIEW bad AS SELECT a.page FROM visits AS a JOIN visits AS b USING (i)",
    "a sort": "CREATE VIEW bad AS SELECT page FROM visits ORDER BY code",
    "a sample": "CREATE VIEW bad AS SELECT page FROM visits USING SAMPLE 10%",
    "a limit": "CREATE VIEW bad AS SELECT page FROM visits LIMIT 10",
    "a union": "CREATE VIEW bad AS SELECT page FROM visits UNION ALL SELECT page FROM visits",
    "a function": "CREATE VIEW bad AS SELECT v.page FROM query('FROM visits') AS v",
    "a temporary table": "CREATE TEMP TABLE bad AS SELECT * FROM visits",
}


@pytest.mark.parametrize("statement", UNORDERED.values(), ids=UNORDERED.keys())
def test_what_has_no_order_of_its_own_is_refused(con: Con, statement: str) -> None:
    con.execute(statement)
    with entropy_from(forbidden), pytest.raises(duckdb.InvalidInputException, match="tbl .*bad has no order of rows"):
        ask(con, "bad", more=", sketch => 'space_saving'")
    assert con.execute("SELECT count(*) FROM dp_ledger()").fetchall() == [(0,)]


def test_frames_and_ctes_are_refused(con: Con) -> None:
    frame = pa.table({"page": ["a"] * 100})
    con.register("framed", frame)
    for tbl, before in (("framed", ""), ("cte", "WITH cte AS (SELECT * FROM visits) ")):
        with pytest.raises(duckdb.InvalidInputException, match="has no order of rows of its own.*exact"):
            con.execute(
                f"{before}SELECT * FROM dp_heavy_hitters('{tbl}', 'page', eps => 1, sketch => 'misra_gries')"
            )


REFUSALS = {
    "no eps": ("SELECT * FROM dp_heavy_hitters('visits', 'page')", "eps is required"),
    "sketch": ("SELECT * FROM dp_heavy_hitters('visits', 'page', eps => 1, sketch => 'space_savings')", "unknown sketch 'space_savings'; .*Did you mean 'space_saving'"),
    "sketch type": ("SELECT * FROM dp_heavy_hitters('visits', 'page', eps => 1, sketch => 5)", "sketch must be a string"),
    "k": ("SELECT * FROM dp_heavy_hitters('visits', 'page', eps => 1, k => 0)", "k must be at least 1"),
    "huge k": ("SELECT * FROM dp_heavy_hitters('visits', 'page', eps => 1, k => 1e12)", "k must be at most"),
    "counters": ("SELECT * FROM dp_heavy_hitters('visits', 'page', eps => 1, k => 10, counters => 9)", "counters must be at least k=10"),
    "tau": ("SELECT * FROM dp_heavy_hitters('visits', 'page', eps => 1, tau => 5, sketch => 'misra_gries')", "tau=5 is below 30"),
    "unit": ("SELECT * FROM dp_heavy_hitters('visits', 'page', eps => 1, unit => 'i', sketch => 'misra_gries')", "unit must be the row with sketch misra_gries"),
    "no table": ("SELECT * FROM dp_heavy_hitters('nowhere', 'page', eps => 1, sketch => 'misra_gries')", "nowhere has no order of rows"),
    "no column": ("SELECT * FROM dp_heavy_hitters('visits', 'pages', eps => 1, sketch => 'misra_gries')", "pages.* not found"),
    "row numbers": ("SELECT * FROM dp_heavy_hitters('visits', 'rowid', eps => 1, sketch => 'misra_gries')", "rowid.* not found"),
    "row numbers in the filter": ("SELECT * FROM dp_heavy_hitters('visits', 'page', eps => 1, sketch => 'misra_gries', filter => 'rowid < 5')", "rowid.* not found"),
    "type": ("SELECT * FROM dp_heavy_hitters('lists', 'l', eps => 1, sketch => 'misra_gries')", "column l must have a type that hierarchy items"),
    "filter": ("SELECT * FROM dp_heavy_hitters('visits', 'page', eps => 1, sketch => 'misra_gries', filter => 'i = ''x''')", "Could not convert"),
}  # fmt: skip


@pytest.mark.parametrize(("query", "text"), REFUSALS.values(), ids=REFUSALS.keys())
def test_refusals_spend_nothing(con: Con, query: str, text: str) -> None:
    con.execute("CREATE TABLE lists AS SELECT [1] AS l")
    with entropy_from(forbidden), pytest.raises(duckdb.Error, match=text):
        con.execute(query).fetchall()
    assert con.execute("SELECT count(*) FROM dp_ledger()").fetchall() == [(0,)]


@every
def test_charged_before_a_bit_is_drawn_and_a_named_release_comes_again(con: Con, sketch: str) -> None:
    first = ask(con, more=f", sketch => '{sketch}', name => 'q'")
    with entropy_from(forbidden):
        assert ask(con, more=f", sketch => '{sketch}', name => 'q'") == first
        with pytest.raises(duckdb.InvalidInputException, match="entropy was asked for"):
            ask(con, more=f", sketch => '{sketch}'")
    spent = con.execute("SELECT function, eps, name FROM dp_ledger()").fetchall()
    assert spent == [("dp_heavy_hitters", 1.0, "q"), ("dp_heavy_hitters", 1.0, None)]


@every
def test_explain_and_limit_0_release_nothing(con: Con, sketch: str) -> None:
    query = f"SELECT * FROM dp_heavy_hitters('visits', 'page', eps => 1, sketch => '{sketch}')"
    with entropy_from(forbidden):
        for statement in (f"EXPLAIN {query}", f"DESCRIBE {query}", f"{query} LIMIT 0", f"PREPARE p AS {query}"):
            con.execute(statement).fetchall()


# --- the order of the rows ------------------------------------------------------------------------------------


@pytest.fixture
def long(con: Con) -> Con:
    con.execute("CREATE TABLE long AS SELECT i FROM range(600000) t(i)")
    con.execute("DELETE FROM long WHERE i % 11 = 0")
    con.execute("SET threads = 4")
    return con


def read(con: Con, monkeypatch: pytest.MonkeyPatch, tbl: str, filter_text: str = "i >= 0") -> np.ndarray:
    """The rows as a sketch gets them."""
    seen: list[np.ndarray] = []

    class Spy(streams.Summary):
        def update(self, keys: list[pa.Array]) -> None:
            seen.append(keys[0].cast(pa.int64()).to_numpy())
            super().update(keys)

    monkeypatch.setattr(streams, "Summary", Spy)
    ask(con, tbl, "'i'", f", sketch => 'space_saving', filter => '{filter_text}'")
    return np.concatenate(seen)


@pytest.mark.parametrize("setting", ["false", pytest.param("true", marks=pytest.mark.slow)])
def test_rows_come_in_order_whatever_the_connection_says(long: Con, monkeypatch: pytest.MonkeyPatch, setting: str, tmp_path: Path) -> None:
    expected = long.execute("SELECT i FROM long ORDER BY i").fetchnumpy()["i"]
    path = str(tmp_path / "long.parquet")
    long.execute(f"COPY long TO '{path}' (ROW_GROUP_SIZE 10000)")
    long.execute("CREATE INDEX by_i ON long (i)")
    long.execute(f"SET preserve_insertion_order = {setting}")
    for tbl in ("long", path):
        assert np.array_equal(read(long, monkeypatch, tbl), expected)
    assert read(long, monkeypatch, "long", "i = 5").tolist() == [5]
    assert long.execute("SELECT current_setting('preserve_insertion_order')").fetchall() == [(setting == "true",)]


def test_a_parallel_scan_hands_rows_out_of_order_and_is_noticed(long: Con, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hole that the setting closes, and the check of the row numbers behind it."""
    long.execute("SET preserve_insertion_order = false")
    monkeypatch.setattr(streams, "_SETTINGS", {})

    def often() -> None:
        for _ in range(20):  # two threads may happen to come in order
            read(long, monkeypatch, "long")

    with pytest.raises(duckdb.InvalidInputException, match="rows did not come in their order"):
        often()


def test_a_locked_configuration_without_order_is_refused(long: Con) -> None:
    long.execute("SET preserve_insertion_order = false")
    long.execute("SET lock_configuration = true")
    with entropy_from(forbidden), pytest.raises(duckdb.InvalidInputException, match="cannot be read in their order"):
        ask(long, "long", "'i'", ", sketch => 'space_saving'")


def test_a_locked_configuration_with_order_is_fine(long: Con) -> None:
    long.execute("SET lock_configuration = true")
    assert ask(long, "long", "'i'", ", sketch => 'space_saving'") == []


def test_one_thread_and_other_statements_at_the_same_time(con: Con) -> None:
    con.execute("SET threads = 1")
    failures: list[BaseException] = []

    def asks() -> None:
        try:
            with con.cursor() as cursor:
                assert names(ask(cursor, more=", sketch => 'space_saving'")) == ["a", "b"]
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=asks) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_only_committed_rows_are_read(con: Con) -> None:
    con.begin()
    con.execute("INSERT INTO visits SELECT 0, 'new', 0 FROM range(50000)")
    assert "new" not in names(ask(con, more=", sketch => 'space_saving'"))
    con.commit()
    assert "new" in names(ask(con, more=", sketch => 'space_saving'"))


# --- plans -------------------------------------------------------------------------------------------------


def test_the_methods_side_by_side(con: Con) -> None:
    rows = con.execute(
        "SELECT method, chosen, tau_min, margin_at_beta, reason "
        "FROM dp_methods('dp_heavy_hitters', eps => 1, k => 1000, n_max => 1000000)"
    ).fetchall()
    by_name = {name: rest for name, *rest in rows}
    assert by_name["exact"][0]
    assert by_name["exact"][1] == 15
    assert by_name["space_saving"][1:3] == [44 + 500, 14 + 500]
    assert by_name["misra_gries"][1:3] == [30, 28 + 1_000_000 // 2001]
    assert "44 + n/2000" in by_name["space_saving"][3]


@every
def test_what_the_plan_promises_holds_at_both_ends_of_the_noise(con: Con, sketch: str) -> None:
    plan = dphh_sql.plan("dp_heavy_hitters", eps=1, sketch=sketch, k=10, n_max=60_000)
    certain = plan.rows()[0]["certain_count"]
    con.execute(
        f"CREATE TABLE edge AS SELECT 'x' || i AS item FROM range({60_000 - certain}) t(i) "
        f"UNION ALL SELECT 'heavy' FROM range({certain})"
    )
    for word in (0, MIDDLE, 2**64 - 1):
        with entropy_from(always(word)):
            rows = ask(con, "edge", "'item'", f", sketch => '{sketch}', k => 10")
        assert names(rows) == ["heavy"]
        ((_, count, lo, hi),) = rows
        assert abs(count - certain) <= plan.margin_at()
        assert lo <= count
        assert hi >= certain - plan.design.tables[0].bound


def test_a_plan_reads_nothing_and_says_the_formula(con: Con) -> None:
    text = dphh_sql.plan("dp_heavy_hitters", eps=1, sketch="space_saving", k=1000).explain()
    assert "44 + n/2000" in " ".join(text.split())
    assert "more than n/1000 of the n rows is found for certain once n is 116,000 or more" in " ".join(text.split())


# --- policies and analysts ---------------------------------------------------------------------------------


POLICY = """
[tables.visits]
published = true
eps = 2.5
delta = 1e-5
"""


def test_an_analyst_asks_a_sketch_within_the_budget(con: Con, tmp_path: Path) -> None:
    (tmp_path / "policy.toml").write_text(POLICY)
    con.execute("CREATE VIEW early AS SELECT page FROM visits WHERE i < 30000")
    analyst = dphh_sql.analyst(con, dphh_sql.policy.load(tmp_path / "policy.toml"))
    for tbl in ("visits", "early"):
        assert names(ask(analyst, tbl, more=", sketch => 'space_saving', k => 50")) == ["a", "b"]
    with entropy_from(forbidden):
        with pytest.raises(duckdb.Error, match="budget of visits: 0.5 of eps left"):
            ask(analyst, more=", sketch => 'space_saving'")
        with pytest.raises(duckdb.Error, match="must fit the columns"):
            ask(analyst, col="'pages'", more=", sketch => 'space_saving'")
        with pytest.raises(duckdb.Error, match="tbl must be a published table"):
            ask(analyst, "nowhere", more=", sketch => 'space_saving'")
    assert con.execute("SELECT count(*) FROM dp_ledger()").fetchall() == [(2,)]

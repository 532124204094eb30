"""exact_hhh, prefix_counts, residual_counts against a row-by-row oracle, for each hierarchy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dphh_sql.udfs import connect
from tests.hierarchies.cases import CASES, Case, Row
from tests.hierarchies.pipeline import load
from tests.support import oracle

each_kind = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.spec}-{case.types[0]}")


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with connect() as con:
        yield con


def answers(con: duckdb.DuckDBPyConnection, function: str, case: Case, *options: str) -> list[tuple[object, ...]]:
    col = "'c0'" if len(case.types) == 1 else str([f"c{i}" for i in range(len(case.types))])
    spec = case.spec.replace("'", "''")
    given = ", ".join(["'items'", col, *options, f"hierarchy => '{spec}'"])
    return con.execute(f"SELECT * FROM {function}({given})").fetchall()


def assert_exact(
    con: duckdb.DuckDBPyConnection, case: Case, rows: Sequence[Row], tau: int, levels: Sequence[int] | None = None
) -> None:
    load(con, case.types, rows)
    option = [] if levels is None else [f"levels => {list(levels)}"]
    tested = case.hierarchy.default_levels if levels is None else sorted(levels)
    of = oracle.paths(case.hierarchy, tested, rows)
    total = oracle.counts(of)
    heavy = oracle.exact_hhh(of, tested, tau)
    left, above = oracle.residuals(of, heavy), oracle.nearest(of, heavy)

    expected: list[tuple[object, ...]] = [(*node, total[node]) for node in oracle.ordered(total)]
    assert answers(con, "prefix_counts", case, *option) == expected
    expected = [(*node, left[node], total[node], node in heavy) for node in oracle.ordered(total)]
    assert answers(con, "residual_counts", case, f"tau => {tau}", *option) == expected
    expected = [(0, None, None, oracle.rest(of, heavy), len(rows))]
    expected += [(*node, above[node], left[node], total[node]) for node in oracle.ordered(heavy)]
    assert answers(con, "exact_hhh", case, f"tau => {tau}", *option) == expected


@each_kind
def test_every_fixed_item(con: duckdb.DuckDBPyConnection, case: Case) -> None:
    """NULLs, malformed, '' and early-ending items, some more often than others."""
    rows = [row for i, row in enumerate(case.fixed) for _ in range(1 + i % 3)]
    assert_exact(con, case, rows, tau=2)


@each_kind
def test_a_table_without_any_item(con: duckdb.DuckDBPyConnection, case: Case) -> None:
    for rows in ([], [(None,) * len(case.types)] * 3):
        load(con, case.types, rows)
        assert answers(con, "exact_hhh", case, "tau => 1") == [(0, None, None, len(rows), len(rows))]


@pytest.mark.slow
@each_kind
@settings(max_examples=10)
@given(data=st.data())
def test_random_tables(con: duckdb.DuckDBPyConnection, case: Case, data: st.DataObject) -> None:
    rows = [row for row in data.draw(case.rows) for _ in range(data.draw(st.integers(1, 4)))]
    levels = data.draw(
        st.none() | st.lists(st.sampled_from(case.hierarchy.all_levels), min_size=1, max_size=4, unique=True)
    )
    assert_exact(con, case, rows, data.draw(st.integers(1, 8)), levels)


zips = st.lists(
    st.sampled_from([None, "", "94110", "94110-1234", "94103", "94200", "10001", "1000", "x", "٩٤١١٠", "00501"]), max_size=30
)


@settings(max_examples=6)
@given(rows=zips, tau=st.integers(1, 6), levels=st.sets(st.integers(1, 5), min_size=1))
def test_random_zips(con: duckdb.DuckDBPyConnection, rows: list[str | None], tau: int, levels: set[int]) -> None:
    (case,) = [case for case in CASES if case.spec == "zip"]
    assert_exact(con, case, [(row,) for row in rows], tau, sorted(levels))


columns = st.lists(
    st.tuples(
        st.sampled_from(["CA", "ca", "", None]), st.sampled_from(["Kern", "", None]), st.sampled_from([1, -1, None])
    ),
    max_size=30,
)


@settings(max_examples=6)
@given(rows=columns, tau=st.integers(1, 6))
def test_random_columns(con: duckdb.DuckDBPyConnection, rows: list[Row], tau: int) -> None:
    (case,) = [case for case in CASES if case.spec == "columns(3)"]
    assert_exact(con, case, rows, tau)


@pytest.mark.parametrize("tau", [1, 3, 10**6, 2**52])
def test_thresholds(con: duckdb.DuckDBPyConnection, tau: int) -> None:
    (case,) = [case for case in CASES if case.spec == "zip"]
    assert_exact(con, case, [("94110",)] * 3 + [("94103",)] * 2 + [(None,)], tau)


def test_a_filter(con: duckdb.DuckDBPyConnection) -> None:
    load(con, ["VARCHAR", "INTEGER"], [("94110", 1)] * 3 + [("94110", 2)] * 2 + [("10001", 1)])
    found = con.execute("FROM prefix_counts('items', 'c0', hierarchy => 'zip', levels => [5], filter => 'c1 = 1')")
    assert found.fetchall() == [(5, "10001", 1), (5, "94110", 3)]


@pytest.mark.parametrize("function", ["exact_hhh", "residual_counts"])
@pytest.mark.parametrize(
    ("options", "text"),
    [
        ("", "tau is required"),
        (", tau => 0", "tau must be at least 1"),
        (", tau => 1.5", "tau must be a whole number, got 1.5"),
        (", tau => 1, levels => [9]", "levels"),
        (", tau => 1, hierarchy => 'zipp'", "unknown hierarchy 'zipp'"),
        (", tau => 1, filter => 'random() < 1'", "filter may combine"),
    ],
)
def test_refused(con: duckdb.DuckDBPyConnection, function: str, options: str, text: str) -> None:
    con.execute("CREATE OR REPLACE TABLE loans AS SELECT '94110' AS zip")
    with pytest.raises(duckdb.InvalidInputException, match=f"{function}: {text}"):
        con.execute(f"SELECT * FROM {function}('loans', 'zip'{options})")


def test_nothing_is_spent(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("CREATE OR REPLACE TABLE loans AS SELECT '94110' AS zip")
    for function in ("exact_hhh", "residual_counts"):
        con.execute(f"SELECT * FROM {function}('loans', 'zip', tau => 1)").fetchall()
    con.execute("SELECT * FROM prefix_counts('loans', 'zip')").fetchall()
    assert con.execute("SELECT count(*) FROM dp_ledger()").fetchall() == [(0,)]


@pytest.mark.parametrize("collation", ["nocase", "nocase.noaccent"])
def test_order_and_nodes_ignore_a_default_collation(collation: str) -> None:
    (case,) = [case for case in CASES if case.spec == "chars(3)"]
    with connect(config={"default_collation": collation}) as other:
        assert_exact(other, case, [(text,) for text in ["b", "B", "a", "A", "ä", "é", "e", "Ea", "aB", "Ab"]], tau=1)

"""Bounding keeps at most k rows of each unit, uniformly, whatever the rows hold."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from dphh_sql import hierarchies
from dphh_sql.counting import counting_query
from dphh_sql.source import parse_table
from dphh_sql.udfs import connect

Con = duckdb.DuckDBPyConnection
Row = tuple[str | None, str | None, bool]
UNLIKELY = 1e-9  # of a uniform choice; several tests a day for a thousand years


@pytest.fixture(scope="module")
def con() -> Iterator[Con]:
    with connect() as con:
        yield con


def load(con: Con, rows: list[Row]) -> None:
    con.execute("CREATE OR REPLACE TABLE t (unit VARCHAR, item VARCHAR, kept BOOLEAN, other VARCHAR)")
    if rows:
        con.executemany("INSERT INTO t VALUES (?, ?, ?, ?)", [(*row, row[1]) for row in rows])


def count(
    con: Con, k: int, filter_text: str | None = None, columns: tuple[str, ...] = ("item",)
) -> Counter[str | None]:
    """Items (at the only level) of one bounding; None for all that reach no level."""
    kind = hierarchies.parse("chars(3)" if len(columns) == 1 else f"columns({len(columns)})")
    levels = [kind.all_levels[-1]] if len(columns) == 1 else list(kind.all_levels)
    query = counting_query(parse_table("t"), columns, kind, levels, 1, filter_text, "test", "unit", k)
    total, candidates = con.execute(query.sql("duckdb")).fetchall()[0]
    found = Counter({c["key"]: c["n"] for c in candidates if c["level"] == levels[-1]})
    found[None] = total - sum(found.values())
    return found


ITEMS = st.sampled_from(["aaa", "bbb", "AAA", "x", "", None])
ROWS = st.lists(st.tuples(st.sampled_from(["u", "v", "U", "", None]), ITEMS, st.booleans()), max_size=25)


@settings(max_examples=60)
@given(rows=ROWS, k=st.integers(1, 4), filtered=st.booleans())
def test_each_unit_keeps_as_many_rows_as_it_may(con: Con, rows: list[Row], k: int, filtered: bool) -> None:
    load(con, rows)
    mine = [(unit, item) for unit, item, kept in rows if unit is not None and (kept or not filtered)]
    found = count(con, k, "kept" if filtered else None)
    sizes = Counter(unit for unit, _ in mine)
    assert found.total() == sum(min(k, size) for size in sizes.values())
    # No item more often than its units could give.
    for item in ("aaa", "bbb", "AAA"):
        per_unit = Counter(unit for unit, own in mine if own == item)
        assert found[item] <= sum(min(k, n) for n in per_unit.values())
    if all(size <= k for size in sizes.values()):
        assert all(found[item] == sum(own == item for _, own in mine) for item in ("aaa", "bbb", "AAA"))


@pytest.mark.parametrize("k", [1, 2, 3])
def test_the_choice_is_uniform_over_rows(con: Con, k: int) -> None:
    """Repeated, rare, NULL and malformed items: each row of a unit is kept with probability k/6."""
    n = 6000
    con.execute("CREATE OR REPLACE TABLE t (unit INT, item VARCHAR)")
    con.execute(
        "INSERT INTO t SELECT u, v FROM range(?) r(u), (VALUES ('aaa'), ('aaa'), ('bbb'), (NULL), ('x'), ('aaa')) w(v)",
        [n],
    )
    found = count(con, k)
    assert found.total() == n * k
    if k == 1:  # independent draws: a chi-squared test is exact enough
        assert chisquare([found["aaa"], found["bbb"], found[None]], [n / 2, n / 6, n / 3]).pvalue > UNLIKELY
    for item, share in (("aaa", 3), ("bbb", 1), (None, 2)):
        mean = n * k * share / 6
        assert abs(found[item] - mean) < 6.2 * (n * k * share / 6) ** 0.5  # wider than any hypergeometric spread


@pytest.mark.parametrize("k", [1, 2])
def test_pairs_of_rows_are_kept_equally_often(con: Con, k: int) -> None:
    """Without replacement: of four rows each subset of k is as likely as any other."""
    n = 4000
    kept: Counter[str] = Counter()
    con.execute("CREATE OR REPLACE TABLE t (unit INT, item VARCHAR)")
    con.execute("INSERT INTO t SELECT u, printf('%c%02d', 97 + v, u % 50) FROM range(?) r(u), range(4) w(v)", [n])
    for _ in range(3):
        found = count(con, k)
        assert found.total() == n * k
        for item in found:
            if item is not None:
                kept[item[0]] += found[item]
    assert chisquare([kept[c] for c in "abcd"]).pvalue > UNLIKELY


def test_units_choose_independently(con: Con) -> None:
    """If units shared their choice, one call would keep nearly the same item everywhere."""
    con.execute(
        "CREATE OR REPLACE TABLE t AS SELECT u AS unit, v AS item FROM range(2000) r(u), (VALUES ('aaa'), ('bbb')) w(v)"
    )
    assert 800 < count(con, 1)["aaa"] < 1200


def test_setseed_does_not_fix_the_choice(con: Con) -> None:
    con.execute(
        "CREATE OR REPLACE TABLE t AS SELECT u AS unit, v AS item FROM range(2000) r(u), (VALUES ('aaa'), ('bbb')) w(v)"
    )
    seen = set()
    for _ in range(8):
        con.execute("SELECT setseed(0.5)")
        seen.add(count(con, 1)["aaa"])
    assert len(seen) > 1


@pytest.mark.parametrize("k", [1, 3])
def test_columns_come_from_the_same_row(con: Con, k: int) -> None:
    con.execute(
        "CREATE OR REPLACE TABLE t AS SELECT u % 40 AS unit, (u % 7)::VARCHAR AS a, (u % 7)::VARCHAR AS b FROM range(999) r(u)"
    )
    con.execute("UPDATE t SET a = NULL WHERE a = '3'")
    con.execute("UPDATE t SET b = NULL WHERE a = '4'")
    found = count(con, k, columns=("a", "b"))
    assert found.total() == 40 * k
    assert {key for key in found if key is not None} <= {f'["{i}","{i}"]' for i in (0, 1, 2, 5, 6)}


@pytest.mark.parametrize("k", [1, 2])
def test_no_collation_merges_items(k: int) -> None:
    with connect() as con:
        con.execute("SET default_collation = 'NOCASE'")
        con.execute(
            "CREATE TABLE t AS SELECT u AS unit, CASE WHEN u % 2 = 0 THEN 'abc' ELSE 'ABC' END AS item FROM range(100) r(u)"
        )
        found = count(con, k)
        assert (found["abc"], found["ABC"]) == (50, 50)


def test_the_draws_are_the_operating_systems(con: Con, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def spy(n: int) -> bytes:
        asked.append(n)
        return os.urandom(n)

    monkeypatch.setattr("dphh_sql.entropy._source", spy)
    con.execute("CREATE OR REPLACE TABLE t AS SELECT u % 10 AS unit, 'abc' AS item FROM range(5000) r(u)")
    count(con, 1)
    assert sum(asked) == 8 * 5000


@pytest.mark.parametrize("k", [1, 2, 3])
def test_a_view_that_draws_is_read_once(k: int) -> None:
    """Read again it has other items, and a row of one unit would decide whether those of others count."""
    with connect() as con:
        drawn = "lpad(floor(1000 * random())::INT::VARCHAR, 3, '0')"
        con.execute(f"CREATE VIEW t AS SELECT i AS unit, {drawn} AS item FROM range(500) r(i)")
        found = count(con, k)
        assert found.total() == 500
        assert found[None] == 0


@pytest.mark.parametrize("table", ["items", "source", "kept", "counted"])
@pytest.mark.parametrize("k", [1, 2])
def test_no_name_of_ours_hides_the_table(con: Con, table: str, k: int) -> None:
    con.execute(f"CREATE OR REPLACE TABLE \"{table}\" AS SELECT u AS unit, 'abc' AS item FROM range(50) r(u)")
    kind = hierarchies.parse("chars(3)")
    query = counting_query(parse_table(table), ("item",), kind, [3], 1, None, "test", "unit", k)
    assert con.execute(query.sql("duckdb")).fetchall()[0][0] == 50
    con.execute(f'DROP TABLE "{table}"')

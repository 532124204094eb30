"""The counting statement of each hierarchy: kept as text, run on real rows, and its promises one by one.

`UPDATE_GOLDEN=1 pytest tests/test_counting.py` rewrites `tests/sql/counting/*.sql`.
"""

from __future__ import annotations

import os
import pathlib
from collections import Counter
from typing import Any

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlglot import exp, parse_one

from dphh_sql.counting import counting_query
from dphh_sql.hierarchies import HIERARCHIES, Hierarchy, parse
from dphh_sql.source import Source
from tests.hierarchies.cases import CASES, Case, Row, item
from tests.hierarchies.pipeline import load
from tests.sql.hierarchies.test_golden import RUNS

HERE = pathlib.Path(__file__).parent / "sql" / "counting"
CON = duckdb.connect()
Candidate = tuple[int, str, str | None, int]

each_kind = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.spec[:24]}-{case.types[0]}")


def query(h: Hierarchy, floor: int, levels: tuple[int, ...] | None = None, filter_text: str | None = None) -> exp.Select:
    names = [f"c{i}" for i in range(h.width)]
    return counting_query(Source(("items",)), names, h, levels or h.default_levels, floor, filter_text)


def counted(sql: str, con: duckdb.DuckDBPyConnection = CON) -> tuple[int, list[Candidate]]:
    """The one row that a statement answers with: total and sorted candidates."""
    result = con.execute(sql)
    assert [column[0] for column in result.description or ()] == ["total", "candidates"]
    ((total, candidates),) = result.fetchall()
    rows = [(c["level"], c["key"], c["parent"], c["n"]) for c in candidates]
    return total, sorted(rows, key=lambda row: (row[0], row[1]))


def expected(h: Hierarchy, rows: list[Row], levels: tuple[int, ...], floor: int) -> tuple[int, list[Candidate]]:
    """The same from `python_key`, row by row."""
    nodes: Counter[tuple[int, str, str | None]] = Counter()
    for row in rows:
        parent: str | None = None
        for level in levels:
            key = h.python_key(item(row), level)
            if key is None:
                break
            nodes[level, key, parent] += 1
            parent = key
    kept = [(*node, n) for node, n in nodes.items() if n >= floor]
    return len(rows), sorted(kept, key=lambda row: (row[0], row[1]))


@pytest.mark.usefixtures("few_suffixes")
@pytest.mark.parametrize("spec", RUNS)
def test_golden(spec: str) -> None:
    h = parse(spec)
    types, rows, labels = RUNS[spec]
    rendered = query(h, floor=2, filter_text="id <> 99").sql("duckdb", pretty=True) + "\n"
    golden = HERE / f"{h.kind}.sql"
    if os.environ.get("UPDATE_GOLDEN") == "1":
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(rendered, encoding="utf-8")
    text = golden.read_text(encoding="utf-8")
    assert rendered == text

    load(CON, types, rows)
    CON.execute("INSERT INTO items BY NAME SELECT 99 AS id, * EXCLUDE id FROM items")
    total, candidates = counted(text)
    assert total == len(rows)
    found: dict[int, dict[str, int]] = {level: {} for level in labels}
    for level, key, parent, n in candidates:
        found[level][h.label(key, level)] = n
        assert (parent is None) == (level == h.default_levels[0])
    assert found == {level: {p: n for p, n in below.items() if n >= 2} for level, below in labels.items()}


def test_every_kind_has_a_golden_file_and_no_other_exists() -> None:
    assert {path.stem for path in HERE.glob("*.sql")} == set(HIERARCHIES)


@each_kind
@pytest.mark.parametrize("floor", [1, 2, 5])
def test_every_fixed_item(case: Case, floor: int) -> None:
    rows = [row for i, row in enumerate(case.fixed) for _ in range(1 + i % 3)]
    load(CON, case.types, rows)
    h = case.hierarchy
    assert counted(query(h, floor).sql("duckdb")) == expected(h, rows, h.default_levels, floor)


@pytest.mark.slow
@each_kind
@settings(max_examples=20)
@given(data=st.data())
def test_random_tables(case: Case, data: st.DataObject) -> None:
    h, rows = case.hierarchy, data.draw(case.rows)
    levels = tuple(sorted(data.draw(st.sets(st.sampled_from(h.all_levels), min_size=1, max_size=5))))
    floor = data.draw(st.integers(1, 3))
    load(CON, case.types, rows)
    assert counted(query(h, floor, levels).sql("duckdb")) == expected(h, rows, levels, floor)


@each_kind
def test_an_empty_table_has_a_total_too(case: Case) -> None:
    load(CON, case.types, [])
    assert counted(query(case.hierarchy, 1).sql("duckdb")) == (0, [])


@each_kind
def test_the_floor_never_touches_the_total(case: Case) -> None:
    rows = [row for row in case.fixed for _ in range(2)]
    load(CON, case.types, rows)
    assert counted(query(case.hierarchy, 10**6).sql("duckdb")) == (len(rows), [])


@each_kind
def test_what_passes_the_floor_has_its_parent(case: Case) -> None:
    rows = [row for i, row in enumerate(case.fixed) for _ in range(1 + i % 4)]
    load(CON, case.types, rows)
    levels = case.hierarchy.default_levels
    _, candidates = counted(query(case.hierarchy, 3).sql("duckdb"))
    counts = {(level, key): n for level, key, _, n in candidates}
    assert len(counts) == len(candidates)
    for level, _, parent, n in candidates:
        if level != levels[0]:
            assert parent is not None
            assert counts[levels[levels.index(level) - 1], parent] >= n


@pytest.mark.parametrize("text", ["id = 1", "id IS NULL", "c0 LIKE '94%'", "c0 = 'nothing'"])
def test_a_filter_counts_only_its_rows(text: str) -> None:
    zips = [("94110",), ("94103",), (None,), ("94110",)]
    load(CON, ["VARCHAR"], zips)
    kept = [zips[i] for (i,) in CON.execute(f"SELECT id FROM items WHERE {text}").fetchall()]
    h = parse("zip")
    assert counted(query(h, 1, filter_text=text).sql("duckdb")) == expected(h, kept, h.default_levels, 1)


@each_kind
def test_the_statement_is_one_select_that_reads_one_table(case: Case) -> None:
    h = case.hierarchy
    sql = query(h, 7, filter_text="id = 1").sql("duckdb")
    parsed: Any = parse_one(sql, read="duckdb")
    assert isinstance(parsed, exp.Select)
    ctes = {cte.alias for cte in parsed.find_all(exp.CTE)}
    assert {table.name for table in parsed.find_all(exp.Table)} - ctes == {"items"}
    assert not list(parsed.find_all(exp.Insert, exp.Update, exp.Delete, exp.Create, exp.Drop))


def test_every_type_that_is_not_accepted_is_refused_without_reading_a_row() -> None:
    refused = {
        "zip": ["INTEGER", "BLOB", "DATE", "VARCHAR[]", "STRUCT(a VARCHAR)", "UUID", "BOOLEAN"],
        "chars(3)": ["INTEGER", "BLOB", "VARCHAR[]"],
        "path": ["BIGINT", "MAP(VARCHAR, VARCHAR)"],
        "ipv4": ["DOUBLE", "BLOB", "DECIMAL(9, 0)"],
        "date": ["VARCHAR", "TIMESTAMPTZ", "TIME", "INTEGER"],
        "timestamp": ["VARCHAR", "TIMESTAMP WITH TIME ZONE"],
        "timestamptz": ["VARCHAR", "TIMESTAMP", "DATE"],
        "ipv6": ["HUGEINT", "BLOB"],
        "url": ["BIGINT", "JSON"],
        "file": ["BLOB", "VARCHAR[]"],
        "bits(8)": ["VARCHAR", "DOUBLE", "DECIMAL(9, 0)", "BOOLEAN"],
        "numeric(0, 1, 10)": ["VARCHAR", "BOOLEAN", "DATE"],
        "geohash": ["BIGINT", "BLOB"],
        "h3": ["DOUBLE", "INTEGER", "BLOB"],
        "semver": ["DOUBLE", "INTEGER"],
        "phone": ["BIGINT", "DOUBLE"],
        "columns(1)": ["TIMESTAMP", "TIME", "INTERVAL", "BLOB", "INTEGER[]", "STRUCT(a INTEGER)", "BIT"],
    }
    for spec, kinds in refused.items():
        for kind in kinds:
            CON.execute(f"CREATE OR REPLACE TABLE items (id INTEGER, c0 {kind})")
            with pytest.raises(duckdb.InvalidInputException, match="dp_hhh: column c0 must have a type that hierarchy"):
                CON.execute(query(parse(spec), 1).sql("duckdb")).fetchall()


@pytest.mark.parametrize(
    ("spec", "kind"), [("zip", "ENUM('94110')[]"), ("columns(1)", "DECIMAL(9, 2)[]"), ("columns(1)", "ENUM('a')[]")]
)
def test_lists_of_types_with_parameters_are_refused(spec: str, kind: str) -> None:
    CON.execute(f"CREATE OR REPLACE TABLE items (id INTEGER, c0 {kind})")
    with pytest.raises(duckdb.InvalidInputException, match="column c0 must have a type"):
        CON.execute(query(parse(spec), 1).sql("duckdb")).fetchall()


def test_the_error_of_a_type_shows_no_value_of_an_enum() -> None:
    CON.execute("CREATE OR REPLACE TABLE items (id INTEGER, c0 ENUM('secret'))")
    with pytest.raises(duckdb.InvalidInputException) as caught:
        CON.execute(query(parse("date"), 1).sql("duckdb")).fetchall()
    assert "ENUM" in str(caught.value)
    assert "secret" not in str(caught.value)

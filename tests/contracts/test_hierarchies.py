"""What every hierarchy promises (dphh_sql/hierarchies/base.py), over the registry.

The privacy proof needs a tree: one node a level for each item, each coarser node a function of the finer one.
"""

from __future__ import annotations

from collections import Counter, defaultdict

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlglot import exp

from dphh_sql.hierarchies import HIERARCHIES, Hierarchy, parse
from tests.hierarchies.cases import CASES, Case, Row, item
from tests.hierarchies.pipeline import counts, load, run, with_lookups

pytestmark = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.spec[:24]}-{case.types[0]}")
CON = duckdb.connect()
NOCASE = duckdb.connect(config={"default_collation": "nocase.noaccent"})


def some_levels(h: Hierarchy) -> st.SearchStrategy[list[int]]:
    return st.lists(st.sampled_from(h.all_levels), min_size=1, max_size=6, unique=True).map(sorted)


def python_rows(h: Hierarchy, rows: list[Row], levels: list[int]) -> list[tuple[object, ...]]:
    keys = [(i, level, h.python_key(item(row), level), 1) for i, row in enumerate(rows) for level in levels]
    return sorted(found for found in keys if found[2] is not None)


def python_counts(h: Hierarchy, rows: list[Row], levels: list[int]) -> list[tuple[object, ...]]:
    nodes = Counter((level, key) for _, level, key, _ in python_rows(h, rows, levels))
    return sorted((level, key, n) for (level, key), n in nodes.items())


@given(data=st.data())
@settings(max_examples=4)
def test_sql_and_python_agree_through_any_chain_of_levels(case: Case, data: st.DataObject) -> None:
    # Truncating finer levels first must change nothing: Python cuts straight to each level.
    h, rows = case.hierarchy, data.draw(case.rows)
    levels = data.draw(some_levels(h))
    load(CON, case.types, rows)
    assert run(CON, counts(h, levels, carry=["id"])) == python_rows(h, rows, levels)


def test_every_fixed_item_at_every_level(case: Case) -> None:
    h, rows = case.hierarchy, list(case.fixed)
    load(CON, case.types, rows)
    expected = python_rows(h, rows, list(h.all_levels))
    assert run(CON, counts(h, h.all_levels, carry=["id"])) == expected
    assert len({level for _, level, _, _ in expected}) == len(h.all_levels), (
        "the fixed items must reach every level"
    )
    assert len({i for i, *_ in expected}) < len(rows), (
        "some fixed item must be NULL, malformed or without a level"
    )


def test_expressions_compose_without_subqueries(case: Case) -> None:
    # Nested in one another, the expressions must keep their meaning: sqlglot adds no parentheses.
    h, rows = case.hierarchy, list(case.fixed)
    load(CON, case.types, rows)
    coarse, fine = h.default_levels[0], h.default_levels[-1]
    raws = [h.raw(exp.column(f"c{i}")) for i in range(h.width)]
    cut = h.truncate(h.truncate(h.parts(raws), fine), coarse)
    query = with_lookups(exp.select("id", h.reaches(cut, coarse), h.key(cut, coarse)).from_("items"), h)
    got = [(i, coarse, key, 1) for i, reached, key in run_unsorted(query) if reached]
    assert sorted(got) == python_rows(h, rows, [coarse])
    assert all(reached is not None for _, reached, _ in run_unsorted(query))


def run_unsorted(query: exp.Expression) -> list[tuple[int, bool | None, str | None]]:
    return CON.execute(query.sql("duckdb")).fetchall()


def test_raw_of_raw_is_raw(case: Case) -> None:
    # Bounding the rows of a unit applies it to its own result, whatever the session's zone is.
    h = case.hierarchy
    load(CON, case.types, list(case.fixed))
    once = exp.select(*(h.raw(exp.column(f"c{i}")).as_(f"r{i}") for i in range(h.width))).from_("items").subquery("once")
    again = [exp.NullSafeEQ(this=h.raw(exp.column(f"r{i}")), expression=exp.column(f"r{i}")) for i in range(h.width)]
    same = exp.select(*again).from_(once)
    CON.execute("SET TimeZone = 'Asia/Kathmandu'")
    try:
        assert {value for row in CON.execute(same.sql("duckdb")).fetchall() for value in row} == {True}
    finally:
        CON.execute("RESET TimeZone")


@given(data=st.data())
@settings(max_examples=4)
def test_a_key_is_one_node(case: Case, data: st.DataObject) -> None:
    h, rows = case.hierarchy, data.draw(case.rows)
    levels = data.draw(some_levels(h))
    load(CON, case.types, rows)
    # The stages group by parts: two groups with one key would show here as a repeated (level, key).
    assert run(CON, counts(h, levels)) == python_counts(h, rows, levels)


@pytest.mark.parametrize("declared", ["", " COLLATE NOCASE", " COLLATE NOCASE.NOACCENT"])
def test_no_collation_merges_nodes(case: Case, declared: str) -> None:
    h, rows = case.hierarchy, list(case.fixed)
    levels = list(h.default_levels)[-3:]
    if declared and "VARCHAR" not in case.types:
        pytest.skip("not applicable: no column of text")
    load(NOCASE, [t + declared if t == "VARCHAR" else t for t in case.types], rows)
    query = counts(h, levels)
    assert run(NOCASE, query) == python_counts(h, rows, levels)
    # Grouped by the key once more, as a caller may, nothing may merge either.
    again = exp.select("level", "key", "count(*)").from_(query.subquery("q")).group_by("1", "2")
    assert all(nodes == 1 for _, _, nodes in run(NOCASE, again))


@given(data=st.data())
@settings(max_examples=12)
def test_levels_form_a_tree(case: Case, data: st.DataObject) -> None:
    h, rows = case.hierarchy, data.draw(case.rows)
    levels = data.draw(some_levels(h))
    parents: dict[tuple[int, str], set[str | None]] = defaultdict(set)
    for row in rows:
        path = [h.python_key(item(row), level) for level in levels]
        depth = sum(key is not None for key in path)
        assert all(key is not None for key in path[:depth]), "reached a finer level but not a coarser one"
        for i in range(1, depth):
            parents[levels[i], str(path[i])].add(path[i - 1])
    assert all(len(above) == 1 for above in parents.values())


@given(data=st.data())
@settings(max_examples=12)
def test_labels_are_injective_and_read_back(case: Case, data: st.DataObject) -> None:
    h, rows = case.hierarchy, data.draw(case.rows)
    level = data.draw(st.sampled_from(h.all_levels))
    keys = {h.python_key(item(row), level) for row in rows} - {None}
    labels = {key: h.label(str(key), level) for key in keys}
    assert len(set(labels.values())) == len(keys)
    for row in rows:
        own = h.python_key(item(row), level)
        assert h.prefix(item(row), level) == labels.get(own)
        for key, label in labels.items():
            assert h.level_of(label) == level
            assert h.contains(label, item(row)) is (key == own)


def test_a_text_that_is_no_prefix(case: Case) -> None:
    h = case.hierarchy
    if h.prefix("", 1) == "":  # where every text is an item
        assert h.level_of("") == 1
    else:
        assert h.level_of("") is None
        assert h.contains("", h.example) is None


def test_identity(case: Case) -> None:
    h = case.hierarchy
    assert parse(h.spec) == h
    assert len({h, parse(h.spec)}) == 1
    assert h.spec.startswith(h.kind)
    assert set(h.default_levels) <= set(h.all_levels)
    assert list(h.all_levels) == sorted(set(h.all_levels))
    assert h.python_key(h.example, h.all_levels[0]) is not None
    assert h.accepts
    assert h.remedy
    assert {each.kind for each in HIERARCHIES.values()} == {each.kind for each in CASES}


def test_declared_types_are_those_that_typeof_prints(case: Case) -> None:
    load(CON, case.types, [])
    CON.execute(f"INSERT INTO items SELECT 0, {', '.join(['NULL'] * len(case.types))}")
    for i in range(len(case.types)):
        name = CON.execute(f"SELECT typeof(c{i}) FROM items").fetchall()[0][0]
        assert name.split("(")[0] in case.hierarchy.accepts

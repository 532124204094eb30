"""Counting from coarse to fine has the candidates of counting from fine to coarse, exactly."""

from __future__ import annotations

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dphh_sql import coarse_first, counting
from dphh_sql.coarse_first import blocks, pays
from dphh_sql.hierarchies import parse
from dphh_sql.source import Source
from tests.hierarchies.cases import CASES, GARBAGE, Case, Row
from tests.hierarchies.pipeline import load
from tests.test_counting import Candidate, counted, expected

CON = duckdb.connect()
bits = st.text(alphabet="01", max_size=12)
letters = st.sampled_from(["a", "A", "á", "", None])

DEEP = (
    Case("chars(12)", ["VARCHAR"], [(text,) for text in GARBAGE], st.tuples(bits)),
    Case("ipv4", ["BIGINT"], [(None,), (-1,), (0,), (2**32 - 1,)], st.tuples(st.integers(0, 200))),
    Case("path", ["VARCHAR"], [(text,) for text in GARBAGE], st.tuples(st.text("/ab", max_size=30))),
    Case("columns(12)", ["VARCHAR"] * 12, [(None,) * 12], st.tuples(*[letters] * 12)),
    *CASES,
)
each = pytest.mark.parametrize("case", DEEP, ids=lambda case: f"{case.spec}-{case.types[0]}")


def both(case: Case, rows: list[Row], floor: int, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, list[Candidate]]]:
    """The candidates of all levels, from fine to coarse and from coarse to fine."""
    load(CON, case.types, rows)
    names = [f"c{i}" for i in range(case.hierarchy.width)]
    found = []
    for way in (False, True):
        with monkeypatch.context() as patched:
            patched.setattr(counting, "pays", lambda levels, floor, way=way: way)
            query = counting.counting_query(
                Source(("items",)), names, case.hierarchy, case.hierarchy.all_levels, floor
            )
        found.append(counted(query.sql("duckdb"), CON))
    return found


@each
@pytest.mark.parametrize("floor", [2])
def test_every_fixed_item(case: Case, floor: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [row for i, row in enumerate(case.fixed) for _ in range(1 + i % 4)]
    fine, coarse = both(case, rows, floor, monkeypatch)
    assert coarse == fine == expected(case.hierarchy, rows, case.hierarchy.all_levels, floor)


@pytest.mark.slow
@each
def test_random_tables(case: Case) -> None:
    @settings(max_examples=4, deadline=None)
    @given(st.data())
    def same(data: st.DataObject) -> None:
        rows = data.draw(case.rows)
        with pytest.MonkeyPatch.context() as monkeypatch:
            fine, coarse = both(case, rows, data.draw(st.integers(1, 5)), monkeypatch)
        assert coarse == fine

    same()


@each
def test_collations_and_empty_tables_change_nothing(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [row for row in case.fixed for _ in range(2)]
    CON.execute("SET default_collation = 'NOCASE'")
    try:
        fine, coarse = both(case, rows, 2, monkeypatch)
        assert coarse == fine == expected(case.hierarchy, rows, case.hierarchy.all_levels, 2)
    finally:
        CON.execute("RESET default_collation")
    assert both(case, [], 1, monkeypatch) == [(0, [])] * 2


def test_a_deep_tree_is_counted_this_way() -> None:
    h = parse("chars(64)")
    texts = [counting.counting_query(Source(("items",)), ["c0"], h, h.all_levels, floor).sql("duckdb") for floor in (1, 9)]
    assert [text.count("AS MATERIALIZED") for text in texts] == [64, 1 + len(blocks(h.all_levels))]


@pytest.mark.parametrize("height", [1, 2, 9, 20, 32, 64, 128])
def test_blocks_are_the_levels_in_order(height: int) -> None:
    levels = range(3, 3 + height)
    assert [level for block in blocks(levels) for level in block] == [*levels]
    assert max(map(len, blocks(levels))) <= height**0.5 + 2
    assert pays(levels, 2) == (height >= coarse_first.DEEP)
    assert not pays(levels, 1)

"""Counting by cuts has the candidates of the plain way, exactly, whatever type the cuts were chosen for."""

from __future__ import annotations

from itertools import combinations

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dphh_sql import cut_first
from dphh_sql.counting import counting_query
from dphh_sql.cut_first import CutFirst
from dphh_sql.hierarchies import HIERARCHIES, Hierarchy
from dphh_sql.hierarchies.cuts import Cuts
from dphh_sql.source import Source
from tests.hierarchies.cases import CASES, Case, Row
from tests.hierarchies.pipeline import load
from tests.test_counting import Candidate, counted, expected

CON = duckdb.connect()
OFFERING = {kind for kind in HIERARCHIES.values() if kind.cuts is not Hierarchy.cuts}
each = pytest.mark.parametrize(
    "case", [c for c in CASES if type(c.hierarchy) in OFFERING], ids=lambda case: f"{case.spec}-{case.types[0]}"
)
LINES = [
    "1.2.3.4\n",
    "\n1.2.3.4",
    "1.2.3.4.",
    "1.2.3",
    "1.2.3.",
    "1.2.3.4.5",
    "1.2.3.256",
    "260.2.3.4",
    "1.2.3.04",
    "1.2.3.4 ",
]
EDGES = [
    "0.0.0.0",
    "0",
    "255.255.255.255",
    "4294967295",
    "4294967296",
    "16909060",
    "016909060",
    "-1",
    "+1",
    "1e3",
    "1_0",
]


def some_cuts(case: Case, levels: tuple[int, ...]) -> list[Cuts]:
    """Of every type that the kind reads, not only of the column's."""
    offered = (case.hierarchy.cuts(name, levels) for name in case.hierarchy.accepts)
    return list(dict.fromkeys(cuts for cuts in offered if cuts is not None))


def ways(cuts: Cuts, levels: tuple[int, ...]) -> list[CutFirst]:
    return [CutFirst(cuts, first, grouped) for first in levels for grouped in (False, True)]


def by(
    way: CutFirst | None, case: Case, levels: tuple[int, ...], floor: int, filter_text: str | None = None
) -> tuple[int, list[Candidate]]:
    query = counting_query(Source(("items",)), ["c0"], case.hierarchy, levels, floor, filter_text, way=way)
    return counted(query.sql("duckdb"), CON)


def all_alike(case: Case, rows: list[Row], levels: tuple[int, ...], floor: int, tried: int | None = None) -> None:
    """With every way, or with the way of that number."""
    load(CON, case.types, rows)
    plain = by(None, case, levels, floor)
    assert plain == expected(case.hierarchy, rows, levels, floor)
    for cuts in some_cuts(case, levels):
        some = ways(cuts, levels)
        for way in some if tried is None else [some[tried % len(some)]]:
            assert by(way, case, levels, floor) == plain, way


def repeated(case: Case) -> list[Row]:
    fixed = list(case.fixed)
    if case.types == ["VARCHAR"]:
        fixed += [(text,) for text in LINES + EDGES]
    return [row for i, row in enumerate(fixed) for _ in range(1 + i % 4)]


@each
@pytest.mark.parametrize("floor", [1, 2, 4])
def test_every_fixed_item(case: Case, floor: int) -> None:
    assert some_cuts(case, case.hierarchy.default_levels)
    all_alike(case, repeated(case), case.hierarchy.default_levels, floor)


@each
def test_every_choice_of_levels(case: Case) -> None:
    load(CON, case.types, repeated(case))
    every = case.hierarchy.default_levels
    for size in range(1, len(every)):
        for levels in combinations(every, size):
            plain = by(None, case, levels, 3)
            for cuts in some_cuts(case, levels):
                way = CutFirst(cuts, levels[0], grouped=size % 2 == 0)  # the longest chain of steps
                assert by(way, case, levels, 3) == plain, way


@each
def test_collations_empty_tables_and_filters_change_nothing(case: Case) -> None:
    rows = repeated(case)
    CON.execute("SET default_collation = 'NOCASE'")
    try:
        all_alike(case, rows, case.hierarchy.default_levels, 2)
    finally:
        CON.execute("RESET default_collation")
    for cuts in some_cuts(case, case.hierarchy.default_levels):
        plain = by(None, case, case.hierarchy.default_levels, 2, "id < 9")
        for grouped in (False, True):
            assert by(CutFirst(cuts, 16, grouped), case, case.hierarchy.default_levels, 2, "id < 9") == plain
    all_alike(case, [], case.hierarchy.default_levels, 1)


@each
def test_random_tables(case: Case) -> None:
    @settings(max_examples=8, deadline=None)
    @given(case.rows, st.integers(1, 5), st.integers(0, 7))
    def alike(rows: list[Row], floor: int, way: int) -> None:
        all_alike(case, rows, case.hierarchy.default_levels, floor, way)

    alike()


@each
def test_a_survivor_less_would_be_noticed(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison above can fail: with survivors one row above the floor, or the floor at a coarser level twice."""
    rows = [row for row in case.fixed for _ in range(2)]
    levels = case.hierarchy.default_levels
    load(CON, case.types, rows)
    plain = by(None, case, levels, 2)
    candidate = cut_first._candidate
    monkeypatch.setattr(cut_first, "_candidate", lambda floor: candidate(floor + 1))
    for cuts in some_cuts(case, levels):
        for way in ways(cuts, levels):
            assert by(way, case, levels, 2) != plain


def test_a_level_between_octets_has_no_text_cut() -> None:
    kind = HIERARCHIES["ipv4"].sample()
    assert kind.cuts("VARCHAR", (8, 12)) is None
    assert kind.cuts("UBIGINT", (8, 12)) is not None
    assert kind.cuts("DOUBLE", (8, 16)) is None

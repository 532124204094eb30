"""Trees of uneven depth, exactly and through SQL: items that end early count in all ancestors, on one path each.

The rows are counted by the real statement, the real selection runs over every noise vector, and the law is compared with
that of every table with one row more. The accounting is that of the longest path.
"""

from __future__ import annotations

from fractions import Fraction

import duckdb
import pyarrow as pa
import pytest

from dphh_sql.accounting.path import delta_bound
from dphh_sql.audit import exact_path
from dphh_sql.audit.enumeration import Law, exact_law, hockey_stick, scripted, small_design
from dphh_sql.audit.trees import CANDIDATE, Outcome, outcome
from dphh_sql.counting import counting_query
from dphh_sql.hierarchies import parse
from dphh_sql.hierarchies.taxonomy import Taxonomy
from dphh_sql.mechanisms import Design
from dphh_sql.mechanisms.onehit import OneHit
from dphh_sql.plan import plan
from dphh_sql.source import Source
from dphh_sql.tree import Tree
from tests.hierarchies.pipeline import load
from tests.support.tables import table

CON = duckdb.connect()
NOISE, EPS = table(5), (0.5, 1.0, 2.0)
Row = tuple[str | None, ...]

CODES = Taxonomy.of([("A", None), ("B", "A"), ("C", "B"), ("D", None)], "codes", "code", "parent").spec

# spec -> tested levels, rows, every item that a neighbour may add (a new one, and one that is malformed, too)
CASES: dict[str, tuple[tuple[int, ...], list[Row], list[Row]]] = {
    CODES: ((1, 2, 3), [("C",), ("C",), ("B",), ("A",), ("D",)], [("A",), ("B",), ("C",), ("D",), ("x",), (None,)]),
    "path": ((1, 2, 3), [("a/b/c",), ("a/b/",), ("a/",), ("a/",)], [("a",), ("a/",), ("a/b",), ("a/b/c",), ("z/z/z",), ("",)]),
    "semver": ((1, 3, 4), [("1.0.0",), ("1.0.0-a",), ("1.0.0-a",)], [("1.0.0",), ("1.0.0-a",), ("1.0.0-b",), ("2.0.0",), ("1.0",)]),
    "h3": ((1, 2), [("81283ffffffffff",), ("822837fffffffff",), ("822837fffffffff",)], [("81283ffffffffff",), ("822837fffffffff",), ("822807fffffffff",), ("x",)]),
    "columns(2)": ((1, 2), [("a", "b"), ("a", "b"), ("a", None), ("", "")], [("a", "b"), ("a", "c"), ("a", None), (None, "b"), ("", None)]),
}  # fmt: skip


def counted(spec: str, levels: tuple[int, ...], rows: list[Row], floor: int) -> Tree:
    """What the counting statement hands over."""
    hierarchy = parse(spec)
    names = [f"c{i}" for i in range(hierarchy.width)]
    load(CON, ["VARCHAR"] * hierarchy.width, rows)
    query = counting_query(Source(("items",)), names, hierarchy, levels, floor)
    found = CON.sql(query.sql("duckdb")).to_arrow_table()
    return Tree.from_candidates(found.column("candidates")[0].values, found.column("total")[0].as_py(), levels)


def law(design: Design, tree: Tree) -> Law[Outcome]:
    return exact_law(lambda s: outcome(tree, OneHit().select(scripted(design, s), tree)))


def worst(design: Design, here: Law[Outcome], there: Law[Outcome], eps: float) -> Fraction:
    gamma = exact_path.above(eps)
    return max(hockey_stick(here, there, gamma), hockey_stick(there, here, gamma))


@pytest.mark.parametrize("spec", CASES, ids=lambda spec: spec[:12])
def test_one_row_more_is_within_the_bound_of_the_longest_path(spec: str) -> None:
    levels, rows, added = CASES[spec]
    design = small_design(NOISE, len(levels), EPS[0])
    here, largest = law(design, counted(spec, levels, rows, design.floor)), Fraction(0)
    for row in added:
        there = law(design, counted(spec, levels, [*rows, row], design.floor))
        for eps in EPS:
            assert worst(design, here, there, eps) <= Fraction(delta_bound(design.steps, eps)), (row, eps)
        largest = max(largest, worst(design, here, there, EPS[0]))
    assert largest > 0


@pytest.mark.parametrize("spec", CASES, ids=lambda spec: spec[:12])
def test_an_item_counts_in_every_node_above_it_and_in_no_other(spec: str) -> None:
    levels, rows, added = CASES[spec]
    before = counted(spec, levels, rows, 1)
    for row in added:
        after = counted(spec, levels, [*rows, row], 1)
        item = row if len(row) > 1 else row[0]
        expected = {(n, key) for n in levels if (key := parse(spec).python_key(item, n)) is not None}
        assert grown(before, after) == expected
        assert after.total == before.total + 1


def grown(before: Tree, after: Tree) -> set[tuple[int, str]]:
    """The nodes that count one more; no other changes."""
    old, new = (
        {(level.level, key): n for level in tree.levels for key, n in zip(level.keys.to_pylist(), level.counts.tolist(), strict=True)}
        for tree in (before, after)
    )
    changed = {node: n - old.get(node, 0) for node, n in new.items() if n != old.get(node, 0)}
    assert set(old) <= set(new)
    assert set(changed.values()) <= {1}
    return set(changed)


def test_a_row_on_two_paths_breaks_the_bound() -> None:
    """The mutant: a coarser level found by another route than from the finer key, so one row changes two branches."""

    def tree(n: int) -> Tree:
        # The rows of B count in D, E and F, and not in A.
        nodes = [(1, "A", None, 2), *((1, other, None, n) for other in "DEF"), (2, "B", "A", n)]
        found = [dict(zip(("level", "key", "parent", "n"), node, strict=True)) for node in nodes]
        return Tree.from_candidates(pa.array(found, CANDIDATE), n + 2, (1, 2))

    design = small_design(NOISE, 2, EPS[-1])
    delta = worst(design, law(design, tree(2)), law(design, tree(3)), EPS[-1])
    assert delta > Fraction(delta_bound(design.steps, EPS[-1]))


def test_the_plan_accounts_for_every_tested_level_however_short_most_items_are() -> None:
    steps = plan("dp_hhh", hierarchy=CODES, eps=1, rest=False).steps
    assert sum(step.times for step in steps) == 3

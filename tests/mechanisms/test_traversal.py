"""The traversal against the paper's own words: mark node by node, on trees of any shape with any answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dphh_sql.mechanisms.traversal import Answers, heavy_nodes, midpoint_first, path_tests
from dphh_sql.tree import Ints, Level, Tree

Node = tuple[int, int]
"""(depth, index)."""


@st.composite
def trees(draw: st.DrawFn, height: int = 7, widest: int = 5) -> Tree:
    """Any tree shape; each node counts its own number, so that a test can tell who is asked."""
    levels: list[Level] = []
    above, numbered = 1, 0
    for depth in range(draw(st.integers(1, height))):
        parents = sorted(draw(st.lists(st.integers(0, above - 1), max_size=widest))) if above else []
        counts = np.arange(numbered, numbered + len(parents), dtype=np.int64)
        keys = pa.array([str(n) for n in counts], pa.string())
        levels.append(Level(depth + 1, keys, counts, np.array(parents, dtype=np.int64)))
        above, numbered = len(parents), numbered + len(parents)
    return Tree(tuple(levels), numbered)


def path(tree: Tree, node: Node) -> list[Node]:
    """The node and its ancestors, upwards."""
    depth, index = node
    found = []
    while depth >= 0:
        found.append((depth, index))
        index, depth = int(tree.levels[depth].parents[index]), depth - 1
    return found


def nodes(tree: Tree) -> list[Node]:
    return [(depth, i) for depth, level in enumerate(tree.levels) for i in range(len(level))]


def by_the_book(tree: Tree, order: Sequence[int], answer: Callable[[Node], str]) -> tuple[dict[Node, str], list[Node]]:
    """Every node's label by MarkUp and MarkDown, and who was asked, in order."""
    label: dict[Node, str] = {}
    asked = []

    def mark(node: Node, value: str) -> None:
        assert label.setdefault(node, value) == value, "a label changed"

    for depth in order:
        for index in range(len(tree.levels[depth])):
            node = (depth, index)
            if node in label:
                continue
            asked.append(node)
            said = answer(node)
            for other in path(tree, node)[0 if said == "H" else 1 :] if said != "L" else []:
                mark(other, "heavy")
            for other in nodes(tree) if said != "H" else []:
                if node in path(tree, other):
                    mark(other, "light")
    return label, asked


def traversed(tree: Tree, order: Sequence[int], answer: Callable[[Node], str]) -> tuple[set[Node], list[Node]]:
    asked: list[Node] = []

    def test(depth: int, counts: Ints) -> Answers:
        mine = [(depth, int(n) - int(tree.levels[depth].counts[0])) for n in counts]
        asked.extend(mine)
        said = [answer(node) for node in mine]
        return Answers(np.array([s == "H" for s in said], bool), np.array([s == "B" for s in said], bool))

    heavy = heavy_nodes(tree, order, test)
    return {(d, int(i)) for d, chosen in enumerate(heavy) for i in np.flatnonzero(chosen)}, asked


@given(trees(), st.sampled_from(["midpoint", "down", "up"]), st.randoms(use_true_random=False))
def test_labels_and_questions_are_those_of_the_book(tree: Tree, name: str, random: object) -> None:
    height = len(tree.levels)
    order = {"midpoint": midpoint_first(height), "down": [*range(height)], "up": [*reversed(range(height))]}[name]
    said = {node: random.choice("LHB") for node in nodes(tree)}  # type: ignore[attr-defined]
    label, expected = by_the_book(tree, order, said.__getitem__)
    heavy, asked = traversed(tree, order, said.__getitem__)
    assert asked == expected
    assert label.keys() == set(nodes(tree)), "a node without a label"
    assert heavy == {node for node, value in label.items() if value == "heavy"}


@given(trees(), st.randoms(use_true_random=False))
def test_structure(tree: Tree, random: object) -> None:
    said = {node: random.choice("LHB") for node in nodes(tree)}  # type: ignore[attr-defined]
    heavy, asked = traversed(tree, midpoint_first(len(tree.levels)), said.__getitem__)
    assert max(Counter(asked).values(), default=1) == 1
    for node in nodes(tree):
        up = path(tree, node)
        labels = [other in heavy for other in up]
        assert labels == sorted(labels), "heavy above light, on every path: both sets are closed"
        assert len(set(up) & set(asked)) <= path_tests(len(tree.levels))
        assert sum(other in asked and said[other] == "B" for other in up) <= 1


@pytest.mark.parametrize("height", [*range(1, 70), 128])
def test_some_answers_need_all_the_tests_of_a_path_and_none_more(height: int) -> None:
    """On a single path, over every position of the border between heavy and light."""
    level = [Level(d + 1, pa.array([str(d)]), np.array([d]), np.zeros(1, dtype=np.int64)) for d in range(height)]
    asked = []
    for border in range(height + 1):
        _, mine = traversed(Tree(tuple(level), 1), midpoint_first(height), lambda n, b=border: "LH"[n[0] < b])
        asked.append(len(mine))
    assert max(asked) == path_tests(height) == int(np.ceil(np.log2(height + 1)))
    assert sorted(midpoint_first(height)) == [*range(height)]

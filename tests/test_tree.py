"""Candidates as arrays: parents by exact key, nothing lost, orphans refused."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dphh_sql.errors import ReleaseError
from dphh_sql.tree import Tree, add_to_parents
from tests.support.trees import CANDIDATE, Item, node_counts

items = st.lists(st.sampled_from("ab "), max_size=3).map(tuple)
rows = st.lists(items, max_size=20).map(Counter)


def candidates(nodes: Counter[Item]) -> list[dict[str, object]]:
    return [
        {"level": len(node), "key": "/".join(node), "parent": "/".join(node[:-1]) if len(node) > 1 else None, "n": n}
        for node, n in nodes.items()
    ]


@given(rows=rows, seed=st.integers(0, 9))
def test_counts_and_parents_in_any_order(rows: Counter[Item], seed: int) -> None:
    nodes = node_counts(rows)
    listed = candidates(nodes)
    random.Random(seed).shuffle(listed)
    tree = Tree.from_candidates(pa.array(listed, CANDIDATE), rows.total(), (1, 2, 3))
    assert tree.total == rows.total()
    found = {}
    above: list[str | None] = [None]
    for level in tree.levels:
        keys = level.keys.to_pylist()
        assert len(level) == len(keys) == len(level.counts) == len(level.parents)
        for key, n, parent in zip(keys, level.counts.tolist(), level.parents.tolist(), strict=True):
            found[tuple(key.split("/"))] = n
            assert above[parent] == ("/".join(key.split("/")[:-1]) or None)
        above = keys
    assert found == nodes
    assert tree.sizes_above() == [1, len(tree.levels[0]), len(tree.levels[1])]


def test_no_candidates() -> None:
    tree = Tree.from_candidates(pa.array([], CANDIDATE), 0, (1, 3))
    assert [len(level) for level in tree.levels] == [0, 0]
    assert [level.level for level in tree.levels] == [1, 3]


def test_levels_need_not_be_consecutive() -> None:
    listed = [
        {"level": 1, "key": "9", "parent": None, "n": 5},
        {"level": 5, "key": "94110", "parent": "9", "n": 3},
        {"level": 5, "key": "94103", "parent": "9", "n": 2},
    ]
    tree = Tree.from_candidates(pa.array(listed, CANDIDATE), 6, (1, 5))
    assert tree.levels[1].parents.tolist() == [0, 0]


@pytest.mark.parametrize("parent", ["8", "", "9 ", None])
def test_an_orphan_is_refused(parent: str | None) -> None:
    listed = [
        {"level": 1, "key": "9", "parent": None, "n": 5},
        {"level": 3, "key": "941", "parent": parent, "n": 3},
    ]
    with pytest.raises(ReleaseError, match="a prefix has no parent; nothing was drawn") as caught:
        Tree.from_candidates(pa.array(listed, CANDIDATE), 5, (1, 3))
    assert "941" not in str(caught.value)


def test_counts_beyond_32_bits_stay_exact() -> None:
    listed = [{"level": 1, "key": "9", "parent": None, "n": 2**62 + 1}]
    tree = Tree.from_candidates(pa.array(listed, CANDIDATE), 2**62 + 3, (1,))
    assert tree.levels[0].counts.tolist() == [2**62 + 1]
    assert tree.total == 2**62 + 3


@given(pairs=st.lists(st.tuples(st.integers(-(2**60), 2**60), st.integers(0, 4)), max_size=7))
def test_sums_by_parent_are_exact(pairs: list[tuple[int, int]]) -> None:
    values, parents = (np.array(column, dtype=np.int64) for column in zip(*pairs, strict=True)) if pairs else [
        np.array([], dtype=np.int64)
    ] * 2
    expected = [0] * 5
    for value, parent in pairs:
        expected[parent] += value
    assert add_to_parents(values, parents, 5).tolist() == expected

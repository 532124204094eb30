"""Labelling a tree heavy or light by threshold tests in a public order of depths (BetweenCut, section 4).

An answer H marks a node and its ancestors heavy, L a node and its descendants light; B marks the proper
ancestors heavy, the node and its descendants light. So the heavy set is ancestor-closed, the light set
descendant-closed, every node gets one label that never changes, and a test is only spent on a node that has none.

A node without a candidate counts less than the floor, is answered L for sure, and so is light without a test.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from dphh_sql.tree import Bools, Ints, Tree


class Answers(NamedTuple):
    """The answers to some tests: H, and B; what is neither is L."""

    high: Bools
    between: Bools


Test = Callable[[int, Ints], Answers]
"""Tests the nodes with the given counts at one depth (an index into the tree's levels) with fresh noise."""


def midpoint_first(height: int) -> list[int]:
    """The depths 0..height-1, the middle one first, then the middles of what is left on both sides.

    On a path, an answer labels all of one side of a middle, so a path meets at most `path_tests` tests.

    >>> midpoint_first(7)
    [3, 1, 5, 0, 2, 4, 6]
    """
    order, spans = [], [(0, height)]
    for low, high in spans:
        if low < high:
            middle = (low + high) // 2
            order.append(middle)
            spans += [(low, middle), (middle + 1, high)]
    return order


def path_tests(height: int) -> int:
    """ceil(log2(height + 1)), the most tests on a path in the order of `midpoint_first`.

    >>> [path_tests(h) for h in (1, 2, 3, 4, 7, 8, 64)]
    [1, 2, 2, 3, 3, 4, 7]
    """
    return height.bit_length()


def heavy_nodes(tree: Tree, order: Sequence[int], test: Test) -> tuple[Bools, ...]:
    """Which candidates are heavy, per level, after testing the depths in `order` (each depth once)."""
    heavy: dict[int, Bools] = {}
    raised: dict[int, Bools] = {}  # heavy, or answered B: the proper ancestors are heavy
    done: list[int] = []
    for depth in order:
        place = bisect(done, depth)
        # A nearer depth was labelled knowing the farther ones, so the nearest on each side decide.
        up = _heavy_below(tree, depth, done[place], raised) if place < len(done) else _none(tree, depth)
        open_ = ~up
        if place > 0:
            open_ &= heavy[done[place - 1]][ancestors(tree, depth, done[place - 1])]
        answers = test(depth, tree.levels[depth].counts[open_])
        heavy[depth], raised[depth] = up, up.copy()
        heavy[depth][open_] = answers.high
        raised[depth][open_] = answers.high | answers.between
        done.insert(place, depth)
    return tuple(heavy[depth] for depth in range(len(tree.levels)))


def ancestors(tree: Tree, depth: int, above: int) -> Ints:
    """For each node at `depth`, the index of its ancestor at the depth `above`."""
    index = tree.levels[depth].parents
    for between in range(depth - 1, above, -1):
        index = tree.levels[between].parents[index]
    return index


def _heavy_below(tree: Tree, depth: int, below: int, raised: dict[int, Bools]) -> Bools:
    marked = _none(tree, depth)
    chosen = np.flatnonzero(raised[below])
    for between in range(below, depth, -1):
        chosen = np.unique(tree.levels[between].parents[chosen])
    marked[chosen] = True
    return marked


def _none(tree: Tree, depth: int) -> Bools:
    return np.zeros(len(tree.levels[depth]), dtype=bool)

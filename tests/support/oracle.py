"""Hierarchical heavy hitters by definition, row by row in Python: what SQL, trees and releases are held to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from dphh_sql.hierarchies import Hierarchy

Node = tuple[int, str]
"""(level, printed prefix)."""

Path = list[Node]
"""What one row lies under, coarse to fine; [] for a NULL or malformed item."""


def paths(h: Hierarchy, levels: Sequence[int], rows: Iterable[tuple[object, ...]]) -> list[Path]:
    """The path of each row (a tuple as wide as the hierarchy)."""
    found = []
    for row in rows:
        printed = [(level, h.prefix(row if h.width > 1 else row[0], level)) for level in levels]
        found.append([(level, prefix) for level, prefix in printed if prefix is not None])
    return found


def counts(of: Sequence[Path]) -> Counter[Node]:
    """f(p): the rows below each node."""
    return Counter(node for path in of for node in path)


def residuals(of: Sequence[Path], selected: Collection[Node]) -> Counter[Node]:
    """F(p) of every node: the rows below p that no selected proper descendant of p covers."""
    found: Counter[Node] = Counter(dict.fromkeys(counts(of), 0))
    for path in of:
        for node in reversed(path):
            found[node] += 1
            if node in selected:
                break
    return found


def rest(of: Sequence[Path], selected: Collection[Node]) -> int:
    """The rows under no selected node."""
    return sum(not any(node in selected for node in path) for path in of)


def exact_hhh(of: Sequence[Path], levels: Sequence[int], tau: int) -> set[Node]:
    """The exact hierarchical heavy hitters: from the finest level up, select where F(p) >= tau."""
    selected: set[Node] = set()
    for level in sorted(levels, reverse=True):
        left = residuals(of, selected)
        selected |= {node for node, n in left.items() if node[0] == level and n >= tau}
    return selected


def nearest(of: Sequence[Path], selected: Collection[Node]) -> dict[Node, str | None]:
    """The printed prefix of the nearest selected proper ancestor of each selected node."""
    found: dict[Node, str | None] = {}
    for path in of:
        above: str | None = None
        for node in path:
            if node in selected:
                assert found.setdefault(node, above) == above, "two parents: not a tree"
                above = node[1]
    return found


def ordered(nodes: Iterable[Node]) -> list[Node]:
    """By level, then by the bytes of the prefix: the order of every result."""
    return sorted(nodes, key=lambda node: (node[0], node[1].encode()))

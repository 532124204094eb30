"""Tiny tables of records, as trees of candidates, and all tables that differ from one by a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pyarrow as pa

from dphh_sql.tree import Selection, Tree

Item = tuple[str, ...]
"""The path of a record, coarse to fine; it may end at an inner node, or be () (no prefix at all)."""

Records = Counter[Item]

CANDIDATE = pa.struct(
    [("level", pa.int32()), ("key", pa.string()), ("parent", pa.string()), ("n", pa.int64())]
)


def records(**by_path: int) -> Records:
    """Records from letters: `records(ab=2, a=1)` is two of a > b and one that ends at a."""
    return Counter({tuple(path): n for path, n in by_path.items()})


def node_counts(rows: Records) -> Counter[Item]:
    """The unconditional count of each node."""
    nodes: Counter[Item] = Counter()
    for item, n in rows.items():
        for depth in range(1, len(item) + 1):
            nodes[item[:depth]] += n
    return nodes


def tree(rows: Records, height: int, floor: int) -> Tree:
    """What the counting query hands over: levels 1..height, nodes with at least `floor` records."""
    kept = [
        {"level": len(node), "key": "/".join(node), "parent": "/".join(node[:-1]) or None, "n": n}
        for node, n in sorted(node_counts(rows).items())
        if n >= floor
    ]
    return Tree.from_candidates(pa.array(kept, CANDIDATE), rows.total(), range(1, height + 1))


def neighbours(rows: Records, height: int) -> Iterator[Records]:
    """Every table with one record more: at, or newly below, any node there is, and under no prefix at all."""
    places = {(), *node_counts(rows)}
    for place in sorted(places):
        for depth in range(len(place), height + 1):
            new = place + ("new",) * (depth - len(place))
            yield rows + Counter({new: 1})


Outcome = tuple[frozenset[tuple[int, str, int]], int | None]
"""What is released: (level, key, residual) of each selected node, and the rest."""


def outcome(candidates: Tree, selection: Selection) -> Outcome:
    rows = set()
    for level, chosen, residuals in zip(
        candidates.levels, selection.chosen, selection.residuals, strict=True
    ):
        keys = level.keys.filter(pa.array(chosen)).to_pylist()
        rows |= {(level.level, key, int(v)) for key, v in zip(keys, residuals, strict=True)}
    return frozenset(rows), selection.rest

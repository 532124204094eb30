"""The result rows of dp_tree_counts. Post-processing only: no data, no noise."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from dphh_sql.nodes import ordered_rows
from dphh_sql.plan import Plan
from dphh_sql.tree import Ints, Tree, add_to_parents

COLUMNS = {
    "level": "INTEGER", "prefix": "VARCHAR", "count": "BIGINT", "count_lo": "BIGINT", "count_hi": "BIGINT",
}  # fmt: skip
"""The result of dp_tree_counts: column -> DuckDB type."""


def count_rows(plan: Plan, tree: Tree, rounds: tuple[Ints, ...]) -> pa.StructArray:
    """The nodes that were heavy at least once, ordered by level and prefix.

    `count_lo` and `count_hi` hold for all nodes at once with probability one; `count` is the middle between them.
    Every other node counts at most tau + E - 1.
    """
    shown = tuple(numbers > 0 for numbers in rounds)
    kept = tree.restricted(shown)
    lows, highs = intervals(plan, kept, tuple(n[s] for n, s in zip(rounds, shown, strict=True)))
    numbers = [(low + (high - low) // 2, low, high) for low, high in zip(lows, highs, strict=True)]
    return ordered_rows(plan, kept, COLUMNS, numbers)


def intervals(plan: Plan, tree: Tree, rounds: tuple[Ints, ...]) -> tuple[list[Ints], list[Ints]]:
    """Certain bounds per level, from a node's own rounds and from its children and parent.

    A node counts at least what its children do together, and a child at most what its parent does, less the
    other children.
    """
    margin = plan.margin
    assert margin is not None
    thresholds = np.array(plan.design.rounds, dtype=np.int64)
    lows = [thresholds[n - 1] - margin for n in rounds]
    highs = [thresholds[n] + margin - 1 for n in rounds]
    sums = [np.zeros_like(low) for low in lows]  # of the children's lower bounds
    for depth in reversed(range(1, len(lows))):
        parents = tree.levels[depth].parents
        sums[depth - 1] = add_to_parents(lows[depth], parents, len(lows[depth - 1]))
        lows[depth - 1] = np.maximum(lows[depth - 1], sums[depth - 1])
    for depth in range(1, len(lows)):
        parents = tree.levels[depth].parents
        others = sums[depth - 1][parents] - lows[depth]
        highs[depth] = np.minimum(highs[depth], highs[depth - 1][parents] - others)
    return lows, highs

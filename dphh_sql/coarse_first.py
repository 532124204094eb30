"""Counting a deep tree from the coarse levels down, a block of levels at a time.

A prefix can only reach the floor if its ancestors do, so finer levels are counted under surviving prefixes alone. The
tested levels are cut into blocks. For each block the distinct items under a survivor of the block above are counted
at the block's finest level, and the block's other levels come from those counts:

    items -> block 1 -> survivors -> items under them -> block 2 -> ...

The candidates are those of one GROUP BY per level, each from the next finer one (`counting`), and so is the output's
law: an item under no survivor lies under no prefix that reaches the floor. What differs is the cost: DuckDB binds a
chain of h nested levels in a time that grows with h squared (a second for 64 of them), and a chain groups every
distinct item h times. Which way is taken follows from the number of levels and the floor, both public.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from sqlglot import exp

from dphh_sql.hierarchies import Hierarchy
from dphh_sql.steps import FIELDS, Counted, all_of, bigint, by_level, grouped_at, numbers, ordinals, step

DEEP = 9
"""The least number of tested levels."""


def pays(levels: Sequence[int], floor: int) -> bool:
    """Whether counting from coarse to fine is the faster way: for deep trees, unless the floor drops nothing."""
    return len(levels) >= DEEP and floor > 1


def blocks(levels: Sequence[int]) -> list[tuple[int, ...]]:
    """Runs of about sqrt(h) levels, coarse to fine.

    >>> blocks(range(1, 11))
    [(1, 2, 3, 4), (5, 6, 7), (8, 9, 10)]
    """
    number = max(1, round(math.sqrt(len(levels))))
    ends = [-(-len(levels) * i // number) for i in range(number + 1)]
    return [tuple(levels[a:b]) for a, b in pairwise(ends)]


def coarse_first(
    query: exp.Select, items: exp.Select, parts: Sequence[exp.Column], hierarchy: Hierarchy, levels: Sequence[int],
    floor: int,
) -> Counted:
    """Adds the counts of each block as CTEs.

    Args:
        query: gets the CTEs.
        items: distinct items: `parts` and their number of rows `n`.
        parts: the columns of an item.
        hierarchy, levels: what is counted; levels ascending.
        floor: least count of a candidate.
    """  # fmt: skip
    finest = grouped_at(items, parts, hierarchy, levels[-1])
    query = query.with_(step("items"), finest, materialized=True, copy=False)
    branches: list[exp.Query] = []
    above: int | None = None  # the finest level of the block above
    for block in blocks(levels):
        under = exp.select(*parts, exp.column("n")).from_(step("items"))
        if above is not None:
            under = under.where(_survives(parts, hierarchy, above))
        counted = _counted(grouped_at(under, parts, hierarchy, block[-1]), parts, hierarchy, block, above, floor)
        query = query.with_(step(block[-1]), counted, materialized=True, copy=False)
        branches.append(exp.select(*FIELDS).from_(step(block[-1])))
        above = block[-1]
    return Counted(query, all_of(branches), step("items"))


def _survives(parts: Sequence[exp.Column], hierarchy: Hierarchy, level: int) -> exp.Expression:
    """Does the item lie under a candidate of that level?"""
    survivors = exp.select("key").from_(step(level)).where(exp.column("level").eq(level))
    return exp.In(this=_node(parts, hierarchy, level), query=survivors.subquery())


def _node(parts: Sequence[exp.Column], hierarchy: Hierarchy, level: int) -> exp.Expression:
    """Key of the node of that level that an item lies under, NULL if it ends above."""
    cut = hierarchy.truncate(parts, level)
    return exp.case().when(hierarchy.reaches(cut, level), exp.cast(hierarchy.key(cut, level), "VARCHAR"))


def _counted(
    rows: exp.Select, parts: Sequence[exp.Column], hierarchy: Hierarchy, block: Sequence[int], above: int | None,
    floor: int,
) -> exp.Select:
    """The candidates of a block of levels, from the counts of its finest."""  # fmt: skip
    cuts = {level: hierarchy.truncate(parts, level) for level in block}
    columns = [by_level({level: cuts[level][i] for level in block}).as_(p.name) for i, p in enumerate(parts)]
    each = exp.select("level", *columns, exp.column("n")).from_(rows.subquery("finest"))
    each = each.join(numbers(block).subquery("levels"), join_type="cross")
    total = bigint(exp.Sum(this=exp.column("n")))
    grouped = exp.select("level", *parts, total.as_("n")).from_(each.subquery("each"))
    grouped = grouped.group_by(*ordinals(1 + len(parts))).having(total >= floor)
    parents = {
        level: None if coarser is None else hierarchy.key(hierarchy.truncate(parts, coarser), coarser)
        for level, coarser in zip(block, [above, *block[:-1]], strict=True)
    }
    chosen = exp.select(
        exp.column("level"),
        exp.cast(by_level({level: hierarchy.key(parts, level) for level in block}), "VARCHAR").as_("key"),
        exp.cast(by_level(parents), "VARCHAR").as_("parent"),
        exp.column("n"),
    )
    reached = by_level({level: hierarchy.reaches(parts, level) for level in block})
    return chosen.from_(grouped.subquery("node")).where(reached)

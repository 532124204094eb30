"""Counting all levels in one pass over the items, for engines where a CTE is computed as often as it is read.

    raw values -> items -> GROUP BY item cut to the finest level -> (level, item cut to that level) for each level
               -> GROUP BY level, item -> HAVING n >= floor

The first GROUP BY is there for speed. An item's text work is done before the rows are multiplied by the levels:
Spark's generated code otherwise puts that work off into the loop over the levels. And the finest level is counted by
it, so that an item below the floor goes no further at that level and the second GROUP BY is small. `n > 0`, which
always holds, stands between it and the GROUP BY of raw values: Spark would merge the two, and do text work per row.

Nothing is read twice, the total neither: it is level 0, where every item is cut to nothing. So rows that are bounded by
draws are drawn once, which the guarantee needs, and the statement grows with the number of levels, not with its square.
The candidates are those of one GROUP BY a level (`counting`): only rows below the floor are missing, the total never.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from sqlglot import exp

from dphh_sql.hierarchies import Hierarchy
from dphh_sql.steps import bigint, by_level, grouped_at, level_number, numbers, ordinals

TOTAL_LEVEL = 0
"""The level of the row that holds the total of all rows."""


def one_pass(
    items: exp.Select, parts: Sequence[exp.Column], hierarchy: Hierarchy, levels: Sequence[int], floor: int
) -> exp.Select:
    """The total and the candidates as rows `level, key, parent, n`; of an empty table none, not even the total.

    Args:
        items: distinct items: `parts` and their number of rows `n`.
        parts: the columns of an item.
        hierarchy, levels: what is counted; levels ascending.
        floor: least count of a candidate.
    """
    cuts = {level: hierarchy.truncate(parts, level) for level in levels}
    columns = [_or_null({level: cut[i] for level, cut in cuts.items()}).as_(part.name) for i, part in enumerate(parts)]
    finest = grouped_at(items.where(exp.column("n") > 0), parts, hierarchy, levels[-1])
    each = exp.select("level", *columns, exp.column("n")).from_(finest.subquery("finest"))
    each = each.join(numbers([TOTAL_LEVEL, *levels]).subquery("levels"), join_type="cross")
    if floor > 1:
        each = each.where(exp.or_(exp.column("level").neq(levels[-1]), exp.column("n") >= floor))
    total = bigint(exp.Sum(this=exp.column("n")))
    grouped = exp.select("level", *parts, total.as_("n")).from_(each.subquery("each"))
    grouped = grouped.group_by(*ordinals(1 + len(parts)))
    is_total = exp.column("level").eq(TOTAL_LEVEL)
    grouped = grouped.having(exp.or_(is_total, total >= floor))
    keys = {level: hierarchy.key(parts, level) for level in levels}
    parents = {level: hierarchy.key(hierarchy.truncate(parts, coarser), coarser) for coarser, level in pairwise(levels)}
    reached = by_level({level: hierarchy.reaches(parts, level) for level in levels})
    return (
        exp.select(
            exp.column("level"),
            exp.cast(_or_null(keys), "VARCHAR").as_("key"),
            exp.cast(_or_null(parents), "VARCHAR").as_("parent"),
            exp.column("n"),
        )
        .from_(grouped.subquery("node"))
        .where(exp.or_(is_total.copy(), reached))
    )


def _or_null(values: Mapping[int, exp.Expression]) -> exp.Expression:
    """The value of the row's own level; NULL at the others, the total's too."""
    case = exp.case(exp.column("level"))
    for level, value in values.items():
        case = case.when(level_number(level), value)
    return case if values else exp.null()

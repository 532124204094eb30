"""Counting by cuts (`hierarchies.cuts`): large tables, and items that cost more to parse than to count.

    kept rows -> counts at the finest level -> counts of each coarser level from the next finer one

With *many* distinct items most of them lie under no prefix that reaches the floor. Then the last level but one is
counted first, and items are grouped only where they lie under a survivor:

    kept rows -> counts at the last level but one -> ... coarser
              -> those under a prefix at or above the floor -> counts at the finest level

Either way the candidates are those of `counting`, and so is the output's law. Rows are read once: both steps see the
same rows, even of a view or CTE that would be another one at each reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from sqlglot import exp

from dphh_sql.hierarchies.cuts import Cuts
from dphh_sql.steps import all_of, bigint, candidates_at, ordinals, step

_CUT, _N = exp.column("cut"), exp.column("n")


@dataclass(frozen=True)
class CutFirst:
    """How to count: the form of the items, and whether they are expected to be many. Neither changes a count."""

    cuts: Cuts
    many: bool


def kept_rows(cuts: Cuts, column: exp.Expression, source: exp.Subquery) -> exp.Select:
    """One value for each row."""
    return exp.select(cuts.raw(column).as_("raw")).from_(source)


def cut_first(
    query: exp.Select, rows: exp.Select, way: CutFirst, levels: Sequence[int], floor: int
) -> tuple[exp.Select, exp.Query]:
    """The query with the counts of each level as CTEs, and the select of all candidates from those.

    The CTE of `whole(levels, ...)` has all rows.

    Args:
        query: gets the CTEs.
        rows: of `kept_rows`.
        levels: what is counted; ascending.
        floor: least count of a candidate.
    """
    cuts, finest = way.cuts, levels[-1]
    raw = exp.column("raw")
    first = first_level(way, levels, floor)
    if first != finest:
        query = query.with_(step("rows"), rows, materialized=True, copy=False)
        rows = exp.select(raw).from_(step("rows"))
    counted = _grouped(cuts.cut(raw, first), exp.Count(this=exp.Star()), rows.copy())
    query = query.with_(step(first), counted, materialized=True, copy=False)
    for finer, level in pairwise([level for level in reversed(levels) if level <= first]):
        above = exp.select(_CUT, _N).from_(step(finer))
        counted = _grouped(cuts.again(_CUT, level), exp.Sum(this=_N.copy()), above)
        query = query.with_(step(level), counted, materialized=True, copy=False)
    if first != finest:
        survivors = exp.select(_CUT).from_(step(first)).where(_candidate(floor))
        under = rows.where(exp.In(this=cuts.cut(raw, first), query=survivors.subquery()))
        counted = _grouped(cuts.cut(raw, finest), exp.Count(this=exp.Star()), under)
        query = query.with_(step(finest), counted, materialized=True, copy=False)
    branches = [_listed(cuts, level, above, floor) for above, level in pairwise([None, *levels]) if level is not None]
    return query, all_of(branches)


def first_level(way: CutFirst, levels: Sequence[int], floor: int) -> int:
    """The level that is counted from all rows."""
    return levels[-2] if way.many and floor > 1 and len(levels) > 1 else levels[-1]


def whole(levels: Sequence[int]) -> str:
    """The CTE whose `n` add up to all rows, NULL and malformed items included."""
    return step(levels[0])


def _grouped(cut: exp.Expression, n: exp.Expression, rows: exp.Select) -> exp.Select:
    counted = exp.select(cut.as_("cut"), bigint(n).as_("n")).from_(rows.subquery("finer"))
    return counted.group_by(*ordinals(1))


def _candidate(floor: int) -> exp.Condition:
    return exp.and_(exp.Not(this=exp.Is(this=_CUT.copy(), expression=exp.null())), floor <= _N)


def _listed(cuts: Cuts, level: int, above: int | None, floor: int) -> exp.Select:
    parent = None if above is None else cuts.key(cuts.again(_CUT, above), above)
    return candidates_at(level, cuts.key(_CUT, level), parent, [_candidate(floor)])

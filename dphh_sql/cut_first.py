"""Counting by cuts (`hierarchies.cuts`): large tables, and items that cost more to parse than to count.

    kept rows -> counts at the first level -> counts of each coarser level from the next finer one

The first level is the finest where items are few. With many of them most lie under no prefix that reaches the floor.
Then it is a coarse one, and each finer level is counted from the items that lie under a survivor of the one before:

    -> items under a prefix at or above the floor -> counts at the next level -> ... finest

Where texts repeat, equal ones are counted together before they are parsed and cut. Either way the candidates are those
of `counting`, and so is the output's law. Rows are read once: all steps see the same rows, even of a view or CTE that
would be another one at each reading.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sqlglot import exp

from dphh_sql.hierarchies._sql import text
from dphh_sql.hierarchies.cuts import Cuts
from dphh_sql.steps import Counted, all_of, bigint, candidates_at, ordinals, step

_RAW, _CUT, _N = exp.column("raw"), exp.column("cut"), exp.column("n")
_COUNT: exp.Expression = exp.Count(this=exp.Star())


@dataclass(frozen=True)
class CutFirst:
    """How to count; nothing of it changes a count.

    Attributes:
        cuts: the form of the items.
        first: which of the levels is counted from all items; each finer one is counted under survivors alone.
        grouped: whether equal items are counted together, as texts, before they take the form of `cuts`.
    """

    cuts: Cuts
    first: int
    grouped: bool = False


def kept_rows(way: CutFirst, column: exp.Expression, source: exp.Subquery) -> exp.Select:
    """One value for each row, in the form that `cut_first` takes."""
    return exp.select((text(column) if way.grouped else way.cuts.raw(column)).as_("raw")).from_(source)


def cut_first(query: exp.Select, rows: exp.Select, way: CutFirst, levels: Sequence[int], floor: int) -> Counted:
    """Adds the counts of each level as CTEs.

    Args:
        query: gets the CTEs.
        rows: of `kept_rows`.
        levels: what is counted; ascending.
        floor: least count of a candidate.
    """
    cuts = way.cuts
    items, kept, n = rows, [_RAW], _COUNT
    if way.grouped:
        texts = exp.select(_RAW, bigint(_COUNT).as_("n")).from_(rows.subquery("item")).group_by(*ordinals(1))
        items = exp.select(cuts.raw(_RAW).as_("raw"), _N).from_(texts.subquery("item"))
        kept, n = [_RAW, _N], exp.Sum(this=_N)
    cut: Callable[[exp.Expression, int], exp.Expression] = cuts.cut
    for level in levels[levels.index(way.first) : -1]:
        # Read by two steps, each of which cuts the items: that costs less than to keep the cuts with them.
        query = query.with_(_items(level), items, materialized=True, copy=False)
        under = _cut(cut(_RAW, level), kept, exp.to_table(_items(level)))
        query = query.with_(step(level), _grouped(_CUT, n, under), materialized=True, copy=False)
        survivors = exp.select(_CUT).from_(step(level)).where(_candidate(floor))
        items = exp.select(*kept).from_(under.subquery("finer"))
        items = items.where(exp.In(this=_CUT.copy(), query=survivors.subquery()))
        cut = cuts.again  # what lies under a survivor is well-formed
    finest = _cut(cut(_RAW, levels[-1]), kept, items.subquery("item"))
    query = query.with_(step(levels[-1]), _grouped(_CUT, n, finest), materialized=True, copy=False)
    query = _coarser(query, cuts, levels[: levels.index(way.first) + 1])
    branches = [_listed(cuts, level, above, floor) for above, level in pairwise([None, *levels]) if level is not None]
    return Counted(query, all_of(branches), step(levels[0]))


def _coarser(query: exp.Select, cuts: Cuts, levels: Sequence[int]) -> exp.Select:
    """The counts of all levels but the last, each from the next finer one."""
    for finer, level in pairwise(reversed(levels)):
        above = exp.select(_CUT, _N).from_(step(finer))
        counted = _grouped(cuts.again(_CUT, level), exp.Sum(this=_N), above)
        query = query.with_(step(level), counted, materialized=True, copy=False)
    return query


def _cut(cut: exp.Expression, kept: list[exp.Column], items: exp.Table | exp.Subquery) -> exp.Select:
    return exp.select(*kept, cut.as_("cut")).from_(items)


def _items(level: int) -> str:
    """The CTE of the items that a level is counted from, and that the next one is counted from in part."""
    return step(f"items_{level}")


def _grouped(cut: exp.Expression, n: exp.Expression, rows: exp.Select) -> exp.Select:
    counted = exp.select(cut.as_("cut"), bigint(n).as_("n")).from_(rows.subquery("finer"))
    return counted.group_by(*ordinals(1))


def _candidate(floor: int) -> exp.Condition:
    return exp.and_(exp.Not(this=exp.Is(this=_CUT.copy(), expression=exp.null())), floor <= _N)


def _listed(cuts: Cuts, level: int, above: int | None, floor: int) -> exp.Select:
    parent = None if above is None else cuts.key(cuts.again(_CUT, above), above)
    return candidates_at(level, cuts.key(_CUT, level), parent, [_candidate(floor)])

"""From a private selection to the rows that the analyst sees. Post-processing only: no data, no noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from dphh_sql.hierarchies import Hierarchy
from dphh_sql.interval_laws import IntervalLaw, Released
from dphh_sql.ordering import byte_order
from dphh_sql.plan import Plan
from dphh_sql.tree import Bools, Selection, Tree

Ints = npt.NDArray[np.int64]

_COUNTS = ("residual", "residual_lo", "residual_hi", "count", "count_lo", "count_hi")
COLUMNS = {"level": "INTEGER", "prefix": "VARCHAR", "parent": "VARCHAR"} | dict.fromkeys(_COUNTS, "BIGINT")
"""The result of dp_hhh: column -> DuckDB type."""

_TYPES = {"INTEGER": pa.int32(), "VARCHAR": pa.string(), "BIGINT": pa.int64()}
_FIELDS = [pa.field(name, _TYPES[kind]) for name, kind in COLUMNS.items()]


def release_rows(plan: Plan, tree: Tree, selection: Selection) -> pa.StructArray:
    """The released rows, ordered by level and prefix (a public function of the rows), the rest row first.

    `residual` is the released value, `count` the sum of the released values in its subtree (for the rest row
    the noisy total); intervals hold per prefix at confidence 1 - beta, clipped at 0. A negative rest is
    shown as 0.
    """
    design = plan.design
    law = design.intervals(design.tables, design.rest_table, design.tau, plan.privacy.beta)
    levels = shown(plan.privacy.kind, tree, selection.chosen)
    parents = nearest_shown(tree, levels)
    sizes = [len(mine.index) for mine in levels]
    first = 0 if selection.rest is None else 1
    numbers = np.empty((len(_COUNTS), first + sum(sizes)), dtype=np.int64)
    end = numbers.shape[1]
    below: Released | None = None  # what was released under each node of the level at hand
    for i in reversed(range(len(tree.levels))):
        level, index = tree.levels[i], levels[i].index
        values = selection.residuals[i][levels[i].order]
        under = None if below is None else below.at(index)
        subtree, residual, count = law.selected(i, values, under)
        start = end - sizes[i]
        numbers[0, start:end], numbers[3, start:end] = values, subtree.value
        for row, bound in zip((1, 2, 4, 5), (*residual, *count), strict=True):
            np.maximum(bound, 0, out=numbers[row, start:end])
        end = start
        size = tree.sizes_above()[i]
        if below is None:
            below = subtree.to_parents(level.parents[index], size)
        else:
            below.put(index, subtree)
            below = below.to_parents(level.parents, size)
    assert below is not None
    if selection.rest is not None:
        numbers[:, 0] = _rest(law, selection.rest, below)
    texts = ([mine.labels for mine in levels], parents)
    none = pa.nulls(first, pa.string())
    return pa.StructArray.from_arrays(
        [
            pa.array(np.repeat([0, *(level.level for level in tree.levels)], [first, *sizes]), pa.int32()),
            *(pa.concat_arrays([none, *blocks]) for blocks in texts),
            *map(pa.array, numbers),
        ],
        fields=_FIELDS,
    )


@dataclass(frozen=True)
class Shown:
    """The selected candidates of one level in the order of their prefixes.

    Attributes:
        order: of each its place among the selected ones as the tree has them.
        index: of each its place in the level.
        labels: the printed prefixes.
    """

    order: Ints
    index: Ints
    labels: pa.Array


def shown(kind: Hierarchy, tree: Tree, selected: Sequence[Bools]) -> list[Shown]:
    """What is shown of each level."""
    found = []
    for level, chosen in zip(tree.levels, selected, strict=True):
        labels = kind.labels(level.keys.filter(pa.array(chosen)), level.level)
        order = byte_order(labels)
        found.append(Shown(order, np.flatnonzero(chosen)[order], labels.take(pa.array(order))))
    return found


def nearest_shown(tree: Tree, levels: Sequence[Shown]) -> list[pa.Array]:
    """For each shown candidate the label of the nearest shown ancestor, NULL under the rest."""
    known = pa.concat_arrays([pa.nulls(1, pa.string()), *(mine.labels for mine in levels)])
    nearest, first = np.zeros(1, dtype=np.int64), 1  # of each node in the level above, an index into `known`
    found = []
    for level, mine in zip(tree.levels, levels, strict=True):
        nearest = nearest[level.parents]
        found.append(known.take(pa.array(nearest[mine.index])))
        nearest[mine.index] = first + np.arange(len(mine.index))
        first += len(mine.index)
    return found


def _rest(law: IntervalLaw, value: int, below: Released) -> list[int]:
    """The numbers of the rest row."""
    shown = max(0, value)
    (lo, hi), (count_lo, count_hi) = law.rest(value, below)
    count = int(below.value[0]) + shown
    return [
        shown,
        max(0, lo),
        max(shown, hi),
        count,
        min(count, max(0, count_lo)),
        max(count, count_hi),
    ]

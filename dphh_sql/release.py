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
    below: Released | None = None  # what was released under each node of the level at hand
    blocks: list[pa.StructArray] = []
    for i in reversed(range(len(tree.levels))):
        level, index = tree.levels[i], levels[i].index
        values = selection.residuals[i][levels[i].order]
        under = Released.nothing(len(index)) if below is None else below.at(index)
        subtree = law.subtree(i, values, under)
        residual, count = law.intervals(i, values, under, subtree)
        number = np.full(len(values), level.level)
        lo, hi, count_lo, count_hi = (np.maximum(end, 0) for end in (*residual, *count))
        texts = levels[i].labels, parents[i]
        blocks.append(_struct(number, *texts, values, lo, hi, subtree.value, count_lo, count_hi))
        size = tree.sizes_above()[i]
        if below is None:
            below = subtree.to_parents(level.parents[index], size)
        else:
            below.put(index, subtree)
            below = below.to_parents(level.parents, size)
    assert below is not None
    if selection.rest is not None:
        blocks.append(_rest_row(law, selection.rest, below))
    return pa.concat_arrays(list(reversed(blocks)))


def _struct(*columns: object) -> pa.StructArray:
    arrays = [
        pa.array(column, field.type) if isinstance(column, list | np.ndarray) else column
        for column, field in zip(columns, _FIELDS, strict=True)
    ]
    return pa.StructArray.from_arrays(arrays, fields=_FIELDS)


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


def _rest_row(law: IntervalLaw, value: int, below: Released) -> pa.StructArray:
    shown = max(0, value)
    (lo, hi), (count_lo, count_hi) = law.rest(value, below)
    count = int(below.value[0]) + shown
    numbers = (
        shown,
        max(0, lo),
        max(shown, hi),
        count,
        min(count, max(0, count_lo)),
        max(count, count_hi),
    )
    return _struct([0], [None], [None], *([number] for number in numbers))

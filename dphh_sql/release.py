"""From a private selection to the rows that the analyst sees. Post-processing only: no data, no noise."""

from __future__ import annotations

from collections.abc import Sequence

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
    labels = selected_labels(plan.privacy.kind, tree, selection.chosen)
    parents = nearest_selected(tree, selection.chosen, labels)
    below: Released | None = None  # what was released under each node of the level at hand
    blocks: list[pa.StructArray] = []
    for i in reversed(range(len(tree.levels))):
        level, values = tree.levels[i], selection.residuals[i]
        index = np.flatnonzero(selection.chosen[i])
        under = Released.nothing(len(index)) if below is None else below.at(index)
        subtree = law.subtree(i, values, under)
        residual, count = law.intervals(i, values, under, subtree)
        levels = np.full(len(values), level.level)
        lo, hi, count_lo, count_hi = (np.maximum(end, 0) for end in (*residual, *count))
        block = _struct(levels, labels[i], parents[i], values, lo, hi, subtree.value, count_lo, count_hi)
        blocks.append(block.take(pa.array(byte_order(labels[i]))))
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


def selected_labels(kind: Hierarchy, tree: Tree, selected: Sequence[Bools]) -> list[pa.Array]:
    """The printed prefixes of the selected candidates of each level."""
    return [
        kind.labels(level.keys.filter(pa.array(chosen)), level.level)
        for level, chosen in zip(tree.levels, selected, strict=True)
    ]


def nearest_selected(tree: Tree, selected: Sequence[Bools], labels: Sequence[pa.Array]) -> list[pa.Array]:
    """For each selected candidate the label of the nearest selected ancestor, NULL under the rest."""
    known = pa.concat_arrays([pa.nulls(1, pa.string()), *labels])
    nearest, first = np.zeros(1, dtype=np.int64), 1  # of each node in the level above, an index into `known`
    found = []
    for level, chosen, mine in zip(tree.levels, selected, labels, strict=True):
        nearest = nearest[level.parents]
        found.append(known.take(pa.array(nearest[chosen])))
        nearest[chosen] = first + np.arange(len(mine))
        first += len(mine)
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

"""From a private selection to the rows that the analyst sees. Post-processing only: no data, no noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from dphh_sql.hierarchies import Hierarchy
from dphh_sql.intervals import SelectedNoise, half_width, selected_noise
from dphh_sql.ordering import byte_order
from dphh_sql.plan import Plan
from dphh_sql.tree import Bools, Selection, Tree, add_to_parents

Ints = npt.NDArray[np.int64]

_COUNTS = ("residual", "residual_lo", "residual_hi", "count", "count_lo", "count_hi")
COLUMNS = {"level": "INTEGER", "prefix": "VARCHAR", "parent": "VARCHAR"} | dict.fromkeys(_COUNTS, "BIGINT")
"""The result of dp_hhh: column -> DuckDB type."""

_TYPES = {"INTEGER": pa.int32(), "VARCHAR": pa.string(), "BIGINT": pa.int64()}
_FIELDS = [pa.field(name, _TYPES[kind]) for name, kind in COLUMNS.items()]


@dataclass
class _Sums:
    """What was released under some nodes: number of values, their sum, and bounds for the sum of the truths."""

    draws: Ints
    value: Ints
    lowered: Ints
    least: Ints
    most: Ints

    @classmethod
    def of(cls, values: Ints, noise: SelectedNoise) -> _Sums:
        """Each value alone."""
        most = values + noise.table.bound
        return cls(np.ones_like(values), values, noise.lowered(values), noise.least(values), most)

    def to_parents(self, parents: Ints, size: int) -> _Sums:
        return _Sums(*(add_to_parents(a, parents, size) for a in vars(self).values()))

    def at(self, index: Ints) -> _Sums:
        return _Sums(*(a[index] for a in vars(self).values()))

    def __add__(self, other: _Sums) -> _Sums:
        return _Sums(*(a + b for a, b in zip(vars(self).values(), vars(other).values(), strict=True)))


def release_rows(plan: Plan, tree: Tree, selection: Selection) -> pa.StructArray:
    """The released rows, ordered by level and prefix (a public function of the rows), the rest row first.

    `residual` is the released value, `count` the sum of the released values in its subtree (for the rest row
    the noisy total); intervals hold per prefix at confidence 1 - beta, clipped at 0. A negative rest is
    shown as 0.
    """
    labels = selected_labels(plan.privacy.kind, tree, selection.chosen)
    parents = nearest_selected(tree, selection.chosen, labels)
    below: _Sums | None = None  # what was released under each node of the level at hand
    blocks: list[pa.StructArray] = []
    for i in reversed(range(len(tree.levels))):
        level, values = tree.levels[i], selection.residuals[i]
        index = np.flatnonzero(selection.chosen[i])
        noise = selected_noise(plan.design.tables[i], plan.tau, plan.privacy.beta)
        own = _Sums.of(values, noise)
        subtree = own if below is None else own + below.at(index)
        lo, hi = noise.residual(values)
        count_lo, count_hi = lo.copy(), hi.copy()
        several = np.flatnonzero(subtree.draws > 1)
        count_lo[several], count_hi[several] = _sum_interval(plan, subtree.at(several), with_rest=False)
        levels = np.full(len(values), level.level)
        block = _struct(levels, labels[i], parents[i], values, lo, hi, subtree.value, count_lo, count_hi)
        blocks.append(block.take(pa.array(byte_order(labels[i]))))
        size = tree.sizes_above()[i]
        released = own.to_parents(level.parents[index], size)
        below = released if below is None else released + below.to_parents(level.parents, size)
    assert below is not None
    if selection.rest is not None:
        blocks.append(_rest_row(plan, selection.rest, below))
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


def _sum_interval(plan: Plan, sums: _Sums, with_rest: bool) -> tuple[Ints, Ints]:
    extra = plan.design.rest_table if with_rest else None
    unique, inverse = np.unique(sums.draws, return_inverse=True)
    widths = np.array(
        [half_width(plan.design.tables[0], int(m), extra, plan.privacy.beta) for m in unique], dtype=np.int64
    )[inverse]
    return np.maximum(sums.lowered - widths, sums.least), np.minimum(sums.value + widths, sums.most)


def _rest_row(plan: Plan, value: int, sums: _Sums) -> pa.StructArray:
    table = plan.design.rest_table
    assert table is not None
    half = half_width(table, 1, None, plan.privacy.beta)
    shown = max(0, value)
    sums.value += value
    sums.lowered += value
    sums.least += max(0, value - table.bound)
    sums.most += value + table.bound
    count_lo, count_hi = (max(0, int(a[0])) for a in _sum_interval(plan, sums, with_rest=True))
    count = int(sums.value[0]) - value + shown
    numbers = (
        shown,
        max(0, value - half),
        max(shown, value + half),
        count,
        min(count, count_lo),
        max(count, count_hi),
    )
    return _struct([0], [None], [None], *([number] for number in numbers))

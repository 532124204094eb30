"""From a private selection to the rows that the analyst sees. Post-processing only: no data, no noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from dphh_sql.intervals import SelectedNoise, SumOfNoises
from dphh_sql.plan import Plan
from dphh_sql.tree import Bools, Selection, Tree, add_to_parents

Ints = npt.NDArray[np.int64]

_COUNTS = ("residual", "residual_lo", "residual_hi", "count", "count_lo", "count_hi")
COLUMNS = {"level": "INTEGER", "prefix": "VARCHAR", "parent": "VARCHAR"} | dict.fromkeys(_COUNTS, "BIGINT")
"""The result of dp_hhh: column -> DuckDB type."""

_TYPES = {"INTEGER": pa.int32(), "VARCHAR": pa.string(), "BIGINT": pa.int64()}
ROW = pa.struct([(name, _TYPES[kind]) for name, kind in COLUMNS.items()])


@dataclass
class _Sums:
    """What a subtree has released: number of values, their sum, and bounds for the sum of the truths."""

    draws: Ints
    value: Ints
    lowered: Ints
    least: Ints
    most: Ints

    @classmethod
    def zeros(cls, n: int) -> _Sums:
        return cls(*(np.zeros(n, dtype=np.int64) for _ in range(5)))

    def to_parents(self, parents: Ints, size: int) -> _Sums:
        return _Sums(*(add_to_parents(a, parents, size) for a in vars(self).values()))


def release_rows(plan: Plan, tree: Tree, selection: Selection) -> pa.StructArray:
    """The released rows, ordered by level and prefix (a public function of the rows), the rest row first.

    `residual` is the released value, `count` the sum of the released values in its subtree (for the rest row
    the noisy total); intervals hold per prefix at confidence 1 - beta, clipped at 0. A negative rest is
    shown as 0.
    """
    columns: dict[str, list[object]] = {name: [] for name in COLUMNS}
    sums = _Sums.zeros(len(tree.levels[-1]))
    blocks: list[list[tuple[object, ...]]] = []
    names = _labels(plan, tree, selection)
    parents = nearest_selected(tree, selection.chosen, names)
    for i in reversed(range(len(tree.levels))):
        level, chosen, values = tree.levels[i], selection.chosen[i], selection.residuals[i]
        noise = SelectedNoise(plan.design.tables[i], plan.tau, plan.privacy.beta)
        _add_chosen(sums, chosen, values, noise)
        lo, hi = noise.residual(values)
        subtree = _Sums(*(a[chosen] for a in vars(sums).values()))
        count_lo, count_hi = _sum_interval(plan, subtree, with_rest=False)
        alone = subtree.draws == 1
        count_lo, count_hi = np.where(alone, lo, count_lo), np.where(alone, hi, count_hi)
        numbers = (values, lo, hi, subtree.value, count_lo, count_hi)
        rows = zip(names[i], parents[i], *(a.tolist() for a in numbers), strict=True)
        blocks.append(sorted((level.level, *row) for row in rows))
        sums = sums.to_parents(level.parents, tree.sizes_above()[i])
    if selection.rest is not None:
        blocks.append([_rest_row(plan, selection.rest, sums)])
    for row in (row for block in reversed(blocks) for row in block):
        for name, value in zip(COLUMNS, row, strict=True):
            columns[name].append(value)
    arrays = [pa.array(values, _TYPES[COLUMNS[name]]) for name, values in columns.items()]
    return pa.StructArray.from_arrays(arrays, fields=list(ROW))


def _labels(plan: Plan, tree: Tree, selection: Selection) -> list[list[str]]:
    kind = plan.privacy.kind
    return [
        [kind.label(key, level.level) for key in level.keys.filter(pa.array(chosen)).to_pylist()]
        for level, chosen in zip(tree.levels, selection.chosen, strict=True)
    ]


def nearest_selected(tree: Tree, selected: Sequence[Bools], names: list[list[str]]) -> list[list[str | None]]:
    """For each chosen node the label of the nearest chosen ancestor, None under the rest."""
    labels: list[str | None] = [None]
    nearest = np.zeros(1, dtype=np.int64)  # of each node in the level above, an index into labels
    found = []
    for level, chosen, mine in zip(tree.levels, selected, names, strict=True):
        above = nearest[level.parents]
        found.append([labels[j] for j in above[chosen].tolist()])
        nearest = above.copy()
        nearest[chosen] = len(labels) + np.arange(len(mine))
        labels += mine
    return found


def _add_chosen(sums: _Sums, chosen: Bools, values: Ints, noise: SelectedNoise) -> None:
    sums.draws[chosen] += 1
    sums.value[chosen] += values
    sums.lowered[chosen] += noise.lowered(values)
    sums.least[chosen] += noise.least(values)
    sums.most[chosen] += values + noise.table.bound


def _sum_interval(plan: Plan, sums: _Sums, with_rest: bool) -> tuple[Ints, Ints]:
    noises = SumOfNoises(plan.design.tables[0], plan.design.rest_table, plan.privacy.beta)
    unique, inverse = np.unique(sums.draws, return_inverse=True)
    widths = np.array([noises.half_width(int(m), with_rest) for m in unique], dtype=np.int64)[inverse]
    return np.maximum(sums.lowered - widths, sums.least), np.minimum(sums.value + widths, sums.most)


def _rest_row(plan: Plan, value: int, sums: _Sums) -> tuple[object, ...]:
    table = plan.design.rest_table
    assert table is not None
    half = SumOfNoises(table, None, plan.privacy.beta).half_width(1, False)
    shown = max(0, value)
    lo, hi = max(0, value - half), max(shown, value + half)
    sums.value += value
    sums.lowered += value
    sums.least += max(0, value - table.bound)
    sums.most += value + table.bound
    count_lo, count_hi = (max(0, int(a[0])) for a in _sum_interval(plan, sums, with_rest=True))
    count = int(sums.value[0]) - value + shown
    return 0, None, None, shown, lo, hi, count, min(count, count_lo), max(count, count_hi)

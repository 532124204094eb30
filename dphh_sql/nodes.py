"""The result rows of dp_heavy_nodes. Post-processing only: no data, no noise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa

from dphh_sql.ordering import byte_order
from dphh_sql.plan import Plan
from dphh_sql.rowtypes import arrow_row
from dphh_sql.tree import Bools, Ints, Tree

COLUMNS = {"level": "INTEGER", "prefix": "VARCHAR"}
"""The result of dp_heavy_nodes: column -> DuckDB type."""


def heavy_rows(plan: Plan, tree: Tree, heavy: tuple[Bools, ...]) -> pa.StructArray:
    """The heavy nodes, ordered by level and prefix (a public function of the rows)."""
    return ordered_rows(plan, tree.restricted(heavy), COLUMNS, [()] * len(tree.levels))


def ordered_rows(
    plan: Plan, tree: Tree, columns: Mapping[str, str], numbers: Sequence[Sequence[Ints]]
) -> pa.StructArray:
    """A row for each node of the tree: level, prefix, and per level some columns of numbers."""
    fields = list(arrow_row(columns))
    blocks = []
    for level, values in zip(tree.levels, numbers, strict=True):
        labels = plan.privacy.kind.labels(level.keys, level.level)
        arrays = [np.full(len(level), level.level), labels, *values]
        block = pa.StructArray.from_arrays(
            [pa.array(a, f.type) if isinstance(a, np.ndarray) else a for a, f in zip(arrays, fields, strict=True)],
            fields=fields,
        )
        blocks.append(block.take(pa.array(byte_order(labels))))
    return pa.concat_arrays(blocks)

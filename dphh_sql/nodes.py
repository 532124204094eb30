"""The result rows of dp_heavy_nodes. Post-processing only: no data, no noise."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from dphh_sql.ordering import byte_order
from dphh_sql.plan import Plan
from dphh_sql.release import selected_labels
from dphh_sql.tree import Bools, Tree

COLUMNS = {"level": "INTEGER", "prefix": "VARCHAR"}
"""The result of dp_heavy_nodes: column -> DuckDB type."""


def heavy_rows(plan: Plan, tree: Tree, heavy: tuple[Bools, ...]) -> pa.StructArray:
    """The heavy nodes, ordered by level and prefix (a public function of the rows)."""
    blocks = []
    for level, labels in zip(tree.levels, selected_labels(plan.privacy.kind, tree, heavy), strict=True):
        levels = pa.array(np.full(len(labels), level.level, dtype=np.int32))
        ordered = labels.take(pa.array(byte_order(labels)))
        blocks.append(pa.StructArray.from_arrays([levels, ordered], names=list(COLUMNS)))
    return pa.concat_arrays(blocks)

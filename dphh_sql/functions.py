"""The table functions: what each returns and how a selection becomes its rows.

A new function is one entry of `FUNCTIONS`, its mechanisms one entry each of `mechanisms.MECHANISMS`, and a
macro file; registration, counting, charging and refusals are shared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from dphh_sql import hhh_stream, hitters, nodes, sfp, tree_counts, triehh
from dphh_sql.plan import Plan
from dphh_sql.release import COLUMNS, release_rows
from dphh_sql.rowtypes import arrow_row


@dataclass(frozen=True)
class TableFunction:
    """One `dp_` function over counts.

    Attributes:
        name: as typed in SQL.
        columns: result column -> DuckDB type.
        rows: post-processing: what a mechanism selected, from what was counted, becomes Arrow rows of these columns.
        nulls: whether a row whose item is NULL counts (to the total alone).
    """

    name: str
    columns: Mapping[str, str]
    rows: Callable[[Plan, Any, Any], pa.StructArray]
    nulls: bool = True

    @property
    def arrow_row(self) -> pa.StructType:
        return arrow_row(self.columns)


FUNCTIONS: dict[str, TableFunction] = {
    f.name: f
    for f in (
        TableFunction("dp_hhh", COLUMNS, release_rows),
        TableFunction("dp_heavy_nodes", nodes.COLUMNS, nodes.heavy_rows),
        TableFunction("dp_triehh", triehh.COLUMNS, triehh.trie_rows, nulls=False),
        TableFunction("dp_sfp", sfp.COLUMNS, sfp.estimated_rows, nulls=False),
        TableFunction("dp_tree_counts", tree_counts.COLUMNS, tree_counts.count_rows),
        TableFunction("dp_heavy_hitters", hitters.COLUMNS, hitters.hitter_rows),
        TableFunction("dp_hhh_stream", COLUMNS, hhh_stream.stream_rows),
    )
}

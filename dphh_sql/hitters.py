"""The result rows of dp_heavy_hitters. Post-processing only: no data, no noise."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from dphh_sql.mechanisms.hitters import Hitters
from dphh_sql.ordering import byte_order
from dphh_sql.plan import Plan
from dphh_sql.rowtypes import arrow_row

COLUMNS = {"item": "VARCHAR", "count": "BIGINT", "count_lo": "BIGINT", "count_hi": "BIGINT"}
"""The result of dp_heavy_hitters: column -> DuckDB type."""


def hitter_rows(plan: Plan, counted: object, found: tuple[Hitters, ...]) -> pa.StructArray:
    """The released items, the largest count first, ties by item (a public function of the rows)."""
    (hitters,) = found
    items = plan.privacy.kind.labels(hitters.items, hitters.level).cast(pa.string())
    lo, hi = hitters.intervals(plan.privacy.beta)
    columns = [items, *(pa.array(column, pa.int64()) for column in (hitters.values, lo, hi))]
    rows = pa.StructArray.from_arrays(columns, fields=list(arrow_row(COLUMNS)))
    by_item = byte_order(items)
    by_count = np.argsort(-hitters.values[by_item], kind="stable")
    return rows.take(pa.array(by_item[by_count]))

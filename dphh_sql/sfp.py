"""The result rows of dp_sfp. Post-processing only."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pyarrow as pa

from dphh_sql.local.fragments import Estimated
from dphh_sql.ordering import byte_order
from dphh_sql.plan import Plan
from dphh_sql.rowtypes import arrow_row
from dphh_sql.tree import Tree

COLUMNS = {"item": "VARCHAR", "count": "BIGINT", "count_lo": "BIGINT", "count_hi": "BIGINT"}
"""The result of dp_sfp: column -> DuckDB type."""


def estimated_rows(plan: Plan, tree: Tree, found: Estimated) -> pa.StructArray:
    """The words that were put together, the most frequent first; each interval at confidence 1 - beta, clipped at 0.

    The counts are normally distributed about the truth but for collisions; that a word was found is not allowed for.
    """
    half = NormalDist().inv_cdf(1.0 - plan.privacy.beta / 2.0) * found.sd
    columns = (np.maximum(0.0, np.rint(found.counts + shift)).astype(np.int64) for shift in (0.0, -half, half))
    rows = pa.StructArray.from_arrays([found.words, *map(pa.array, columns)], fields=list(arrow_row(COLUMNS)))
    order = byte_order(found.words)
    return rows.take(pa.array(order[np.argsort(-found.counts[order], kind="stable")]))

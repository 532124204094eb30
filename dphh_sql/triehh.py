"""The result rows of dp_triehh. Post-processing only: no data, no draws."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from dphh_sql.hierarchies.word import texts_and_ends
from dphh_sql.ordering import byte_order
from dphh_sql.plan import Plan
from dphh_sql.rowtypes import arrow_row
from dphh_sql.tree import Bools, Tree

COLUMNS = {"prefix": "VARCHAR", "level": "INTEGER", "complete": "BOOLEAN"}
"""The result of dp_triehh: column -> DuckDB type."""


def trie_rows(plan: Plan, tree: Tree, trie: tuple[Bools, ...]) -> pa.StructArray:
    """The prefixes in the trie, each once, ordered by length (`level`) and text.

    `complete`: the end of the word is in the trie too, so that the prefix is a frequent word by itself.
    """
    keys = pa.chunked_array([level.keys for level in tree.restricted(trie).levels], pa.string()).combine_chunks()
    texts, ends = texts_and_ends(keys)
    prefixes = texts.unique()
    lengths = pc.utf8_length(prefixes)
    complete = pc.is_in(prefixes, value_set=texts.filter(ends))
    order = byte_order(prefixes)
    order = order[np.argsort(lengths.to_numpy(zero_copy_only=False)[order], kind="stable")]
    rows = pa.StructArray.from_arrays([prefixes, lengths, complete], fields=list(arrow_row(COLUMNS)))
    return rows.take(pa.array(order))

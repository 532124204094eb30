"""The digest of released rows: over their Arrow columns, so that a release of any size has one at little cost.

SHA-256 of these bytes, which anyone can make from the rows alone:

1. the canonical JSON {"columns":[[name,type],...],"rows":n} and a newline (types as DuckDB names them);
2. for each column in turn, a byte for each row, 1 where there is a value and 0 where it is NULL, and then the values,
   a NULL as 0 or as the empty text: INTEGER and BIGINT as 8 bytes, little-endian, signed; BOOLEAN as one byte; VARCHAR
   as the lengths in bytes of all rows' UTF-8 texts, each 8 bytes, little-endian, and then the texts, end to end.

Rows count in their order, and a NULL is not the empty text.
"""

from __future__ import annotations

import hashlib

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from dphh_sql.ledger import canonical_json
from dphh_sql.rowtypes import duckdb_columns


def rows_digest(rows: pa.StructArray) -> str:
    """SHA-256 (hex) of released rows.

    >>> rows_digest(pa.array([{"item": "é", "count": 3}], pa.struct([("item", pa.string()), ("count", pa.int64())])))
    '73f7b8dc644169f9c638e8dd3e98ba81455099878a2e7e0baf12fdfb42749138'
    """
    columns = duckdb_columns(rows.type)
    digest = hashlib.sha256(canonical_json({"columns": columns, "rows": len(rows)}).encode() + b"\n")
    for values, (_, kind) in zip(rows.flatten(), columns, strict=True):
        if values.null_count:
            digest.update(values.is_valid().to_numpy(zero_copy_only=False).astype(np.uint8))
            values = values.fill_null({"VARCHAR": "", "BOOLEAN": False}.get(kind, 0))
        else:
            digest.update(b"\x01" * len(values))
        if kind == "VARCHAR":
            texts = values.cast(pa.large_string())
            digest.update(pc.binary_length(texts).to_numpy(zero_copy_only=False).astype("<i8"))
            _, offsets, data = texts.buffers()
            ends = np.frombuffer(offsets, dtype=np.int64)[texts.offset : texts.offset + len(texts) + 1]
            if data is not None and len(texts):
                digest.update(memoryview(data)[int(ends[0]) : int(ends[-1])])
        else:
            whole = values.to_numpy(zero_copy_only=False)
            digest.update(memoryview(whole.astype(np.uint8 if kind == "BOOLEAN" else "<i8", copy=False)))
    return digest.hexdigest()

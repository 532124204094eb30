"""The digest against its text, spelt out in plain Python."""

from __future__ import annotations

import hashlib
import json
import struct
from typing import Any

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from dphh_sql.row_digest import rows_digest

COLUMNS = {"level": "INTEGER", "prefix": "VARCHAR", "count": "BIGINT", "complete": "BOOLEAN"}
TYPE = pa.struct([("level", pa.int32()), ("prefix", pa.string()), ("count", pa.int64()), ("complete", pa.bool_())])
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "level": st.none() | st.integers(-(2**31), 2**31 - 1),
            "prefix": st.none() | TEXTS,
            "count": st.none() | st.integers(-(2**63), 2**63 - 1),
            "complete": st.none() | st.booleans(),
        }
    ),
    max_size=6,
)


def spelt_out(rows: list[dict[str, Any]]) -> str:
    head = {"columns": [[name, kind] for name, kind in COLUMNS.items()], "rows": len(rows)}
    found = json.dumps(head, sort_keys=True, separators=(",", ":")).encode() + b"\n"
    for name, kind in COLUMNS.items():
        values = [row[name] for row in rows]
        found += bytes(value is not None for value in values)
        if kind == "VARCHAR":
            texts = [(value or "").encode() for value in values]
            found += b"".join(struct.pack("<q", len(text)) for text in texts) + b"".join(texts)
        else:
            found += b"".join(struct.pack("<?" if kind == "BOOLEAN" else "<q", value or 0) for value in values)
    return hashlib.sha256(found).hexdigest()


@given(ROWS, st.integers(0, 3))
def test_as_it_is_written(rows: list[dict[str, Any]], left_out: int) -> None:
    array = pa.array(rows, TYPE)
    assert rows_digest(array) == spelt_out(rows)
    assert rows_digest(array.slice(left_out)) == spelt_out(rows[left_out:])


@given(ROWS, ROWS)
def test_other_rows_have_another(rows: list[dict[str, Any]], others: list[dict[str, Any]]) -> None:
    same = rows_digest(pa.array(rows, TYPE)) == rows_digest(pa.array(others, TYPE))
    assert same == (rows == others)


def test_null_is_no_value() -> None:
    row = {"level": 0, "prefix": "", "count": 0, "complete": False}
    digests = {rows_digest(pa.array([{**row, name: None}], TYPE)) for name in row}
    assert len(digests | {rows_digest(pa.array([row], TYPE))}) == 5

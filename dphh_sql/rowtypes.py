"""Result columns (name -> DuckDB type) as an Arrow row and as a DuckDB row."""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa

_ARROW = {
    "INTEGER": pa.int32(),
    "VARCHAR": pa.string(),
    "BIGINT": pa.int64(),
    "BOOLEAN": pa.bool_(),
    "DOUBLE": pa.float64(),
}


def arrow_row(columns: Mapping[str, str]) -> pa.StructType:
    """The Arrow type of a result row."""
    return pa.struct([(name, _ARROW[kind]) for name, kind in columns.items()])


def duckdb_columns(row: pa.StructType) -> list[list[str]]:
    """The other way round: [name, DuckDB type] of each column of an Arrow row."""
    names = {arrow: kind for kind, arrow in _ARROW.items()}
    return [[field.name, names[field.type]] for field in row]


def duckdb_row(columns: Mapping[str, str]) -> str:
    """The DuckDB type of a result row."""
    return f"STRUCT({', '.join(f'{name} {kind}' for name, kind in columns.items())})"

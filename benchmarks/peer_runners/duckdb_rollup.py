"""The exact counts by DuckDB's GROUP BY ROLLUP, fetched as Arrow: no privacy, the baseline of costs and the truth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import duckdb
from harness import Row, Task, run

QUERY = """
SELECT substr(zip, 1, 1) AS z1, substr(zip, 1, 3) AS z3, zip, count(*) AS n FROM read_parquet($1)
GROUP BY ROLLUP (z1, z3, zip)
"""


def answer(task: Task) -> Any:
    with duckdb.connect() as con:
        return con.sql(QUERY, params=[task.table]).to_arrow_table()


def spell(task: Task, found: Any) -> Iterator[Row]:
    for z1, z3, code, n in zip(*(column.to_pylist() for column in found.columns), strict=True):
        prefix = code or z3 or z1
        if prefix is not None:
            yield Row(len(prefix), prefix, n, n, n)


if __name__ == "__main__":
    run(answer, spell, f"duckdb {duckdb.__version__}")

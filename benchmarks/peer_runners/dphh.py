"""`dp_hhh` over the Parquet file, fetched as Arrow; the variant is its method."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import duckdb
from harness import ALPHA, LEVELS, Row, Task, run

import dphh_sql

QUERY = """
SELECT * FROM dp_hhh($table, 'zip', hierarchy => 'zip', levels => $levels, eps => $eps, delta => $delta, beta => $beta,
                     method => $method)
"""


def answer(task: Task) -> Any:
    with dphh_sql.connect() as con:
        asked = {"table": task.table, "levels": list(LEVELS), "eps": task.eps, "delta": task.delta, "beta": ALPHA}
        return con.sql(QUERY, params={**asked, "method": task.variant or "auto"}).to_arrow_table()


def spell(task: Task, found: Any) -> Iterator[Row]:
    asked = {"hierarchy": "zip", "levels": LEVELS, "method": task.variant or "auto"}
    plan = dphh_sql.plan("dp_hhh", eps=task.eps, delta=task.delta, **asked)
    task.threshold, task.spent = plan.tau, (task.eps, plan.delta_spent)
    for row in found.select(["level", "prefix", "count", "count_lo", "count_hi", "residual"]).to_pylist():
        if row["level"]:  # 0: the row of everything else
            yield Row(*row.values())


if __name__ == "__main__":
    run(answer, spell, f"duckdb {duckdb.__version__}")

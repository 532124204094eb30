"""`dp_hhh` over the Parquet file, fetched as Arrow; the variant is its method.

Counts of coarse prefixes that are not released are estimated from the release, which costs nothing.
"""

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
    rows = found.to_pylist()
    for row in rows:
        if row["level"]:  # 0: the row of everything else
            yield Row(*(row[name] for name in ("level", "prefix", "count", "count_lo", "count_hi", "residual")))
    released = {row["prefix"] for row in rows}
    for level in LEVELS[:-1]:
        for prefix in (f"{digits:0{level}}" for digits in range(10**level)):
            if prefix not in released:
                near = [row for row in rows if not row["level"] or related(row["prefix"], prefix)]
                yield Row(level, prefix, dphh_sql.estimate(near, plan, prefix).count, estimated=True)


def related(a: str, b: str) -> bool:
    return a.startswith(b) or b.startswith(a)


if __name__ == "__main__":
    run(answer, spell, f"duckdb {duckdb.__version__}")

"""Bounding 10M rows of 1M units: time and peak memory against the plain GROUP BY, each in a process of its own."""

from __future__ import annotations

import resource
import subprocess
import sys
import time

import dphh_sql
from dphh_sql import hierarchies
from dphh_sql.counting import counting_query
from dphh_sql.source import parse_table

ROWS, UNITS, ITEMS = 10_000_000, 1_000_000, 100_000


def statement(case: str) -> str:
    if case in ("unit", "zip"):
        return f"SELECT count(*) FROM (SELECT {case}, count(*) FROM t GROUP BY 1)"
    kind = hierarchies.parse("zip")
    unit = None if case == "0" else "unit"
    return counting_query(parse_table("t"), ("zip",), kind, [5], 50, None, "dp_hhh", unit, max(1, int(case))).sql(
        "duckdb"
    )


def measure(case: str) -> None:
    con = dphh_sql.connect(config={"threads": 2})
    con.execute(
        f"CREATE TABLE t AS SELECT (hash(i) % {UNITS})::BIGINT AS unit, "
        f"lpad((hash(i * 7) % {ITEMS})::VARCHAR, 5, '0') AS zip FROM range({ROWS}) r(i)"
    )
    start = time.perf_counter()
    con.execute(statement(case)).fetchall()
    seconds = time.perf_counter() - start
    print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def main() -> None:
    cases = {
        "unit": "plain GROUP BY unit",
        "zip": "plain GROUP BY item",
        "0": "count, the row as unit",
        "1": "count, 1 row a unit",
        "3": "count, 3 rows a unit",
    }
    plain = 0.0
    print(f"{ROWS:,} rows, {UNITS:,} units, {ITEMS:,} items; two threads; memory includes the table")
    for case, name in cases.items():
        done = subprocess.run([sys.executable, __file__, case], capture_output=True, text=True, check=True)
        seconds, peak = map(float, done.stdout.split())
        plain = plain or peak
        print(f"{name:25s} {seconds:6.1f} s {peak:7.0f} MB   {peak / plain:.2f} x the plain GROUP BY unit", flush=True)


if __name__ == "__main__":
    measure(sys.argv[1]) if len(sys.argv) > 1 else main()

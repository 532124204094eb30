"""Arrow against native Python transport of the candidates into the selection function, in one process.

    python benchmarks/udf_transport.py [--candidates N]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from time import perf_counter

import duckdb
import pyarrow as pa

from dphh_sql.counting import CANDIDATES


def length_of_arrow(candidates: pa.ChunkedArray) -> pa.Array:
    return pa.array([len(candidates[0].values.field("key"))], pa.int64())


def length_of_list(candidates: list[dict[str, object]]) -> int:
    return len([row["key"] for row in candidates])


def seconds(run: Callable[[], object], repeats: int = 5) -> float:
    times = []
    for _ in range(repeats + 1):
        begun = perf_counter()
        run()
        times.append(perf_counter() - begun)
    return median(times[1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--candidates", type=int, default=200_000)
    n = parser.parse_args().candidates
    con = duckdb.connect()
    con.create_function("by_arrow", length_of_arrow, [CANDIDATES], "BIGINT", type="arrow", side_effects=True)
    con.create_function("by_list", length_of_list, [CANDIDATES], "BIGINT", side_effects=True)
    con.execute(
        "CREATE TABLE counted AS SELECT list({'level': 5, 'key': lpad(i::VARCHAR, 9, '0'), "
        "'parent': lpad((i // 10)::VARCHAR, 8, '0'), 'n': i}) AS c FROM range($n) AS r(i)",
        {"n": n},
    )
    arrow = seconds(lambda: con.execute("SELECT by_arrow(c) FROM counted").fetchall())
    native = seconds(lambda: con.execute("SELECT by_list(c) FROM counted").fetchall())
    print(f"{n:,} candidates: Arrow {arrow * 1e3:.1f} ms, Python objects {native * 1e3:.1f} ms")
    print(f"ratio {native / arrow:.1f}")


if __name__ == "__main__":
    main()

"""How time and memory of `dp_hhh` grow with rows, distinct leaves, levels and candidates: tables and fitted exponents.

Each point is a process of its own over a database file with a memory limit of 3 GiB: CPU seconds of the second call
(the first warms up what is remembered) and of `GROUP BY` of the leaf, the peak of resident memory of the whole process,
and what the calls added to it. An exponent is the slope of log(seconds) over log(size) by least squares, of the points
whose time is above twice the smallest one (below, fixed costs hide it).
"""

from __future__ import annotations

import argparse
import math
import resource
import subprocess
import sys
from tempfile import TemporaryDirectory
from time import process_time

import duckdb

import dphh_sql

BASE = {"rows": 2_000_000, "leaves": 10_000, "levels": 5}
SERIES = {
    "rows": [10**5, 10**6, 10**7, 10**8, 2 * 10**8],
    "rows, a million leaves": [2 * 10**6, 2 * 10**7, 2 * 10**8],
    "leaves": [10**3, 10**4, 10**5, 10**6],
    "levels": [1, 2, 4, 8, 16, 32, 64],
    "candidates": [10**3, 10**4, 10**5, 10**6],
}
HEAD = ("dp_hhh, CPU s", "GROUP BY leaf, CPU s", "ratio", "peak MiB", "of which the calls added")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--series", choices=SERIES, action="append")
    parser.add_argument("--most", type=int, default=2 * 10**8, help="leave out larger points")
    parser.add_argument("--point", nargs=2, metavar=("SERIES", "SIZE"), help="measure one point in this process")
    args = parser.parse_args()
    if args.point is not None:
        print(*measured(args.point[0], int(args.point[1])))
        return
    print(f"duckdb {duckdb.__version__}")
    for series in args.series or SERIES:
        print(f"\n| {series} | {' | '.join(HEAD)} |\n|" + "---:|" * (1 + len(HEAD)))
        points = []
        for size in (size for size in SERIES[series] if size <= args.most):
            command = [sys.executable, __file__, "--point", series, str(size)]
            found = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
            seconds, plain, whole, added = map(float, found)
            points.append((size, seconds))
            row = f"{size:,} | {seconds:.3f} | {plain:.3f} | {seconds / plain:.2f} | {whole:,.0f} | {added:,.0f}"
            print(f"| {row} |", flush=True)
        print(f"\nexponent of the time of dp_hhh: {exponent(points)}")


def measured(series: str, size: int) -> tuple[float, float, float, float]:
    """CPU seconds of both, MiB in all and added."""
    name, _, more = series.partition(", ")
    of = BASE | {name: size} | ({"leaves": 10**6} if more else {})
    tau = 200 if series != "candidates" else None  # the smallest one: every prefix is a candidate
    if series == "candidates":
        of |= {"leaves": size, "rows": 4 * size}
    digits = max(of["levels"], len(str(of["leaves"] - 1)))
    levels = sorted({max(1, round(digits * (i + 1) / of["levels"])) for i in range(of["levels"])})
    kind = f"hierarchy => 'chars({digits})', levels => {levels}"
    query = f"SELECT * FROM dp_hhh('items', 'item', {kind}, eps => 1, tau => {tau or 'NULL'})"
    with TemporaryDirectory() as folder, duckdb.connect(f"{folder}/items.db") as con:
        con.execute("SET memory_limit = '3GiB'")
        con.execute(
            "CREATE TABLE items AS "
            "SELECT lpad((hash(i) % $leaves)::VARCHAR, $digits, '0') AS item FROM range($rows) r(i)",
            {"rows": of["rows"], "leaves": of["leaves"], "digits": digits},
        )
        con.execute("CHECKPOINT")
        dphh_sql.register(con)
        plain = timed(con, "SELECT item, count(*) FROM items GROUP BY item")
        before = peak()
        ours = timed(con, query)
        return ours, plain, peak() / 1024, (peak() - before) / 1024


def timed(con: duckdb.DuckDBPyConnection, query: str) -> float:
    """CPU seconds of the second run, its rows fetched as Arrow."""
    con.sql(query).to_arrow_table()
    start = process_time()
    con.sql(query).to_arrow_table()
    return process_time() - start


def peak() -> int:
    """KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def exponent(points: list[tuple[int, float]]) -> str:
    """The slope in logarithms."""
    least = min(seconds for _, seconds in points)
    used = [(math.log(size), math.log(seconds)) for size, seconds in points if seconds > 2 * least]
    if len(used) < 2:
        return "too flat to fit"
    x, y = (sum(values) / len(used) for values in zip(*used, strict=True))
    return f"{sum((a - x) * (b - y) for a, b in used) / sum((a - x) ** 2 for a, _ in used):.2f} ({len(used)} points)"


if __name__ == "__main__":
    main()

"""How time and memory of `dp_hhh` grow with rows, distinct leaves, levels and candidates: tables and fitted exponents.

Each point is a process of its own: CPU seconds of the second call (the first warms up what is remembered), and the peak
of resident memory above that of the loaded table. An exponent is the slope of log(seconds) over log(size) by least
squares, of the points whose time is above twice the smallest one (below, fixed costs hide it).
"""

from __future__ import annotations

import argparse
import math
import resource
import subprocess
import sys
from time import process_time

import duckdb

import dphh_sql

BASE = {"rows": 2_000_000, "leaves": 10_000, "levels": 5}
SERIES = {
    "rows": [10**5, 10**6, 10**7, 10**8, 2 * 10**8],
    "leaves": [10**3, 10**4, 10**5, 10**6],
    "levels": [1, 2, 4, 8, 16, 32, 64],
    "candidates": [10**3, 10**4, 10**5, 10**6],
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--series", choices=SERIES, action="append")
    parser.add_argument("--most", type=int, default=2 * 10**8, help="leave out larger points")
    parser.add_argument("--point", nargs=2, metavar=("SERIES", "SIZE"), help="measure one point in this process")
    args = parser.parse_args()
    if args.point is not None:
        print(*measured(args.point[0], int(args.point[1])))
        return
    for series in args.series or SERIES:
        print(f"\n| {series} | CPU s | peak MiB |\n|---:|---:|---:|")
        points = []
        for size in (size for size in SERIES[series] if size <= args.most):
            command = [sys.executable, __file__, "--point", series, str(size)]
            seconds, peak = map(
                float, subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
            )
            points.append((size, seconds))
            print(f"| {size:,} | {seconds:.3f} | {peak:.0f} |", flush=True)
        print(f"\nexponent of the time: {exponent(points)}")


def measured(series: str, size: int) -> tuple[float, float]:
    """CPU seconds, MiB."""
    of = BASE | {series: size}
    tau = 200 if series != "candidates" else None  # the smallest one: every prefix is a candidate
    if series == "candidates":
        of |= {"leaves": size, "rows": 4 * size}
    digits = max(of["levels"], len(str(of["leaves"] - 1)))
    with duckdb.connect() as con:
        con.execute(
            "CREATE TABLE items AS "
            "SELECT lpad((hash(i) % $leaves)::VARCHAR, $digits, '0') AS item FROM range($rows) r(i)",
            {"rows": of["rows"], "leaves": of["leaves"], "digits": digits},
        )
        dphh_sql.register(con)
        levels = sorted({max(1, round(digits * (i + 1) / of["levels"])) for i in range(of["levels"])})
        kind = f"hierarchy => 'chars({digits})', levels => {levels}"
        query = f"SELECT * FROM dp_hhh('items', 'item', {kind}, eps => 1, tau => $tau)"
        con.execute("SELECT count(*) FROM items").fetchall()
        before = peak()
        con.execute(query, {"tau": tau}).fetchall()
        start = process_time()
        con.sql(query, params={"tau": tau}).to_arrow_table()
        return process_time() - start, (peak() - before) / 1024


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

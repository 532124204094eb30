"""`dp_hhh` against DuckDB's own aggregations over the same rows: times and their ratios, from one process.

The table is synthetic and the same on every run: row i falls on ZIP code floor(distinct * u**3), where u in
[0, 1) is a hash of i, so few codes are heavy and (at the default sizes) each one occurs. The three queries
take turns, in another order each round; each fetches all its rows as Arrow. The first round, a warm-up, is
left out. The table lies in a database file, which is where users have it, and then in memory, where DuckDB
keeps it uncompressed. Wall time is what a user waits; CPU time is the steadier one on a machine that has other work.
"""

from __future__ import annotations

import argparse
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

import duckdb
from turns import turns

import dphh_sql

TABLE = """
CREATE TABLE loans AS
SELECT lpad(floor($distinct * pow((hash(i) >> 12) / 4503599627370496, 3))::BIGINT::VARCHAR, 5, '0') AS zip
FROM range($rows) AS r(i)
"""
QUERIES = {
    "dp_hhh": "SELECT * FROM dp_hhh('loans', 'zip', eps=>1)",
    "GROUP BY zip": "SELECT zip, count(*) FROM loans GROUP BY zip",
    "GROUP BY ROLLUP": """
        SELECT substr(zip, 1, 1), substr(zip, 1, 3), zip, count(*) FROM loans
        GROUP BY ROLLUP (substr(zip, 1, 1), substr(zip, 1, 3), zip)
    """,
}


class Run(NamedTuple):
    """One execution of a query: seconds on the wall and on all cores, rows fetched."""

    wall: float
    cpu: float
    rows: int


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rows", type=int, default=20_000_000)
    parser.add_argument("--distinct", type=int, default=100_000, help="distinct ZIP codes, at most 100000")
    parser.add_argument("--repeats", type=int, default=7)
    args = parser.parse_args()
    if not 0 < args.distinct <= 100_000:
        parser.error("--distinct must be between 1 and 100000")

    with TemporaryDirectory() as folder:
        for place in (f"{folder}/loans.duckdb", ":memory:"):
            with duckdb.connect(place) as con:
                con.execute(TABLE, {"rows": args.rows, "distinct": args.distinct})
                con.execute("CHECKPOINT")
                dphh_sql.register(con)
                [(distinct, threads)] = con.execute(
                    "SELECT count(DISTINCT zip), current_setting('threads') FROM loans"
                ).fetchall()
                where = "in memory" if place == ":memory:" else "in a database file"
                print(f"\n{where}: {args.rows:,} rows, {distinct:,} codes")
                print(f"duckdb {duckdb.__version__}, {threads} threads")
                report(measure(con, args.repeats))


def measure(con: duckdb.DuckDBPyConnection, repeats: int) -> dict[str, list[Run]]:
    """The runs of each query, one a round."""
    names = list(QUERIES)
    runs: dict[str, list[Run]] = {name: [] for name in names}
    for order in turns(names, repeats + 1):
        for name in order:
            wall, cpu = perf_counter(), process_time()
            rows = con.sql(QUERIES[name]).to_arrow_table().num_rows
            runs[name].append(Run(perf_counter() - wall, process_time() - cpu, rows))
    return {name: of_query[1:] for name, of_query in runs.items()}


def report(runs: dict[str, list[Run]]) -> None:
    """Times, then dp_hhh over each other query: the ratio of medians and the range of the rounds' ratios."""
    print(f"\n{'query':<18}{'median s':>10}{'min s':>10}{'max s':>10}{'cpu s':>10}{'rows':>12}")
    for name, of_query in runs.items():
        wall = [run.wall for run in of_query]
        cpu = median(run.cpu for run in of_query)
        print(f"{name:<18}{median(wall):>10.3f}{min(wall):>10.3f}{max(wall):>10.3f}{cpu:>10.3f}", end="")
        print(f"{of_query[-1].rows:>12,}")

    ours = runs.pop("dp_hhh")
    print(f"\n{'dp_hhh over':<18}{'ratio':>10}{'min':>10}{'max':>10}{'cpu ratio':>10}")
    for name, theirs in runs.items():
        ratios = [a.wall / b.wall for a, b in zip(ours, theirs, strict=True)]
        wall_ratio = median(run.wall for run in ours) / median(run.wall for run in theirs)
        cpu_ratio = median(run.cpu for run in ours) / median(run.cpu for run in theirs)
        print(f"{name:<18}{wall_ratio:>10.3f}{min(ratios):>10.3f}{max(ratios):>10.3f}{cpu_ratio:>10.3f}")


if __name__ == "__main__":
    main()

"""`dp_hhh` over IPv4 addresses against DuckDB's own aggregations over the same rows: seconds, CPU seconds, ratios.

Three tables, the same on every run: *spread*, all addresses different and evenly spread (every /16 is light, and with a
`--tau` of 200 for 20 million rows every /16 is heavy and nothing below); *dense*, a few hundred /16s in which most
addresses occur (every /16 is heavy, with a `--tau` of 200 nearly every /24 too, so that nothing can be dropped); and
*zipf*, 5 million addresses under /16s whose sizes follow Zipf's law (exponent 1). Each as dotted text and as UINTEGER,
in a database file. The queries take turns, in another order each round; each fetches its rows as Arrow, the first round
is left out.
With `--explain` the statement that `dp_hhh` runs is printed, and DuckDB's measured plan of its count.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import duckdb
from turns import turns

import dphh_sql
from dphh_sql.udfs import registry, releasing, ways
from dphh_sql.udfs.answers import Caller

TEXT = "concat_ws('.', x >> 24, (x >> 16) & 255, (x >> 8) & 255, x & 255)"
TABLES = {
    "spread": "SELECT ((i * 2654435761) & 4294967295)::UINTEGER AS x FROM range($rows) AS r(i)",
    "dense": """
        SELECT (hash(i) % greatest(1, $rows // 50000) * 40503 % 65536 * 65536
            + hash(i + 1000000007) % 65536)::UINTEGER AS x
        FROM range($rows) AS r(i)
    """,
    "zipf": """
        SELECT ((hash(floor(pow(65536, (hash(i) >> 12) / 4503599627370496))::BIGINT) % 65536) * 65536
            + floor(65536 * pow((hash(i + 1000000007) >> 12) / 4503599627370496, 20))::BIGINT)::UINTEGER AS x
        FROM range($rows) AS r(i)
    """,
}
ROLLUP = {
    "ip": "split_part(ip, '.', 1), split_part(ip, '.', 2), split_part(ip, '.', 3), ip",
    "x": "x & 4278190080, x & 4294901760, x & 4294967040, x",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rows", type=int, default=20_000_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--tau", type=int, default=1000)
    parser.add_argument("--rollup", action="store_true", help="compare with ROLLUP too")
    parser.add_argument("--explain", action="store_true")
    args = parser.parse_args()
    with TemporaryDirectory() as folder, duckdb.connect(f"{folder}/ips.duckdb") as con:
        for name, query in TABLES.items():
            con.execute(f"CREATE TABLE {name} AS SELECT *, {TEXT} AS ip FROM ({query})", {"rows": args.rows})
        con.execute("CHECKPOINT")
        dphh_sql.register(con)
        for name in TABLES:
            for column in ("ip", "x"):
                asked = f"SELECT * FROM dp_hhh('{name}', '{column}', hierarchy => 'ipv4', eps => 1, tau => {args.tau})"
                queries = {"dp_hhh": asked, "GROUP BY": f"SELECT {column}, count(*) FROM {name} GROUP BY 1"}
                if args.rollup:
                    queries["ROLLUP"] = f"SELECT count(*) FROM {name} GROUP BY ROLLUP ({ROLLUP[column]})"
                [(distinct,)] = con.execute(f"SELECT count(DISTINCT x) FROM {name}").fetchall()
                print(f"\n{name}.{column}: {args.rows:,} rows, {distinct:,} addresses, tau {args.tau}")
                report(con, queries, args.repeats)
        if args.explain:
            sql = counting(con, "spread", "ip", args.tau)
            print(f"\n{sql}\n\n{con.execute(f'EXPLAIN ANALYZE {sql}').fetchall()[0][1]}")


def report(con: duckdb.DuckDBPyConnection, queries: dict[str, str], repeats: int) -> None:
    """Medians, and dp_hhh over each other query: the ratio of medians and the range of the rounds' ratios."""
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in queries}
    for order in turns(list(queries), repeats + 1):
        for name in order:
            wall, cpu = perf_counter(), process_time()
            con.sql(queries[name]).to_arrow_table()
            runs[name].append((perf_counter() - wall, process_time() - cpu))
    for name, line in lines({name: taken[1:] for name, taken in runs.items()}):
        print(f"{name:<10}{line}")


def lines(runs: dict[str, list[tuple[float, float]]]) -> Iterator[tuple[str, str]]:
    ours = runs["dp_hhh"]
    for name, theirs in runs.items():
        wall, cpu = (median(run[i] for run in theirs) for i in (0, 1))
        ratios = [a[0] / b[0] for a, b in zip(ours, theirs, strict=True)]
        cpu_ratio = median(run[1] for run in ours) / cpu
        yield (
            name,
            f"{wall:8.2f} s{cpu:8.2f} CPU s   dp_hhh over it: {median(run[0] for run in ours) / wall:5.2f}"
            f" ({min(ratios):.2f}-{max(ratios):.2f}), CPU {cpu_ratio:5.2f}",
        )


def counting(con: duckdb.DuckDBPyConnection, tbl: str, col: str, tau: int) -> str:
    """The statement that counts."""
    session = registry.session_of(con)
    assert session is not None
    [(database,)] = con.execute("SELECT current_database()").fetchall()
    options = {"hierarchy": "ipv4", "eps": 1, "tau": tau}
    call = releasing.admit(session, "dp_hhh", tbl, col, options, Caller(database, "main", ""))
    return call.counting(ways.chosen(session, call)).sql("duckdb")


if __name__ == "__main__":
    main()

"""`dp_heavy_nodes` on deep trees against a plain GROUP BY of the leaf: times and ratios, from one process.

    python benchmarks/deep_trees.py [--rows N] [--distinct D] [--repeats R]

Three synthetic tables, the same on every run: row i falls on leaf floor(D * u**3), u in [0, 1) a hash of i, and the
leaf's text is made from a hash of its number: IPv4 addresses with all 32 levels, paths of depth 20, strings of 64 bits.
Each is asked twice: at the smallest legal tau, where any prefix of one row may be heavy and so is a candidate, and
at a thousandth of the rows.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import perf_counter

import duckdb

import dphh_sql

LEAVES = """
SELECT floor($distinct * pow((hash(i) >> 12) / 4503599627370496, 3))::BIGINT AS leaf FROM range($rows) AS r(i)
"""
ITEMS = {
    "ipv4": "concat_ws('.', h & 255, (h >> 8) & 255, (h >> 16) & 255, (h >> 24) & 255)",
    "path": "'/' || array_to_string([((h >> (3 * k)) & 3)::VARCHAR FOR k IN range(20)], '/')",
    "bits": "lpad(bin(h), 64, '0')",
}
HIERARCHIES = {"ipv4": ("ipv4", list(range(1, 33))), "path": ("path", list(range(1, 21))), "bits": ("chars(64)", None)}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--distinct", type=int, default=100_000)
    parser.add_argument("--repeats", type=int, default=3)
    args = parser.parse_args()
    con = duckdb.connect()
    dphh_sql.register(con)
    print(f"duckdb {duckdb.__version__}, {args.rows:,} rows, {args.distinct:,} leaves\n")
    print(f"{'tree':<6}{'levels':>8}{'tests':>7}{'E':>5}{'tau':>8}{'heavy':>9}{'dp s':>8}{'leaf s':>8}{'ratio':>8}")
    for name, item in ITEMS.items():
        con.execute(
            f"CREATE OR REPLACE TABLE deep AS WITH leaves AS ({LEAVES}), items AS (SELECT leaf, {item} AS item FROM "
            "(SELECT DISTINCT leaf, hash(leaf) AS h FROM leaves)) SELECT item FROM leaves JOIN items USING (leaf)",
            {"rows": args.rows, "distinct": args.distinct},
        )
        kind, levels = HIERARCHIES[name]
        for tau in (None, args.rows // 1000):
            plan = dphh_sql.plan("dp_heavy_nodes", hierarchy=kind, levels=levels, eps=1, tau=tau)
            call = f"""FROM dp_heavy_nodes('deep', 'item', eps=>1, hierarchy=>'{kind}', levels=>{levels or "NULL"},
                       tau=>{tau or "NULL"})"""
            ours, theirs, heavy = [], [], 0
            for _ in range(args.repeats):
                begun = perf_counter()
                heavy = con.sql(call).to_arrow_table().num_rows
                ours.append(perf_counter() - begun)
                begun = perf_counter()
                con.sql("SELECT item, count(*) FROM deep GROUP BY item").to_arrow_table()
                theirs.append(perf_counter() - begun)
            tests = sum(step.times for step in plan.steps)
            print(
                f"{name:<6}{len(plan.levels):>8}{tests:>7}{plan.margin:>5}{plan.tau:>8}{heavy:>9}"
                f"{median(ours):>8.2f}{median(theirs):>8.2f}{median(ours) / median(theirs):>8.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()

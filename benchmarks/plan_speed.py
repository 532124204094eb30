"""How long a plan takes, cold (the first plan of a fresh process) and warm (the same plan again), and a selection.

Each plan has processes of its own. The clock of a cold plan starts after the import, so it covers the look-up in the
shipped table or, for a setting that is not in it, the whole calibration, and then the certification. Medians over
the processes. CPU is the processor time of the cold plan.

A selection starts at the candidates, as the count returns them (one Arrow array): `link` finds each one's parent by
its key, `select` draws the noise and selects. CPU time, the least of several. `GROUP BY` is DuckDB's, in the same
process on one thread, over the candidates' keys: what it costs to look at so many texts once.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import process_time
from timeit import repeat

import duckdb
import numpy as np
import pyarrow as pa

SETTINGS: list[dict[str, object]] = [
    {"hierarchy": "zip", "eps": 1},
    {"hierarchy": "ipv4", "eps": 0.5, "delta": 1e-6},
    {"hierarchy": "zip", "eps": 0.73, "delta": 3.1e-7},
    {"hierarchy": "ipv4", "eps": 1.9, "delta": 4.7e-9},
    {"hierarchy": "chars(5)", "eps": 0.13, "delta": 2.3e-6},
    {"hierarchy": "chars(16)", "eps": 1.37, "delta": 5.9e-7},
    {"hierarchy": "chars(32)", "eps": 0.1, "delta": 2.3e-6},
    {"hierarchy": "chars(48)", "eps": 0.13, "delta": 2e-8},
    {"hierarchy": "chars(64)", "eps": 0.11, "delta": 4e-7},
    {"hierarchy": "chars(64)", "eps": 0.1, "delta": 1e-6, "rest": False},
    {"hierarchy": "chars(64)", "eps": 0.31, "delta": 1e-9, "rest": False},
]
WARM_CALLS = 200

TREES: list[tuple[str, tuple[int, ...], tuple[int, ...]]] = [
    ("zip", (1, 3, 5), (10, 1_000, 1_000_000)),
    ("ipv4", (8, 16, 24, 32), (256, 60_000, 240_000, 700_000)),
]
"""Hierarchy, levels and how many candidates each has."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=3, help="processes for each setting, and runs of a selection")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(one(json.loads(args.one))))
        return

    print(f"{'dp_hhh plan for':<62}{'tau':>6}{'cold ms':>11}{'CPU ms':>11}{'warm ms':>11}")
    for setting in SETTINGS:
        runs = [fresh(setting) for _ in range(args.repeats)]
        name = ", ".join(f"{key}={value}" for key, value in setting.items())
        cold, cpu, warm = (1000 * median(run[key] for run in runs) for key in ("cold", "cpu", "warm"))
        print(f"{name:<62}{runs[0]['tau']:>6.0f}{cold:>11.1f}{cpu:>11.1f}{warm:>11.4f}")

    print(f"\n{'selection among':<42}{'link ms':>11}{'select ms':>11}{'together':>11}{'GROUP BY':>11}")
    for hierarchy, levels, sizes in TREES:
        link, select, group = selection(hierarchy, levels, sizes, max(5, args.repeats))
        name = f"{sum(sizes):,} candidates, {len(sizes)} levels ({hierarchy})"
        print(f"{name:<42}{link:>11.1f}{select:>11.1f}{link + select:>11.1f}{group:>11.1f}")


def selection(
    hierarchy: str, levels: tuple[int, ...], sizes: tuple[int, ...], runs: int
) -> tuple[float, float, float]:
    """Milliseconds of CPU of the linking, of the selection, and of a GROUP BY of as many keys."""
    import dphh_sql
    from dphh_sql import mechanisms
    from dphh_sql.tree import Tree

    plan = dphh_sql.plan("dp_hhh", hierarchy=hierarchy, eps=1)
    method = mechanisms.mechanism("dp_hhh", plan.mechanism)
    found, total = candidates(levels, sizes, plan.tau)
    tree = Tree.from_candidates(found, total, levels)
    link = least(lambda: Tree.from_candidates(found, total, levels), runs)
    select = least(lambda: method.select(plan.design, tree), runs)
    with duckdb.connect(config={"threads": 1}) as con:
        con.register("candidates", pa.table({"key": found.field("key")}))
        group = least(lambda: con.sql("SELECT key, count(*) FROM candidates GROUP BY 1").to_arrow_table(), runs)
    return link, select, group


def candidates(levels: tuple[int, ...], sizes: tuple[int, ...], tau: int) -> tuple[pa.StructArray, int]:
    """Made-up candidates, each with a random parent and a count up to ten times tau; a parent's is no sum here."""
    rng = np.random.default_rng(1)
    built, above, parents = [], np.array([None]), np.zeros(sizes[0], dtype=np.int64)
    for depth, (level, size) in enumerate(zip(levels, sizes, strict=True)):
        keys = np.array([f"{above[parent] or ''}{i % 1000:03d}{i // 1000:x}" for i, parent in enumerate(parents)])
        counts = rng.integers(1, 10 * tau, size)
        columns = [np.full(size, level, np.int32), keys, above[parents].tolist(), counts]
        types = [pa.int32(), pa.string(), pa.string(), pa.int64()]
        arrays = [pa.array(column, kind) for column, kind in zip(columns, types, strict=True)]
        built.append(pa.StructArray.from_arrays(arrays, names=["level", "key", "parent", "n"]))
        above = keys
        if depth + 1 < len(sizes):
            parents = rng.integers(0, size, sizes[depth + 1])
    return pa.concat_arrays(built), int(built[0].field("n").to_numpy().sum())


def least(work: Callable[[], object], runs: int) -> float:
    """Milliseconds of CPU, the least of some runs."""
    return 1000 * min(repeat(work, number=1, repeat=runs, timer=process_time))


def fresh(setting: dict[str, object]) -> dict[str, float]:
    """`one(setting)` in a new process."""
    command = [sys.executable, __file__, "--one", json.dumps(setting)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    result: dict[str, float] = json.loads(done.stdout)
    return result


def one(setting: dict[str, object]) -> dict[str, float]:
    """Seconds of the first plan in this process, of a later one, and its threshold."""
    import dphh_sql

    def plan() -> object:
        return dphh_sql.plan("dp_hhh", **setting)

    begun = process_time()
    (cold,) = repeat(plan, number=1, repeat=1)
    cpu = process_time() - begun
    warm = median(repeat(plan, number=1, repeat=WARM_CALLS))
    return {"cold": cold, "cpu": cpu, "warm": warm, "tau": dphh_sql.plan("dp_hhh", **setting).tau}


if __name__ == "__main__":
    main()

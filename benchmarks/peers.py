"""dp_hhh beside OpenDP's Polars context, SmartNoise SQL and DuckDB's ROLLUP: time, memory, errors, what is found.

    nice python benchmarks/peers.py [--rows N ...] [--only SYSTEM ...] [--repeats R] [--cache build/peers] [--page]

The task: counts of the prefixes of 1, 3 and 5 digits of a column of ZIP codes, none of them known in advance, at one
total (eps, delta) for add/remove of one row. Every system reads the same Parquet file: row i falls on code
floor(100000 u**3), where u in [0, 1) is a hash of i. Each run is a process of its own (benchmarks/peer_runners), the
systems in turn; the least cost and the mean error of R runs. Peers run in environments of their own, which are
made in the cache from PyPI at the pinned versions. `--page` writes the tables of docs/peers.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
from peer_runners.environments import NotInstalledError, interpreter
from peer_runners.harness import Row, read
from peer_runners.scores import scored, truth_of
from peer_runners.tables import BASELINE, OURS, Measured, Results, tables

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "peers.md"
MARK = "tables of benchmarks/peers.py -->"
START, END = f"<!-- {MARK}", f"<!-- end of {MARK}"
ROWS = (100_000, 1_000_000, 5_000_000)
TABLE = """
SELECT lpad(floor(100000 * pow((hash(i) >> 12) / 4503599627370496, 3))::BIGINT::VARCHAR, 5, '0') AS zip
FROM range($rows) AS r(i)
"""


class System(NamedTuple):
    """A runner; `requirements`: of an environment of its own, none for that of this script."""

    title: str
    runner: str
    variant: str | None = None
    requirements: tuple[str, ...] = ()
    most: int | None = None


SYSTEMS = {
    "rollup": System(BASELINE, "duckdb_rollup"),
    "dp_hhh": System(OURS, "dphh"),
    "laplace_levels": System("dp_hhh, laplace_levels", "dphh", "laplace_levels"),
    "opendp": System("OpenDP (Polars)", "opendp_polars", None, ("opendp[polars]==0.16.0",)),
    "smartnoise": System(
        "SmartNoise SQL", "smartnoise", None, ("smartnoise-sql==1.0.10", "pandas==2.3.3", "pyarrow==26.0.1"), 1_000_000
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rows", type=int, nargs="+", default=ROWS)
    parser.add_argument("--only", nargs="+", choices=SYSTEMS, default=list(SYSTEMS))
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--cache", type=Path, default=Path("build/peers"))
    parser.add_argument("--eps", type=float, default=1.0)
    parser.add_argument("--delta", type=float, default=1e-6)
    parser.add_argument("--page", action="store_true", help="write docs/peers.md")
    args = parser.parse_args()
    cache = args.cache.resolve()
    cache.mkdir(parents=True, exist_ok=True)

    names = dict.fromkeys(["rollup", *args.only])  # the truth comes first
    pythons, missing = environments([SYSTEMS[name] for name in names], cache)
    results: Results = {}
    for rows in args.rows:
        taking_part = {system: python for system, python in pythons.items() if rows <= (system.most or rows)}
        done, failed = rounds(taking_part, generated(rows, cache), args.eps, args.delta, args.repeats)
        results |= {(rows, system.title): measured for system, measured in done.items()}
        missing |= {system: f"failed on {rows:,} rows: {why}" for system, why in failed.items()}
    told = report(results, missing, args.eps, args.delta, args.repeats)
    print(told)
    if args.page:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(START)
        PAGE.write_text(f"{before}{START}\n{told}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


def environments(systems: Iterable[System], cache: Path) -> tuple[dict[System, str], dict[System, str]]:
    """Each system's interpreter, and why a system has none."""
    pythons, missing = {}, {}
    for system in systems:
        try:
            wanted = system.requirements
            pythons[system] = interpreter(cache / system.runner, wanted) if wanted else sys.executable
        except NotInstalledError as error:
            missing[system] = f"could not be installed: {error}"
    return pythons, missing


def generated(rows: int, cache: Path) -> Path:
    """The table of so many rows, made once."""
    path = cache / f"rows-{rows}.parquet"
    if not path.is_file():
        half_made = path.with_suffix(".part")
        duckdb.sql(TABLE, params={"rows": rows}).write_parquet(str(half_made))
        half_made.rename(path)
    return path


def rounds(
    pythons: dict[System, str], path: Path, eps: float, delta: float, repeats: int
) -> tuple[dict[System, Measured], dict[System, str]]:
    """The systems in turn, the exact answer first; a peer that fails is left out from then on, with its last line."""
    done: dict[System, Measured] = {}
    failed: dict[System, str] = {}
    for _ in range(repeats):
        truth: dict[str, int] = {}
        for system, python in pythons.items():
            if system in failed:
                continue
            try:
                cost, released = one_run(system, python, path, eps, delta)
            except subprocess.CalledProcessError as error:
                if not system.requirements:
                    raise RuntimeError(error.stderr) from error
                failed[system] = error.stderr.strip().rpartition("\n")[2]
                continue
            print(f"{path.stem}: {system.title}, {cost['cpu']:.1f} CPU s", file=sys.stderr, flush=True)
            truth = truth or truth_of(released)
            measured = done.setdefault(system, Measured())
            measured.costs.append(cost)
            measured.scores.append(scored(released, truth))
    return done, failed


def one_run(system: System, python: str, path: Path, eps: float, delta: float) -> tuple[dict[str, Any], list[Row]]:
    """Costs and rows of one process."""
    out = path.with_suffix(".csv")
    runner = Path(__file__).with_name("peer_runners") / f"{system.runner}.py"
    command = [python, str(runner), str(path), str(out), str(eps), str(delta), *filter(None, [system.variant])]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}  # peers see no package of ours
    if not system.requirements:
        env["PYTHONPATH"] = os.pathsep.join(sys.path[1:])  # but for this folder
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    return json.loads(done.stdout.splitlines()[-1]), read(str(out))


def report(results: Results, missing: dict[System, str], eps: float, delta: float, repeats: int) -> str:
    """What ran where, then the tables."""
    versions = dict.fromkeys(str(measured.costs[0]["versions"]) for measured in results.values())
    where = f"{os.cpu_count()} cores, Python {platform.python_version()}"
    told = f"eps = {eps:g}, delta = {delta:g}, {repeats} runs; {where}; {'; '.join(versions)}."
    spent = {title: measured.costs[0]["spent"] for (_, title), measured in results.items()}
    accounts = "; ".join(f"{title} {of[0]:.4g}, {of[1]:.3g}" for title, of in spent.items() if of)
    told += f"\n\nSpent in total, by their own accounts: {accounts}."
    return "\n\n".join([told, *(f"{system.title} {why}." for system, why in missing.items()), tables(results)])


if __name__ == "__main__":
    main()

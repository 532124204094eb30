"""The sketches: speed, memory, and recall, precision and error over k, skew, eps and counters; writes docs/sketches.md.

    python benchmarks/sketches.py [--rows N] [--large N] [--memory N] [--out docs/sketches.md] [--plots FOLDER]

Streams are synthetic (Zipf over 10 million items, keys scattered over 64 bits, the same on every run); the real data
are the client addresses of examples/data/web_requests.parquet, a small log. Times are CPU times of this process.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import process_time

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa

import dphh_sql
from dphh_sql import mechanisms
from dphh_sql.plan import plan_for
from dphh_sql.request import Privacy
from dphh_sql.streaming.linear import CountMin, CountSketch
from dphh_sql.streaming.misra_gries import MisraGries
from dphh_sql.streaming.sketch import Sketch
from dphh_sql.streaming.space_saving import SpaceSaving
from dphh_sql.streaming.summary import Summary

Ints = npt.NDArray[np.int64]

SKETCHES = ("space_saving", "misra_gries", "count_min", "count_sketch")
ITEMS = 10_000_000
DELTA = 1e-3
"""That of the paper's experiments."""

DEFAULT = {"k": 512, "skew": 1.5, "eps": 1.0, "factor": 2}
SWEEPS: dict[str, Sequence[float]] = {
    "k": (64, 128, 256, 512, 1024),
    "skew": (1.1, 1.5, 1.9, 2.3, 2.7),
    "eps": (0.05, 0.1, 0.5, 1.0, 2.0),
    "factor": (1, 2, 4, 8),
}
TITLES = {"k": "k", "skew": "skew", "eps": "eps", "factor": "counters / k"}
WORDS = ("recall", "precision", "relative error", "ns an update", "bytes")


def zipf(rows: int, skew: float, seed: int = 1) -> Ints:
    """Item i of 1..10 million with probability ~ i**-skew, as scattered 64-bit keys."""
    weights = np.cumsum(np.arange(1, ITEMS + 1, dtype=np.float64) ** -skew)
    draws = np.searchsorted(weights, np.random.default_rng(seed).random(rows) * weights[-1]).astype(np.uint64)
    return np.asarray((draws * np.uint64(0x9E3779B97F4A7C15)).view(np.int64))


def timed(run: Callable[[], object], repeats: int = 1) -> float:
    """The least CPU time."""
    best = float("inf")
    for _ in range(repeats):
        start = process_time()
        run()
        best = min(best, process_time() - start)
    return best


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [f"| {' | '.join(map(str, row))} |" for row in (head, ["---"] * len(head), *rows)]
    return "\n".join(lines)


# --- speed ------------------------------------------------------------------------------------------------------


def speeds(rows: int) -> str:
    stream = zipf(rows, 1.1)
    slower = stream[: rows // 8]
    exact = timed(lambda: np.unique(stream, return_counts=True)) / rows
    made: list[tuple[str, Callable[[], Sketch], Ints]] = [
        ("space_saving", lambda: SpaceSaving(2048), stream),
        ("misra_gries", lambda: MisraGries(2048), stream),
        ("count_min, depth 25, width 16,384", lambda: CountMin(2048, 25, 16_384), slower),
        ("count_sketch, depth 31, width 16,384", lambda: CountSketch(2048, 31, 16_384), slower),
    ]
    lines = []
    for name, new, part in made:
        new().update(stream[:1000])  # compiles
        each = timed(lambda new=new, part=part: new().update(part), 3) / len(part)
        lines.append((name, f"{1e-6 / each:.1f}", f"{exact / each:.2f}"))
    head = ("sketch, k = 2048", "million updates a second", "speed against exact counting (numpy.unique)")
    return table(head, lines)


# --- recall, precision, error -----------------------------------------------------------------------------------


def evaluate(stream: Ints, sketch: str, k: int, eps: float, factor: int) -> tuple[float, ...]:
    """(recall, precision, average relative error, nanoseconds an update, bytes) of one release.

    Heavy hitters have n/k rows or more. What is reported are the released rows whose count reaches n/k, n being known
    here; the relative error is that of all of those.
    """
    asked = Privacy(eps, DELTA, "items(1)", (1,), sketch, k=k, counters=int(k * factor), n_max=len(stream))
    plan = plan_for("dp_heavy_hitters", asked)
    mechanism = mechanisms.mechanism("dp_heavy_hitters", sketch)
    summary = Summary([1], lambda: mechanism.sketch(plan.design), integers=True)  # type: ignore[attr-defined]
    array = pa.array(stream)
    seconds = timed(lambda: summary.update([array]))
    (found,) = mechanism.select(plan.design, summary)
    items, counts = np.unique(stream, return_counts=True)
    truth = dict(zip(items.tolist(), counts.tolist(), strict=True))
    heavy = {item for item, n in zip(items.tolist(), counts.tolist(), strict=True) if n * k >= len(stream)}
    released = zip(map(int, found.items.to_pylist()), found.values.tolist(), strict=True)
    reported = {item: value for item, value in released if value * k >= len(stream)}
    hits = len(heavy & reported.keys())
    errors = [abs(value - truth[item]) / truth[item] for item, value in reported.items()]
    return (
        hits / len(heavy) if heavy else 1.0,
        hits / len(reported) if reported else 1.0,
        float(np.mean(errors)) if errors else float("nan"),
        1e9 * seconds / len(stream),
        float(summary.nbytes),
    )


Results = dict[tuple[str, float, str], tuple[float, ...]]


def sweeps(rows: int) -> Results:
    results: Results = {}
    streams: dict[float, Ints] = {}
    for varied, values in SWEEPS.items():
        for value in values:
            at = {**DEFAULT, varied: value}
            stream = streams.setdefault(at["skew"], zipf(rows, at["skew"]))
            for sketch in SKETCHES:
                results[varied, value, sketch] = evaluate(
                    stream, sketch, int(at["k"]), at["eps"], int(at["factor"])
                )
                print(varied, value, sketch, *results[varied, value, sketch], flush=True)
    return results


def shown(results: Results, varied: str) -> str:
    rows = []
    for value in SWEEPS[varied]:
        for sketch in SKETCHES:
            rows.append((f"{value:g}", sketch, *cells(results[varied, value, sketch])))
    return table((TITLES[varied], "sketch", *WORDS), rows)


def cells(result: tuple[float, ...]) -> tuple[str, ...]:
    recall, precision, error, each, size = result
    return f"{recall:.2f}", f"{precision:.2f}", f"{error:.4f}", f"{each:.0f}", f"{size:,.0f}"


def one_stream(stream: Ints, k: int, eps: float, sketches: Sequence[str]) -> str:
    rows = [(sketch, *cells(evaluate(stream, sketch, k, eps, 2))) for sketch in sketches]
    return table(("sketch", *WORDS), rows)


def addresses() -> Ints:
    """The client addresses of the web log as integers, in the order of the requests."""
    query = """
        SELECT ((p[1]::BIGINT * 256 + p[2]::BIGINT) * 256 + p[3]::BIGINT) * 256 + p[4]::BIGINT AS ip
        FROM (SELECT string_split(client_ip, '.') AS p FROM 'examples/data/web_requests.parquet')
    """
    return np.asarray(duckdb.sql(query).fetchnumpy()["ip"]).astype(np.int64)


def plot(results: Results, folder: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    for varied, values in SWEEPS.items():
        figure, axes = plt.subplots(1, 3, figsize=(12, 3.2))
        for axis, place in zip(axes, (0, 2, 3), strict=True):
            for sketch in SKETCHES:
                axis.plot(values, [results[varied, v, sketch][place] for v in values], marker="o", label=sketch)
            axis.set_xlabel(TITLES[varied])
            axis.set_title(WORDS[place])
            if place != 0:
                axis.set_yscale("log")
        axes[0].legend()
        figure.tight_layout()
        figure.savefig(folder / f"sketches_{varied}.svg")
        plt.close(figure)


# --- memory -----------------------------------------------------------------------------------------------------

_READ = """
import sys, duckdb, dphh_sql
con = dphh_sql.connect(sys.argv[1], config={"memory_limit": "512MB", "threads": 2})
if sys.argv[2] == "scan":
    relation = con.sql("SELECT rowid, item FROM stream")
    reader = relation.to_arrow_reader if hasattr(relation, "to_arrow_reader") else relation.fetch_arrow_reader
    for batch in reader(131072):
        pass
elif sys.argv[2] == "start":
    con.execute("CREATE TEMP TABLE few AS SELECT 1::BIGINT AS item")
else:
    con.execute(f"FROM dp_heavy_hitters('stream', 'item', eps => 1, sketch => '{sys.argv[2]}', k => 1000)").fetchall()
with open("/proc/self/status") as status:  # not ru_maxrss, which starts at the parent's
    print(next(line for line in status if line.startswith("VmHWM")).split()[1])
"""


def memory(sizes: Sequence[int]) -> str:
    rows = []
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "stream.duckdb")
            with duckdb.connect(path) as con:
                con.execute(
                    "CREATE TABLE stream AS SELECT (1e7 / (1 + hash(i) % 10000000))::BIGINT * 2654435761 AS item "
                    f"FROM range({size}) t(i)"
                )
            on_disk = Path(path).stat().st_size / 2**20
            peaks = [
                int(subprocess.run([sys.executable, "-c", _READ, path, how], capture_output=True, check=True)
                    .stdout.split()[-1]) / 1024  # after DuckDB's progress bar
                for how in ("start", "scan", "space_saving", "misra_gries")
            ]
        print("memory", size, on_disk, peaks, flush=True)
        rows.append((f"{size:,}", f"{on_disk:,.0f}", *(f"{peak:,.0f}" for peak in peaks)))
    head = (
        "rows", "file, MiB", "connected, MiB", "the reader alone, MiB", "space_saving, MiB", "misra_gries, MiB",
    )  # fmt: skip
    return table(head, rows)


def sizes_by_k() -> str:
    rows = []
    for k in (1_000, 10_000, 100_000):
        kinds = (SpaceSaving(2 * k), MisraGries(2 * k), CountMin(2 * k, 25, 1 << (16 * k - 1).bit_length()))
        rows.append((f"{k:,}", *(f"{kind.nbytes:,}" for kind in kinds)))
    head = ("k (counters = 2 k)", "space_saving, bytes", "misra_gries, bytes", "count_min of depth 25, bytes")
    return table(head, rows)


# --- hierarchical -----------------------------------------------------------------------------------------------


def hierarchical(rows: int) -> str:
    """dp_hhh_stream beside dp_hhh on the same table: what each finds of the exact hierarchical heavy hitters."""
    lines = []
    with tempfile.TemporaryDirectory() as folder, dphh_sql.connect(Path(folder) / "ip.duckdb") as con:
        con.execute(
            "CREATE TABLE log AS SELECT concat_ws('.', h & 15, (h >> 8) & 255, (h >> 16) & 255, (h >> 24) & 255) AS ip "
            "FROM (SELECT hash((1e5 * pow((hash(i) >> 12) / 4503599627370496, 6))::BIGINT) AS h "
            f"FROM range({rows}) t(i))"
        )
        tau = rows // 500
        exact = {row[:2] for row in con.execute(f"FROM exact_hhh('log', 'ip', {tau}, hierarchy => 'ipv4')").fetchall()}
        for name, call in (
            ("dp_hhh", f"dp_hhh('log', 'ip', eps => 1, hierarchy => 'ipv4', tau => {tau}, rest => false)"),
            *(
                (f"dp_hhh_stream, {s}", f"dp_hhh_stream('log', 'ip', eps => 1, hierarchy => 'ipv4', tau => {tau}, "
                 f"sketch => '{s}', k => 2000, n_max => {rows}, rest => false)")
                for s in ("space_saving", "misra_gries", "count_min")
            ),
        ):  # fmt: skip
            found: set[tuple[int, str]] = set()

            def run(call: str = call, found: set[tuple[int, str]] = found) -> None:
                found |= {row[:2] for row in con.execute(f"FROM {call}").fetchall()}

            seconds = timed(run)
            hits = len(found & exact)
            lines.append(
                (name, len(found), f"{hits / len(exact):.2f}", f"{hits / max(1, len(found)):.2f}", f"{seconds:.2f}")
            )
    head = ("function", "prefixes", "recall", "precision", "CPU s")
    return f"{len(exact)} exact hierarchical heavy hitters at tau = {tau:,}.\n\n" + table(head, lines)


def plans() -> str:
    rows = []
    for n_max in (10**5, 10**6, 10**7, 10**8):
        for row in dphh_sql.methods("dp_heavy_hitters", eps=1, k=1000, n_max=n_max):
            method = mechanisms.mechanism("dp_heavy_hitters", row["method"])
            plan = dphh_sql.plan("dp_heavy_hitters", eps=1, k=1000, n_max=n_max, sketch=row["method"])
            depth = plan.design.parameters.get("depth")
            numbers = (row["tau_min"], row["margin"] or row["margin_at_beta"], method.certain_count(plan.design, 0))
            shown = (f"{number:,}" for number in numbers)
            rows.append((f"{n_max:,}", row["method"], *shown, "" if depth is None else f"{depth:g}"))
    return table(("n at most", "sketch", "threshold at most", "error at most", "found for certain from", "depth"), rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rows", type=int, default=2_000_000, help="of the streams of the sweeps")
    parser.add_argument("--large", type=int, default=26_000_000, help="of the speed test and the long stream")
    parser.add_argument("--memory", type=int, nargs="*", default=[5_000_000, 50_000_000], help="200000000: a soak")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--plots", type=Path)
    args = parser.parse_args()
    for sketch in SKETCHES:
        evaluate(zipf(1000, 1.5), sketch, 64, 1.0, 2)  # compiles
    results = sweeps(args.rows)
    if args.plots:
        args.plots.mkdir(parents=True, exist_ok=True)
        plot(results, args.plots)
    counters = ("space_saving", "misra_gries")
    web = addresses()
    parts = {
        "ROWS": f"{args.rows:,}",
        "LARGE": f"{args.large:,}",
        "PLANS": plans(),
        "SPEED": speeds(args.large),
        **{varied.upper(): shown(results, varied) for varied in SWEEPS},
        "LONG": one_stream(zipf(args.large, 1.1), 1024, 1.0, counters),
        "WEB_ROWS": f"{len(web):,}",
        "WEB": one_stream(web, 64, 1.0, SKETCHES),
        "SIZES": sizes_by_k(),
        "MEMORY": memory(args.memory),
        "HIERARCHY": hierarchical(args.rows),
    }
    text = (Path(__file__).with_name("sketches.md.in")).read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace(f"@{name}@", part)
    if args.out:
        args.out.write_text(text, encoding="utf-8")
    print(text)
    print(f"peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB", file=sys.stderr)


if __name__ == "__main__":
    main()

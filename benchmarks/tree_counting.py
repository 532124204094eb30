"""Counts of all large prefixes, selected or not: estimates from dp_hhh against dp_tree_counts.

    python benchmarks/tree_counting.py [--data DIR] [--runs N]

The DP-HHH paper's Appendix C says that the residuals of hierarchical heavy hitters, summed below a prefix, solve
counting over trees (Ghazi et al., Definition 1.4: an error of alpha f + eta) better than a classifier at growing
thresholds, but measures nothing. Here both are run at the same real (eps, delta) on the same trees, each at its
smallest threshold, and asked for every prefix of at least T records, where T is what dp_tree_counts finds for
certain. `error` is |estimate - f|, its mean and maximum; `relative` that over f; `certain within` is half the width
of the interval that holds with probability one, on average. The table goes into docs/heavy_nodes.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from accuracy import ROOT, Data, data_sets

import dphh_sql
from dphh_sql.mechanisms import mechanism
from dphh_sql.plan import Plan
from dphh_sql.release import release_rows
from dphh_sql.tree_counts import count_rows

PAGE = ROOT / "docs" / "heavy_nodes.md"
MARK = "comparison of benchmarks/tree_counting.py -->"
START, END = f"<!-- {MARK}", f"<!-- end of {MARK}"
SETTINGS = ((1.0, 1e-6), (0.1, 1e-6))
SETS = (
    "SBA loans by zip", "HMDA loans by county", "words by letters", "Zipf tree of height 16", "Zipf tree of height 64",
)  # fmt: skip
MOST = 300
"""Prefixes asked for in a run, a random choice when there are more."""

Answer = tuple[float, int, int]
"""Estimate and certain interval."""


def estimates(plan: Plan, data: Data, asked: list[tuple[int, str]]) -> Iterator[Answer]:
    selection = mechanism("dp_hhh", plan.mechanism).select(plan.design, data.tree)
    rows = release_rows(plan, data.tree, selection).to_pylist()
    for _, prefix in asked:
        found = dphh_sql.estimate(rows, plan, prefix)
        assert found.hi is not None
        yield found.count, max(0, found.lo), found.hi


def tree_counts(plan: Plan, data: Data, asked: list[tuple[int, str]]) -> Iterator[Answer]:
    rounds = mechanism("dp_tree_counts", plan.mechanism).select(plan.design, data.tree)
    rows = count_rows(plan, data.tree, rounds).to_pylist()
    found = {(row["level"], row["prefix"]): (row["count"], row["count_lo"], row["count_hi"]) for row in rows}
    for place in asked:
        yield found[place]


def large(data: Data, plan: Plan, least: int) -> dict[tuple[int, str], int]:
    """(level, prefix) -> count of every prefix of at least so many records."""
    found = {}
    for level in data.tree.levels:
        labels = plan.privacy.kind.labels(level.keys, level.level).to_pylist()
        found |= {(level.level, str(p)): n for p, n in zip(labels, level.counts.tolist(), strict=True) if n >= least}
    return found


def measure(data: Data, eps: float, delta: float, runs: int) -> list[str]:
    asked = {"hierarchy": data.hierarchy, "eps": eps, "delta": delta}
    by_rounds = dphh_sql.plan("dp_tree_counts", **asked)
    assert by_rounds.margin is not None
    least = by_rounds.tau + by_rounds.margin
    truth = large(data, by_rounds, least)
    plans = [
        ("dp_hhh, onehit", dphh_sql.plan("dp_hhh", method="onehit", **asked), estimates),
        ("dp_hhh, gaussian_levels", dphh_sql.plan("dp_hhh", method="gaussian_levels", **asked), estimates),
        ("dp_tree_counts", by_rounds, tree_counts),
    ]
    lines = []
    random = np.random.default_rng(0)
    for name, plan, answer in plans:
        errors, shares, widths, outside = [], [], [], 0
        for _ in range(runs):
            places = list(truth)
            if len(places) > MOST:
                places = [places[i] for i in random.choice(len(places), MOST, replace=False)]
            for place, (count, low, high) in zip(places, answer(plan, data, places), strict=True):
                n = truth[place]
                errors.append(abs(count - n))
                shares.append(abs(count - n) / n)
                widths.append((high - low) / 2)
                outside += not low <= n <= high
        assert outside == 0, "a certain interval failed"
        cells = [f"{np.mean(errors):.1f}", f"{np.max(errors):.0f}", f"{100 * np.mean(shares):.1f} %"]
        cells += [f"{100 * np.max(shares):.0f} %", f"{np.mean(widths):.0f}"]
        lines.append(f"| {data.title} | {eps:g} | {least} | {len(truth)} | {name} | {' | '.join(cells)} |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, default=ROOT / "examples" / "data")
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    lines = [
        "| data | eps | T | prefixes | method | error | max | relative | max | certain within |",
        "|---|---:|---:|---:|---|---:|---:|---:|---:|---:|",
    ]
    for data in data_sets(args.data):
        if data.title in SETS:
            for eps, delta in SETTINGS:
                lines += measure(data, eps, delta, args.runs)
                print("\n".join(lines[-3:]), flush=True)
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(START)
    table = "\n".join(lines)
    PAGE.write_text(f"{before}{START}\n{table}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()

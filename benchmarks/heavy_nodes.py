"""The margin E of every method of dp_heavy_nodes against the height h, and of dp_tree_counts; writes docs/heavy_nodes.*

    python benchmarks/heavy_nodes.py [--eps 1] [--delta 1e-6] [--out docs]

Writes the tables of heavy_nodes.md (between its markers) and, with matplotlib (extra `bench`), heavy_nodes.svg.
All margins are certified by the path accountant in this process (those of ghazi and privtree by their theorems), but
for histograms of more than 128 levels: those are of the analytic Gaussian mechanism (Balle and Wang 2018), with the
cut that delta / 2 leaves, and marked ~.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from statistics import NormalDist

from dphh_sql.accounting.calibrate_threshold import calibrate_threshold
from dphh_sql.accounting.steps import StepKind
from dphh_sql.mechanisms.ghazi import calibrate_sparse_vector
from dphh_sql.mechanisms.privtree import PrivTree
from dphh_sql.request import Privacy

Margins = dict[int, int | None]
"""h -> E."""

MOST_TESTS = 21
CERTIFIED_HISTOGRAMS = 128
MOST_HITS = 128
"""Of ghazi with a hit at every level; the noise of a maximum grows with the hits."""
MARKS = "<!-- {} of benchmarks/heavy_nodes.py -->"


def heights() -> list[int]:
    """The largest h of each number of tests, 2**20 included."""
    return [2**tests - 1 for tests in range(1, MOST_TESTS)] + [2**20]


def gaussian_histograms(eps: float, delta: float, levels: int) -> int:
    """M of `levels` Gaussian histograms whose body and whose cut each take delta / 2."""
    normal = NormalDist()

    def spent(sigma: float) -> float:
        a, b = 0.5 / sigma, eps * sigma
        return normal.cdf(a - b) - math.exp(eps) * normal.cdf(-a - b)

    low, high = 0.01, 1000.0 / eps
    for _ in range(100):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if spent(middle) > delta / 2 else (low, middle)
    return math.ceil(high * math.sqrt(levels) * -normal.inv_cdf(delta / (2 * levels)))


def margin(kind: StepKind, eps: float, delta: float, tests: int) -> int:
    return calibrate_threshold(kind, eps, delta, tests).margin


def nodes(eps: float, delta: float) -> dict[str, Margins]:
    def by_path(kind: StepKind) -> Margins:
        return {h: margin(kind, eps, delta, h.bit_length()) for h in heights()}

    def histograms(h: int) -> int:
        if h > CERTIFIED_HISTOGRAMS:
            return gaussian_histograms(eps, delta, h)
        return margin(StepKind.ADD, eps, delta, h)

    def ghazi(h: int, hits: int) -> int | None:
        return calibrate_sparse_vector(eps, delta, h, hits).margin if hits <= MOST_HITS else None

    def privtree(h: int) -> int | None:
        return PrivTree().design(Privacy(eps, delta, "none", tuple(range(h)))).margin

    return {
        "binary": by_path(StepKind.BIT),
        "betweencut": by_path(StepKind.CUT),
        "lumberjack": by_path(StepKind.ADD),
        "histograms": {h: histograms(h) for h in heights()},
        "ghazi, 1 hit": {h: ghazi(h, 1) for h in heights()},
        "ghazi, h hits": {h: ghazi(h, h) for h in heights()},
        "privtree": {h: privtree(h) for h in heights()},
    }


def nodes_table(eps: float, delta: float, found: dict[str, Margins]) -> str:
    lines = [
        "| h (up to) | tests on a path | " + " | ".join(found) + " | w of betweencut | least |",
        "|" + "---|" * (len(found) + 4),
    ]
    for h in heights():
        margins = {name: of[h] for name, of in found.items()}
        least = [name for name, e in margins.items() if e == min(m for m in margins.values() if m is not None)]
        between = calibrate_threshold(StepKind.CUT, eps, delta, h.bit_length()).between
        cells = [
            "" if e is None else f"{'~' if n == 'histograms' and h > CERTIFIED_HISTOGRAMS else ''}{e}"
            for n, e in margins.items()
        ]
        lines.append(f"| {h} | {h.bit_length()} | {' | '.join(cells)} | {between} | {', '.join(least)} |")
    return "\n".join(lines)


def crossings(found: dict[str, Margins]) -> str:
    """From which h (of those tried) on each method is better than another one, for good."""
    lines = []
    pairs = [("betweencut", "binary"), ("betweencut", "lumberjack"), ("binary", "histograms")]
    pairs += [("ghazi, 1 hit", "histograms"), ("privtree", "histograms"), ("ghazi, 1 hit", "privtree")]
    for better, worse in pairs:
        wins = [h for h in heights() if (found[better][h] or 0) < (found[worse][h] or 0)]
        lasting = [h for h in wins if all(k in wins for k in heights() if k >= h)]
        first = f"from h = {(lasting[0] + 1) // 2} on" if lasting else f"nowhere up to h = {heights()[-1]}"
        lines.append(f"- `{better}` has a smaller margin than `{worse}` {first}.")
    return "\n".join(lines)


def counts_table(eps: float, delta: float) -> str:
    """dp_tree_counts against composed histograms, and against a budget split over rounds of ratio 2."""
    lines = [
        "| h | dp_tree_counts: E, every round | split budget: E of the first round | composed histograms: M |",
        "|---|---|---|---|",
    ]
    for h in (1, 2, 3, 5, 8, 16, 32, 64):
        joint = margin(StepKind.BIT, eps, delta, h)
        split = margin(StepKind.BIT, eps / 2, delta / 2, h.bit_length())
        lines.append(f"| {h} | {joint} | {split} | {margin(StepKind.ADD, eps, delta, h)} |")
    return "\n".join(lines)


def plot(found: dict[str, Margins], target: Path) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "heavy nodes"  # the same file from the same figures
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    for name, of in found.items():
        shown = {h: e for h, e in of.items() if e is not None}
        axes.plot(list(shown), list(shown.values()), marker=".", label=name)
    axes.set_xscale("log", base=2)
    axes.set_ylim(0, 200)
    axes.set_xlabel("height h")
    axes.set_ylabel("margin E")
    axes.legend()
    figure.tight_layout()
    figure.savefig(target, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--eps", type=float, default=1.0)
    parser.add_argument("--delta", type=float, default=1e-6)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "docs")
    args = parser.parse_args()
    found = nodes(args.eps, args.delta)
    sections: dict[str, Callable[[], str]] = {
        "margins": lambda: nodes_table(args.eps, args.delta, found),
        "crossings": lambda: crossings(found),
        "counts": lambda: counts_table(args.eps, args.delta),
    }
    page = args.out / "heavy_nodes.md"
    text = page.read_text(encoding="utf-8")
    for name, table in sections.items():
        start, end = MARKS.format(name), MARKS.format(f"end of {name}")
        before, _, rest = text.partition(start)
        text = f"{before}{start}\n{table()}\n{end}{rest.partition(end)[2]}"
    page.write_text(text, encoding="utf-8")
    print(text)
    try:
        plot(found, args.out / "heavy_nodes.svg")
    except ImportError:
        print("no plot: pip install 'dphh-sql[bench]'")


if __name__ == "__main__":
    main()

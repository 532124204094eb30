"""The tables of `benchmarks/peers.py`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from peer_runners.harness import ALPHA, LEVELS
from peer_runners.scores import LARGE, THRESHOLDS, Score, averaged

BASELINE, OURS = "DuckDB ROLLUP", "dp_hhh"
COSTS = (
    "rows", "system", "prefixes", "wall s", "x ROLLUP", "CPU s", "x ROLLUP", "peak MiB", "x ROLLUP", "of the wall s",
)  # fmt: skip
ERRORS = (
    "rows", "system", "digits", "released", "error of counts", f"of all counts >= {LARGE}", f"x {OURS}",
    "error of residuals", f"half of a {1 - ALPHA:.0%} interval", "intervals that hold",
)  # fmt: skip
FOUND = ("rows", "system", "digits", "threshold", *(f"of count >= {t:,}" for t in THRESHOLDS), "most left out")


@dataclass
class Measured:
    """The runs of one system on one table: what the runners print, and scores by level. Of costs the least counts."""

    costs: list[dict[str, Any]] = field(default_factory=list)
    scores: list[dict[int, Score]] = field(default_factory=list)

    def cost(self, name: str) -> float:
        return float(min(cost[name] for cost in self.costs))

    def parts(self) -> dict[str, float]:
        return {part: min(cost["parts"][part] for cost in self.costs) for part in self.costs[0]["parts"]}

    def score(self, level: int) -> Score:
        return averaged([by_level[level] for by_level in self.scores])


Results = dict[tuple[int, str], Measured]
"""(rows, title of the system) ->; without systems that did not run."""


def tables(results: Results) -> str:
    return "\n\n".join(
        table(*of) for of in ((COSTS, costs(results)), (ERRORS, errors(results)), (FOUND, found(results)))
    )


def costs(results: Results) -> Iterator[list[str]]:
    for (rows, title), measured in results.items():
        shown = []
        for name, digits in (("wall", 2), ("cpu", 2), ("peak", 0)):
            ours, base = measured.cost(name), results[rows, BASELINE].cost(name)
            shown += [f"{ours:,.{digits}f}", f"{ours / base:.1f}"]
        released = sum(measured.score(level).released or 0 for level in LEVELS)
        yield [
            f"{rows:,}",
            title,
            f"{released:,.0f}",
            *shown,
            ", ".join(f"{part} {s:.2f}" for part, s in measured.parts().items()),
        ]


def errors(results: Results) -> Iterator[list[str]]:
    for rows, title, level, score in private(results):
        ours = results[rows, OURS].score(level).large_error if (rows, OURS) in results else None
        ratio = score.large_error / ours if score.large_error is not None and ours else None
        numbers = (score.error, score.large_error, score.residual_error, score.within)
        shown = [decimal(score.released), *map(decimal, numbers[:2]), short(ratio), *map(decimal, numbers[2:])]
        yield [f"{rows:,}", title, str(level), *shown, percent(score.holds)]


def found(results: Results) -> Iterator[list[str]]:
    for rows, title, level, score in private(results):
        threshold = results[rows, title].cost("threshold")
        shares = map(percent, score.heavy.values())
        yield [f"{rows:,}", title, str(level), f"{threshold:.4g}", *shares, f"{score.left_out:,.0f}"]


def private(results: Results) -> Iterator[tuple[int, str, int, Score]]:
    """All but the exact answer."""
    for (rows, title), measured in results.items():
        if title != BASELINE:
            for level in LEVELS:
                yield rows, title, level, measured.score(level)


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Markdown; all but the names to the right."""
    rule = ["---" if name in ("system", COSTS[-1]) else "---:" for name in header]
    return "\n".join(f"| {' | '.join(line)} |" for line in (header, rule, *rows))


def decimal(value: float | None) -> str:
    return "" if value is None else f"{value:,.1f}" if value < 100 else f"{value:,.0f}"


def short(value: float | None) -> str:
    return "" if value is None else f"{value:.2g}"


def percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f} %"

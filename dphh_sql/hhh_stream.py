"""The result rows of dp_hhh_stream. Post-processing only: no data, no noise.

Bottom up. A released prefix with nothing selected below it is selected. Of another one, what the nearest selected
prefixes below it count *at least* (their released counts less every error there can be) is taken off its released
count; it is selected if the rest still reaches the level's threshold plus the errors of two released counts. So
never too much is taken off: a prefix that is not selected has a residual count of at most that bound plus an error;
and the ancestors of one heavy prefix are not selected for the errors alone. (Algorithm 4 of the DP-HHH paper; its
alpha_1 holds n/(counters + 1), which is private: here the errors are public or released numbers.)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from dphh_sql.hierarchies import Hierarchy
from dphh_sql.intervals import half_width
from dphh_sql.mechanisms.hitters import Hitters
from dphh_sql.mechanisms.stream_levels import StreamSelection
from dphh_sql.ordering import byte_order
from dphh_sql.plan import Plan
from dphh_sql.release import COLUMNS
from dphh_sql.rowtypes import arrow_row

Row = tuple[int, str | None, str | None, int, int, int, int, int, int]
"""In the order of COLUMNS."""


@dataclass
class Below:
    """What the selected prefixes under a node that have no selected prefix between count together."""

    value: int = 0
    least: int = 0
    most: int = 0

    def add(self, other: Below) -> None:
        self.value, self.least, self.most = (
            self.value + other.value, self.least + other.least, self.most + other.most,
        )  # fmt: skip


@dataclass(frozen=True)
class Selected:
    """A selected prefix; `count` is its released value."""

    level: int
    prefix: str
    residual: tuple[int, int, int]
    count: tuple[int, int, int]


def stream_rows(plan: Plan, counted: object, found: StreamSelection) -> pa.StructArray:
    """The selected prefixes, ordered by level and prefix, the row of everything else first.

    `count` is the released count and `residual` that less the released counts of the nearest selected prefixes
    below, at least 0. Intervals hold per prefix at confidence 1 - beta, given that it was selected.
    """
    kind, beta = plan.privacy.kind, plan.privacy.beta
    selected: list[Selected] = []
    under: dict[str, Below] = {}  # by prefix of the level at hand: what was selected below it
    slack = 0  # how far what is taken off for one prefix can be below its count
    for hitters in reversed(found.levels):
        under = _lifted(kind, under, hitters.level)
        chosen = _select(kind, hitters, under, slack, beta)
        slack = max(slack, 2 * hitters.noise.bound + hitters.over + hitters.under)
        for prefix, node, certain in chosen:
            selected.append(node)
            under[prefix] = certain
    rows = [_row(node, parent) for node, parent in _with_parents(kind, selected)]
    if found.total is not None:
        rows.append(_rest_row(plan, found.total, under.values()))
    return _ordered(rows)


def _lifted(kind: Hierarchy, under: dict[str, Below], level: int) -> dict[str, Below]:
    """The sums by prefix of a coarser level."""
    lifted: dict[str, Below] = {}
    for prefix, below in under.items():
        above = kind.coarser(prefix, level)
        assert above is not None  # a prefix reaches every level above its own
        lifted.setdefault(above, Below()).add(below)
    return lifted


def _select(
    kind: Hierarchy, hitters: Hitters, under: dict[str, Below], slack: int, beta: float
) -> list[tuple[str, Selected, Below]]:
    prefixes = kind.labels(hitters.items, hitters.level).to_pylist()
    below = [under.get(prefix, Below()) for prefix in prefixes]
    slack += hitters.noise.bound + hitters.over
    taken = np.array([node.least + slack if node.value else 0 for node in below], dtype=np.int64)
    kept = np.flatnonzero(hitters.values - taken >= hitters.least)
    lows, highs = hitters.intervals(beta, taken, kept)
    least, most = hitters.certain
    chosen = []
    for i, lo, hi in zip(kept.tolist(), lows.tolist(), highs.tolist(), strict=True):
        value, inner = int(hitters.values[i]), below[i]
        lo, hi = min(lo, value), max(hi, value)
        residual = max(0, value - inner.value)
        bounds = min(residual, max(0, lo - inner.most)), max(residual, hi - inner.least)
        node = Selected(hitters.level, prefixes[i], (residual, *bounds), (value, lo, hi))
        chosen.append((prefixes[i], node, Below(value, int(least[i]), int(most[i]))))
    return chosen


def _with_parents(kind: Hierarchy, selected: list[Selected]) -> Iterable[tuple[Selected, str | None]]:
    known = {(node.level, node.prefix) for node in selected}
    levels = sorted({node.level for node in selected}, reverse=True)
    for node in selected:
        above = ((level, kind.coarser(node.prefix, level)) for level in levels if level < node.level)
        yield node, next((prefix for level, prefix in above if (level, prefix) in known), None)


def _row(node: Selected, parent: str | None) -> Row:
    return (node.level, node.prefix, parent, *node.residual, *node.count)


def _rest_row(plan: Plan, total: int, below: Iterable[Below]) -> Row:
    table = plan.design.rest_table
    assert table is not None
    half, sums = half_width(table, 1, None, plan.privacy.beta), Below()
    for node in below:
        sums.add(node)
    count, residual = max(0, total), max(0, total - sums.value)
    bounds = min(residual, max(0, total - half - sums.most)), max(residual, total + half - sums.least)
    return (0, None, None, residual, *bounds, count, min(count, max(0, total - half)), max(count, total + half))


def _ordered(rows: list[Row]) -> pa.StructArray:
    fields = list(arrow_row(COLUMNS))
    columns = zip(*rows, strict=True) if rows else [()] * len(fields)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, fields, strict=True)]
    table = pa.StructArray.from_arrays(arrays, fields=fields)
    by_prefix = byte_order(arrays[1].fill_null(""))
    levels = np.array([row[0] for row in rows], dtype=np.int64)
    return table.take(pa.array(by_prefix[np.argsort(levels[by_prefix], kind="stable")]))

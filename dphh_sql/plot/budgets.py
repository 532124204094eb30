"""What was spent of each budget, release by release, and what is left."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import duckdb

from dphh_sql.colours import HATCH, REST
from dphh_sql.errors import ArgumentError
from dphh_sql.ledger import Ledger, existing_ledger
from dphh_sql.plot.style import SERIES, plotly

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

_SEGMENTS = 60
"""Releases that are shown one by one; earlier ones are one segment."""


@dataclass(frozen=True)
class _Spending:
    what: str
    eps: float
    delta: float


def budget(ledger: Any) -> Figure:
    """A bar for each table and privacy unit, of eps and of delta: a segment for each release, and what is left.

    Args:
        ledger: a registered connection, whose policy says what is left; or the path or URL of a ledger, or the ledger
            itself, which know no limits.

    Raises:
        ArgumentError: none of these.
        LedgerError: there is no such ledger.
        DphhError: plotly is not installed.
    """
    plotly()
    from plotly.subplots import make_subplots

    spent, left = _read(ledger)
    figure = make_subplots(rows=1, cols=2, shared_yaxes=True, subplot_titles=("eps", "delta"), horizontal_spacing=0.06)
    for place, quantity in enumerate(("eps", "delta")):
        _bars(figure, place + 1, quantity, spent, {name: both[place] for name, both in left.items()})
    figure.update_layout(
        title="Spent of each budget, and left" if spent or left else "Nothing was spent",
        template="plotly_white",
        barmode="stack",
        height=220 + 60 * len(spent.keys() | left.keys()),
        showlegend=False,
    )
    figure.update_yaxes(autorange="reversed", automargin=True)
    return figure


def _bars(
    figure: Figure, column: int, quantity: str, spent: dict[str, list[_Spending]], left: dict[str, float | None]
) -> None:
    go = plotly()
    bars = [
        (name, each.what, getattr(each, quantity), SERIES[i % 2 * 5])
        for name in spent
        for i, each in enumerate(spent[name])
    ]
    bars += [(name, "left", rest, REST) for name, rest in left.items() if rest is not None]
    figure.add_trace(
        go.Bar(
            y=[name for name, *_ in bars],
            x=[amount for _, _, amount, _ in bars],
            orientation="h",
            marker={
                "color": [colour for *_, colour in bars],
                "line": {"color": "white", "width": 1},
                "pattern": {
                    "shape": ["/" if what == "left" else "" for _, what, *_ in bars],
                    "fgcolor": HATCH,
                    "solidity": 0.15,  # a text stands on it
                },
            },
            text=[f"{amount:.3g} left" if what == "left" else "" for _, what, amount, _ in bars],
            textangle=0,
            textfont={"color": "#000000"},
            insidetextanchor="middle",
            customdata=[what for _, what, *_ in bars],
            hovertemplate=f"%{{y}}<br>%{{customdata}}: {quantity} %{{x:.4g}}<extra></extra>",
        ),
        row=1,
        col=column,
    )
    figure.update_xaxes(exponentformat="e", row=1, col=column)


_Budgets = tuple[dict[str, list[_Spending]], dict[str, tuple[float | None, float | None]]]


def _read(ledger: Any) -> _Budgets:
    """What was spent, oldest first, and what is left, by budget."""
    if isinstance(ledger, duckdb.DuckDBPyConnection):
        return _of_connection(ledger)
    if isinstance(ledger, str | os.PathLike):
        ledger = existing_ledger(ledger)
    if not isinstance(ledger, Ledger):
        raise ArgumentError(
            f"ledger must be a registered connection, a ledger, its path or URL, got {type(ledger).__name__}.",
            argument="ledger",
            value=type(ledger).__name__,
        )
    rows = [
        (
            f"{entry.table} by {entry.unit}",
            _spending(
                entry.release_id, entry.time, entry.function, entry.user_name, entry.name, entry.eps, entry.delta
            ),
        )
        for entry in ledger.entries()
    ]
    return _grouped(rows), {}


def _of_connection(con: duckdb.DuckDBPyConnection) -> _Budgets:
    with con.cursor() as cursor:
        try:
            budgets = cursor.execute("SELECT table_name, unit, eps_left, delta_left FROM dp_budget()").fetchall()
            entries = cursor.execute(
                "SELECT table_name, unit, release_id, time, function, user_name, name, eps, delta FROM dp_ledger() "
                "ORDER BY time, release_id"
            ).fetchall()
        except duckdb.CatalogException:
            raise ArgumentError(
                "ledger: the connection is not registered; call dphh_sql.register(con) first.", argument="ledger"
            ) from None
    left = {f"{table} by {unit}": (eps, delta) for table, unit, eps, delta in budgets}
    return _grouped([(f"{table} by {unit}", _spending(*facts)) for table, unit, *facts in entries]), left


def _spending(
    number: int, time: Any, function: str, user: str, name: str | None, eps: float, delta: float
) -> _Spending:
    named = "" if name is None else f" {name!r}"
    return _Spending(f"release {number}{named}, {function} by {user} at {time:%Y-%m-%d %H:%M}", eps, delta)


def _grouped(rows: Sequence[tuple[str, _Spending]]) -> dict[str, list[_Spending]]:
    grouped: dict[str, list[_Spending]] = {}
    for name, spending in rows:
        grouped.setdefault(name, []).append(spending)
    return {name: _merged(each) for name, each in grouped.items()}


def _merged(spendings: list[_Spending]) -> list[_Spending]:
    early, late = spendings[:-_SEGMENTS], spendings[-_SEGMENTS:]
    if not early:
        return late
    sums = (sum(each.eps for each in early), sum(each.delta for each in early))
    return [_Spending(f"{len(early):,} earlier releases", *sums), *late]

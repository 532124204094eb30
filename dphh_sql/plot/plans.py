"""What a plan finds: chances of being selected by count, and the methods side by side. Public facts only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dphh_sql.mechanisms.comparison import MethodRow
from dphh_sql.plan import Plan
from dphh_sql.plot.style import SERIES, plotly

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

_POINTS = 160


def errors(plan: Plan) -> Figure:
    """Left: the probability that a prefix is selected, against its residual count, a curve for each level (levels
    with the same law share one), with the threshold `tau` and the count that is found with certainty. Right: how far
    each method's answers can be from the truth at the same guarantee.

    Args:
        plan: `dphh_sql.plan(...)`.

    Raises:
        DphhError: plotly is not installed.
    """
    plotly()
    from plotly.subplots import make_subplots

    figure = make_subplots(
        rows=1,
        cols=2,
        column_widths=[0.6, 0.4],
        horizontal_spacing=0.16,
        subplot_titles=("Chance of being selected", "Error of each method at the same guarantee"),
    )
    _chances(figure, plan)
    _methods(figure, plan.methods())
    of = f"levels {', '.join(map(str, plan.levels))}" if len(plan.levels) < 12 else f"{len(plan.levels)} levels"
    figure.update_layout(
        title=f"{plan.function} by {plan.mechanism}: eps {plan.eps:g}, delta {plan.delta:g}, {plan.hierarchy}, {of}",
        template="plotly_white",
        height=480,
        legend={"orientation": "h", "y": -0.18, "yanchor": "top", "x": 0},
        margin={"t": 90},
    )
    return figure


def _chances(figure: Figure, plan: Plan) -> None:
    go = plotly()
    certain = [plan.certain_count(i) for i in range(len(plan.levels))]
    top = max(2, *(count for count in certain if count is not None), 2 * plan.tau)
    counts = sorted({int(count) for count in np.linspace(0, 1.1 * top, _POINTS)} | {plan.tau, *filter(None, certain)})
    curves: dict[tuple[float, ...], list[int]] = {}
    for i in range(len(plan.levels)):
        curves.setdefault(tuple(plan.keep_at(i, count) for count in counts), []).append(i)
    for number, (chances, members) in enumerate(curves.items()):
        levels = [plan.levels[i] for i in members]
        name = _levels(levels)
        colour = SERIES[number % len(SERIES)]
        figure.add_trace(
            go.Scatter(
                x=counts,
                y=chances,
                name=name,
                mode="lines",
                line={"color": colour, "width": 2.5},
                hovertemplate=f"{name}<br>residual count %{{x:,}}: chance %{{y:.3g}}<extra></extra>",
            ),
            row=1,
            col=1,
        )
        sure = certain[members[0]]
        if sure is not None:
            figure.add_trace(
                go.Scatter(
                    x=[sure],
                    y=[plan.keep_at(members[0], sure)],
                    mode="markers",
                    marker={"color": colour, "size": 11, "symbol": "diamond"},
                    name=f"found with certainty from {sure:,}",
                    hovertemplate=f"{name}: found with certainty from {sure:,} on<extra></extra>",
                ),
                row=1,
                col=1,
            )
    figure.add_vline(
        x=plan.tau, line={"dash": "dash", "color": "#555555"}, annotation_text=f"tau = {plan.tau:,}", row=1, col=1
    )
    figure.update_xaxes(title_text="true residual count of the prefix", rangemode="tozero", row=1, col=1)
    figure.update_yaxes(title_text="probability", range=[-0.02, 1.05], row=1, col=1)


def _levels(levels: list[int]) -> str:
    if len(levels) == 1:
        return f"level {levels[0]}"
    if len(levels) < 6:
        return f"levels {', '.join(map(str, levels))}"
    return f"{len(levels)} levels from {levels[0]} to {levels[-1]}"


def _methods(figure: Figure, methods: list[MethodRow]) -> None:
    go = plotly()
    shown = list(reversed(methods))
    names = [f"<b>{row['method']}</b>" if row["chosen"] else row["method"] for row in shown]
    reasons = [row["reason"] for row in shown]
    for key, text, symbol, place in (
        ("margin_at_beta", "with probability 1 - beta, 1000 candidates at once", "circle", "top center"),
        ("margin", "with certainty", "diamond", "bottom center"),
    ):
        values = [row[key] for row in shown]  # type: ignore[literal-required]
        figure.add_trace(
            go.Scatter(
                x=values,
                y=names,
                mode="markers+text",
                name=f"error {text}",
                marker={"color": "#d55e00", "size": 10, "symbol": symbol},
                text=["" if value is None else f"{value:,}" for value in values],
                textposition=place,
                customdata=reasons,
                hovertemplate=f"%{{y}}: within %{{x:,}} {text}<br>%{{customdata}}<extra></extra>",
            ),
            row=1,
            col=2,
        )
    errors = [value for row in shown for value in (row["margin"], row["margin_at_beta"]) if value]
    if max(errors, default=1) > 10 * min(errors, default=1):
        figure.update_xaxes(title_text="error in rows, at most (log scale)", type="log", dtick=1, row=1, col=2)
    else:  # a logarithmic axis inside one decade would have no number on it
        figure.update_xaxes(title_text="error in rows, at most", rangemode="tozero", row=1, col=2)
    figure.update_yaxes(categoryorder="array", categoryarray=names, range=[-0.6, len(names) - 0.4], row=1, col=2)
    for name, row in zip(names, shown, strict=True):
        if row["margin_at_beta"] is None and row["margin"] is None:
            figure.add_annotation(
                x=0.02, xref="x2 domain", y=name, yref="y2", text="not possible here", showarrow=False, xanchor="left"
            )

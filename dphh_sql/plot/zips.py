"""US ZIP prefixes on a map, without a network: a prefix stands at the mean of the places of its ZIP codes.

The places are GeoNames' (CC BY 4.0), by the package `zipcodes`, which carries them inside; dots where there
are ZIP codes stand for the land, since plotly would fetch outlines from a server.
"""

from __future__ import annotations

from functools import lru_cache
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from dphh_sql.errors import ArgumentError, DphhError
from dphh_sql.plot.style import SERIES, plotly
from dphh_sql.released_tree import ReleasedTree, counted, released_tree

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

Floats = npt.NDArray[np.float64]

_MAINLAND = (-125.5, -66.0, 24.0, 50.0)
_WIDER = 1.28  # 1 / cos(38.5 degrees): so much longer is a degree of latitude in the middle of the country
_GRID = 0.35  # degrees between the dots of the land
_LARGEST, _LEAST = 46.0, 3.0  # pixels
_COVERED = 60_000.0  # square pixels of all discs together: a tenth of the picture
_LINE = 110  # letters of the note
_SOURCE = "Places of ZIP codes: GeoNames, CC BY 4.0"


def zip_map(result: Any, *, title: str | None = None) -> Figure:
    """A disc for each prefix, whose area is its `residual`: rows that no disc of a longer prefix shows. A disc that
    could not be seen is drawn with the least size that can.

    A one-digit prefix stands for ten states: hover for it, and do not read its place. Prefixes outside the mainland
    widen the map; those of no known ZIP code are named under it, with everything else.

    Args:
        result: the rows of dp_hhh by ZIP code, in any form that `released_tree` reads.
        title: default: how many prefixes are shown.

    Raises:
        ArgumentError: not a result of dp_hhh, or not of ZIP codes.
        DphhError: plotly or zipcodes is not installed.
    """
    go, tree = plotly(), released_tree(result)
    _check(tree)
    places = _places()
    nodes = [node for node in tree.prefixes if node.prefix in places]
    lost = [str(node.prefix) for node in tree.prefixes if node.prefix not in places]
    land = np.unique(np.round(np.array([places[name] for name in places if len(name) == 5]) / _GRID), axis=0) * _GRID
    spots = np.array([places[str(node.prefix)] for node in nodes]).reshape(-1, 2)
    shares = _shares([node.residual for node in nodes])
    largest = min(_LARGEST, (_COVERED / (np.pi / 4 * max(1.0, sum(shares)))) ** 0.5)
    figure = go.Figure(
        go.Scatter(
            x=land[:, 0],
            y=land[:, 1],
            mode="markers",
            marker={"size": 3, "color": "#d8d8d8"},
            hoverinfo="skip",
            showlegend=False,
        )
    )
    for number, level in enumerate(tree.levels):
        mine = [i for i, node in enumerate(nodes) if node.level == level]
        mine.sort(key=lambda i: -shares[i])  # a small disc lies over a large one
        figure.add_trace(
            go.Scatter(
                x=spots[mine, 0],
                y=spots[mine, 1],
                mode="markers",
                name=f"{level} digits" if level > 1 else "1 digit",
                marker={
                    "size": [max(_LEAST, largest * shares[i] ** 0.5) for i in mine],
                    "color": SERIES[number % len(SERIES)],
                    "opacity": 0.65,
                    "line": {"color": "white", "width": 1},
                },
                text=[
                    f"<b>{nodes[i].prefix}</b><br>count {counted(nodes[i].count, nodes[i].count_lo, nodes[i].count_hi)}"
                    f"<br>residual {counted(nodes[i].residual, nodes[i].residual_lo, nodes[i].residual_hi)}"
                    for i in mine
                ],
                hoverinfo="text",
            )
        )
    left, right, bottom, top = _window(spots)
    figure.update_xaxes(range=[left, right], visible=False)
    figure.update_yaxes(range=[bottom, top], visible=False, scaleanchor="x", scaleratio=_WIDER)
    figure.update_layout(
        title=title or f"{len(nodes):,} ZIP prefixes on the map, discs by rows of their own",
        template="plotly_white",
        height=620,
        margin={"l": 10, "r": 10, "b": 60},
        legend={"itemsizing": "constant"},
    )
    note = wrap(". ".join([*_beside(tree, lost), _SOURCE]), _LINE)
    return figure.add_annotation(
        text="<br>".join(note), align="left", xref="paper", yref="paper", x=0, y=-0.02, yanchor="top", showarrow=False
    )


def _shares(residuals: list[int]) -> list[float]:
    """Of the largest; a negative released count has none."""
    most = max(1, *residuals) if residuals else 1
    return [max(0, residual) / most for residual in residuals]


def _check(tree: ReleasedTree) -> None:
    if any(not (str(node.prefix).isascii() and str(node.prefix).isdecimal()) for node in tree.prefixes):
        raise ArgumentError("result must be of ZIP codes: prefixes of one to five digits.", argument="result")


def _beside(tree: ReleasedTree, lost: list[str]) -> list[str]:
    rest = tree.rest
    found = [] if rest is None else [f"Everything else: {counted(rest.residual, rest.residual_lo, rest.residual_hi)}"]
    if lost:
        shown = ", ".join(lost[:8]) + (f" and {len(lost) - 8:,} more" if len(lost) > 8 else "")
        found.append(f"Without a known place: {shown}")
    return found


def _window(spots: Floats) -> tuple[float, float, float, float]:
    left, right, bottom, top = _MAINLAND
    if not len(spots):
        return _MAINLAND
    (west, south), (east, north) = spots.min(axis=0) - 1, spots.max(axis=0) + 1
    return min(left, west), max(right, east), min(bottom, south), max(top, north)


@lru_cache(maxsize=1)
def _places() -> dict[str, tuple[float, float]]:
    """Longitude and latitude of each prefix."""
    try:
        import zipcodes
    except ImportError:
        raise DphhError("zip_map needs zipcodes, which is not installed; pip install 'dphh-sql[map]'.") from None
    sums: dict[str, list[float]] = {}
    for known in zipcodes.list_all():
        name, x, y = known["zip_code"], float(known["long"] or 0), float(known["lat"] or 0)
        if x == y == 0 or known["zip_code_type"] == "MILITARY":
            continue
        for digits in range(1, 6):
            one = sums.setdefault(name[:digits], [0.0, 0.0, 0.0])
            one[0], one[1], one[2] = one[0] + x, one[1] + y, one[2] + 1
    return {name: (x / n, y / n) for name, (x, y, n) in sums.items()}

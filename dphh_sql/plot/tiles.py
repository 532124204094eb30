"""A release as nested tiles whose areas are counts (see `dphh_sql.tiling`): icicle, treemap, sunburst."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from dphh_sql.colours import BACKGROUND, HATCH, edge, ink
from dphh_sql.html import isolated, shortened
from dphh_sql.plot.style import plotly
from dphh_sql.released_tree import released_tree
from dphh_sql.tiling import FEW, Tile, Tiling

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

_LINE = 22.0  # pixels of height that a text needs
_ON_TILE, _ON_HOVER, _WIDE = 40, 480, 80  # letters of a prefix, and of a line


def icicle(result: Any, *, title: str | None = None) -> Figure:
    """A column for each level, coarse on the left; the height of a tile is its count.

    Args:
        result: the rows of dp_hhh in any form that `released_tree` reads.
        title: default: how many prefixes were found, and how many rows are in none of them.

    Raises:
        ArgumentError: not a result of dp_hhh.
        DphhError: plotly is not installed.
    """
    drawn = Tiling(released_tree(result), columns=True, smallest=1 / 300)
    height = 70 + _LINE / drawn.least_share if drawn.found <= FEW else 1000  # room for each text, if it can be
    shape = {"tiling": {"orientation": "h", "pad": 1}, "leaf": {"opacity": 1}}
    return _figure("Icicle", drawn, title, height, shape)


def treemap(result: Any, *, title: str | None = None) -> Figure:
    """Tiles inside tiles; the arguments and errors are those of `icicle`."""
    drawn = Tiling(released_tree(result), columns=False, smallest=1 / 3000)
    return _figure("Treemap", drawn, title, 40 * drawn.found, {"tiling": {"pad": 1}})


def sunburst(result: Any, *, title: str | None = None) -> Figure:
    """A ring for each level, coarse inside; the arguments and errors are those of `icicle`."""
    drawn = Tiling(released_tree(result), columns=True, smallest=1 / 300, intervals=False)
    return _figure("Sunburst", drawn, title, 40 * drawn.found, {"leaf": {"opacity": 1}})


def _figure(kind: str, drawn: Tiling, title: str | None, height: float, shape: dict[str, Any]) -> Figure:
    go, tiles = plotly(), [*drawn.tiles()]
    colours = [tile.colour for tile in tiles]
    trace = getattr(go, kind)(
        ids=[tile.id for tile in tiles],
        parents=[tile.parent for tile in tiles],
        labels=[_label(tile, shortened(tile.name, _ON_TILE)) for tile in tiles],
        values=[tile.own for tile in tiles],
        hovertext=["<br>".join((_label(tile, shortened(tile.name, _ON_HOVER)), *tile.facts)) for tile in tiles],
        hoverinfo="text",
        textinfo="label",
        branchvalues="remainder",
        sort=False,  # they come in their order, the heaviest first
        marker={
            "colors": colours,
            "pattern": {
                "shape": ["/" if tile.is_rest else "" for tile in tiles],
                "bgcolor": colours,
                "fgcolor": HATCH,
                "size": 8,
                "solidity": 0.15,  # a text stands on it
            },
            "line": {"color": [edge(colour) for colour in colours], "width": 1},
        },
        textfont={"color": [ink(colour) for colour in colours]},
        root={"color": BACKGROUND},
        **shape,
    )
    return go.Figure(trace).update_layout(
        title=title or drawn.title,
        uniformtext={"minsize": 10 if drawn.found <= FEW else 9, "mode": "hide"},
        margin={"t": 60, "l": 10, "r": 10, "b": 10},
        paper_bgcolor=BACKGROUND,
        height=max(450, min(1300 if drawn.found <= FEW else 1000, height)),
    )


def _label(tile: Tile, name: str) -> str:
    """In the markup of plotly, in lines."""
    if not tile.number:
        return " "
    lines = [isolated(escape(name[i : i + _WIDE], quote=False)) for i in range(0, len(name), _WIDE)]
    return f"<b>{'<br>'.join(lines)}</b> {tile.number}"

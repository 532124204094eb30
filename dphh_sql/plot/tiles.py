"""A release as nested tiles whose areas are counts: icicle, treemap, sunburst.

The tile of a prefix is as large as its `count`; the part of it that no tile below covers is its `residual`. Everything
else has a tile of its own, hatched grey, and its number in the title. A negative released count has area 0 and shows
its number. In icicle and sunburst a level is a column or ring, coarse to fine: where no prefix of a level between was
selected, an empty tile keeps the place. Prefixes too small to be seen are drawn as one tile, which says how many.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from dphh_sql.plot.style import BACKGROUND, REST, level_colour, lighter, plotly
from dphh_sql.released_tree import Released, ReleasedTree, counted, released_tree

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

_ROOT = "all"
_FEW = 60
"""Up to so many prefixes have their own tile, however small, and show their intervals."""


def icicle(result: Any, *, title: str | None = None) -> Figure:
    """A column for each level, coarse on the left; the height of a tile is its count.

    Args:
        result: the rows of dp_hhh in any form that `released_tree` reads.
        title: default: how many prefixes were found, and how many rows are in none of them.

    Raises:
        ArgumentError: not a result of dp_hhh.
        DphhError: plotly is not installed.
    """
    go, tree = plotly(), released_tree(result)
    drawing = _Drawing(tree, columns=True, smallest=1 / 300, intervals=True)
    return _figure(go.Icicle, drawing, title, tiling={"orientation": "h", "pad": 1}, leaf={"opacity": 1})


def treemap(result: Any, *, title: str | None = None) -> Figure:
    """Tiles inside tiles; the arguments and errors are those of `icicle`."""
    go, tree = plotly(), released_tree(result)
    drawing = _Drawing(tree, columns=False, smallest=1 / 3000, intervals=True)
    return _figure(go.Treemap, drawing, title, tiling={"pad": 1})


def sunburst(result: Any, *, title: str | None = None) -> Figure:
    """A ring for each level, coarse inside; the arguments and errors are those of `icicle`."""
    go, tree = plotly(), released_tree(result)
    drawing = _Drawing(tree, columns=True, smallest=1 / 300, intervals=False)
    return _figure(go.Sunburst, drawing, title, leaf={"opacity": 1})


def _figure(trace: Any, drawing: _Drawing, title: str | None, **shape: Any) -> Figure:
    tiles = [*drawing.tiles()]
    figure = plotly().Figure(
        trace(
            ids=[tile.id for tile in tiles],
            parents=[tile.parent for tile in tiles],
            labels=[tile.label for tile in tiles],
            values=[tile.own for tile in tiles],
            hovertext=[tile.hover for tile in tiles],
            hoverinfo="text",
            textinfo="label",
            branchvalues="remainder",
            sort=False,  # they come in their order, the heaviest first
            marker={
                "colors": [tile.colour for tile in tiles],
                "pattern": {
                    "shape": [tile.pattern for tile in tiles],
                    "bgcolor": [tile.colour for tile in tiles],
                    "fgcolor": "#8c8c8c",
                    "size": 6,
                },
                "line": {"color": BACKGROUND, "width": 1},
            },
            root={"color": BACKGROUND},
            **shape,
        )
    )
    figure.update_layout(
        title=title or drawing.title,
        uniformtext={"minsize": 8, "mode": "hide"},
        margin={"t": 60, "l": 10, "r": 10, "b": 10},
        paper_bgcolor=BACKGROUND,
        height=max(450, min(1000, 40 * drawing.found)),
    )
    return figure


@dataclass(frozen=True)
class _Tile:
    """`own` is the part of the tile that no other covers."""

    id: str
    parent: str
    label: str
    own: int
    colour: str
    hover: str
    pattern: str = ""


class _Drawing:
    """The tiles of a release.

    Args:
        columns: whether a level has a place of its own, so that gaps must be filled.
        smallest: the share of the whole below which prefixes are drawn together.
        intervals: whether there is room for them on the tiles.
    """

    def __init__(self, tree: ReleasedTree, columns: bool, smallest: float, intervals: bool) -> None:
        self.found = sum(1 for _ in tree.prefixes)
        self._tree, self._columns = tree, columns
        self._places = {level: place for place, level in enumerate(tree.levels)}
        self._intervals = intervals and self.found <= _FEW
        self._least = 0 if self.found <= _FEW else smallest * tree.total

    @property
    def title(self) -> str:
        found = f"{self.found:,} {'prefix' if self.found == 1 else 'prefixes'}"
        rest = self._tree.rest
        if rest is None:
            return found
        return f"{found}; everything else: {counted(rest.residual, rest.residual_lo, rest.residual_hi)}"

    def tiles(self) -> Iterator[_Tile]:
        """Each after its parent, siblings by falling count."""
        tree = self._tree
        known = "all rows" if tree.rest else "all that was found"
        root = f"{known} {tree.total:,}"
        rest = tree.rest
        hover = root if rest is None else f"{known}: {counted(rest.count, rest.count_lo, rest.count_hi)}"
        yield _Tile(_ROOT, "", root, 0, BACKGROUND, hover)
        waiting: list[tuple[int | None, str, int]] = [(None, _ROOT, 0)]
        while waiting:
            above, tile, depth = waiting.pop()
            for level in tree.levels[depth:] if self._columns else tree.levels:
                places = [place for place in tree.children.get(above, []) if tree.nodes[place].level == level]
                if not places:
                    continue
                parent = tile
                if self._columns:
                    for between in range(depth, self._places[level]):
                        yield from self._filler(parent, between, level)
                        parent = f"{parent}/{level}"
                large = [place for place in places if tree.nodes[place].count >= self._least]
                for place in large:
                    yield self._tile(place, parent)
                    waiting.append((place, f"{place}", self._places[level] + 1))
                yield from self._smaller([place for place in places if place not in set(large)], parent, level)
        if rest is not None:
            shown = f"everything else {counted(rest.residual, rest.residual_lo, rest.residual_hi)}"
            yield _Tile("rest", _ROOT, shown, max(0, rest.residual), REST, shown, "/")

    def _filler(self, parent: str, between: int, level: int) -> Iterator[_Tile]:
        hover = f"no prefix of level {self._tree.levels[between]} was selected here"
        yield _Tile(f"{parent}/{level}", parent, " ", 0, BACKGROUND, hover)

    def _tile(self, place: int, parent: str) -> _Tile:
        node = self._tree.nodes[place]
        number = counted(node.count, node.count_lo, node.count_hi) if self._intervals else f"{node.count:,}"
        colour = level_colour(self._places[node.level], len(self._places))
        return _Tile(
            f"{place}",
            parent,
            f"<b>{escape(str(node.prefix))}</b> {number}",
            max(0, node.residual),
            colour,
            _hover(node),
        )

    def _smaller(self, places: list[int], parent: str, level: int) -> Iterator[_Tile]:
        if not places:
            return
        together = sum(max(0, self._tree.nodes[place].count) for place in places)
        shown = f"{len(places):,} smaller of level {level}: {together:,}"
        colour = lighter(level_colour(self._places[level], len(self._places)))
        yield _Tile(f"{parent}/smaller/{level}", parent, shown, together, colour, shown)


def _hover(node: Released) -> str:
    lines = (
        f"<b>{escape(str(node.prefix))}</b> (level {node.level})",
        f"count {counted(node.count, node.count_lo, node.count_hi)}",
        f"residual {counted(node.residual, node.residual_lo, node.residual_hi)}",
    )
    return "<br>".join(lines)

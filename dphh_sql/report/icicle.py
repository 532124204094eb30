"""The picture of a release as an SVG element: a column for each level, the height of a tile is its count.

Made here rather than with plotly, whose script alone is four megabytes: it must open without a network, print, and be
read aloud.
"""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import east_asian_width
from xml.etree.ElementTree import Element

from dphh_sql.colours import BACKGROUND, HATCH, REST, edge, ink
from dphh_sql.html import e, isolated, shortened, visible
from dphh_sql.tiling import FEW, ROOT, Tile, Tiling

WIDTH, TOP, GAP = 1000.0, 22.0, 1.0
_LINE = 15.0  # a line of text
_ON_HOVER = 480  # letters of a prefix
_LETTER = 6.4  # its mean width at 12 pixels, so that no text runs out of its tile


def icicle(tiling: Tiling) -> Element:
    """An image with a name and a description; the numbers are in the table of the page too."""
    tiles = [*tiling.tiles()]
    wished = (_LINE + 2) / tiling.least_share if tiling.found <= FEW else 13.0 * len(tiles)
    height = max(220.0, min(900.0, wished))
    levels = tiling.tree.levels
    columns = max(1, len(levels))
    boxes = _boxes(tiles, height, WIDTH / columns)
    heads = [
        e("text", f"level {level}", x=f"{WIDTH / columns * i + 2:.1f}", y=14, class_="head")
        for i, level in enumerate(levels)
    ]
    hatch = e(
        "pattern",
        e("rect", width=8, height=8, fill=REST),
        e("path", d="M0 8 L8 0", stroke=HATCH, stroke_width=1),
        id="hatch",
        width=8,
        height=8,
        patternUnits="userSpaceOnUse",
    )
    return e(
        "svg",
        e("title", f"Icicle of {tiling.title}", id="picture-title"),
        e("desc", _description(tiling), id="picture-text"),
        e("defs", hatch),
        heads,
        [part for tile in tiles if tile.id in boxes for part in _drawn(tile, *boxes[tile.id])],
        viewBox=f"0 0 {WIDTH:.0f} {height + TOP:.0f}",
        role="img",
        aria_labelledby="picture-title picture-text",
    )


def _description(tiling: Tiling) -> str:
    heaviest = sorted(tiling.tree.prefixes, key=lambda node: -node.count)[:5]
    names = [isolated(shortened(visible(str(node.prefix)), 60)) for node in heaviest]
    named = "; ".join(
        f"{name} at level {node.level}, {node.count:,}" for name, node in zip(names, heaviest, strict=True)
    )
    return f"Tiles nested by prefix, their height the count. {f'The largest: {named}. ' if named else ''}" + (
        "All numbers are in the table below."
    )


Box = tuple[float, float, float, float]


def _boxes(tiles: list[Tile], height: float, width: float) -> dict[str, Box]:
    """x, y, width, height of each tile but the root; a tile's children stand from its top, its own part below them."""
    whole = {tile.id: float(tile.own) for tile in tiles}
    for tile in reversed(tiles):
        if tile.parent:
            whole[tile.parent] += whole[tile.id]
    scale = height / max(1.0, whole[ROOT])
    free: dict[str, float] = {ROOT: TOP}
    column: dict[str, int] = {ROOT: -1}
    boxes = {}
    for tile in tiles[1:]:
        place, y, tall = column[tile.parent] + 1, free[tile.parent], whole[tile.id] * scale
        boxes[tile.id] = (place * width, y, width, tall)
        free[tile.parent] += tall
        free[tile.id], column[tile.id] = y, place
    return boxes


def _drawn(tile: Tile, x: float, y: float, width: float, height: float) -> Iterator[Element]:
    if not tile.number:
        return
    facts = e("title", "\n".join((f"{isolated(shortened(tile.name, _ON_HOVER))}: {tile.number}", *tile.facts)))
    around: str | None = edge(tile.colour)
    fill, inset = "url(#hatch)" if tile.is_rest else tile.colour, 0.0
    if around == BACKGROUND:
        around = None
    elif height > 3 * GAP:
        inset = 0.5  # half of the line
    else:
        fill, around = edge(tile.colour), None  # there is no room for a line
    gap = GAP if height > 3 * GAP else 0
    box = {
        "x": x + inset,
        "y": y + inset,
        "width": width - GAP - 2 * inset,
        "height": max(0.3, height - gap - 2 * inset),
    }
    yield e("rect", facts, **{name: f"{value:.2f}" for name, value in box.items()}, fill=fill, stroke=around)
    letters = int((width - 8) / _LETTER)
    if height >= _LINE and letters >= 4:
        yield _text(tile, letters, x, y, width - GAP, height)


def _text(tile: Tile, letters: int, x: float, y: float, width: float, height: float) -> Element:
    """On a tile, and cut at its edge. A number is whole, or not there."""
    room = letters - len(tile.number) - 2
    fits = room >= (len(tile.name) if tile.is_rest else min(4, len(tile.name)))
    name = isolated(_narrowed(tile.name, room if fits else letters))
    shown = f"{name}: {tile.number}" if fits else name
    behind = e("rect", x=1, y=1, width=f"{len(shown) * _LETTER + 8:.0f}", height=_LINE, fill=BACKGROUND)
    words = e("text", shown, x=4, y=_LINE - 3.5, fill="#000" if tile.is_rest else ink(tile.colour))
    place = {"x": f"{x:.1f}", "y": f"{y:.1f}", "width": f"{width:.1f}", "height": f"{height:.1f}"}
    return e("svg", [behind] if tile.is_rest else [], words, **place)


def _narrowed(name: str, letters: int) -> str:
    """As wide as so many letters of mean width at most."""
    length = min(len(name), letters)
    while length > 1 and sum(map(_width, shortened(name, length))) > letters:
        length -= 1
    return shortened(name, length)


def _width(letter: str) -> float:
    """Of the mean, not less than it is in common fonts.

    >>> _width("W"), _width("A"), _width("漢"), _width("a")
    (1.9, 1.6, 2.2, 1.0)
    """
    if east_asian_width(letter) in "WF":
        return 2.2
    if letter in "WMmw@%":
        return 1.9
    return 1.6 if letter.isupper() or letter in "<>=+~#&\\" else 1.0

"""The picture of a release as an SVG element: a column for each level, the height of a tile is its count.

Made here rather than with plotly, whose script alone is four megabytes: it must open without a network, print, and be
read aloud.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from dphh_sql.html import e, visible
from dphh_sql.tiling import HATCH, REST, ROOT, Tile, Tiling

WIDTH, TOP, GAP = 1000.0, 22.0, 1.0
_LINE = 13.0  # a line of text
_LETTER = 6.4  # its mean width at 12 pixels, so that no text runs out of its tile


def icicle(tiling: Tiling) -> Element:
    """An image with a name and a description; the numbers are in the table of the page too."""
    tiles = [*tiling.tiles()]
    height = max(220.0, min(900.0, 26.0 * max(tiling.found, len(tiles) / 2)))
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
    named = "; ".join(f"{visible(str(node.prefix))} at level {node.level}, {node.count:,}" for node in heaviest)
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
    text = f"{visible(tile.name)}: {tile.number}"
    facts = e("title", "\n".join((text, *tile.facts)))
    fill = "url(#hatch)" if tile.is_rest else tile.colour
    gap = GAP if height > 3 * GAP else 0
    box = {"x": x, "y": y, "width": width - GAP, "height": max(0.3, height - gap)}
    yield e("rect", facts, **{name: f"{value:.2f}" for name, value in box.items()}, fill=fill)
    letters = int((width - 8) / _LETTER)
    if height >= _LINE and letters >= 4:
        shown = text if len(text) <= letters else text[: letters - 1] + "…"
        where = {"x": f"{x + 4:.1f}", "y": f"{y + _LINE - 2.5:.1f}"}
        if tile.is_rest:  # not on the hatching
            yield e(
                "rect", x=f"{x:.1f}", y=f"{y:.1f}", width=f"{len(shown) * _LETTER + 8:.0f}", height=_LINE, fill="#fff"
            )
        yield e("text", shown, **where, fill="#000" if tile.is_rest else ink(tile.colour))


def ink(colour: str) -> str:
    """Black or white, whichever stands out more (WCAG 2.2, contrast ratio: always above 4.5).

    >>> ink("#08519c"), ink("#c6dbef")
    ('#fff', '#000')
    """
    light = luminance(colour)
    return "#fff" if 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 else "#000"


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb` (WCAG 2.2)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

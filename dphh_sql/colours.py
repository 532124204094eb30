"""The colours of pictures and reports, and what stands out on them (WCAG 2.2)."""

from __future__ import annotations

LEVEL_COLOURS = ("#08519c", "#2171b5", "#4292c6", "#6baed6", "#9ecae1", "#c6dbef")
"""Coarse to fine: one hue, so that order is seen without colour vision (ColorBrewer Blues)."""

REST = "#d9d9d9"
HATCH = "#8c8c8c"
"""Lines over REST, where the colour alone might not tell."""
BACKGROUND = "#ffffff"
EDGE = "#2171b5"
"""Around a tile that is too pale to be seen on the background by itself."""

_GRAPHIC = 3.0  # contrast that a shape needs (1.4.11)


def ink(colour: str) -> str:
    """Black or white, whichever stands out more: always above 4.5.

    >>> ink("#08519c"), ink("#c6dbef")
    ('#fff', '#000')
    """
    return max(("#fff", "#000"), key=lambda text: contrast(colour, text))


def edge(colour: str) -> str:
    """Of a tile of this colour: the background's, which parts it from its neighbours, if it stands out from it (or is
    empty, and must not).

    >>> edge("#08519c"), edge("#c6dbef"), edge(REST)
    ('#ffffff', '#2171b5', '#8c8c8c')
    """
    if colour == REST:
        return HATCH
    return BACKGROUND if colour == BACKGROUND or contrast(colour, BACKGROUND) >= _GRAPHIC else EDGE


def lighter(colour: str) -> str:
    """Two thirds of the way to white.

    >>> lighter("#000000")
    '#aaaaaa'
    """
    return "#" + "".join(f"{channel + (255 - channel) * 2 // 3:02x}" for channel in _channels(colour))


def contrast(one: str, other: str) -> float:
    """Contrast ratio, from 1 to 21.

    >>> contrast("#000", "#ffffff")
    21.0
    """
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb` or `#rgb`."""
    shares = [channel / 255 for channel in _channels(colour)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _channels(colour: str) -> tuple[int, ...]:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    return tuple(int(digits[i : i + 2], 16) for i in (0, 2, 4))

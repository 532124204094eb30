"""What the pictures have in common."""

from __future__ import annotations

from types import ModuleType

from dphh_sql.errors import DphhError

LEVEL_COLOURS = ("#08519c", "#2171b5", "#4292c6", "#6baed6", "#9ecae1", "#c6dbef")
"""Coarse to fine: one hue, so that order is seen without colour vision (ColorBrewer Blues)."""

SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Colours that stay apart for the colour-blind (Okabe and Ito)."""

REST = "#d9d9d9"
BACKGROUND = "#ffffff"


def level_colour(place: int, levels: int) -> str:
    """The colour of level number `place` of so many."""
    return LEVEL_COLOURS[0 if levels == 1 else round(place * (len(LEVEL_COLOURS) - 1) / (levels - 1))]


def lighter(colour: str) -> str:
    """Two thirds of the way to white.

    >>> lighter("#000000")
    '#aaaaaa'
    """
    channels = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{channel + (255 - channel) * 2 // 3:02x}" for channel in channels)


def plotly() -> ModuleType:
    """`plotly.graph_objects`.

    Raises:
        DphhError: plotly is not installed.
    """
    try:
        import plotly.graph_objects as go
    except ImportError:
        raise DphhError("plots need plotly, which is not installed; pip install 'dphh-sql[plot]'.") from None
    found: ModuleType = go
    return found

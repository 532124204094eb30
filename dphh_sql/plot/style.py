"""What the pictures have in common."""

from __future__ import annotations

from types import ModuleType

from dphh_sql.errors import DphhError

SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Colours that stay apart for the colour-blind (Okabe and Ito)."""


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

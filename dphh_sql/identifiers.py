"""How names of tables and columns compare: as in DuckDB, without regard to the case of ASCII letters alone."""

from __future__ import annotations


def folded(identifier: str) -> str:
    """An identifier for comparing. `str.lower` would take two columns, `É` and `é`, for one.

    >>> folded("ZIP_É")
    'zip_É'
    """
    return "".join(c.lower() if c.isascii() else c for c in identifier)

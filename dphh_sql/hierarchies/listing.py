"""Every kind with its levels and an example: what `dp_hierarchies()` shows. Public facts only."""

from __future__ import annotations

import inspect
import json

from dphh_sql.errors import ArgumentError, UnknownNameError
from dphh_sql.hierarchies import HIERARCHIES, Hierarchy

COLUMNS = {
    "kind": "VARCHAR",
    "spec": "VARCHAR",
    "levels": "INTEGER[]",
    "default_levels": "INTEGER[]",
    "example": "VARCHAR",
    "prefixes": "VARCHAR[]",
    "types": "VARCHAR[]",
    "remedy": "VARCHAR",
    "about": "VARCHAR",
}
"""Column -> DuckDB type. `prefixes` are those of the example at the default levels, coarse to fine; NULL when a
library that the kind needs is missing."""


def listing(kind: object = None) -> list[dict[str, object]]:
    """A row for each kind of the registry, or for the named one, with parameters that suit its example.

    Raises:
        UnknownNameError: no such kind.
    """
    if kind is not None and str(kind).strip().lower() not in HIERARCHIES:
        raise UnknownNameError("kind", kind, HIERARCHIES)
    asked = HIERARCHIES if kind is None else [str(kind).strip().lower()]
    return [_row(HIERARCHIES[name].sample()) for name in asked]


def _row(kind: Hierarchy) -> dict[str, object]:
    try:
        printed = [kind.prefix(kind.example, level) for level in kind.default_levels]
        prefixes = [prefix for prefix in printed if prefix is not None]
    except ArgumentError:
        prefixes = None
    example = json.dumps(kind.example) if isinstance(kind.example, tuple) else str(kind.example)
    return {
        "kind": kind.kind,
        "spec": kind.spec,
        "levels": list(kind.all_levels),
        "default_levels": list(kind.default_levels),
        "example": example,
        "prefixes": prefixes,
        "types": list(kind.accepts),
        "remedy": kind.remedy,
        "about": " ".join((inspect.getdoc(type(kind)) or "").split("\n\n")[0].split()),
    }

"""The registry of dp_hhh mechanisms. A new one is one file and one line in `MECHANISMS`."""

from __future__ import annotations

from dphh_sql.errors import UnknownNameError
from dphh_sql.mechanisms.base import Design, Mechanism
from dphh_sql.mechanisms.onehit import OneHit
from dphh_sql.request import Privacy

__all__ = ["MECHANISMS", "PLANNED", "Design", "Mechanism", "design", "mechanism", "methods"]

MECHANISMS: tuple[Mechanism, ...] = (OneHit(),)
"""For each function the first is its default."""

PLANNED: tuple[str, ...] = tuple(dict.fromkeys(m.function for m in MECHANISMS))
"""Functions that have mechanisms, and so a plan."""


def methods(function: str) -> dict[str, Mechanism]:
    """Name -> mechanism, of one function."""
    return {m.name: m for m in MECHANISMS if m.function == function}


def mechanism(function: str, name: str) -> Mechanism:
    """The mechanism of that name.

    Raises:
        UnknownNameError: the function has no such method.
    """
    known = methods(function)
    if name not in known:
        raise UnknownNameError("method", name, ["auto", *known])
    return known[name]


def design(function: str, privacy: Privacy) -> Design:
    """The design of the asked method; 'auto' takes the function's default."""
    if privacy.method == "auto":
        return next(iter(methods(function).values())).design(privacy)
    return mechanism(function, privacy.method).design(privacy)

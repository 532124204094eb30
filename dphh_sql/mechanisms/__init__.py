"""The registry of dp_hhh mechanisms. A new one is one file and one line in `MECHANISMS`."""

from __future__ import annotations

from dphh_sql.errors import UnknownNameError
from dphh_sql.mechanisms.base import Design, Mechanism
from dphh_sql.mechanisms.onehit import OneHit
from dphh_sql.request import Privacy

__all__ = ["MECHANISMS", "Design", "Mechanism", "design", "mechanism"]

MECHANISMS: tuple[Mechanism, ...] = (OneHit(),)


def mechanism(name: str) -> Mechanism:
    """The mechanism of that name.

    Raises:
        UnknownNameError: no such mechanism.
    """
    for candidate in MECHANISMS:
        if candidate.name == name:
            return candidate
    raise UnknownNameError("method", name, ["auto", *(m.name for m in MECHANISMS)])


def design(privacy: Privacy) -> Design:
    """The design of the named method; 'auto' takes the first of `MECHANISMS` (the certified default)."""
    chosen = MECHANISMS[0] if privacy.method == "auto" else mechanism(privacy.method)
    return chosen.design(privacy)

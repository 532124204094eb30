"""The registry of mechanisms. A new one is one file and one line in `MECHANISMS`."""

from __future__ import annotations

import sys
from dataclasses import replace

from dphh_sql.errors import UnknownNameError
from dphh_sql.mechanisms.base import Design, Mechanism
from dphh_sql.mechanisms.betweencut import BetweenCut
from dphh_sql.mechanisms.binary import Binary
from dphh_sql.mechanisms.histograms import Histograms
from dphh_sql.mechanisms.lumberjack import Lumberjack
from dphh_sql.mechanisms.onehit import OneHit
from dphh_sql.mechanisms.tree_counts import TreeCounts
from dphh_sql.request import Privacy

__all__ = ["MECHANISMS", "PLANNED", "Design", "Mechanism", "design", "mechanism", "methods"]

MECHANISMS: tuple[Mechanism, ...] = (
    OneHit(),
    *(Binary(), BetweenCut(), Lumberjack(), Histograms()),
    TreeCounts(),
)

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
    """The design of the asked method; of 'auto', that of the automatic method with the least margin."""
    if privacy.method != "auto":
        return mechanism(function, privacy.method).design(privacy)
    candidates = [m for m in methods(function).values() if m.automatic]
    if len(candidates) > 1:  # compared without tau, which the others may be unable to reach
        free = replace(privacy, tau=None)
        candidates.sort(key=lambda m: margin if (margin := m.design(free).margin) is not None else sys.maxsize)
    return candidates[0].design(privacy)

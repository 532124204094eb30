"""The registry of mechanisms. A new one is one file and one line in `MECHANISMS`."""

from __future__ import annotations

import math

from dphh_sql.errors import ArgumentError, UnknownNameError
from dphh_sql.mechanisms.algorithm1 import Algorithm1
from dphh_sql.mechanisms.base import Design, Mechanism
from dphh_sql.mechanisms.betweencut import BetweenCut
from dphh_sql.mechanisms.binary import Binary
from dphh_sql.mechanisms.gaussian_levels import GaussianLevels
from dphh_sql.mechanisms.ghazi import Ghazi
from dphh_sql.mechanisms.histograms import Histograms
from dphh_sql.mechanisms.hitters import ExactItems
from dphh_sql.mechanisms.laplace_levels import LaplaceLevels
from dphh_sql.mechanisms.linear_sketches import CountMinHitters, CountSketchHitters
from dphh_sql.mechanisms.lumberjack import Lumberjack
from dphh_sql.mechanisms.misra_gries import MisraGriesHitters
from dphh_sql.mechanisms.onehit import OneHit
from dphh_sql.mechanisms.privtree import PrivTree
from dphh_sql.mechanisms.sfp import SequenceFragmentPuzzle
from dphh_sql.mechanisms.space_saving import SpaceSavingHitters
from dphh_sql.mechanisms.stability import Stability
from dphh_sql.mechanisms.stream_levels import (
    CountMinLevels,
    CountSketchLevels,
    MisraGriesLevels,
    SpaceSavingLevels,
)
from dphh_sql.mechanisms.tree_counts import TreeCounts
from dphh_sql.mechanisms.triehh import TrieHH
from dphh_sql.mechanisms.triehh_fixed import FixedTrieHH
from dphh_sql.request import Privacy

__all__ = [
    "CANDIDATES",
    "MECHANISMS",
    "PLANNED",
    "Design",
    "Mechanism",
    "choose",
    "design",
    "mechanism",
    "methods",
]

MECHANISMS: tuple[Mechanism, ...] = (
    OneHit(),
    *(GaussianLevels(), LaplaceLevels(), Stability(), Algorithm1()),
    *(Binary(), BetweenCut(), Lumberjack(), Histograms(), Ghazi(), PrivTree()),
    TreeCounts(),
    *(TrieHH(), FixedTrieHH()),
    SequenceFragmentPuzzle(),
    *(ExactItems(), SpaceSavingHitters(), MisraGriesHitters(), CountMinHitters(), CountSketchHitters()),
    *(SpaceSavingLevels(), MisraGriesLevels(), CountMinLevels(), CountSketchLevels()),
)

PLANNED: tuple[str, ...] = tuple(dict.fromkeys(m.function for m in MECHANISMS))
"""Functions that have mechanisms, and so a plan."""

CANDIDATES = 1000
"""How many candidates a margin at 1 - beta covers at once, unless said otherwise."""


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
        argument = "sketch" if any(m.streamed for m in known.values()) else "method"
        raise UnknownNameError(argument, name, ["auto", *known])
    return known[name]


def design(function: str, privacy: Privacy) -> Design:
    """The design of the asked method; 'auto' takes the one with the least margin (see `choose`)."""
    if privacy.method == "auto":
        return choose(function, privacy)
    return mechanism(function, privacy.method).design(privacy)


def choose(function: str, privacy: Privacy) -> Design:
    """The automatic method's design with the least margin; from public facts alone, so the choice is free.

    Automatic are methods that the accountant certifies and that are quick to plan.

    Ties go to the order of `MECHANISMS`.

    Raises:
        ArgumentError: no method allows what is asked; the error is that of the function's default method.
    """
    refused: list[ArgumentError] = []
    allowed: list[Design] = []
    for candidate in (m for m in methods(function).values() if m.automatic):
        try:
            allowed.append(candidate.design(privacy))
        except ArgumentError as error:
            refused.append(error)
    if not allowed:
        raise refused[0]
    return min(allowed, key=lambda found: math.inf if found.margin is None else found.margin)

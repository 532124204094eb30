"""`levels => 'auto'`: how many levels to test, from public facts alone.

Each tested level is one more test that a record can meet, so it widens the noise of all: fewer levels, a lower
threshold. What is gained and lost depends on the question, so the caller states a goal: the residual count from which a
prefix must be found with probability one. Auto tests as many levels as that allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypedDict

from dphh_sql import mechanisms
from dphh_sql.errors import ArgumentError
from dphh_sql.request import Privacy


class LevelRow(TypedDict):
    """One number of levels: which, and what the design over them finds (see `Design`)."""

    tests: int
    levels: list[int]
    tau: int
    floor: int
    margin: int | None
    certain_count: int | None
    chosen: bool


def spread(levels: Sequence[int], size: int) -> tuple[int, ...]:
    """`size` of the levels, evenly spread, the finest always among them.

    >>> spread((8, 16, 24, 32), 2), spread((1, 3, 5), 1)
    ((16, 32), (5,))
    """
    return tuple(levels[-(-(i + 1) * len(levels) // size) - 1] for i in range(size))


def settled(function: str, privacy: Privacy) -> Privacy:
    """The arguments with their levels chosen: the most that meet the goal; unchanged when no goal is stated.

    Raises:
        ArgumentError: not even one level meets it; the message says which goal is met.
    """
    if privacy.goal is None:
        return privacy
    # Fewer levels never need more noise, so the sizes that meet the goal are the smallest ones.
    meets, beyond = 0, len(privacy.levels) + 1
    while beyond - meets > 1:
        size = (meets + beyond) // 2
        certain = _row(function, privacy, size)["certain_count"]
        if certain is not None and certain <= privacy.goal:
            meets = size
        else:
            beyond = size
    if meets:
        return replace(privacy, levels=spread(privacy.levels, meets), goal=None)
    least = _row(function, privacy, 1)["certain_count"]
    remedy = "no method of this kind finds anything with certainty" if least is None else f"goal=>{least} is met"
    raise ArgumentError(
        f"goal={privacy.goal} cannot be met at eps={privacy.eps:g}, delta={privacy.delta:g}, even with one level: "
        f"{remedy}; raise eps, or name the levels.",
        argument="goal",
        value=privacy.goal,
        remedy=remedy,
    )


def trade(function: str, privacy: Privacy) -> list[LevelRow]:
    """A row for each number of levels, the fewest first: what `dp_levels` shows."""
    rows = [_row(function, privacy, size) for size in range(1, len(privacy.levels) + 1)]
    goal = privacy.goal
    if goal is not None and any(row["certain_count"] is not None and row["certain_count"] <= goal for row in rows):
        chosen = settled(function, privacy).levels
        for row in rows:
            row["chosen"] = tuple(row["levels"]) == chosen
    return rows


def _row(function: str, privacy: Privacy, size: int) -> LevelRow:
    levels = spread(privacy.levels, size)
    design = mechanisms.design(function, replace(privacy, levels=levels, goal=None).of_one_row)
    method = mechanisms.mechanism(function, design.mechanism)
    counts = [method.certain_count(design, i) for i in range(size)]
    known = [count for count in counts if count is not None]
    return {
        "tests": size,
        "levels": list(levels),
        "tau": design.tau,
        "floor": design.floor,
        "margin": design.margin,
        "certain_count": max(known) if len(known) == size else None,
        "chosen": False,
    }

"""The exact output law of a real selection: run it on every noise vector, each with its exact weight.

The design's tables are replaced by tables that draw from a script, which is replayed and extended depth first.
So the code under test may draw as often as it likes, and even as a function of what it drew before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from dphh_sql.accounting.calibrate import Calibration, onehit_steps
from dphh_sql.accounting.calibrate_levels import level_steps
from dphh_sql.accounting.path import delta_bound
from dphh_sql.audit import exact_path, trees
from dphh_sql.audit.trees import Outcome, Records
from dphh_sql.mechanisms import Design, Mechanism
from dphh_sql.mechanisms.level_histograms import LevelHistograms
from dphh_sql.mechanisms.onehit import OneHit
from dphh_sql.noise import TOTAL, NoiseTable

Ints = npt.NDArray[np.int64]
T = TypeVar("T", bound=Hashable)
Law = dict[T, Fraction]


@dataclass(frozen=True)
class Coin:
    """A draw of 0 or 1, by weights as those of a table."""

    weights: tuple[int, int]
    bound: int = 0


class Script:
    """The tree of all draws, one path at a time. `table` gives tables that draw from it."""

    def __init__(self) -> None:
        self.draws: list[tuple[int, NoiseTable | Coin]] = []
        self.position = 0

    def table(self, table: NoiseTable) -> ScriptedTable:
        return ScriptedTable(table.weights, self)

    def sample(self, table: NoiseTable | Coin, n: int) -> Ints:
        for _ in range(n):
            if self.position == len(self.draws):
                self.draws.append((0, table))
            self.position += 1
        return np.array([i - t.bound for i, t in self.draws[self.position - n : self.position]], dtype=np.int64)

    def coin(self, share: float) -> bool:
        """True with that probability, rounded to a multiple of 2**-64."""
        heads = min(max(round(share * TOTAL), 0), TOTAL)
        if heads in (0, TOTAL):
            return heads == TOTAL
        return bool(self.sample(Coin((TOTAL - heads, heads)), 1)[0])

    def weight(self) -> int:
        product = 1
        for i, table in self.draws:
            product *= table.weights[i]
        return product

    def advance(self) -> bool:
        """To the next path; False after the last one."""
        self.position = 0
        while self.draws:
            i, table = self.draws.pop()
            if i + 1 < len(table.weights):
                self.draws.append((i + 1, table))
                return True
        return False


@dataclass(frozen=True)
class ScriptedTable(NoiseTable):
    """A table whose draws follow a script instead of chance; no other table is touched."""

    script: Script = field(repr=False, compare=False)

    def sample(self, n: int) -> Ints:
        return self.script.sample(self, n)


def exact_law(run: Callable[[Script], T]) -> Law[T]:
    """The law of run(script) over all noise that it draws from `script.table(...)`."""
    script = Script()
    weights: dict[tuple[T, int], int] = defaultdict(int)
    while True:
        result = run(script)
        weights[result, len(script.draws)] += script.weight()
        if not script.advance():
            break
    law: Law[T] = defaultdict(Fraction)
    for (result, n_draws), weight in weights.items():
        law[result] += Fraction(weight, TOTAL**n_draws)
    assert sum(law.values()) == 1
    return law


def scripted(design: Design, script: Script) -> Design:
    """The design, drawing from the script."""
    rest_table = None if design.rest_table is None else script.table(design.rest_table)
    tables, extra = (tuple(map(script.table, group)) for group in (design.tables, design.extra))
    return replace(design, tables=tables, rest_table=rest_table, extra=extra)


def hockey_stick(p: Law[T], q: Law[T], gamma: Fraction) -> Fraction:
    """sum of max(0, P - gamma Q)."""
    zero = Fraction(0)
    return sum((max(zero, mass - gamma * q.get(result, zero)) for result, mass in p.items()), zero)


def small_design(
    table: NoiseTable, tests: int, eps: float, rest_table: NoiseTable | None = None, tau: int | None = None
) -> Design:
    """A one-hit design as `OneHit.design` makes it, for a table of our choice; delta as the accountant says."""
    threshold = table.bound + 1 if tau is None else tau
    steps = onehit_steps(table, threshold, tests, rest_table)
    return OneHit.with_noise(Calibration(table, rest_table, delta_bound(steps, eps)), threshold, tests)


def levels_design(
    method: LevelHistograms,
    table: NoiseTable,
    tests: int,
    eps: float,
    rest_table: NoiseTable | None = None,
    tau: int | None = None,
) -> Design:
    """The same of a method with a histogram per level."""
    spent = delta_bound(level_steps(table, tests, rest_table), eps)
    return method.with_noise(Calibration(table, rest_table, spent), table.bound + 1 if tau is None else tau, tests)


def output_law(mechanism: Mechanism, design: Design, rows: Records, floor: int | None = None) -> Law[Outcome]:
    """The exact law of what is released about `rows`."""
    candidates = trees.tree(rows, len(design.tables), design.floor if floor is None else floor)

    return exact_law(lambda s: trees.outcome(candidates, mechanism.select(scripted(design, s), candidates)))


def exact_deltas(mechanism: Mechanism, design: Design, rows: Records, all_eps: Sequence[float]) -> list[Fraction]:
    """The exact delta of `rows` against all its neighbours with one record more, in both directions, at each eps.

    Taken at a hair above exp(eps), so a valid bound can never be below it.
    """
    here = output_law(mechanism, design, rows)
    worst = [Fraction(0)] * len(all_eps)
    for neighbour in trees.neighbours(rows, len(design.tables)):
        there = output_law(mechanism, design, neighbour)
        for i, eps in enumerate(all_eps):
            gamma = exact_path.above(eps)
            worst[i] = max(worst[i], hockey_stick(here, there, gamma), hockey_stick(there, here, gamma))
    return worst


def exact_delta(mechanism: Mechanism, design: Design, rows: Records, eps: float) -> Fraction:
    """The exact delta at one eps (see `exact_deltas`)."""
    return exact_deltas(mechanism, design, rows, [eps])[0]

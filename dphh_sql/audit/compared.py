"""Noise that is only ever compared: the exact law of what Algorithm 1 answers, however wide its noise is.

Algorithm 1 asks of w + min(v, D) nothing but whether it reaches a number. So a draw need not be a number: it is the
range that the answers so far leave for it, and each new question is a coin of the conditional probability, tossed by
the script of `enumeration`. That is exact for fresh noise and for noise that is used again (the mutant).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from dphh_sql.audit.enumeration import Script, ScriptedTable
from dphh_sql.laplace import DiscreteLaplace
from dphh_sql.mechanisms import Design
from dphh_sql.mechanisms.algorithm1 import Algorithm1
from dphh_sql.noise import NoiseTable

Ints = npt.NDArray[np.int64]

CUT = 2.0**-64
"""Tail mass of v that a sum leaves out. Each coin is right to about 1e-14, the doubles' rounding in such a sum."""


@dataclass
class Range:
    """One draw of S = w + min(v, cap): low <= S < high is known."""

    low: float = -math.inf
    high: float = math.inf


@dataclass(frozen=True)
class Draws(np.lib.mixins.NDArrayOperatorsMixin):
    """`shift` + draws of S, as an array that numpy can add to and compare. Without `ranges`: draws of v alone."""

    law: ComparedLaw
    shift: Ints
    ranges: tuple[Range, ...] = ()

    def __len__(self) -> int:
        return len(self.shift)

    def __getitem__(self, index: Ints) -> Draws:
        return replace(self, shift=self.shift[index], ranges=tuple(self.ranges[i] for i in index if self.ranges))

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **_: Any) -> Any:
        left, right = inputs
        match ufunc.__name__:
            case "add" if isinstance(left, Draws) and isinstance(right, Draws):
                return left if left.ranges else right  # w + min(v, cap): the law of the sum is that of S
            case "add":
                return replace(self, shift=self.shift + (right if left is self else left))
            case "minimum" if not self.ranges and right == self.law.cap:
                return self
            case "greater_equal":
                return np.array([self._reaches(i, int(right)) for i in range(len(self))], dtype=np.bool_)
        return NotImplemented

    def _reaches(self, i: int, threshold: int) -> bool:
        return self.law.ask(self.ranges[i], threshold - int(self.shift[i]))


@dataclass
class ComparedLaw:
    """The laws of w and of v as one: S = w + min(v, cap), for comparisons that a script answers."""

    script: Script
    wide: DiscreteLaplace
    narrow: DiscreteLaplace
    cap: int
    known: dict[float, float] = field(default_factory=dict)

    def survival(self, s: float) -> float:
        """P(S >= s)."""
        if math.isinf(s):
            return 1.0 if s < 0 else 0.0
        if s not in self.known:
            reach = self.narrow.quantile(CUT)
            v = np.arange(-reach, self.cap + 1)
            mass = self.narrow.survival(v) - self.narrow.survival(v + 1)
            mass[-1] = self.narrow.survival(self.cap)
            self.known[s] = float(mass @ self.wide.survival(s - v))
        return self.known[s]

    def ask(self, drawn: Range, threshold: int) -> bool:
        """Whether S >= threshold, given the answers before."""
        if not drawn.low < threshold < drawn.high:
            return threshold <= drawn.low
        low, middle, high = (self.survival(s) for s in (drawn.low, threshold, drawn.high))
        yes = self.script.coin((middle - high) / (low - high))
        drawn.low, drawn.high = (threshold, drawn.high) if yes else (drawn.low, threshold)
        return yes


@dataclass(frozen=True)
class Wide:
    """Draws w; what is known of S is kept here, so each w is to meet a v of its own."""

    law: ComparedLaw

    def sample(self, n: int) -> Draws:
        return Draws(self.law, np.zeros(n, dtype=np.int64), tuple(Range() for _ in range(n)))


@dataclass(frozen=True)
class Narrow:
    """Draws v."""

    law: ComparedLaw

    def sample(self, n: int) -> Draws:
        return Draws(self.law, np.zeros(n, dtype=np.int64))


class ComparedAlgorithm1(Algorithm1):
    """Algorithm 1 as it is, but for its test noise, which follows the script of its count tables."""

    def test_noise(self, design: Design) -> tuple[Any, Any]:
        table = design.tables[0]
        assert isinstance(table, ScriptedTable)
        law = ComparedLaw(table.script, *super().test_noise(design), int(design.parameters["Delta"]))
        return Wide(law), Narrow(law)


class ReusedGamma1(ComparedAlgorithm1):
    """The conference version: one noise, reused at every node."""

    def test_noise(self, design: Design) -> tuple[Any, Any]:
        wide, narrow = super().test_noise(design)
        return Reused(wide.sample(1)), Reused(narrow.sample(1))


@dataclass(frozen=True)
class Reused:
    """The same draw again and again."""

    drawn: Draws

    def sample(self, n: int) -> Draws:
        return self.drawn[np.zeros(n, dtype=np.int64)]


def papers_count_noise(design: Design) -> Design:
    """Line 15 of the paper as printed: count noise of scale xi instead of 1/xi."""
    wrong = NoiseTable.from_family(design.tables[0].bound, design.parameters["xi"], shape=1.0)
    return replace(design, tables=(wrong,) * len(design.tables))

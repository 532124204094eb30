"""Count-Min and CountSketch with tracked candidates: a noisy sketch, and a threshold no untracked item can reach.

Every counter of the sketch gets noise from one table on -M..M, and so does the number of rows, T. A row touches d
counters and T: d + 1 `add` steps a level. What may be released is every item whose estimate from the noisy counters
exceeds a threshold that is made from the noisy T (and counters). That is a function of the noisy values alone *if*
every such item is tracked; else the mechanism fails. Failing with probability b on any fixed stream costs
delta (1 + exp(eps)) b (Holland, Theorem 3), which is part of the certified delta. Only items that occur matter: for a
pair of neighbours both sides can be read as tables over the items of the longer one.

Count-Min (width w, d rows). Let D be the items that occur, |D| <= N + 1 for a public N >= T, and let every estimate of
D exceed the truth by at most g = a T/w at the end (it is least then: what collides only grows). By Markov's inequality
that fails with probability at most |D| (1.001/a)**d. If y is not tracked at the end, then when it was last turned away,
all k~ tracked scores were at least its own, which was at least f(y); and each is at most g above what its item had
then. These counts sum to at most T, so f(y) <= T/k~ + g, and its noisy estimate is at most T/k~ + 2 g + M.

CountSketch. Every score at its time (N of them) and every estimate of D at the end is within g = sqrt(c F2/w) of the
truth, F2 the sum of squared counts: by Chebyshev's inequality a row fails with probability at most 1.001/c, and the
median only if half the rows do. Then f(y) <= T/k~ + 2 g as before, and its noisy estimate is at most T/k~ + 3 g + M.
(Holland's threshold T/k~ + gamma_2 + 2 gamma_1, with the sign of gamma_2 that its proof needs.) F2 is bounded from the
noisy counters: the squared norm of a row is at least F2/2 but with probability 8/w, and the noise moves a row's norm
by at most M sqrt(w); so F2 <= 2 median over the rows of (noisy norm + M sqrt(w))**2 unless half the rows fail.

One release a sketch. The hash functions are drawn once, with the sketch, and b is over their draw, for a stream that
does not depend on them. For a first release that always holds: nothing that tells of the hashes was shown before. If a
stream were fixed in advance, r releases could share them: call hashes good if they fail for none of the streams of
which there is a release, nor for those streams' neighbours. Given good hashes the releases compose, r delta_noise at r
eps; whether hashes are good is a function of hashes alone, and they are bad with probability at most r * 2 b; so the
whole delta is at most r * (delta_noise + 2 b), no more than the sum of the charges. But rows that come after a release
may react to it: who saw which items collide can send such items, and then b says nothing. Nobody can promise for the
rows to come that they do not, so a second release of one sketch is refused (`single`). A table that is read again
makes a new sketch with new hashes.
"""

from __future__ import annotations

import abc
import math
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import pyarrow as pa

from dphh_sql.accounting.calibrate import Calibration
from dphh_sql.accounting.path import delta_bound
from dphh_sql.errors import ArgumentError, ReleaseError
from dphh_sql.mechanisms.base import Design
from dphh_sql.mechanisms.hitters import Hitters
from dphh_sql.mechanisms.sketches import Line, SketchMechanism
from dphh_sql.noise import NoiseTable
from dphh_sql.request import Privacy
from dphh_sql.streaming.linear import TEXT_COLLISION, CountMin, CountSketch, LinearSketch
from dphh_sql.streaming.summary import LevelSummary
from dphh_sql.tree import Ints

SHARE = 0.1
"""The part of delta that goes to the envelope's failure."""

WIDTH = 8
"""Counters in a row for each tracked item, at least."""

LARGEST_EPS = 8.0
"""A larger eps is served by the sketch of this one: the envelope's failure costs exp(eps) times its probability."""

SLACK = 1.001
"""Covers what hashing is short of uniform, 2**-40 or so, and the rounding of floats."""


@dataclass(frozen=True)
class BoundedHitters(Hitters):
    """Hitters whose noise is known by its bound only."""

    def intervals(
        self, beta: float, taken: Ints | int = 0, index: Ints | slice = slice(None)
    ) -> tuple[Ints, Ints]:
        least, most = self.certain
        return least[index], most[index]


class LinearMechanism(SketchMechanism):
    """A linear sketch behind the error-envelope wrapper."""

    function: ClassVar[str] = "dp_heavy_hitters"
    single: ClassVar[bool] = True

    @abc.abstractmethod
    def depth(self, failure: float, most: int, width: int) -> int:
        """The fewest rows at which the envelope fails with at most this probability, for streams of `most` rows."""

    def design(self, privacy: Privacy) -> Design:
        n_max = privacy.n_max
        if n_max is None:
            raise ArgumentError(
                f"n_max is needed for sketch {self.name}: a public bound on the number of rows, which its depth is "
                "made for.",
                argument="n_max",
            )
        privacy = replace(privacy, eps=min(privacy.eps, LARGEST_EPS))
        levels, most = len(privacy.levels), _most(n_max)
        width = 1 << (WIDTH * privacy.tracked - 1).bit_length()
        failure = SHARE * privacy.delta / (1.0 + math.exp(privacy.eps)) / levels
        left = _left_of(failure, most)
        if left < failure / 2:
            raise ArgumentError(
                f"n_max={privacy.n_max} is too large for sketch {self.name} at delta={privacy.delta:g}: the hashes of "
                "texts are not long enough; use another sketch.",
                argument="n_max",
                value=privacy.n_max,
            )
        depth = self.depth(left, most, width)
        noise = self.calibrated(replace(privacy, delta=(1.0 - SHARE) * privacy.delta), levels * (depth + 1))
        if 2 * noise.table.bound > n_max + 10**6:
            raise ArgumentError(f"eps={privacy.eps:g} is too small for sketch {self.name}.", argument="eps")
        found = self.sized(noise, depth, width, levels * failure, privacy)
        return replace(found, delta_spent=noise.delta_spent + SHARE * privacy.delta)

    def sized(self, noise: Calibration, depth: int, width: int, failure: float, privacy: Privacy) -> Design:
        """The design of a sketch of that size, whose levels together fail with that probability at most."""
        found = self.with_noise(noise, len(privacy.levels) * (depth + 1), privacy)
        return replace(found, parameters={**found.parameters, "depth": depth, "width": width, "failure": failure})

    def remade(self, design: Design, privacy: Privacy) -> Design:
        sizes = design.parameters
        return self.sized(design.calibration, int(sizes["depth"]), int(sizes["width"]), sizes["failure"], privacy)

    def delta_again(self, design: Design, privacy: Privacy) -> float:
        """The noise, and the failure that the sketch's own size allows."""
        sizes, levels = design.parameters, len(privacy.levels)
        eps, most = min(privacy.eps, LARGEST_EPS), _most(int(sizes["n_max"]))
        left = _left_of(sizes["failure"] / levels, most)
        if left <= 0.0 or self.depth(left, most, int(sizes["width"])) > sizes["depth"]:
            return 1.0
        return delta_bound(design.steps, eps) + (1.0 + math.exp(eps)) * sizes["failure"]

    def least_tau(self, table: NoiseTable) -> int:
        return table.bound + 1

    def release(self, design: Design, table: NoiseTable, summary: LevelSummary) -> Hitters:
        sketch = summary.sketch
        assert isinstance(sketch, LinearSketch)
        cells = sketch.cells + table.sample(sketch.cells.size).reshape(sketch.cells.shape)
        rows = sketch.rows + int(table.sample(1)[0])
        if rows > design.parameters["n_max"] + table.bound:
            raise ReleaseError(
                "the noisy number of rows is above n_max, for which the sketch was made: it was charged, and nothing "
                "is released"
            )
        most = max(0, rows + table.bound)  # a released upper bound of the number of rows
        envelope = self.envelope(design, cells, most, table.bound)
        threshold = max(design.tau, self._threshold(design, most, envelope, table.bound))
        values = sketch.estimates(cells)
        hit = values >= threshold
        items, under = summary.items.filter(pa.array(hit)), self.under(envelope)
        return BoundedHitters(summary.level, items, values[hit], threshold, table, envelope, under)

    @abc.abstractmethod
    def envelope(self, design: Design, cells: Ints, most: int, bound: int) -> int:
        """How far an estimate without noise is from the truth at most, from released values."""

    @abc.abstractmethod
    def under(self, envelope: int) -> int:
        """How far an estimate without noise can be below the truth."""

    def _threshold(self, design: Design, most: int, envelope: int, bound: int) -> int:
        share = math.ceil(most / design.parameters["counters"] * SLACK)
        return share + 2 * envelope + self.under(envelope) + bound + 1

    # --- what a plan says of it, for n rows; of CountSketch when all of them are one item ---------------------

    def highest_threshold(self, design: Design) -> Line:
        return self._line(design, 2 + self._sides, 1)

    def error(self, design: Design) -> Line:
        return Line(3 * design.tables[0].bound, 1.0 / self.per_row(design))

    def certain(self, design: Design) -> Line:
        return self._line(design, 2 + 2 * self._sides, 2)

    @property
    def _sides(self) -> int:
        return self.under(1)

    def _line(self, design: Design, envelopes: int, bounds: int) -> Line:
        bound, each = design.tables[0].bound, self.per_row(design)
        growth = SLACK / design.parameters["counters"] + envelopes * each
        constant = bounds * bound + 2 + math.ceil(2 * bound * growth) + 4 * envelopes
        return Line(constant, 1.0 / growth)

    @abc.abstractmethod
    def per_row(self, design: Design) -> float:
        """How much the envelope grows with a row, at most."""

    def memory(self, design: Design) -> str:
        sizes = design.parameters
        return f"{sizes['depth']:g} x {sizes['width']:,.0f} cells and {sizes['counters']:,.0f} candidates a level"

    def told(self, design: Design) -> str:
        return (
            f"Every cell and the number of rows get noise within +-{design.tables[0].bound}; an item is released when "
            "its estimate from the noisy cells exceeds what an item that is not tracked can reach. That this holds "
            f"fails with probability at most {design.parameters['failure']:.2g}, which is paid from delta."
        )


def _most(n_max: int) -> int:
    """How many rows the envelope is made for."""
    return 2 * n_max + 10**6


def _left_of(failure: float, most: int) -> float:
    """What is left of the failure when two texts' hashes may collide."""
    return failure - SLACK * (most + 1.0) ** 2 * TEXT_COLLISION


class CountMinHitters(LinearMechanism):
    """dp_heavy_hitters from a Count-Min sketch."""

    name: ClassVar[str] = "count_min"
    factor: ClassVar[float] = 4.0
    """a: a row's collisions exceed a times their mean with probability at most 1/a."""

    def depth(self, failure: float, most: int, width: int) -> int:
        return max(1, math.ceil(math.log((most + 1) / failure) / math.log(self.factor / SLACK)))

    def sketch(self, design: Design) -> CountMin:
        sizes = design.parameters
        return CountMin(int(sizes["counters"]), int(sizes["depth"]), int(sizes["width"]))

    def envelope(self, design: Design, cells: Ints, most: int, bound: int) -> int:
        return math.ceil(most * self.per_row(design))

    def under(self, envelope: int) -> int:
        return 0

    def per_row(self, design: Design) -> float:
        return SLACK * self.factor / design.parameters["width"]


class CountSketchHitters(LinearMechanism):
    """dp_heavy_hitters from a CountSketch."""

    name: ClassVar[str] = "count_sketch"
    factor: ClassVar[float] = 32.0
    """c: a row is further off than sqrt(c F2/w) with probability at most 1/c."""

    def depth(self, failure: float, most: int, width: int) -> int:
        if 8.0 * SLACK / width >= 0.5:  # then more rows do not help
            least = 16 // WIDTH + 1
            raise ArgumentError(
                f"counters must be at least {least} for sketch {self.name} (with counters left out: k at least "
                f"{-(-least // 2)}), got {16 // WIDTH} or fewer; raise counters, or use another sketch.",
                argument="counters",
            )
        depth = 1
        while (2 * most + 1) * half_of(depth, SLACK / self.factor) + half_of(depth, 8.0 * SLACK / width) > failure:
            depth += 2
        return depth

    def sketch(self, design: Design) -> CountSketch:
        sizes = design.parameters
        return CountSketch(int(sizes["counters"]), int(sizes["depth"]), int(sizes["width"]))

    def envelope(self, design: Design, cells: Ints, most: int, bound: int) -> int:
        width = design.parameters["width"]
        norms = np.sqrt((cells.astype(np.float64) ** 2).sum(axis=1))
        largest = float(np.median(norms)) + bound * math.sqrt(width)
        squares = 2.0 * min(largest**2, most**2 / 2.0)
        return math.ceil(math.sqrt(self.factor * squares / width) * SLACK)

    def under(self, envelope: int) -> int:
        return envelope

    def per_row(self, design: Design) -> float:
        return SLACK * math.sqrt(self.factor / design.parameters["width"])


def half_of(trials: int, chance: float) -> float:
    """P(at least half of an odd number of independent trials succeed), each with at most this chance.

    >>> round(half_of(3, 0.1), 6)
    0.028
    """
    if chance >= 1.0:
        return 1.0
    wins = range(trials // 2 + 1, trials + 1)
    return min(1.0, sum(math.comb(trials, k) * chance**k * (1.0 - chance) ** (trials - k) for k in wins))

"""Calibration: the least bound M whose noise table the path accountant certifies for given steps.

The family is exp(-|k/scale|**shape - slope |k|) cut at M. Its shape in units of M hardly depends on eps and
varies smoothly with ln(1/delta) and ln h, so a guess is interpolated from shipped settings (`settings.json` for
one-hit tests, `bits.json`, `cuts.json` and `adds.json` for the others, written by `benchmarks/`) and only M is
searched. Nothing shipped is trusted: what is returned has been certified in this process.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files

from dphh_sql.accounting.path import LARGEST_EPS, delta_bound, delta_estimate
from dphh_sql.accounting.steps import Step, hit, rest
from dphh_sql.errors import CalibrationError
from dphh_sql.noise import NoiseTable

MAX_BOUND = 200_000
"""Tables wider than this are refused: they need eps below about 0.0003."""

LEAST_WEIGHT = 2.0**-64
"""Of the edge of a table, which each of a record's tests can cost."""

WIDER = 50
"""Where the least M is more than one part in so many above the guess, a steeper shape is tried too."""

NARROW = 500
"""Up to this bound the least M is found exactly; a wider table may be 2 % wider than it need be."""


GROWTH = {"adds": 0.5}
"""How M grows with the number of tests, as a power: noisy counts compose, tests mostly do not."""


@dataclass(frozen=True)
class Shape:
    """A member of the family in units of its bound M: log weight at x = k/M is -(drop x**power + linear x)."""

    drop: float
    power: float
    linear: float

    def table(self, bound: int) -> NoiseTable:
        return NoiseTable.from_family(
            bound,
            scale=bound / self.drop ** (1.0 / self.power),
            shape=self.power,
            slope=self.linear / bound,
        )


@dataclass(frozen=True)
class Setting:
    """One row of a shipped table: the best known shape at (eps, delta, tests) and its bound.

    `between` is w of a cut with thresholds tau - w and tau + w, 0 for the other kinds. An interpolated guess
    is not `shipped`.
    """

    eps: float
    delta: float
    tests: int
    bound: int
    shape: Shape
    between: int = 0
    shipped: bool = True


Build = Callable[[NoiseTable], Sequence[Step]]
"""What one record meets, as a function of the noise table that is searched."""


@dataclass(frozen=True)
class Certified:
    """A table and the delta that the accountant certifies for the steps built on it."""

    table: NoiseTable
    delta_spent: float


@dataclass(frozen=True)
class Calibration:
    """A certified table for `tests` one-hit tests, and the wider one of the rest row (None without it)."""

    table: NoiseTable
    rest_table: NoiseTable | None
    delta_spent: float


def onehit_steps(table: NoiseTable, tau: int, tests: int, rest_table: NoiseTable | None) -> list[Step]:
    """What one record can meet: `tests` tests from its leaf up, then the rest row if there is one."""
    return [hit(table, tau)] * tests + ([rest(rest_table)] if rest_table else [])


@lru_cache(maxsize=256)
def calibrate_onehit(eps: float, delta: float, tests: int, with_rest: bool) -> Calibration:
    """The least M at the interpolated shape that is (eps, delta)-DP for add/remove of one record.

    Raises:
        CalibrationError: even the widest legal table does not reach (eps, delta).
    """
    eps = min(eps, LARGEST_EPS)  # a larger one is served by the noise of this one
    if delta < tests * LEAST_WEIGHT:
        raise out_of_reach(eps, delta)
    rest_table = rest_noise(eps, delta) if with_rest else None

    def build(table: NoiseTable) -> list[Step]:
        return onehit_steps(table, table.bound + 1, tests, rest_table)

    found = least_table(build, eps, delta, interpolated(eps, delta, tests), searched=with_rest)
    if tests == 1:
        found = _discrete_laplace(build, eps, delta, found)
    return Calibration(found.table, rest_table, found.delta_spent)


def _discrete_laplace(build: Build, eps: float, delta: float, found: Certified) -> Certified:
    """The discrete Laplace at eps itself where it is narrower: with a single test only its edge mass costs delta.

    That mass, tanh(eps/2) exp(-eps M) but for the cut, gives M in closed form, and what is missing in ln delta is
    missing in eps M: the rest row, and the accountant's grouping of wide tables, ask for a little more.
    """
    scale = (1.0 + 1e-9) / eps  # a hair wider than eps, for the accountant's rounding
    bound = max(1, math.floor(math.log(max(1.0, math.tanh(eps / 2.0) / delta)) / eps))
    for _ in range(6):
        if bound >= found.table.bound:
            break
        table = NoiseTable.from_family(bound, scale, shape=1.0)
        if (spent := delta_bound(build(table), eps)) <= delta:
            return Certified(table, spent)
        bound += max(1, math.floor(math.log(spent / delta) / eps))
    return found


def least_table(build: Build, eps: float, delta: float, guess: Setting, searched: bool = True) -> Certified:
    """The table of the guess's shape with the least M that makes `build(table)` (eps, delta)-DP.

    Args:
        build: the steps, as `delta_bound` takes them.
        eps, delta: the guarantee, for add/remove of one record.
        guess: an interpolated setting; a shipped one when its eps and delta are the asked ones.
        searched: whether a shipped setting was searched for these very steps, so that nothing smaller is tried.

    Raises:
        CalibrationError: even the widest legal table does not reach (eps, delta).
    """
    if guess.bound > MAX_BOUND:
        raise out_of_reach(eps, delta)
    best: Certified | None = None
    for steeper in (0.0, 0.3, 0.7, 1.5, 3.0, 6.0):
        search = _Search(build, eps, delta, replace(guess.shape, drop=guess.shape.drop + steeper))
        found = search.least_bound(guess.bound, guess.shipped, searched)
        if found is None and best is None:
            continue
        if found is None or (best is not None and found.table.bound >= best.table.bound):
            break
        best = found
        if best.table.bound <= guess.bound + 1 + guess.bound // WIDER:
            break
    if best is None:
        raise out_of_reach(eps, delta)
    return best


def out_of_reach(eps: float, delta: float) -> CalibrationError:
    return CalibrationError(
        f"eps={eps:g}, delta={delta:g} needs wider or finer noise than can be drawn (within {MAX_BOUND}, weights of at "
        "least 2**-64); raise eps or delta, or test fewer levels",
        argument="eps",
        value=eps,
    )


@dataclass(frozen=True)
class _Search:
    """The search for the least M at one shape."""

    build: Build
    eps: float
    delta: float
    shape: Shape

    def least_bound(self, guess: int, exact: bool, searched: bool) -> Certified | None:
        """None when no M up to 1.3 times the guess will do: then the edge of this shape is too heavy.

        A shipped setting (`exact`) that was `searched` is tried as it stands. Else estimates, which are never more than
        the bound, find the least M that is not hopeless, and the first one from there that is certified is taken: M is
        least up to NARROW and within about 2 % above.
        """
        limit = min(MAX_BOUND, guess + guess // 3 + 3)
        bound = guess if exact and searched else self._least_hopeful(guess, limit)
        for _ in range(20):
            if bound is None or bound > limit:
                break
            table = self.shape.table(bound)
            found = Certified(table, delta_bound(self.build(table), self.eps))
            if found.delta_spent <= self.delta:
                return found
            bound += 1 if bound <= NARROW else self._step(bound, self._excess(found.delta_spent))
        return None

    def _least_hopeful(self, guess: int, limit: int) -> int | None:
        """The least M whose estimate is within delta (of wide tables to one part in 500); None if there is none.

        Steps from the guess until M is bracketed, then tries where the chord between the ends crosses; whenever one end
        moves the other counts half (the Illinois method), so that none stays for long.
        """
        good: _Tried | None = None
        bad: _Tried | None = None
        bound = guess
        for _ in range(40):
            tried = _Tried(bound, self._excess(delta_estimate(self.build(self.shape.table(bound)), self.eps)))
            if tried.excess <= 0.0:
                before, good = good, tried
                bad = bad and bad.halved
            elif good is None and bad is not None and tried.in_vain(bad):
                return None
            else:
                before, bad = bad, tried
                good = good and good.halved
            least = bad.bound + 1 if bad else 1
            if good and good.bound - least < max(1, good.bound // 500 if good.bound > NARROW else 1):
                return good.bound
            if good and bad:
                down = (good.bound - bad.bound) * good.excess / (good.excess - bad.excess)
                bound = min(max(least, good.bound - max(1, round(down))), good.bound - 1)
            elif bound == limit:
                return None
            else:
                step = self._step(bound, tried.excess, before)
                bound = min(bound + step, limit) if bad else max(1, bound - step)
        return good.bound if good else None

    def _excess(self, delta: float) -> float:
        return math.log(max(delta, 1e-300) / self.delta)

    def _step(self, bound: int, excess: float, before: _Tried | None = None) -> int:
        """How far it is to the asked delta. ln delta falls about linearly in M, by ln(1/delta) over M; where it fell
        less since `before`, it is steeper again towards smaller M, so the mean of both is taken."""
        slope, most = math.log(1.0 / self.delta) / bound, bound
        if before is not None:
            gone = abs(bound - before.bound)
            seen = max(abs(excess - before.excess) / gone, 1e-9)
            slope, most = min(slope, math.sqrt(slope * seen)), 4 * gone
        return max(1, min(most, math.ceil(abs(excess) / slope)))


@dataclass(frozen=True)
class _Tried:
    """A bound M and the logarithm of its delta over the asked one."""

    bound: int
    excess: float

    @property
    def halved(self) -> _Tried:
        return replace(self, excess=self.excess / 2.0)

    def in_vain(self, before: _Tried) -> bool:
        """Whether a wide table grew by a hundredth or more and delta, still too large, fell by less than one part in
        ten: then what costs is the edge, which this shape makes too heavy."""
        grown = (self.bound - before.bound) * 100 >= before.bound
        return self.bound > NARROW and grown and self.excess > max(0.0, before.excess + math.log(0.9))


@lru_cache(maxsize=16)
def rest_noise(eps: float, delta: float) -> NoiseTable:
    """The table of the rest row: wide enough that the selection pays next to nothing for it.

    A discrete Gaussian that would alone be about (0.3 eps, delta/100)-DP; the accountant charges it exactly.
    """
    z = math.sqrt(2.0 * math.log(100.0 / delta))
    sd = max(1.0, z / (0.3 * eps))
    if sd * z > 8 * MAX_BOUND:
        raise out_of_reach(eps, delta)
    return NoiseTable.from_family(math.ceil(sd * (z + 0.5)), scale=sd * math.sqrt(2.0))


@cache
def shipped_settings(kind: str = "settings") -> tuple[Setting, ...]:
    """The shipped table of one kind, as recorded by its offline search."""
    text = files("dphh_sql.accounting").joinpath(f"{kind}.json").read_text(encoding="utf-8")
    return tuple(
        Setting(row["eps"], row["delta"], row["tests"], row["bound"], Shape(*row["shape"]), row.get("between", 0))
        for row in json.loads(text)["settings"]
    )


def interpolated(eps: float, delta: float, tests: int, kind: str = "settings") -> Setting:
    """A guess of M and the shape from the nearest shipped settings of a kind; exact on the shipped grid.

    M scales as ln(1/delta) / eps. The edge of the table has to carry about delta/tests of the mass, so its
    log weight is interpolated relative to that.
    """
    place = _place(eps, delta, tests)
    shipped = shipped_settings(kind)
    paths = sorted({s.tests for s in shipped}, key=lambda t: abs(math.log(t / tests)))
    known = [s for s in shipped if s.tests in (paths[:1] if paths[0] == tests else paths[:2])]
    near = sorted(known, key=lambda s: math.dist(place, _place(s.eps, s.delta, s.tests)))[:4]
    total = log_bound = log_power = edge = straight = between = 0.0
    for s in near:
        distance = math.dist(place, _place(s.eps, s.delta, s.tests))
        if distance == 0.0:
            return s
        weight = distance**-2
        total += weight
        bound = s.bound * s.eps / eps * math.log(1.0 / delta) / math.log(1.0 / s.delta)
        bound *= (tests / s.tests) ** GROWTH.get(kind, 0.2)
        log_bound += weight * math.log(bound)
        log_power += weight * math.log(s.shape.power)
        edge += weight * (s.shape.drop + s.shape.linear - math.log(s.tests / s.delta) + math.log(s.bound))
        straight += weight * s.shape.linear / (s.shape.drop + s.shape.linear)
        between += weight * s.between / s.bound
    bound = math.exp(min(log_bound / total, 40.0))  # far beyond the legal bound already
    fall = max(1.0, edge / total + math.log(tests / delta) - math.log(bound))
    linear = fall * straight / total
    shape = Shape(fall - linear, math.exp(log_power / total), linear)
    return Setting(eps, delta, tests, max(1, round(bound)), shape, round(between / total * bound), shipped=False)


def _place(eps: float, delta: float, tests: int) -> tuple[float, float, float]:
    return math.log(eps), 2.0 * math.log(math.log(1.0 / delta) + 1.0), 2.0 * math.log(tests)

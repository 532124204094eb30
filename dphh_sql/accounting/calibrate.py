"""Calibration of one-hit noise: the least bound M whose table the path accountant certifies.

The family is exp(-|k/scale|**shape - slope |k|) cut at M. Its shape in units of M hardly depends on eps and
varies smoothly with ln(1/delta) and ln h, so a guess is interpolated from the shipped settings
(`settings.json`, written by `benchmarks/calibration_table.py`) and only M is searched. Nothing shipped is
trusted: what is returned has been certified in this process.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from dphh_sql.accounting.path import delta_bound
from dphh_sql.accounting.steps import Step, hit, rest
from dphh_sql.errors import CalibrationError
from dphh_sql.noise import NoiseTable

MAX_BOUND = 200_000
"""Tables wider than this are refused: they need eps below about 0.0003."""


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
    """One row of the shipped table: the best known shape at (eps, delta, tests) and its bound."""

    eps: float
    delta: float
    tests: int
    bound: int
    shape: Shape


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
    """The least M of the family that is (eps, delta)-DP for add/remove of one record, certified here.

    Raises:
        CalibrationError: even the widest legal table does not reach (eps, delta).
    """
    rest_table = rest_noise(eps, delta) if with_rest else None
    guess, shape = interpolated(eps, delta, tests)

    def certify(bound: int, resolution: int | None = None) -> Calibration:
        table = shape.table(bound)
        spent = delta_bound(onehit_steps(table, bound + 1, tests, rest_table), eps, resolution)
        return Calibration(table, rest_table, spent)

    # A coarse grid is never less safe, only less tight: it finds the neighbourhood, the fine one decides.
    low, high = 0, max(1, guess)
    stride = max(1, guess // 200)
    if guess > 20:
        while certify(high, 60).delta_spent > delta:
            low, high = high, _wider(high, stride, eps, delta)
            stride *= 2
        if low == 0:
            low = max(0, guess - 2 * stride)
        while high - low > 1 and certify(low, 60).delta_spent <= delta if low else False:
            low, high = max(0, low - 2 * stride), low
            stride *= 2
        while high - low > max(1, guess // 500):
            middle = (low + high) // 2
            if certify(middle, 60).delta_spent <= delta:
                high = middle
            else:
                low = middle
    best = certify(high)
    while best.delta_spent > delta:
        high = _wider(high, 1, eps, delta)
        best = certify(high)
    while high > 1 and (better := certify(high - 1)).delta_spent <= delta:
        high, best = high - 1, better
    return best


def _wider(bound: int, stride: int, eps: float, delta: float) -> int:
    if bound >= MAX_BOUND:
        raise CalibrationError(
            f"eps={eps:g}, delta={delta:g} would need noise wider than {MAX_BOUND}; raise eps or delta",
            argument="eps",
            value=eps,
        )
    return min(bound + stride, MAX_BOUND)


def rest_noise(eps: float, delta: float) -> NoiseTable:
    """The table of the rest row: wide enough that the selection pays next to nothing for it.

    A discrete Gaussian that would alone be about (0.3 eps, delta/100)-DP; the accountant charges it exactly.
    """
    z = math.sqrt(2.0 * math.log(100.0 / delta))
    sd = max(1.0, z / (0.3 * eps))
    return NoiseTable.from_family(math.ceil(sd * (z + 0.5)), scale=sd * math.sqrt(2.0))


@cache
def shipped_settings() -> tuple[Setting, ...]:
    """The shipped table, as recorded by the offline search."""
    text = files("dphh_sql.accounting").joinpath("settings.json").read_text(encoding="utf-8")
    return tuple(
        Setting(row["eps"], row["delta"], row["tests"], row["bound"], Shape(*row["shape"]))
        for row in json.loads(text)["settings"]
    )


def interpolated(eps: float, delta: float, tests: int) -> tuple[int, Shape]:
    """A guess of (M, shape) by inverse-distance weights in (ln eps, ln ln 1/delta, ln h); exact on the grid."""
    total = log_bound = drop = power = linear = 0.0
    place = math.log(eps), math.log(math.log(1.0 / delta) + 1.0), math.log(tests)
    near = sorted(
        (
            (place[0] - math.log(s.eps)) ** 2
            + 4.0 * (place[1] - math.log(math.log(1.0 / s.delta) + 1.0)) ** 2
            + (place[2] - math.log(s.tests)) ** 2,
            i,
        )
        for i, s in enumerate(shipped_settings())
    )[:4]
    for distance, i in near:
        s = shipped_settings()[i]
        weight = 1.0 if distance == 0.0 else 1.0 / distance
        if distance == 0.0:
            return s.bound, s.shape
        total += weight
        # M scales as 1/eps, as ln(1/delta) and roughly as the square root of h.
        scaled = math.log(s.bound * s.eps / eps * math.log(1.0 / delta) / math.log(1.0 / s.delta))
        log_bound += weight * (scaled + 0.3 * math.log(tests / s.tests))
        drop += weight * math.log(s.shape.drop)
        power += weight * math.log(s.shape.power)
        linear += weight * s.shape.linear
    shape = Shape(math.exp(drop / total), math.exp(power / total), linear / total)
    return max(1, round(math.exp(log_bound / total))), shape

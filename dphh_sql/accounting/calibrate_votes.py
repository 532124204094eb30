"""Calibration of TrieHH: the threshold and the sampling rate that find the rarest words at (eps, delta).

For each theta the largest rate is searched that the path accountant certifies; among the thetas the one is taken at
which a word that shares no prefix needs the fewest holders to be found, in all its rounds, with probability FOUND.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

from dphh_sql.accounting.path import LARGEST_EPS, Grid, delta_bound, profile
from dphh_sql.accounting.steps import vote
from dphh_sql.errors import ArgumentError, CalibrationError
from dphh_sql.noise import TOTAL
from dphh_sql.votes import Votes

FOUND = 0.95

LEAST_THETA, MOST_THETA = 3, 3000

MOST_MEDIAN = 50_000

COARSE, FINE = 25, 150
"""Grid points per eps while searching, for theta and for the last digits of the rate."""


@dataclass(frozen=True)
class CertifiedVotes:
    """A vote that may be held in so many rounds, and the delta that the accountant certifies for them."""

    votes: Votes
    rounds: int
    delta_spent: float

    @property
    def found(self) -> int:
        """Holders that a word needs to pass all rounds with probability FOUND."""
        return self.votes.least_holders(FOUND, self.rounds)

    @property
    def median(self) -> int:
        """Holders with which a prefix passes one round at least every second time."""
        return self.votes.least_holders(0.5)


@lru_cache(maxsize=256)
def calibrate_votes(eps: float, delta: float, rounds: int) -> CertifiedVotes:
    """The votes that find the rarest words, (eps, delta)-DP for add/remove of one user over all rounds.

    Raises:
        CalibrationError: no rate can be certified.
    """
    found = cache(lambda theta: _needed(eps, delta, rounds, theta))
    theta, step = _start(delta), 8
    while step:
        around = [t for t in (theta - step, theta, theta + step) if LEAST_THETA <= t <= MOST_THETA]
        best = min(around, key=found)
        step = step if best != theta else step // 2
        theta = best
    if math.isinf(found(theta)):
        raise CalibrationError(
            f"no sampling rate reaches eps={eps:g}, delta={delta:g} over {rounds} rounds; raise eps or delta, or lower "
            "max_length",
            argument="eps",
            value=eps,
        )
    return _certified(eps, delta, rounds, theta)


@lru_cache(maxsize=256)
def votes_at_least(eps: float, delta: float, rounds: int, median: int) -> CertifiedVotes:
    """The sharpest votes known whose median (see `CertifiedVotes`) is at least the one asked for.

    Raises:
        ArgumentError: it is above MOST_MEDIAN.
    """
    if median > MOST_MEDIAN:
        raise ArgumentError(
            f"tau={median} is more than {MOST_MEDIAN}, up to which votes can be certified.",
            argument="tau",
            value=median,
        )
    least = calibrate_votes(eps, delta, rounds)
    low, high = least.votes.theta, MOST_THETA  # more votes tell the counts better apart, and need more holders
    while low < high:
        middle = (low + high + 1) // 2
        rate = _largest_rate(eps, delta, rounds, middle)
        low, high = (middle, high) if rate and middle / rate <= median else (low, middle - 1)
    theta = low
    largest = least.votes.rate if theta == least.votes.theta else _largest_rate(eps, delta, rounds, theta)

    def reaches(rate: float) -> bool:
        return _votes(rate, theta).least_holders(0.5) >= median

    rate = largest
    if not reaches(rate):
        smaller = rate
        while not reaches(smaller):
            smaller *= 0.8
        rate = _bisected(reaches, smaller, min(largest, smaller / 0.8))
    votes = _votes(rate, theta)
    return CertifiedVotes(votes, rounds, _checked(votes, rounds, eps, delta))


def _start(delta: float) -> int:
    """Near the best theta for eps of about 1."""
    return max(LEAST_THETA, round(-math.log(delta)))


def _needed(eps: float, delta: float, rounds: int, theta: int) -> float:
    rate = _largest_rate(eps, delta, rounds, theta)
    return _votes(rate, theta).least_holders(FOUND, rounds) if rate else math.inf


@lru_cache(maxsize=4096)
def _largest_rate(eps: float, delta: float, rounds: int, theta: int) -> float:
    """The largest rate that a coarse grid certifies, to about 1 %; 0 when there is none."""

    def excess(rate: float) -> float:
        """ln(delta(rate) / delta): nearly linear in ln(rate)."""
        return math.log(max(_added(_votes(rate, theta), rounds, eps, COARSE), 1e-300) / delta)

    # A user who does not vote must not tell, and theta voting holders, all there are, must not show up.
    high = min(-math.expm1(-eps) * (1.0 - 1e-6), math.exp(math.log(delta) / theta))
    try:
        low, above, below = high, 0.0, excess(high)
        while below > 0.0:
            high, above = low, below
            low /= 1.5
            below = excess(low)
        while high > low * 1.01:
            share = min(max(-below / (above - below), 0.1), 0.9)
            middle = math.exp(math.log(low) + share * math.log(high / low))
            found = excess(middle)
            low, below, high, above = (middle, found, high, above) if found <= 0.0 else (low, below, middle, found)
    except ArgumentError:  # rates whose law is too long to be written out
        return 0.0
    return low


def _added(votes: Votes, rounds: int, eps: float, points: int) -> float:
    """delta of a user that is added: while searching, below the rate at which one that is removed could tell."""
    grid = Grid.towards(min(eps, LARGEST_EPS), points, 2, 0)
    return float(profile([vote(votes, rounds)], grid, forward=False)[grid.start])


def _bisected(allowed: Callable[[float], bool], low: float, high: float, ratio: float = 1.0001) -> float:
    """The largest allowed rate, by its logarithm; low is allowed, high is not (or is not asked)."""
    while high > low * ratio:
        middle = math.sqrt(low * high)
        low, high = (middle, high) if allowed(middle) else (low, middle)
    return low


def _votes(rate: float, theta: int) -> Votes:
    return Votes(int(rate * TOTAL), theta)


def _certified(eps: float, delta: float, rounds: int, theta: int) -> CertifiedVotes:
    def allowed(rate: float) -> bool:
        return _added(_votes(rate, theta), rounds, eps, FINE) <= delta

    rate = _largest_rate(eps, delta, rounds, theta)
    rate = _bisected(allowed, rate, rate * 1.02, ratio=1.003)
    votes = _votes(rate, theta)
    return CertifiedVotes(votes, rounds, _checked(votes, rounds, eps, delta))


def _checked(votes: Votes, rounds: int, eps: float, delta: float) -> float:
    spent = delta_bound([vote(votes, rounds)], eps)
    if not spent <= delta:
        raise CalibrationError(
            f"eps={eps:g}, delta={delta:g} over {rounds} rounds cannot be certified", argument="eps", value=eps
        )
    return spent

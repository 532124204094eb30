"""TrieHH with samples of a fixed size, in the paper's form (Zhu et al., Algorithm 1), at its repaired guarantee.

Each round samples m users without replacement. The printed theorem does not hold for small m;
`accounting/fixed_samples.py` has what it forgets, the repair, and the proof. So m is a few percent below the
printed one, and a small n0 is refused. Guarantee: (eps, delta)-DP for add/remove of one user, whatever the number
of users; n0, a public number that there should be at least, only decides m. A smaller population is filled up with
users who hold nothing, so that nothing fails on its size. proof='theorem'.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import ClassVar

import numpy as np

from dphh_sql import entropy
from dphh_sql.accounting.calibrate_votes import FOUND
from dphh_sql.accounting.fixed_samples import batch, batch_delta, paper_theta
from dphh_sql.errors import ArgumentError
from dphh_sql.mechanisms.base import Design, Mechanism
from dphh_sql.mechanisms.triehh import found_words, grown, tau_too_small
from dphh_sql.request import Privacy
from dphh_sql.tree import Bools, Ints, Level, Tree

MOST_EPS = 5
"""The largest eps of one round."""

MOST_POPULATION = 10**9
"""The largest n0: a round holds m draws in memory."""


class FixedTrieHH(Mechanism):
    """The paper's form, for at least about n0 users (a public number); by theorem."""

    name: ClassVar[str] = "fixed"
    function: ClassVar[str] = "dp_triehh"

    def design(self, privacy: Privacy) -> Design:
        rounds = len(privacy.levels)
        theta, (m, spent) = _largest_batch(privacy, rounds)
        n0 = privacy.n0 or 0
        smallest = _least_holders(n0, m, theta, 0.5)
        if privacy.tau is not None and privacy.tau < smallest:
            raise tau_too_small(privacy, smallest)
        while privacy.tau is not None and _least_holders(n0, m, theta, 0.5) < privacy.tau:
            theta += 1
            more = batch(n0, theta, privacy.eps, privacy.delta, rounds)
            if more is None:
                raise ArgumentError(
                    f"tau={privacy.tau} is more than samples of a fixed size can meet at n0={n0}; take "
                    "sampling=>'poisson'.",
                    argument="tau",
                    value=privacy.tau,
                )
            m, spent = more
        return self.designed(n0, m, theta, rounds, spent)

    @classmethod
    def designed(cls, n0: int, m: int, theta: int, rounds: int, delta_spent: float) -> Design:
        """The design with the paper's symbols; `tau` is the count among n0 that passes a round every second time."""
        found = _least_holders(n0, m, theta, FOUND ** (1.0 / rounds))
        return Design(
            mechanism=cls.name,
            steps=(),
            delta_spent=delta_spent,
            tau=_least_holders(n0, m, theta, 0.5),
            floor=theta,
            margin=None,
            tables=(),
            rest_table=None,
            proof="theorem",
            parameters={"theta": theta, "m": m, "n0": n0, "rounds": rounds, "found": found},
        )

    def remade(self, design: Design, privacy: Privacy) -> Design:
        m, theta = (int(design.parameters[name]) for name in ("m", "theta"))
        return self.designed(privacy.n0 or 0, m, theta, len(privacy.levels), design.delta_spent)

    def delta_again(self, design: Design, privacy: Privacy) -> float:
        n0, m, theta, rounds = (int(design.parameters[name]) for name in ("n0", "m", "theta", "rounds"))
        covered = theta >= 5 and rounds >= len(privacy.levels) and m >= theta
        return batch_delta(n0, m, theta, privacy.eps, rounds) if covered else 1.0

    def select(self, design: Design, tree: Tree) -> tuple[Bools, ...]:
        n0, m, theta = (int(design.parameters[name]) for name in ("n0", "m", "theta"))

        def test(level: Level, asked: Ints) -> Bools:
            # Users stand in a row, the holders of each asked prefix side by side; the others come last.
            ends = np.cumsum(level.counts[asked])
            prefixes = np.searchsorted(ends, entropy.distinct(max(tree.total, n0), m), side="right")
            return np.bincount(prefixes, minlength=len(asked) + 1)[: len(asked)] >= theta

        return grown(tree, test)

    def keep(self, design: Design, index: int, residual: int) -> float:
        n0, m, theta = (int(design.parameters[name]) for name in ("n0", "m", "theta"))
        return _chance(n0, m, theta, min(residual, n0))

    def spread(self, design: Design, index: int) -> tuple[float, int | None]:
        """Of the number of holders that it takes until theta of m sampled users are among them, about."""
        n0, m, theta = (int(design.parameters[name]) for name in ("n0", "m", "theta"))
        return n0 / m * math.sqrt(theta * (1.0 - m / n0)), None

    def certain_count(self, design: Design, index: int) -> int | None:
        return None

    def margin_at(self, design: Design, beta: float, candidates: int) -> int:
        n0, m, theta = (int(design.parameters[name]) for name in ("n0", "m", "theta"))
        share = beta / (2.0 * candidates)
        high, low = (_least_holders(n0, m, theta, chance) for chance in (1.0 - share, share))
        return max(high - design.tau, design.tau - low)

    def describe(self, design: Design) -> list[str]:
        known = design.parameters
        return [
            f"In each of {known['rounds']:.0f} rounds {known['m']:.0f} users are sampled without replacement and vote "
            f"for the next character of their words, or their ends; what gets {known['theta']:.0f} votes joins the "
            f"trie. Only the trie is released. The numbers that follow are for {known['n0']:.0f} users.",
            *found_words(design),
        ]


def _largest_batch(privacy: Privacy, rounds: int) -> tuple[int, tuple[int, float]]:
    """theta, and m with its delta; the next theta too, where the printed one leaves no delta for the repair."""
    if privacy.n0 is None:
        raise ArgumentError(
            "n0 is required with sampling=>'fixed': a public number of users that there are at least; the number in "
            "the table is private. sampling=>'poisson' needs none.",
            argument="n0",
        )
    if privacy.n0 > MOST_POPULATION:
        raise ArgumentError(
            f"n0 must be at most {MOST_POPULATION} with sampling=>'fixed', got {privacy.n0}.",
            argument="n0",
            value=privacy.n0,
        )
    if privacy.eps > MOST_EPS * rounds:
        raise ArgumentError(
            f"eps must be at most {MOST_EPS * rounds} with sampling=>'fixed' over {rounds} rounds, got "
            f"{privacy.eps:g}: theta grows as exp(eps/rounds).",
            argument="eps",
            value=privacy.eps,
        )
    printed, asked = paper_theta(privacy.eps, privacy.delta, rounds), (privacy.eps, privacy.delta, rounds)
    for theta in (printed, printed + 1):
        if found := batch(privacy.n0, theta, *asked):
            return theta, found
    enough = privacy.n0
    while enough < MOST_POPULATION and batch(enough, printed + 1, *asked) is None:
        enough = math.ceil(enough * 1.5)
    raise ArgumentError(
        f"n0={privacy.n0} is too small for samples of a fixed size at eps={privacy.eps:g}, delta={privacy.delta:g} "
        f"over {rounds} rounds: with {printed} votes and so small a sample, the place that a user takes can decide "
        f"(about {enough} would do); take sampling=>'poisson', which also finds rarer words.",
        argument="n0",
        value=privacy.n0,
        remedy="take sampling=>'poisson'",
    )


def _chance(n: int, m: int, theta: int, holders: int) -> float:
    """P(Hypergeometric(n, holders, m) >= theta)."""
    most = min(holders, m)
    if most < theta:
        return 0.0
    least = max(0, m - (n - holders))
    tails = range(theta, most + 1) if theta * n >= m * holders else range(least, theta)
    logs = (_log_choose(holders, j) + _log_choose(n - holders, m - j) for j in tails)
    summed = min(1.0, math.fsum(math.exp(log - _log_choose(n, m)) for log in logs))
    return summed if theta * n >= m * holders else 1.0 - summed


def _log_choose(n: int, k: int) -> float:
    if not 0 <= k <= n:
        return -math.inf
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


@lru_cache(maxsize=256)
def _least_holders(n: int, m: int, theta: int, chance: float) -> int:
    """The least number of holders among n that passes a round with at least that chance (n if none does)."""
    low, high = theta, n
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if _chance(n, m, theta, middle) >= chance else (middle + 1, high)
    return low

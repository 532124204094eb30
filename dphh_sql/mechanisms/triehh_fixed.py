"""TrieHH with samples of a fixed size, as published (Zhu et al., Algorithm 1, Theorem 1, Corollary 1).

Each of L rounds samples m users without replacement. theta is the least integer >= 5 with
theta! (theta - 3)/(theta - 2) >= 1/delta and theta >= exp(eps/L) - 1; m = floor(n0 (1 - exp(-eps/L))/theta); then
eps = L ln(1 + 1/(n0/(m theta) - 1)) and delta = (theta - 2)/((theta - 3) theta!) hold for at least n0 users.

**Erratum**: the paper takes m from the table's own size n, which tells it: with eps=1, L=1, theta=10, one user more
than 158 makes m=10 of 9, and a word that all hold is found always instead of never. Here n0 is public. The theorem is
monotone in n (eps falls as n grows with m fixed). A smaller population is filled up to n0 with users who hold nothing,
so that nothing fails on its size; for that case the argument is:

* Let c users of n0 hold a prefix, f(c) = P(Hypergeometric(n0, c, m) >= theta). A holder more adds
  f(c + 1) - f(c) = C(c, theta-1) C(n0-1-c, m-theta)/C(n0, m), and f(c) >= C(c, theta) C(n0-c, m-theta)/C(n0, m). So
  f(c + 1)/f(c) <= 1 + theta/(c - theta + 1), which for c + 1 >= n0/m is at most 1 + 1/(n0/(m theta) - 1).
* Where c + 1 < n0/m, f(c + 1) <= sum over j >= theta of C(c+1, j) (m/n0)^j <= sum of 1/j! <= delta. Counts fall
  along the path, so this happens once, at the first such round.
* A fail is at most 1/(1 - m/n0) <= exp(eps/L) times likelier without the user.

The guarantee rests on this text and the paper's proof: proof='theorem'.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import ClassVar

import numpy as np

from dphh_sql import entropy
from dphh_sql.accounting.calibrate_votes import FOUND
from dphh_sql.errors import ArgumentError
from dphh_sql.mechanisms.base import Design, Mechanism
from dphh_sql.mechanisms.triehh import found_words, grown, tau_too_small
from dphh_sql.request import Privacy
from dphh_sql.tree import Bools, Ints, Level, Tree


def paper_theta(eps: float, delta: float, rounds: int) -> int:
    """The least threshold of Corollary 1.

    >>> [paper_theta(eps, 1e-8, 10) for eps in (1, 2, 4)]
    [12, 12, 12]
    """
    theta = 5
    while paper_delta(theta) > delta or theta < math.expm1(eps / rounds):
        theta += 1
    return theta


def paper_delta(theta: int) -> float:
    """delta of Theorem 1, (theta - 2)/((theta - 3) theta!)."""
    return math.exp(-math.lgamma(theta + 1)) * (theta - 2) / (theta - 3) * (1.0 + 1e-12)


def paper_batch(n0: int, theta: int, eps: float, rounds: int) -> int:
    """m of Corollary 1, for at least n0 users."""
    return math.floor(n0 * -math.expm1(-eps / rounds) / theta)


def paper_eps(n0: int, m: int, theta: int, rounds: int) -> float:
    """eps of Theorem 1.

    >>> paper_eps(10**5, paper_batch(10**5, 12, 1.0, 10), 12, 10) <= 1.0
    True
    """
    return rounds * math.log1p(1.0 / (n0 / (m * theta) - 1.0))


class FixedTrieHH(Mechanism):
    """The paper's form, for at least n0 users (a public number); by theorem."""

    name: ClassVar[str] = "fixed"
    function: ClassVar[str] = "dp_triehh"

    def design(self, privacy: Privacy) -> Design:
        rounds = len(privacy.levels)
        theta = paper_theta(privacy.eps, privacy.delta, rounds)
        n0 = _population(privacy, theta, rounds)
        m = paper_batch(n0, theta, privacy.eps, rounds)
        smallest = _least_holders(n0, m, theta, 0.5)
        if privacy.tau is not None and privacy.tau < smallest:
            raise tau_too_small(privacy, smallest)
        while privacy.tau is not None and m > theta and _least_holders(n0, m, theta, 0.5) < privacy.tau:
            m -= max(1, m // 100)
        return self.designed(n0, max(m, theta), theta, rounds)

    @classmethod
    def designed(cls, n0: int, m: int, theta: int, rounds: int) -> Design:
        """The design with the paper's symbols; `tau` is the count among n0 that passes a round every second time."""
        found = _least_holders(n0, m, theta, FOUND ** (1.0 / rounds))
        return Design(
            mechanism=cls.name,
            steps=(),
            delta_spent=paper_delta(theta),
            tau=_least_holders(n0, m, theta, 0.5),
            floor=theta,
            margin=None,
            tables=(),
            rest_table=None,
            proof="theorem",
            parameters={"theta": theta, "m": m, "n0": n0, "rounds": rounds, "found": found},
        )

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


def _population(privacy: Privacy, theta: int, rounds: int) -> int:
    """The public n0, large enough for the theorem and for samples of theta users."""
    if privacy.n0 is None:
        raise ArgumentError(
            "n0 is required with sampling=>'fixed': a public number of users that there are at least; the number in "
            "the table is private. sampling=>'poisson' needs none.",
            argument="n0",
        )
    least = max(theta * theta, math.ceil(theta * theta / -math.expm1(-privacy.eps / rounds)))
    while paper_batch(least, theta, privacy.eps, rounds) < theta:
        least += 1
    if privacy.n0 < least:
        raise ArgumentError(
            f"n0 must be at least {least} with sampling=>'fixed' at eps={privacy.eps:g}, delta={privacy.delta:g} over "
            f"{rounds} rounds, got {privacy.n0}: fewer users cannot give theta={theta} votes; take "
            "sampling=>'poisson', which finds rarer words.",
            argument="n0",
            value=privacy.n0,
        )
    return privacy.n0


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

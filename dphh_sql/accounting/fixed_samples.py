"""What samples of a fixed size cost TrieHH: the published formulas, what they forget, and a batch that pays for it.

Published (Zhu et al., Theorem 1 and Corollary 1), for L rounds of m out of n users: theta is the least integer >= 5
with theta! (theta - 3)/(theta - 2) >= 1/delta and theta >= exp(eps/L) - 1; m = floor(n (1 - exp(-eps/L))/theta);
eps = L ln(1 + 1/(n/(m theta) - 1)), delta = (theta - 2)/((theta - 3) theta!).

**Errata.** m taken from the table's own size tells it (eps=1, L=1, theta=10: 159 users make m=10 of 9 for 158). So
n is a public n0 here. And the proof looks at the prefixes of the added user's word alone, while a user in a sample
of fixed size displaces another: with J words that all hold, and m = J (theta - 1) + 1, some word gets theta votes
for sure; a user more with another word takes a place with probability q = m/(n + 1), and then none may. So delta >=
q times a multinomial probability, which is 0.125 instead of 0.0125 at n=39, theta=m=5 (tests/exact/test_triehh.py).

**Repaired.** Let S' be m - 1 of the n users, y another one, S = S' + y; w the added user, p its prefix with c
holders among the n. With w the sample is S (probability 1 - q) or S' + w (q). Let kappa be the share of the users
outside S' whose prefix has exactly theta - 1 votes in S': unless y is one of them, S' and S give the same trie.

* w does not bring p its theta-th vote: P(trie of S' = o) <= P(trie of S = o)/(1 - k0) + P(kappa > k0).
* It does: q P(V_p(S') = theta - 1, the rest of o) = q (theta/m) (n - m + 1)/(c - theta + 1) P(V_p(S) = theta, the
  rest of o) <= theta/(c - theta + 1) P(trie of S = o). (Count the pairs of S and y in two ways.)
* So a round costs a factor 1 + q k0/(1 - k0) + theta/(c - theta + 1), where c + 1 >= n/m, and delta q P(kappa >
  k0). Where c + 1 < n/m (c falls along the path, so once), p passes with probability at most sum of 1/j! over j >=
  theta. The reverse direction costs 1/(1 - q) a round.
* P(kappa > k0): votes are independent Binomial(c_i, r), r = (m - 1)/n, given their sum, which has probability at
  least 1/sqrt(8 m) (Ash, Information Theory, Lemma 4.7.1). By Chernoff, and Binomial(c, r)(k) <= exp(r k) Poisson(c
  r)(k), with k = theta - 1 and any s in (0, 1): at most sqrt(8 m) exp(-(m - 1) (x s k0 - B)), x = (n - m + 1)/n, B
  = exp(r k) max over l of l**(k - 1) exp(-l) (exp(s l) - 1)/k!.

All of it improves as n grows with m fixed. A population smaller than n0 is filled up to it with users who hold
nothing: then an added user takes a silent one's place, which costs theta/(c - theta + 1) in one direction (by the
second point), and in the other 1 + q/((1 - q)(1 - k0)) and delta q P(kappa > k0) (by the first).
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

SHARES = tuple(i / 20 for i in range(6, 19))
"""The k0 that are tried."""


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


def paper_batch(n: int, theta: int, eps: float, rounds: int) -> int:
    """m of Corollary 1, for n users."""
    return math.floor(n * -math.expm1(-eps / rounds) / theta)


def paper_eps(n: int, m: int, theta: int, rounds: int) -> float:
    """eps of Theorem 1.

    >>> paper_eps(10**5, paper_batch(10**5, 12, 1.0, 10), 12, 10) <= 1.0
    True
    """
    return rounds * math.log1p(1.0 / (n / (m * theta) - 1.0))


@lru_cache(maxsize=1024)
def batch(n0: int, theta: int, eps: float, delta: float, rounds: int) -> tuple[int, float] | None:
    """The largest m that is (eps, delta) for every number of users, and its delta; None when there is none."""
    found: tuple[int, float] | None = None
    for share in SHARES:
        m = paper_batch(n0, theta, eps, rounds)
        low = 0
        while low < m:  # the largest m within eps
            middle = (low + m + 1) // 2
            low, m = (middle, m) if eps_of(n0, middle, theta, rounds, share) <= eps else (low, middle - 1)
        if m >= theta and (found is None or m > found[0]):
            spent = paper_delta(theta) + rounds * displaced_delta(n0, m, theta, share)
            if spent <= delta:
                found = m, spent
    return found


def batch_delta(n0: int, m: int, theta: int, eps: float, rounds: int) -> float:
    """The least delta at which samples of m are (eps, delta), by the repaired theorem; 1.0 when there is none."""
    shares = [share for share in SHARES if eps_of(n0, m, theta, rounds, share) <= eps]
    displaced = min((displaced_delta(n0, m, theta, share) for share in shares), default=1.0)
    return min(1.0, paper_delta(theta) + rounds * displaced)


def eps_of(n0: int, m: int, theta: int, rounds: int, share: float) -> float:
    """eps of the repaired theorem, both directions."""
    q = m / n0
    if q * theta >= 1.0:
        return math.inf
    added = q * share / (1.0 - share) + 1.0 / (1.0 / (q * theta) - 1.0)
    filled_up = q / ((1.0 - q) * (1.0 - share))
    return rounds * math.log1p(max(added, filled_up)) * (1.0 + 1e-12)


def displaced_delta(n0: int, m: int, theta: int, share: float) -> float:
    """q P(kappa > share): what one round costs when the vote of a displaced user decides."""
    n, k = n0 - 1, theta - 1
    best = 0.0
    for s in np.linspace(0.025, 0.5, 20):
        # Cell by cell, from the ends of each; beyond l = k/(1 - s) the function falls.
        ends = np.linspace(0.0, (2.0 * k + 10.0) / (1.0 - s), 2000)
        low, high = ends[:-1], ends[1:]
        logs = (k - 1) * np.log(high) - low + np.log(np.expm1(s * high)) - math.lgamma(k + 1)
        most = math.exp(float(logs.max()) + (m - 1) / n * k)
        best = max(best, (m - 1) * ((n - m + 1) / n * s * share - most))
    return m / n0 * math.sqrt(8.0 * m) * math.exp(-best) * 1.001 if best > 0.0 else 1.0

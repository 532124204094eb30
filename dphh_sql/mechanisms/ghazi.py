"""Heavy nodes by the sparse vector technique over the levels' maxima (after Ghazi et al. 2022), for comparison.

From the finest level up, a level *hits* when the largest count among its open nodes, plus noise nu, reaches a
threshold plus one noise rho for all levels. At a hit every open node of the level is tested by a noisy count; the
heavy ones close themselves and their ancestors, which are then heavy (prune). After `hits` hits the walk ends. Every
node that is not heavy by then is light. Labels alone are shown. (Ghazi et al., On Differentially Private Counting
on Trees, as summarised in section 3 of the BetweenCut paper: the published constants are not in our copy, the
accounting below is ours.)

Guarantee: (eps, delta)-DP for add/remove of one row. Let X' have the row x more; k = hits, h levels, and let the
history (answers and labels so far) be the same, so that the open nodes are. Then every maximum is m under X and m
or m + 1 under X'. Let all three tables be bounded, with edge weights e_rho, e_nu (the probability of M), such that
P(rho) <= exp(eps_rho) P(rho + 1) and P(nu) <= exp(eta) P(nu + 1) inside the table. Write N for "no hit", H for "hit".

* From X to X', pair rho with rho + 1: a factor exp(eps_rho), but for the edge, e_rho. At paired thresholds N is at
  least as likely under X' (m' <= m + 1), and P(H) <= exp(eta) P'(H) + e_nu: the tail of nu at a is at most exp(eta)
  times that at a + 1, plus the edge, and m' >= m.
* From X' to X, keep rho: N is at least as likely under X, and P'(H) <= exp(eta) P(H) + e_nu as before.
* The tests after a hit meet x in one cell. H closes that cell's node and all its ancestors, so nothing that follows
  depends on x; L goes on. This is at most a `hit` step of the path accountant (whose value is not even shown).

Let D(g) be the worst hockey-stick divergence at g = exp(eps - loss) that is left with j hits to go, at paired rho, and
H_j that of j `hit` steps. D <= H_j(g exp(-j eta)) + (levels left) e_nu, by induction: N costs nothing, as D falls with
g and P(N) <= P'(N); H has P(H) = p + q with p <= exp(eta) P'(H) and q <= e_nu, so it adds e_nu and lowers g by
exp(eta); and in a `hit` step a smaller g only raises the stop terms. Hence, with k hits and the edge of rho,

    delta <= e_rho + h e_nu + delta_hit(k steps, eps - eps_rho - k eta)

of which the last term comes from the path accountant, and the others are read off the tables. The cap `hits` is part
of the algorithm, so no assumption on the data is needed for privacy.

Margin: all noise is bounded. With T = tau + M the threshold of a level, and theta = tau - M_rho - M_nu that of a
node, a level hits only if its maximum is theta + M or more. Such a node is heavy for sure, and so closed: hits use up
disjoint sets of theta + M rows each. So `hits` >= n / (theta + M), rounded down, are never exhausted, and then every
node that is left light counts at most tau + E - 1, every heavy one at least tau - E, with E = M + M_rho + M_nu.
That takes a public bound n_max >= n: with more rows than n_max the margin may fail, the privacy not.

A level whose nodes all count less than tau - E = theta - M cannot hit and holds no heavy node: SQL drops them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from dphh_sql.accounting.calibrate import MAX_BOUND, calibrate_onehit
from dphh_sql.accounting.path import delta_bound
from dphh_sql.accounting.steps import hit
from dphh_sql.errors import ArgumentError, CalibrationError
from dphh_sql.mechanisms.base import Design, Mechanism, checked_tau
from dphh_sql.mechanisms.nodes import margin_words
from dphh_sql.noise import TOTAL, NoiseTable
from dphh_sql.request import Privacy
from dphh_sql.tree import Bools, Tree

LARGEST = 30.0
"""A larger eps is calibrated as this one: more private than asked, since beyond weights are at their least."""

LARGEST_DELTA = 1e-3
"""The same for delta, so that no table is cut in its body."""

WIDER = 1.0 + 1e-6
"""Scales are a hair wider than their share of eps; what they cost is then read off the table."""


@dataclass(frozen=True)
class SparseVector:
    """Noise for a public number of hits: of the common threshold, of a level's maximum, and of a node's count."""

    hits: int
    threshold: NoiseTable
    maximum: NoiseTable
    count: NoiseTable
    delta_spent: float

    @property
    def slack(self) -> int:
        """M_rho + M_nu."""
        return self.threshold.bound + self.maximum.bound

    @property
    def margin(self) -> int:
        return self.slack + self.count.bound

    def least_tau(self, height: int, n_max: int) -> int:
        """The least legal threshold at which n_max rows in `height` levels never need more hits."""
        rows = rows_of_a_hit(self.hits, height, n_max)  # at most theta + M = tau - slack + M
        return max(self.margin + 1, rows + max(0, self.slack - self.count.bound) if rows else 0)


def rows_of_a_hit(hits: int, height: int, n_max: int) -> int:
    """How many rows a hit has to use up so that n_max rows cannot need one more; 0 if every level may hit."""
    return 0 if hits >= height else n_max // (hits + 1) + 1


class Ghazi(Mechanism):
    """Few levels hit when tau is a large part of the table; then the height hardly matters."""

    name: ClassVar[str] = "ghazi"
    function: ClassVar[str] = "dp_heavy_nodes"

    def design(self, privacy: Privacy) -> Design:
        if privacy.n_max is None:
            raise ArgumentError(
                "method ghazi needs n_max, a public bound on the number of rows: it limits how many levels can hit; "
                "for example n_max=>1000000 (taken from no query of the table).",
                argument="n_max",
            )
        height, n_max = len(privacy.levels), privacy.n_max
        eps, delta, caps = min(privacy.eps, LARGEST), min(privacy.delta, LARGEST_DELTA), _caps(height)

        def noise(hits: int) -> SparseVector:
            return calibrate_sparse_vector(eps, delta, height, hits)

        def least_tau(found: SparseVector) -> int:
            return found.least_tau(height, n_max)

        if privacy.tau is not None:
            for hits in caps:  # fewer hits need less noise, but more rows each
                if rows_of_a_hit(hits, height, n_max) <= privacy.tau and least_tau(noise(hits)) <= privacy.tau:
                    return self.designed(noise(hits), height, privacy.tau)
        best = noise(height)
        for hits in reversed(caps):
            if rows_of_a_hit(hits, height, n_max) < least_tau(best):
                best = min(best, noise(hits), key=least_tau)
        return self.designed(best, height, checked_tau(privacy, least_tau(best) - 1))

    def designed(self, noise: SparseVector, height: int, tau: int) -> Design:
        """The design at a legal threshold (tau > margin) for `height` levels."""
        names = {"hits": noise.hits, "M_rho": noise.threshold.bound, "M_nu": noise.maximum.bound}
        return Design(
            mechanism=self.name,
            steps=(),
            delta_spent=noise.delta_spent,
            tau=tau,
            floor=tau - noise.margin,
            margin=noise.margin,
            tables=(noise.count,) * height,
            rest_table=None,
            proof="theorem",
            parameters={name: float(value) for name, value in names.items()},
            extra=(noise.threshold, noise.maximum),
            accepts=(tau - noise.slack,) * height,
        )

    def remade(self, design: Design, privacy: Privacy) -> Design:
        (rho, nu), hits, height = design.extra, int(design.parameters["hits"]), len(privacy.levels)
        noise = SparseVector(hits, rho, nu, design.tables[0], design.delta_spent)
        return self.designed(noise, height, checked_tau(privacy, noise.least_tau(height, privacy.n_max or 0) - 1))

    def delta_again(self, design: Design, privacy: Privacy) -> float:
        (rho, nu), count, hits = design.extra, design.tables[0], int(design.parameters["hits"])
        left = eps_left(rho, nu, hits, privacy.eps)
        tests = [hit(count, count.bound + 1)] * hits
        return edges(rho, nu, len(design.tables)) + delta_bound(tests, left) if left > 0.0 else 1.0

    def select(self, design: Design, tree: Tree) -> tuple[Bools, ...]:
        rho, nu = design.extra
        threshold = design.tau + design.tables[0].bound + int(rho.sample(1)[0])
        hits = int(design.parameters["hits"])
        heavy: list[Bools] = []
        closed = np.zeros(len(tree.levels[-1]), dtype=np.bool_)  # by a heavy node below
        for depth, above in reversed(list(enumerate(tree.sizes_above()))):
            level, mine = tree.levels[depth], closed
            open_ = np.flatnonzero(~mine)
            counts = level.counts[open_]
            if hits > 0 and len(counts) and int(counts.max()) + int(nu.sample(1)[0]) >= threshold:
                hits -= 1
                noisy = counts + design.tables[depth].sample(len(counts))
                mine[open_] = noisy >= design.thresholds[depth]
            heavy.append(mine)
            closed = np.zeros(above, dtype=np.bool_)
            closed[level.parents[mine]] = True
        return tuple(reversed(heavy))

    # --- what a plan says of it ------------------------------------------------------------------------

    def margin_at(self, design: Design, beta: float, candidates: int) -> int:
        """rho, the h draws of nu and the candidates' noise each beyond their quantile with probability beta / 3."""
        rho, nu = design.extra
        lines = rho.quantile(1.0 - beta / 3.0) + nu.quantile(1.0 - beta / (3.0 * len(design.tables)))
        count = super().margin_at(design, 2.0 * beta / 3.0, candidates)
        return max(design.tables[0].bound + lines, rho.bound + nu.bound + count)

    def keep(self, design: Design, index: int, residual: int) -> float:
        """Of a node that alone decides whether its level hits."""
        rho, nu = design.extra
        need = design.tau + design.tables[0].bound - residual  # of nu - rho; both are symmetric
        reached = sum(float(p) * nu.survival(need + k) for k, p in enumerate(rho.pmf, start=-rho.bound))
        return min(1.0, reached) * super().keep(design, index, residual)

    def certain_count(self, design: Design, index: int) -> int | None:
        assert design.margin is not None
        return design.tau + design.margin

    def margin_note(self, design: Design, beta: float, candidates: int) -> str:
        return f"{super().margin_note(design, beta, candidates)}, if there are no more than n_max rows"

    def describe(self, design: Design) -> list[str]:
        table, hits = design.tables[0], int(design.parameters["hits"])
        return [
            f"From the finest level up, a level is looked at when its largest open count plus noise reaches "
            f"{design.tau + table.bound} (itself with noise), and at most {hits} levels are; there a node is heavy "
            f"when its count plus noise reaches {design.thresholds[0]}, and closes its ancestors, which are heavy too.",
            *margin_words(design, table.bound, table.sd, hits),
            "The margin supposes that there are no more than n_max rows; the privacy does not.",
        ]


def _caps(height: int) -> list[int]:
    """1, 2, 4, ... and the height."""
    return [*(2**i for i in range((height - 1).bit_length())), height]


@lru_cache(maxsize=256)
def calibrate_sparse_vector(eps: float, delta: float, height: int, hits: int) -> SparseVector:
    """Noise for at most `hits` hits among `height` levels, (eps, delta)-DP for add/remove of one record.

    eps is shared out so that the sum of the bounds is about least, delta in thirds.

    Raises:
        CalibrationError: a table would be wider than the legal bound.
    """
    shares = 1.0, math.sqrt(hits), hits**0.2
    rho_eps, nu_eps = (eps * share / sum(shares) for share in shares[:2])
    threshold = _laplace(rho_eps, delta / 3.0)
    maximum = _laplace(nu_eps / hits, delta / (3.0 * height))
    left = eps_left(threshold, maximum, hits, eps)
    if left > 0.0:
        count = calibrate_onehit(left, delta / 3.0, hits, False)
        spent = edges(threshold, maximum, height) + count.delta_spent
        if spent <= delta:
            return SparseVector(hits, threshold, maximum, count.table, spent)
    raise CalibrationError(
        f"method ghazi cannot draw noise fine enough for delta={delta:g}; raise delta", argument="delta", value=delta
    )


def eps_left(threshold: NoiseTable, maximum: NoiseTable, hits: int, eps: float) -> float:
    """What of eps is left for the tests of nodes: eps - eps_rho - k eta, rounded down."""
    return (eps - _loss(threshold) - hits * _loss(maximum)) * (1.0 - 1e-12)


def edges(threshold: NoiseTable, maximum: NoiseTable, height: int) -> float:
    """e_rho + h e_nu, rounded up."""
    return (threshold.weights[-1] + height * maximum.weights[-1]) / TOTAL * (1.0 + 1e-12)


def _laplace(eps: float, edge: float) -> NoiseTable:
    """Discrete Laplace of scale 1 / eps, cut where the probability of its bound is at most `edge`.

    Raises:
        CalibrationError: wider than the legal bound.
    """
    scale = WIDER / max(eps, 0.1 / MAX_BOUND)
    bound = max(1.0, scale * math.log(max(1.0, math.tanh(0.5 / scale) / edge)))
    if max(bound, scale) >= MAX_BOUND:
        raise CalibrationError(
            f"method ghazi needs noise wider than {MAX_BOUND}; raise eps or delta", argument="eps", value=eps
        )
    return NoiseTable.from_family(math.ceil(bound) + 1, scale, shape=1.0)


def _loss(table: NoiseTable) -> float:
    """The least loss with P(k) <= exp(loss) P(k + 1) for all k in the table, rounded up."""
    weights = np.array([float(w) for w in table.weights[table.bound :]])
    return float(np.abs(np.log(weights[:-1] / weights[1:])).max()) * (1.0 + 1e-12) + 1e-15

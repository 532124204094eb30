"""dp_tree_counts: the heavy nodes at growing thresholds, which bracket the count of every node (BetweenCut, App. E).

Round i finds the heavy nodes at tau_i with two answers, midpoint first, among those that were heavy before; it
stops when none is left. A node last heavy in round j counts at least tau_j - E, and at most tau_(j+1) + E - 1, with
probability one and for all nodes at once.

Guarantee: (eps, delta)-DP for add/remove of one row, for all rounds together and however many of them run. The
paper splits the budget over the rounds. We need not: successive thresholds lie at least 2 M + 1 apart, so at a node
that counts c without the row and c + 1 with it, every round but one has the same sure answer on both sides
(it is in doubt only for tau_i - M - 1 <= c <= tau_i + M - 1). A row counts at h nodes, one a level, so at most h
`bit` steps of a path differ, whatever the rounds, and the path accountant certifies those h. Where to stop is a
function of the answers.
"""

from __future__ import annotations

import math
from typing import ClassVar

import numpy as np

from dphh_sql.accounting.calibrate_threshold import ThresholdNoise, calibrate_threshold, threshold_steps
from dphh_sql.accounting.steps import StepKind
from dphh_sql.errors import ArgumentError
from dphh_sql.mechanisms.base import Design, Mechanism, checked_tau
from dphh_sql.mechanisms.nodes import margin_words
from dphh_sql.mechanisms.traversal import Answers, heavy_nodes, midpoint_first
from dphh_sql.request import Privacy
from dphh_sql.tree import Ints, Tree

DEFAULT_ALPHA = 1.2
LEAST_ALPHA = 1.01
"""Thresholds that grow more slowly would only add rounds: they are at least 2 M + 1 apart anyway."""

LARGEST = 2**62
"""No count reaches it, so no node is heavy in the last round."""


class TreeCounts(Mechanism):
    """Certified intervals for the count of every node that is heavy at the first threshold."""

    name: ClassVar[str] = "disjoint"
    function: ClassVar[str] = "dp_tree_counts"
    automatic: ClassVar[bool] = True

    def design(self, privacy: Privacy) -> Design:
        height, alpha = len(privacy.levels), _alpha(privacy)
        noise = calibrate_threshold(StepKind.BIT, privacy.eps, privacy.delta, height)
        return self.designed(noise, height, checked_tau(privacy, noise.margin), alpha)

    def designed(self, noise: ThresholdNoise, height: int, tau: int, alpha: float) -> Design:
        """The design at a legal first threshold (tau > M) for `height` levels, with noise for as many bits."""
        return Design(
            mechanism=self.name,
            steps=tuple(threshold_steps(StepKind.BIT, noise.table, tau, height)),
            delta_spent=noise.delta_spent,
            tau=tau,
            floor=tau - noise.margin,
            margin=noise.margin,
            tables=(noise.table,) * height,
            rest_table=None,
            rounds=growing(tau, alpha, noise.margin),
        )

    def remade(self, design: Design, privacy: Privacy) -> Design:
        noise = ThresholdNoise(design.tables[0], 0, design.delta_spent)
        return self.designed(noise, len(privacy.levels), checked_tau(privacy, noise.margin), _alpha(privacy))

    def describe(self, design: Design) -> list[str]:
        table = design.tables[0]
        return [
            f"Round after round, at the thresholds {', '.join(map(str, design.rounds[:4]))}, ..., a test tells whether "
            "a count plus noise reaches the threshold. Each count is in doubt in at most one of them.",
            *margin_words(design, table.bound, table.sd, len(design.tables)),
            "A node that was last heavy at one threshold and light at the next counts, with certainty, at least the "
            f"first minus {table.bound} and at most the second plus {table.bound - 1}.",
        ]

    def select(self, design: Design, tree: Tree) -> tuple[Ints, ...]:
        """For each candidate, in how many rounds it was heavy."""
        rounds = tuple(np.zeros(len(level), dtype=np.int64) for level in tree.levels)
        places = [np.arange(len(level)) for level in tree.levels]
        order = midpoint_first(len(tree.levels))
        for tau in design.rounds:

            def test(depth: int, counts: Ints, tau: int = tau) -> Answers:
                high = counts + design.tables[depth].sample(len(counts)) >= tau
                return Answers(high, np.zeros_like(high))

            heavy = heavy_nodes(tree, order, test)
            tree = tree.restricted(heavy)
            for depth, kept in enumerate(heavy):
                places[depth] = places[depth][kept]
                rounds[depth][places[depth]] += 1
            if not any(kept.any() for kept in heavy):
                break
        return rounds


def _alpha(privacy: Privacy) -> float:
    """The ratio of successive thresholds."""
    alpha = DEFAULT_ALPHA if privacy.alpha is None else privacy.alpha
    if alpha < LEAST_ALPHA:
        raise ArgumentError(
            f"alpha, the ratio of successive thresholds, must be at least {LEAST_ALPHA}, got {alpha!r}.",
            argument="alpha",
            value=alpha,
        )
    return alpha


def growing(first: int, alpha: float, bound: int) -> tuple[int, ...]:
    """Thresholds that grow by the factor alpha, at least 2 * bound + 1 apart, beyond every count and within 64 bits.

    >>> growing(11, 2.0, 10)[:4]
    (11, 32, 64, 128)
    """
    highest = 2**63 - 1 - bound
    thresholds = [first]
    while thresholds[-1] <= LARGEST:
        last = thresholds[-1]
        thresholds.append(max(math.ceil(min(alpha * last, highest)), last + 2 * bound + 1))
    return tuple(thresholds)

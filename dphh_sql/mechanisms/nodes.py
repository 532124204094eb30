"""What the methods of dp_heavy_nodes share: threshold tests in a public order of depths, and labels alone.

The answer is the ancestor-closed set of heavy nodes. Guarantee: (eps, delta)-DP for add/remove of one row. A row
counts on one path; the tests on it are the steps, certified by the path accountant on the very table that is
sampled, and answers off the path have the same law with and without the row (privacy.md, sections 3 and 5).

Margin E, with probability one and whatever the number of rows: a heavy node counts at least tau - E, any other at
most tau + E - 1. So a node with fewer than tau - E rows is light for sure: SQL drops it (the sparse form), and
tau > E makes that hold for the nodes that no row falls under.
"""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import ClassVar

from dphh_sql.accounting.calibrate_threshold import ThresholdNoise, calibrate_threshold, threshold_steps
from dphh_sql.accounting.steps import StepKind
from dphh_sql.mechanisms.base import Design, Mechanism, checked_tau
from dphh_sql.mechanisms.traversal import Answers, heavy_nodes, midpoint_first, path_tests
from dphh_sql.request import Privacy
from dphh_sql.tree import Bools, Ints, Tree


class NodeTests(Mechanism):
    """Tests of one kind: H from tau + w on, L below tau - w, B between (w = 0 but for `cut`)."""

    function: ClassVar[str] = "dp_heavy_nodes"

    kind: ClassVar[StepKind]
    """What one test tells: `bit`, `cut`, or a whole noisy count (`add`)."""

    def order(self, height: int) -> Sequence[int]:
        """The public order of the depths 0..height-1."""
        return midpoint_first(height)

    def tests(self, height: int) -> int:
        """The most tests that one path meets in this order."""
        return path_tests(height)

    def design(self, privacy: Privacy) -> Design:
        height = len(privacy.levels)
        noise = calibrate_threshold(self.kind, privacy.eps, privacy.delta, self.tests(height))
        return self.designed(noise, height, checked_tau(privacy, noise.margin))

    def designed(self, noise: ThresholdNoise, height: int, tau: int) -> Design:
        """The design at a legal threshold (tau > margin) for `height` levels, with noise certified for its tests."""
        return Design(
            mechanism=self.name,
            steps=tuple(threshold_steps(self.kind, noise.table, tau, self.tests(height), noise.between)),
            delta_spent=noise.delta_spent,
            tau=tau,
            floor=tau - noise.margin,
            margin=noise.margin,
            tables=(noise.table,) * height,
            rest_table=None,
            accepts=(tau + noise.between,) * height,
        )

    def remade(self, design: Design, privacy: Privacy) -> Design:
        between = design.thresholds[0] - design.tau if self.kind is StepKind.CUT else 0
        noise = ThresholdNoise(design.tables[0], between, design.delta_spent)
        return self.designed(noise, len(privacy.levels), checked_tau(privacy, noise.margin))

    def describe(self, design: Design) -> list[str]:
        table, tests = design.tables[0], self.tests(len(design.tables))
        return [self.told(design), *margin_words(design, table.bound, table.sd, tests)]

    @abc.abstractmethod
    def told(self, design: Design) -> str:
        """What a test answers, in a sentence."""

    def select(self, design: Design, tree: Tree) -> tuple[Bools, ...]:
        between = design.thresholds[0] - design.tau

        def test(depth: int, counts: Ints) -> Answers:
            noisy = counts + design.tables[depth].sample(len(counts))
            high = noisy >= design.tau + between
            return Answers(high, (noisy >= design.tau - between) & ~high)

        return heavy_nodes(tree, self.order(len(tree.levels)), test)


def margin_words(design: Design, bound: int, sd: float, tests: int) -> list[str]:
    """The noise and the margin in plain words."""
    assert design.margin is not None
    return [
        f"The noise is an integer within +-{bound} (standard deviation {sd:.1f}); a path meets at most {tests} "
        f"test{'s' if tests > 1 else ''}.",
        f"With certainty every heavy node counts at least {design.tau - design.margin}, and every node of "
        f"{design.tau + design.margin} or more is heavy, whatever the number of rows (margin {design.margin}).",
    ]

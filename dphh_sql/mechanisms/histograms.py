"""One noisy histogram per level, thresholded at tau (for comparison).

A record is in one cell of each of the h histograms: h `add` steps. A node is heavy when it and all its ancestors
reach tau, so cells below a light one need not be drawn. The noise is the best of a family that holds the discrete
Laplace and the discrete Gaussian. Guarantee: see `nodes`; the margin is the bound M of the noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from dphh_sql.accounting.steps import StepKind
from dphh_sql.mechanisms.base import Design
from dphh_sql.mechanisms.nodes import NodeTests


class Histograms(NodeTests):
    """The naive method: every level costs."""

    name: ClassVar[str] = "histograms"
    kind: ClassVar[StepKind] = StepKind.ADD

    def order(self, height: int) -> Sequence[int]:
        return range(height)

    def tests(self, height: int) -> int:
        return height

    def told(self, design: Design) -> str:
        return f"A node is heavy when its noisy count and those of all its ancestors reach tau = {design.tau}."

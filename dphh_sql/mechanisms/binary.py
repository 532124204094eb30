"""Heavy nodes by two answers: is the noisy count at least tau? (BetweenCut's traversal without its middle answer.)

Depths are tested midpoint first, so a record meets at most ceil(log2(h + 1)) `bit` steps, each of which goes on.
Guarantee: see `nodes`; the margin is the bound M of the noise.
"""

from __future__ import annotations

from typing import ClassVar

from dphh_sql.accounting.steps import StepKind
from dphh_sql.mechanisms.base import Design
from dphh_sql.mechanisms.nodes import NodeTests


class Binary(NodeTests):
    """The certified default of dp_heavy_nodes for all but very deep trees."""

    name: ClassVar[str] = "binary"
    automatic: ClassVar[bool] = True
    kind: ClassVar[StepKind] = StepKind.BIT

    def told(self, design: Design) -> str:
        return (
            f"A test tells whether a count plus noise reaches tau = {design.tau}: if so the node and its ancestors "
            "are heavy, if not the node and all below it are light."
        )

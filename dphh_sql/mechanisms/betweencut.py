"""BetweenCut (Bao, Cormode, Xiao, Yu, arXiv 2610.10075): three answers, of which the middle one ends the path.

L below tau - w, H from tau + w on, B between: then the proper ancestors are heavy, the node and all below it
light, and nothing more is asked on any path through it. Depths are tested midpoint first, so a record meets at most
ceil(log2(h + 1)) `cut` steps. The paper's guards need no code: the noise is bounded by M, so a count below
tau - w - M always answers L and one from tau + w + M on always H.

Guarantee: see `nodes`; the margin is w + M (section 5 of the paper). The calibration of (w, M) is ours: the least
w + M that the path accountant certifies, not the constants of Theorem 5.5.
"""

from __future__ import annotations

from typing import ClassVar

from dphh_sql.accounting.steps import StepKind
from dphh_sql.mechanisms.base import Design
from dphh_sql.mechanisms.nodes import NodeTests


class BetweenCut(NodeTests):
    """The certified choice for very deep trees, where ending a path early outweighs the gap between thresholds."""

    name: ClassVar[str] = "betweencut"
    automatic: ClassVar[bool] = True
    kind: ClassVar[StepKind] = StepKind.CUT

    def told(self, design: Design) -> str:
        between = design.thresholds[0] - design.tau
        return (
            f"A test tells whether a count plus noise is below {design.tau - between} (the node and all below it are "
            f"light), at least {design.tau + between} (the node and its ancestors are heavy) or between (the proper "
            "ancestors are heavy, the rest is light, and no more is asked on the path)."
        )

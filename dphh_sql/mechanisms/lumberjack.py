"""Lumberjack: the midpoint-first traversal with a full noisy count at each test (for comparison).

Accounted as if the noisy counts were released: at most ceil(log2(h + 1)) `add` steps on a path, each a cell of
one level's histogram. The labels alone are shown. Guarantee: see `nodes`; the margin is the bound M of the noise.
"""

from __future__ import annotations

from typing import ClassVar

from dphh_sql.accounting.steps import StepKind
from dphh_sql.mechanisms.base import Design
from dphh_sql.mechanisms.nodes import NodeTests


class Lumberjack(NodeTests):
    """Pays for counts that are not shown, so `binary` is never worse."""

    name: ClassVar[str] = "lumberjack"
    kind: ClassVar[StepKind] = StepKind.ADD

    def told(self, design: Design) -> str:
        return (
            f"A node whose noisy count reaches tau = {design.tau} is heavy with its ancestors, one whose does not is "
            "light with all below it; the privacy loss is that of the noisy counts themselves."
        )

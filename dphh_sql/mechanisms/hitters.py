"""What every mechanism of dp_heavy_hitters selects, and the exact one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import pyarrow as pa

from dphh_sql.intervals import selected_noise
from dphh_sql.mechanisms.base import Design
from dphh_sql.mechanisms.onehit import OneHit
from dphh_sql.noise import NoiseTable
from dphh_sql.request import Privacy
from dphh_sql.tree import Ints, Tree


@dataclass(frozen=True)
class Hitters:
    """The selected items of one level and what is released of them.

    Attributes:
        level, items: the tested level, and the items as keys of it (text).
        values: their released counts: a counter plus noise.
        least: a value was released because it reached this.
        noise: the law of a released value's noise, before selection.
        over, under: by how much a counter may be above and below the truth, at most; released or public.
    """

    level: int
    items: pa.Array
    values: Ints
    least: int
    noise: NoiseTable
    over: int = 0
    under: int = 0

    def intervals(
        self, beta: float, taken: Ints | int = 0, index: Ints | slice = slice(None)
    ) -> tuple[Ints, Ints]:
        """Per item an interval that holds the truth with probability 1 - beta, given that it was selected.

        Args:
            taken: what was taken off each value before it was compared with `least`, independent of its noise.
            index: the items asked for.
        """
        moved = np.broadcast_to(taken, self.values.shape)[index]
        lo, hi = selected_noise(self.noise, self.least, beta).residual(self.values[index] - moved)
        return np.maximum(lo + moved - self.over, 0), hi + moved + self.under

    @property
    def certain(self) -> tuple[Ints, Ints]:
        """Per item the least and the largest truth there can be, whatever the noise was."""
        reach = self.noise.bound
        return np.maximum(self.values - reach - self.over, 0), self.values + reach + self.under


class ExactItems(OneHit):
    """One-hit HHH with a single level: every item is counted, those that reach tau with their noise are released."""

    name: ClassVar[str] = "exact"
    function: ClassVar[str] = "dp_heavy_hitters"

    def design(self, privacy: Privacy) -> Design:
        return super().design(replace(privacy, rest=False))

    def select(self, design: Design, tree: Tree) -> tuple[Hitters, ...]:  # type: ignore[override]
        selection = super().select(design, tree)
        return tuple(
            Hitters(level.level, level.keys.filter(pa.array(chosen)), values, design.tau, table)
            for level, chosen, values, table in zip(
                tree.levels, selection.chosen, selection.residuals, design.tables, strict=True
            )
        )

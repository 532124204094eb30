"""The exact, non-private answers, for owners and tests. Nothing here protects anybody.

The definitions are those of the DP-HHH paper: F(p) is the count below p that no selected descendant covers,
and p is selected when F(p) >= tau, from the leaves up.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dphh_sql.tree import Tree, add_to_parents

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class ExactAnswer:
    """Per level: residual count of every node, and whether it is an exact hierarchical heavy hitter."""

    residuals: tuple[Ints, ...]
    heavy: tuple[npt.NDArray[np.bool_], ...]
    rest: int


def exact_answer(tree: Tree, tau: int) -> ExactAnswer:
    """The exact hierarchical heavy hitters at threshold tau, with every residual count."""
    residuals: list[Ints] = []
    heavy: list[npt.NDArray[np.bool_]] = []
    covered = np.zeros(len(tree.levels[-1]), dtype=np.int64)
    for level, above in reversed(list(zip(tree.levels, tree.sizes_above(), strict=True))):
        residual = level.counts - covered
        hit = residual >= tau
        residuals.append(residual)
        heavy.append(hit)
        covered = add_to_parents(np.where(hit, level.counts, covered), level.parents, above)
    return ExactAnswer(tuple(reversed(residuals)), tuple(reversed(heavy)), tree.total - int(covered[0]))

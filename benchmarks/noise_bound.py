"""A lower bound on M for one-hit tests: no symmetric table can do better, nor tables that differ by level on average.

Write F(k) = P(z < k), x_k = -ln F(k) and r_k = x_{k-1} - x_k = ln(F(k) / F(k-1)). A record that meets n <= h tests at
counts of which the first n - 1 are not selected and the last is selected with a value below some bound ("z < k", a
stop at every value) shows the event of probability F(k_1)...F(k_n) under X and F(k_1 - 1)...F(k_n - 1) under X + 1. So

    exp(-sum x_k) (1 - exp(eps - sum r_k)) <= delta:   sum r_k <= eps + phi(sum x_k),   phi(y) = -ln(1 - delta e^y).

Let rho(y) = r_k for y in [x_k, x_{k-1}); the number of steps from x_a down to x_b is the integral of 1/rho between
them, and as phi grows, sum rho(y_i) <= eps + phi(sum y_i) for all y_1..y_n. With w(-M) <= 1 - (1 - delta)^(1/h) (all
counts tau - M - 1, all in favour of X + 1) and F(0) <= 1/2 <= F(1) (symmetry), M is at least the integral of 1/rho over
[ln 2, -ln w(-M)]. Its least value over all rho is a convex programme. Averaged over cells of y (harmonic means are
below arithmetic ones; two y's that run through their cells in opposite directions keep their sum), each inequality
holds between cell means, with sum y at the cells' midpoints plus half a cell; 1/rho is bounded below by tangents. So
every linear programme below, whatever its inequalities, is a lower bound.

Tables of their own for each test change nothing: averaged over the orders of the tests, the same inequalities hold
for the mean rho, and the mean of 1/rho is at least 1 over the mean. Then the *mean* of the M's is bounded, from
x = ln(1/delta) on.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.optimize import linprog

CELLS = 120
TANGENTS = np.geomspace(0.02, 5.0, 80)
"""Where 1/rho is bounded below, in units of eps."""


def least_possible_bound(eps: float, delta: float, tests: int, common: bool = True) -> float:
    """M of every (eps, delta)-DP table is at least this; their mean, for tables that are not `common` to the tests."""
    edge = -math.log(-math.expm1(math.log1p(-delta) / tests)) if common else math.log(1.0 / delta)
    return max(_one_test(eps, delta), _Relaxation(eps, delta, tests, edge).bound())


def _one_test(eps: float, delta: float) -> float:
    """F(k) <= e^eps F(k-1) + delta from F(-M) = 0, and F(0) + F(1) = 1 by symmetry."""
    bound = 1
    while delta * (math.expm1(eps * bound) + math.expm1(eps * (bound + 1))) < math.expm1(eps):
        bound += 1
    return bound


class _Relaxation:
    """Linear programmes over (mean rho, bound of 1/rho) per cell; inequalities are added where they are violated."""

    def __init__(self, eps: float, delta: float, tests: int, edge: float) -> None:
        self.eps, self.delta, self.low = eps, delta, math.log(2.0)
        self.width = (edge - self.low) / CELLS
        self.longest = min(tests, int(math.log(1.0 / delta) / self.low))
        self.known: set[tuple[int, ...]] = set()
        for cell in range(CELLS):
            self._add((cell,))

    def bound(self) -> float:
        value = 0.0
        for _ in range(60):
            value, rates = self._solve()
            if not sum(self._add(cells) for cells in self._violated(rates)):
                break
        return value

    def _limit(self, number: int, total: int) -> float:
        """eps + phi for `number` cells whose indices sum to `total`."""
        y = number * self.low + self.width * (total + number / 2.0 + (0.5 if number % 2 else 0.0))
        mass = self.delta * math.exp(y)
        return self.eps - math.log1p(-mass) if mass < 1.0 else math.inf

    def _add(self, cells: tuple[int, ...]) -> bool:
        new = cells not in self.known and self._limit(len(cells), sum(cells)) < math.inf
        if new:
            self.known.add(cells)
        return new

    def _solve(self) -> tuple[float, npt.NDArray[np.float64]]:
        one = sparse.identity(CELLS)
        tangents = self.eps * TANGENTS
        rows = [sparse.hstack([-one / g**2, -one]) for g in tangents]
        counts = np.array([np.bincount(cells, minlength=CELLS) for cells in sorted(self.known)])
        rows.append(sparse.hstack([sparse.csr_matrix(counts), sparse.csr_matrix(counts.shape)]))
        limits = [*np.repeat(-2.0 / tangents, CELLS), *(self._limit(len(c), sum(c)) for c in sorted(self.known))]
        cost = np.repeat([0.0, self.width], CELLS)
        found = linprog(cost, A_ub=sparse.vstack(rows).tocsr(), b_ub=limits, bounds=(0.0, None), method="highs")
        return float(found.fun), np.asarray(found.x[:CELLS])

    def _violated(self, rates: npt.NDArray[np.float64]) -> list[tuple[int, ...]]:
        """For each number and sum of indices the cells of the largest total rate, where that exceeds the limit."""
        sums = int(math.log(1.0 / self.delta) / self.width) + 2
        best, choices, found = np.full(sums, -np.inf), [], []
        best[0] = 0.0
        for number in range(1, self.longest + 1):
            options = np.full((CELLS, sums), -np.inf)
            for cell in range(min(CELLS, sums)):
                options[cell, cell:] = best[: sums - cell] + rates[cell]
            choices.append(options.argmax(0))
            best = options.max(0)
            excess = [(best[s] - self._limit(number, s), s) for s in range(sums) if best[s] > -np.inf]
            for over, total in sorted(excess, reverse=True)[:40]:
                if over > 1e-3 * self.eps:
                    found.append(self._cells(choices, total))
        return found

    @staticmethod
    def _cells(choices: list[npt.NDArray[np.int64]], total: int) -> tuple[int, ...]:
        cells = []
        for choice in reversed(choices):
            cells.append(int(choice[total]))
            total -= cells[-1]
        return tuple(sorted(cells))


if __name__ == "__main__":
    for number in (1, 2, 3, 5, 8, 16):
        same, mean = (least_possible_bound(1.0, 1e-6, number, common) for common in (True, False))
        print(f"eps=1, delta=1e-6, {number} tests: M >= {same:.2f}, mean M of tables of their own >= {mean:.2f}")

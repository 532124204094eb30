"""Could an accountant made for the k rows of a unit calibrate less noise than the group bound?

    python benchmarks/unit_groups.py

The group bound calibrates for one row at (eps/k, delta (e^(eps/k) - 1) / (e^eps - 1)). Whatever accountant replaces it
must cover the pairs of tables in which all k rows lie in one leaf. On a chain (n rows in one leaf, each level the same
count) the output law of the one-hit mechanism has a closed form, so that pair's delta is exact: the least M at which it
stays below delta, over the shapes of noise that calibration uses and their neighbours, is a floor that no accountant
goes under with such noise. Printed: that floor beside the M that is used. k = 1 shows how far the chain falls short of
the worst table.
"""

from __future__ import annotations

import itertools

import numpy as np

import dphh_sql
from dphh_sql.accounting.calibrate import Shape, interpolated
from dphh_sql.noise import NoiseTable
from dphh_sql.request import group_factor

SETTINGS = ((1.0, 1e-6, 1), (1.0, 1e-6, 3), (1.0, 1e-6, 5), (0.5, 1e-6, 3), (3.0, 1e-6, 3), (1.0, 1e-9, 3))
DROPS = (0.8, 0.85, 0.9, 0.95, 1.0, 1.05, 1.1)
POWERS = (0.92, 1.0, 1.08)


def shapes(eps: float, delta: float, levels: int, k: int) -> list[Shape]:
    """Those shipped for one row at the unit's amounts and at a row's share, with steeper, flatter and rounder ones."""
    share = eps / k, delta / group_factor(eps / k, k)
    known = {interpolated(*amounts, levels).shape for amounts in ((eps, delta), share)}
    return [
        Shape(shape.drop * drop, shape.power * power, shape.linear * drop)
        for shape, drop, power in itertools.product(known, DROPS, POWERS)
    ]


def chain_delta(table: NoiseTable, levels: int, k: int, eps: float) -> float:
    """The largest exact delta over n of (n rows, n + k rows) in one leaf, both directions, at tau = M + 1."""
    m, pmf = table.bound, np.asarray(table.pmf)
    tau = m + 1
    survival = np.append(np.cumsum(pmf[::-1])[::-1], 0.0)

    def law(n: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(probability of a miss, probabilities of the values tau .. tau + 2M + k - 1 at one test)."""
        miss = 1.0 - survival[np.clip(tau - n + m, 0, 2 * m + 1)]
        z = np.arange(tau, tau + 2 * m + k)[None, :] - n[:, None] + m
        return miss, np.where((z >= 0) & (z <= 2 * m), pmf[np.clip(z, 0, 2 * m)], 0.0)

    counts = np.arange(tau - m - k, tau + m)
    (miss, hits), (miss_k, hits_k) = law(counts), law(counts + k)
    worst = 0.0
    for (p, ph), (q, qh) in (((miss, hits), (miss_k, hits_k)), ((miss_k, hits_k), (miss, hits))):
        delta = np.maximum(0.0, p**levels - np.exp(eps) * q**levels)
        for t in range(levels):
            delta += np.maximum(0.0, (p**t)[:, None] * ph - np.exp(eps) * (q**t)[:, None] * qh).sum(axis=1)
        worst = max(worst, float(delta.max()))
    return worst


def floor_of_bounds(eps: float, delta: float, levels: int, k: int, most: int) -> int:
    """The least M of any tried shape at which the chain stays within (eps, delta)."""

    tried = shapes(eps, delta, levels, k)

    def reached(m: int) -> bool:
        return any(chain_delta(shape.table(m), levels, k, eps) <= delta for shape in tried)

    low, high = 1, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high


def main() -> None:
    print("eps  delta  levels  k   M used   floor   floor/used", flush=True)
    for eps, delta, levels in SETTINGS:
        for k in (1, 2, 3, 5):
            plan = dphh_sql.plan(
                "dp_hhh", hierarchy="chars(8)", levels=list(range(1, levels + 1)), eps=eps, delta=delta, rest=False,
                **({} if k == 1 else {"unit": "u", "max_rows": k}),
            )  # fmt: skip
            floor = floor_of_bounds(eps, delta, levels, k, 2 * plan.margin)
            amounts = f"{eps:3g}  {delta:g}  {levels:6d} {k:2d}"
            print(f"{amounts} {plan.margin:8d} {floor:7d}   {floor / plan.margin:.2f}", flush=True)


if __name__ == "__main__":
    main()

"""Coverage of the intervals given selection, computed exactly: by enumeration of the noise, never by simulation.

Given which prefixes are selected, the released values are independent, each F + Z given F + Z >= tau. So the
coverage at every residual count F (and at every pair or triple of them, for sums) is a finite sum of the table's
weights. Doubles sum at most a few hundred thousand positive terms here: SLACK covers their rounding.
"""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pytest

from dphh_sql import plan
from dphh_sql.intervals import half_width, selected_noise
from dphh_sql.noise import NoiseTable
from dphh_sql.plan import Plan
from dphh_sql.release import release_rows
from dphh_sql.tree import Ints, Level, Selection, Tree

SLACK = 1e-10
PLANS = [(0.5, 1), (0.5, 3), (1.0, 1), (1.0, 3), (1.0, 5), (3.0, 1), (3.0, 3), (3.0, 5)]
WIDE = [(0.5, 5), (0.5, 16), (1.0, 16), (3.0, 16)]
ALL = [*PLANS, *(pytest.param(*wide, marks=pytest.mark.slow) for wide in WIDE)]


@cache
def planned(eps: float, tests: int, beta: float = 0.05, above: int = 0, rest: bool = True) -> Plan:
    """A plan whose threshold is `above` its smallest one."""
    kind = f"chars({tests})"
    least = plan("dp_hhh", hierarchy=kind, eps=eps, beta=beta, rest=rest)
    return plan("dp_hhh", hierarchy=kind, eps=eps, beta=beta, rest=rest, tau=least.tau + above) if above else least


def given_selected(table: NoiseTable, tau: int, count: int) -> tuple[Ints, npt.NDArray[np.float64]]:
    """The released values at residual count F and their probabilities given selection; empty if it is impossible."""
    z = np.arange(-table.bound, table.bound + 1)
    reaches = count + z >= tau
    weights = table.pmf[reaches]
    return count + z[reaches], weights / weights.sum() if len(weights) else weights


def forest(of: Plan, below: list[Ints], own: Ints | None) -> tuple[Tree, Selection]:
    """Roots of level 1, each with one selected node per entry of `below` at level 2, and selected itself if `own`.

    The counts of the tree are not looked at: only the selection and the links are.
    """
    roots = len(below[0])
    leaves = np.stack(below, axis=1).reshape(-1)
    levels = [
        Level(1, pa.array([str(i) for i in range(roots)], pa.string()), np.zeros(roots, dtype=np.int64), np.zeros(roots, dtype=np.int64)),
        Level(
            2,
            pa.array([str(i) for i in range(len(leaves))], pa.string()),
            np.zeros(len(leaves), dtype=np.int64),
            np.repeat(np.arange(roots), len(below)),
        ),
    ]
    chosen = np.full(roots, own is not None), np.ones(len(leaves), dtype=bool)
    residuals = np.zeros(0, dtype=np.int64) if own is None else own, leaves
    for level in of.levels[2:]:
        none = np.zeros(0, dtype=np.int64)
        levels.append(Level(level, pa.array([], pa.string()), none, none))
        chosen, residuals = (*chosen, np.zeros(0, dtype=bool)), (*residuals, none)
    return Tree(tuple(levels), 0), Selection(chosen, residuals, None)


def sum_intervals(of: Plan, values: list[Ints]) -> tuple[Ints, Ints, Ints]:
    """count, count_lo, count_hi of a selected root above selected nodes; `values[0]` is its own residual."""
    rows = release_rows(of, *forest(of, values[1:], values[0]))
    top = rows.filter(pa.array(np.asarray(rows.field("level")) == 1))
    order = np.argsort(np.array(top.field("prefix").to_pylist(), dtype=np.int64))
    lo, hi, count = (np.asarray(top.field(name))[order] for name in ("count_lo", "count_hi", "count"))
    return count, lo, hi


# --- one value ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("beta", [0.5, 0.05, 1e-3])
@pytest.mark.parametrize("above", [0, 7])
@pytest.mark.parametrize(("eps", "tests"), ALL)
def test_a_residual_is_covered_given_selection(eps: float, tests: int, above: int, beta: float) -> None:
    of = planned(eps, tests, beta, above)
    table, tau = of.design.tables[0], of.tau
    noise = selected_noise(table, tau, beta)
    possible = 0
    for count in range(tau + 3 * table.bound + 1):
        values, chances = given_selected(table, tau, count)
        if not len(values):
            assert count < tau - table.bound
            continue
        possible += 1
        lo, hi = noise.residual(values)
        covered = chances[(lo <= count) & (count <= hi)].sum()
        assert covered >= 1 - beta - SLACK, (count, covered)
        # Certain facts: within M, at least tau - M, the value inside, nothing negative.
        assert (lo >= np.maximum(np.maximum(values - table.bound, tau - table.bound), 0)).all()
        assert (hi <= values + table.bound).all()
        assert ((lo <= values) & (values <= hi)).all()
    assert possible == 4 * table.bound + 1


@pytest.mark.parametrize(("eps", "tests"), PLANS)
def test_plain_quantiles_would_not_cover(eps: float, tests: int) -> None:
    """The reason for all this (privacy.md, section 3): the check above can fail."""
    of = planned(eps, tests)
    table, tau = of.design.tables[0], of.tau
    half = half_width(table, 1, None, 0.05)
    values, chances = given_selected(table, tau, tau - table.bound)
    assert chances[np.abs(values - (tau - table.bound)) <= half].sum() == 0
    values, chances = given_selected(table, tau, tau + 2 * table.bound)
    assert chances[np.abs(values - (tau + 2 * table.bound)) <= half].sum() >= 0.95 - SLACK


@pytest.mark.parametrize(("eps", "tests"), PLANS)
def test_intervals_are_not_wider_than_needed(eps: float, tests: int) -> None:
    """Where selection is certain they are the plain quantiles, and a step less would not cover."""
    of = planned(eps, tests)
    table, tau = of.design.tables[0], of.tau
    value = np.array([tau + 2 * table.bound])
    (lo,), (hi,) = selected_noise(table, tau, 0.05).residual(value)
    half = half_width(table, 1, None, 0.05)
    assert (lo, hi) == (value[0] - half, value[0] + half)
    assert half == 0 or table.survival(half) > 0.025 >= table.survival(half + 1) - SLACK


@pytest.mark.parametrize("value", [0, 10**6, 2**52])
def test_far_values_are_shifted_only(value: int) -> None:
    of = planned(1.0, 3)
    noise = selected_noise(of.design.tables[0], of.tau, 0.05)
    base = of.tau + 2 * of.design.tables[0].bound
    near, far = noise.residual(np.array([base])), noise.residual(np.array([base + value]))
    assert [int(b[0] - a[0]) for a, b in zip(near, far, strict=True)] == [value, value]


def test_lowered_errors_are_stochastically_at_most_fresh_noise() -> None:
    """What makes the intervals of sums valid: P(u(v) - F >= x | selected) <= P(Z >= x) for every F and x."""
    for eps, tests in PLANS:
        of = planned(eps, tests)
        table, tau = of.design.tables[0], of.tau
        noise = selected_noise(table, tau, 0.05)
        for count in range(max(0, tau - table.bound), tau + 2 * table.bound + 1):
            values, chances = given_selected(table, tau, count)
            errors = noise.lowered(values) - count
            assert (errors <= values - count).all()
            for x in range(-table.bound, table.bound + 1):
                assert chances[errors >= x].sum() <= table.survival(x) + SLACK, (eps, tests, count, x)


# --- sums of two and three values ---------------------------------------------------------------------------


def chance_table(table: NoiseTable, tau: int, counts: list[int], values: Ints) -> npt.NDArray[np.float64]:
    """P(value | selected, F), rows F, columns `values`."""
    found = np.zeros((len(counts), len(values)))
    for row, count in enumerate(counts):
        seen, chances = given_selected(table, tau, count)
        found[row, seen - values[0]] = chances
    return found


def selectable(table: NoiseTable, tau: int, most: int | None = None) -> list[int]:
    """Residual counts at which selection is possible, up to tau + 3M; about `most` of them, the edge ones dense."""
    every = list(range(max(0, tau - table.bound), tau + 3 * table.bound + 1))
    if most is None or len(every) <= most:
        return every
    stride = -(-len(every) // most)
    edges = {every[0], every[1], tau - 1, tau, tau + table.bound - 1, tau + table.bound, every[-1]}
    return sorted(edges | set(every[::stride]))


def assert_sums_are_covered(of: Plan, draws: int, most: int | None) -> None:
    table, tau = of.design.tables[0], of.tau
    values = np.arange(tau, tau + 4 * table.bound + 1)
    grid = np.meshgrid(*[values] * draws, indexing="ij")
    count, lo, hi = (a.reshape(grid[0].shape) for a in sum_intervals(of, [axis.reshape(-1) for axis in grid]))
    assert (count == sum(grid)).all()
    assert ((0 <= lo) & (lo <= count) & (count <= hi)).all()
    least = sum(np.maximum(axis - table.bound, tau - table.bound) for axis in grid)
    assert ((lo >= least) & (hi <= count + draws * table.bound)).all()
    counts = selectable(table, tau, most)
    chances = chance_table(table, tau, counts, values)
    for rows in itertools.combinations_with_replacement(range(len(counts)), draws):
        truth = sum(counts[row] for row in rows)
        spans = [slice(*np.flatnonzero(chances[row])[[0, -1]] + [0, 1]) for row in rows]
        covered = ((lo[tuple(spans)] <= truth) & (truth <= hi[tuple(spans)])).astype(float)
        for row, span in zip(reversed(rows), reversed(spans), strict=True):
            covered = covered @ chances[row, span]
        assert covered >= 1 - of.privacy.beta - SLACK, ([counts[row] for row in rows], covered)


@pytest.mark.parametrize(("eps", "tests"), [(1.0, 3), (3.0, 3), (3.0, 5)])
def test_a_sum_of_two_is_covered_given_selection(eps: float, tests: int) -> None:
    assert_sums_are_covered(planned(eps, tests), 2, most=None if eps == 3 else 40)


@pytest.mark.parametrize("beta", [0.5, 1e-3])
def test_a_sum_of_two_is_covered_at_other_levels_and_thresholds(beta: float) -> None:
    assert_sums_are_covered(planned(3.0, 3, beta, above=5), 2, most=None)


def test_a_sum_of_three_is_covered_given_selection() -> None:
    assert_sums_are_covered(planned(3.0, 2), 3, most=8)


@pytest.mark.slow
@pytest.mark.parametrize(("eps", "tests"), [(0.5, 3), (0.5, 16), (1.0, 3), (1.0, 5), (1.0, 16), (3.0, 16)])
def test_a_sum_of_two_is_covered_given_selection_at_length(eps: float, tests: int) -> None:
    assert_sums_are_covered(planned(eps, tests), 2, most=None if eps >= 1 and tests < 16 else 50)


@pytest.mark.slow
@pytest.mark.parametrize(("eps", "tests"), [(3.0, 2), (3.0, 5), (1.0, 2)])
def test_a_sum_of_three_is_covered_given_selection_at_length(eps: float, tests: int) -> None:
    assert_sums_are_covered(planned(eps, tests), 3, most=12)


# --- the rest row -------------------------------------------------------------------------------------------


@cache
def rest_intervals(eps: float, tests: int, drawn: int, *below: int) -> tuple[int, ...]:
    """residual, lo, hi, count, lo, hi of the rest row when `drawn` was its noisy residual."""
    of = planned(eps, tests)
    tree, selection = forest(of, [np.array(below, dtype=np.int64)], None)
    row = release_rows(of, tree, Selection(selection.chosen, selection.residuals, drawn))[0].as_py()
    return tuple(row[name] for name in ("residual", "residual_lo", "residual_hi", "count", "count_lo", "count_hi"))


@pytest.mark.parametrize(("eps", "tests"), [(1.0, 3), (3.0, 3), pytest.param(0.5, 5, marks=pytest.mark.slow)])
def test_the_rest_row_is_covered(eps: float, tests: int) -> None:
    of = planned(eps, tests)
    table = of.design.rest_table
    assert table is not None
    most = 2 * table.bound + 5
    found = {v: rest_intervals(eps, tests, v) for v in range(-table.bound, most + table.bound + 1)}
    z = np.arange(-table.bound, table.bound + 1)
    for truth in [*range(30), table.bound - 1, table.bound, table.bound + 1, most]:
        spans = np.array([found[truth + k] for k in z.tolist()])
        for value, lo, hi in (spans[:, :3].T, spans[:, 3:].T):
            assert table.pmf[(lo <= truth) & (truth <= hi)].sum() >= 0.95 - SLACK
            assert ((0 <= lo) & (lo <= value) & (value <= hi)).all()
        assert (np.abs(spans[:, 0] - truth) <= table.bound).all()


@pytest.mark.parametrize(("eps", "tests"), [(4.0, 2), *(pytest.param(*p, marks=pytest.mark.slow) for p in [(3.0, 3), (1.0, 2)])])
def test_the_total_above_one_selected_node_is_covered(eps: float, tests: int) -> None:
    of = planned(eps, tests)
    table, extra, tau = of.design.tables[0], of.design.rest_table, of.tau
    assert extra is not None
    for count, left in itertools.product([tau - table.bound, tau - 1, tau + table.bound], [0, 3]):
        values, chances = given_selected(table, tau, count)
        covered = 0.0
        for value, chance in zip(values.tolist(), chances, strict=True):
            drawn = range(left - extra.bound, left + extra.bound + 1)
            spans = np.array([rest_intervals(eps, tests, noisy, value) for noisy in drawn])
            inside = (spans[:, 4] <= count + left) & (count + left <= spans[:, 5])
            covered += chance * extra.pmf[inside].sum()
            assert ((0 <= spans[:, 4]) & (spans[:, 4] <= spans[:, 3]) & (spans[:, 3] <= spans[:, 5])).all()
        assert covered >= 0.95 - SLACK, (count, left, covered)


def test_half_width_is_the_exact_quantile_of_a_sum() -> None:
    of = planned(3.0, 3)
    table, extra = of.design.tables[0], of.design.rest_table
    law: npt.NDArray[np.float64] = np.ones(1)
    for draws in range(1, 5):
        law = np.convolve(law, table.pmf)
        for more in (None, extra):
            whole = law if more is None else np.convolve(law, more.pmf)
            centre = len(whole) // 2
            for beta in (0.5, 0.05, 1e-3):
                q = half_width(table, draws, more, beta)
                assert whole[centre + q + 1 :].sum() <= beta / 2
                assert q == 0 or whole[centre + q :].sum() > beta / 2 - 2e-9

"""Ghazi and PrivTree, exactly: their theorems' delta against the output laws of the real selections."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from dphh_sql.accounting.calibrate import Certified
from dphh_sql.accounting.falling import falling_delta
from dphh_sql.accounting.path import delta_bound
from dphh_sql.accounting.steps import hit
from dphh_sql.mechanisms import Design, Mechanism
from dphh_sql.mechanisms.ghazi import Ghazi, SparseVector, edges, eps_left
from dphh_sql.mechanisms.privtree import PrivTree
from dphh_sql.noise import NoiseTable
from dphh_sql.tree import Bools, Tree
from tests.exact.test_heavy_nodes import deltas, dense, law_of, longer, outcome
from tests.support.enumeration import exact_law, scripted
from tests.support.tables import table
from tests.support.trees import Records, node_counts, records

EPS = (1.0, 3.0, 6.0)
"""For Ghazi: what is left for the tests of nodes."""

ONE, TWO, THREE = table(5), table(9, 2), table(120, 20, 3, bits=10)


def ghazi(height: int, hits: int, rho: NoiseTable, nu: NoiseTable, count: NoiseTable, tau: int | None = None) -> Design:
    noise = SparseVector(hits, rho, nu, count, 1.0)
    return Ghazi().designed(noise, height, noise.margin + 1 if tau is None else tau)


def ghazi_claims(design: Design) -> dict[float, float]:
    """The theorem of the module's text: eps -> delta."""
    rho, nu = design.extra
    hits, count = int(design.parameters["hits"]), design.tables[0]
    lost = 100.0 - eps_left(rho, nu, hits, 100.0)
    edge = edges(rho, nu, len(design.tables))
    return {lost + left: edge + delta_bound([hit(count, count.bound + 1)] * hits, left) for left in EPS}


def exceeded(mechanism: Mechanism, design: Design, claims: dict[float, float], rows: Records, chain: bool = False) -> bool:
    """Does a neighbour (with chain: the longest item once more) have a larger delta than claimed?"""
    more = longer(rows) if chain else None
    found = deltas(mechanism, design, rows, more, [*claims])
    return any(exact > Fraction(claim) for exact, claim in zip(found, claims.values(), strict=True))


def privtree(height: int, fall: int, noise: NoiseTable, tau: int | None = None) -> Design:
    found = Certified(noise, 1.0)
    smallest = PrivTree().designed(found, fall, height, 10**6).margin
    assert smallest is not None
    return PrivTree().designed(found, fall, height, smallest + 1 if tau is None else tau)


TREES = [
    (1, records(a=3, b=2)),
    (2, records(ab=2, a=2)),
    (2, records(ab=2, ac=1)),
    (3, records(abc=3, ab=1)),
]


def in_doubt(rows: Records, design: Design) -> list[Records]:
    """More rows at each leaf, so that maxima and counts lie where the answers are in doubt."""
    longest = max(map(len, rows))
    middles = design.thresholds[0] - 3, design.tau + design.tables[0].bound - 3
    return [Records({item: n + m * (len(item) == longest) for item, n in rows.items()}) for m in middles]


@pytest.mark.parametrize("hits", [1, 2])
@pytest.mark.parametrize(("height", "rows"), TREES)
def test_ghazi_is_within_its_theorem(height: int, rows: Records, hits: int) -> None:
    design = ghazi(height, hits, *[TWO if height == 1 else ONE] * 3)
    assert min(ghazi_claims(design).values()) < 0.6
    for shifted in in_doubt(rows, design):
        assert not exceeded(Ghazi(), design, ghazi_claims(design), shifted)


@pytest.mark.slow
@pytest.mark.parametrize("count", range(6, 16))
def test_ghazi_is_within_its_theorem_for_wider_noise(count: int) -> None:
    design = ghazi(2, 1, TWO, THREE, TWO)
    assert max(ghazi_claims(design).values()) < 0.5
    for more in (0, 2):
        assert not exceeded(Ghazi(), design, ghazi_claims(design), records(ab=count, a=more), chain=True)


@pytest.mark.parametrize("fall", [1, 2, 3])
@pytest.mark.parametrize(("height", "rows"), TREES)
def test_privtree_is_within_its_recursion(height: int, rows: Records, fall: int) -> None:
    design = privtree(height, fall, TWO)
    claims = {eps: falling_delta(TWO, fall, eps) for eps in EPS}
    for shifted in [rows, *in_doubt(rows, design)]:
        assert not exceeded(PrivTree(), design, claims, shifted)


@pytest.mark.parametrize("fall", [1, 2])
def test_the_recursion_is_near_the_worst_chain(fall: int) -> None:
    design = privtree(2, fall, TWO)
    theta = int(design.parameters["theta"])
    chains = [records(ab=leaf, a=more) for leaf in range(theta - 4, theta + 6) for more in (0, 1, 2)]
    worst = max(deltas(PrivTree(), design, rows, longer(rows))[1] for rows in chains if min(rows.values()) >= 0)
    assert 0.9 * falling_delta(TWO, fall, 1.0) <= float(worst) <= falling_delta(TWO, fall, 1.0)


CASES: list[tuple[Mechanism, int, str, Records]] = [
    (method, height, letters, rows)
    for method in (Ghazi(), PrivTree())
    for height, letters, rows in [
        (1, "ab", records(a=3)),
        (2, "a", records(aa=2, a=1)),
        (2, "ab", records(aa=1, ab=1, a=1)),
        (3, "a", records(aaa=2, aa=1, a=1)),
    ]
]


def small(method: Mechanism, height: int) -> Design:
    return ghazi(height, 2, ONE, ONE, ONE) if isinstance(method, Ghazi) else privtree(height, 1, ONE)


@pytest.mark.parametrize(("method", "height", "letters", "rows"), CASES)
@pytest.mark.parametrize("more", [0, 4])
def test_dense_and_sparse_have_the_same_law(
    method: Mechanism, height: int, letters: str, rows: Records, more: int
) -> None:
    design = small(method, height)
    rows = Records({item: n + more for item, n in rows.items()})
    full = dense(rows, height, letters)
    assert law_of(method, design, rows) == exact_law(lambda s: outcome(method, scripted(design, s), full))


@pytest.mark.parametrize("method", [Ghazi(), PrivTree()], ids=lambda m: m.name)
@pytest.mark.parametrize("rows", [records(ab=2, a=2), records(ab=5, a=1), records(ab=3, ac=4, a=2), records(ab=9)])
def test_the_margin_holds_for_every_noise(method: Mechanism, rows: Records) -> None:
    design = small(method, 2)
    assert design.margin is not None
    counts = node_counts(rows)
    for rows_out in law_of(method, design, rows):
        heavy = {tuple(key.split("/")) for _, key, _ in rows_out}
        assert all(counts[node] >= design.tau - design.margin for node in heavy)
        assert all(n <= design.tau + design.margin - 1 for node, n in counts.items() if node not in heavy)
        assert all(len(node) == 1 or node[:-1] in heavy for node in heavy)


def test_hits_are_never_exhausted_within_n_max() -> None:
    """The least tau for one hit: every table of at most n_max rows keeps the margin, one of more rows need not."""
    noise = SparseVector(1, ONE, ONE, ONE, 1.0)
    n_max = 21
    design = ghazi(2, 1, ONE, ONE, ONE, noise.least_tau(2, n_max))
    assert design.margin is not None
    certain = design.tau + design.margin
    broken = []
    for rows in [records(ab=b, a=a, c=c) for b in range(0, n_max + 8, 3) for a in (0, 4) for c in (0, 9, 13, certain)]:
        counts = node_counts(rows)
        for rows_out in law_of(Ghazi(), design, rows):
            heavy = {tuple(key.split("/")) for _, key, _ in rows_out}
            if any(n >= certain for node, n in counts.items() if node not in heavy):
                broken.append(rows.total())
    assert min(broken) > n_max


# --- mutants: each is caught by the check that the real code passes ---------------------------------------


class Silent(Ghazi):
    """Without noise of the maxima: nothing changes where every level is sure to hit."""

    def select(self, design: Design, tree: Tree) -> tuple[Bools, ...]:
        return super().select(replace(design, extra=(_Silent(ONE.weights),) * 2), tree)


class NoCap(Silent):
    """As many hits as there are levels."""

    def select(self, design: Design, tree: Tree) -> tuple[Bools, ...]:
        return super().select(replace(design, parameters={**design.parameters, "hits": 99.0}), tree)


class TrueMaxima(Ghazi):
    """The largest count is compared without noise of its own."""

    def select(self, design: Design, tree: Tree) -> tuple[Bools, ...]:
        rho, nu = design.extra
        return super().select(replace(design, extra=(rho, _Silent(nu.weights))), tree)


class _Silent(NoiseTable):
    def sample(self, n: int) -> np.ndarray:
        return np.zeros(n, dtype=np.int64)


def test_hits_without_a_cap_are_caught() -> None:
    """Big nodes make every level hit, and each time the small chain is tested."""
    design = ghazi(3, 1, TWO, TWO, ONE)
    claims, theta = ghazi_claims(design), design.thresholds[0]
    rows = records(abc=theta - 1, xyz=50, pq=60, w=70)
    assert not exceeded(Silent(), design, claims, rows, chain=True)
    assert exceeded(NoCap(), design, claims, rows, chain=True)


def test_maxima_without_noise_are_caught() -> None:
    """The threshold's noise alone does not hide that one of two levels' maxima has grown."""
    design = ghazi(2, 1, TWO, THREE, TWO)
    m = design.tau + design.tables[0].bound
    rows = records(ab=m, c=m + 1)
    assert not exceeded(Ghazi(), design, ghazi_claims(design), rows, chain=True)
    assert exceeded(TrueMaxima(), design, ghazi_claims(design), rows, chain=True)


@pytest.mark.parametrize("method", [Ghazi(), PrivTree()], ids=lambda m: m.name)
def test_a_strict_having_is_caught(method: Mechanism) -> None:
    """HAVING count > tau - E drops the nodes at the floor."""
    if isinstance(method, Ghazi):
        method, design = Silent(), ghazi(1, 1, TWO, TWO, ONE)
        claims = ghazi_claims(design)
    else:
        design = privtree(1, 2, TWO)
        claims = {eps: falling_delta(TWO, 2, eps) for eps in EPS}
    rows = records(a=design.floor, z=60)
    assert not exceeded(method, design, claims, rows)
    assert exceeded(method, replace(design, floor=design.floor + 1), claims, rows)


def test_a_bias_that_is_not_applied_is_caught() -> None:
    design = privtree(3, 3, TWO)
    claims = {eps: falling_delta(TWO, 3, eps) for eps in EPS}
    flat = replace(design, accepts=design.accepts[:1] * 3)
    chains = [records(abc=leaf, ab=0, a=0) for leaf in range(design.floor, design.floor + 6)]
    assert not any(exceeded(PrivTree(), design, claims, rows, chain=True) for rows in chains)
    assert any(exceeded(PrivTree(), flat, claims, rows, chain=True) for rows in chains)


def test_privtree_as_published_on_the_children_that_occur_is_caught() -> None:
    """A threshold that a node without rows can pass, drawn for those that have one."""
    design = privtree(1, 2, TWO)
    low = replace(design, floor=1, tau=1, accepts=(1,))
    claims = {eps: falling_delta(TWO, 2, eps) for eps in EPS}
    rows = records(z=60)
    assert not exceeded(PrivTree(), design, claims, rows)
    assert exceeded(PrivTree(), low, claims, rows)

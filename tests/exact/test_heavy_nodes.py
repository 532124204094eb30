"""Heavy nodes and tree counts, exactly: output laws of the real selections, dense and sparse, on all neighbours."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest

from dphh_sql.accounting.calibrate_threshold import ThresholdNoise, threshold_steps
from dphh_sql.accounting.path import delta_bound
from dphh_sql.mechanisms import Design, Mechanism
from dphh_sql.mechanisms.betweencut import BetweenCut
from dphh_sql.mechanisms.binary import Binary
from dphh_sql.mechanisms.histograms import Histograms
from dphh_sql.mechanisms.lumberjack import Lumberjack
from dphh_sql.mechanisms.nodes import NodeTests
from dphh_sql.mechanisms.traversal import Answers, heavy_nodes
from dphh_sql.mechanisms.tree_counts import TreeCounts
from dphh_sql.noise import NoiseTable
from dphh_sql.tree import Tree
from tests.support.enumeration import Law, exact_law, hockey_stick, scripted
from tests.support.exact_path import above
from tests.support.tables import table
from tests.support.trees import CANDIDATE, Records, neighbours, node_counts, records, tree

ONE, TWO = table(5), table(9, 2)
EPS = (0.5, 1.0, 2.0)
Outcome = frozenset[tuple[int, str, int]]


def design_of(mechanism: Mechanism, noise: NoiseTable, height: int, tau: int | None = None, between: int = 0) -> Design:
    """As `design` makes it, for a table of our choice; delta as the accountant says at eps = 1."""
    if isinstance(mechanism, NodeTests):
        found = ThresholdNoise(noise, between, 1.0)
        design = mechanism.designed(found, height, found.margin + 1 if tau is None else tau)
    else:
        assert isinstance(mechanism, TreeCounts)
        design = mechanism.designed(ThresholdNoise(noise, 0, 1.0), height, tau or noise.bound + 1, alpha=1.01)
        design = replace(design, rounds=design.rounds[:3])
    return replace(design, delta_spent=delta_bound(design.steps, 1.0))


def outcome(mechanism: Mechanism, design: Design, candidates: Tree) -> Outcome:
    """(level, key, rounds) of each heavy node."""
    rows = set()
    for level, chosen in zip(candidates.levels, mechanism.select(design, candidates), strict=True):
        keys = level.keys.to_pylist()
        rows |= {(level.level, keys[i], int(chosen[i])) for i in np.flatnonzero(chosen)}
    return frozenset(rows)


def law_of(mechanism: Mechanism, design: Design, rows: Records) -> Law[Outcome]:
    candidates = tree(rows, len(design.tables), design.floor)
    return exact_law(lambda script: outcome(mechanism, scripted(design, script), candidates))


def dense(rows: Records, height: int, letters: str) -> Tree:
    """Every node of the public tree over the letters, also those that count nothing."""
    counts = node_counts(rows)
    nodes = [node for depth in range(1, height + 1) for node in itertools.product(letters, repeat=depth)]
    every = [
        {"level": len(node), "key": "/".join(node), "parent": "/".join(node[:-1]) or None, "n": counts[node]}
        for node in nodes
    ]
    return Tree.from_candidates(pa.array(every, CANDIDATE), rows.total(), range(1, height + 1))


def deltas(
    mechanism: Mechanism,
    design: Design,
    rows: Records,
    more: Iterable[Records] | None = None,
    all_eps: Sequence[float] = EPS,
) -> list[Fraction]:
    """The exact delta at each eps against some neighbours, by default all that have one record more."""
    here = law_of(mechanism, design, rows)
    worst = [Fraction(0)] * len(all_eps)
    for neighbour in neighbours(rows, len(design.tables)) if more is None else more:
        there = law_of(mechanism, design, neighbour)
        for i, eps in enumerate(all_eps):
            gamma = above(eps)
            worst[i] = max(worst[i], hockey_stick(here, there, gamma), hockey_stick(there, here, gamma))
    return worst


METHODS: dict[str, tuple[Mechanism, int]] = {
    "binary": (Binary(), 0),
    "betweencut w=1": (BetweenCut(), 1),
    "betweencut w=2": (BetweenCut(), 2),
    "lumberjack": (Lumberjack(), 0),
    "histograms": (Histograms(), 0),
    "tree counts": (TreeCounts(), 0),
}
TREES = [
    (1, records(a=3, b=2)),
    (2, records(ab=2, a=2)),
    (2, records(ab=2, ac=1)),
    (3, records(abc=2, ab=1)),
    (3, records(abc=3)),
]
CASES = [
    pytest.param(
        mechanism,
        between,
        height,
        rows,
        id=f"{name}: {height} {dict(rows)}",
        marks=[pytest.mark.slow] if name in ("histograms", "tree counts") and len(node_counts(rows)) > 2 else [],
    )
    for name, (mechanism, between) in METHODS.items()
    for height, rows in TREES
]


@pytest.mark.parametrize(("mechanism", "between", "height", "rows"), CASES)
def test_every_neighbour_is_within_the_bound(mechanism: Mechanism, between: int, height: int, rows: Records) -> None:
    design = design_of(mechanism, ONE, height, between=between)
    for eps, exact in zip(EPS, deltas(mechanism, design, rows), strict=True):
        assert exact <= Fraction(delta_bound(design.steps, eps)), (eps, float(exact))


def longer(rows: Records) -> list[Records]:
    """The neighbour with one record more at the leaf of the chain a > b > c > ..."""
    return [rows + Counter({max(rows, key=len): 1})]


@pytest.mark.parametrize(("name", "share"), [("binary", 0.9), ("betweencut w=1", 0.8), ("betweencut w=2", 0.6)])
def test_the_bound_is_near_the_worst_chain(name: str, share: float) -> None:
    """What the bound allows does happen; of B, the labels of a short path hide a part (B there, or L and then H)."""
    mechanism, between = METHODS[name]
    design = design_of(mechanism, TWO, 2, between=between)
    window = range(design.floor - 1, design.tau + between + 2)
    chains = [records(ab=leaf, a=more) for leaf in window for more in (0, 1, 2)]
    worst = max(deltas(mechanism, design, rows, longer(rows))[1] for rows in chains if rows.total())
    assert Fraction(share) * Fraction(design.delta_spent) <= worst <= Fraction(design.delta_spent)


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize(
    ("height", "letters", "rows", "tau"),
    [
        (1, "ab", records(a=3), None),
        (2, "a", records(aa=2, a=1), None),
        (2, "ab", records(aa=1, ab=1, a=1), None),
        (3, "a", records(aaa=2, aa=1, a=1), None),
        (3, "a", records(aaa=3, a=2), 5),
    ],
)
def test_dense_and_sparse_have_the_same_law(
    name: str, height: int, letters: str, rows: Records, tau: int | None
) -> None:
    """Nodes that count nothing, and those that SQL drops, change no probability."""
    mechanism, between = METHODS[name]
    design = design_of(mechanism, ONE, height, max(tau or 0, between + ONE.bound + 1), between)
    full = dense(rows, height, letters)
    assert law_of(mechanism, design, rows) == exact_law(lambda s: outcome(mechanism, scripted(design, s), full))


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("rows", [records(ab=2, a=2), records(ab=4), records(ab=1, ac=2, a=2)])
def test_the_margin_holds_for_every_noise(name: str, rows: Records) -> None:
    mechanism, between = METHODS[name]
    design = design_of(mechanism, ONE, 2, between=between)
    assert design.margin is not None
    counts = node_counts(rows)
    for rows_out in law_of(mechanism, design, rows):
        heavy = {tuple(key.split("/")): rounds for _, key, rounds in rows_out}
        for node, n in counts.items():
            if node in heavy:
                thresholds = design.rounds or (design.tau,)
                assert n >= thresholds[heavy[node] - 1] - design.margin
                assert heavy[node] == len(thresholds) or n <= thresholds[heavy[node]] + design.margin - 1
                assert len(node) == 1 or node[:-1] in heavy
            else:
                assert n <= design.tau + design.margin - 1
        assert heavy.keys() <= counts.keys()


# --- mutants: each is caught by the check that the real code passes ---------------------------------------


class OneDraw(Binary):
    """One draw for all tests."""

    def select(self, design: Design, tree: Tree) -> tuple[np.ndarray, ...]:
        draw = int(design.tables[0].sample(1)[0])
        shifted = replace(design, tau=design.tau - draw, accepts=(design.tau - draw,) * len(design.tables))
        silent = replace(shifted, tables=(_Silent(),) * len(design.tables))  # type: ignore[arg-type]
        return super().select(silent, tree)


class _Silent:
    def sample(self, n: int) -> np.ndarray:
        return np.zeros(n, dtype=np.int64)


def refuted(mechanism: Mechanism, design: Design, all_rows: Sequence[Records]) -> bool:
    return any(deltas(mechanism, design, rows, longer(rows))[1] > Fraction(design.delta_spent) for rows in all_rows)


CHAINS = [records(abc=leaf, ab=middle, a=more) for leaf in (1, 2, 3) for middle in (0, 1) for more in (0, 1)]
BITS = design_of(Binary(), TWO, 3)


def test_the_real_mechanisms_pass_where_the_mutants_fail() -> None:
    assert not refuted(Binary(), BITS, CHAINS)


def test_too_few_tests_in_the_accounting_are_caught() -> None:
    one_test = delta_bound(threshold_steps(Binary.kind, TWO, 1, 1), 1.0)
    assert refuted(Binary(), replace(BITS, delta_spent=one_test), CHAINS)


def test_narrower_noise_is_caught() -> None:
    assert refuted(Binary(), replace(BITS, tables=(table(7, 1),) * 3), CHAINS)


def test_a_strict_having_is_caught() -> None:
    """HAVING count > tau - E drops the nodes at the floor."""
    design = design_of(Binary(), NoiseTable.from_family(bound=4, scale=3.0), 1)
    rows = [records(a=n) for n in range(1, 4)]
    assert not refuted(Binary(), design, rows)
    assert refuted(Binary(), replace(design, floor=design.floor + 1), rows)


def test_one_draw_for_all_tests_is_caught() -> None:
    """Other nodes on the same draw give its value away."""
    wide = NoiseTable.from_family(bound=3, scale=2.5)
    rows, more = records(a=4, b=3, c=5, d=6), records(a=5, b=3, c=5, d=6)
    design = design_of(Binary(), wide, 1)
    assert deltas(Binary(), design, records(a=4), [records(a=5)])[1] <= Fraction(design.delta_spent)
    assert deltas(OneDraw(), design, rows, [more])[1] > Fraction(design.delta_spent)


def test_rounds_that_are_too_close_are_caught() -> None:
    design = design_of(TreeCounts(), TWO, 1)
    close = replace(design, rounds=(design.tau, design.tau + 1, design.tau + 2))
    rows = [records(a=n) for n in range(1, 6)]
    assert not refuted(TreeCounts(), design, rows)
    assert refuted(TreeCounts(), close, rows)


class NoStop(BetweenCut):
    """B does not end the path: the ancestors are asked again."""

    def select(self, design: Design, tree: Tree) -> tuple[np.ndarray, ...]:
        between = design.thresholds[0] - design.tau

        def test(depth: int, counts: np.ndarray) -> Answers:
            noisy = counts + design.tables[depth].sample(len(counts))
            return Answers(noisy >= design.tau + between, np.zeros(len(counts), dtype=bool))

        return heavy_nodes(tree, self.order(len(tree.levels)), test)


class OffByOne(BetweenCut):
    """H from tau + w + 1 on."""

    def select(self, design: Design, tree: Tree) -> tuple[np.ndarray, ...]:
        return super().select(replace(design, accepts=tuple(t + 1 for t in design.accepts)), tree)


class FineFirst(BetweenCut):
    """The finest depth first, and up."""

    def order(self, height: int) -> Sequence[int]:
        return [*reversed(range(height))]


def chains(design: Design, path: str) -> list[Records]:
    return [records(**{path: leaf}) for leaf in range(design.floor, design.tau + 4)]


def test_a_middle_answer_that_ends_nothing_is_caught() -> None:
    design = design_of(BetweenCut(), TWO, 7, between=1)
    assert not refuted(BetweenCut(), design, chains(design, "abcdefg"))
    assert refuted(NoStop(), design, chains(design, "abcdefg"))


def test_a_wrong_order_of_depths_is_caught() -> None:
    """It meets more tests than are accounted."""
    design = design_of(BetweenCut(), TWO, 3, between=1)
    rows = [*chains(design, "abc"), *(more + records(a=1) for more in chains(design, "abc"))]
    assert not refuted(BetweenCut(), design, rows)
    assert refuted(FineFirst(), design, rows)


def test_a_cut_off_by_one_is_caught_by_the_margin() -> None:
    design = design_of(BetweenCut(), ONE, 1, between=2)
    assert design.margin is not None
    just_heavy = records(a=design.tau + design.margin)
    assert len(law_of(BetweenCut(), design, just_heavy)) == 1
    assert len(law_of(OffByOne(), design, just_heavy)) == 2, "it may be called light"


@pytest.mark.parametrize("name", ["binary", "betweencut w=1", "betweencut w=2"])
def test_a_floor_too_high_by_one_is_caught_by_the_dense_law(name: str) -> None:
    """What counts tau - E may be heavy, or raise its ancestors by a B."""
    mechanism, between = METHODS[name]
    design = design_of(mechanism, TWO, 2, between=between)
    rows = records(aa=design.floor)
    full = exact_law(lambda s: outcome(mechanism, scripted(design, s), dense(rows, 2, "a")))
    assert law_of(mechanism, design, rows) == full
    assert law_of(mechanism, replace(design, floor=design.floor + 1), rows) != full

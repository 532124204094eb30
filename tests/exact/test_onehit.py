"""One-hit HHH, exactly: the full output law of the real selection on X against every X + one record."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dphh_sql.accounting.path import delta_bound
from dphh_sql.audit.enumeration import exact_delta, exact_deltas, exact_law, output_law, small_design
from dphh_sql.audit.trees import Records, node_counts, records
from dphh_sql.mechanisms.onehit import OneHit
from dphh_sql.noise import NoiseTable
from tests.support.tables import table, tables

ONE, TWO, THREE = table(5), table(9, 2), table(8, 4, 1)
REST = table(12, 8)

# Levels 1..height; letters spell the path, so `ab` is a record at b under a, `a` one that ends at a.
SHAPES: dict[str, tuple[int, list[Records]]] = {
    "one level": (1, [records(a=n) for n in range(8)] + [records(a=2, b=3)]),
    "chain": (3, [records(), records(abc=1), records(abc=2, ab=1), records(abc=3, ab=1, a=2)]),
    "two branches": (2, [records(ab=2, ac=2), records(ab=3, ac=1, a=1), records(ab=1, ac=4)]),
    "uneven": (3, [records(abc=2, d=3), records(ab=2, ac=1), records(abc=1, ad=2)]),
    "two roots": (2, [records(ab=2, cd=3, c=1)]),
}
CASES = [
    pytest.param(height, rows, id=f"{name}: {dict(rows)}")
    for name, (height, all_rows) in SHAPES.items()
    for rows in all_rows
]
EPS = (0.5, 1.0, 2.0)


def assert_within_bound(noise: NoiseTable, height: int, rows: Records, rest_table: NoiseTable | None) -> None:
    design = small_design(noise, height, EPS[0], rest_table)
    for eps, exact in zip(EPS, exact_deltas(OneHit(), design, rows, EPS), strict=True):
        assert 0 < exact <= Fraction(delta_bound(design.steps, eps)), (eps, float(exact))


@pytest.mark.parametrize(("height", "rows"), CASES)
def test_every_neighbour_is_within_the_bound(height: int, rows: Records) -> None:
    assert_within_bound(ONE, height, rows, None)


@pytest.mark.parametrize(("height", "rows"), [c for c in CASES if len(node_counts(c.values[1])) < 3])
def test_every_neighbour_is_within_the_bound_with_the_rest_row(height: int, rows: Records) -> None:
    assert_within_bound(ONE, height, rows, REST)


@pytest.mark.slow
@pytest.mark.parametrize(("height", "rows"), [c for c in CASES if len(node_counts(c.values[1])) >= 3])
def test_every_neighbour_of_a_larger_tree_is_within_the_bound_with_the_rest_row(height: int, rows: Records) -> None:
    assert_within_bound(ONE, height, rows, REST)


@pytest.mark.slow
@pytest.mark.parametrize("rest_table", [None, ONE], ids=["no rest", "rest"])
@pytest.mark.parametrize(("height", "rows"), [c for c in CASES if len(node_counts(c.values[1])) < 4])
def test_every_neighbour_is_within_the_bound_of_a_wider_table(
    height: int, rows: Records, rest_table: NoiseTable | None
) -> None:
    assert_within_bound(TWO if height == 3 else THREE, height, rows, rest_table)


@pytest.mark.parametrize("tau", [2, 3, 5])
def test_every_threshold_has_the_same_guarantee(tau: int) -> None:
    design = small_design(ONE, 2, 1.0, tau=tau)
    for extra in range(4):
        rows = records(ab=max(0, tau - 2 + extra), a=1)
        assert exact_delta(OneHit(), design, rows, 1.0) <= Fraction(design.delta_spent)


@pytest.mark.parametrize(
    ("noise", "eps", "rest_table"),
    [(ONE, 1.0, None), (ONE, 3.0, None), (TWO, 1.0, None), (TWO, 2.0, None), (ONE, 1.0, REST), (ONE, 2.0, REST)],
)
def test_the_bound_is_tight_on_the_worst_chain(noise: NoiseTable, eps: float, rest_table: NoiseTable | None) -> None:
    """Some chain of counts comes within 5 % of it; what is left are counts that fall upwards, as no tree's do."""
    design = small_design(noise, 2, eps, rest_table)
    window = range(design.tau - noise.bound - 1, design.tau + noise.bound + 1)
    worst = max(
        exact_delta(OneHit(), design, records(ab=leaf, a=parent - leaf), eps)
        for leaf, parent in combinations_with_replacement(window, 2)
    )
    assert worst <= Fraction(design.delta_spent) <= worst * Fraction(105, 100)


@pytest.mark.parametrize("rows", [records(ab=4, a=1), records(ab=2, ac=1, a=1), records(ab=1, ac=1, cd=1, c=1)])
def test_dropping_what_is_below_the_floor_changes_no_law(rows: Records) -> None:
    design = small_design(TWO, 2, 1.0, tau=5)
    assert design.floor == 3
    assert output_law(OneHit(), design, rows) == output_law(OneHit(), design, rows, floor=1)


def test_the_enumeration_sees_every_noise_vector_with_its_weight() -> None:
    law = exact_law(lambda script: (tuple(script.table(TWO).sample(2).tolist()), int(script.table(ONE).sample(1)[0])))
    assert len(law) == 5 * 5 * 3
    assert law[(-2, 1), -1] == Fraction(2, 64) * Fraction(9, 64) * Fraction(5, 64)


@pytest.mark.slow
@settings(max_examples=60)
@given(
    noise=tables(1),
    rows=st.dictionaries(
        st.sampled_from([("a",), ("a", "b"), ("a", "c"), ("d",), ("d", "e")]), st.integers(1, 4), max_size=3
    ),
    eps=st.floats(0.1, 4.0),
    with_rest=st.booleans(),
)
def test_random_tables_and_trees(
    noise: NoiseTable, rows: dict[tuple[str, ...], int], eps: float, with_rest: bool
) -> None:
    design = small_design(noise, 2, eps, REST if with_rest else None)
    assert exact_delta(OneHit(), design, Records(rows), eps) <= Fraction(design.delta_spent)

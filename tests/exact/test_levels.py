"""A histogram per level, exactly: the full output law of the real selection on X against every X + one record."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dphh_sql.accounting.path import delta_bound
from dphh_sql.audit.enumeration import exact_deltas, levels_design, output_law
from dphh_sql.audit.exact_path import above, worst_delta
from dphh_sql.audit.trees import Records, records
from dphh_sql.mechanisms.gaussian_levels import GaussianLevels
from tests.support.tables import table, tables

ONE, TWO = table(5), table(9, 2)
REST = table(12, 8)
METHOD = GaussianLevels()  # the selection is the same code for every histogram method
EPS = (0.5, 1.0, 2.0)

# Letters spell the path of a record; counts around tau - M .. tau + M.
CASES = {
    "one level": (1, [records(a=n) for n in range(6)] + [records(a=2, b=3)]),
    "chain": (2, [records(), records(ab=1), records(ab=2, a=1), records(ab=3, a=2), records(ab=2, a=4)]),
    "two branches": (2, [records(ab=2, ac=2), records(ab=3, ac=1, a=1), records(ab=3, ac=3, a=2)]),
    "three levels": (3, [records(abc=2, ab=1), records(abc=2, ab=2, a=2)]),
}


def cases() -> list[object]:
    return [
        pytest.param(height, rows, id=f"{name}: {dict(rows)}")
        for name, (height, all_rows) in CASES.items()
        for rows in all_rows
    ]


@pytest.mark.parametrize("rest_table", [None, REST], ids=["no rest", "rest"])
@pytest.mark.parametrize(("height", "rows"), cases())
def test_every_neighbour_is_within_the_bound(height: int, rows: Records, rest_table: object) -> None:
    design = levels_design(METHOD, ONE, height, EPS[0], rest_table)
    for eps, exact in zip(EPS, exact_deltas(METHOD, design, rows, EPS), strict=True):
        assert 0 < exact <= Fraction(delta_bound(design.steps, eps)), (eps, float(exact))


@pytest.mark.parametrize("rows", [records(ab=4, a=1), records(ab=2, ac=1, a=1), records(ab=3, ac=3, a=3)])
def test_dropping_what_is_below_the_floor_changes_no_law(rows: Records) -> None:
    """No selected node has a noisy count below tau, so a node below the floor neither is selected nor matters."""
    design = levels_design(METHOD, TWO, 2, 1.0, tau=5)
    assert design.floor == 3
    assert output_law(METHOD, design, rows) == output_law(METHOD, design, rows, floor=1)


def test_the_additive_bound_is_the_exact_worst_case() -> None:
    for noise in (ONE, TWO):
        for levels in (1, 2, 3):
            steps = levels_design(METHOD, noise, levels, 1.0).steps
            exact = worst_delta(steps, above(1.0))
            assert exact <= Fraction(delta_bound(steps, 1.0)) <= exact * Fraction(101, 100)


@pytest.mark.slow
@settings(max_examples=60)
@given(
    noise=tables(1),
    rows=st.dictionaries(
        st.sampled_from([("a",), ("a", "b"), ("a", "c"), ("d", "e")]), st.integers(1, 4), max_size=3
    ),
    eps=st.floats(0.1, 4.0),
)
def test_random_tables_and_trees(noise: object, rows: dict[tuple[str, ...], int], eps: float) -> None:
    design = levels_design(METHOD, noise, 2, eps)
    (exact,) = exact_deltas(METHOD, design, Records(rows), [eps])
    assert exact <= Fraction(design.delta_spent)

"""What holds with probability one, on every run of the real selection over random trees."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from dphh_sql.audit import trees
from dphh_sql.audit.enumeration import small_design
from dphh_sql.audit.trees import Records, node_counts
from dphh_sql.mechanisms.onehit import OneHit
from dphh_sql.noise import NoiseTable
from tests.support.tables import table, tables

LETTERS = "abc"
ITEMS = st.lists(st.sampled_from(LETTERS), max_size=3).map(tuple)
REST = NoiseTable.from_family(6, 4.0)


@settings(max_examples=300)
@given(
    rows=st.dictionaries(ITEMS, st.integers(1, 30), max_size=12),
    noise=tables(3),
    above_the_least=st.integers(0, 12),
    with_rest=st.booleans(),
)
def test_margins_hold_on_every_run(
    rows: dict[tuple[str, ...], int], noise: NoiseTable, above_the_least: int, with_rest: bool
) -> None:
    design = small_design(noise, 3, 1.0, REST if with_rest else None, noise.bound + 1 + above_the_least)
    assert design.margin is not None
    data = Records(rows)
    candidates = trees.tree(data, 3, design.floor)
    released, rest = trees.outcome(candidates, OneHit().select(design, candidates))
    values = {tuple(key.split("/")): value for _, key, value in released}

    residuals = true_residuals(data, set(values))
    for node, residual in residuals.items():
        if node in values:
            assert residual >= design.tau - design.margin
            assert values[node] >= design.tau
            assert abs(values[node] - residual) <= design.margin
        else:
            assert residual <= design.tau + design.margin - 1
    if with_rest:
        uncovered = sum(n for item, n in data.items() if not any(item[:d] in values for d in range(1, 4)))
        assert rest is not None
        assert abs(rest - uncovered) <= REST.bound
    else:
        assert rest is None


def true_residuals(rows: Records, selected: set[tuple[str, ...]]) -> Counter[tuple[str, ...]]:
    """F(p) of every node from the records themselves: those below p with no selected node strictly below p."""
    residuals: Counter[tuple[str, ...]] = Counter(dict.fromkeys(node_counts(rows), 0))
    for item, n in rows.items():
        for depth in range(len(item), 0, -1):
            residuals[item[:depth]] += n
            if item[:depth] in selected:
                break
    return residuals


def test_the_margins_are_reached() -> None:
    """So the test above can fail: with enough runs both ends of each margin occur."""
    noise = table(16)
    design = small_design(noise, 1, 1.0, tau=5)
    seen: dict[int, set[int | None]] = {}
    for count in (design.floor, design.tau + noise.bound - 1, design.tau + noise.bound):
        candidates = trees.tree(Records({("a",): count}), 1, design.floor)
        seen[count] = set()
        for _ in range(300):
            released, _ = trees.outcome(candidates, OneHit().select(design, candidates))
            seen[count].add(next((value - count for _, _, value in released), None))
    assert seen[4] == {1, None}  # a floor that is selected, and not
    assert seen[5] == {0, 1, None}
    assert seen[6] == {-1, 0, 1}  # certain

"""A printed prefix cut to a coarser level is what its items print there."""

from __future__ import annotations

import pytest

from dphh_sql.hierarchies import HIERARCHIES
from tests.hierarchies.cases import CASES, item


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.spec)
def test_coarser_prefixes_agree_with_the_items(case) -> None:
    hierarchy, seen = case.hierarchy, 0
    for row in case.fixed:
        printed = [(level, hierarchy.prefix(item(row), level)) for level in hierarchy.all_levels]
        reached = [(level, prefix) for level, prefix in printed if prefix is not None]
        for level, prefix in reached:
            assert hierarchy.level_of(prefix) == level
            for coarser, expected in reached:
                if coarser <= level:
                    assert hierarchy.coarser(prefix, coarser) == expected
                    seen += 1
    assert seen
    assert hierarchy.kind in HIERARCHIES

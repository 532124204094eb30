"""The intervals of released rows, exactly: each covers its truth with at least 1 - beta, given that it is shown."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from dphh_sql.accounting.calibrate import Calibration
from dphh_sql.audit import trees
from dphh_sql.audit.enumeration import Script, exact_law, scripted
from dphh_sql.audit.trees import Records, records
from dphh_sql.mechanisms import Mechanism
from dphh_sql.mechanisms.gaussian_levels import GaussianLevels
from dphh_sql.mechanisms.onehit import OneHit
from dphh_sql.plan import Plan
from dphh_sql.release import release_rows
from dphh_sql.request import Privacy
from tests.support.tables import table

ONE, TWO, REST = table(9), table(9, 4), table(12, 8)
Fact = tuple[str, str, bool]
TREES = [
    (1, records(a=5), TWO),
    (1, records(a=2, b=4), TWO),
    (2, records(ab=3, a=2), ONE),
    (2, records(ab=3, ac=3, a=1), ONE),
    (2, records(ab=2, ac=3, a=3), ONE),
]


def shown(plan: Plan, rows: Records, method: Mechanism, script: Script) -> frozenset[Fact]:
    """(prefix, which interval, does it cover) of every released row."""
    design = scripted(plan.design, script)
    candidates = trees.tree(rows, len(plan.levels), design.floor)
    selection = method.select(design, candidates)
    released = release_rows(plan, candidates, selection).to_pylist()
    selected = {tuple(row["prefix"].split("/")) for row in released if row["level"]}
    facts: set[Fact] = set()
    for row in released:
        node = tuple(row["prefix"].split("/")) if row["level"] else ()
        count = sum(n for item, n in rows.items() if item[: len(node)] == node)
        below = {s for s in selected if len(s) > len(node) and s[: len(node)] == node}
        residual = sum(
            n
            for item, n in rows.items()
            if item[: len(node)] == node and not any(item[:d] in below for d in range(len(node) + 1, len(item) + 1))
        )
        name = row["prefix"] or "rest"
        facts.add((name, "residual", row["residual_lo"] <= residual <= row["residual_hi"]))
        facts.add((name, "count", row["count_lo"] <= count <= row["count_hi"]))
    return frozenset(facts)


@pytest.mark.parametrize("beta", [0.05, 0.2, 0.4])
@pytest.mark.parametrize(("height", "rows", "noise"), TREES)
@pytest.mark.parametrize("method", [OneHit(), GaussianLevels()], ids=lambda m: m.name)
def test_every_interval_covers_given_that_its_row_is_shown(
    method: OneHit | GaussianLevels, height: int, rows: Records, noise: object, beta: float
) -> None:
    design = method.with_noise(Calibration(noise, REST, 0.0), noise.bound + 1, height)
    privacy = Privacy(1.0, 0.5, f"chars({height})", tuple(range(1, height + 1)), beta=beta)
    plan = Plan("dp_hhh", privacy, design)
    chance: dict[tuple[str, str], list[Fraction]] = defaultdict(lambda: [Fraction(0), Fraction(0)])
    for facts, mass in exact_law(lambda script: shown(plan, rows, method, script)).items():
        for name, which, covers in facts:
            chance[name, which][covers] += mass
    assert len(chance) >= 4
    for (name, which), (missed, covered) in chance.items():
        assert covered / (missed + covered) >= 1 - Fraction(beta), (name, which, float(missed), float(covered))

"""Figures in the text that follow from plans."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dphh_sql import plan

DOCS = Path(__file__).resolve().parents[2] / "docs"


def text(page: str) -> str:
    return " ".join((DOCS / page).read_text(encoding="utf-8").split())


def test_the_plans_of_the_guide() -> None:
    rows = re.findall(r"\| ([\d.]+) \| (\d+) \| (\d+) \| (\d+) \|", text("guides/choosing.md"))
    assert len(rows) == 4
    for eps, *said in rows:
        found = plan("dp_hhh", hierarchy="zip", eps=float(eps))
        assert [int(n) for n in said] == [found.tau, found.margin, found.tau + found.margin]


def test_the_plan_of_the_tutorial() -> None:
    found = plan("dp_hhh", hierarchy="zip", eps=1)
    assert f"the threshold `tau` is {found.tau}" in text("tutorial.md")
    assert f"`margin` = {found.margin}" in text("tutorial.md")
    assert f"`certain_count` = {found.rows()[-1]['certain_count']}" in text("tutorial.md")


@pytest.mark.parametrize("page", ["papers.md", "accuracy.md"])
def test_the_thresholds_of_five_levels(page: str) -> None:
    hopeless, ours = (plan("dp_hhh", hierarchy="chars(5)", eps=1, method=m).tau for m in ("algorithm1", "onehit"))
    assert str(hopeless) in text(page).replace(",", "")
    assert re.search(rf"threshold is then {ours}\b|\| 5 \| {ours} \|", text(page))

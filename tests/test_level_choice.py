"""`levels => 'auto'`: as many levels as the goal allows, from public facts."""

from __future__ import annotations

import duckdb
import pytest

import dphh_sql
from dphh_sql import plan
from dphh_sql.errors import ArgumentError
from dphh_sql.hierarchies import parse
from dphh_sql.level_choice import spread, trade
from dphh_sql.request import Privacy

FUNCTIONS = ["dp_hhh", "dp_heavy_nodes"]


def privacy(goal: int, spec: str = "ipv4", **options: object) -> Privacy:
    return Privacy.parse({"eps": 1, "levels": "auto", "goal": goal, **options}, parse(spec))


@pytest.mark.parametrize("size", range(1, 9))
def test_spread(size: int) -> None:
    levels = spread(range(1, 9), size)
    assert len(set(levels)) == size
    assert levels[-1] == 8
    gaps = {after - before for before, after in zip((0, *levels), levels, strict=False)}
    assert max(gaps) - min(gaps) <= 1


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_choice_is_the_most_levels_that_meet_the_goal(function: str) -> None:
    rows = trade(function, privacy(10**6))
    assert [row["tests"] for row in rows] == [1, 2, 3, 4]
    assert rows[-1]["chosen"]
    certain = [row["certain_count"] or 0 for row in rows]
    assert certain == sorted(certain)
    assert certain[0] < certain[-1]
    for goal in range(certain[0], certain[-1] + 3):
        met = [row for row in rows if (row["certain_count"] or 0) <= goal]
        chosen = plan(function, hierarchy="ipv4", eps=1, levels="auto", goal=goal)
        assert chosen.levels == tuple(met[-1]["levels"])
        assert chosen.privacy.goal is None
        assert all((row["certain_count"] or 0) <= goal for row in chosen.rows())


def test_a_goal_out_of_reach_names_the_one_that_is_met() -> None:
    least = trade("dp_hhh", privacy(10**6))[0]["certain_count"]
    with pytest.raises(ArgumentError, match=f"goal=3 cannot be met .* even with one level: goal=>{least} is met") as caught:
        plan("dp_hhh", hierarchy="ipv4", eps=1, levels="auto", goal=3)
    assert caught.value.argument == "goal"
    assert not any(row["chosen"] for row in trade("dp_hhh", privacy(3)))
    assert plan("dp_hhh", hierarchy="ipv4", eps=1, levels="AUTO ", goal=least).levels == (32,)


def test_a_unit_of_several_rows_counts() -> None:
    rows = [trade("dp_hhh", privacy(10**6, "zip", unit="u", max_rows=n))[0]["certain_count"] or 0 for n in (1, 2)]
    assert rows[0] < rows[1]


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"levels": "auto"}, "goal is required with levels=>'auto'"),
        ({"goal": 50}, "goal goes with levels=>'auto'"),
        ({"levels": [3, 5], "goal": 50}, "goal goes with levels=>'auto'"),
        ({"levels": "auto", "goal": 0}, "goal must be at least 1"),
        ({"levels": "auto", "goal": 2.5}, "goal must be a whole number"),
        ({"levels": "automatic"}, "levels must be a list of integers"),
    ],
)
def test_bad_goals(options: dict[str, object], rule: str) -> None:
    with pytest.raises(ArgumentError, match=rule):
        Privacy.parse({"eps": 1, **options}, parse("zip"))


def test_in_sql() -> None:
    con = duckdb.connect()
    dphh_sql.register(con)
    con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(1000)")
    shown = con.execute("SELECT levels, certain_count FROM dp_levels('dp_hhh', eps => 1, hierarchy => 'zip', goal => 60) WHERE chosen")
    ((levels, certain),) = shown.fetchall()
    assert levels == [3, 5]
    assert certain <= 60
    planned = con.execute("SELECT level FROM dp_plan('dp_hhh', eps => 1, hierarchy => 'zip', levels => 'auto', goal => 60)")
    assert [level for (level,) in planned.fetchall()] == levels
    assert con.execute("SELECT count(*) FROM dp_ledger()").fetchall() == [(0,)]
    con.execute("FROM dp_hhh('loans', 'zip', eps => 1, levels => 'auto', goal => 60)").fetchall()
    facts = str(con.execute("FROM dp_certificate('last')").fetchall())
    assert "[3,5]" in facts.replace(" ", "")

"""`benchmarks/peers.py` still runs, its scores are right, and docs/peers.md has the tables that it prints.

The peers' own runners need their environments and are not run here.
"""

from __future__ import annotations

import csv
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import duckdb
import pytest

from dphh_sql import plan

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/peers.md").read_text(encoding="utf-8")
TRUTH = {"9": 300, "941": 250, "94110": 200, "94111": 50, "0": 70, "070": 70, "07001": 70}


@pytest.fixture(scope="module")
def peers() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "benchmarks"))
        import peers

        yield peers


class Small(NamedTuple):
    """A table of 1,000 rows, what each of our systems printed and released, and what the script makes of it."""

    path: Path
    runs: dict[str, tuple[dict[str, Any], list[Any]]]
    done: dict[Any, Any]


@pytest.fixture(scope="module")
def small(peers: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Small:
    path = peers.generated(1_000, tmp_path_factory.mktemp("peers"))
    one_run, runs = peers.one_run, {}

    def recorded(system: Any, *rest: Any) -> Any:
        runs[system.title] = one_run(system, *rest)
        return runs[system.title]

    pythons = {peers.SYSTEMS[name]: sys.executable for name in ("rollup", "dp_hhh", "laplace_levels")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(peers, "one_run", recorded)
        done, failed = peers.rounds(pythons, path, 1.0, 1e-6, 1)
    assert not failed
    return Small(path, runs, done)


def test_the_baseline_is_exact(small: Small) -> None:
    codes = [code for (code,) in duckdb.read_parquet(str(small.path)).fetchall()]
    _, rows = small.runs["DuckDB ROLLUP"]
    assert len(codes) == 1_000
    assert {row.prefix: row.count for row in rows} == Counter(code[:level] for code in codes for level in (1, 3, 5))
    assert all(len(row.prefix) == row.level for row in rows)


def test_the_release_keeps_what_its_plan_promises(peers: ModuleType, small: Small) -> None:
    """For certain, and by the scores of the script."""
    truth = peers.truth_of(small.runs["DuckDB ROLLUP"][1])
    cost, rows = small.runs["dp_hhh"]
    promised = plan("dp_hhh", hierarchy="zip", eps=1, delta=1e-6)
    released = [row for row in rows if not row.estimated]
    left = sys.modules["peer_runners.scores"].uncovered(truth, {row.prefix for row in released})
    assert released
    assert all(abs(row.residual - left[row.prefix]) <= promised.margin for row in released)
    assert all(row.lo <= row.count <= row.hi for row in released)
    assert {row.prefix for row in rows if row.level == 1} == set("0123456789")
    assert max(score.left_out for score in peers.scored(rows, truth).values()) <= promised.tau + promised.margin - 1
    assert cost["wall"] > 0
    assert cost["cpu"] > 0
    assert cost["peak"] > 10
    assert cost["threshold"] == promised.tau
    assert cost["spent"][0] == 1
    assert 0 < cost["spent"][1] <= 1e-6


def test_scores(peers: ModuleType) -> None:
    rows = [
        peers.Row(5, "94110", 204, 196, 212, 204),
        peers.Row(5, "07001", 67, 71, 79, 67),
        peers.Row(1, "9", 295, 280, 310, 91),
        peers.Row(3, "941", 204, estimated=True),
        peers.Row(3, "070", 67, estimated=True),
    ]
    by_level = peers.scored(rows, TRUTH)
    leaf, middle, top = (by_level[level] for level in (5, 3, 1))
    assert (leaf.released, leaf.error, leaf.large_error, leaf.residual_error) == (2, 3.5, 4, 3.5)
    assert (leaf.within, leaf.holds, leaf.left_out) == (6, 0.5, 50)
    assert leaf.heavy == {50: pytest.approx(2 / 3), 100: 1, 1000: None}
    assert (middle.released, middle.error, middle.left_out, middle.heavy[100]) == (0, None, 50, 0)
    assert middle.large_error == 46
    assert (top.error, top.residual_error, top.left_out) == (5, 9, 0)  # 300 - 200 rows are left to 9, and none to 0


def test_several_runs(peers: ModuleType) -> None:
    runs = [peers.scored([peers.Row(1, "9", n)], TRUTH)[1] for n in (290, 304)]
    both = peers.Measured(scores=[{1: run} for run in runs]).score(1)
    assert (both.released, both.error, both.within, both.left_out) == (1, 7, None, 70)


def test_rows_survive_their_file(peers: ModuleType, tmp_path: Path) -> None:
    rows = [peers.Row(5, "00010", 12, 3.5, 20.5, 12), peers.Row(1, "0", 7, estimated=True)]
    with (tmp_path / "out.csv").open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    assert peers.read(str(tmp_path / "out.csv")) == rows


def test_the_tables(peers: ModuleType, small: Small) -> None:
    text = peers.report({(1_000, system.title): measured for system, measured in small.done.items()}, {}, 1.0, 1e-6, 1)
    costs, errors, found = headed(text)
    assert [row[1] for row in costs] == ["DuckDB ROLLUP", "dp_hhh", "dp_hhh, laplace_levels"]
    assert costs[0][4] == costs[0][6] == costs[0][8] == "1.0"
    assert [row[:3] for row in errors] == [row[:3] for row in found]
    assert len(errors) == 6


def test_the_page_has_these_tables(peers: ModuleType) -> None:
    """Of every system at every size, at the versions that are pinned."""
    costs, errors, found = headed(PAGE)
    sizes = [(f"{rows:,}", s) for rows in peers.ROWS for s in peers.SYSTEMS.values() if rows <= (s.most or rows)]
    assert [(row[0], row[1]) for row in costs] == [(rows, system.title) for rows, system in sizes]
    private = [(rows, s.title, level) for rows, s in sizes if s.title != "DuckDB ROLLUP" for level in ("1", "3", "5")]
    assert [tuple(row[:3]) for row in errors] == [tuple(row[:3]) for row in found] == private
    pins = [pin.replace("[polars]", "").split("==") for system in peers.SYSTEMS.values() for pin in system.requirements]
    assert [name for name, version in pins if f"{name} {version}" not in PAGE] == ["pyarrow"]


def test_a_peer_that_fails_is_told(peers: ModuleType, small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = peers.System("Nobody", "nobody", None, ("nobody==1",))
    done, failed = peers.rounds({broken: sys.executable}, small.path, 1.0, 1e-6, 1)
    assert not done
    assert "No such file" in failed[broken]

    environments = sys.modules["peer_runners.environments"]
    answer = subprocess.CompletedProcess([], 1, "", "WARNING: slow\nERROR: No matching distribution for nobody==1\n")
    monkeypatch.setattr(environments.subprocess, "run", lambda *_, **__: answer)
    pythons, missing = peers.environments([broken], small.path.parent)
    assert not pythons
    assert "could not be installed: python" in missing[broken]
    assert "No matching distribution for nobody==1" in peers.report({}, missing, 1.0, 1e-6, 1)


def headed(text: str) -> list[list[list[str]]]:
    """The rows of the three tables, each found by its header and as wide as it."""
    tables = sys.modules["peer_runners.tables"]
    found = []
    for header in (tables.COSTS, tables.ERRORS, tables.FOUND):
        _, there, rest = text.partition(f"| {' | '.join(header)} |\n")
        assert there, header
        lines = rest.partition("\n\n")[0].splitlines()[1:]
        rows = [line[2:-2].split(" | ") for line in lines if line.startswith("|")]
        assert rows
        assert all(len(row) == len(header) for row in rows)
        found.append(rows)
    return found

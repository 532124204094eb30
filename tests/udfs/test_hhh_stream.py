"""dp_hhh_stream: what its rows promise, on the truth of the same rows; refusals; beside dp_hhh."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import numpy as np
import pytest

import dphh_sql
from dphh_sql.hierarchies import parse
from dphh_sql.udfs import connect
from tests.support import oracle
from tests.support.draws import MIDDLE, always, forbidden
from tests.support.entropy import entropy_from, seeded

pytest.importorskip("numba")

Con = duckdb.DuckDBPyConnection
LEVELS = (1, 3, 5)
every = pytest.mark.parametrize("sketch", ["space_saving", "misra_gries", "count_min"])


@pytest.fixture(scope="module")
def con(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Con]:
    with connect(tmp_path_factory.mktemp("bank") / "bank.duckdb") as con:
        rng = np.random.default_rng(11)
        numbers = np.minimum(rng.zipf(1.2, 60_000) * 37 % 99_999, 99_998)
        rows = [f"{n:05d}" for n in numbers.tolist()]
        con.execute("CREATE TABLE loans (zip VARCHAR)")
        con.execute("INSERT INTO loans SELECT unnest($1)", [rows])
        con.execute("INSERT INTO loans SELECT unnest([NULL, 'nonsense', '941']) FROM range(500)")
        yield con


@pytest.fixture(scope="module")
def paths(con: Con) -> list[oracle.Path]:
    return oracle.paths(parse("zip"), LEVELS, con.execute("SELECT zip FROM loans").fetchall())


def ask(con: Con, sketch: str, more: str = "") -> list[tuple[object, ...]]:
    query = f"SELECT * FROM dp_hhh_stream('loans', 'zip', eps => 1, sketch => '{sketch}', n_max => 100000{more})"
    return con.execute(query).fetchall()


@every
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_rows_are_within_their_certain_bounds(con: Con, paths: list[oracle.Path], sketch: str, seed: int) -> None:
    """With beta so small that the intervals are the certain ones; for the linear sketch they fail with 1e-7."""
    with entropy_from(seeded(seed)):
        rows = ask(con, sketch, ", k => 200, beta => 1e-15")
    selected = {(level, prefix) for level, prefix, *_ in rows if level}
    counts, residuals, nearest = oracle.counts(paths), oracle.residuals(paths, selected), oracle.nearest(paths, selected)
    rest, *others = rows
    assert rest[:3] == (0, None, None)
    assert rest[4] <= oracle.rest(paths, selected) <= rest[5]
    assert rest[7] <= len(paths) <= rest[8]
    assert [row[:2] for row in others] == oracle.ordered(selected)
    assert len(others) > 5
    for level, prefix, parent, residual, residual_lo, residual_hi, count, lo, hi in others:
        node = (level, prefix)
        assert parent == nearest[node]
        assert lo <= counts[node] <= hi
        assert residual_lo <= residuals[node] <= residual_hi
        assert lo <= count <= hi
        assert residual_lo <= residual <= residual_hi


@pytest.mark.parametrize("sketch", ["space_saving", "misra_gries"])
def test_an_unselected_prefix_is_not_heavier_than_promised(con: Con, paths: list[oracle.Path], sketch: str) -> None:
    """Threshold, the errors of two counts and one more: from public and released numbers alone."""
    with entropy_from(seeded(3)):
        rows = ask(con, sketch, ", k => 1000")
    plan = dphh_sql.plan("dp_hhh_stream", hierarchy="zip", eps=1, sketch=sketch, k=1000, n_max=len(paths))
    error = plan.margin_at()
    selected = {(level, prefix) for level, prefix, *_ in rows if level}
    left = oracle.residuals(paths, selected)
    heaviest = max(n for node, n in left.items() if node not in selected)
    assert heaviest <= plan.rows()[0]["certain_count"] + 5 * error


@every
def test_it_finds_what_dp_hhh_finds_of_the_heavy_prefixes(con: Con, paths: list[oracle.Path], sketch: str) -> None:
    plan = dphh_sql.plan("dp_hhh_stream", hierarchy="zip", eps=1, sketch=sketch, k=1000, n_max=100_000)
    certain = plan.rows()[0]["certain_count"]
    heavy = {node for node, n in oracle.counts(paths).items() if node[0] == 5 and n >= certain}
    assert heavy
    with entropy_from(seeded(4)):
        found = {(level, prefix) for level, prefix, *_ in ask(con, sketch, ", k => 1000")}
        offline = {row[:2] for row in con.execute("FROM dp_hhh('loans', 'zip', eps => 1)").fetchall()}
    assert heavy <= found
    assert heavy <= offline


def test_one_heavy_leaf_does_not_make_its_ancestors_heavy(con: Con) -> None:
    con.execute("CREATE TABLE one AS SELECT '94110' AS zip FROM range(5000)")
    for word in (MIDDLE, 2**62, 2**63 + 2**62):
        with entropy_from(always(word)):
            rows = con.execute("SELECT level, prefix FROM dp_hhh_stream('one', 'zip', eps => 1)").fetchall()
        assert rows == [(0, None), (5, "94110")]


def test_an_empty_table_and_no_rest(con: Con) -> None:
    con.execute("CREATE TABLE empty (zip VARCHAR)")
    ((level, prefix, parent, residual, *_),) = con.execute("FROM dp_hhh_stream('empty', 'zip', eps => 1)").fetchall()
    assert (level, prefix, parent) == (0, None, None)
    assert residual >= 0
    assert con.execute("FROM dp_hhh_stream('empty', 'zip', eps => 1, rest => false)").fetchall() == []


@pytest.mark.parametrize(
    ("hierarchy", "kind", "value", "prefix"),
    [
        ("ipv4", "VARCHAR", "'10.2.3.4'", "10.2.3.4/32"),
        ("path", "VARCHAR", "'/a/b/c'", "/a/b/c"),
        ("date", "DATE", "'2026-11-30'", "2026-11-30"),
        ("chars(2)", "VARCHAR", "'éx'", "éx"),
    ],
)
def test_every_kind(con: Con, hierarchy: str, kind: str, value: str, prefix: str) -> None:
    con.execute(f"CREATE OR REPLACE TABLE k AS SELECT {value}::{kind} AS v FROM range(2000)")
    rows = con.execute(f"FROM dp_hhh_stream('k', 'v', eps => 1, hierarchy => '{hierarchy}')").fetchall()
    assert [row[1] for row in rows] == [None, prefix]


def test_one_level_more_costs_more(con: Con) -> None:
    bounds = [
        dphh_sql.plan("dp_hhh_stream", hierarchy="zip", eps=1, levels=levels).design.tables[0].bound
        for levels in ([5], [3, 5], [1, 3, 5])
    ]
    assert bounds == sorted(set(bounds))
    steps = dphh_sql.plan("dp_hhh_stream", hierarchy="zip", eps=1).steps
    assert [(step.kind, step.times) for step in steps] == [("add", 3), ("rest", 1)]


def test_refusals(con: Con) -> None:
    con.execute("CREATE TABLE kinds AS SELECT '94110' AS child, NULL::VARCHAR AS parent")
    before = con.execute("SELECT count(*) FROM dp_ledger()").fetchall()
    for more, text in (
        ("sketch => 'exact'", "unknown sketch 'exact'"),
        ("unit => 'zip'", "unit must be the row"),
        ("hierarchy => 'taxonomy(kinds, child, parent)'", "looks items up in a table"),
        ("hierarchy => 'items', levels => [2]", "levels must be levels of items"),
    ):
        with entropy_from(forbidden), pytest.raises(duckdb.Error, match=text):
            con.execute(f"FROM dp_hhh_stream('loans', 'zip', eps => 1, {more})").fetchall()
    assert con.execute("SELECT count(*) FROM dp_ledger()").fetchall() == before

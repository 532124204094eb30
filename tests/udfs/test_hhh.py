"""The main query, on real data: its columns, order, and what holds with probability one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from dphh_sql import plan
from dphh_sql.hierarchies import parse
from dphh_sql.plan import Plan
from dphh_sql.udfs import connect
from tests.support import oracle
from tests.support.draws import HIGHEST, LOWEST, MIDDLE, always
from tests.support.entropy import entropy_from

DATA = Path(__file__).parents[2] / "examples" / "data"
Con = duckdb.DuckDBPyConnection
Rows = list[dict[str, Any]]

COLUMNS = {
    "level": "INTEGER", "prefix": "VARCHAR", "parent": "VARCHAR", "residual": "BIGINT", "residual_lo": "BIGINT",
    "residual_hi": "BIGINT", "count": "BIGINT", "count_lo": "BIGINT", "count_hi": "BIGINT",
}  # fmt: skip

# name -> (table, column or columns, hierarchy, options): NULLs, malformed and early-ending items occur.
CASES: dict[str, tuple[str, str | list[str], str, dict[str, Any]]] = {
    "loans by zip": ("loans", "zip", "zip", {"eps": 1}),
    "loans by zip, all levels": ("loans", "zip", "zip", {"eps": 2, "levels": [1, 2, 3, 4, 5], "tau": 60}),
    "loans without a rest row": ("loans", "zip", "zip", {"eps": 1, "rest": False}),
    "requests by address": ("requests", "client_ip", "ipv4", {"eps": 1, "delta": 1e-7}),
    "requests by url": ("requests", "url", "path", {"eps": 3, "levels": [1, 2, 3]}),
    "requests by hour": ("requests", "time", "timestamp", {"eps": 0.5}),
    "cells by state and county": ("cells", ["state", "county"], "columns(2)", {"eps": 1}),
    "diagnoses by code": ("diagnoses", "icd9", "chars(3)", {"eps": 1, "tau": 300}),
}


@pytest.fixture(scope="module")
def real() -> Iterator[Con]:
    with connect() as con:
        for view, file in [("loans", "sba_loans"), ("requests", "web_requests"), ("cells", "hmda_county_counts")]:
            con.execute(f"CREATE VIEW {view} AS FROM '{DATA / file}.parquet'")
        con.execute(f"CREATE VIEW diagnoses AS FROM '{DATA}/icd9_diagnoses.parquet' LIMIT 30000")
        yield con


def call(function: str, name: str, **more: Any) -> str:
    tbl, col, spec, options = CASES[name]
    given = [repr(tbl), repr(col), f"hierarchy => '{spec}'"]
    given += [f"{key} => {value}" for key, value in (options | more).items()]
    return f"SELECT * FROM {function}({', '.join(given)})"


def dicts(con: Con, statement: str) -> Rows:
    result = con.execute(statement)
    names = [column[0] for column in result.description or ()]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]


def paths(con: Con, name: str) -> list[oracle.Path]:
    tbl, col, spec, _ = CASES[name]
    h = parse(spec)
    levels = planned(name).levels
    columns = [col] if isinstance(col, str) else col
    return oracle.paths(h, levels, con.execute(f"SELECT {', '.join(columns)} FROM {tbl}").fetchall())


def planned(name: str) -> Plan:
    _, _, spec, options = CASES[name]
    return plan("dp_hhh", hierarchy=spec, **options)


def test_the_columns(real: Con) -> None:
    described = real.execute("DESCRIBE SELECT * FROM dp_hhh('loans', 'zip', eps => 1)").fetchall()
    assert {row[0]: row[1] for row in described} == COLUMNS
    result = real.execute("SELECT * FROM dp_hhh('loans', 'zip', eps => 1)")
    assert [column[0] for column in result.description or ()] == list(COLUMNS)


def test_the_hierarchy_is_known_by_the_name_of_the_column(real: Con) -> None:
    rows = dicts(real, "SELECT * FROM dp_hhh('loans', 'zip', eps => 1)")
    assert {row["level"] for row in rows} <= {0, 1, 3, 5}
    assert any(row["level"] == 3 for row in rows)
    assert {len(row["prefix"]) for row in rows if row["level"]} == {row["level"] for row in rows if row["level"]}


@pytest.mark.parametrize("name", CASES)
def test_what_holds_with_probability_one(real: Con, name: str) -> None:
    p, of = planned(name), paths(real, name)
    margin, rest = p.margin, CASES[name][3].get("rest", True)
    assert margin is not None
    rows = dicts(real, call("dp_hhh", name))
    first, selected = rows[:rest], {(row["level"], row["prefix"]): row for row in rows[rest:]}
    assert list(selected) == oracle.ordered(selected)
    left, total, above = oracle.residuals(of, selected), oracle.counts(of), oracle.nearest(of, selected)
    draws = drawn_below(above)
    for node, row in selected.items():
        assert left[node] >= p.tau - margin, "reported with too small a residual count"
        assert abs(row["residual"] - left[node]) <= margin
        assert row["residual"] >= p.tau
        assert row["parent"] == above[node]
        assert abs(row["count"] - total[node]) <= margin * draws[node]
        assert 0 <= row["residual_lo"] <= row["residual"] <= row["residual_hi"]
        assert 0 <= row["count_lo"] <= row["count"] <= row["count_hi"]
    missed = {node: n for node, n in left.items() if node not in selected and n > p.tau + margin - 1}
    assert missed == {}
    for row in first:
        table = p.design.rest_table
        assert table is not None
        assert (row["level"], row["prefix"], row["parent"]) == (0, None, None)
        assert abs(row["residual"] - oracle.rest(of, selected)) <= table.bound
        assert abs(row["count"] - len(of)) <= table.bound + margin * len(selected)


def drawn_below(above: dict[oracle.Node, str | None]) -> Counter[oracle.Node]:
    """How many values are summed up in the count of each selected node (no prefix is printed at two levels)."""
    nodes = {node[1]: node for node in above}
    found: Counter[oracle.Node] = Counter()
    for node in above:
        at: oracle.Node | None = node
        while at is not None:
            found[at] += 1
            parent = above[at]
            at = None if parent is None else nodes[parent]
    return found


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize(("word", "sign"), [(LOWEST, -1), (MIDDLE, 0), (HIGHEST, 1)], ids=["-M", "0", "+M"])
def test_with_its_noise_pinned_it_is_exact_hhh(real: Con, name: str, word: int, sign: int) -> None:
    """Every draw is z = -M, 0 or +M: the selection is that of exact_hhh at tau - z, each residual F + z."""
    p = planned(name)
    shift = sign * (p.margin or 0)
    options = {key: value for key, value in CASES[name][3].items() if key == "levels"}
    tbl, col, spec, _ = CASES[name]
    given = [repr(tbl), repr(col), f"hierarchy => '{spec}'", f"tau => {p.tau - shift}"]
    given += [f"{key} => {value}" for key, value in options.items()]
    exact = dicts(real, f"SELECT * FROM exact_hhh({', '.join(given)})")
    with entropy_from(always(word)):
        rows = dicts(real, call("dp_hhh", name))
    if CASES[name][3].get("rest", True):
        assert p.design.rest_table is not None
        assert rows.pop(0)["residual"] == max(0, exact[0]["residual"] + sign * p.design.rest_table.bound)
    found = [(row["level"], row["prefix"], row["parent"], row["residual"]) for row in rows]
    assert found == [(row["level"], row["prefix"], row["parent"], row["residual"] + shift) for row in exact[1:]]
    if sign == 0:
        assert [row["count"] for row in rows] == [row["count"] for row in exact[1:]]


def test_a_threshold_beyond_reach_leaves_the_rest_row(real: Con) -> None:
    (row,) = dicts(real, "SELECT * FROM dp_hhh('loans', 'zip', eps => 1, tau => 1000000000)")
    assert (row["level"], row["prefix"], row["parent"]) == (0, None, None)
    assert row["residual"] == row["count"]
    assert abs(row["count"] - 2101) <= 1000


def test_far_from_the_threshold_the_answer_is_certain(con: Con) -> None:
    """Every residual count is at least tau + M or below tau - M: the noise cannot change the selection."""
    con.execute("""
        CREATE TABLE loans AS
        SELECT '94110' AS zip FROM range(500) UNION ALL SELECT '94103' FROM range(400)
        UNION ALL SELECT '942' || lpad(range::VARCHAR, 2, '0') FROM range(10)
        UNION ALL SELECT '100' || lpad((range % 100)::VARCHAR, 2, '0') FROM range(600)
        UNION ALL SELECT NULL FROM range(50)
    """)
    exact = dicts(con, "SELECT * FROM exact_hhh('loans', 'zip', tau => 150)")
    assert [(row["level"], row["prefix"]) for row in exact[1:]] == [(3, "100"), (5, "94103"), (5, "94110")]
    for _ in range(5):
        rows = dicts(con, "SELECT * FROM dp_hhh('loans', 'zip', eps => 1, tau => 150)")
        assert [(row["level"], row["prefix"]) for row in rows[1:]] == [(3, "100"), (5, "94103"), (5, "94110")]


def test_an_empty_table_answers_like_any_other(con: Con) -> None:
    con.execute("CREATE TABLE loans (zip VARCHAR)")
    (row,) = dicts(con, "SELECT * FROM dp_hhh('loans', 'zip', eps => 1)")
    assert (row["level"], row["prefix"], row["parent"]) == (0, None, None)
    assert con.execute("SELECT * FROM dp_hhh('loans', 'zip', eps => 1, rest => false)").fetchall() == []
    assert con.execute("SELECT releases FROM dp_budget()").fetchall() == [(2,)]


def test_nulls_and_malformed_items_stay_in_the_rest(con: Con) -> None:
    con.execute("CREATE TABLE loans AS SELECT unnest([NULL, '', 'x', '941']) AS zip FROM range(1000)")
    with entropy_from(always(MIDDLE)):
        rows = dicts(con, "SELECT * FROM dp_hhh('loans', 'zip', eps => 1)")
    assert [(row["level"], row["residual"], row["count"]) for row in rows] == [(0, 4000, 4000)]


def test_items_that_end_early_stay_with_their_ancestor(con: Con) -> None:
    con.execute("CREATE TABLE t AS SELECT unnest(['a', 'ab', 'abc']) AS word FROM range(1000)")
    with entropy_from(always(MIDDLE)):
        rows = dicts(con, "SELECT * FROM dp_hhh('t', 'word', eps => 1, hierarchy => 'chars(3)')")
    assert [(row["prefix"], row["parent"], row["residual"], row["count"]) for row in rows] == [
        (None, None, 0, 3000),
        ("a", None, 1000, 3000),
        ("ab", "a", 1000, 2000),
        ("abc", "ab", 1000, 1000),
    ]


def test_a_filter_selects_the_rows(real: Con) -> None:
    kept = real.execute("SELECT count(*) FROM loans WHERE fiscal_year = 2005").fetchall()[0][0]
    with entropy_from(always(MIDDLE)):
        rows = dicts(real, "SELECT * FROM dp_hhh('loans', 'zip', eps => 1, filter => 'fiscal_year = 2005')")
    assert rows[0]["count"] == kept < 2101


@pytest.mark.parametrize("collation", ["nocase", "nocase.noaccent", "C"])
def test_order_and_nodes_ignore_a_default_collation(collation: str) -> None:
    letters = ["b", "B", "a", "A", "ä", "é", "e", "Z", "z"]
    with connect(config={"default_collation": collation}) as con:
        con.execute("CREATE TABLE t AS SELECT unnest(?) AS word FROM range(300)", [letters])
        rows = con.execute("SELECT level, prefix FROM dp_hhh('t', 'word', eps => 1, hierarchy => 'chars(1)')").fetchall()
    assert rows == [(0, None), *((1, letter) for letter in sorted(letters, key=str.encode))]


@pytest.mark.parametrize("eps", ["1", "1.0", "1::TINYINT", "1::DECIMAL(9, 3)", "1e0", "1::FLOAT", "0.5 + 0.5", "1::UBIGINT"])
def test_eps_of_every_numeric_type(con: Con, eps: str) -> None:
    con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(300)")
    con.execute(f"SELECT * FROM dp_hhh('loans', 'zip', eps => {eps})").fetchall()
    assert con.execute("SELECT eps, delta, function, unit, table_name FROM dp_ledger()").fetchall() == [
        (1.0, 1e-6, "dp_hhh", "row", "loans")
    ]


def test_arguments_by_parameter_by_position_and_in_any_case(con: Con) -> None:
    con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(300)")
    query = "SELECT prefix FROM dp_hhh(?, ?, eps => ?, levels => ?, rest => ?)"
    assert con.execute(query, ["loans", "zip", 1.0, [5], False]).fetchall() == [("94110",)]
    named = "SELECT prefix FROM dp_hhh($t, 'zip', eps => $e, rest => false)"
    assert con.execute(named, {"t": "loans", "e": 2}).fetchall() == [("94110",)]
    assert con.execute("SELECT prefix FROM DP_HHH('LOANS', 'ZIP', EPS => 1, REST => FALSE)").fetchall() == [("94110",)]
    con.execute("PREPARE q AS SELECT prefix FROM dp_hhh('loans', 'zip', eps => 1, rest => false)")
    assert con.execute("EXECUTE q").fetchall() == [("94110",)]
    assert con.execute("SELECT eps FROM dp_ledger()").fetchall() == [(1.0,), (2.0,), (1.0,), (1.0,)]

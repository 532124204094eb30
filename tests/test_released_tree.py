"""Every form of a result is the same tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import dphh_sql
from dphh_sql.errors import ArgumentError
from dphh_sql.release import COLUMNS
from dphh_sql.released_tree import ReleasedTree, released_tree

Rows = list[dict[str, Any]]


def row(level: int, prefix: str | None, parent: str | None, residual: int, count: int) -> dict[str, Any]:
    lo_hi = {"residual_lo": residual - 1, "residual_hi": residual + 1, "count_lo": count - 1, "count_hi": count + 1}
    return {"level": level, "prefix": prefix, "parent": parent, "residual": residual, "count": count, **lo_hi}


ROWS = [row(0, None, None, 5, 100), row(1, "9", None, 20, 80), row(3, "941", "9", 60, 60), row(5, "10001", None, 15, 15)]
TABLE = pa.Table.from_pylist(ROWS)
FORMS: dict[str, Callable[[duckdb.DuckDBPyConnection], Any]] = {
    "list of dicts": lambda con: ROWS,
    "arrow table": lambda con: TABLE,
    "arrow reader": lambda con: TABLE.to_reader(),
    "pandas": lambda con: pd.DataFrame(ROWS),
    "polars": lambda con: pl.DataFrame(ROWS),
    "relation": lambda con: con.sql("FROM result"),
    "executed": lambda con: con.execute("FROM result"),
    "executed, as data frame": lambda con: con.execute("FROM result").df(),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form(form: str) -> None:
    with duckdb.connect() as con:
        con.register("result", TABLE)
        tree = released_tree(FORMS[form](con))
    assert tree == released_tree(ROWS)
    assert [(n.level, n.prefix, n.parent) for n in tree.nodes] == [(0, None, None), (1, "9", None), (3, "941", 1), (5, "10001", None)]
    assert tree.levels == (1, 3, 5)
    assert tree.total == 100
    assert tree.children == {None: [1, 3], 1: [2]}


def test_a_result_of_the_function_itself() -> None:
    with dphh_sql.connect() as con:
        con.execute("CREATE TABLE t AS SELECT '94110' AS zip FROM range(1000)")
        tree = released_tree(con.execute("FROM dp_hhh('t', 'zip', eps => 1)"))
        assert [node.prefix for node in tree.nodes] == [None, "94110"]
        assert con.execute("SELECT count(*) FROM dp_ledger()").fetchall() == [(1,)]


def test_levels_that_print_a_prefix_alike() -> None:
    rows = [row(1, "a", None, 1, 3), row(2, "a", "a", 1, 2), row(3, "a", "a", 1, 1)]
    assert [node.parent for node in released_tree(rows).nodes] == [None, 0, 1]


def test_nothing() -> None:
    assert released_tree([]) == ReleasedTree(())
    assert released_tree([]).total == 0


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (None, "got NoneType"),
        ("loans", "got str"),
        ([{"level": 1}], "it lacks prefix, parent"),
        (pd.DataFrame({"item": ["a"], "count": [1]}), "it lacks level, prefix"),
        ([row(3, "941", "9", 1, 1)], "must be complete"),
        ([{**row(1, "9", None, 1, 1), "count": None}], "no NULL in column count"),
        ([{**row(1, "9", None, 1, 1), "count": "many"}], "integers in column count"),
    ],
)
def test_refusals(result: object, text: str) -> None:
    with pytest.raises(ArgumentError, match=text) as refused:
        released_tree(result)
    assert refused.value.argument == "result"


def test_the_columns_are_those_of_dp_hhh() -> None:
    assert set(ROWS[0]) == set(COLUMNS)

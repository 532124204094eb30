"""What a plan and a release cost, counted rather than timed: steps of Python, rows that pass through DuckDB's operators,
evaluations of the accountant.

Counts do not depend on the machine. A loop over candidates in Python, one more pass over the table, or a grouping of
rows that were grouped already shows here as a factor.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest

from dphh_sql import mechanisms, plan
from dphh_sql.accounting import calibrate, path
from dphh_sql.counting import counting_query
from dphh_sql.cut_first import CutFirst
from dphh_sql.functions import FUNCTIONS
from dphh_sql.hierarchies import parse
from dphh_sql.source import Source
from dphh_sql.tree import Tree

PLAN = plan("dp_hhh", hierarchy="zip", eps=1)


def calls(work: Callable[[], object]) -> int:
    """How many functions, of Python and of C, are called."""
    counted = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return counted


def release(leaves: int) -> Callable[[], object]:
    """From the candidates of a table of `leaves` codes, 500 rows each, to the released rows."""
    codes = [f"{i:05d}" for i in range(leaves)]
    candidates = []
    for level, above in ((1, None), (3, 1), (5, 3)):
        keys, n = np.unique([code[:level] for code in codes], return_counts=True)
        parents = [None if above is None else key[:above] for key in keys.tolist()]
        arrays = [np.full(len(keys), level, np.int32), keys, parents, n * 500]
        columns = [pa.array(array) for array in arrays[:2]] + [pa.array(parents, pa.string()), pa.array(arrays[3])]
        candidates.append(pa.StructArray.from_arrays(columns, names=["level", "key", "parent", "n"]))
    found = pa.concat_arrays(candidates)

    def run() -> object:
        tree = Tree.from_candidates(found, leaves * 500, PLAN.levels)
        selection = mechanisms.mechanism("dp_hhh", PLAN.mechanism).select(PLAN.design, tree)
        return FUNCTIONS["dp_hhh"].rows(PLAN, tree, selection)

    return run


def test_python_takes_as_many_steps_for_many_candidates_as_for_few() -> None:
    few, many = release(2_000), release(60_000)
    few(), many()  # what is remembered is worked out
    assert calls(many) <= 1.1 * calls(few) + 50


def test_a_loop_over_candidates_would_be_noticed() -> None:
    assert calls(lambda: [len("x") for _ in range(60_000)]) > 50_000


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        con.execute("CREATE TABLE items AS SELECT lpad((i % 997)::VARCHAR, 5, '0') AS c0 FROM range(200000) r(i)")
        con.execute(
            "CREATE TABLE ips AS SELECT ((i * 2654435761) & 4294967295)::UINTEGER AS c0 FROM range(200000) r(i)"
        )
        yield con


def rows_moved(con: duckdb.DuckDBPyConnection, sql: str) -> int:
    """Rows that leave any operator."""
    ((_, found),) = con.execute(f"EXPLAIN (ANALYZE, FORMAT json) {sql}").fetchall()
    return sum(_moved(json.loads(found)))


def _moved(node: Any) -> Iterator[int]:
    if isinstance(node, list):
        for part in node:
            yield from _moved(part)
    elif isinstance(node, dict):
        yield int(node.get("operator_cardinality", node.get("intermediate_rows", 0)))
        yield from _moved(node.get("children", []) + node.get("operator", []))


def counting(kind: str, table: str, floor: int, way: CutFirst | None = None) -> str:
    h = parse(kind)
    return counting_query(Source((table,)), ["c0"], h, h.default_levels, floor, way=way).sql("duckdb")


def test_counting_moves_hardly_more_rows_than_group_by(con: duckdb.DuckDBPyConnection) -> None:
    plain = rows_moved(con, "SELECT c0, count(*) FROM items GROUP BY 1")
    assert plain >= 400_000
    assert rows_moved(con, counting("zip", "items", 1)) <= 1.1 * plain


def test_many_different_items_move_few_rows_and_fewer_by_cuts(con: duckdb.DuckDBPyConnection) -> None:
    """Beside GROUP BY, which stays as it is: a ratio of the two ways would grow when the plain one gets better."""
    plain = rows_moved(con, "SELECT c0, count(*) FROM ips GROUP BY 1")
    cuts = parse("ipv4").cuts("UINTEGER", (8, 16, 24, 32))
    assert cuts is not None
    assert rows_moved(con, counting("ipv4", "ips", 100)) <= 5.6 * plain
    assert rows_moved(con, counting("ipv4", "ips", 100, CutFirst(cuts, 24))) <= 3.6 * plain


@pytest.mark.parametrize(
    ("eps", "delta", "tests"), [(0.13, 2e-8, 48), (0.12, 1e-9, 3), (0.3, 1e-9, 64), (0.7, 3e-8, 24), (2.2, 1e-6, 6)]
)
def test_a_cold_calibration_asks_the_accountant_a_few_times(
    monkeypatch: pytest.MonkeyPatch, eps: float, delta: float, tests: int
) -> None:
    """No setting of these is shipped. The work is counted in evaluations: a grid point of a choice of a step."""
    asked: list[str] = []
    evaluations = 0
    apply = path.Symbol.apply

    def counted(symbol: path.Symbol, windows: Any, choices: slice) -> Any:
        nonlocal evaluations
        found = apply(symbol, windows, choices)
        evaluations += found.size
        return found

    def noted(name: str) -> None:
        function = getattr(calibrate, name)
        monkeypatch.setattr(calibrate, name, lambda *arguments: (asked.append(name), function(*arguments))[1])

    monkeypatch.setattr(path.Symbol, "apply", counted)
    noted("delta_bound")
    noted("delta_estimate")
    calibrate.calibrate_onehit.__wrapped__(eps, delta, tests, True)
    assert asked.count("delta_bound") <= 4
    assert asked.count("delta_estimate") <= 9
    assert evaluations <= 50_000_000

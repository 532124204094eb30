"""`exact_hhh`, `prefix_counts`, `residual_counts`: exact, NOT private answers, for owners and tests.

They run the same counting query and spend nothing, because they protect nobody. Absent from analyst
connections.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pyarrow as pa

from dphh_sql import hierarchies
from dphh_sql.counting import CANDIDATES, counting_query
from dphh_sql.errors import ArgumentError
from dphh_sql.exact import exact_answer
from dphh_sql.hierarchies import Hierarchy
from dphh_sql.release import nearest_shown, shown
from dphh_sql.request import choose_hierarchy, integer
from dphh_sql.rowtypes import arrow_row, duckdb_row
from dphh_sql.source import parse_columns, parse_table
from dphh_sql.tree import Level, Tree
from dphh_sql.udfs import kinds
from dphh_sql.udfs.answers import Caller, call_on_counts, on_one_row
from dphh_sql.udfs.function import Function
from dphh_sql.udfs.session import Session

COLUMNS = {
    "exact_hhh": {
        "level": "INTEGER", "prefix": "VARCHAR", "parent": "VARCHAR", "residual": "BIGINT", "count": "BIGINT",
    },
    "prefix_counts": {"level": "INTEGER", "prefix": "VARCHAR", "count": "BIGINT"},
    "residual_counts": {
        "level": "INTEGER", "prefix": "VARCHAR", "residual": "BIGINT", "count": "BIGINT", "heavy": "BOOLEAN",
    },
}  # fmt: skip
Row = tuple[Any, ...]


def _statement(
    session: Session, function: str, tbl: object, col: object, options: dict[str, object], caller: Caller
) -> str:
    source, columns = parse_table(tbl), parse_columns(col)
    where = session.caller(caller)
    found = session.source(source.parts, where.database, where.schema, where.search_path)
    options = kinds.settled(session, found, col, options, caller)
    hierarchy = choose_hierarchy(options.get("hierarchy"), columns, listed=isinstance(col, list))
    levels = hierarchies.validate_levels(hierarchy, options.get("levels"))  # type: ignore[arg-type]
    tau = 1
    if function != "prefix_counts":
        if options.get("tau") is None:
            raise ArgumentError("tau is required: the least residual count of a heavy hitter", argument="tau")
        tau = integer("tau", options["tau"], least=1)
    filter_text = options.get("filter")
    counted = counting_query(source, columns, hierarchy, levels, 1, filter_text, function)  # type: ignore[arg-type]
    facts = {"hierarchy": hierarchy.spec, "levels": levels, "tau": tau}
    return call_on_counts(f"__{function}", counted, session.sign(json.dumps(facts))).sql(dialect="duckdb")


def _answering(function: str, rows: Callable[[Hierarchy, Tree, int], list[Row]]) -> Function:
    columns = COLUMNS[function]
    struct = arrow_row(columns)

    def make(session: Session) -> Callable[..., pa.Array]:
        def answer(total: int, candidates: pa.StructArray, token: str) -> pa.Array:
            facts = json.loads(session.open(token))
            hierarchy = hierarchies.parse(facts["hierarchy"])
            tree = Tree.from_candidates(candidates, total, facts["levels"])
            found = sorted(rows(hierarchy, tree, facts["tau"]), key=lambda row: (row[0], row[1] or ""))
            return pa.array([dict(zip(columns, row, strict=True)) for row in found], struct)

        return on_one_row(function, struct, answer)

    return Function(
        f"__{function}",
        make,
        ("BIGINT", CANDIDATES, "VARCHAR"),
        f"STRUCT(value {duckdb_row(columns)}[], error VARCHAR)",
        vectorised=True,
        volatile=True,
    )


def _prefix_rows(hierarchy: Hierarchy, tree: Tree, tau: int) -> list[Row]:
    return [
        (level.level, *row)
        for level in tree.levels
        for row in zip(_labels(hierarchy, level), level.counts.tolist(), strict=True)
    ]


def _residual_rows(hierarchy: Hierarchy, tree: Tree, tau: int) -> list[Row]:
    answer = exact_answer(tree, tau)
    return [
        (level.level, *row)
        for level, residuals, heavy in zip(tree.levels, answer.residuals, answer.heavy, strict=True)
        for row in zip(
            _labels(hierarchy, level), residuals.tolist(), level.counts.tolist(), heavy.tolist(), strict=True
        )
    ]


def _labels(hierarchy: Hierarchy, level: Level) -> list[str]:
    return list(hierarchy.labels(level.keys, level.level).to_pylist())


def _heavy_rows(hierarchy: Hierarchy, tree: Tree, tau: int) -> list[Row]:
    answer = exact_answer(tree, tau)
    levels = shown(hierarchy, tree, answer.heavy)
    rows: list[Row] = [(0, None, None, answer.rest, tree.total)]
    for level, mine, residuals, parents in zip(
        tree.levels, levels, answer.residuals, nearest_shown(tree, levels), strict=True
    ):
        texts = mine.labels.to_pylist(), parents.to_pylist()
        numbers = residuals[mine.index].tolist(), level.counts[mine.index].tolist()
        rows += [(level.level, *row) for row in zip(*texts, *numbers, strict=True)]
    return rows


BUILDERS = dict.fromkeys(COLUMNS, _statement)
FUNCTIONS = (
    _answering("exact_hhh", _heavy_rows),
    _answering("prefix_counts", _prefix_rows),
    _answering("residual_counts", _residual_rows),
)

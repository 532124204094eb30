"""How a counting query uses a hierarchy, in its plainest form: raw > parts > finest > ... > coarsest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb
from sqlglot import exp

from dphh_sql.hierarchies import Hierarchy

Rows = list[tuple[Any, ...]]


def counts(h: Hierarchy, levels: Sequence[int], *, carry: Sequence[str] = ()) -> exp.Select:
    """`SELECT carry, level, key, n` over the table `items(carry, c0, c1, ...)`; levels cut in a chain."""
    kept = [exp.column(name) for name in carry]
    names = [f"p{i}" for i in range(h.width)]
    columns = [exp.column(name) for name in names]
    number = exp.column("n")

    def stage(source: str, parts: Sequence[exp.Expression], weight: exp.Expression) -> exp.Select:
        aliased = [exp.alias_(part, name) for part, name in zip(parts, names, strict=True)]
        keys = [*(k.copy() for k in kept), *aliased]
        query = exp.select(*keys, exp.alias_(weight, "n")).from_(source)
        return query.group_by(*(exp.Literal.number(i + 1) for i in range(len(keys))))

    raws = [h.raw(exp.column(f"c{i}")) for i in range(h.width)]
    stages = {
        "raws": stage("items", raws, exp.Count(this=exp.Star())),
        "parts": stage("raws", h.parts(columns), exp.Sum(this=number.copy())),
    }
    source = "parts"
    for level in reversed(levels):
        stages[f"level_{level}"] = stage(source, h.truncate(columns, level), exp.Sum(this=number.copy()))
        source = f"level_{level}"
    reached = [
        exp.select(
            *(k.copy() for k in kept),
            exp.alias_(exp.Literal.number(level), "level"),
            exp.alias_(h.key(columns, level), "key"),
            exp.alias_(exp.cast(number.copy(), "BIGINT"), "n"),
        )
        .from_(f"level_{level}")
        .where(h.reaches(columns, level))
        for level in levels
    ]
    query = exp.select("*").from_(
        exp.union(*reached, distinct=False).subquery() if reached[1:] else reached[0].subquery()
    )
    query = with_lookups(query, h)
    for name, body in stages.items():
        query = query.with_(name, as_=body)
    return query


def with_lookups(query: exp.Select, h: Hierarchy) -> exp.Select:
    """The query with the public tables that the hierarchy reads."""
    for name, table in h.lookups().items():
        query = query.with_(name, as_=table, materialized=True)
    return query


def load(con: duckdb.DuckDBPyConnection, types: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Replace the table `items(id, c0, c1, ...)` by `rows`; `id` counts from 0."""
    declared = ", ".join(f"c{i} {name}" for i, name in enumerate(types))
    con.execute(f"CREATE OR REPLACE TABLE items (id BIGINT, {declared})")
    lists = ", ".join(f"unnest(CAST(${i + 2} AS {_bare(name)}[]))" for i, name in enumerate(types))
    values = [[row[i] for row in rows] for i in range(len(types))]
    con.execute(
        f"INSERT INTO items SELECT unnest(CAST($1 AS BIGINT[])), {lists}", [list(range(len(rows))), *values]
    )


def run(con: duckdb.DuckDBPyConnection, query: exp.Expression) -> Rows:
    """The rows, sorted in Python so that no collation takes part."""
    return sorted(con.execute(query.sql("duckdb")).fetchall())


def _bare(type_name: str) -> str:
    return type_name.split(" COLLATE ")[0]

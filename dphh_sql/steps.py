"""What the ways of counting (`counting`, `coarse_first`, `cut_first`, `one_pass`) build alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlglot import exp

from dphh_sql.hierarchies import Hierarchy
from dphh_sql.source import RESERVED

FIELDS = ("level", "key", "parent", "n")
"""Columns of a candidate."""


class Counted(NamedTuple):
    """What a way of counting makes of a query.

    Attributes:
        query: with the counts of each level as CTEs.
        candidates: the select of all candidates from those.
        whole: the CTE whose `n` add up to all rows, NULL and malformed items included.
    """

    query: exp.Select
    candidates: exp.Query
    whole: str


def step(name: object) -> str:
    """The CTE of a step, or of a level: a name that no table of the user has."""
    return f"{RESERVED}{name}"


def bigint(expression: exp.Expr) -> exp.Expression:
    return exp.cast(expression, "BIGINT")


def level_number(level: int) -> exp.Expression:
    return exp.cast(exp.Literal.number(level), "INT")


def ordinals(n: int) -> list[exp.Expression]:
    """1 to n, for GROUP BY."""
    return [exp.Literal.number(i + 1) for i in range(n)]


def all_of(queries: Sequence[exp.Query]) -> exp.Query:
    """UNION ALL; the one where there is one."""
    return exp.union(*queries, distinct=False, copy=False) if queries[1:] else queries[0]


def grouped_at(rows: exp.Select, parts: Sequence[exp.Column], hierarchy: Hierarchy, level: int) -> exp.Select:
    """Counts of the items cut to `level`, those that end above it included (they belong to an ancestor)."""
    cut = [part.as_(f"p{i}") for i, part in enumerate(hierarchy.truncate(parts, level))]
    counted = exp.select(*cut, bigint(exp.Sum(this=exp.column("n"))).as_("n")).from_(rows.subquery("finer"))
    return counted.group_by(*ordinals(len(cut)))


def candidates_at(
    level: int, key: exp.Expression, parent: exp.Expression | None, conditions: Sequence[exp.Expr]
) -> exp.Select:
    """The candidates of a level from the step of its counts; `parent` is None for the coarsest."""
    return (
        exp.select(
            level_number(level).as_("level"),
            exp.cast(key, "VARCHAR").as_("key"),
            exp.cast(exp.null() if parent is None else parent, "VARCHAR").as_("parent"),
            exp.column("n"),
        )
        .from_(step(level))
        .where(*conditions)
    )


def numbers(levels: Sequence[int]) -> exp.Query:
    """A row for each level."""
    return all_of([exp.select(level_number(level).as_("level")) for level in levels])


def by_level(values: Mapping[int, exp.Expression | None]) -> exp.Expression:
    """The value of the row's own level; once when it is the same for all."""
    case = exp.case(exp.column("level"))
    for level, value in values.items():
        case = case.when(level_number(level), exp.null() if value is None else value)
    different = {value if value is None else value.sql("duckdb") for value in values.values()}
    only = next(iter(values.values()))
    return case if len(different) > 1 or only is None else only

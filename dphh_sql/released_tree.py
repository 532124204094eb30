"""A result of dp_hhh, in whatever form the user has it, as the tree of what was released. Post-processing only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import duckdb
import pyarrow as pa

from dphh_sql.errors import ArgumentError
from dphh_sql.release import COLUMNS


@dataclass(frozen=True)
class Released:
    """One row of a result; the counts are of rows, or of units where a unit was named.

    Attributes:
        level, prefix: of the selected prefix; level 0 and None: everything else.
        parent: place in the tree of the nearest selected ancestor; None: there is none.
        residual, residual_lo, residual_hi: the released count and its interval.
        count, count_lo, count_hi: with all selected prefixes below; of everything else the noisy total.
    """

    level: int
    prefix: str | None
    parent: int | None
    residual: int
    residual_lo: int
    residual_hi: int
    count: int
    count_lo: int
    count_hi: int

    @property
    def is_rest(self) -> bool:
        return self.prefix is None


@dataclass(frozen=True)
class ReleasedTree:
    """The rows of a result, ordered by level and prefix as they were released; ancestors come first."""

    nodes: tuple[Released, ...]

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """The levels at which a prefix was selected, coarse to fine."""
        return tuple(sorted({node.level for node in self.nodes if not node.is_rest}))

    @cached_property
    def children(self) -> Mapping[int | None, list[int]]:
        """Places of the prefixes right below each place (None: below none), the heaviest first."""
        found: dict[int | None, list[int]] = {}
        for place, node in enumerate(self.nodes):
            if not node.is_rest:
                found.setdefault(node.parent, []).append(place)
        for places in found.values():
            places.sort(key=lambda place: -self.nodes[place].count)
        return found

    @property
    def rest(self) -> Released | None:
        return next((node for node in self.nodes if node.is_rest), None)

    @property
    def total(self) -> int:
        """The released number of all rows; without a row of everything else, of those that were found."""
        if self.rest is not None:
            return self.rest.count
        return sum(self.nodes[place].count for place in self.children.get(None, []))

    @property
    def prefixes(self) -> Iterator[Released]:
        """Without the rest."""
        return (node for node in self.nodes if not node.is_rest)


def counted(value: int, lo: int, hi: int) -> str:
    """A count with its interval.

    >>> counted(1234, 1200, 1300)
    '1,234 [1,200 to 1,300]'
    """
    return f"{value:,} [{lo:,} to {hi:,}]"


def released_tree(result: Any) -> ReleasedTree:
    """The tree of a result of dp_hhh or dp_hhh_stream.

    Args:
        result: a data frame (pandas, polars), an Arrow table, a list of dicts, a DuckDB relation, or what
            `con.execute(...)` returned. A relation runs its query, which is one more release, charged as such.

    Raises:
        ArgumentError: none of these, or it lacks a column of dp_hhh.
    """
    rows = _rows(result)
    places: dict[str, list[tuple[int, int]]] = {}  # prefix -> (level, place): levels may print a prefix alike
    nodes = []
    for place, row in enumerate(sorted(rows, key=lambda row: row["level"])):
        parent = None
        if row["parent"] is not None:
            above = [p for level, p in places.get(row["parent"], []) if level < row["level"]]
            if not above:
                raise ArgumentError(
                    "result must be complete: the row of a prefix's parent is missing; leave filters and limits out.",
                    argument="result",
                )
            parent = above[-1]
        nodes.append(Released(**{**row, "parent": parent}))
        if row["prefix"] is not None:
            places.setdefault(row["prefix"], []).append((row["level"], place))
    return ReleasedTree(tuple(nodes))


def _rows(result: Any) -> list[dict[str, Any]]:
    if isinstance(result, duckdb.DuckDBPyConnection):
        names = [name for name, *_ in result.description or []]
        _check(names)
        rows = [dict(zip(names, row, strict=True)) for row in result.fetchall()]
    elif isinstance(result, list | tuple) and all(isinstance(row, Mapping) for row in result):
        _check(set.intersection(*(set(row) for row in result)) if result else list(COLUMNS))
        rows = [dict(row) for row in result]
    else:
        table = _table(result)
        _check(table.column_names)
        rows = table.select(list(COLUMNS)).to_pylist()
    return [{name: _value(name, row[name]) for name in COLUMNS} for row in rows]


def _table(result: Any) -> pa.Table:
    if hasattr(result, "__arrow_c_stream__"):  # Arrow, polars, DuckDB relations, newer pandas
        return pa.table(result)
    if hasattr(result, "iloc"):
        return pa.Table.from_pandas(result, preserve_index=False)
    raise ArgumentError(
        "result must be the rows of dp_hhh: a data frame, an Arrow table, a list of dicts, a DuckDB relation or "
        f"con.execute(...), got {type(result).__name__}.",
        argument="result",
        value=type(result).__name__,
    )


def _check(names: Any) -> None:
    if missing := [name for name in COLUMNS if name not in names]:
        raise ArgumentError(
            f"result must have the columns of dp_hhh ({', '.join(COLUMNS)}); it lacks {', '.join(missing)}.",
            argument="result",
            value=missing,
        )


def _value(name: str, value: Any) -> Any:
    if value is None or value != value:  # NaN stands for NULL in older pandas
        if name in ("prefix", "parent"):
            return None
        raise ArgumentError(f"result must have no NULL in column {name}.", argument="result")
    try:
        return str(value) if name in ("prefix", "parent") else int(value)
    except (TypeError, ValueError):
        raise ArgumentError(f"result must have integers in column {name}.", argument="result") from None

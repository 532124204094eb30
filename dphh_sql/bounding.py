"""Bounding: at most k rows of each unit are kept, by a uniform choice made in SQL before anything is counted.

Why it is sound. Let X' be X with one unit (any number of rows) more. Each row that passes the filter gets a draw
of its own from the operating system's entropy, whatever the row holds, and which rows of a unit are kept depends on
the draws of that unit's rows alone. So the kept rows of the units in X have the same law in X and in X';
given them, the two bounded tables differ in the at most k rows of the new unit; and a mixture over the common
choices keeps any (eps, delta) that holds for tables that differ in k rows (privacy.md, section 8). `Privacy.of_one_row`
says what a single row has to be given for that.

DuckDB's own `random()` would not do: its stream is shared by all units (a new unit shifts the numbers of the
others), it starts from a short seed, and `setseed` lets the caller fix it; with a known stream one added row changes
the rows that many other units keep. See docs/adr/bounding.md.

The choice is uniform over the unit's rows, those with a NULL or malformed item included. Rows without a unit are
dropped: pooled, a new one would change which others are kept. A unit is a value of its column under that column's own
comparison.

Two draws of one unit coincide with probability 2**-64 (2**-33 for k > 1, where an order drawn anew for each call
decides, which is again the same with and without the new unit).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Sized
from typing import TypeAlias

import numpy as np
import pyarrow as pa
from sqlglot import exp

from dphh_sql import entropy

DRAW = "__dphh_draw"
"""Name of the volatile SQL function (BOOLEAN) -> BIGINT, one uniform 64-bit draw per row: in DuckDB `row_draws`."""


def row_draws(rows: Sized) -> pa.Array:
    """A uniform 64-bit draw for each row of a chunk, from the operating system's entropy."""
    return pa.array(entropy.uint64s(len(rows)).view(np.int64))


Raw: TypeAlias = Callable[[exp.Expression], exp.Expression]

Bounded: TypeAlias = Callable[[exp.Select, Sequence[str], Raw, int], exp.Select]
"""A way to bound: (rows, names, raw, max_rows) -> counts of the distinct items of the rows that are kept.

Args:
    rows: columns `names` (the item) and `unit`, which is never NULL.
    raw: the hierarchy's, applied again where items are compared: it carries the binary collation.
    max_rows: how many rows of a unit are kept at most.
"""

_ID_BITS = 31
_ITEMS, _ROWS = "__dphh_items", "__dphh_rows"  # names of CTEs that no table of the user has


def by_aggregate(rows: exp.Select, names: Sequence[str], raw: Raw, max_rows: int) -> exp.Select:
    """By DuckDB's aggregates: within twice the memory of a plain GROUP BY."""
    if max_rows == 1:
        return one_row_per_unit(rows, names, raw)
    return rows_per_unit(rows, names, raw, max_rows)


def by_window(rows: exp.Select, names: Sequence[str], raw: Raw, max_rows: int) -> exp.Select:
    """By a row number in the order of the draws, which every engine has: the same law as `by_aggregate`."""
    draws = exp.select(*map(exp.column, names), exp.column("unit"), _draw(exp.column("unit")).as_("draw"))
    draws = draws.from_(rows.subquery("source"))
    place = exp.Window(
        this=exp.RowNumber(),
        partition_by=[exp.column("unit")],
        order=exp.Order(expressions=[exp.Ordered(this=exp.column("draw"))]),
    )
    placed = exp.select(*map(exp.column, names), place.as_("place")).from_(draws.subquery("drawn"))
    kept = exp.select(*map(exp.column, names)).from_(placed.subquery("placed"))
    kept = kept.where(exp.column("place") <= exp.Literal.number(max_rows))
    return _distinct(kept.subquery("item"), names, raw, exp.Count(this=exp.Star()).as_("n"))


def one_row_per_unit(rows: exp.Select, names: Sequence[str], raw: Raw) -> exp.Select:
    """Counts of the distinct items among one row of each unit: columns `names` and `n`.

    `arg_min` takes the whole item as one struct: it skips NULLs, and several columns must come from one row.

    Args:
        rows: columns `names` (the item) and `unit`, which is never NULL.
        raw: the hierarchy's, applied again where items are compared: it carries the binary collation.
    """
    struct = exp.Struct(
        expressions=[exp.PropertyEQ(this=exp.to_identifier(name), expression=exp.column(name)) for name in names]
    )
    kept = exp.select(exp.Anonymous(this="arg_min", expressions=[struct, _draw(exp.column("unit"))]).as_("item"))
    kept = kept.from_(rows.subquery("source")).group_by(exp.column("unit"))
    fields = [exp.Dot(this=exp.column("item", table="kept"), expression=exp.to_identifier(name)) for name in names]
    items = exp.select(*(field.as_(name) for field, name in zip(fields, names, strict=True))).from_(
        kept.subquery("kept")
    )
    return _distinct(items.subquery("item"), names, raw, exp.Count(this=exp.Star()).as_("n"))


def rows_per_unit(rows: exp.Select, names: Sequence[str], raw: Raw, max_rows: int) -> exp.Select:
    """The same for up to `max_rows` rows of each unit, uniform without replacement.

    `arg_min(item, draw, k)` would keep a heap of items for each unit, three times the memory of a plain GROUP BY. So
    each distinct item gets a number, and `min(ticket, k)` works on single integers: the draw above, the number below.
    The numbers are a random permutation, so that a tie between draws is decided by the same law whatever else is in
    the table.

    Rows are read once: a view that draws or samples would be another one when it is read again, and rows of other units
    would count only if the first reading had their items, be it from one unit more.
    """
    source = exp.to_table(_ROWS, alias="source")
    distinct = _distinct(source, names, raw)
    placed = exp.select(*map(exp.column, names), _draw(exp.column(names[0])).as_("place")).from_(
        distinct.subquery("item")
    )
    number = exp.Window(this=exp.RowNumber(), order=exp.Order(expressions=[exp.Ordered(this=exp.column("place"))]))
    numbered = exp.select(*map(exp.column, names), number.as_("id")).from_(placed.subquery("placed"))

    same = [
        exp.NullSafeEQ(this=raw(exp.column(name, table="source")), expression=raw(exp.column(name, table="items")))
        for name in names
    ]
    unit = exp.column("unit", table="source")
    high = exp.BitwiseAnd(this=_draw(unit), expression=exp.Neg(this=exp.Literal.number(2**_ID_BITS)))
    ticket = exp.Add(this=exp.Paren(this=high), expression=exp.column("id", table="items"))
    drawn = exp.select(unit, exp.alias_(ticket, "ticket")).from_(source.copy())
    drawn = drawn.join(exp.to_table(_ITEMS, alias="items"), on=exp.and_(*same))
    least = exp.Anonymous(this="min", expressions=[exp.column("ticket"), exp.Literal.number(max_rows)])
    kept = exp.select(exp.Anonymous(this="unnest", expressions=[least]).as_("ticket"))
    kept = kept.from_(drawn.subquery("drawn")).group_by(exp.column("unit"))
    low = exp.BitwiseAnd(this=exp.column("ticket"), expression=exp.Literal.number(2**_ID_BITS - 1))
    counted = exp.select(low.as_("id"), exp.Count(this=exp.Star()).as_("n"))
    counted = counted.from_(kept.subquery("kept")).group_by(exp.Literal.number(1))
    named = exp.select(*(exp.column(name, table="items") for name in names), exp.column("n", table="counted"))
    joined = named.from_(counted.subquery("counted")).join(exp.to_table(_ITEMS, alias="items"), using="id")
    return joined.with_(_ROWS, rows, materialized=True).with_(_ITEMS, numbered, materialized=True)


def _distinct(rows: exp.Subquery | exp.Table, names: Sequence[str], raw: Raw, *aggregates: exp.Expr) -> exp.Select:
    """The distinct items of `rows`, with aggregates."""
    items = [raw(exp.column(name)).as_(name) for name in names]
    ordinals = (exp.Literal.number(i + 1) for i in range(len(names)))
    return exp.select(*items, *aggregates).from_(rows).group_by(*ordinals)


def _draw(column: exp.Column) -> exp.Expression:
    """One draw per row. The argument only says how many rows there are: draws depend on no value."""
    function = exp.Anonymous(this=DRAW, expressions=[exp.Is(this=column.copy(), expression=exp.null())])
    return exp.Dot.build([exp.to_identifier("system"), exp.to_identifier("main"), function])

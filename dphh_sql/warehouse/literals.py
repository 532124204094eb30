"""Literals of a filter, which DuckDB reads in the type of the column beside them.

Another engine might read the text differently, or notice only at a row that it does not fit, which would tell whether there is
one. So DuckDB itself reads each literal, before any row is: the engine gets what DuckDB prints, in the column's type.
"""

from __future__ import annotations

from functools import lru_cache

import duckdb
from sqlglot import exp

from dphh_sql.errors import ArgumentError

COMPARISONS = (
    exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.NullSafeEQ, exp.NullSafeNEQ, exp.In, exp.Between,
)  # fmt: skip


def read(value: str, kind: exp.DataType) -> str:
    """The text of a literal as DuckDB prints it once it is of this type.

    Raises:
        ArgumentError: it is no value of the type.

    >>> read("1.55", exp.DataType.build("DECIMAL(4,1)", dialect="duckdb"))
    '1.6'
    """
    found = _read(value, kind.sql("duckdb"))
    if found is None:
        name = kind.sql("duckdb")
        raise ArgumentError(
            f"filter compares a column of type {name} with {value!r}, which is no {name}.", argument="filter", value=value
        )
    return found


@lru_cache(maxsize=1024)
def _read(value: str, kind: str) -> str | None:
    to = exp.DataType.build(kind, dialect="duckdb")
    query = exp.select(exp.cast(exp.TryCast(this=exp.Placeholder(), to=to), "VARCHAR"))
    with duckdb.connect() as con:
        row = con.execute(query.sql("duckdb"), [value]).fetchone()
    assert row is not None
    return None if row[0] is None else str(row[0])

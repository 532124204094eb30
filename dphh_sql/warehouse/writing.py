"""What the engines that write a table share: the type of a column, and the error of a name that is taken."""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa
from sqlglot import exp

from dphh_sql.errors import ArgumentError, EngineError
from dphh_sql.warehouse.dialect import Dialect

INSTANT = "timestamp[us, tz]"
"""Stands in a table of types for a timestamp of any zone."""


def column_type(field: pa.Field, names: Mapping[str, str], engine: str) -> str:
    """The engine's name of a type; a decimal is DECIMAL(p, s) on all of them.

    Args:
        names: Arrow type, or INSTANT -> name.

    Raises:
        ArgumentError: the engine has no such type.
    """
    kind = str(field.type)
    if pa.types.is_decimal(field.type):
        return f"DECIMAL({field.type.precision}, {field.type.scale})"
    name = names.get(INSTANT if kind.startswith("timestamp[us, ") else kind)
    if name is None:
        raise ArgumentError(
            f"column {field.name} is of type {kind}, which is not written to {engine}.", argument="rows"
        )
    return name


def taken(place: str, target: exp.Table, dialect: Dialect) -> EngineError:
    """A table or view has that name."""
    name = target.sql(dialect.sqlglot)
    return EngineError(f"{place}: {name} exists already; name another table.", argument="target", value=name)

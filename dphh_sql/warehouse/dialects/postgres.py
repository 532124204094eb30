"""PostgreSQL 13 and later."""

from __future__ import annotations

from sqlglot import exp

from dphh_sql.warehouse.dialect import Build, Dialect
from dphh_sql.warehouse.frame import FRAME, same


def call(name: str, *arguments: exp.Expr) -> exp.Anonymous:
    """A call by exact name."""
    return exp.Anonymous(this=name, expressions=list(arguments))


def _binary(node: exp.Collate, build: Build) -> exp.Expr:
    return exp.Collate(this=build(node.this), expression=exp.to_identifier("C", quoted=True))


POSTGRES = Dialect(
    name="postgres",
    sqlglot="postgres",
    nodes={**FRAME, exp.Cast: same, exp.DataType: same, exp.Collate: _binary, exp.DPipe: same},
    functions=dict.fromkeys(("left", "length", "coalesce", "substr", "lower", "upper", "replace", "split_part"), same),
    meanings={},
    types={},
)

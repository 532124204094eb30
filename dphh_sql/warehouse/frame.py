"""The nodes that mean the same on every engine: sqlglot prints them, only their children are translated."""

from __future__ import annotations

from sqlglot import exp

from dphh_sql.warehouse.dialect import Build, Rule


def same(node: exp.Expr, build: Build) -> exp.Expr:
    """The node itself, its children translated."""
    copied = type(node)()
    for name, value in node.args.items():
        if isinstance(value, list):
            copied.set(name, [build(each) if isinstance(each, exp.Expr) else each for each in value])
        else:
            copied.set(name, build(value) if isinstance(value, exp.Expr) else value)
    return copied


# fmt: off
FRAME: dict[type[exp.Expr], Rule] = dict.fromkeys(
    (
        exp.Select, exp.From, exp.Where, exp.Group, exp.Having, exp.Order, exp.Ordered, exp.Join, exp.Union, exp.Subquery,
        exp.With, exp.CTE, exp.Table, exp.TableAlias, exp.Alias, exp.Column, exp.Identifier, exp.Star,
        exp.Literal, exp.Null, exp.Boolean, exp.Paren, exp.Neg,
        exp.And, exp.Or, exp.Not, exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.Is, exp.In, exp.Between,
        exp.NullSafeEQ, exp.NullSafeNEQ, exp.Case, exp.If, exp.Coalesce,
        exp.Add, exp.Sub, exp.Mul, exp.Mod, exp.BitwiseAnd, exp.BitwiseOr, exp.BitwiseLeftShift, exp.BitwiseRightShift,
        exp.Sum, exp.Count, exp.Window, exp.RowNumber,
    ),
    same,
)
# fmt: on

"""The nodes that mean the same on every engine: sqlglot prints them, only their children are translated."""

from __future__ import annotations

from typing import cast

from sqlglot import exp

from dphh_sql.hierarchies._sql import MEANING
from dphh_sql.warehouse.dialect import Build, Rule
from dphh_sql.warehouse.types import data_type, type_name


def same(node: exp.Expr, build: Build) -> exp.Expr:
    """The node itself, its children translated."""
    copied = type(node)()
    for name, value in node.args.items():
        if isinstance(value, list):
            copied.set(name, [build(each) if isinstance(each, exp.Expr) else each for each in value])
        else:
            copied.set(name, build(value) if isinstance(value, exp.Expr) else value)
    return copied


def case(node: exp.Case, build: Build) -> exp.Expr:
    """A CASE without the branches that the type of a column decides."""
    left = folded(node)
    return same(left, build) if isinstance(left, exp.Case) else build(left)


def folded(node: exp.Case) -> exp.Expr:
    """The CASE once every `typeof(...)` in its conditions is answered; its only value when none is left open."""
    subject = node.this if _is_typeof(node.this) else None
    branches = []
    for branch in node.args["ifs"]:
        asked = branch.this if subject is None else exp.EQ(this=subject, expression=branch.this)
        answer = _answer(asked)
        if answer is None:
            branches.append(branch)
        elif answer:
            return _case(node, branches, branch.args["true"])
    return _case(node, branches, node.args.get("default"))


def _case(node: exp.Case, branches: list[exp.Expr], default: exp.Expr | None) -> exp.Expr:
    if not branches:
        return exp.null() if default is None else default
    if len(branches) == len(node.args["ifs"]):
        return node
    kept = exp.Case()
    for name, value in (("this", node.this), ("ifs", branches), ("default", default)):
        kept.args[name] = value  # not `set`: the nodes stay where they are in the tree
    return kept


def _answer(condition: exp.Expr) -> bool | None:
    """Whether `typeof(column) = 'NAME'` holds; None when it is something else."""
    if not isinstance(condition, exp.EQ) or not _is_typeof(condition.this):
        return None
    kind = cast(exp.Anonymous, condition.this).expressions[0].type
    return type_name(kind) == type_name(data_type(condition.expression.name))


def _is_typeof(node: exp.Expr | None) -> bool:
    return isinstance(node, exp.Anonymous) and node.name.lower() == "typeof"


def select(node: exp.Select, build: Build) -> exp.Expr:
    """A SELECT whose correlated look-ups (`taxonomy`) are joins: engines would scan it for each row, or refuse."""
    joins: list[exp.Join] = []
    for found in [each for each in node.find_all(exp.Subquery) if each.meta.get(MEANING) == ("lookup",)]:
        if found.find_ancestor(exp.Select) is not node:
            continue
        inner = found.this
        table, alias = inner.args["from_"].this.name, f"look{len(joins)}"
        (value,) = inner.expressions
        key, item = inner.args["where"].this.this, inner.args["where"].this.expression
        on = exp.EQ(this=exp.column(key.name, table=alias), expression=build(item))
        joins.append(exp.Join(this=exp.to_table(table, alias=alias), on=on, side="LEFT"))
        found.replace(exp.column(value.name, table=alias))
    built = same(node, build)
    for join in joins:
        built.append("joins", join)
    return built


# fmt: off
FRAME: dict[type[exp.Expr], Rule] = dict.fromkeys(
    (
        exp.From, exp.Where, exp.Group, exp.Having, exp.Order, exp.Ordered, exp.Join, exp.Union, exp.Subquery,
        exp.With, exp.CTE, exp.Table, exp.TableAlias, exp.Alias, exp.Column, exp.Identifier, exp.Star,
        exp.Literal, exp.Null, exp.Boolean, exp.Paren, exp.Neg,
        exp.And, exp.Or, exp.Not, exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.Is, exp.In, exp.Between,
        exp.NullSafeEQ, exp.NullSafeNEQ, exp.If, exp.Coalesce,
        exp.Add, exp.Sub, exp.Mul, exp.Mod, exp.BitwiseAnd, exp.BitwiseOr, exp.BitwiseLeftShift, exp.BitwiseRightShift,
        exp.Sum, exp.Count, exp.Window, exp.RowNumber,
    ),
    same,
) | {exp.Select: select, exp.Case: case}
# fmt: on

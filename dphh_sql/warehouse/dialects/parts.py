"""Pieces of expressions that the tables of several dialects build."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce

from sqlglot import exp

from dphh_sql.hierarchies._sql import MEANING
from dphh_sql.warehouse.dialect import Build, Rule
from dphh_sql.warehouse.frame import same
from dphh_sql.warehouse.patterns import groups
from dphh_sql.warehouse.translate import Untranslatable
from dphh_sql.warehouse.types import MOMENTS, type_name, year_of

LONGEST = 2**22
"""Bytes of the longest text that is read where engines have limits. A longer one is NULL: pieces, patterns and JSON of
it could go beyond them, and a statement that fails would tell of the row."""

BIGINTS = "-9223372036854775808", "9223372036854774784"
"""The least and the greatest DOUBLE that fit a BIGINT."""

_RANGES = {"UTINYINT": (0, 2**8 - 1), "UINTEGER": (0, 2**32 - 1), "INTEGER": (-(2**31), 2**31 - 1)}
"""Whole types that other engines read as BIGINT."""


def call(name: str, *arguments: exp.Expr) -> exp.Anonymous:
    """A call by exact name."""
    return exp.Anonymous(this=name, expressions=list(arguments))


def text(value: str) -> exp.Literal:
    return exp.Literal.string(value)


def number(value: int | str) -> exp.Expr:
    return exp.Literal.number(value)


def when(condition: exp.Expr, value: exp.Expr, otherwise: exp.Expr | None = None) -> exp.Case:
    """CASE WHEN ... THEN ... ELSE ... END."""
    return exp.Case(ifs=[exp.If(this=condition, true=value)], default=otherwise)


def within(value: exp.Expr, low: int, high: int) -> exp.Between:
    return exp.Between(this=value, low=number(low), high=number(high))


def in_range(bigint: exp.Expr, kind: str) -> exp.Expr:
    """The BIGINT where it fits the DuckDB type, which is that one or narrower."""
    return when(within(bigint, *_RANGES[kind]), bigint.copy()) if kind in _RANGES else bigint


def is_there(value: exp.Expr) -> exp.Expr:
    return exp.Not(this=exp.Is(this=exp.paren(value.copy()), expression=exp.null()))


def concatenated(pieces: list[exp.Expr]) -> exp.Expr:
    """Texts that are not NULL, by `||`."""
    return exp.paren(reduce(lambda left, right: exp.DPipe(this=left, expression=right, safe=False), pieces))


def alone(column: exp.Column, build: Build) -> exp.Expr:
    """A column whose values are compared, not what the engine has kept of its least and greatest ones.

    Statistics of files and indexes leave out NaN, the sign of 0 and old calendars. An engine that believes them skips
    rows, and which depends on the rows beside them. What it looks up so ends at a CASE that may be NULL.
    """
    value = same(column, build)
    return when(exp.Is(this=value, expression=exp.null()), exp.null(), value.copy())


def compared(column: exp.Column, build: Build) -> exp.Expr:
    """`alone` where there is a NaN and a sign of 0."""
    return alone(column, build) if type_name(column.type) in ("FLOAT", "DOUBLE") else same(column, build)


def of_years(rule: Rule, first: int = 1, last: int = 9999) -> Rule:
    """The rule of a cast, which refuses a literal moment of other years: engines read them in ways of their own."""

    def checked(node: exp.Cast, build: Build) -> exp.Expr:
        if isinstance(node.this, exp.Literal) and type_name(node.to) in MOMENTS:
            year = year_of(node.this.name)
            if year is None or not first <= year <= last:
                raise Untranslatable(f"the moment '{node.this.name}'", f"is not of the years {first} to {last}")
        return rule(node, build)

    return checked


def types_by(names: Mapping[str, str], made: Callable[[str], exp.DataType]) -> Rule:
    """A type by the engine's name of it, with the same parameters."""

    def rule(node: exp.DataType, build: Build) -> exp.Expr:
        kind = type_name(node) or ""
        if kind not in names:
            raise Untranslatable(f"type {kind}")
        parameters = ", ".join(each.name for each in node.expressions)
        return made(f"{names[kind]}({parameters})" if parameters else names[kind])

    return rule


def renamed(name: str) -> Rule:
    """The same function by another name."""

    def rule(node: exp.Anonymous, build: Build) -> exp.Expr:
        return call(name, *map(build, node.expressions))

    return rule


def of_table(node: exp.Expr) -> bool:
    """Whether this is a column of what is counted: the trees quote those names, and no others."""
    return isinstance(node, exp.Column) and bool(node.this.args.get("quoted"))


def unfenced(node: exp.CTE, build: Build) -> exp.Expr:
    """A CTE for an engine that has no MATERIALIZED."""
    return exp.CTE(this=build(node.this), alias=build(node.args["alias"]))


def contains(node: exp.Anonymous, build: Build) -> exp.Expr:
    """By the place of the first occurrence."""
    return exp.GT(this=call("strpos", *map(build, node.expressions)), expression=number(0))


def ends_with(node: exp.Anonymous, build: Build) -> exp.Expr:
    """Of a constant end."""
    subject, end = node.expressions
    return exp.EQ(this=call("right", build(subject), number(len(end.name))), expression=build(end))


def piped(node: exp.DPipe, build: Build) -> exp.Expr:
    """By a `concat` that is NULL when one part is."""
    return call("concat", build(node.left), build(node.right))


def like(node: exp.Like, build: Build) -> exp.Expr:
    """In DuckDB nothing escapes a wildcard; here a backslash does."""
    return exp.Like(this=build(node.this), expression=text(node.expression.name.replace("\\", "\\\\")))


def require_group(pattern: exp.Expr, group: exp.Expr, least: int = 0) -> None:
    """Refuses a group that the pattern has not; DuckDB has '' for it, others an error."""
    if not least <= int(group.name) <= groups(pattern.name):
        raise Untranslatable("a group that the regular expression has not")


def replacement(node: exp.Anonymous, special: str = "\\") -> str:
    """What `regexp_replace` puts in, `\\1` for the first group, where it replaces every match.

    Args:
        special: signs that mean something else in the engine's own replacements: none may be there.
    """
    _, _, by, options = node.expressions
    if options.name != "g" or any(sign in by.name.replace("\\1", "") for sign in special):
        raise Untranslatable("a replacement with other options than g or other groups than the first")
    return str(by.name)


def head(
    split: Callable[[exp.Expr, str], exp.Expr],
    length: str,
    starts: str,
    first: Callable[[exp.Expr, exp.Expr, str], exp.Expr],
) -> Rule:
    """The text up to and including its n-th separator, a leading one not counted; all of it when there are fewer.

    Args:
        split: (text, separator) -> its pieces.
        length, starts: functions: how many pieces there are, whether a text starts with another.
        first: (pieces, n, separator) -> the first n, the separator after each.
    """

    def rule(node: exp.Anonymous, build: Build) -> exp.Expr:
        _, separator, components = node.meta[MEANING]
        subject = build(node.expressions[0])
        pieces = split(subject, separator)
        leading = when(call(starts, subject.copy(), text(separator)), number(1), number(0))
        wanted = exp.paren(exp.Add(this=number(components), expression=leading))
        none = exp.EQ(this=wanted.copy(), expression=number(0))
        cut = when(none, text(""), first(pieces.copy(), wanted.copy(), separator))
        return when(exp.GT(this=call(length, pieces), expression=wanted), cut, subject.copy())

    return rule

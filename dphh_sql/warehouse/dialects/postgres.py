"""PostgreSQL 13 and later.

There is no TRY_CAST: a cast stands behind a condition under which it cannot fail. PostgreSQL evaluates the branches
of a CASE only where its condition holds, except constant expressions, and no cast here is one: each has a column in it.
In float8 a product or quotient that is too small raises an error, where DuckDB gives 0: divisions are guarded too.
"""

from __future__ import annotations

from sqlglot import exp

from dphh_sql.bounding import DRAW
from dphh_sql.warehouse.dialect import Build, Dialect, Rule
from dphh_sql.warehouse.dialects.json_text import json_of_texts
from dphh_sql.warehouse.dialects.parts import (
    BIGINTS,
    LONGEST,
    call,
    concatenated,
    contains,
    ends_with,
    head,
    in_range,
    like,
    number,
    of_table,
    renamed,
    replacement,
    require_group,
    text,
    types_by,
    when,
)
from dphh_sql.warehouse.frame import FRAME, same
from dphh_sql.warehouse.patterns import portable
from dphh_sql.warehouse.translate import Untranslatable
from dphh_sql.warehouse.types import type_name

TYPES = {
    "VARCHAR": "TEXT", "SMALLINT": "SMALLINT", "INTEGER": "INT", "BIGINT": "BIGINT", "FLOAT": "REAL",
    "DOUBLE": "DOUBLE PRECISION", "DECIMAL": "DECIMAL", "BOOLEAN": "BOOLEAN", "DATE": "DATE", "TIMESTAMP": "TIMESTAMP",
    "TIMESTAMP WITH TIME ZONE": "TIMESTAMPTZ", "UUID": "UUID",
}  # fmt: skip
_LAST_DAY = "294247-01-09"
"""The last whole day of DuckDB's TIMESTAMP; PostgreSQL's DATE goes further."""

_TINY = "1e-200"


def _type(name: str) -> exp.DataType:
    return exp.DataType.build(name, dialect="postgres")


def cast(expression: exp.Expr, name: str) -> exp.Cast:
    return exp.Cast(this=expression, to=_type(name))


def _matches(subject: exp.Expr, pattern: str) -> exp.Expr:
    return exp.paren(exp.RegexpLike(this=exp.paren(subject), expression=text(pattern)))


def _binary(node: exp.Collate, build: Build) -> exp.Expr:
    return exp.Collate(this=exp.paren(build(node.this)), expression=exp.to_identifier("C", quoted=True))


# --- casts ------------------------------------------------------------------------------------------------------


def _cast(node: exp.Cast, build: Build) -> exp.Expr:
    value, kind = build(node.this), type_name(node.this.type)
    if type_name(node.to) != "VARCHAR" or isinstance(node.this, exp.Null):
        return exp.Cast(this=value, to=build(node.to))
    match kind:
        case "VARCHAR" if of_table(node.this):
            fits = exp.LTE(this=call("octet_length", cast(value, "TEXT")), expression=number(LONGEST))
            return when(fits, cast(value.copy(), "TEXT"))
        case "DATE":
            return call("replace", cast(value, "TEXT"), text(" BC"), text(" (BC)"))
        case "VARCHAR" | "BOOLEAN" | "UUID" | "DECIMAL" | "TIMESTAMP" | "SMALLINT" | "INTEGER" | "BIGINT":
            return cast(value, "TEXT")
    # Of a DOUBLE too: where two shortest texts are equally near (1e23), PostgreSQL takes another one than DuckDB.
    raise Untranslatable(f"a cast of {kind} to text")


def _try_cast(node: exp.TryCast, build: Build) -> exp.Expr:
    value, kind, to = build(node.this), type_name(node.this.type), type_name(node.to)
    if kind == to:
        return value
    match kind, to:
        case "VARCHAR", ("UTINYINT" | "UINTEGER" | "INTEGER" | "BIGINT"):
            # The trees cast no other texts than digits, so DuckDB's spaces are not read.
            digits = when(_matches(value, "^-?[0-9]{1,18}$"), cast(value.copy(), "BIGINT"))
            return in_range(digits, to)
        case "DOUBLE", "BIGINT":
            low, high = (cast(text(bound), "DOUBLE PRECISION") for bound in BIGINTS)
            return when(exp.Between(this=value, low=low, high=high), cast(value.copy(), "BIGINT"))
        case "DATE", "TIMESTAMP":
            last, never = (cast(text(day), "DATE") for day in (_LAST_DAY, "infinity"))
            fits = exp.or_(exp.LTE(this=value, expression=last), exp.EQ(this=value.copy(), expression=never))
            return when(fits, cast(value.copy(), "TIMESTAMP"))
        case (("SMALLINT" | "INTEGER" | "BIGINT" | "DECIMAL" | "FLOAT", "DOUBLE")
              | ("SMALLINT" | "INTEGER", "BIGINT") | ("TIMESTAMP WITH TIME ZONE", "TIMESTAMP")):  # fmt: skip
            return exp.Cast(this=value, to=build(node.to))
    raise Untranslatable(f"a cast of {kind} to {to} that may not fail")


def _hexadecimal(node: exp.TryCast, build: Build) -> exp.Expr:
    """TRY_CAST('0x' || digits AS BIGINT) of up to 15 digits."""
    digits = build(node.this.expressions[1])
    padded = exp.DPipe(this=text("x"), expression=call("lpad", digits.copy(), number(16), text("0")))
    bits = exp.Cast(this=exp.paren(padded), to=exp.DataType.build("BIT(64)", dialect="postgres"))
    return when(_matches(digits, "^[0-9A-Fa-f]{1,15}$"), cast(bits, "BIGINT"))


# --- numbers ----------------------------------------------------------------------------------------------------


def _divided(node: exp.Div, build: Build) -> exp.Expr:
    """A quotient of DOUBLEs; of a numerator near 0 it is 0, where float8 raises when the result is too small."""
    if not type_name(node.left.type) == type_name(node.right.type) == "DOUBLE":
        raise Untranslatable("a division of other types than DOUBLE")
    left, right = build(node.left), build(node.right)
    tiny = exp.LT(this=call("abs", left), expression=cast(text(_TINY), "DOUBLE PRECISION"))
    quotient = exp.Div(this=exp.paren(left.copy()), expression=exp.paren(right), typed=True, safe=False)
    return when(tiny, cast(text("0"), "DOUBLE PRECISION"), quotient)


def _shifted(node: exp.BitwiseLeftShift | exp.BitwiseRightShift, build: Build) -> exp.Expr:
    """The number of bits is an INT."""
    return type(node)(this=build(node.this), expression=cast(exp.paren(build(node.expression)), "INT"))


def _bin(node: exp.Anonymous, build: Build) -> exp.Expr:
    (value,) = map(build, node.expressions)
    bits = exp.Cast(this=value, to=exp.DataType.build("BIT(64)", dialect="postgres"))
    digits = call("ltrim", cast(bits, "TEXT"), text("0"))
    return call("coalesce", call("nullif", digits, text("")), text("0"))


# --- text -------------------------------------------------------------------------------------------------------


def _full_match(node: exp.Anonymous, build: Build) -> exp.Expr:
    subject, pattern = node.expressions
    return _matches(build(subject), f"^(?:{_pattern(pattern)})$")


def _found(node: exp.Anonymous, build: Build) -> exp.Expr:
    subject, pattern = node.expressions
    return _matches(build(subject), _pattern(pattern))


def _extracted(node: exp.Anonymous, build: Build) -> exp.Expr:
    """The group of the first match; '' without one, NULL of NULL."""
    subject, pattern, group = node.expressions
    require_group(pattern, group)
    whole = _pattern(pattern)
    wanted = f"({whole})" if group.name == "0" else whole
    match = exp.paren(call("regexp_match", build(subject), text(wanted)))
    # sqlglot counts from 0 and prints from 1.
    part = exp.Bracket(this=match, expressions=[number(max(int(group.name), 1) - 1)])
    return call("coalesce", part, call("left", build(subject), number(0)))


def _substituted(node: exp.Anonymous, build: Build) -> exp.Expr:
    subject, pattern, *_ = node.expressions
    return call("regexp_replace", build(subject), text(_pattern(pattern)), text(replacement(node)), text("g"))


def _pattern(pattern: exp.Expr) -> str:
    return portable(pattern.name, anything=".")


def _first(pieces: exp.Expr, wanted: exp.Expr, separator: str) -> exp.Expr:
    some = exp.Slice(this=number(1), expression=wanted)
    first = exp.Bracket(this=exp.paren(pieces), expressions=[some], offset=1)
    return exp.DPipe(this=call("array_to_string", first, text(separator)), expression=text(separator))


def _pieces(subject: exp.Expr, separator: str) -> exp.Expr:
    return call("string_to_array", subject, text(separator))


def _reversed(node: exp.Anonymous, build: Build) -> exp.Expr:
    (items,) = map(build, node.expressions)
    rows = exp.Table(
        this=call("unnest", items),
        ordinality=True,
        alias=exp.TableAlias(this=exp.to_identifier("piece"), columns=list(map(exp.to_identifier, ("item", "place")))),
    )
    ordered = exp.select("item").from_(rows).order_by(exp.Ordered(this=exp.column("place"), desc=True))
    return call("array", ordered)


def _column(node: exp.Column, build: Build) -> exp.Expr:
    """A column out of its domain: an operator of a user's on the domain fits better than the server's."""
    column, of = same(node, build), node.type
    if of is None or not of_table(node) or type_name(of) == "VARCHAR" or type_name(of) not in TYPES:
        return column
    return exp.Cast(this=column, to=build(of))


def _integers(*places: int) -> Rule:
    """The arguments at these places are INT: a function of that name on BIGINT is not there."""

    def rule(node: exp.Anonymous, build: Build) -> exp.Expr:
        arguments = [
            cast(build(each), "INT") if i in places and not isinstance(each, exp.Literal) else build(each)
            for i, each in enumerate(node.expressions)
        ]
        return call(node.name, *arguments)

    return rule


def _draw(node: exp.Expr, build: Build) -> exp.Expr:
    """122 bits of pg_strong_random for each row."""
    return call("gen_random_uuid")


SAME = (
    "array_to_string", "coalesce", "concat", "date_trunc", "floor", "greatest", "least", "length", "lower", "replace",
    "rtrim", "split_part", "starts_with", "timezone", "upper", "unnest",
)  # fmt: skip

POSTGRES = Dialect(
    name="postgres",
    sqlglot="postgres",
    nodes={
        **FRAME,
        exp.Cast: _cast,
        exp.TryCast: _try_cast,
        exp.DataType: types_by(TYPES, _type),
        exp.Collate: _binary,
        exp.DPipe: same,
        exp.Div: _divided,
        exp.BitwiseLeftShift: _shifted,
        exp.BitwiseRightShift: _shifted,
        exp.Like: like,
        exp.Column: _column,
    },
    functions={
        **dict.fromkeys(SAME, same),
        "left": _integers(1),
        "substr": _integers(1, 2),
        "lpad": _integers(1),
        "rpad": _integers(1),
        "to_hex": same,
        "bin": _bin,
        "contains": contains,
        "ends_with": ends_with,
        "regexp_full_match": _full_match,
        "regexp_matches": _found,
        "regexp_extract": _extracted,
        "regexp_replace": _substituted,
        "string_split": renamed("string_to_array"),
        "list_reverse": _reversed,
        "to_json": json_of_texts("replace", concatenated, nul=None),
        DRAW: _draw,
    },
    meanings={"head": head(_pieces, "cardinality", "starts_with", _first), "hexadecimal": _hexadecimal},
    types=TYPES,
    own="pg_catalog",
)

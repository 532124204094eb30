"""Apache Spark 4, whatever its session says of ANSI mode: what may fail is said so that it cannot.

Java's regular expressions are not RE2's. They backtrack, so that a repeated group of varying length costs a frame of
the stack for each repetition, and a lazy one may take exponential time: the subject of such a pattern is at most
`LONGEST` characters (a longer one does not match), and components are cut without patterns. `$` also stands before a
last newline, hence `\\z`.

A CTE is no fence: it is planned anew for each reader. So all levels are counted in one pass (`dphh_sql.one_pass`).
"""

from __future__ import annotations

import re

from sqlglot import exp

from dphh_sql import entropy
from dphh_sql.bounding import DRAW
from dphh_sql.warehouse.dialect import Build, Dialect, Rule
from dphh_sql.warehouse.dialects.json_text import json_of_texts
from dphh_sql.warehouse.dialects.parts import (
    alone,
    call,
    head,
    in_range,
    like,
    number,
    of_table,
    of_years,
    piped,
    renamed,
    replacement,
    require_group,
    text,
    types_by,
    unfenced,
    when,
    within,
)
from dphh_sql.warehouse.frame import FRAME, same
from dphh_sql.warehouse.patterns import portable
from dphh_sql.warehouse.translate import Untranslatable
from dphh_sql.warehouse.types import type_name

LONGEST = 500
"""Longest text, in characters, that is matched with a pattern whose repetitions use the stack.

A task whose stack ends takes its JVM with it. On a stack of 1 MB `semver` reached 1,200 characters, interpreted.
"""

TYPES = {
    "VARCHAR": "STRING", "BOOLEAN": "BOOLEAN", "TINYINT": "TINYINT", "SMALLINT": "SMALLINT", "INTEGER": "INT",
    "BIGINT": "BIGINT",
    "FLOAT": "FLOAT", "DOUBLE": "DOUBLE", "DECIMAL": "DECIMAL", "DATE": "DATE", "TIMESTAMP": "TIMESTAMP_NTZ",
    "TIMESTAMP WITH TIME ZONE": "TIMESTAMP",
}  # fmt: skip
_WHOLE = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT")
_EXACT = 2**53
"""From here on every DOUBLE is whole."""

_LAST_DAY = 2**63 // 86_400_000_000 - 1
"""Days around 1970 whose microseconds are a BIGINT."""

_STACKS = re.compile(r"\)(?:[*+]|\{[0-9]+,\})")
"""A group that is repeated without a limit."""

_KEY_BYTES = 32


def spark_type(name: str) -> exp.DataType:
    return exp.DataType.build(name, dialect="spark")


def _cast_to(expression: exp.Expr, name: str) -> exp.Cast:
    return exp.Cast(this=expression, to=spark_type(name))


# --- casts ------------------------------------------------------------------------------------------------------


def _cast(node: exp.Cast, build: Build) -> exp.Expr:
    value, kind = build(node.this), type_name(node.this.type)
    if type_name(node.to) != "VARCHAR" or isinstance(node.this, exp.Null):
        return exp.Cast(this=value, to=build(node.to))
    match kind:
        case "VARCHAR" if of_table(node.this):  # a STRING may hold bytes that are no text
            return when(call("is_valid_utf8", value), _cast_to(value.copy(), "STRING"))
        case "DATE":
            return _printed(value)
        case "VARCHAR" | "BOOLEAN" | "DECIMAL" | "TIMESTAMP" | "TINYINT" | "SMALLINT" | "INTEGER" | "BIGINT":
            return _cast_to(value, "STRING")
    raise Untranslatable(f"a cast of {kind} to text")


def _printed(day: exp.Expr) -> exp.Expr:
    """A DATE as DuckDB prints it: no sign before a late year, `(BC)` after one that is not positive."""
    year, plain = call("year", day), _cast_to(day.copy(), "STRING")
    before = exp.paren(exp.Sub(this=number(1), expression=year.copy()))
    digits = call(
        "lpad",
        _cast_to(before, "STRING"),
        call("greatest", number(4), call("length", _cast_to(before.copy(), "STRING"))),
        text("0"),
    )
    ancient = call("concat", digits, call("right", plain.copy(), number(6)), text(" (BC)"))
    shown = when(
        within(year, 1, 9999),
        plain,
        when(exp.LT(this=year.copy(), expression=number(1)), ancient, call("substr", plain.copy(), number(2))),
    )
    return shown


def _try_cast(node: exp.TryCast, build: Build) -> exp.Expr:
    value, kind, to = build(node.this), type_name(node.this.type), type_name(node.to)
    if kind == to:
        return value
    match kind, to:
        case "VARCHAR", ("UTINYINT" | "UINTEGER" | "INTEGER" | "BIGINT"):
            return in_range(exp.TryCast(this=value, to=spark_type("BIGINT")), to)  # of digits: the trees cast no others
        case "TIMESTAMP WITH TIME ZONE", "TIMESTAMP":
            return _clock(value)
        case "DATE", "TIMESTAMP":  # TRY_CAST fails on a day whose microseconds are no BIGINT
            fits = within(call("unix_date", value), -_LAST_DAY, _LAST_DAY)
            return when(fits, exp.Cast(this=value.copy(), to=build(node.to)))
        case "DOUBLE", "BIGINT":
            return exp.TryCast(this=value, to=build(node.to))
        case (("TINYINT" | "SMALLINT" | "INTEGER" | "BIGINT" | "DECIMAL" | "FLOAT"), "DOUBLE"):
            return exp.Cast(this=value, to=build(node.to))
        case (("TINYINT" | "SMALLINT" | "INTEGER"), "BIGINT"):
            return exp.Cast(this=value, to=build(node.to))
    raise Untranslatable(f"a cast of {kind} to {to} that may not fail")


def _hexadecimal(node: exp.TryCast, build: Build) -> exp.Expr:
    """TRY_CAST('0x' || digits AS BIGINT) of up to 15 digits: with more `conv` may raise."""
    digits = call("left", build(node.this.expressions[1]), number(15))
    return exp.TryCast(this=call("conv", digits, number(16), number(10)), to=spark_type("BIGINT"))


# --- moments: a TIMESTAMP of DuckDB is a TIMESTAMP_NTZ; no function below looks at the session's time zone -----------


def _clock(instant: exp.Expr) -> exp.Expr:
    """What a clock in UTC shows at an instant."""
    epoch = _cast_to(text("1970-01-01 00:00:00"), "TIMESTAMP_NTZ")
    return call("timestampadd", exp.var("MICROSECOND"), call("unix_micros", instant), epoch)


def _zoned(node: exp.Anonymous, build: Build) -> exp.Expr:
    zone, instant = node.expressions
    if type_name(instant.type) != "TIMESTAMP WITH TIME ZONE":
        raise Untranslatable(f"timezone of {type_name(instant.type)}")
    return call("convert_timezone", text("UTC"), build(zone), _clock(build(instant)))


def _truncated(node: exp.Anonymous, build: Build) -> exp.Expr:
    """`date_trunc` of Spark would give an instant."""
    unit, moment = node.expressions[0].name, build(node.expressions[1])
    if type_name(node.expressions[1].type) != "TIMESTAMP" or unit not in ("year", "month", "day", "hour"):
        raise Untranslatable(f"date_trunc to {unit} of {type_name(node.expressions[1].type)}")
    day = _cast_to(moment, "DATE")
    if unit in ("year", "month"):
        return _cast_to(call("trunc", day, text(unit)), "TIMESTAMP_NTZ")
    midnight = _cast_to(day, "TIMESTAMP_NTZ")
    if unit == "day":
        return midnight
    hours = call("make_dt_interval", number(0), call("hour", moment.copy()))
    return exp.paren(exp.Add(this=midnight, expression=hours))


# --- numbers ----------------------------------------------------------------------------------------------------


def _floor(node: exp.Anonymous, build: Build) -> exp.Expr:
    """A DOUBLE again; Spark's is a BIGINT, and fails when it does not fit one."""
    (value,) = map(build, node.expressions)
    small = exp.LT(this=call("abs", value), expression=number(_EXACT))
    return when(small, _cast_to(call("floor", value.copy()), "DOUBLE"), value.copy())


def _divided(node: exp.Div, build: Build) -> exp.Expr:
    """Of DOUBLEs, by a constant: division by 0 raises."""
    by = node.right
    if (
        not type_name(node.left.type) == type_name(by.type) == "DOUBLE"
        or not isinstance(by, exp.Cast)
        or not float(by.this.name)
    ):
        raise Untranslatable("a division by anything but a constant of type DOUBLE")
    return exp.Div(this=exp.paren(build(node.left)), expression=build(by), typed=True, safe=False)


def _shifted(node: exp.BitwiseLeftShift | exp.BitwiseRightShift, build: Build) -> exp.Expr:
    """The number of bits is an INT."""
    return type(node)(this=build(node.this), expression=_cast_to(exp.paren(build(node.expression)), "INT"))


# --- text -------------------------------------------------------------------------------------------------------


def _pattern(node: exp.Expr) -> str:
    return portable(node.name, anything=r"[\s\S]", end=r"\z")


def _subject(node: exp.Expr, pattern: str, build: Build) -> exp.Expr:
    """The text, or one that does not match when it is too long for the pattern."""
    subject = build(node)
    if not _STACKS.search(re.sub(r"\\.|\[[^\]]*\]", "", pattern)):
        return subject
    fits = exp.LTE(this=call("length", subject.copy()), expression=number(LONGEST))
    return when(fits, subject, call("left", subject.copy(), number(0)))


def _full_match(node: exp.Anonymous, build: Build) -> exp.Expr:
    pattern = _pattern(node.expressions[1])
    return call("regexp_like", _subject(node.expressions[0], pattern, build), text(rf"\A(?:{pattern})\z"))


def _found(node: exp.Anonymous, build: Build) -> exp.Expr:
    pattern = _pattern(node.expressions[1])
    return call("regexp_like", _subject(node.expressions[0], pattern, build), text(pattern))


def _extracted(node: exp.Anonymous, build: Build) -> exp.Expr:
    subject, pattern, group = node.expressions
    require_group(pattern, group)
    whole = _pattern(pattern)
    return call("regexp_extract", _subject(subject, whole, build), text(whole), build(group))


def _substituted(node: exp.Anonymous, build: Build) -> exp.Expr:
    """Every match replaced. Groups are `$1`, a dollar itself is escaped."""
    subject, pattern, *_ = node.expressions
    by = replacement(node, special="\\$").replace("\\1", "$1")
    return call("regexp_replace", build(subject), text(_pattern(pattern)), text(by))


def _pieces(subject: exp.Expr, separator: str) -> exp.Anonymous:
    """The text split at a fixed separator; Spark's takes a pattern."""
    quoted = re.sub(r"[.^$*+?()\[\]{}|\\]", r"\\\g<0>", separator)
    return call("split", subject, text(quoted), exp.Neg(this=number(1)))


def _split(node: exp.Anonymous, build: Build) -> exp.Expr:
    subject, separator = node.expressions
    return _pieces(build(subject), separator.name)


def _first(pieces: exp.Expr, wanted: exp.Expr, separator: str) -> exp.Expr:
    some = call("slice", pieces, number(1), wanted)
    return call("concat", call("array_join", some, text(separator)), text(separator))


def _compared(column: exp.Column, build: Build) -> exp.Expr:
    """As a sum with 0: the CASE of `alone` is dropped for a column that is never NULL."""
    kind, value = type_name(column.type), same(column, build)
    if kind not in ("FLOAT", "DOUBLE"):
        return value
    return exp.paren(exp.Add(this=value, expression=_cast_to(number(0), TYPES[kind])))


def _concatenated(node: exp.Anonymous, build: Build) -> exp.Expr:
    """`concat` of DuckDB leaves NULLs out."""
    return call("concat_ws", text(""), *map(build, node.expressions))


def _trimmed(node: exp.Anonymous, build: Build) -> exp.Expr:
    subject, signs = map(build, node.expressions)
    return call("rtrim", signs, subject)


def _hex(node: exp.Anonymous, build: Build) -> exp.Expr:
    return call("lower", call("hex", *map(build, node.expressions)))


def _unnested(node: exp.Anonymous, build: Build) -> exp.Expr:
    return call("explode", *map(build, node.expressions))


# --- bounding ---------------------------------------------------------------------------------------------------


def _draw(node: exp.Expr, build: Build) -> exp.Expr:
    """AES-256 of the row's number under a key that is drawn for this statement: see docs/adr/warehouse-draws.md.

    Eight bytes and their padding are one block, so distinct rows have distinct draws.
    """
    row = call("unhex", call("lpad", call("hex", call("monotonically_increasing_id")), number(16), text("0")))
    return encrypted(row, entropy.token(_KEY_BYTES))


def encrypted(block: exp.Expr, key: bytes) -> exp.Expr:
    return call("aes_encrypt", block, call("unhex", text(key.hex())), text("ECB"))


SAME = (
    "bin", "coalesce", "contains", "greatest", "least", "left", "length", "lower", "lpad", "replace", "rpad",
    "split_part", "substr", "upper",
)  # fmt: skip
FUNCTIONS: dict[str, Rule] = {
    **dict.fromkeys(SAME, same),
    "array_to_string": renamed("array_join"),
    "concat": _concatenated,
    "date_trunc": _truncated,
    "ends_with": renamed("endswith"),
    "floor": _floor,
    "list_reverse": renamed("reverse"),
    "regexp_extract": _extracted,
    "regexp_full_match": _full_match,
    "regexp_matches": _found,
    "regexp_replace": _substituted,
    "rtrim": _trimmed,
    "starts_with": renamed("startswith"),
    "string_split": _split,
    "timezone": _zoned,
    "to_hex": _hex,
    "to_json": json_of_texts("replace", lambda pieces: call("concat", *pieces)),
    "unnest": _unnested,
    DRAW: _draw,
}

SPARK = Dialect(
    name="spark",
    sqlglot="spark",
    nodes={
        **FRAME,
        exp.CTE: unfenced,
        exp.Cast: of_years(_cast),
        exp.TryCast: _try_cast,
        exp.DataType: types_by(TYPES, spark_type),
        exp.Collate: lambda node, build: build(node.this),  # every text in a tree comes of a CAST, which is UTF8_BINARY
        exp.DPipe: piped,
        exp.Div: _divided,
        exp.BitwiseLeftShift: _shifted,
        exp.BitwiseRightShift: _shifted,
        exp.Like: like,
    },
    functions=FUNCTIONS,
    meanings={
        "head": head(_pieces, "size", "startswith", _first),
        "hexadecimal": _hexadecimal,
        "compared": _compared,
        "far": alone,
    },
    types=TYPES,
    fenced=False,
)

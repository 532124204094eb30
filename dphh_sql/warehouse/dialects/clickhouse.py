"""ClickHouse, with the settings of `SETTINGS`: without them a name means its alias, and a join fills with '' for NULL.

Functions on text count bytes unless they end in UTF8, `.` matches a newline, and arrays are never NULL. There is no
instant apart from a zone and no clock time apart from UTC: a DateTime64 that names no zone is the clock time in UTC.
"""

from __future__ import annotations

from sqlglot import exp

from dphh_sql import entropy
from dphh_sql.bounding import DRAW
from dphh_sql.warehouse.dialect import Build, Dialect, Rule
from dphh_sql.warehouse.dialects.json_text import json_of_texts
from dphh_sql.warehouse.dialects.parts import (
    call,
    compared,
    head,
    is_there,
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
)
from dphh_sql.warehouse.frame import FRAME, same
from dphh_sql.warehouse.patterns import portable
from dphh_sql.warehouse.translate import Untranslatable
from dphh_sql.warehouse.types import MOMENTS, type_name

SETTINGS = {
    "session_timezone": "'UTC'",
    "prefer_column_name_to_alias": "1",
    "join_use_nulls": "1",
    "enable_positional_arguments": "1",
    "least_greatest_legacy_null_behavior": "0",
    "enable_extended_results_for_datetime_functions": "1",
    "transform_null_in": "0",
    "aggregate_functions_null_for_empty": "0",
    "precise_float_parsing": "1",
    "use_skip_indexes": "0",  # they know nothing of NaN, and skip rows for the sake of others
}
"""What the translated statements rely on."""

_MOMENT = "DateTime64(6, 'UTC')"
TYPES = {
    "VARCHAR": "String", "BOOLEAN": "Bool", "TINYINT": "Int8", "SMALLINT": "Int16", "INTEGER": "Int32",
    "BIGINT": "Int64",
    "HUGEINT": "Int128", "UTINYINT": "UInt8", "USMALLINT": "UInt16", "UINTEGER": "UInt32", "UBIGINT": "UInt64",
    "UHUGEINT": "UInt128", "FLOAT": "Float32", "DOUBLE": "Float64", "DECIMAL": "Decimal", "DATE": "Date32",
    "UUID": "UUID",
    "TIMESTAMP": _MOMENT, "TIMESTAMP WITH TIME ZONE": _MOMENT,
}  # fmt: skip
_WHOLE = (
    "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT",
)  # fmt: skip


def nullable(name: str) -> exp.DataType:
    return exp.DataType.build(f"Nullable({name})", dialect="clickhouse")


def _cast_to(expression: exp.Expr, name: str) -> exp.Cast:
    return exp.Cast(this=expression, to=nullable(name))


# --- casts ------------------------------------------------------------------------------------------------------


def _cast(node: exp.Cast, build: Build) -> exp.Expr:
    value, kind = build(node.this), type_name(node.this.type)
    if type_name(node.to) != "VARCHAR" or isinstance(node.this, exp.Null):
        return exp.Cast(this=value, to=build(node.to))
    match kind:
        case "VARCHAR" if of_table(node.this):  # a String may hold bytes that are no text, or be an Enum
            whole = _cast_to(value, "String")
            return when(call("isValidUTF8", whole), whole.copy())
        case "DECIMAL":  # a cast drops zeros
            return call("toDecimalString", value, number(node.this.type.expressions[1].name))
        case "TIMESTAMP":  # of whole seconds, in the trees
            return call("left", _cast_to(value, "String"), number(19))
        case "VARCHAR" | "BOOLEAN" | "DATE" | "UUID":
            return _cast_to(value, "String")
    if kind in _WHOLE:
        return _cast_to(value, "String")
    raise Untranslatable(f"a cast of {kind} to text")


def _try_cast(node: exp.TryCast, build: Build) -> exp.Expr:
    value, kind, to = build(node.this), type_name(node.this.type), type_name(node.to)
    if kind == to and to not in ("TIMESTAMP", "TIMESTAMP WITH TIME ZONE"):
        return value
    if (kind in ("VARCHAR", "DOUBLE", *_WHOLE)) and to in _WHOLE:
        return _or_null(value, TYPES[to or ""])
    if kind == "DECIMAL" and to == "DOUBLE":  # by its text, which is rounded once
        return exp.Cast(this=call("toString", value), to=build(node.to))
    if kind in (*_WHOLE, "FLOAT") and to == "DOUBLE":
        return exp.Cast(this=value, to=build(node.to))
    if kind in ("DATE", "TIMESTAMP", "TIMESTAMP WITH TIME ZONE") and to in ("TIMESTAMP", "TIMESTAMP WITH TIME ZONE"):
        return _cast_to(value, _MOMENT)
    raise Untranslatable(f"a cast of {kind} to {to} that may not fail")


def _or_null(value: exp.Expr, name: str) -> exp.Expr:
    return call("accurateCastOrNull", value, text(name))


def _hexadecimal(node: exp.TryCast, build: Build) -> exp.Expr:
    """TRY_CAST('0x' || digits AS BIGINT) of up to 15 digits."""
    digits = call("leftPad", build(node.this.expressions[1]), number(16), text("0"))
    return _cast_to(call("reinterpretAsInt64", call("reverse", call("unhex", digits))), "Int64")


# --- moments ----------------------------------------------------------------------------------------------------


def _far(column: exp.Column, build: Build) -> exp.Expr:
    """In microseconds: a comparison of nanoseconds with a year that they do not reach fails, if there is a row."""
    value = same(column, build)
    return _cast_to(value, _MOMENT) if type_name(column.type) in MOMENTS and type_name(column.type) != "DATE" else value


def _zoned(node: exp.Anonymous, build: Build) -> exp.Expr:
    """What a clock in the zone shows; written out, since the type is an instant."""
    zone, instant = node.expressions
    if type_name(instant.type) != "TIMESTAMP WITH TIME ZONE":
        raise Untranslatable(f"timezone of {type_name(instant.type)}")
    return _cast_to(call("toString", call("toTimeZone", build(instant), build(zone))), _MOMENT)


def _truncated(node: exp.Anonymous, build: Build) -> exp.Expr:
    """Of whole seconds: `dateTrunc` rounds a fraction before 1970 up. Its own type would be another for each unit."""
    unit, moment = map(build, node.expressions)
    return _cast_to(call("dateTrunc", unit, call("toStartOfSecond", moment)), _MOMENT)


# --- numbers ----------------------------------------------------------------------------------------------------


def _whole_number(name: str) -> Rule:
    """An operator on bits, of BIGINTs."""

    def rule(node: exp.Binary, build: Build) -> exp.Expr:
        return _cast_to(call(name, build(node.left), build(node.right)), "Int64")

    return rule


def _bin(node: exp.Anonymous, build: Build) -> exp.Expr:
    """Without the zeros in front that make whole bytes."""
    return _first_digit("bin", build(node.expressions[0]))


def _hex(node: exp.Anonymous, build: Build) -> exp.Expr:
    return call("lower", _first_digit("hex", build(node.expressions[0])))


def _first_digit(function: str, value: exp.Expr) -> exp.Expr:
    return call("replaceRegexpOne", call(function, value), text("^0+(.)"), text("\\1"))


# --- text -------------------------------------------------------------------------------------------------------


def _pattern(node: exp.Expr) -> str:
    return portable(node.name, anything=r"(?s:.)")


def _full_match(node: exp.Anonymous, build: Build) -> exp.Expr:
    subject, pattern = node.expressions
    return call("match", build(subject), text(f"^(?:{_pattern(pattern)})$"))


def _found(node: exp.Anonymous, build: Build) -> exp.Expr:
    subject, pattern = node.expressions
    return call("match", build(subject), text(_pattern(pattern)))


def _extracted(node: exp.Anonymous, build: Build) -> exp.Expr:
    subject, pattern, group = node.expressions
    require_group(pattern, group)
    return call("regexpExtract", build(subject), text(_pattern(pattern)), build(group))


def _substituted(node: exp.Anonymous, build: Build) -> exp.Expr:
    subject, pattern, *_ = node.expressions
    return call("replaceRegexpAll", build(subject), text(_pattern(pattern)), text(replacement(node)))


def _split_part(node: exp.Anonymous, build: Build) -> exp.Expr:
    subject, separator, place = map(build, node.expressions)
    piece = call("arrayElement", call("splitByString", separator, subject), place)
    return when(is_there(subject), piece)


def _split(node: exp.Anonymous, build: Build) -> exp.Expr:
    subject, separator = map(build, node.expressions)
    return call("splitByString", separator, subject)


def _first(pieces: exp.Expr, wanted: exp.Expr, separator: str) -> exp.Expr:
    some = call("arraySlice", pieces, number(1), wanted)
    return call("concat", call("arrayStringConcat", some, text(separator)), text(separator))


_CUT = head(lambda subject, separator: call("splitByString", text(separator), subject), "length", "startsWith", _first)


def _head(node: exp.Anonymous, build: Build) -> exp.Expr:
    """NULL of NULL, whose pieces are an array like any other."""
    return when(is_there(build(node.expressions[0])), _CUT(node, build))


def _contains(node: exp.Anonymous, build: Build) -> exp.Expr:
    return exp.GT(this=call("position", *map(build, node.expressions)), expression=number(0))


def _concatenated(node: exp.Anonymous, build: Build) -> exp.Expr:
    """`concat` of DuckDB leaves NULLs out."""
    return call("concat", *(call("ifNull", build(each), text("")) for each in node.expressions))


def _right_padded(node: exp.Anonymous, build: Build) -> exp.Expr:
    """A negative length would be an error."""
    subject, length, by = map(build, node.expressions)
    return call("rightPadUTF8", subject, call("greatest", length, number(0)), by)


def _greater(node: exp.GT | exp.GTE, build: Build) -> exp.Expr:
    """In DuckDB NaN is greater than every number, and equal to itself."""
    greater = _ordered(node, build)
    if not _of_floats(node):
        return greater
    return exp.paren(exp.or_(greater, call("isNaN", build(node.left))))


def _ordered(node: exp.Expr, build: Build) -> exp.Expr:
    if type_name(node.this.type) == "UUID":
        raise Untranslatable("an order of UUIDs", "begins with their second half")
    return _equal(node, build)


def _among(node: exp.In, build: Build) -> exp.Expr:
    """IN tells 0.0 from -0.0."""
    if not _of_floats(node):
        return _equal(node, build)
    each = [exp.EQ(this=node.this.copy(), expression=value.copy()) for value in node.expressions]
    return exp.paren(exp.or_(*(_equal(one, build) for one in each)))


def _equal(node: exp.Expr, build: Build) -> exp.Expr:
    """Numbers; NaN would have to be equal to itself."""
    if _of_floats(node) and any(each.name.lower() == "nan" for each in node.find_all(exp.Literal)):
        raise Untranslatable("a comparison with NaN")
    return same(node, build)


def _of_floats(node: exp.Expr) -> bool:
    return type_name(node.this.type) in ("FLOAT", "DOUBLE")


def _same_or_null(node: exp.NullSafeEQ | exp.NullSafeNEQ, build: Build) -> exp.Expr:
    _equal(node, build)
    alike = call("isNotDistinctFrom", build(node.left), build(node.right))
    return exp.not_(alike) if isinstance(node, exp.NullSafeNEQ) else alike


# --- bounding ---------------------------------------------------------------------------------------------------


def _draw(node: exp.Expr, build: Build) -> exp.Expr:
    """SipHash-2-4 of a label of the row under a key that is drawn for this statement: see docs/adr/warehouse-draws.md.

    The number tells the rows of one server apart, the random UUID those of several.
    """
    halves = (call("toUInt64", number(int(half))) for half in entropy.uint64s(2))
    return call("sipHash64Keyed", call("tuple", *halves), call("rowNumberInAllBlocks"), call("generateUUIDv4"))


CLICKHOUSE = Dialect(
    name="clickhouse",
    sqlglot="clickhouse",
    nodes={
        **FRAME,
        exp.CTE: unfenced,
        exp.Cast: of_years(_cast),
        exp.TryCast: _try_cast,
        exp.DataType: types_by(TYPES, nullable),
        exp.Collate: lambda node, build: build(node.this),  # a String compares byte by byte
        exp.DPipe: piped,
        exp.Div: same,
        exp.Like: like,
        **dict.fromkeys((exp.EQ, exp.NEQ), _equal),
        **dict.fromkeys((exp.LT, exp.LTE, exp.Between), _ordered),
        **dict.fromkeys((exp.GT, exp.GTE), _greater),
        exp.In: _among,
        exp.NullSafeEQ: _same_or_null,
        exp.NullSafeNEQ: _same_or_null,
        exp.BitwiseAnd: _whole_number("bitAnd"),
        exp.BitwiseOr: _whole_number("bitOr"),
        exp.BitwiseLeftShift: _whole_number("bitShiftLeft"),
        exp.BitwiseRightShift: _whole_number("bitShiftRight"),
    },
    functions={
        **dict.fromkeys(("coalesce", "floor", "greatest", "least"), same),
        "array_to_string": renamed("arrayStringConcat"),
        "bin": _bin,
        "concat": _concatenated,
        "contains": _contains,
        "date_trunc": _truncated,
        "ends_with": renamed("endsWith"),
        "left": renamed("leftUTF8"),
        "length": renamed("lengthUTF8"),
        "list_reverse": renamed("arrayReverse"),
        "lower": renamed("lowerUTF8"),
        "lpad": renamed("leftPadUTF8"),
        "regexp_extract": _extracted,
        "regexp_full_match": _full_match,
        "regexp_matches": _found,
        "regexp_replace": _substituted,
        "replace": renamed("replaceAll"),
        "rpad": _right_padded,
        "rtrim": renamed("trimRight"),
        "split_part": _split_part,
        "starts_with": renamed("startsWith"),
        "string_split": _split,
        "substr": renamed("substringUTF8"),
        "timezone": _zoned,
        "to_hex": _hex,
        "to_json": json_of_texts("replaceAll", lambda pieces: call("concat", *pieces)),
        "unnest": renamed("arrayJoin"),
        "upper": renamed("upperUTF8"),
        DRAW: _draw,
    },
    meanings={"head": _head, "hexadecimal": _hexadecimal, "compared": compared, "far": _far},
    types=TYPES,
    fenced=False,
)

"""DuckDB's types as PostgreSQL's: number, text form and binary form of each.

A type that PostgreSQL lacks, or whose binary form nobody needs, is sent as text, whose two forms are the same.
"""

from __future__ import annotations

import datetime as dt
import json
import math
import re
import struct
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeAlias

Encode: TypeAlias = Callable[[Any], bytes]


@dataclass(frozen=True)
class PgType:
    """A PostgreSQL type.

    Attributes:
        name: in `pg_type`.
        oid, array: its number and that of arrays of it.
        size: in bytes, -1 when it varies.
        text, binary: of a value as DuckDB hands it to Python.
    """

    name: str
    oid: int
    array: int
    size: int
    text: Encode
    binary: Encode


def _plain(value: Any) -> bytes:
    return str(value).encode("utf-8", "replace").replace(b"\0", b"")


def _float(value: float) -> bytes:
    if math.isnan(value):
        return b"NaN"
    if math.isinf(value):
        return b"Infinity" if value > 0 else b"-Infinity"
    return repr(value).encode()


def _interval(value: dt.timedelta) -> bytes:
    sign, left = ("-", -value) if value < dt.timedelta(0) else ("", value)
    hours, rest = divmod(left.seconds, 3600)
    days = f"{sign}{left.days} days " if left.days else ""
    seconds = f"{rest % 60:02d}" + (f".{left.microseconds:06d}" if left.microseconds else "")
    return f"{days}{sign}{hours:02d}:{rest // 60:02d}:{seconds}".encode()


def _json(value: Any) -> bytes:
    if not isinstance(value, str):
        value = json.dumps(value, ensure_ascii=False, default=str)
    return _plain(value)


def _timestamp(value: Any) -> bytes:
    """ISO; DuckDB hands over as text what Python's datetime cannot hold."""
    return _plain(value if isinstance(value, str) else value.isoformat(sep=" "))


def _timestamptz(value: Any) -> bytes:
    return _timestamp(value if isinstance(value, str) else value.astimezone(dt.UTC)).replace(b"+00:00", b"+00")


_EPOCH = dt.datetime(2000, 1, 1)


def _microseconds(value: dt.datetime) -> bytes:
    if value.tzinfo is not None:
        value = value.astimezone(dt.UTC).replace(tzinfo=None)
    return struct.pack("!q", (value - _EPOCH) // dt.timedelta(microseconds=1))


def _interval_binary(value: dt.timedelta) -> bytes:
    return struct.pack("!qii", value.seconds * 1_000_000 + value.microseconds, value.days, 0)


def _time_binary(value: dt.time) -> bytes:
    seconds = (value.hour * 60 + value.minute) * 60 + value.second
    return struct.pack("!q", seconds * 1_000_000 + value.microsecond)


def _numeric_binary(value: Decimal | int) -> bytes:
    """Base-10000 digits, as PostgreSQL's numeric_send."""
    number = Decimal(value)
    if not number.is_finite():
        return struct.pack("!hhHh", 0, 0, 0xC000, 0)
    sign, digits, exponent = number.as_tuple()
    assert isinstance(exponent, int)
    scale = max(-exponent, 0)
    text = "".join(map(str, digits)) + "0" * max(exponent, 0)
    whole = text[: len(text) - scale].rjust(-(-max(len(text) - scale, 1) // 4) * 4, "0")
    fraction = text.rjust(scale, "0")[len(text.rjust(scale, "0")) - scale :]
    fraction = fraction.ljust(-(-scale // 4) * 4, "0")
    groups = [int((whole + fraction)[i : i + 4]) for i in range(0, len(whole + fraction), 4)]
    weight = len(whole) // 4 - 1
    while groups and groups[0] == 0:
        groups, weight = groups[1:], weight - 1
    while groups and groups[-1] == 0:
        groups = groups[:-1]
    head = struct.pack("!hhHh", len(groups), weight if groups else 0, 0x4000 if sign and groups else 0, scale)
    return head + struct.pack(f"!{len(groups)}h", *groups)


def _packed(form: str) -> Encode:
    return lambda value: struct.pack(form, value)


TYPES = {
    known.name: known
    for known in (
        PgType("bool", 16, 1000, 1, lambda value: b"t" if value else b"f", _packed("!?")),
        PgType("bytea", 17, 1001, -1, lambda value: b"\\x" + value.hex().encode(), bytes),
        PgType("int8", 20, 1016, 8, _plain, _packed("!q")),
        PgType("int2", 21, 1005, 2, _plain, _packed("!h")),
        PgType("int4", 23, 1007, 4, _plain, _packed("!i")),
        PgType("text", 25, 1009, -1, _plain, _plain),
        PgType("json", 114, 199, -1, _json, _json),
        PgType("float4", 700, 1021, 4, _float, _packed("!f")),
        PgType("float8", 701, 1022, 8, _float, _packed("!d")),
        PgType("date", 1082, 1182, 4, _plain, lambda day: struct.pack("!i", (day - _EPOCH.date()).days)),
        PgType("time", 1083, 1183, 8, _plain, _time_binary),
        PgType("timestamp", 1114, 1115, 8, _timestamp, _microseconds),
        PgType("timestamptz", 1184, 1185, 8, _timestamptz, _microseconds),
        PgType("interval", 1186, 1187, 16, _interval, _interval_binary),
        PgType("numeric", 1700, 1231, -1, _plain, _numeric_binary),
        PgType("uuid", 2950, 2951, 16, _plain, lambda value: uuid.UUID(str(value)).bytes),
    )
}
BY_OID = {known.oid: known for known in TYPES.values()}
TEXT = TYPES["text"]

_NAMES = {
    "BOOLEAN": "bool",
    "BLOB": "bytea",
    "TINYINT": "int2",
    "UTINYINT": "int2",
    "SMALLINT": "int2",
    "USMALLINT": "int4",
    "INTEGER": "int4",
    "UINTEGER": "int8",
    "BIGINT": "int8",
    "UBIGINT": "numeric",
    "HUGEINT": "numeric",
    "UHUGEINT": "numeric",
    "FLOAT": "float4",
    "DOUBLE": "float8",
    "JSON": "json",
    "DATE": "date",
    "TIME": "time",
    "TIMESTAMP": "timestamp",
    "TIMESTAMP_S": "timestamp",
    "TIMESTAMP_MS": "timestamp",
    "TIMESTAMP_NS": "timestamp",
    "TIMESTAMP WITH TIME ZONE": "timestamptz",
    "INTERVAL": "interval",
    "UUID": "uuid",
}
_NESTED = re.compile(r"(STRUCT|MAP)\(|.*\]\[")
_DECIMAL = re.compile(r"DECIMAL\((\d+),\s*(\d+)\)")
_LIST = re.compile(r"(.*[^]])\[\d*\]")


def pg_type(duckdb_type: str) -> tuple[PgType, int]:
    """(type, modifier) of a DuckDB type by its SQL name.

    >>> pg_type("DECIMAL(5,2)")[0].name, pg_type("VARCHAR[]")[0].name, pg_type("STRUCT(a INTEGER)")[0].name
    ('numeric', '_text', 'json')
    """
    if match := _DECIMAL.fullmatch(duckdb_type):
        return TYPES["numeric"], (int(match[1]) << 16 | int(match[2])) + 4
    if _NESTED.match(duckdb_type):
        return TYPES["json"], -1
    if match := _LIST.fullmatch(duckdb_type):
        return _array(pg_type(match[1])[0]), -1
    return TYPES.get(_NAMES.get(duckdb_type, ""), TEXT), -1


def _array(element: PgType) -> PgType:
    def text(values: Any) -> bytes:
        return b"{" + b",".join(b"NULL" if v is None else _quoted(element.text(v)) for v in values) + b"}"

    def binary(values: Any) -> bytes:
        parts = [struct.pack("!iiI", bool(values), None in values, element.oid)]
        parts += [struct.pack("!ii", len(values), 1)] if values else []
        for value in values:
            raw = None if value is None else element.binary(value)
            parts += [struct.pack("!i", -1)] if raw is None else [struct.pack("!i", len(raw)), raw]
        return b"".join(parts)

    return PgType(f"_{element.name}", element.array, 0, -1, text, binary)


def _quoted(raw: bytes) -> bytes:
    if raw and not re.search(rb'[{}",\\\s]', raw) and raw.upper() != b"NULL":
        return raw
    return b'"' + raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"'

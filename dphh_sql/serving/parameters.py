"""Values of a client's parameters, from either form that the protocol has.

A parameter without a type (0), as most clients send text, is text: no value is guessed to be a number. Write
`eps => $1::DOUBLE` where one comes so.
"""

from __future__ import annotations

import datetime as dt
import struct
import uuid
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from dphh_sql.serving.failures import Refusal
from dphh_sql.serving.messages import decoded
from dphh_sql.serving.types import BY_OID

_BOOLEANS = {"t": True, "true": True, "1": True, "on": True, "f": False, "false": False, "0": False, "off": False}
_EPOCH = dt.datetime(2000, 1, 1)


def _bytes(text: str) -> bytes:
    if not text.startswith("\\x"):
        raise ValueError
    return bytes.fromhex(text[2:])


_TEXT: dict[int, Callable[[str], Any]] = {
    16: lambda text: _BOOLEANS[text.lower()],
    17: _bytes,
    20: int,
    21: int,
    23: int,
    26: int,
    700: float,
    701: float,
    1082: dt.date.fromisoformat,
    1083: dt.time.fromisoformat,
    1114: dt.datetime.fromisoformat,
    1184: dt.datetime.fromisoformat,
    1700: Decimal,
    2950: uuid.UUID,
}
"""Type -> value of its text; text itself for the types that are not here."""


def _unpacked(form: str) -> Callable[[bytes], Any]:
    return lambda raw: struct.unpack(form, raw)[0]


def _microseconds(raw: bytes) -> dt.datetime:
    return _EPOCH + dt.timedelta(microseconds=_unpacked("!q")(raw))


_BINARY: dict[int, Callable[[bytes], Any]] = {
    0: decoded,
    16: _unpacked("!?"),
    17: bytes,
    18: decoded,
    19: decoded,
    20: _unpacked("!q"),
    21: _unpacked("!h"),
    23: _unpacked("!i"),
    25: decoded,
    26: _unpacked("!I"),
    114: decoded,
    700: _unpacked("!f"),
    701: _unpacked("!d"),
    705: decoded,
    1042: decoded,
    1043: decoded,
    1082: lambda raw: _EPOCH.date() + dt.timedelta(days=_unpacked("!i")(raw)),
    1114: _microseconds,
    1184: lambda raw: _microseconds(raw).replace(tzinfo=dt.UTC),
    2950: lambda raw: uuid.UUID(bytes=raw),
}

_ARRAYS = {known.array for known in BY_OID.values()}


def value(number: int, oid: int, binary: bool, raw: bytes | None) -> Any:
    """The value of parameter `number` (from 1).

    Raises:
        Refusal: a type that is not read here, or bytes that are none of its values; the bytes are not repeated.
    """
    if raw is None:
        return None
    if oid in _ARRAYS or (binary and oid not in _BINARY):
        form = "binary form of this type" if oid not in _ARRAYS else "arrays; write the list in the statement"
        raise Refusal("0A000", f"parameter ${number} has type {oid}: no parameters in the {form}")
    try:
        return _BINARY[oid](raw) if binary else _TEXT.get(oid, str)(decoded(raw))
    except (ValueError, ArithmeticError, KeyError, struct.error, OverflowError):
        name = BY_OID[oid].name if oid in BY_OID else str(oid)
        raise Refusal("22P02", f"parameter ${number} is not a value of type {name}") from None


def formats(given: Sequence[int], n: int) -> list[int]:
    """One format (0 text, 1 binary) for each of n values: none given means text, one given holds for all.

    Raises:
        Refusal: another number, or another format.
    """
    spread = [*given] if len(given) == n else [given[0] if given else 0] * n
    if len(given) not in (0, 1, n) or not set(spread) <= {0, 1}:
        raise Refusal("08P01", f"{len(given)} format codes do not fit {n} values")
    return spread

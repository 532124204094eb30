"""Messages of the PostgreSQL protocol, version 3 (PostgreSQL documentation, chapter "Frontend/Backend Protocol").

Bytes in, bytes out: nothing here reads a socket.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SSL_REQUEST, GSS_REQUEST, CANCEL_REQUEST = 80877103, 80877104, 80877102
PROTOCOL_3 = 3

AUTHENTICATION_OK = 0
SASL, SASL_CONTINUE, SASL_FINAL = 10, 11, 12


class ProtocolError(Exception):
    """The client broke the protocol; the connection ends."""


@dataclass(frozen=True)
class Column:
    """One column of a result.

    Attributes:
        name: as the client sees it.
        oid: its PostgreSQL type.
        size: of the type in bytes, -1 when it varies.
        modifier: of the type, -1 for none.
    """

    name: str
    oid: int
    size: int = -1
    modifier: int = -1


class Reader:
    """The fields of one message body, in order."""

    def __init__(self, body: bytes) -> None:
        self._body, self._at = body, 0

    @property
    def size(self) -> int:
        """Bytes of the whole body."""
        return len(self._body)

    def _unpack(self, form: str) -> int:
        size = struct.calcsize(form)
        (value,) = struct.unpack(form, self.raw(size))
        return int(value)

    def int16(self) -> int:
        return self._unpack("!h")

    def int32(self) -> int:
        return self._unpack("!i")

    def raw(self, size: int) -> bytes:
        if size < 0 or self._at + size > len(self._body):
            raise ProtocolError("a message ends in the middle of a field")
        self._at += size
        return self._body[self._at - size : self._at]

    def text(self) -> str:
        """A NUL-terminated string."""
        end = self._body.find(b"\0", self._at)
        if end < 0:
            raise ProtocolError("a string has no end")
        raw, self._at = self._body[self._at : end], end + 1
        return decoded(raw)

    def rest(self) -> bytes:
        return self.raw(len(self._body) - self._at)


def decoded(raw: bytes) -> str:
    """UTF-8, the only client encoding."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise ProtocolError("text must be UTF-8") from None


def message(kind: bytes, body: bytes = b"") -> bytes:
    return kind + struct.pack("!i", len(body) + 4) + body


def _text(value: str) -> bytes:
    # A NUL would end the string early.
    return value.replace("\0", "").encode("utf-8", "replace") + b"\0"


def authentication(code: int, data: bytes = b"") -> bytes:
    return message(b"R", struct.pack("!i", code) + data)


def sasl_mechanisms(names: Iterable[str]) -> bytes:
    return authentication(SASL, b"".join(_text(name) for name in names) + b"\0")


def parameter_status(name: str, value: str) -> bytes:
    return message(b"S", _text(name) + _text(value))


def backend_key(process: int, secret: int) -> bytes:
    return message(b"K", struct.pack("!II", process, secret))


def negotiate_version(unknown: Sequence[str]) -> bytes:
    """Protocol 3.0 is spoken, and these options are not known. The whole number: libpq 18 refuses a bare minor one."""
    return message(b"v", struct.pack("!ii", PROTOCOL_3 << 16, len(unknown)) + b"".join(map(_text, unknown)))


def ready(status: bytes) -> bytes:
    """`status`: I idle, T in a transaction, E in a failed one."""
    return message(b"Z", status)


def report(kind: bytes, severity: str, code: str, text: str, detail: str | None = None) -> bytes:
    """An ErrorResponse (kind E) or NoticeResponse (N) with an SQLSTATE."""
    fields = {b"S": severity, b"V": severity, b"C": code, b"M": text}
    if detail:
        fields[b"D"] = detail
    return message(kind, b"".join(key + _text(value) for key, value in fields.items()) + b"\0")


def parameter_description(oids: Sequence[int]) -> bytes:
    return message(b"t", struct.pack(f"!h{len(oids)}I", len(oids), *oids))


def row_description(columns: Sequence[Column], formats: Sequence[int]) -> bytes:
    fields = b"".join(
        _text(column.name) + struct.pack("!ihIhih", 0, 0, column.oid, column.size, column.modifier, wanted)
        for column, wanted in zip(columns, formats, strict=True)
    )
    return message(b"T", struct.pack("!h", len(columns)) + fields)


def data_row(values: Sequence[bytes | None]) -> bytes:
    parts = [struct.pack("!h", len(values))]
    for value in values:
        parts += [b"\xff\xff\xff\xff"] if value is None else [struct.pack("!i", len(value)), value]
    return message(b"D", b"".join(parts))


def command_complete(tag: str) -> bytes:
    return message(b"C", _text(tag))


PARSE_COMPLETE = message(b"1")
BIND_COMPLETE = message(b"2")
CLOSE_COMPLETE = message(b"3")
NO_DATA = message(b"n")
EMPTY_QUERY = message(b"I")
PORTAL_SUSPENDED = message(b"s")

"""`ipv6`: addresses cut by nibbles (four bits), printed in CIDR notation."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sqlglot import exp

from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.base import Hierarchy
from dphh_sql.hierarchies.ipv4 import DOTTED

_GROUP = "[0-9A-Fa-f]{1,4}"
_WHOLE = f"{_GROUP}(?::{_GROUP}){{7}}"
_SHORT = f"(?:{_GROUP}(?::{_GROUP}){{0,6}})?::(?:{_GROUP}(?::{_GROUP}){{0,6}})?"
_DIGITS = 32
_MAPPED = "0" * 20 + "ffff"


@dataclass(frozen=True)
class IPv6(Hierarchy):
    """Every text form of RFC 4291, section 2.2; level = prefix length, a multiple of 4 (`2001:db8::/32`).

    The canonical part and the key are the 32 hexadecimal digits, so `2001:DB8::1` and `2001:db8:0:0:0:0:0:1` are
    one address. A dotted IPv4 address alone is read as IPv4-mapped, `::ffff:0:0/96`, so a column may mix the two.
    Printed as RFC 5952 says, with hexadecimal groups throughout. A zone (`%eth0`), a port or a prefix length in the
    column is malformed.
    """

    kind: ClassVar[str] = "ipv6"
    example: ClassVar[object] = "2001:db8::8a2e:370:7334"
    accepts: ClassVar[tuple[str, ...]] = ("VARCHAR", "ENUM")
    remedy: ClassVar[str] = "give addresses as text, CAST(col AS VARCHAR) in a view"
    hints: ClassVar[frozenset[str]] = frozenset({"ip", "addr", "address", "host"})
    column_names: ClassVar[frozenset[str]] = frozenset({"ipv6", "ipv6_address"})

    @property
    def all_levels(self) -> tuple[int, ...]:
        return tuple(range(4, 129, 4))

    @property
    def default_levels(self) -> tuple[int, ...]:
        """What registries give to a provider, a provider to a site, a site to a network, and the address."""
        return (32, 48, 64, 128)

    def raw(self, column: exp.Expression) -> exp.Expression:
        """Binary text with a dotted end written in hexadecimal, so that `parts` can stay short."""
        text = _sql.text(column)
        dotted = _sql.call("contains", text, ".")
        return _sql.binary(exp.case().when(dotted, _undotted(text)).else_(text))

    def parts(self, columns: Sequence[exp.Expression]) -> list[exp.Expression]:
        address = columns[0]
        head, tail = (_padded(_sql.call("split_part", address, "::", i)) for i in (1, 2))
        left = _sql.cast(exp.Sub(this=_sql.literal(_DIGITS), expression=_length(tail)), "INTEGER")
        filled = _sql.call("concat", _sql.call("rpad", head, left, "0"), tail)
        room = exp.LTE(this=exp.Add(this=_length(head), expression=_length(tail)), expression=_sql.literal(_DIGITS - 4))
        short = exp.and_(_sql.call("regexp_full_match", address, _SHORT), room)
        whole = _sql.call("regexp_full_match", address, _WHOLE)
        digits = exp.case().when(whole, _padded(address)).when(short, filled)
        return [_sql.binary(_sql.call("lower", digits))]

    def truncate(self, parts: Sequence[exp.Expression], level: int) -> list[exp.Expression]:
        return [_sql.binary(_sql.call("left", parts[0], level // 4))]

    def reaches(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.not_null(parts[0])

    def key(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.binary(parts[0])

    def python_key(self, item: object, level: int) -> str | None:
        digits = _digits(item) if isinstance(item, str) else None
        return None if digits is None else digits[: level // 4]

    def label(self, key: str, level: int) -> str:
        return f"{_printed(key.ljust(_DIGITS, '0'))}/{level}"

    def item_under(self, prefix: str) -> object:
        return prefix.partition("/")[0]

    def level_of(self, prefix: str) -> int | None:
        address, _, bits = prefix.partition("/")
        level = int(bits) if re.fullmatch("[0-9]{1,3}", bits) else 0
        return level if level in self.all_levels and self.prefix(address, level) == prefix else None


def _undotted(raw: exp.Expression) -> exp.Expression:
    """The address with a dotted end written as two groups; other text as it is."""
    head, dotted = (_sql.call("regexp_extract", raw, f"^((?:.*:)?)({DOTTED})$", group) for group in (1, 2))
    octets = [_sql.try_cast(_sql.call("split_part", dotted, ".", i), "INTEGER") for i in (1, 2, 3, 4)]
    groups = _sql.call("concat", *(_sql.call("lpad", _sql.call("to_hex", o), 2, "0") for o in octets[:2]))
    groups = _sql.call("concat", groups, ":", *(_sql.call("lpad", _sql.call("to_hex", o), 2, "0") for o in octets[2:]))
    alone = exp.case().when(head.eq(""), exp.Literal.string("::ffff:")).else_(head)
    return exp.case().when(dotted.neq(""), _sql.call("concat", alone, groups)).else_(raw.copy())


def _padded(groups: exp.Expression) -> exp.Expression:
    """The groups of `1:ab:...` as four digits each, without colons; '' of ''."""
    long = _sql.call("concat", ":000", _sql.call("replace", groups, ":", ":000"))
    digits = _sql.call("regexp_replace", long, ":[0-9A-Fa-f]*([0-9A-Fa-f]{4})", r"\1", "g")
    return exp.case().when(groups.eq(""), exp.Literal.string("")).else_(digits)


def _length(text: exp.Expression) -> exp.Expression:
    return _sql.call("length", text)


def _digits(text: str) -> str | None:
    """The 32 digits as the standard library reads the address."""
    try:
        if "%" in text or not text.isascii():
            return None
        if ":" in text:
            return f"{int(ipaddress.IPv6Address(text)):032x}"
        return f"{_MAPPED}{int(ipaddress.IPv4Address(text)):08x}"
    except ValueError:
        return None


def _printed(digits: str) -> str:
    """RFC 5952: groups without leading zeros, `::` for the first of the longest runs of two zero groups or more."""
    groups = [f"{int(digits[i : i + 4], 16):x}" for i in range(0, _DIGITS, 4)]
    runs = re.finditer("(?:0:){2,}", "".join(f"{'0' if group == '0' else '1'}:" for group in groups))
    run = max(runs, key=lambda found: found.end() - found.start(), default=None)
    if run is None:
        return ":".join(groups)
    return ":".join(groups[: run.start() // 2]) + "::" + ":".join(groups[run.end() // 2 :])

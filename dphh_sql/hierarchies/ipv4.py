"""`ipv4`: addresses cut by bits, printed in CIDR notation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import ClassVar

from sqlglot import exp

from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.base import Hierarchy
from dphh_sql.hierarchies.cuts import Cuts
from dphh_sql.hierarchies.ipv4_cuts import INTEGERS, OCTET, DottedCuts, IntegerCuts

DOTTED = rf"{OCTET}(?:\.{OCTET}){{3}}"
_DECIMAL = "0|[1-9][0-9]{0,9}"
_CIDR = rf"(?P<address>{DOTTED})/(?P<bits>[1-9]|[12][0-9]|3[0-2])"
_BITS = 32


@dataclass(frozen=True)
class IPv4(Hierarchy):
    """A dotted quad or its integer 0..2**32-1, in a text or an integer column alike.

    The canonical part is the integer as BIGINT; the key is its decimal text, the label `10.2.0.0/16`.
    Leading zeros (octal to some readers), signs, spaces and ports are malformed. Level = prefix length.
    """

    kind: ClassVar[str] = "ipv4"
    example: ClassVar[object] = "10.2.3.4"
    accepts: ClassVar[tuple[str, ...]] = ("VARCHAR", "ENUM", *INTEGERS)
    remedy: ClassVar[str] = "give addresses as dotted text or as integers 0..4294967295"
    hints: ClassVar[frozenset[str]] = frozenset({"ip", "addr", "address", "host"})
    column_names: ClassVar[frozenset[str]] = frozenset(
        {"ip", "ipv4", "ip_address", "ipv4_address", "ip_addr", "ipaddress", "host_ip", "peer_ip", "user_ip"}
        | {"client_ip", "server_ip", "remote_ip", "src_ip", "dst_ip"}
        | {"source_ip", "dest_ip", "destination_ip"}
    )  # fmt: skip

    @property
    def all_levels(self) -> tuple[int, ...]:
        return tuple(range(1, _BITS + 1))

    @property
    def default_levels(self) -> tuple[int, ...]:
        return (8, 16, 24, 32)

    def parts(self, columns: Sequence[exp.Expression]) -> list[exp.Expression]:
        raw = columns[0]
        address = _sql.meaning(reduce(_shifted, _octets(raw)), "octets")
        dotted = exp.case().when(_sql.call("regexp_full_match", raw, DOTTED), address)
        either = dotted.when(_sql.call("regexp_full_match", raw, _DECIMAL), _try(raw, "UINTEGER"))
        return [_sql.meaning(either, "address")]

    def truncate(self, parts: Sequence[exp.Expression], level: int) -> list[exp.Expression]:
        return [exp.BitwiseAnd(this=_sql.operand(parts[0]), expression=_sql.literal(_mask(level)))]

    def reaches(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.not_null(parts[0])

    def key(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.text(parts[0])

    def cuts(self, type_name: str, levels: Sequence[int]) -> Cuts | None:
        if type_name in INTEGERS:
            return IntegerCuts(self._integer)
        if type_name == "VARCHAR" and not any(level % 8 for level in levels):
            return DottedCuts(self._integer, _DECIMAL)
        return None

    def _integer(self, raw: exp.Expression) -> exp.Expression:
        return self.parts([raw])[0]

    def python_key(self, item: object, level: int) -> str | None:
        if isinstance(item, bool) or not isinstance(item, int | str):
            return None
        address = _address(item if isinstance(item, str) else str(item))
        return None if address is None else str(address & _mask(level))

    def label(self, key: str, level: int) -> str:
        return ".".join(str(octet) for octet in int(key).to_bytes(4, "big")) + f"/{level}"

    def item_under(self, prefix: str) -> object:
        return prefix.partition("/")[0]

    def level_of(self, prefix: str) -> int | None:
        found = re.fullmatch(_CIDR, prefix)
        if found is None:
            return None
        level = int(found["bits"])
        return level if self.prefix(found["address"], level) == prefix else None


def _mask(level: int) -> int:
    return (1 << _BITS) - (1 << (_BITS - level))


def _address(text: str) -> int | None:
    if re.fullmatch(DOTTED, text):
        return int.from_bytes(bytes(int(octet) for octet in text.split(".")), "big")
    if re.fullmatch(_DECIMAL, text) and int(text) < 1 << _BITS:
        return int(text)
    return None


def _octets(raw: exp.Expression) -> list[exp.Expression]:
    return [_try(_sql.call("split_part", raw, ".", i), "UTINYINT") for i in (1, 2, 3, 4)]


def _shifted(high: exp.Expression, octet: exp.Expression) -> exp.Expression:
    return exp.Add(this=exp.Mul(this=_sql.operand(high), expression=_sql.literal(256)), expression=octet)


def _try(expression: exp.Expression, type_name: str) -> exp.Expression:
    """The number as BIGINT, NULL when it does not fit `type_name`."""
    return _sql.cast(_sql.try_cast(expression, type_name), "BIGINT")

"""`zip`: US postal codes, cut by digits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sqlglot import exp

from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.base import Hierarchy

_FIVE, _NINE = "[0-9]{5}", "[0-9]{5}-[0-9]{4}"
_ZIP = f"{_FIVE}|{_NINE}"


@dataclass(frozen=True)
class Zip(Hierarchy):
    """Five ASCII digits or ZIP+4 (`94110-1234`, read as its five digits); anything else is malformed.

    Levels count digits: 1 region, 3 sectional centre, 5 delivery area (the defaults), 2 and 4 on demand.
    """

    kind: ClassVar[str] = "zip"
    example: ClassVar[object] = "94110"
    accepts: ClassVar[tuple[str, ...]] = ("VARCHAR", "ENUM")
    remedy: ClassVar[str] = (
        "integers have lost their leading zeros; use lpad(CAST(col AS VARCHAR), 5, '0') in a view"
    )
    hints: ClassVar[frozenset[str]] = frozenset({"zip", "postal", "postcode"})
    column_names: ClassVar[frozenset[str]] = frozenset(
        {"zip", "zip5", "zipcode", "zip_code", "postal_code", "postalcode"}
    )

    @property
    def all_levels(self) -> tuple[int, ...]:
        return (1, 2, 3, 4, 5)

    @property
    def default_levels(self) -> tuple[int, ...]:
        return (1, 3, 5)

    def parts(self, columns: Sequence[exp.Expression]) -> list[exp.Expression]:
        five, nine = (_sql.call("regexp_full_match", columns[0], pattern) for pattern in (_FIVE, _NINE))
        digits = exp.case().when(five, columns[0].copy()).when(nine, _sql.call("left", columns[0], 5))
        return [_sql.binary(digits)]

    def truncate(self, parts: Sequence[exp.Expression], level: int) -> list[exp.Expression]:
        return [_sql.binary(parts[0] if level == 5 else _sql.call("left", parts[0], level))]

    def reaches(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.not_null(parts[0])

    def key(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.binary(parts[0])

    def python_key(self, item: object, level: int) -> str | None:
        return item[:level] if isinstance(item, str) and re.fullmatch(_ZIP, item) else None

    def item_under(self, prefix: str) -> object:
        return prefix.ljust(5, "0")

    def level_of(self, prefix: str) -> int | None:
        return len(prefix) if re.fullmatch("[0-9]{1,5}", prefix) else None

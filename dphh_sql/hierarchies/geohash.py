"""`geohash`: cells of the earth, cut by characters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sqlglot import exp

from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.chars import Characters

_GEOHASH = "[0-9b-hjkmnp-zB-HJKMNP-Z]+"


@dataclass(frozen=True)
class Geohash(Characters):
    """Level = characters, 1..12; canonical in lower case. A character that no geohash has makes it malformed.

    A cell is about 5,000 km wide at level 1, 1,250 x 625 km at 2, 39 x 20 km at 4, 1.2 x 0.6 km at 6 (Niemeyer 2008).
    """

    kind: ClassVar[str] = "geohash"
    example: ClassVar[object] = "9q8yyk8ytpxr"
    accepts: ClassVar[tuple[str, ...]] = ("VARCHAR", "ENUM")
    remedy: ClassVar[str] = "give cells as text; encode latitude and longitude in a view"
    hints: ClassVar[frozenset[str]] = frozenset({"geo", "location", "cell"})
    column_names: ClassVar[frozenset[str]] = frozenset({"geohash", "geo_hash"})

    @property
    def all_levels(self) -> tuple[int, ...]:
        return tuple(range(1, 13))

    @property
    def default_levels(self) -> tuple[int, ...]:
        return (2, 4, 6)

    def parts(self, columns: Sequence[exp.Expression]) -> list[exp.Expression]:
        well_formed = _sql.call("regexp_full_match", columns[0], _GEOHASH)
        return [_sql.binary(exp.case().when(well_formed, _sql.call("lower", columns[0])))]

    def python_key(self, item: object, level: int) -> str | None:
        if not isinstance(item, str) or not re.fullmatch(_GEOHASH, item) or len(item) < level:
            return None
        return item[:level].lower()

    def level_of(self, prefix: str) -> int | None:
        level = len(prefix)
        return level if level in self.all_levels and self.python_key(prefix, level) == prefix else None

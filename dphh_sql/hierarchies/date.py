"""`date` and `timestamp`: year, month, day and hour of the proleptic Gregorian calendar."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sqlglot import exp

from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.base import Hierarchy

_UNITS = ("year", "month", "day", "hour")
_LENGTHS = (4, 7, 10, 13)
"""Characters of `2026-11-29 13:...` that each level keeps."""

_FIRST, _LAST = "0001-01-01 00:00:00", "9999-12-31 23:59:59.999999"
_ISO = (
    r"(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"(?:[ T](?P<hour>[0-9]{2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})(?:\.[0-9]{1,9})?)?)?"
)


class Calendar(Hierarchy):
    """What `date` and `timestamp` share.

    Only the years 1 to 9999 are well formed: BC, later years and the infinities go to the rest, so the
    printed key stays injective. A time zone would make the map depend on a setting: refused. TIMESTAMP_NS
    is cast to microseconds first, by DuckDB's own rule (2.0 rounds, 1.5 truncates towards 1970).
    """

    accepts: ClassVar[tuple[str, ...]] = ("DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS")
    remedy: ClassVar[str] = (
        "cast text to TIMESTAMP, and bring a TIMESTAMP WITH TIME ZONE to a zone of your choice, "
        "col AT TIME ZONE 'UTC', in a view"
    )

    def raw(self, column: exp.Expression) -> exp.Expression:
        """TIMESTAMP cut to the finest level, so that the first GROUP BY is already small."""
        moment = _moment(column)
        # GREATEST changes nothing, but hides the column's statistics: from those DuckDB 1.5 plans
        # date_trunc(minimum), which raises when the minimum is out of range.
        shielded = _sql.call("greatest", moment, _sql.cast(_FIRST, "TIMESTAMP"))
        return exp.case().when(_legal(moment, "TIMESTAMP"), self._cut(shielded, self.all_levels[-1]))

    def parts(self, columns: Sequence[exp.Expression]) -> list[exp.Expression]:
        return [columns[0].copy()]

    def truncate(self, parts: Sequence[exp.Expression], level: int) -> list[exp.Expression]:
        return [self._cut(parts[0], level)]

    def reaches(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.not_null(parts[0])

    def key(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.binary(_sql.call("left", _sql.cast(parts[0], "VARCHAR"), _LENGTHS[level - 1]))

    def python_key(self, item: object, level: int) -> str | None:
        moment = _parse(item) if isinstance(item, str) else item
        if isinstance(moment, datetime.datetime):
            printed = None if moment.tzinfo else moment.isoformat(" ")
        else:
            printed = f"{moment} 00:00:00" if isinstance(moment, datetime.date) else None
        return printed and printed[: _LENGTHS[level - 1]]

    def item_under(self, prefix: str) -> object:
        return prefix + "0001-01-01 00:00:00"[len(prefix) :]

    def level_of(self, prefix: str) -> int | None:
        if len(prefix) not in _LENGTHS:
            return None
        level = _LENGTHS.index(len(prefix)) + 1
        known = level in self.all_levels and self.python_key(self.item_under(prefix), level) == prefix
        return level if known else None

    @staticmethod
    def _cut(moment: exp.Expression, level: int) -> exp.Expression:
        return _sql.call("date_trunc", _UNITS[level - 1], moment)


@dataclass(frozen=True)
class Date(Calendar):
    """Levels 1 year `2026`, 2 month `2026-11`, 3 day `2026-11-29`; a time of day is ignored."""

    kind: ClassVar[str] = "date"
    example: ClassVar[object] = datetime.date(2026, 11, 29)
    column_types: ClassVar[frozenset[str]] = frozenset({"DATE"})

    @property
    def all_levels(self) -> tuple[int, ...]:
        return (1, 2, 3)


@dataclass(frozen=True)
class Timestamp(Calendar):
    """Levels 1 year, 2 month, 3 day, 4 hour `2026-11-29 13`; a DATE is its midnight."""

    kind: ClassVar[str] = "timestamp"
    example: ClassVar[object] = datetime.datetime(2026, 11, 29, 13, 5)
    column_types: ClassVar[frozenset[str]] = frozenset({"TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS"})

    @property
    def all_levels(self) -> tuple[int, ...]:
        return (1, 2, 3, 4)


def _legal(moment: exp.Expression, type_name: str) -> exp.Expression:
    """Is the moment, of this type, in the years 1 to 9999?"""
    low, high = (_sql.cast(bound, type_name) for bound in (_FIRST, _LAST))
    return exp.Between(this=moment.copy(), low=low, high=high)


def _moment(column: exp.Expression) -> exp.Expression:
    """The column as TIMESTAMP, NULL where it does not fit.

    DuckDB 1.5 raises even from TRY_CAST on a TIMESTAMP_S or TIMESTAMP_MS out of range, so these are compared
    in their own type first. `typeof` is a constant to the planner: for other types the check folds away.
    """
    fits = exp.case(_sql.call("typeof", column))
    for type_name in ("TIMESTAMP_S", "TIMESTAMP_MS"):
        own = _sql.try_cast(column, type_name)  # the type it has; else only there so that the statement binds
        fits = fits.when(exp.Literal.string(type_name), _legal(own, type_name))
    return exp.case().when(fits.else_(exp.true()), _sql.try_cast(column, "TIMESTAMP"))


def _parse(text: str) -> datetime.datetime | None:
    """ISO text as DuckDB prints it (`T` allowed), without a zone; digits past the second do not matter."""
    found = re.fullmatch(_ISO, text)
    if found is None:
        return None
    hour, minute, second = (int(found[field] or 0) for field in ("hour", "minute", "second"))
    try:
        day = datetime.date.fromisoformat(found["date"])
        return datetime.datetime.combine(day, datetime.time(hour, minute, second))
    except ValueError:
        return None

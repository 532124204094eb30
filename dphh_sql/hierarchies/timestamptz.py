"""`timestamptz(zone)`: instants, read on the clock of one named time zone."""

from __future__ import annotations

import datetime
import zoneinfo
from dataclasses import dataclass
from typing import ClassVar, Self

from sqlglot import exp

from dphh_sql.errors import ArgumentError
from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.date import Timestamp

_FIRST, _LAST = "0001-12-30 00:00:00+00", "9999-01-02 00:00:00+00"
"""What can be brought to any zone's clock, in both languages; of these the years 2 to 9998 on that clock are kept."""

_LOCAL_FIRST, _LOCAL_LAST = "0002-01-01 00:00:00", "9998-12-31 23:59:59.999999"


@dataclass(frozen=True)
class TimestampTz(Timestamp):
    """Levels 1 year, 2 month, 3 day, 4 hour in the zone that is named, UTC when none is.

    Never the session's `TimeZone`, so the map is a public fact. Only the years 2 to 9998 on that clock are well formed.
    Where a clock repeats an hour in autumn, two hours of instants print alike and are one node.
    """

    zone: str = "UTC"

    kind: ClassVar[str] = "timestamptz"
    example: ClassVar[object] = datetime.datetime(2026, 11, 29, 13, 5, tzinfo=datetime.UTC)
    column_types: ClassVar[frozenset[str]] = frozenset({"TIMESTAMP WITH TIME ZONE"})
    accepts: ClassVar[tuple[str, ...]] = ("TIMESTAMP WITH TIME ZONE",)
    remedy: ClassVar[str] = (
        "a TIMESTAMP without a zone has hierarchy timestamp; cast text to TIMESTAMPTZ in a view"
    )

    @classmethod
    def build(cls, argument: str | None) -> Self:
        """From `'Europe/Paris'` or bare `Europe/Paris`; UTC without parentheses."""
        if argument is None:
            return cls()
        name = argument.strip().strip("'")
        known = {each.lower(): each for each in zoneinfo.available_timezones() | {"UTC"}}
        if name.lower() not in known:
            raise ArgumentError(
                f"hierarchy timestamptz: the zone must be a name of the IANA time zone database, got {argument!r}; "
                "write for example timestamptz('Europe/Paris').",
                argument="hierarchy",
                value=argument,
                remedy="write for example timestamptz('Europe/Paris')",
            )
        return cls(known[name.lower()])

    @property
    def spec(self) -> str:
        return "timestamptz" if self.zone == "UTC" else f"timestamptz('{self.zone}')"

    def raw(self, column: exp.Expression) -> exp.Expression:
        """The local TIMESTAMP cut to the hour; of such a TIMESTAMP itself again, whatever the session's zone."""
        instant = _sql.try_cast(column, "TIMESTAMPTZ")
        low, high = (_sql.cast(bound, "TIMESTAMPTZ") for bound in (_FIRST, _LAST))
        local = _sql.call("timezone", self.zone, _sql.call("least", _sql.call("greatest", instant, low), high))
        zoned = exp.case().when(exp.Between(this=instant.copy(), low=low.copy(), high=high.copy()), local)
        moment = exp.case(_sql.call("typeof", column)).when(exp.Literal.string(self.accepts[0]), zoned)
        moment = moment.else_(_sql.try_cast(column, "TIMESTAMP"))
        first, last = (_sql.cast(bound, "TIMESTAMP") for bound in (_LOCAL_FIRST, _LOCAL_LAST))
        cut = self._cut(_sql.call("greatest", moment, first), self.all_levels[-1])
        return exp.case().when(exp.Between(this=moment.copy(), low=first.copy(), high=last), cut)

    def python_key(self, item: object, level: int) -> str | None:
        instant = _parse(item) if isinstance(item, str) else item
        if not isinstance(instant, datetime.datetime) or instant.tzinfo is None:
            return None
        low, high = (datetime.datetime.fromisoformat(bound) for bound in (_FIRST, _LAST))
        local = instant.astimezone(self._clock) if low <= instant <= high else None
        if local is None or not 2 <= local.year <= 9998:
            return None
        return super().python_key(local.replace(tzinfo=None), level)

    def item_under(self, prefix: str) -> object:
        """The printed moment on the zone's own clock."""
        try:
            moment = datetime.datetime.fromisoformat(str(super().item_under(prefix)))
        except ValueError:
            return None
        return moment.replace(tzinfo=self._clock)

    @property
    def _clock(self) -> datetime.tzinfo:
        return datetime.UTC if self.zone == "UTC" else zoneinfo.ZoneInfo(self.zone)


def _parse(text: str) -> datetime.datetime | None:
    """ISO text with an offset."""
    try:
        return datetime.datetime.fromisoformat(text)
    except ValueError:
        return None

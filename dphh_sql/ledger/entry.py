"""What a ledger records: charges, renewals, and the releases that were paid for."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from dphh_sql.errors import ArgumentError
from dphh_sql.identifiers import folded
from dphh_sql.ledger.amounts import add, amount, exact, subtract
from dphh_sql.ledger.canonical import canonical_json


class Event(StrEnum):
    """Kind of an entry. Only `charge` spends; another kind that spends needs a new format version."""

    CHARGE = "charge"
    RENEW = "renew"


def _require_text(owner: object, *fields: str) -> None:
    for field in fields:
        value = getattr(owner, field)
        if not isinstance(value, str):
            raise ArgumentError(f"{field} must be text, got {value!r}.", argument=field, value=value)
        try:
            value.encode()
        except UnicodeEncodeError:
            rule = f"{field} must be valid Unicode, got {value!r}."
            raise ArgumentError(rule, argument=field, value=value) from None
        if "\0" in value:  # SQLite compares up to it
            raise ArgumentError(f"{field} must not hold a NUL, got {value!r}.", argument=field, value=value)


def _quoted_if_needed(name: str) -> str:
    return name if name.isidentifier() else '"' + name.replace('"', '""') + '"'


@dataclass(frozen=True, slots=True)
class TableId:
    """The table a budget belongs to, after views are resolved; parts that do not apply are ''.

    Ledgers compare tables and units as DuckDB compares identifiers: without regard to ASCII case.
    """

    database: str
    schema: str
    table: str

    def __post_init__(self) -> None:
        _require_text(self, "database", "schema", "table")

    @property
    def folded(self) -> tuple[str, ...]:
        """Equal for equal tables."""
        return tuple(folded(part) for part in (self.database, self.schema, self.table))

    @property
    def label(self) -> str:
        """The short name for messages: the table, with its schema unless that is `main`."""
        schema = "" if self.schema.lower() == "main" else self.schema
        return ".".join(_quoted_if_needed(part) for part in (schema, self.table) if part)

    def __str__(self) -> str:
        """The full name for reading, quoted where needed.

        >>> str(TableId("bank", "main", "my loans"))
        'bank.main."my loans"'
        """
        parts = (self.database, self.schema, self.table)
        return ".".join(_quoted_if_needed(part) for part in parts if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """One call's total guarantee, about to be spent on a table.

    Attributes:
        table: the table charged.
        function: the SQL function, e.g. `dp_hhh`.
        unit: the privacy unit, a column name or `row`; different units are never added up.
        eps: total eps of the call, >= 0.
        delta: total delta of the call, in [0, 1).
        name: the user's name of the release, or None.
        user_name: who asked.
        request: canonical JSON of the public arguments; never a value from the data.

    Raises:
        ArgumentError: a negative, infinite or NaN amount, text that is not Unicode, a request that
            is not canonical JSON.
    """

    table: TableId
    function: str
    unit: str = "row"
    eps: float
    delta: float
    name: str | None = None
    user_name: str
    request: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "eps", amount("eps", self.eps))
        object.__setattr__(self, "delta", amount("delta", self.delta, below=1))
        _require_text(self, "function", "unit", "user_name", "request")
        if self.name is not None:
            _require_text(self, "name")
        try:
            canonical = canonical_json(json.loads(self.request)) == self.request
        except ValueError:
            canonical = False
        if not canonical:
            raise ArgumentError(
                "request must be canonical JSON; build it with canonical_json(...).", argument="request"
            )


@dataclass(frozen=True, slots=True)
class Limit:
    """Total eps and delta that one table and unit may spend, before renewals."""

    eps: float
    delta: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "eps", amount("eps", self.eps))
        object.__setattr__(self, "delta", amount("delta", self.delta))


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger. `release_id` counts 1, 2, 3, ...; `time` is in UTC.

    `hash` is the SHA-256 (hex) of everything before it, `previous` (the hash of the entry before)
    included.
    """

    release_id: int
    time: datetime
    event: Event
    user_name: str
    table: TableId
    function: str
    unit: str
    eps: float
    delta: float
    name: str | None
    request: str
    previous: str
    hash: str


@dataclass(frozen=True, slots=True)
class Spent:
    """Exact totals of one table and unit by basic composition, and what renewals added to its limit.

    `pairs` lists what the totals are made of: (eps, delta, how many releases).
    """

    table: TableId
    unit: str
    eps: Decimal
    delta: Decimal
    releases: int
    renewed_eps: Decimal
    renewed_delta: Decimal
    pairs: tuple[tuple[float, float, int], ...] = ()

    @property
    def key(self) -> tuple[str, ...]:
        """Equal for one budget, however its table and unit are spelt."""
        return (*self.table.folded, folded(self.unit))

    def left(self, limit: Limit) -> tuple[Decimal, Decimal]:
        """Eps and delta left under `limit`; negative when the limit was lowered below what was spent."""
        return (
            subtract(add((exact(limit.eps), self.renewed_eps)), self.eps),
            subtract(add((exact(limit.delta), self.renewed_delta)), self.delta),
        )


@dataclass(frozen=True, slots=True)
class StoredRelease:
    """A release as it was returned: its charge, and the released rows with their certificate (JSON)."""

    entry: Entry
    payload: str

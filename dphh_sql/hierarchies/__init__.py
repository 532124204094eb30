"""The registry of hierarchy kinds. A new kind is one file and one line in `_KINDS`."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable
from functools import lru_cache

from dphh_sql.errors import ArgumentError, UnknownNameError, quoted
from dphh_sql.hierarchies.base import Hierarchy
from dphh_sql.hierarchies.bits import Bits
from dphh_sql.hierarchies.chars import Chars
from dphh_sql.hierarchies.columns import Columns
from dphh_sql.hierarchies.date import Date, Timestamp
from dphh_sql.hierarchies.domain import Domain
from dphh_sql.hierarchies.file import File
from dphh_sql.hierarchies.geohash import Geohash
from dphh_sql.hierarchies.h3 import H3
from dphh_sql.hierarchies.ipv4 import IPv4
from dphh_sql.hierarchies.ipv6 import IPv6
from dphh_sql.hierarchies.items import Items
from dphh_sql.hierarchies.numeric import Numeric
from dphh_sql.hierarchies.path import Path
from dphh_sql.hierarchies.phone import Phone
from dphh_sql.hierarchies.semver import SemVer
from dphh_sql.hierarchies.taxonomy import Taxonomy
from dphh_sql.hierarchies.timestamptz import TimestampTz
from dphh_sql.hierarchies.url import Url
from dphh_sql.hierarchies.word import Word
from dphh_sql.hierarchies.zip import Zip
from dphh_sql.source import require_short

__all__ = ["HIERARCHIES", "Hierarchy", "for_column", "likely", "parse", "undeclared", "validate_levels"]

_FEW = 8

_KINDS: tuple[type[Hierarchy], ...] = (
    Chars,
    Zip,
    IPv4,
    IPv6,
    Path,
    Url,
    File,
    Domain,
    Date,
    Timestamp,
    TimestampTz,
    Columns,
    Items,
    Bits,
    Numeric,
    Geohash,
    H3,
    SemVer,
    Phone,
    Taxonomy,
    Word,
)

HIERARCHIES: dict[str, type[Hierarchy]] = {kind.kind: kind for kind in _KINDS}
"""Kind name -> class."""


def parse(spec: str) -> Hierarchy:
    """The hierarchy that a spec names: `zip`, `chars(3)`, `path('/')`, `columns(2)`.

    Raises:
        UnknownNameError: no such kind.
        ArgumentError: not text, or the kind refuses its parameter.

    >>> parse("chars(3)").spec
    'chars(3)'
    """
    if not isinstance(spec, str):
        raise ArgumentError(
            f"hierarchy must be text such as 'zip' or 'chars(3)', got {spec!r}.",
            argument="hierarchy",
            value=spec,
            remedy="write 'zip' or 'chars(3)'",
        )
    require_short("hierarchy", spec)
    return _parse(spec)


@lru_cache(maxsize=256)
def _parse(spec: str) -> Hierarchy:
    found = re.fullmatch(r"\s*(\w+)\s*(?:\((.*)\)\s*)?", spec, re.DOTALL)
    kind = HIERARCHIES.get(found[1].lower()) if found else None
    if found is None or kind is None:
        raise UnknownNameError("hierarchy", found[1] if found else spec, HIERARCHIES)
    return kind.build(found[2])


def for_column(name: str, type_name: str | None = None) -> str | None:
    """The default kind of a column type, or of a well-known column name (any case), or None. Rows are never looked at.

    >>> for_column("Zip_Code"), for_column("name"), for_column("opened", "DATE")
    ('zip', None, 'date')
    """
    by_type = next((kind.kind for kind in _KINDS if type_name in kind.column_types), None)
    return by_type or next((kind.kind for kind in _KINDS if name.lower() in kind.column_names), None)


def likely(name: str, type_name: str | None = None) -> list[str]:
    """Kinds worth suggesting for a column: those that read its type and whose words are in its name; without such,
    all that read its type when they are few.

    >>> likely("homePhone", "VARCHAR"), likely("diagnosis_code"), likely("x", "DOUBLE")
    (['phone'], ['taxonomy'], ['columns', 'items', 'numeric'])
    """
    words = {word.lower() for word in re.findall("[A-Z]?[a-z0-9]+|[A-Z0-9]+", name)}
    accepting = _reading(type_name)
    named = [kind.kind for kind in accepting if words & kind.hints]
    return named or ([kind.kind for kind in accepting] if len(accepting) <= _FEW else [])


def _reading(type_name: str | None) -> list[type[Hierarchy]]:
    return [kind for kind in _KINDS if type_name is None or type_name.partition("(")[0] in kind.accepts]


def undeclared(name: str, type_name: str | None = None) -> ArgumentError:
    """The error for a column whose kind nothing tells."""
    reading = _reading(type_name)
    if not reading:
        remedy = "bring it to text, a number, a date or a time in a view"
        return ArgumentError(
            f"col: no hierarchy reads column {name!r}, which is {type_name}; {remedy}.", argument="col", remedy=remedy
        )
    of_type = f" for {type_name.partition('(')[0]}" if type_name else ""
    hint = f" Likely{of_type}: {', '.join(found)}." if (found := likely(name, type_name)) else ""
    kinds = ", ".join(kind.kind for kind in reading)
    return ArgumentError(
        f"hierarchy is needed: column {name!r} has no well-known name and declares no kind, and the kind is "
        f"never guessed from rows; say hierarchy=>'...' with one of {kinds}, declare it once (COMMENT "
        f"ON COLUMN ... IS 'dphh: zip') or in the policy, or pass a list of columns.{hint}",
        argument="hierarchy",
        remedy=hint.strip() or None,
    )


def validate_levels(hierarchy: Hierarchy, levels: Iterable[int] | None) -> tuple[int, ...]:
    """The tested levels, ascending; the default ones for None.

    Raises:
        ArgumentError: not a list of integers, empty, repeated, or not a level of the hierarchy.
    """
    if levels is None:
        return hierarchy.default_levels
    legal = hierarchy.all_levels
    span = f"{legal[0]} to {legal[-1]}" if len(legal) > 5 else quoted(legal)
    if isinstance(levels, str | bytes) or not isinstance(levels, Iterable):
        raise _bad_levels(hierarchy, f"must be a list of integers, got {levels!r}", levels, span)
    asked = list(levels)
    if not asked:
        raise _bad_levels(hierarchy, "must not be empty", asked, span)
    numbers = [_integer(hierarchy, level, span) for level in asked]
    if repeated := sorted({n for n in numbers if numbers.count(n) > 1}):
        raise _bad_levels(hierarchy, f"must be distinct, got {quoted(repeated)} more than once", asked, span)
    if strange := [n for n in numbers if n not in legal]:
        raise _bad_levels(hierarchy, f"must be levels of {hierarchy.spec}, got {quoted(strange)}", asked, span)
    return tuple(sorted(numbers))


def _integer(hierarchy: Hierarchy, level: object, span: str) -> int:
    try:
        if isinstance(level, bool):
            raise TypeError
        return operator.index(level)  # type: ignore[arg-type]
    except TypeError:
        raise _bad_levels(hierarchy, f"must be integers, got {level!r}", level, span) from None


def _bad_levels(hierarchy: Hierarchy, rule: str, value: object, span: str) -> ArgumentError:
    remedy = f"choose from {span} or leave levels out"
    return ArgumentError(f"levels {rule}; {remedy}.", argument="levels", value=value, remedy=remedy)

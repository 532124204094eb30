"""The scalar helpers of the SQL surface as plain Python: what an item maps to.

They read one public or caller-owned value each and spend nothing. NULL in, NULL out. The item arrives as
text whatever the kind: ISO text for dates, a JSON array for lists of columns.
"""

from __future__ import annotations

from dphh_sql.hierarchies import parse, validate_levels


def dphh_prefix(item: str | None, kind: str | None, level: int | None) -> str | None:
    """The printed prefix of the item at a level; NULL if the item is malformed or ends above it.

    Raises:
        ArgumentError: unknown kind or level.

    >>> dphh_prefix("10.2.3.4", "ipv4", 16)
    '10.2.0.0/16'
    """
    if item is None or kind is None or level is None:
        return None
    hierarchy = parse(kind)
    return hierarchy.prefix(item, *validate_levels(hierarchy, [level]))


def dphh_prefixes(item: str | None, kind: str | None) -> list[str] | None:
    """The printed prefixes at the default levels that the item reaches, coarse to fine.

    Raises:
        ArgumentError: unknown kind.

    >>> dphh_prefixes("94110-1234", "zip")
    ['9', '941', '94110']
    """
    if item is None or kind is None:
        return None
    hierarchy = parse(kind)
    printed = (hierarchy.prefix(item, level) for level in hierarchy.default_levels)
    return [prefix for prefix in printed if prefix is not None]


def dphh_level(prefix: str | None, kind: str | None) -> int | None:
    """The level of a printed prefix; NULL when it is not one.

    Raises:
        ArgumentError: unknown kind.

    >>> dphh_level("2026-11", "date")
    2
    """
    if prefix is None or kind is None:
        return None
    return parse(kind).level_of(prefix)


def dphh_contains(prefix: str | None, item: str | None, kind: str | None) -> bool | None:
    """Does the item lie under the printed prefix? NULL when the prefix is not one.

    Raises:
        ArgumentError: unknown kind.

    >>> dphh_contains("/a/", "/a/b.html", "path")
    True
    """
    if prefix is None or item is None or kind is None:
        return None
    return parse(kind).contains(prefix, item)

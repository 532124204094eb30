"""What a hierarchy is: one public map from an item to its prefixes, in SQL and in Python.

A hierarchy is chosen from the schema and the arguments, never from rows. It knows its *levels* (ints,
coarse to fine) and works in three steps, so that the counting query can group raw values first and do
the text work once per distinct value:

1. `raw(column)`  what the counting query groups by first; it never fails on a value.
2. `parts(raws)`  raw values -> canonical parts of the item; all NULL when it is NULL or malformed.
3. `truncate(parts, level)`  the parts cut to a level. Truncating to a finer level first changes nothing,
   and an item that ends above `level` stays as it is. So the counts of a level come from the counts of
   the next finer level, and each coarser key is a function of the next finer key (privacy.md, section 1).

`reaches` tells whether a truncated item really has the level (if not it stays with its ancestor), `key`
is the exact VARCHAR identity of a node within its level, and `label` prints a key as a user would write it.
Every text that is grouped by carries the binary collation (`_sql.text`).
"""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import ClassVar, Self

import pyarrow as pa
from sqlglot import exp

from dphh_sql.errors import ArgumentError
from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.cuts import Cuts


class Hierarchy(abc.ABC):
    """One hierarchy kind with its parameters bound, e.g. `chars(3)`. Immutable and hashable.

    Neighbouring data sets differ in one record; the map is applied to each record alone, so it
    has no privacy cost of its own.
    """

    kind: ClassVar[str]
    """Name in the registry, e.g. 'zip'."""

    example: ClassVar[object]
    """A well-formed item, for help texts and the contract tests."""

    accepts: ClassVar[tuple[str, ...]]
    """DuckDB type names (as `typeof` prints them, up to any '(') that the column may have."""

    remedy: ClassVar[str]
    """How to turn another type into an accepted one, for the error text."""

    column_names: ClassVar[frozenset[str]] = frozenset()
    """Lower-case column names for which this kind is the default."""

    column_types: ClassVar[frozenset[str]] = frozenset()
    """Column types for which this kind is the default."""

    hints: ClassVar[frozenset[str]] = frozenset()
    """Words of a column's name that make this kind likely enough to suggest, never to choose."""

    @classmethod
    def sample(cls) -> Self:
        """The kind with parameters that suit its example."""
        return cls()

    @classmethod
    def build(cls, argument: str | None) -> Self:
        """The hierarchy from the text between the parentheses of its spec (None: no parentheses).

        Raises:
            ArgumentError: the kind takes no parameter, or not this one.
        """
        if argument is not None:
            raise ArgumentError(
                f"hierarchy {cls.kind} takes no parameter, got {argument!r}; write {cls.kind}.",
                argument="hierarchy",
                value=f"{cls.kind}({argument})",
                remedy=f"write {cls.kind}",
            )
        return cls()

    @property
    def spec(self) -> str:
        """The kind with its parameters, as the user would write it: `chars(3)`, `zip`."""
        return self.kind

    @property
    @abc.abstractmethod
    def all_levels(self) -> tuple[int, ...]:
        """Every legal level, ascending (coarse to fine)."""

    @property
    def default_levels(self) -> tuple[int, ...]:
        """The levels tested when the caller names none."""
        return self.all_levels

    # --- SQL side (DuckDB dialect; expressions are built, never pasted) -------------------------

    @property
    def width(self) -> int:
        """Number of raw columns the kind reads (1 except for `columns`)."""
        return 1

    def raw(self, column: exp.Expression) -> exp.Expression:
        """The value that counting groups by first: binary text unless the kind knows better.

        Applied to its own result it changes nothing: bounding the rows of a unit applies it again.
        """
        return _sql.text(column)

    def lookups(self) -> dict[str, exp.Query]:
        """Public tables, as literals, that `parts` reads by these names: the counting query puts them in front."""
        return {}

    @property
    def keeps_order(self) -> bool:
        """Whether its SQL looks at each row by itself: a join with a look-up table keeps no order of the rows."""
        return type(self).lookups is Hierarchy.lookups

    @abc.abstractmethod
    def parts(self, columns: Sequence[exp.Expression]) -> list[exp.Expression]:
        """Canonical parts from `width` raw values; every part NULL when NULL or malformed."""

    @abc.abstractmethod
    def truncate(self, parts: Sequence[exp.Expression], level: int) -> list[exp.Expression]:
        """The same number of parts, cut to `level`; shorter items unchanged."""

    @abc.abstractmethod
    def reaches(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        """BOOLEAN, never NULL: do parts truncated to `level` have that level?"""

    @abc.abstractmethod
    def key(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        """VARCHAR identity, injective within `level`, of parts truncated to `level` that reach it."""

    def cuts(self, type_name: str, levels: Sequence[int]) -> Cuts | None:
        """A faster form of a column of this type for these levels, with the same counts; None: there is none."""
        return None

    # --- Python side -----------------------------------------------------------------------------

    @abc.abstractmethod
    def python_key(self, item: object, level: int) -> str | None:
        """The twin of `raw` > `parts` > `truncate` > `reaches` > `key` on one value; None if not reached."""

    def label(self, key: str, level: int) -> str:
        """The prefix as the user would write it; injective within the level."""
        return key

    def labels(self, keys: pa.Array, level: int) -> pa.Array:
        """`label` of each key (Arrow text); the keys themselves where the kind prints them as they are."""
        if type(self).label is Hierarchy.label:
            return keys
        return pa.array([self.label(key, level) for key in keys.to_pylist()], pa.string())

    @abc.abstractmethod
    def level_of(self, prefix: str) -> int | None:
        """The level of a printed prefix, or None when it is not one (spelt exactly as `label` does)."""

    def prefix(self, item: object, level: int) -> str | None:
        """The printed prefix of the item at `level`; None if it does not reach it."""
        key = self.python_key(item, level)
        return None if key is None else self.label(key, level)

    def item_under(self, prefix: str) -> object:
        """An item that lies under a printed prefix; the prefix itself where that is one."""
        return prefix

    def coarser(self, prefix: str, level: int) -> str | None:
        """A printed prefix cut to a level at or above its own.

        >>> from dphh_sql.hierarchies import parse
        >>> parse("ipv4").coarser("10.2.3.0/24", 16)
        '10.2.0.0/16'
        """
        return self.prefix(self.item_under(prefix), level)

    def contains(self, prefix: str, item: object) -> bool | None:
        """Does the item lie under the printed prefix? None when the prefix is not one."""
        level = self.level_of(prefix)
        return None if level is None else self.prefix(item, level) == prefix


def count_argument(kind: str, argument: str | None, most: int) -> int:
    """The parameter n of `kind(n)`, 1 <= n <= most.

    Raises:
        ArgumentError: no parameter, not an integer, or out of range.
    """
    digits = "" if argument is None else argument.strip()
    if digits.isascii() and digits.isdecimal() and len(digits) < 10 and 1 <= int(digits) <= most:
        return int(digits)
    got = kind if argument is None else f"{kind}({argument})"
    remedy = f"write for example {kind}(3)"
    raise ArgumentError(
        f"hierarchy {kind}(n) needs an integer n from 1 to {most}, got {got!r}; {remedy}.",
        argument="hierarchy",
        value=got,
        remedy=remedy,
    )

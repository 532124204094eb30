"""`path(sep)`: components of a path, separated by one fixed text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from sqlglot import exp

from dphh_sql.errors import ArgumentError
from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.base import Hierarchy

DEEPEST = 32
LONGEST = 8
"""The longest separator, in characters."""


@dataclass(frozen=True)
class Path(Hierarchy):
    """The text up to and including the separator that ends its k-th component; level = k, 1..32.

    The text is taken as it is written, so nothing is lost and the map is injective:

    - one leading separator opens the first component and is no component of its own (`/a/b` has two);
      `a/b` and `/a/b` are different items, '' and `/` have no level;
    - `/a/b` (a leaf) and `/a/b/` (a directory) are different nodes, both under `/a/`;
    - an empty component counts: `/a//b` has three, `/a/`, `/a//` and `/a//b`;
    - a query string or fragment belongs to the last component, and a separator in it separates: cut them
      off in a view, `split_part(url, '?', 1)`, when they should not count;
    - `..`, case and percent codes are left alone.
    """

    separator: str = "/"

    kind: ClassVar[str] = "path"
    example: ClassVar[object] = "/a/b/c.html"
    accepts: ClassVar[tuple[str, ...]] = ("VARCHAR", "ENUM")
    remedy: ClassVar[str] = "cast the column to VARCHAR in a view"

    @classmethod
    def build(cls, argument: str | None) -> Self:
        """From `'/'` (a quote in it doubled) or bare `/`; '/' without parentheses."""
        if argument is None:
            return cls()
        separator = argument.strip()
        if len(separator) >= 2 and separator[0] == separator[-1] == "'":
            separator = separator[1:-1].replace("''", "'")
        if not (1 <= len(separator) <= LONGEST and separator.isprintable()):
            raise ArgumentError(
                f"hierarchy path: the separator of path must be 1 to {LONGEST} printable characters, "
                f"got {argument!r}; write for example path('/').",
                argument="hierarchy",
                value=argument,
                remedy="write for example path('/')",
            )
        return cls(separator)

    @property
    def spec(self) -> str:
        return "path" if self.separator == "/" else "path('" + self.separator.replace("'", "''") + "')"

    @property
    def all_levels(self) -> tuple[int, ...]:
        return tuple(range(1, DEEPEST + 1))

    @property
    def default_levels(self) -> tuple[int, ...]:
        """1..8: each level is a test that adds noise, and few paths are deeper."""
        return tuple(range(1, 9))

    def parts(self, columns: Sequence[exp.Expression]) -> list[exp.Expression]:
        return [columns[0].copy()]

    def truncate(self, parts: Sequence[exp.Expression], level: int) -> list[exp.Expression]:
        return [_sql.binary(self._cut_sql(parts[0], level))]

    def reaches(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return exp.NullSafeNEQ(this=_sql.operand(parts[0]), expression=self._cut_sql(parts[0], level - 1))

    def key(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.binary(parts[0])

    def python_key(self, item: object, level: int) -> str | None:
        if not isinstance(item, str):
            return None
        key = self._cut(item, level)
        return key if key != self._cut(item, level - 1) else None

    def level_of(self, prefix: str) -> int | None:
        reached = (level for level in self.all_levels if self.python_key(prefix, level) == prefix)
        return next(reached, None)

    def _cut_sql(self, text: exp.Expression, level: int) -> exp.Expression:
        # One linear-time match: the first alternative wins when there are `level` separators, else all of it.
        # It cannot fail, so the leading separator is never given back.
        separator = re.escape(self.separator)
        pattern = f"(?s)^(?:{separator})?(?:(?:.*?{separator}){{{level}}}|.*)"
        return _sql.call("regexp_extract", text, pattern, 0)

    def _cut(self, text: str, level: int) -> str:
        end = len(self.separator) if text.startswith(self.separator) else 0
        for _ in range(level):
            found = text.find(self.separator, end)
            if found < 0:
                return text
            end = found + len(self.separator)
        return text[:end]

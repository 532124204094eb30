"""`path(sep)`: components of a path, separated by one fixed text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from dphh_sql.errors import ArgumentError
from dphh_sql.hierarchies.separated import Separated

DEEPEST = 32
LONGEST = 8
"""The longest separator, in characters."""


@dataclass(frozen=True)
class Path(Separated):
    """The text up to and including the separator that ends its k-th component; level = k, 1..32.

    The text is taken as it is written, so nothing is lost and the map is injective:

    - one leading separator opens the first component and is no component of its own (`/a/b` has two);
      `a/b` and `/a/b` are different items, '' and `/` have no level;
    - `/a/b` (a leaf) and `/a/b/` (a directory) are different nodes, both under `/a/`;
    - an empty component counts: `/a//b` has three, `/a/`, `/a//` and `/a//b`;
    - a query string or fragment belongs to the last component, and a separator in it separates: kind `url`
      leaves them out;
    - `..`, case and percent codes are left alone.
    """

    separator: str = "/"

    kind: ClassVar[str] = "path"
    example: ClassVar[object] = "/a/b/c.html"
    accepts: ClassVar[tuple[str, ...]] = ("VARCHAR", "ENUM")
    remedy: ClassVar[str] = "cast the column to VARCHAR in a view"
    hints: ClassVar[frozenset[str]] = frozenset({"path", "category"})

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

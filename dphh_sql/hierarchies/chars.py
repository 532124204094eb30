"""`chars(n)`: the first 1..n characters of a text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from sqlglot import exp

from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.base import Hierarchy, count_argument

MOST = 128
"""The largest n: each level is a test that one record can meet."""


class Characters(Hierarchy):
    """What kinds share whose canonical form is one text, cut by characters; level = characters."""

    def truncate(self, parts: Sequence[exp.Expression], level: int) -> list[exp.Expression]:
        return [_sql.binary(_sql.call("left", parts[0], level))]

    def reaches(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        full = exp.EQ(this=_sql.call("length", parts[0]), expression=_sql.literal(level))
        return _sql.call("coalesce", full, exp.false())

    def key(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.binary(parts[0])


@dataclass(frozen=True)
class Chars(Characters):
    """Prefixes of 1..n code points; a shorter text ends early, '' has no level.

    Code points, not graphemes: an accent written as a combining character is a level of its own, so the
    map does not depend on the Unicode tables of an engine. Nothing is normalised or folded.
    """

    n: int

    kind: ClassVar[str] = "chars"
    example: ClassVar[object] = "abc"
    accepts: ClassVar[tuple[str, ...]] = ("VARCHAR", "ENUM")
    remedy: ClassVar[str] = "cast the column to VARCHAR in a view"
    hints: ClassVar[frozenset[str]] = frozenset({"name", "word", "text", "title"})

    @classmethod
    def build(cls, argument: str | None) -> Self:
        return cls(count_argument(cls.kind, argument, MOST))

    @classmethod
    def sample(cls) -> Self:
        return cls(3)

    @property
    def spec(self) -> str:
        return f"chars({self.n})"

    @property
    def all_levels(self) -> tuple[int, ...]:
        return tuple(range(1, self.n + 1))

    def parts(self, columns: Sequence[exp.Expression]) -> list[exp.Expression]:
        return [columns[0].copy()]

    def python_key(self, item: object, level: int) -> str | None:
        return item[:level] if isinstance(item, str) and len(item) >= level else None

    def level_of(self, prefix: str) -> int | None:
        return len(prefix) if 1 <= len(prefix) <= self.n else None

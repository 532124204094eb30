"""`items(n)`: no hierarchy at all; an item is the value of a column, or of n columns together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sqlglot import exp

from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.columns import Columns


@dataclass(frozen=True)
class Items(Columns):
    """One level. A single column's item is its VARCHAR cast, that of several is the JSON array of theirs.

    A row in which any of the columns is NULL has no item. The types are those of `columns`.
    """

    kind: ClassVar[str] = "items"
    @property
    def example(self) -> object:  # type: ignore[override]
        return ("CA",) * self.n

    @property
    def spec(self) -> str:
        return f"items({self.n})"

    @property
    def all_levels(self) -> tuple[int, ...]:
        return (1,)

    def truncate(self, parts: Sequence[exp.Expression], level: int) -> list[exp.Expression]:
        return [part.copy() for part in parts]

    def reaches(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.not_null(parts[-1])

    def key(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return parts[0].copy() if self.n == 1 else super().key(parts, self.n)

    def python_key(self, item: object, level: int) -> str | None:
        if self.n > 1:
            return super().python_key(item, self.n)
        texts = self._texts(item if isinstance(item, list | tuple) else [item])
        return texts[0] if texts else None

    def level_of(self, prefix: str) -> int | None:
        return 1 if self.n == 1 or super().level_of(prefix) == self.n else None

"""`bits(n)`: whole numbers of n bits, cut from the top: ranges whose width is a power of two."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from sqlglot import exp

from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.base import Hierarchy, count_argument

MOST = 63
INTEGERS = (
    "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT",
    "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT",
)  # fmt: skip
_WHOLE = "0|[1-9][0-9]{0,18}"


@dataclass(frozen=True)
class Bits(Hierarchy):
    """Level k is the k highest of n bits: 2**k ranges `16..31` of 2**(n-k) numbers; level n is the number itself.

    Numbers outside 0 .. 2**n - 1 are malformed. All n levels are tested by default; name a few when n is large,
    each one is a test that adds noise.
    """

    n: int

    kind: ClassVar[str] = "bits"
    example: ClassVar[object] = 5
    accepts: ClassVar[tuple[str, ...]] = INTEGERS
    remedy: ClassVar[str] = (
        "bring the value to an integer, TRY_CAST(col AS BIGINT), in a view, or use numeric(lo, hi, base)"
    )
    hints: ClassVar[frozenset[str]] = frozenset({"port", "number"})

    @classmethod
    def build(cls, argument: str | None) -> Self:
        return cls(count_argument(cls.kind, argument, MOST))

    @classmethod
    def sample(cls) -> Self:
        return cls(8)

    @property
    def spec(self) -> str:
        return f"bits({self.n})"

    @property
    def all_levels(self) -> tuple[int, ...]:
        return tuple(range(1, self.n + 1))

    def raw(self, column: exp.Expression) -> exp.Expression:
        """BIGINT, NULL where it does not fit; TRY_CAST also binds for types that are refused."""
        return _sql.try_cast(column, "BIGINT")

    def parts(self, columns: Sequence[exp.Expression]) -> list[exp.Expression]:
        legal = exp.Between(this=columns[0].copy(), low=_sql.literal(0), high=_sql.literal((1 << self.n) - 1))
        return [exp.case().when(legal, columns[0].copy())]

    def truncate(self, parts: Sequence[exp.Expression], level: int) -> list[exp.Expression]:
        # Of a number that is not negative the remainder is the low bits, in every dialect.
        low = exp.Mod(this=_sql.operand(parts[0]), expression=_sql.cast(str(self._width(level)), "BIGINT"))
        return [exp.Sub(this=_sql.operand(parts[0]), expression=low)]

    def reaches(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.not_null(parts[0])

    def key(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.text(parts[0])

    def python_key(self, item: object, level: int) -> str | None:
        if isinstance(item, bool) or not isinstance(item, int | str):
            return None
        if isinstance(item, str) and not re.fullmatch(_WHOLE, item):
            return None
        number = int(item)
        return str(number - number % self._width(level)) if 0 <= number < 1 << self.n else None

    def label(self, key: str, level: int) -> str:
        return f"{key}..{int(key) + self._width(level) - 1}"

    def item_under(self, prefix: str) -> object:
        return prefix.partition("..")[0]

    def level_of(self, prefix: str) -> int | None:
        found = re.fullmatch(rf"({_WHOLE})\.\.({_WHOLE})", prefix)
        if found is None or int(found[2]) < int(found[1]):
            return None
        level = self.n + 1 - (int(found[2]) - int(found[1]) + 1).bit_length()
        return level if level in self.all_levels and self.prefix(found[1], level) == prefix else None

    def _width(self, level: int) -> int:
        return 1 << (self.n - level)

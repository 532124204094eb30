"""`numeric(lo, hi, base)`: a range of numbers, divided into `base` equal parts again and again."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from typing import ClassVar, Self

from sqlglot import exp

from dphh_sql.errors import ArgumentError
from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.base import Hierarchy
from dphh_sql.hierarchies.bits import INTEGERS

_DECIMAL = r"[+-]?[0-9]{1,16}(?:\.[0-9]{1,12})?"
_NUMBER = r"[+-]?[0-9]{1,400}(?:\.[0-9]{1,400})?(?:[eE][+-]?[0-9]{1,3})?"
_FAR = 2**53
_FINEST = 2**30
"""The finest level has at most so many parts: an index and the error of finding it fit a DOUBLE with ease."""

_SNAP = 2.0**-10


@dataclass(frozen=True)
class Numeric(Hierarchy):
    """Level k has base**k ranges `[lo, hi)` of equal width, closed below, open above; `[300, 400)`.

    Numbers outside [lo, hi), NaN and infinities are malformed. A value is placed once, at the finest level there
    is, in DOUBLE arithmetic, and coarser ranges follow from that place; so the ranges nest whatever the rounding. A
    value closer below a bound than 2**-10 of the finest width counts as the bound, so that 0.29 lies in [0.29, 0.3).
    """

    lo: Decimal
    hi: Decimal
    base: int

    kind: ClassVar[str] = "numeric"
    example: ClassVar[object] = 345.5
    accepts: ClassVar[tuple[str, ...]] = (*INTEGERS, "FLOAT", "DOUBLE", "DECIMAL")
    remedy: ClassVar[str] = "bring the value to a number, TRY_CAST(col AS DOUBLE), in a view"
    hints: ClassVar[frozenset[str]] = frozenset(
        {"amount", "price", "age", "salary", "income", "size"}
        | {"score", "value", "count"}
    )

    @classmethod
    def build(cls, argument: str | None) -> Self:
        """From `lo, hi, base`: decimals of less than 2**53, lo < hi, and a base of 2s and 5s (10 when left out)."""
        given = [text.strip() for text in (argument or "").split(",")]
        lo, hi, base = (*given, *["", "10"][len(given) - 1 :])[:3]
        number = int(base) if re.fullmatch("[0-9]{1,4}", base) else 0
        decimals = all(re.fullmatch(_DECIMAL, bound) for bound in (lo, hi))
        if len(given) > 3 or not decimals or not _terminates(number):
            raise _bad(argument, "needs two decimals and a base of 2 to 1000 whose only prime factors are 2 and 5")
        if not -_FAR <= Decimal(lo) < Decimal(hi) <= _FAR:
            raise _bad(argument, "needs -2**53 <= lo < hi <= 2**53")
        return cls(_plain(Decimal(lo)), _plain(Decimal(hi)), number)

    @classmethod
    def sample(cls) -> Self:
        return cls(Decimal(0), Decimal(1000), 10)

    @property
    def spec(self) -> str:
        return f"numeric({self.lo:f}, {self.hi:f}, {self.base})"

    @property
    def all_levels(self) -> tuple[int, ...]:
        return tuple(range(1, self._depth + 1))

    @property
    def default_levels(self) -> tuple[int, ...]:
        """The first four: each level is a test that adds noise."""
        return self.all_levels[:4]

    def raw(self, column: exp.Expression) -> exp.Expression:
        return _sql.try_cast(_sql.compared(column), "DOUBLE")

    def parts(self, columns: Sequence[exp.Expression]) -> list[exp.Expression]:
        value, low, high = columns[0].copy(), _double(self.lo), _double(self.hi)
        place = exp.Div(
            this=exp.Mul(this=exp.paren(exp.Sub(this=value, expression=low)), expression=_double(self._parts)),
            expression=_double(self._span),
            typed=True,
        )
        snapped = _sql.call("floor", exp.Add(this=place, expression=_double(Decimal(_SNAP))))
        index = _sql.call("least", _sql.try_cast(snapped, "BIGINT"), _sql.literal(self._parts - 1))
        within = exp.and_(exp.GTE(this=value.copy(), expression=low.copy()), exp.LT(this=value.copy(), expression=high))
        return [exp.case().when(within, index)]

    def truncate(self, parts: Sequence[exp.Expression], level: int) -> list[exp.Expression]:
        low = exp.Mod(this=_sql.operand(parts[0]), expression=_sql.cast(str(self._step(level)), "BIGINT"))
        return [exp.Sub(this=_sql.operand(parts[0]), expression=low)]

    def reaches(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.not_null(parts[0])

    def key(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.text(parts[0])

    def python_key(self, item: object, level: int) -> str | None:
        value = _value(item)
        if value is None or not float(self.lo) <= value < float(self.hi):
            return None
        place = math.floor((value - float(self.lo)) * float(self._parts) / float(self._span) + _SNAP)
        index = min(place, self._parts - 1)
        return str(index - index % self._step(level))

    def label(self, key: str, level: int) -> str:
        return f"[{self._bound(int(key))}, {self._bound(int(key) + self._step(level))})"

    def item_under(self, prefix: str) -> object:
        """The middle of the range, which rounding leaves inside."""
        low, high = _bounds(prefix) or (self.hi, self.hi)
        return float((Fraction(low) + Fraction(high)) / 2)

    def level_of(self, prefix: str) -> int | None:
        if _bounds(prefix) is None:
            return None
        item = self.item_under(prefix)
        return next((level for level in self.all_levels if self.prefix(item, level) == prefix), None)

    @property
    def _depth(self) -> int:
        depth = 1
        while self.base ** (depth + 1) <= _FINEST:
            depth += 1
        return depth

    @property
    def _parts(self) -> int:
        return int(self.base**self._depth)

    @property
    def _span(self) -> Decimal:
        return _EXACT.subtract(self.hi, self.lo)

    def _step(self, level: int) -> int:
        return int(self.base ** (self._depth - level))

    def _bound(self, index: int) -> str:
        """lo + index * span / parts, exactly: the base has no prime factor but 2 and 5."""
        part = _EXACT.divide(_EXACT.multiply(Decimal(index), self._span), Decimal(self._parts))
        return f"{_plain(_EXACT.add(self.lo, part)):f}"


_EXACT = Context(prec=200)


def _terminates(base: int) -> bool:
    for factor in (2, 5):
        while base > 1 and base % factor == 0 and base <= 1000:
            base //= factor
            if base == 1:
                return True
    return False


def _plain(value: Decimal) -> Decimal:
    """Without trailing zeros, and without minus zero."""
    return Decimal(0) if value == 0 else _EXACT.create_decimal(f"{value.normalize(_EXACT):f}")


def _double(value: Decimal | int) -> exp.Expression:
    """A DOUBLE literal: the shortest text of the Python float, which both sides read alike."""
    return _sql.cast(repr(float(value)), "DOUBLE")


def _value(item: object) -> float | None:
    if isinstance(item, bool) or not isinstance(item, int | float | Decimal | str):
        return None
    if isinstance(item, str) and not re.fullmatch(_NUMBER, item):
        return None
    try:
        return float(item)
    except OverflowError:
        return None


def _bounds(prefix: str) -> tuple[Decimal, Decimal] | None:
    found = re.fullmatch(r"\[(-?[0-9]{1,16}(?:\.[0-9]{1,99})?), (-?[0-9]{1,16}(?:\.[0-9]{1,99})?)\)", prefix)
    return (Decimal(found[1]), Decimal(found[2])) if found else None


def _bad(argument: str | None, rule: str) -> ArgumentError:
    remedy = "write for example numeric(0, 1000000, 10)"
    return ArgumentError(
        f"hierarchy numeric(lo, hi, base) {rule}, got {argument!r}; {remedy}.",
        argument="hierarchy",
        value=argument,
        remedy=remedy,
    )

"""`h3`: Uber's hexagonal cells, cut by resolution; the bit layout is read directly, no library is needed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sqlglot import exp

from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.base import Hierarchy

_HEX = "[0-9A-Fa-f]{15}"
_INTEGER = "[0-9]{18}"
_PENTAGONS = (4, 14, 24, 38, 49, 58, 63, 72, 83, 97, 107, 117)
_CELLS = 122  # of resolution 0
_UNUSED = 7  # the digit of each resolution that is finer than the cell
_MODE = 8  # the highest eight bits: not reserved, mode 1 (cell), no edge
_FIRST_BITS = int("001" * 15, 2)  # the lowest bit of each digit


@dataclass(frozen=True)
class H3(Hierarchy):
    """Level = resolution, 1..15; a cell of a coarser resolution ends early. Canonical: the 64-bit index.

    Read from the 15 hexadecimal digits (either case) or from the integer. Only valid cells are well formed: edges,
    vertices and impossible indexes go to the rest. Resolution 0 is not offered, since level 0 is the row of everything
    else. Layout and parents: H3 documentation, "H3 Index Representations"; the tests compare with the library.
    """

    kind: ClassVar[str] = "h3"
    example: ClassVar[object] = "8f283082a30e623"
    accepts: ClassVar[tuple[str, ...]] = ("VARCHAR", "ENUM", "BIGINT", "UBIGINT", "HUGEINT", "UHUGEINT")
    remedy: ClassVar[str] = "give cells as their hexadecimal text or as BIGINT"
    hints: ClassVar[frozenset[str]] = frozenset({"h3", "hex", "cell"})
    column_names: ClassVar[frozenset[str]] = frozenset({"h3", "h3_cell", "h3_index"})

    @property
    def all_levels(self) -> tuple[int, ...]:
        return tuple(range(1, 16))

    @property
    def default_levels(self) -> tuple[int, ...]:
        """About 12,400, 253 and 5.2 square kilometres a cell."""
        return (3, 5, 7)

    def parts(self, columns: Sequence[exp.Expression]) -> list[exp.Expression]:
        raw = columns[0]
        hexadecimal = _sql.meaning(_sql.try_cast(_sql.call("concat", "0x", raw), "BIGINT"), "hexadecimal")
        number = exp.case().when(_sql.call("regexp_full_match", raw, _HEX), hexadecimal)
        number = number.when(_sql.call("regexp_full_match", raw, _INTEGER), _sql.try_cast(raw, "BIGINT"))
        return [exp.case().when(_valid_sql(number), number)]

    def truncate(self, parts: Sequence[exp.Expression], level: int) -> list[exp.Expression]:
        index = _sql.operand(parts[0])
        finer = exp.BitwiseAnd(this=index, expression=_sql.literal(~(15 << 52) & (1 << 63) - 1))
        parent = exp.BitwiseOr(this=exp.paren(finer), expression=_sql.literal(level << 52 | _tail(level)))
        coarse = exp.LTE(this=_bits(parts[0], 52, 4), expression=_sql.literal(level))
        return [exp.case().when(coarse, parts[0].copy()).else_(parent)]

    def reaches(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.call("coalesce", exp.GTE(this=_bits(parts[0], 52, 4), expression=_sql.literal(level)), exp.false())

    def key(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.text(parts[0])

    def python_key(self, item: object, level: int) -> str | None:
        index = _index(item)
        if index is None or not _valid(index) or index >> 52 & 15 < level:
            return None
        return str(index & ~(15 << 52) | level << 52 | _tail(level))

    def label(self, key: str, level: int) -> str:
        return f"{int(key):x}"

    def level_of(self, prefix: str) -> int | None:
        return next((level for level in self.all_levels if self.prefix(prefix, level) == prefix), None)


def _tail(resolution: int) -> int:
    """The unused digits below a resolution."""
    return (1 << 3 * (15 - resolution)) - 1


def _bits(number: exp.Expression, shift: int, width: int) -> exp.Expression:
    shifted = exp.BitwiseRightShift(this=_sql.operand(number), expression=_sql.literal(shift))
    return exp.paren(exp.BitwiseAnd(this=exp.paren(shifted), expression=_sql.literal((1 << width) - 1)))


def _valid_sql(number: exp.Expression) -> exp.Expr:
    """The twin of `_valid`."""
    resolution, base = _bits(number, 52, 4), _bits(number, 45, 7)
    finer = exp.paren(exp.Sub(this=_sql.literal(45), expression=exp.Mul(this=resolution, expression=_sql.literal(3))))
    used = exp.paren(exp.BitwiseRightShift(this=_bits(number, 0, 45), expression=finer))
    # Filled with ones from below, the unused digits change nothing when they are all 7.
    ones = exp.Sub(this=exp.paren(_shifted_one(finer)), expression=_sql.literal(1))
    filled = exp.BitwiseOr(this=_sql.operand(number), expression=exp.paren(ones))
    sevens: exp.Expression = used
    for shift in (1, 2):
        moved = exp.paren(exp.BitwiseRightShift(this=used.copy(), expression=_sql.literal(shift)))
        sevens = exp.paren(exp.BitwiseAnd(this=sevens.copy(), expression=moved))
    sevens = exp.paren(exp.BitwiseAnd(this=sevens, expression=_sql.literal(_FIRST_BITS)))
    pentagon = exp.In(this=base.copy(), expressions=[_sql.literal(each) for each in _PENTAGONS])
    # The first digit that is not 0 is 1 exactly when the highest bit that is set is the lowest of a digit.
    highest = exp.Mod(this=_sql.call("length", _sql.call("bin", used)), expression=_sql.literal(3))
    deleted = exp.and_(pentagon, exp.paren(used.copy()).neq(0), exp.EQ(this=highest, expression=_sql.literal(1)))
    return exp.and_(
        exp.EQ(this=_bits(number, 56, 8), expression=_sql.literal(_MODE)),
        exp.LT(this=base, expression=_sql.literal(_CELLS)),
        exp.EQ(this=exp.paren(filled), expression=_sql.operand(number)),
        exp.EQ(this=sevens, expression=_sql.literal(0)),
        exp.not_(deleted),
    )


def _shifted_one(by: exp.Expression) -> exp.Expression:
    return exp.BitwiseLeftShift(this=_sql.cast("1", "BIGINT"), expression=by.copy())


def _valid(index: int) -> bool:
    if index >> 56 != _MODE or (base := index >> 45 & 127) >= _CELLS:
        return False
    resolution = index >> 52 & 15
    digits = [index >> 3 * (15 - r) & 7 for r in range(1, 16)]
    used, unused = digits[:resolution], digits[resolution:]
    first = next((digit for digit in used if digit), 0)
    return _UNUSED not in used and set(unused) <= {_UNUSED} and not (base in _PENTAGONS and first == 1)


def _index(item: object) -> int | None:
    if isinstance(item, bool) or not isinstance(item, int | str):
        return None
    text = str(item)
    if isinstance(item, str) and re.fullmatch(_HEX, text):
        return int(text, 16)
    return int(text) if re.fullmatch(_INTEGER, text) else None

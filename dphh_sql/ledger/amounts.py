"""Exact amounts of eps and delta.

An amount is the decimal a user means: `Decimal(repr(x))`, the shortest decimal that identifies the
float, so that ten charges of 0.1 are exactly 1 (the binary values would add up to 1 + 5.6e-17). Sums
are never rounded: arithmetic runs in a context that raises instead of rounding, so nothing is ever
under-counted. The decimal and the float differ by less than half a unit in the last place (1.2e-16
relative), which the accountant's outward rounding covers many times over.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, Inexact, InvalidOperation
from numbers import Real

from dphh_sql.errors import ArgumentError

# Floats span 309 digits before the point and 341 after it: 800 leaves room for 10**150 summands.
_EXACT = Context(prec=800, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact, InvalidOperation])

ZERO = Decimal(0)


def amount(argument: str, value: object, *, below: float = math.inf) -> float:
    """`value` as a float, at least 0 and strictly below `below`; -0.0 becomes 0.0.

    Raises:
        ArgumentError: not a number, NaN, infinite, negative or too large.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise ArgumentError(f"{argument} must be a number, got {value!r}.", argument=argument, value=value)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not 0 <= number < below:
        rule = "a finite number >= 0" if math.isinf(below) else f"at least 0 and below {below:g}"
        raise ArgumentError(f"{argument} must be {rule}, got {value!r}.", argument=argument, value=value)
    return number + 0.0


def exact(value: float) -> Decimal:
    """The decimal that a float stands for.

    >>> exact(0.1)
    Decimal('0.1')
    """
    return Decimal(repr(value))


def add(summands: Iterable[Decimal]) -> Decimal:
    """The sum, without rounding.

    >>> add(exact(0.1) for _ in range(10)) == 1
    True
    """
    total = ZERO
    for summand in summands:
        total = _EXACT.add(total, summand)
    return total


def subtract(left: Decimal, right: Decimal) -> Decimal:
    """The difference, without rounding."""
    return _EXACT.subtract(left, right)


def times(value: Decimal, count: int) -> Decimal:
    """The multiple, without rounding."""
    return _EXACT.multiply(value, Decimal(count))


def plain(value: Decimal) -> str:
    """All digits, for a message.

    >>> plain(Decimal("0.40")), plain(Decimal("4E+1")), plain(Decimal("1E-9"))
    ('0.4', '40', '1E-9')
    """
    short = _EXACT.normalize(value)
    return str(short) if short.adjusted() < -6 else format(short, "f")

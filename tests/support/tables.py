"""Small noise tables, and hypothesis strategies for tables and steps."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from dphh_sql.accounting.steps import Step, add, bit, cut, hit, rest
from dphh_sql.noise import TOTAL, NoiseTable


def table(*side: int, bits: int = 6) -> NoiseTable:
    """The table with weight side[k - 1] / 2**bits at |k| = k >= 1 and all the rest at 0.

    >>> [round(p * 64) for p in table(8, 2).pmf]
    [2, 8, 44, 8, 2]
    """
    unit = TOTAL >> bits
    right = [k * unit for k in side]
    return NoiseTable((*reversed(right), TOTAL - 2 * sum(right), *right))


@st.composite
def tables(draw: st.DrawFn, most: int = 2) -> NoiseTable:
    """Any small symmetric table, peaked or not: M from 1 to `most`, probabilities in 1/64."""
    bound = draw(st.integers(1, most))
    side: list[int] = []
    for left in range(bound, 0, -1):
        side.append(draw(st.integers(1, (31 - sum(side)) - (left - 1))))
    return table(*side)


KINDS = ("hit", "bit", "cut", "add", "rest")


@st.composite
def steps_of(draw: st.DrawFn, kinds: Sequence[str] = KINDS, most: int = 2) -> Step:
    """Any step of the given kinds."""
    noise, tau, width = draw(tables(most)), draw(st.integers(-3, 9)), draw(st.integers(0, 2))
    match draw(st.sampled_from(kinds)):
        case "hit":
            return hit(noise, tau)
        case "bit":
            return bit(noise, tau)
        case "cut":
            return cut(noise, tau, tau + width)
        case "add":
            return add(noise)
        case "rest":
            return rest(noise)
    raise AssertionError


@st.composite
def paths(draw: st.DrawFn, kinds: Sequence[str] = KINDS, longest: int = 3, most: int = 2) -> list[Step]:
    """A path of steps; several may share one table."""
    return draw(st.lists(steps_of(kinds, most), min_size=1, max_size=longest))

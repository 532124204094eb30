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


@st.composite
def any_weights(draw: st.DrawFn, most: int = 4) -> NoiseTable:
    """Any small symmetric table of whatever integers sum to 2**64: edges of 2**-64, middles of 2**-63, all in between."""
    bound, left = draw(st.integers(1, most)), TOTAL // 2 - 1
    side: list[int] = []
    for more in range(bound - 1, -1, -1):
        bits = draw(st.integers(0, 63))
        side.append(min(draw(st.integers(2**bits // 2 + 1, 2**bits + 1)), left - more))
        left -= side[-1]
    return NoiseTable((*reversed(side), TOTAL - 2 * sum(side), *side))


KINDS = ("hit", "bit", "cut", "add", "rest")


@st.composite
def steps_of(draw: st.DrawFn, kinds: Sequence[str] = KINDS, most: int = 2, any_weight: bool = False) -> Step:
    """Any step of the given kinds."""
    noise = draw(any_weights(most) if any_weight else tables(most))
    tau, width = draw(st.integers(-3, 9)), draw(st.integers(0, 2))
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
def paths(
    draw: st.DrawFn, kinds: Sequence[str] = KINDS, longest: int = 3, most: int = 2, any_weight: bool = False
) -> list[Step]:
    """A path of steps; several may share one table."""
    return draw(st.lists(steps_of(kinds, most, any_weight), min_size=1, max_size=longest))

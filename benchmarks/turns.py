"""The order in which queries take turns: what ran just before leaves more or less memory to take up again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def turns(names: Sequence[str], rounds: int) -> Iterator[list[str]]:
    """The names in the order of each round: from each in turn, forwards and backwards.

    >>> [*turns("ab", 4)]
    [['a', 'b'], ['b', 'a'], ['b', 'a'], ['a', 'b']]
    >>> len({tuple(order) for order in turns("abc", 6)})
    6
    """
    for turn in range(rounds):
        first = turn // 2 % len(names)
        order = [*names[first:], *names[:first]]
        yield order[::-1] if turn % 2 else order

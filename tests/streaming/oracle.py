"""The two counter sketches as they are written in the papers, with dictionaries: what the kernels are held to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Counts = dict[int, int]


def misra_gries(stream: Sequence[int], k: int, order: Callable[[int], int]) -> tuple[Counts, int]:
    """Lebeda and Tetek, Algorithm 1: (counters of real items, decrements). Dummies come before all items."""
    counters: dict[object, int] = {("dummy", i): 0 for i in range(k)}
    decrements = 0
    for x in stream:
        if x in counters:
            counters[x] += 1
        elif zeros := [y for y, n in counters.items() if n == 0]:
            smallest = min(zeros, key=lambda y: (1, order(y)) if isinstance(y, int) else (0, y[1]))
            del counters[smallest]
            counters[x] = 1
        else:
            decrements += 1
            counters = {y: n - 1 for y, n in counters.items()}
    return {y: n for y, n in counters.items() if isinstance(y, int)}, decrements


def space_saving(stream: Sequence[int], k: int) -> tuple[Counts, int]:
    """Holland, Algorithm 2: (counters, the smallest; 0 while one is free)."""
    counters: Counts = {}
    seen: Counts = {}
    for time, x in enumerate(stream):
        if x in counters:
            counters[x] += 1
        elif len(counters) < k:
            counters[x] = 1
        else:
            least = min(counters.values())
            evicted = max((y for y in counters if counters[y] == least), key=seen.__getitem__)
            counters[x] = counters.pop(evicted) + 1
        seen[x] = time
    return counters, min(counters.values()) if len(counters) == k else 0

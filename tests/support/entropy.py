"""The one seam that replaces the entropy source; nothing but a test may use it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager

import numpy as np

from dphh_sql import entropy


@contextmanager
def entropy_from(source: Callable[[int], bytes]) -> Generator[None, None, None]:
    """Within the block every random byte of the package comes from `source(n_bytes)`."""
    before = entropy._source
    entropy._source = source
    try:
        yield
    finally:
        entropy._source = before


def seeded(seed: int) -> Callable[[int], bytes]:
    """A reproducible source, for statistics that must come out the same on every run."""
    return np.random.default_rng(seed).bytes


def words(values: Iterable[int]) -> Callable[[int], bytes]:
    """A source that hands out the given uint64s, in order, and fails when they run out."""
    left = np.array(list(values), dtype=np.uint64).tobytes()

    def source(n_bytes: int) -> bytes:
        nonlocal left
        assert n_bytes <= len(left), "more entropy was asked for than the test provides"
        given, left = left[:n_bytes], left[n_bytes:]
        return given

    return source

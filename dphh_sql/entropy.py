"""The only source of randomness: the operating system's entropy.

There is no seed and no public way to switch it. Tests replace `_source` through
`tests/support/entropy.py`; nothing else may assign to it.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

_source: Callable[[int], bytes] = os.urandom


def uint64s(n: int) -> npt.NDArray[np.uint64]:
    """`n` independent uniform unsigned 64-bit integers.

    >>> uint64s(3).shape
    (3,)
    """
    return np.frombuffer(_source(8 * n), dtype=np.uint64)


def below(bound: int, n: int) -> npt.NDArray[np.int64]:
    """`n` independent uniform integers from 0 to bound - 1, bound at most 2**63, without any bias.

    >>> set(below(2, 100).tolist())
    {0, 1}
    """
    fair = np.uint64(2**64 // bound * bound - 1)  # what lies above would favour the small ones
    drawn = uint64s(n)
    while (biased := np.flatnonzero(drawn > fair)).size:
        drawn = drawn.copy()
        drawn[biased] = uint64s(len(biased))
    return (drawn % np.uint64(bound)).astype(np.int64)


def distinct(bound: int, n: int) -> npt.NDArray[np.int64]:
    """A uniform set of `n` integers from 0 to bound - 1, n at most bound, in no special order.

    >>> sorted(distinct(5, 5).tolist())
    [0, 1, 2, 3, 4]
    """
    if 2 * n > bound:  # leave out instead
        kept = np.ones(bound, dtype=np.bool_)
        kept[distinct(bound, bound - n)] = False
        return np.flatnonzero(kept)
    found = np.empty(0, dtype=np.int64)
    while len(found) < n:
        found = np.union1d(found, below(bound, n - len(found)))  # a repeated draw counts once
    return found


def token(n_bytes: int = 32) -> bytes:
    """`n_bytes` unguessable bytes."""
    return _source(n_bytes)

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


def token(n_bytes: int = 32) -> bytes:
    """`n_bytes` unguessable bytes."""
    return _source(n_bytes)

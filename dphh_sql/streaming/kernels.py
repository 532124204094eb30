"""What the compiled kernels share: numba itself, and an exact hash table of 64-bit keys on flat arrays.

The table maps the tracked keys to their slots. Keys are compared whole, so two items never share a slot; the hash
only says where to look.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from dphh_sql.errors import DphhError

Ints = npt.NDArray[np.int64]
UInts = npt.NDArray[np.uint64]
Slots = npt.NDArray[np.int32]

_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])

numba: Any = import_module("numba") if find_spec("numba") else None


def compiled(kernel: _Kernel) -> _Kernel:
    """The kernel, compiled at its first call and kept on disk; unchanged without numba (see `require_numba`)."""
    faster: _Kernel = kernel if numba is None else numba.njit(cache=True, nogil=True)(kernel)
    return faster


def require_numba(sketch: str) -> None:
    """Raises `DphhError` when numba is not installed: without it a sketch would be a hundred times slower."""
    if numba is None:
        remedy = "pip install 'dphh-sql[stream]', or use sketch=>'exact'"
        raise DphhError(f"sketch {sketch} needs numba, which is not installed; {remedy}.", remedy=remedy)


def table_size(slots: int) -> int:
    """A power of two of at least four places a slot: probes stay short."""
    return 1 << (4 * slots - 1).bit_length()


@compiled
def mix(key: Any) -> Any:
    """A bijection of the 64-bit integers that scatters them (the finaliser of splitmix64)."""
    x = np.uint64(key)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@compiled
def find(places: Any, keys: Any, key: Any, hashed: Any) -> Any:
    """The place of a key, or of the empty place where it belongs. `hashed` is `mix(key)`."""
    mask = len(places) - 1
    at = np.int64(hashed) & mask
    while places[at] >= 0 and keys[places[at]] != key:
        at = (at + 1) & mask
    return at


@compiled
def remove(places: Any, keys: Any, at: Any) -> None:
    """Empty a place and close the gap, so that no search ends too early."""
    mask = len(places) - 1
    hole = at
    at = (at + 1) & mask
    while places[at] >= 0:
        home = np.int64(mix(keys[places[at]])) & mask
        if ((at - home) & mask) >= ((at - hole) & mask):
            places[hole] = places[at]
            hole = at
        at = (at + 1) & mask
    places[hole] = -1


@compiled
def fill(places: Any, keys: Any, used: Any) -> None:
    """Enter the first `used` keys anew."""
    places[:] = -1
    for slot in range(used):
        places[find(places, keys, keys[slot], mix(keys[slot]))] = slot

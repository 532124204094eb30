"""Entropy sources that pin every draw, or tell whether there was one."""

from __future__ import annotations

from collections.abc import Callable

LOWEST, MIDDLE, HIGHEST = 0, 2**63, 2**64 - 1
"""uint64s at which every table draws -M, 0 and +M."""


def always(word: int) -> Callable[[int], bytes]:
    """A source whose every uint64 is `word`."""
    return lambda n_bytes: word.to_bytes(8, "little") * (n_bytes // 8)


def forbidden(n_bytes: int) -> bytes:
    """A source that nothing may ask."""
    raise AssertionError("entropy was asked for")


class Counted:
    """The source `inner`, counting how often it is asked."""

    def __init__(self, inner: Callable[[int], bytes]) -> None:
        self.inner = inner
        self.asked = 0

    def __call__(self, n_bytes: int) -> bytes:
        self.asked += 1
        return self.inner(n_bytes)

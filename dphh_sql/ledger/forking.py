"""Storages and `os.fork`: a fork waits until no thread is inside a ledger.

The child then inherits free locks and no open transaction, whose journal or socket it would otherwise share with its
parent.
"""

from __future__ import annotations

import os
import threading
import weakref
from typing import Protocol


class Locked(Protocol):
    """A storage; its lock is held during each of its operations."""

    lock: threading.RLock


registering = threading.RLock()
"""Held while a storage is made; `os.fork` waits for it too."""

_live: weakref.WeakSet[Locked] = weakref.WeakSet()
_held: list[Locked] = []


def register(storage: Locked) -> None:
    """From now on a fork waits for the storage's lock."""
    with registering:
        _live.add(storage)


def _before_fork() -> None:
    registering.acquire()
    for storage in list(_live):
        storage.lock.acquire()
        _held.append(storage)


def _after_fork() -> None:
    while _held:
        _held.pop().lock.release()
    registering.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork, after_in_child=_after_fork)

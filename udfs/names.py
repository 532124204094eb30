"""One release of a name at a time: whoever asks for the same name of the same table waits, and it is paid for once.

Whoever asks for anything else does not wait, and an interrupt ends the waiting before anything is charged.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from weakref import WeakValueDictionary

_LOOK_SECONDS = 0.05


class Names:
    """The names that are being looked up or released in this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: WeakValueDictionary[tuple[str, ...], threading.Lock] = WeakValueDictionary()

    @contextmanager
    def held(self, name: tuple[str, ...], waiting: AbstractContextManager[Callable[[], bool]]) -> Iterator[None]:
        """Alone with that name for the length of the block.

        Args:
            waiting: entered while others have it; yields what says whether to give up, and raises then.
        """
        with self._lock:
            lock = self._held.setdefault(name, threading.Lock())
        _acquire(lock, waiting)
        try:
            yield
        finally:
            lock.release()


def _acquire(lock: threading.Lock, waiting: AbstractContextManager[Callable[[], bool]]) -> None:
    taken = False
    try:
        with waiting as interrupted:
            while not (taken := lock.acquire(timeout=_LOOK_SECONDS)) and not interrupted():
                pass
    except BaseException:
        if taken:  # and interrupted in the same moment
            lock.release()
        raise

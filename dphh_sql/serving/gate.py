"""At most so many releases count rows at the same time; the others wait, and can be cancelled while they do."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dphh_sql.errors import ReleaseError
from dphh_sql.serving.metrics import Metrics

_LOOK_SECONDS = 0.05


class Gate:
    """`most` places."""

    def __init__(self, most: int, metrics: Metrics) -> None:
        self._places = threading.BoundedSemaphore(most)
        self._metrics = metrics

    @contextmanager
    def place(self, interrupted: Callable[[], bool]) -> Iterator[None]:
        """A place for the length of the block.

        Raises:
            ReleaseError: interrupted while it waited; nothing was counted.
        """
        with self._metrics.waiting.track_inprogress():
            while not self._places.acquire(timeout=_LOOK_SECONDS):
                if interrupted():
                    raise ReleaseError("interrupted before the rows were counted; nothing was charged")
        try:
            with self._metrics.counting.track_inprogress():
                yield
        finally:
            self._places.release()

"""Ctrl-C reaches rows that are read in a thread of DuckDB.

DuckDB runs a statement's functions in threads of its own. On Ctrl-C the main thread gives its statement up, but waits
for the function, which hears nothing: the read would go to its end, and be charged. So the handler of SIGINT is
wrapped, once, when the main thread first asks for such a read.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any
from weakref import WeakSet

from dphh_sql.udfs.counting import Counts

_heard_by: WeakSet[Counts] = WeakSet()


class _Handler:
    def __init__(self, before: Callable[[int, FrameType | None], Any]) -> None:
        self._before = before

    def __call__(self, number: int, frame: FrameType | None) -> object:
        for counts in list(_heard_by):
            counts.interrupt_all()
        return self._before(number, frame)


def stops(counts: Counts) -> None:
    """From now on Ctrl-C stops what is counted in `counts`, and does then what it did before.

    Without effect outside the main thread, where no statement can be stopped by Ctrl-C, and where SIGINT is ignored or
    ends the process.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    _heard_by.add(counts)
    before = signal.getsignal(signal.SIGINT)
    if callable(before) and not isinstance(before, _Handler):
        signal.signal(signal.SIGINT, _Handler(before))

"""Alone with a ledger's file, whatever else the process opens.

SQLite locks with fcntl, and POSIX drops a process's fcntl locks on a file when any of its descriptors of that file is
closed: a thread that merely reads the ledger's file ends the lock of a charge that is under way. flock belongs to one
descriptor. The folder's is locked, since on network file systems a flock of the file would stand in the way of
SQLite's own locks. See docs/adr/ledger-sqlite.md.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from pathlib import Path

if sys.platform != "win32":
    import fcntl

_UNSUPPORTED = (errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL, errno.ENOLCK)
_LONGEST_PAUSE = 0.01


def take(folder: Path, seconds: float) -> int | None:
    """A descriptor that holds the lock until it is closed; None where there is no such lock.

    Args:
        seconds: how long to wait for the others.

    Raises:
        TimeoutError: others still have it.
        OSError: the folder cannot be read.
    """
    if sys.platform == "win32":  # whose locks belong to a handle anyway
        return None
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        if _locked(descriptor, seconds):
            return descriptor
    except BaseException:
        os.close(descriptor)
        raise
    os.close(descriptor)
    return None


def release(descriptor: int) -> None:
    """End it, also where a fork has the descriptor too."""
    try:
        if sys.platform != "win32":
            fcntl.flock(descriptor, fcntl.LOCK_UN)
    finally:
        os.close(descriptor)


def _locked(descriptor: int, seconds: float) -> bool:
    end, pause = time.monotonic() + seconds, 0.0005
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > end:
                raise TimeoutError from None
        except OSError as error:
            if error.errno in _UNSUPPORTED:
                return False
            raise
        else:
            return True
        time.sleep(pause)  # no longer than a charge takes, or those that never wait get all the turns
        pause = min(2 * pause, _LONGEST_PAUSE)

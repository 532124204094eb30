"""Failed logins make the next ones wait: by user and by address, in bounded memory.

Each failure doubles the wait, up to a ceiling; attempts on the same key queue up behind each other, so that many
connections at once gain nothing; who would wait too long is refused and does not queue. No key is locked out for good,
and a success clears both of its keys. An attacker who knows a name can make its owner wait behind the queue, or come
again later, as long as the attack goes on and a ceiling more.
"""

from __future__ import annotations

import ipaddress
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

FREE_FAILURES = 2
FIRST_SECONDS = 0.25
FORGET_SECONDS = 900.0


@dataclass
class _Record:
    failures: int = 0
    next_turn: float = 0.0
    seen: float = 0.0


class Throttle:
    """Waits for logins.

    Args:
        most_seconds: the longest wait between two attempts of one key.
        most_keys: how many keys are remembered; the one that was idle longest is forgotten.
        clock: monotonic seconds.
    """

    def __init__(
        self, most_seconds: float = 10.0, most_keys: int = 10_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most_seconds, self._most_keys, self._clock = most_seconds, most_keys, clock
        self._lock = threading.RLock()
        self._records: OrderedDict[str, _Record] = OrderedDict()

    def __len__(self) -> int:
        return len(self._records)

    def turn(self, keys: Sequence[str], patience: float = math.inf) -> float:
        """Seconds that an attempt must wait now; it has taken its turn, unless they are more than `patience`."""
        with self._lock:
            now = self._clock()
            starts: list[tuple[_Record, float]] = []
            for key in keys:
                record = self._records.get(key)
                if record is None:
                    continue
                if now - record.seen > FORGET_SECONDS:
                    del self._records[key]
                    continue
                starts.append((record, max(now, record.next_turn)))
            wait = max((start - now for _, start in starts), default=0.0)
            if wait <= patience:
                for record, start in starts:
                    record.next_turn = start + self._seconds(record.failures)
            return wait

    def attempt(self, keys: Sequence[str], patience: float = math.inf) -> float:
        """As `turn`, of an attempt that counts as failed until it has succeeded: many at once queue up, too."""
        with self._lock:
            wait = self.turn(keys, patience)
            if wait <= patience:
                self.failed(keys)
            return wait

    def failed(self, keys: Sequence[str]) -> None:
        with self._lock:
            now = self._clock()
            for key in keys:
                record = self._records.setdefault(key, _Record())
                record.failures, record.seen = record.failures + 1, now
                record.next_turn = max(record.next_turn, now + self._seconds(record.failures))
                self._records.move_to_end(key)
            while len(self._records) > self._most_keys:
                self._records.popitem(last=False)

    def succeeded(self, keys: Sequence[str]) -> None:
        with self._lock:
            for key in keys:
                self._records.pop(key, None)

    def _seconds(self, failures: int) -> float:
        if failures <= FREE_FAILURES:
            return 0.0
        return float(min(FIRST_SECONDS * 2.0 ** min(failures - FREE_FAILURES - 1, 30), self._most_seconds))


def keys(user: str, address: str) -> tuple[str, str]:
    """The two keys of an attempt; an IPv6 client has its whole /64."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return f"user {user}", f"address {address}"
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is None:
        address = str(ipaddress.ip_network((int(ip) >> 64 << 64, 64)))
    return f"user {user}", f"address {address}"

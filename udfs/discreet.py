"""The owner's ledger as analysts use it: where it is and what is wrong with it is not theirs to know."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from dphh_sql.errors import LedgerError
from dphh_sql.ledger import Charge, Entry, Ledger, Limit, Spent, StoredRelease, TableId

_log = logging.getLogger("dphh_sql")


class DiscreetLedger(Ledger):
    """The same ledger; a failure says only that there was one, and is logged for the owner.

    Args:
        ledger: the owner's.
        user_limit: the user's own budget, which every charge is held to.
        charged: told of every charge, before anything is drawn.
    """

    def __init__(self, ledger: Ledger, user_limit: Limit | None, charged: Callable[[Entry], None]) -> None:
        self._ledger, self._user_limit, self._charged = ledger, user_limit, charged

    def charge(self, charge: Charge, limit: Limit | None = None, user_limit: Limit | None = None) -> Entry:
        with _discreet():
            entry = self._ledger.charge(charge, limit, user_limit or self._user_limit)
        self._charged(entry)
        return entry

    def renew(
        self, table: TableId, *, unit: str = "row", eps: float, delta: float, user_name: str, reason: str
    ) -> Entry:
        with _discreet():
            return self._ledger.renew(table, unit=unit, eps=eps, delta=delta, user_name=user_name, reason=reason)

    def exists(self) -> bool:
        with _discreet():
            return self._ledger.exists()

    def entries(self) -> list[Entry]:
        with _discreet():
            return self._ledger.entries()

    def spent(self, user_name: str | None = None) -> list[Spent]:
        with _discreet():
            return self._ledger.spent(user_name)

    def store_release(self, release_id: int, payload: str) -> StoredRelease:
        with _discreet():
            return self._ledger.store_release(release_id, payload)

    def unstored(self, table: TableId, name: str) -> list[Entry]:
        with _discreet():
            return self._ledger.unstored(table, name)

    def find_release(self, table: TableId, name: str) -> StoredRelease | None:
        with _discreet():
            return self._ledger.find_release(table, name)

    def get_release(self, release_id: int | Literal["last"]) -> StoredRelease | None:
        with _discreet():
            return self._ledger.get_release(release_id)

    def verify(self) -> None:
        with _discreet():
            self._ledger.verify()


@contextmanager
def _discreet() -> Iterator[None]:
    try:
        yield
    except LedgerError as error:
        _log.error("an analyst was refused: %s", error)
        raise LedgerError("the owner's ledger cannot be used now; nothing was released; ask the owner") from None

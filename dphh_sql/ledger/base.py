"""What every ledger does, wherever it is stored."""

from __future__ import annotations

import abc
from typing import Literal

from dphh_sql.ledger.entry import Charge, Entry, Limit, Spent, StoredRelease, TableId


class Ledger(abc.ABC):
    """An append-only, hash-chained record of every unit of privacy spent.

    Guarantee: charge first, then draw. Whoever draws noise only after `charge` has returned can lose
    a charge's release (a crash in between), never release without a charge. Any number of
    threads and processes may share one ledger. Every method raises `LedgerError` when the ledger cannot
    be opened, read or written; nothing was drawn then, and nothing may be.
    """

    @abc.abstractmethod
    def charge(self, charge: Charge, limit: Limit | None = None, user_limit: Limit | None = None) -> Entry:
        """Check against both limits and append, in one atomic step that is durable on return.

        Args:
            charge: what is spent.
            limit: the most of the table and unit, all users together, before renewals; without one the charge is
                recorded and not capped.
            user_limit: the most of the table and unit that the charge's user may spend; no renewal raises it.

        Raises:
            BudgetError: the charge does not fit; nothing was recorded.
            LedgerError: the charge could not be recorded durably.
        """

    @abc.abstractmethod
    def renew(
        self, table: TableId, *, unit: str = "row", eps: float, delta: float, user_name: str, reason: str
    ) -> Entry:
        """Raise the limit of a table and unit by (eps, delta); what was spent stays spent.

        The reason is kept in the entry's `request` as `{"reason": ...}`.

        Raises:
            ArgumentError: an amount that is not finite and >= 0, or an empty reason.
        """

    @abc.abstractmethod
    def exists(self) -> bool:
        """Whether anything was ever recorded here; a ledger that does not exist reads as empty."""

    @abc.abstractmethod
    def entries(self) -> list[Entry]:
        """All entries, oldest first."""

    @abc.abstractmethod
    def spent(self, user_name: str | None = None) -> list[Spent]:
        """Exact totals per (table, unit), in the order of their first entry; of one user's charges, if named."""

    @abc.abstractmethod
    def store_release(self, release_id: int, payload: str) -> StoredRelease:
        """Keep the released rows and certificate (JSON) of a charge, once; returns what may be shown for it.

        A name has one release on a table, for ever: when one is stored already under the name of this charge, it is
        returned, nothing is stored, and this charge stays without a release. All in one atomic step.

        Raises:
            LedgerError: there is no such charge, or its own release is stored already.
        """

    @abc.abstractmethod
    def unstored(self, table: TableId, name: str) -> list[Entry]:
        """The charges of that name on the table that have no stored release, oldest first."""

    @abc.abstractmethod
    def find_release(self, table: TableId, name: str) -> StoredRelease | None:
        """The first stored release of that name on the table, or None.

        The caller compares its `entry.request` with its own arguments before returning it again.
        """

    @abc.abstractmethod
    def get_release(self, release_id: int | Literal["last"]) -> StoredRelease | None:
        """The stored release of a charge, or the most recent one; None when there is none."""

    def asked_release(self, text: str) -> StoredRelease | None:
        """The stored release that a caller names by its number, or as 'last'; None when that is none."""
        asked = text.strip().lower()
        if asked == "last":
            return self.get_release("last")
        return self.get_release(int(asked)) if asked.isascii() and asked.isdecimal() and len(asked) < 19 else None

    @abc.abstractmethod
    def verify(self) -> None:
        """Recompute the hash chain, the sums that charges are checked against, and the hashes of the stored releases.

        Raises:
            LedgerError: naming the first broken entry, or the table whose charges are added up wrongly.
        """

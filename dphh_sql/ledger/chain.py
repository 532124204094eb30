"""The hash chain: every entry commits to the whole history before it.

Changing, deleting, inserting or reordering entries breaks a hash or the numbering. Whoever can write
the file can also recompute all of it; so a certificate carries its entry's hash, and a ledger that no
longer contains the hash of a published certificate was rewritten.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from dphh_sql.errors import LedgerError
from dphh_sql.ledger.canonical import canonical_json
from dphh_sql.ledger.entry import Charge, Entry, Event

FORMAT = 1
"""Version of the entry's content and of the storage; a reader refuses newer ones."""

GENESIS = "0" * 64
"""`previous` of the first entry."""

RESTORE = "restore its newest copy, and look in the published certificates for charges that the copy lacks"
"""The remedy for a damaged ledger. An older state lacks what was spent since."""


def check_format(ledger: object, version: int) -> None:
    """Raises `LedgerError` for a ledger that a newer version of the package has written."""
    if version > FORMAT:
        raise LedgerError(
            f"ledger {ledger} has format {version}, this version of dphh-sql knows formats up to {FORMAT}; "
            "upgrade dphh-sql.",
            argument="ledger",
            value=version,
            remedy="upgrade dphh-sql",
        )


def time_text(time: datetime) -> str:
    """The stored form of a UTC time: ISO 8601 with microseconds."""
    return time.isoformat(timespec="microseconds")


def entry_content(entry: Entry) -> dict[str, object]:
    """What an entry's hash commits to."""
    return {
        "format": FORMAT,
        "release_id": entry.release_id,
        "time": time_text(entry.time),
        "event": entry.event,
        "user_name": entry.user_name,
        "database": entry.table.database,
        "schema": entry.table.schema,
        "table": entry.table.table,
        "function": entry.function,
        "unit": entry.unit,
        "eps": repr(entry.eps),
        "delta": repr(entry.delta),
        "name": entry.name,
        "request": entry.request,
        "previous": entry.previous,
    }


def content_hash(content: Mapping[str, object]) -> str:
    """SHA-256 (hex) of the canonical JSON of an entry's content and its predecessor's hash."""
    return hashlib.sha256(canonical_json(content).encode()).hexdigest()


def entry_hash(entry: Entry) -> str:
    """The hash of an entry."""
    return content_hash(entry_content(entry))


def release_hash(entry_hash: str, payload: str) -> str:
    """SHA-256 (hex) that binds a stored release to its charge."""
    return hashlib.sha256(canonical_json({"entry": entry_hash, "payload": payload}).encode()).hexdigest()


def link(release_id: int, time: datetime, event: Event, charge: Charge, previous: str) -> Entry:
    """The entry that appends `charge` after the entry whose hash is `previous`."""
    entry = Entry(
        release_id=release_id,
        time=time,
        event=event,
        user_name=charge.user_name,
        table=charge.table,
        function=charge.function,
        unit=charge.unit,
        eps=charge.eps,
        delta=charge.delta,
        name=charge.name,
        request=charge.request,
        previous=previous,
        hash="",
    )
    return replace(entry, hash=entry_hash(entry))


def verify_chain(entries: Iterable[Entry], last_id: int) -> None:
    """Recompute the chain; `last_id` is the number of the last entry ever written.

    Raises:
        LedgerError: naming the first broken entry.
    """
    previous, expected = GENESIS, 0
    for expected, entry in enumerate(entries, start=1):
        if entry.release_id != expected:
            raise broken(expected, "it is missing")
        if entry.previous != previous:
            raise broken(expected, "it does not follow the entry before it")
        if entry.hash != entry_hash(entry):
            raise broken(expected, "its content does not match its hash")
        previous = entry.hash
    if last_id != expected:
        raise broken(min(last_id, expected) + 1, "it is missing" if last_id > expected else "it was inserted")


def broken(release_id: int, why: str) -> LedgerError:
    """The error of a failed verification."""
    return LedgerError(
        f"ledger entry {release_id} is broken: {why}; {RESTORE}.",
        argument="release_id",
        value=release_id,
        remedy=RESTORE,
    )

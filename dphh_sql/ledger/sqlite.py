"""The ledger in an SQLite file, or in memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from dphh_sql.errors import ArgumentError, LedgerError
from dphh_sql.ledger.amounts import amount
from dphh_sql.ledger.base import Ledger
from dphh_sql.ledger.budget import Tally, nothing_spent, require_budget, totals
from dphh_sql.ledger.canonical import canonical_json
from dphh_sql.ledger.chain import GENESIS, broken, link, release_hash, time_text, verify_chain
from dphh_sql.ledger.entry import Charge, Entry, Event, Limit, Spent, StoredRelease, TableId
from dphh_sql.ledger.sqlite_file import SqliteFile, statement


class SqliteLedger(Ledger):
    """A ledger in the SQLite file `path`, or in memory (shared by threads, gone with the object) if None.

    The file appears with the first charge; a missing one reads as empty. A charge that has returned
    survives kill -9 and, where the disk honours a sync, a power cut.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._file = SqliteFile(path if path is None else path.resolve())

    @property
    def path(self) -> Path | None:
        """Where the ledger is, or None in memory."""
        return self._file.path

    def charge(self, charge: Charge, limit: Limit | None = None) -> Entry:
        with self._file.writing() as con:
            if limit is not None:
                require_budget(charge, limit, _spent_of(con, charge.table, charge.unit))
            return self._append(con, Event.CHARGE, charge)

    def renew(
        self, table: TableId, *, unit: str = "row", eps: float, delta: float, user_name: str, reason: str
    ) -> Entry:
        if not reason.strip():
            rule = f"reason must say why the budget is renewed, got {reason!r}."
            raise ArgumentError(rule, argument="reason", value=reason)
        renewal = Charge(
            table=table,
            function=Event.RENEW.value,
            unit=unit,
            eps=eps,
            delta=delta,
            user_name=user_name,
            request=canonical_json({"reason": reason}),
        )
        with self._file.writing() as con:
            return self._append(con, Event.RENEW, renewal)

    def exists(self) -> bool:
        with self._file.reading() as con:
            return con is not None

    def entries(self) -> list[Entry]:
        with self._file.reading() as con:
            return [] if con is None else _entries(con)

    def spent(self) -> list[Spent]:
        with self._file.reading() as con:
            return [] if con is None else totals(_tallies(con.execute(statement("tallies"))))

    def store_release(self, release_id: int, payload: str) -> None:
        with self._file.writing() as con:
            charged = con.execute(statement("charge_hash"), {"release_id": release_id}).fetchone()
            if charged is None:
                raise self._refused("there is no charge", release_id)
            if con.execute(statement("has_release"), {"release_id": release_id}).fetchone()[0]:
                raise self._refused("a release is stored already for charge", release_id)
            con.execute(
                statement("store_release"),
                {"release_id": release_id, "payload": payload, "hash": release_hash(charged[0], payload)},
            )

    def find_release(self, table: TableId, name: str) -> StoredRelease | None:
        return self._release("find_release", {**_identifiers(table), "name": name})

    def get_release(self, release_id: int | Literal["last"]) -> StoredRelease | None:
        if release_id == "last":
            return self._release("last_release", {})
        return self._release("get_release", {"release_id": release_id})

    def verify(self) -> None:
        with self._file.reading() as con:
            if con is None:
                return
            verify_chain(_entries(con), con.execute(statement("last_id")).fetchone()[0])
            for charged, charge_hash, release_id, payload, hashed in con.execute(statement("releases")):
                if charged is None:
                    raise broken(release_id, "there is a release without a charge")
                if hashed != release_hash(charge_hash, payload):
                    raise broken(release_id, "its stored release does not match its hash")

    def _append(self, con: sqlite3.Connection, event: Event, charge: Charge) -> Entry:
        tip = con.execute(statement("tip")).fetchone() or (0, GENESIS)
        last_id = con.execute(statement("last_id")).fetchone()[0]
        if tip[0] != last_id:
            raise broken(min(tip[0], last_id) + 1, "the last entries were removed or inserted by hand")
        entry = link(last_id + 1, datetime.now(UTC), event, charge, tip[1])
        row = {
            **_identifiers(entry.table),
            "release_id": entry.release_id,
            "time": time_text(entry.time),
            "event": entry.event.value,
            "user_name": entry.user_name,
            "function": entry.function,
            "unit": entry.unit,
            "eps": repr(entry.eps),
            "delta": repr(entry.delta),
            "name": entry.name,
            "request": entry.request,
            "previous": entry.previous,
            "hash": entry.hash,
        }
        con.execute(statement("append"), row)
        return entry

    def _release(self, query: str, values: Mapping[str, object]) -> StoredRelease | None:
        with self._file.reading() as con:
            row = None if con is None else con.execute(statement(query), values).fetchone()
            return None if row is None else StoredRelease(_entry(row[:-1]), row[-1])

    def _refused(self, rule: str, release_id: int) -> LedgerError:
        message = f"ledger {self._file}: {rule} {release_id}."
        return LedgerError(message, argument="release_id", value=release_id)


def _identifiers(table: TableId) -> dict[str, str]:
    return {"database": table.database, "schema": table.schema, "table": table.table}


def _entries(con: sqlite3.Connection) -> list[Entry]:
    return [_entry(row) for row in con.execute(statement("entries"))]


def _entry(row: tuple[Any, ...]) -> Entry:
    release_id, time, event, user_name, database, schema, table, function, unit, eps, delta, *rest = row
    try:
        return Entry(
            release_id,
            datetime.fromisoformat(time),
            Event(event),
            user_name,
            TableId(database, schema, table),
            function,
            unit,
            float(eps),
            float(delta),
            *rest,
        )
    except (TypeError, ValueError) as error:
        raise broken(release_id, "a field has no legal value") from error


def _tallies(rows: Iterable[tuple[Any, ...]]) -> list[Tally]:
    return [_tally(row) for row in rows]


def _tally(row: tuple[Any, ...]) -> Tally:
    database, schema, table, unit, event, eps, delta, entries = row
    try:
        amounts = amount("eps", float(eps)), amount("delta", float(delta))
        return Tally(TableId(database, schema, table), unit, Event(event), *amounts, entries)
    except ValueError as error:
        raise LedgerError(
            "a ledger entry has an unknown kind or an illegal amount; "
            "upgrade dphh-sql, or call verify() to find the entry.",
            argument="ledger",
            remedy="upgrade dphh-sql, or call verify() to find the entry",
        ) from error


def _spent_of(con: sqlite3.Connection, table: TableId, unit: str) -> Spent:
    rows = con.execute(statement("tallies_of"), {**_identifiers(table), "unit": unit})
    # At most one: the query names the table and the unit.
    return next(iter(totals(_tallies(rows))), nothing_spent(table, unit))

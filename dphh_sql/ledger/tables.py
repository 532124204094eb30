"""A ledger in two SQL tables, whatever database holds them: the steps, on named statements.

A storage runs the statements of its own SQL file (`sqlite.sql`, `postgres.sql`), which have the same names, parameters
and result columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import Any, Literal, Protocol, TypeAlias

from dphh_sql.errors import ArgumentError, LedgerError
from dphh_sql.ledger.amounts import amount
from dphh_sql.ledger.base import Ledger
from dphh_sql.ledger.budget import Tally, nothing_spent, require_budget, totals
from dphh_sql.ledger.canonical import canonical_json
from dphh_sql.ledger.chain import GENESIS, broken, link, release_hash, time_text, verify_chain
from dphh_sql.ledger.entry import Charge, Entry, Event, Limit, Spent, StoredRelease, TableId

Row: TypeAlias = tuple[Any, ...]


@cache
def script(file: str) -> dict[str, str]:
    """The sections of an SQL file of this package, by their `-- name:`."""
    text = files("dphh_sql.ledger").joinpath(file).read_text(encoding="utf-8")
    return dict(part.split("\n", 1) for part in text.split("-- name: ")[1:])


class Transaction(Protocol):
    """An open transaction."""

    def run(self, statement: str, values: Mapping[str, object] | None = None) -> list[Row]:
        """The rows of a named statement."""


class Storage(Protocol):
    """Where the tables are. Every failure is a `LedgerError`; `str` is the place, without secrets."""

    def writing(self) -> AbstractContextManager[Transaction]:
        """One write transaction, alone among threads and processes, durable when the block ends."""

    def reading(self) -> AbstractContextManager[Transaction | None]:
        """One consistent snapshot, or None while nothing was ever recorded; creates nothing."""


class TableLedger(Ledger):
    """The ledger that a storage keeps."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def __str__(self) -> str:
        return str(self._storage)

    def charge(self, charge: Charge, limit: Limit | None = None, user_limit: Limit | None = None) -> Entry:
        with self._storage.writing() as transaction:
            _require(transaction, charge, limit, user_limit)
            return _append(transaction, Event.CHARGE, charge)

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
        with self._storage.writing() as transaction:
            return _append(transaction, Event.RENEW, renewal)

    def exists(self) -> bool:
        with self._storage.reading() as transaction:
            return transaction is not None

    def entries(self) -> list[Entry]:
        with self._storage.reading() as transaction:
            return [] if transaction is None else _entries(transaction)

    def spent(self, user_name: str | None = None) -> list[Spent]:
        with self._storage.reading() as transaction:
            if transaction is None:
                return []
            if user_name is None:
                return totals(_tallies(transaction.run("tallies")))
            return totals(_tallies(transaction.run("user_tallies", {"user_name": user_name})))

    def store_release(self, release_id: int, payload: str) -> StoredRelease:
        values: dict[str, object] = {"release_id": release_id}
        with self._storage.writing() as transaction:
            charged = transaction.run("get_charge", values)
            if not charged:
                raise self._refused("there is no charge", release_id)
            if transaction.run("has_release", values)[0][0]:
                raise self._refused("a release is stored already for charge", release_id)
            entry = _entry(charged[0])
            if entry.name is not None:
                named = {**_identifiers(entry.table), "name": entry.name}
                if first := _stored(transaction.run("find_release", named)):
                    return first
            values |= {"payload": payload, "hash": release_hash(entry.hash, payload)}
            transaction.run("store_release", values)
            return StoredRelease(entry, payload)

    def unstored(self, table: TableId, name: str) -> list[Entry]:
        with self._storage.reading() as transaction:
            named = {**_identifiers(table), "name": name}
            return [] if transaction is None else [_entry(row) for row in transaction.run("unstored", named)]

    def find_release(self, table: TableId, name: str) -> StoredRelease | None:
        return self._release("find_release", {**_identifiers(table), "name": name})

    def get_release(self, release_id: int | Literal["last"]) -> StoredRelease | None:
        if release_id == "last":
            return self._release("last_release", {})
        return self._release("get_release", {"release_id": release_id})

    def verify(self) -> None:
        with self._storage.reading() as transaction:
            if transaction is None:
                return
            entries = _entries(transaction)
            verify_chain(entries, transaction.run("last_id")[0][0])
            self._require_sums(transaction, entries)
            for charged, charge_hash, release_id, payload, hashed in transaction.run("releases"):
                if charged is None:
                    raise broken(release_id, "there is a release without a charge")
                if hashed != release_hash(charge_hash, payload):
                    raise broken(release_id, "its stored release does not match its hash")

    def _require_sums(self, transaction: Transaction, entries: list[Entry]) -> None:
        """Refuse sums, which charges are checked against, that are not those of the entries: indexes can be damaged."""
        alike = Counter(Tally(each.table, each.unit, each.event, each.eps, each.delta, 1) for each in entries)
        for spent in totals(one._replace(entries=count) for one, count in alike.items()):
            self._require_equal(spent.table, _spent_of(transaction, spent.table, spent.unit), spent)
        by_user: dict[str, list[Tally]] = {}
        for user, *row in transaction.run("tallies_by_user"):
            by_user.setdefault(user, []).append(_tally(tuple(row)))
        charges = Counter(
            (each.user_name, Tally(each.table, each.unit, each.event, each.eps, each.delta, 1))
            for each in entries
            if each.event is Event.CHARGE
        )
        charged: dict[str, list[Tally]] = {}
        for (user, one), count in charges.items():
            charged.setdefault(user, []).append(one._replace(entries=count))
        for user, mine in charged.items():
            found = {spent.key: spent for spent in totals(by_user.get(user, []))}
            for spent in totals(mine):
                self._require_equal(spent.table, found.get(spent.key), spent)

    def _require_equal(self, table: TableId, found: Spent | None, spent: Spent) -> None:
        if found is None or _sums(found) != _sums(spent):
            remedy = "rebuild the indexes of its table entry with SQL (REINDEX)"
            message = f"ledger {self} adds up other charges of {table.label} than it holds; {remedy}."
            raise LedgerError(message, argument="ledger", remedy=remedy)

    def _release(self, query: str, values: Mapping[str, object]) -> StoredRelease | None:
        with self._storage.reading() as transaction:
            return None if transaction is None else _stored(transaction.run(query, values))

    def _refused(self, rule: str, release_id: int) -> LedgerError:
        message = f"ledger {self}: {rule} {release_id}."
        return LedgerError(message, argument="release_id", value=release_id)


def _stored(rows: list[Row]) -> StoredRelease | None:
    return StoredRelease(_entry(rows[0][:-1]), rows[0][-1]) if rows else None


def _append(transaction: Transaction, event: Event, charge: Charge) -> Entry:
    (tip,) = transaction.run("tip") or [(0, GENESIS)]
    last_id = transaction.run("last_id")[0][0]
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
    transaction.run("append", row)
    return entry


def _identifiers(table: TableId) -> dict[str, str]:
    return {"database": table.database, "schema": table.schema, "table": table.table}


def _entries(transaction: Transaction) -> list[Entry]:
    return [_entry(row) for row in transaction.run("entries")]


def _entry(row: Row) -> Entry:
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


def _tallies(rows: Iterable[Row]) -> list[Tally]:
    return [_tally(row) for row in rows]


def _tally(row: Row) -> Tally:
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


def _require(transaction: Transaction, charge: Charge, limit: Limit | None, user_limit: Limit | None) -> None:
    """Refuse a charge that does not fit into the table's budget or into its user's."""
    table, user = charge.table, charge.user_name
    if limit is not None:
        require_budget(charge, limit, _spent_of(transaction, table, charge.unit), table.label, "renew the budget")
    if user_limit is not None:
        spent = _spent_of(transaction, table, charge.unit, user)
        raised = "raise the user's budget in the policy, which no renewal does"
        require_budget(charge, user_limit, spent, f"{user} for {table.label}", raised)


def _sums(spent: Spent) -> tuple[object, ...]:
    return spent.eps, spent.delta, spent.releases, spent.renewed_eps, spent.renewed_delta


def _spent_of(transaction: Transaction, table: TableId, unit: str, user_name: str | None = None) -> Spent:
    values = {**_identifiers(table), "unit": unit}
    if user_name is None:
        rows = transaction.run("tallies_of", values)
    else:
        rows = transaction.run("user_tallies_of", {**values, "user_name": user_name})
    # At most one: the query names the table and the unit.
    return next(iter(totals(_tallies(rows))), nothing_spent(table, unit))

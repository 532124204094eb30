"""The ledger: every unit of privacy is recorded, durably, before a noise bit is drawn."""

from dphh_sql.ledger.base import Ledger
from dphh_sql.ledger.canonical import canonical_json
from dphh_sql.ledger.entry import Charge, Entry, Event, Limit, Spent, StoredRelease, TableId
from dphh_sql.ledger.opening import (
    IN_MEMORY,
    anchored,
    database_of,
    existing_ledger,
    is_database,
    ledger_path_for,
    open_ledger,
    public_name,
)
from dphh_sql.ledger.sqlite import SqliteLedger

__all__ = [
    "IN_MEMORY",
    "Charge",
    "Entry",
    "Event",
    "Ledger",
    "Limit",
    "Spent",
    "SqliteLedger",
    "StoredRelease",
    "TableId",
    "anchored",
    "canonical_json",
    "database_of",
    "existing_ledger",
    "is_database",
    "ledger_path_for",
    "open_ledger",
    "public_name",
]

"""Places where a ledger may be, for tests that hold for each of them."""

from __future__ import annotations

import abc
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from dphh_sql.ledger import Ledger, SqliteLedger

if TYPE_CHECKING:
    from tests.support.postgres import Server


class Place(abc.ABC):
    """One place, at first without a ledger.

    Attributes:
        where: its path or URL.
        replacements: edits that its kind of SQL has and the other lacks.
    """

    where: str
    replacements: ClassVar[tuple[str, ...]]

    @abc.abstractmethod
    def open(self) -> Ledger:
        """A new object on the place."""

    @abc.abstractmethod
    def edit(self, script: str, *, triggers: bool = False) -> None:
        """Run statements on the tables `entry` and `release`, by default with the triggers off."""

    @abc.abstractmethod
    def last_id_is(self, n: int) -> str:
        """The statement that forges the number of the last entry."""


@dataclass
class SqlitePlace(Place):
    path: Path

    replacements = (
        "INSERT OR REPLACE INTO entry SELECT * FROM entry WHERE release_id = 2",
        "INSERT OR REPLACE INTO entry SELECT 9, time, event, user_name, table_database, table_schema, "
        "table_name, function, unit, eps, delta, name, request, previous, hash FROM entry LIMIT 1",
        "INSERT OR REPLACE INTO release VALUES (2, '{}', '')",
    )

    @property
    def where(self) -> str:  # type: ignore[override]
        return str(self.path)

    def open(self) -> Ledger:
        return SqliteLedger(self.path)

    def edit(self, script: str, *, triggers: bool = False) -> None:
        with closing(sqlite3.connect(self.path, isolation_level=None)) as con:
            if not triggers:
                for (name,) in con.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                    con.execute(f"DROP TRIGGER {name}")
            con.executescript(script)

    def last_id_is(self, n: int) -> str:
        return f"UPDATE sqlite_sequence SET seq = {n}"


@dataclass
class PostgresPlace(Place):
    server: Server
    database: str

    replacements = (
        "TRUNCATE entry, release",
        "INSERT INTO entry SELECT * FROM entry WHERE release_id = 2 ON CONFLICT (release_id) DO UPDATE SET eps = '0.0'",
        "INSERT INTO entry SELECT 9, time, event, user_name, table_database, table_schema, "
        "table_name, function, unit, eps, delta, name, request, 'p', 'h' FROM entry LIMIT 1",
        "INSERT INTO release VALUES (2, '{}', '') ON CONFLICT (release_id) DO UPDATE SET payload = '{}'",
        "UPDATE tip SET release_id = 3",
        "DELETE FROM tip",
        "INSERT INTO tip SELECT * FROM tip",
    )

    @property
    def where(self) -> str:  # type: ignore[override]
        return self.server.url(self.database)

    def open(self) -> Ledger:
        from dphh_sql.ledger.postgres import PostgresLedger

        return PostgresLedger(self.where)

    def edit(self, script: str, *, triggers: bool = False) -> None:
        role = "origin" if triggers else "replica"
        self.server.run(f"SET search_path = dphh_ledger; SET session_replication_role = {role}; {script}", self.database)

    def last_id_is(self, n: int) -> str:
        return f"UPDATE tip SET release_id = {n}"

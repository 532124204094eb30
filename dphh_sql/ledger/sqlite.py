"""The ledger in an SQLite file, or in memory."""

from __future__ import annotations

import os
from pathlib import Path

from dphh_sql.ledger.sqlite_file import SqliteFile
from dphh_sql.ledger.tables import TableLedger


class SqliteLedger(TableLedger):
    """A ledger in the SQLite file `path`, or in memory (shared by threads, gone with the object) if None.

    The file appears with the first charge; a missing one reads as empty. A charge that has returned
    survives kill -9 and, where the disk honours a sync, a power cut.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self._file = SqliteFile(path if path is None else Path(path).resolve())
        super().__init__(self._file)

    @property
    def path(self) -> Path | None:
        """Where the ledger is, or None in memory."""
        return self._file.path

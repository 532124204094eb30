"""Which ledger: by path or URL, one object per place and process."""

from __future__ import annotations

import os
import weakref
from pathlib import Path

from dphh_sql.errors import ArgumentError, UnknownNameError
from dphh_sql.ledger.base import Ledger
from dphh_sql.ledger.forking import registering
from dphh_sql.ledger.sqlite import SqliteLedger

SUFFIX = ".dphh-ledger"
SCHEMES = ("sqlite",)

_MEMORY = ("", ":memory:")
_opened: weakref.WeakValueDictionary[Path, SqliteLedger] = weakref.WeakValueDictionary()


def ledger_path_for(database_file: str | os.PathLike[str]) -> Path:
    """The ledger's place beside a database file: `loans.duckdb` -> `loans.duckdb.dphh-ledger`.

    Symbolic links are followed, so that every name of the file leads to one ledger.

    Raises:
        ArgumentError: an in-memory database has no file; its ledger is `open_ledger(None)`.
    """
    name = os.fspath(database_file)
    if name in _MEMORY:
        raise ArgumentError(
            f"database_file must be a file, got {name!r}; an in-memory database has an in-memory ledger.",
            argument="database_file",
            value=name,
        )
    file = Path(name).resolve()
    return file.with_name(file.name + SUFFIX)


def open_ledger(where: str | os.PathLike[str] | None) -> Ledger:
    """The ledger at a path or URL (`sqlite:///relative`, `sqlite:////absolute`); in memory for None.

    Nothing is created before the first charge. One process has one object per canonical path; each
    in-memory ledger is its own.

    Raises:
        UnknownNameError: a URL of a scheme that no ledger serves.
    """
    name = "" if where is None else os.fspath(where)
    scheme, separator, rest = name.partition("://")
    if separator and scheme.isalnum():
        if scheme.lower() not in SCHEMES:
            raise UnknownNameError("ledger scheme", scheme, SCHEMES, argument="ledger")
        name = rest.removeprefix("/")
    if name in _MEMORY:
        return SqliteLedger(None)
    path = Path(name).resolve()
    with registering:
        ledger = _opened.get(path)
        if ledger is None:
            ledger = _opened[path] = SqliteLedger(path)
        return ledger

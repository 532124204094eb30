"""Which ledger: by path or URL, one object per place and process."""

from __future__ import annotations

import os
import re
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from dphh_sql.errors import ArgumentError, LedgerError, UnknownNameError
from dphh_sql.ledger.base import Ledger
from dphh_sql.ledger.forking import registering
from dphh_sql.ledger.sqlite import SqliteLedger

SUFFIX = ".dphh-ledger"
SCHEMES = ("sqlite", "postgresql", "postgres")

IN_MEMORY = ("", ":memory:")
"""What names no place: a ledger in memory."""

# One slash too: what is left of a URL that was made a Path. Two letters, for C:/ is a place.
_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):(/+)(.*)", re.DOTALL)
Place = TypeVar("Place", Path, str)
_opened: weakref.WeakValueDictionary[Path | str, Ledger] = weakref.WeakValueDictionary()


def ledger_path_for(database_file: str | os.PathLike[str]) -> Path:
    """The ledger's place beside a database file: `loans.duckdb` -> `loans.duckdb.dphh-ledger`.

    Symbolic links are followed, so that every name of the file leads to one ledger.

    Raises:
        ArgumentError: an in-memory database has no file; its ledger is `open_ledger(None)`.
    """
    name = os.fspath(database_file)
    if name in IN_MEMORY:
        raise ArgumentError(
            f"database_file must be a file, got {name!r}; an in-memory database has an in-memory ledger.",
            argument="database_file",
            value=name,
        )
    file = Path(name).resolve()
    return file.with_name(file.name + SUFFIX)


def database_of(database_file: str | os.PathLike[str]) -> str:
    """The name of a file's database in its ledger, whatever it is attached as: `a/loans.v1.duckdb` -> `loans.v1`.

    Symbolic links are followed, so that every name of the file leads to one budget.
    """
    return Path(database_file).resolve().stem


def anchored(where: str | os.PathLike[str], folder: Path | None = None) -> str:
    """A ledger's place that stays the same when the working directory changes; relative ones are in `folder`.

    Raises:
        ArgumentError: the empty text, as an unset variable gives it.

    >>> anchored("sqlite:///spent.ledger", Path("/jobs"))
    '/jobs/spent.ledger'
    >>> anchored("postgresql:///budgets", Path("/jobs"))
    'postgresql:///budgets'
    """
    name = os.fspath(where)
    if not name:
        rule = "ledger must not be empty; leave it out for the default, or say ':memory:'."
        raise ArgumentError(rule, argument="ledger")
    url = _URL.fullmatch(name)
    if url is not None:
        if url[1].lower() != "sqlite" or len(url[2]) == 1:
            return name
        name = _path_of(url)
    return name if name in IN_MEMORY else str((folder or Path()).absolute() / name)


def is_database(ledger: str | os.PathLike[str], database_file: str | os.PathLike[str]) -> bool:
    """Whether a ledger's place is a DuckDB file, by any of its names, or the file of its write-ahead log.

    Only to look into that file would end DuckDB's lock of it, and DuckDB deletes its log.
    """
    return any(_same(ledger, own) for own in (database_file, f"{os.fspath(database_file)}.wal"))


def open_ledger(where: str | os.PathLike[str] | None) -> Ledger:
    """The ledger at a path or URL; in memory for None.

    URLs: `sqlite:///relative`, `sqlite:////absolute`, `postgresql://user:password@host:port/database?sslmode=...`
    (as libpq takes them; needs the extra `postgres`). Nothing is created before the first charge. One process has
    one object per canonical path or URL; each in-memory ledger is its own.

    Raises:
        ArgumentError: a malformed URL; the message does not repeat it.
        UnknownNameError: a URL of a scheme that no ledger serves.
        LedgerError: the extra is not installed.
    """
    name = "" if where is None else os.fspath(where)
    if url := _URL.fullmatch(name):
        scheme, slashes, _ = url.groups()
        if scheme.lower() not in SCHEMES:
            raise UnknownNameError("ledger scheme", scheme, SCHEMES, argument="ledger")
        if len(slashes) == 1:
            raise ArgumentError("ledger must be a path or a URL with ://; give a URL as text.", argument="ledger")
        if scheme.lower() != "sqlite":
            return _kept(name, _postgres)
        name = _path_of(url)
    if name in IN_MEMORY:
        return SqliteLedger(None)
    return _kept(Path(name).resolve(), SqliteLedger)


def existing_ledger(where: str | os.PathLike[str]) -> Ledger:
    """The ledger at a path or URL, to read it.

    Raises:
        LedgerError: there is none; and what `open_ledger` raises.
    """
    ledger = open_ledger(where)
    if not ledger.exists():
        place = public_name(where)
        raise LedgerError(f"there is no ledger at {place}.", argument="ledger", value=place)
    return ledger


def public_name(where: str | os.PathLike[str]) -> str:
    """A ledger's place for messages: a URL without user, password and options.

    >>> public_name("postgresql://ann:pa55@db.example:5432/budgets?sslmode=require")
    'postgresql://db.example:5432/budgets'
    """
    name = os.fspath(where)
    url = _URL.fullmatch(name)
    if url is None or url[1].lower() == "sqlite":
        return name
    place, _, options = url[3].partition("?")
    # With an unescaped / or ? in the password nobody knows where it ends.
    return f"{url[1]}://" + ("..." if "@" in options else place.rpartition("@")[2])


def _same(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """Whether two names are of one file, which need not exist."""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)


def _path_of(sqlite: re.Match[str]) -> str:
    return (sqlite[2][2:] + sqlite[3]).removeprefix("/")


def _kept(place: Place, make: Callable[[Place], Ledger]) -> Ledger:
    with registering:
        ledger = _opened.get(place)
        if ledger is None:
            ledger = _opened[place] = make(place)
        return ledger


def _postgres(url: str) -> Ledger:
    try:
        from dphh_sql.ledger.postgres import PostgresLedger  # psycopg is an extra
    except ImportError:
        remedy = "pip install 'dphh-sql[postgres]'"
        message = f"ledger {public_name(url)} needs psycopg: {remedy}."
        raise LedgerError(message, argument="ledger", remedy=remedy) from None
    return PostgresLedger(url)

"""What the registered functions of one DuckDB instance share: key, ledgers, catalog look-ups.

An *instance* is one open database in this process; all its connections and cursors share one session.
A session is never freed, because DuckDB may call its functions for as long as any connection of the
instance lives, and gives no sign when the last one closes. It is small and holds no connection.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import logging
import os
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import WeakKeyDictionary

import duckdb

from dphh_sql import entropy
from dphh_sql.errors import ArgumentError, PolicyError, ReleaseError
from dphh_sql.identifiers import folded
from dphh_sql.ledger import (
    Ledger,
    Limit,
    TableId,
    anchored,
    database_of,
    is_database,
    ledger_path_for,
    open_ledger,
    public_name,
)
from dphh_sql.policy import Policy, TableRule
from dphh_sql.releasing import process_user
from dphh_sql.udfs import control_c
from dphh_sql.udfs.counting import Counts
from dphh_sql.udfs.cursors import Connection, on_interrupt, plain_cursor
from dphh_sql.udfs.names import Names

if TYPE_CHECKING:
    import pyarrow as pa

    from dphh_sql.udfs.answers import Caller
    from dphh_sql.udfs.places import Place
    from dphh_sql.udfs.releasing import Call

_log = logging.getLogger("dphh_sql")

# By its columns: duckdb_tables() writes a statement for every table there is, which takes three times as long.
_CATALOG = """
    SELECT database_name, schema_name, table_name FROM duckdb_columns()
    WHERE lower(database_name) = lower($1) AND lower(schema_name) = lower($2) AND lower(table_name) = lower($3)
      AND translate([database_name, schema_name, table_name]::VARCHAR, $4, lower($4))
        = translate([$1, $2, $3]::VARCHAR, $4, lower($4))
    LIMIT 1
"""
_VIEW = """
    SELECT sql FROM duckdb_views() WHERE database_name = $1 AND schema_name = $2 AND view_name = $3
"""
_VIEWS = """
    SELECT sql FROM duckdb_views()
    WHERE NOT internal AND list_contains($1::VARCHAR[], translate(view_name, $2, lower($2)))
"""
_MACROS = "SELECT DISTINCT function_name FROM duckdb_functions() WHERE NOT internal AND function_type LIKE '%macro'"
_COLUMNS = """
    SELECT column_name FROM duckdb_columns() WHERE database_name = $1 AND schema_name = $2 AND table_name = $3
    ORDER BY column_index
"""
_COLUMN = """
    SELECT data_type, comment FROM duckdb_columns()
    WHERE database_name = $1 AND schema_name = $2 AND table_name = $3
      AND translate(column_name, $5, lower($5)) = translate($4, $5, lower($5))
"""
_DATABASES = "SELECT database_oid, database_name, type, path, internal FROM duckdb_databases()"
_PATH_ENTRY = re.compile(r'(?:"(?:[^"]|"")*"|[^",])+')
_PATH_PART = re.compile(r'"(?:[^"]|"")*"|[^".]+')


@dataclass(frozen=True, slots=True)
class Source:
    """What a release reads, as the catalog knows it.

    Attributes:
        database: the name its database has in this instance; `Session.ledger` takes it.
        table: identity that its budget belongs to. A database with a file goes by the file's stem, so that
            attaching it under another name opens no second budget. Without a catalog entry (temporary
            table, CTE, frame, file) the schema is '' and the database the connection's own.
    """

    database: str
    table: TableId


class Memory:
    """Which release the instance returned last, and how often each was returned again without a charge."""

    def __init__(self) -> None:
        self._last: tuple[Ledger, int] | None = None
        self._repeats: Counter[tuple[int, int]] = Counter()

    def note(self, ledger: Ledger, release_id: int, *, repeated: bool) -> None:
        self._last = ledger, release_id
        self._repeats[id(ledger), release_id] += repeated

    @property
    def last(self) -> tuple[Ledger, int] | None:
        return self._last

    def repeats(self, ledger: Ledger, release_id: int) -> int:
        return self._repeats[id(ledger), release_id]


class Session:
    """State of one DuckDB instance on which the package is registered."""

    def __init__(
        self,
        con: Connection,
        *,
        ledger: str | os.PathLike[str] | None = None,
        policy: Policy | None = None,
        named: bool = False,
    ) -> None:
        self.id = entropy.token(16).hex()
        self.connections: WeakKeyDictionary[Connection, int] = WeakKeyDictionary()
        """The registered connections and their ids, the oldest first."""
        self.functions: list[Callable[..., Any]] = []  # see Function.create
        self.policy = policy
        self.named = named
        """Whether every release needs a name."""
        self.memory = Memory()
        self.names = Names()
        self._counts = Counts()
        self._key, self._mask_key = entropy.token(32), entropy.token(32)
        self._lock = threading.RLock()
        files = _files(con)
        self._named_ledger = None if ledger is None else _apart(anchored(ledger), files)
        self._ledgers: dict[str | None, Ledger] = {}
        (first, file), *_ = files.items()
        self.database: str = first
        """The database that was opened first, which frames, files, CTEs and temporary tables count to."""
        self.home = _identity(first, file)
        """Its name in the ledger."""
        if policy is not None:
            policy.require_distinct(self.home)

    # --- connections ---------------------------------------------------------------------------------------

    def add(self, con: Connection) -> None:
        """Count `con` (held weakly) among the registered connections; its interrupts stop what is read for it."""
        ((connection,),) = con.execute("SELECT current_connection_id()").fetchall()
        on_interrupt(con, partial(self._counts.interrupt, connection))
        with self._lock:
            self.connections.setdefault(con, connection)

    def remove(self, con: Connection) -> None:
        """The opposite of `add`. Without registered connections the functions refuse to run."""
        with self._lock:
            self.connections.pop(con, None)

    def require_registered(self) -> None:
        """Raises `ReleaseError` when every registered connection is gone or unregistered."""
        if not self.connections:
            raise ReleaseError("not registered on this database any more; call dphh_sql.register(con) first")

    @contextmanager
    def cursor(self) -> Iterator[Connection]:
        """A cursor for look-ups, closed at the end. Its own transaction neither sees nor blocks the caller's.

        None is kept open, since that would keep the user's file open. It is made from the oldest connection: DuckDB 2
        refuses another call on a connection (its close too) while a cursor is made from it, and the newer ones are
        those that threads use and close. Raises `ReleaseError` when no registered connection is open.
        """
        with self._lock:
            known = list(self.connections)
        for con in known:
            try:
                cursor = plain_cursor(con)
            except duckdb.ConnectionException:  # closed, and its object is still around
                continue
            with cursor:
                yield cursor
            return
        raise ReleaseError("no registered connection of this database is open")

    # --- what a session of analysts does otherwise -----------------------------------------------------------

    exact: ClassVar[bool] = True
    """Whether the exact, not private functions are there."""

    remote: ClassVar[bool] = False
    """Whether the rows are counted elsewhere than in the statement that asks."""

    @property
    def user_name(self) -> str:
        """Who asks, for the ledger."""
        return process_user()

    def caller(self, caller: Caller) -> Caller:
        """Where a caller's names resolve."""
        return caller

    def rule(self, source: Source) -> TableRule | None:
        """What the policy says of a table.

        Raises:
            PolicyError: it says something of a table of that name, which may be another one: that of another attached
                database whose file has the same name.
        """
        if self.policy is None:
            return None
        rule = self.policy.rule(source.table, self.home)
        if rule is not None and source.database != self.database and source.table.schema:
            with self.cursor() as cursor:
                files = _files(cursor)
            asked = folded(source.table.database)
            alike = [name for name, file in files.items() if folded(_identity(name, file)) == asked]
            if len(alike) > 1:
                raise PolicyError(
                    f"tbl must not be in {source.database}: the policy knows databases by the names of their files, "
                    f"and {' and '.join(alike)} have the same; rename one file.",
                    argument="tbl",
                )
        return rule

    def admit(self, place: Place, tbl: object) -> Place:
        """The place itself, if this session may release from it."""
        return place

    def shows(self, table: TableId) -> bool:
        """Whether the spending of a table is shown."""
        return True

    def counts(self, call: Call, total: int, candidates: pa.StructArray) -> tuple[int, pa.StructArray]:
        """The counts of a call: those that its statement made."""
        return total, candidates

    @contextmanager
    def counting(self, connection: int) -> Iterator[Connection]:
        """A cursor that reads rows for a connection of the asking instance (by its id there).

        Raises:
            ReleaseError: the connection was interrupted in the meantime.
        """
        with self.cursor() as cursor, self._counts.made_for(connection, cursor):
            yield cursor

    @contextmanager
    def turn(self, call: Call, total: int) -> Iterator[None]:
        """Alone with the name of a call of that table, for the length of the block.

        Raises:
            ReleaseError: interrupted while another call had it; nothing was charged.
        """
        with self.names.held((call.database, *call.table.folded, str(call.request.name)), self.waiting(total)):
            yield

    def waiting(self, total: int) -> AbstractContextManager[Callable[[], bool]]:
        """Entered while a call waits for another; `total` is that of its counts (see `counting.not_counted`)."""
        return nullcontext(lambda: False)

    def hear_control_c(self) -> None:
        """Ctrl-C stops what is read for a connection of the asking instance; see `control_c`."""
        control_c.stops(self._counts)

    def limit(self, table: TableId) -> Limit | None:
        """The budget of a table by the policy."""
        rule = None if self.policy is None else self.policy.rule(table, self.home)
        return None if rule is None else rule.limit

    def user_limit(self) -> Limit | None:
        """The most that the one who asks may spend of each table and unit."""
        return None

    # --- tokens --------------------------------------------------------------------------------------------

    def sign(self, payload: str) -> str:
        """A token that only `open` of this session accepts, and that shows nothing of the payload but its length.

        The payload may hold the owner's view definitions, and whoever has the function sees its token. A deterministic
        authenticated encryption: HMAC-SHA-256 of the payload is both the tag and the nonce of a SHAKE-256 key
        stream (Rogaway and Shrimpton, EUROCRYPT 2006, SIV); one payload has one token, as prepared statements want.
        """
        raw = payload.encode()
        tag = hmac.digest(self._key, raw, "sha256")
        return base64.b64encode(tag + self._masked(tag, raw)).decode()

    def open(self, token: str) -> str:
        """The payload of a token of this session; raises `ReleaseError` for any other text."""
        try:
            data = base64.b64decode(token)
            payload = self._masked(data[:32], data[32:]).decode()
        except ValueError:
            payload = ""
        # The whole text is compared: base64 decodes several texts to the same bytes.
        if not hmac.compare_digest(token.encode(), self.sign(payload).encode()):
            raise ReleaseError("the plan token was not made by this session; call the table function instead")
        return payload

    def _masked(self, tag: bytes, data: bytes) -> bytes:
        stream = hashlib.shake_256(self._mask_key + tag).digest(len(data))
        return bytes(a ^ b for a, b in zip(data, stream, strict=True))

    # --- names ---------------------------------------------------------------------------------------------

    def source(self, parts: Sequence[str], database: str, schema: str, search_path: str = "") -> Source:
        """What one to three name parts mean to a caller.

        Args:
            parts: unquoted parts, coarse to fine: (table), (schema or database, table) or
                (database, schema, table). A file path is one part.
            database: the caller's `current_database()`.
            schema: the caller's `current_schema()`.
            search_path: the caller's `current_setting('search_path')`; '' when it was never set.

        Names match without regard to the case of ASCII letters, as in DuckDB, and come back in their stored case.
        A view is its own source: views are not resolved to tables here. A temporary table that shadows a stored one
        counts as the stored one, whose budget pays.
        """
        *qualifier, name = parts
        path = _search_path(search_path, database) or [(database, schema)]
        if len(qualifier) == 2:
            path = [(qualifier[0], qualifier[1])]
        elif len(qualifier) == 1:
            path = [*((searched, qualifier[0]) for searched, _ in path), (qualifier[0], "main")]
        with self.cursor() as cursor:
            for place in path:
                found = cursor.execute(_CATALOG, [*place, name, ascii_uppercase]).fetchone()
                if found is not None:
                    files = _files(cursor)
                    stored, *rest = found
                    return Source(stored, TableId(_identity(stored, files.get(stored)), *rest))
        return Source(self.database, TableId(self.home, "", ".".join(parts)))

    def view_sql(self, source: Source) -> str | None:
        """The CREATE VIEW statement of a source that is a view."""
        with self.cursor() as cursor:
            found = cursor.execute(_VIEW, [source.database, source.table.schema, source.table.table]).fetchone()
        return None if found is None else str(found[0])

    def view_sqls(self, names: Iterable[str]) -> list[str]:
        """The CREATE VIEW statements of all views of these folded names, wherever they are."""
        with self.cursor() as cursor:
            return [sql for (sql,) in cursor.execute(_VIEWS, [list(names), ascii_uppercase]).fetchall()]

    def macros(self) -> set[str]:
        """The folded names of all macros that are no part of DuckDB, wherever they are."""
        with self.cursor() as cursor:
            return {folded(name) for (name,) in cursor.execute(_MACROS).fetchall()}

    def columns(self, source: Source) -> list[str]:
        """The column names of a stored table or view."""
        with self.cursor() as cursor:
            rows = cursor.execute(_COLUMNS, [source.database, source.table.schema, source.table.table]).fetchall()
        return [name for (name,) in rows]

    def column(self, source: Source, name: str) -> tuple[str | None, str | None]:
        """The type and the comment of a column of a stored table or view; None where the catalog knows none."""
        with self.cursor() as cursor:
            asked = [source.database, source.table.schema, source.table.table, name, ascii_uppercase]
            found = cursor.execute(_COLUMN, asked).fetchone()
        return (None, None) if found is None else (str(found[0]), found[1])

    def guesses_types(self) -> bool:
        """Whether DuckDB looks at rows of a pandas frame for the types of its columns."""
        with self.cursor() as cursor:
            ((looked_at,),) = cursor.execute("SELECT current_setting('pandas_analyze_sample')").fetchall()
        return bool(looked_at)

    def table_id(self, parts: Sequence[str], database: str, schema: str, search_path: str = "") -> TableId:
        """The budget identity of `source(...)`."""
        return self.source(parts, database, schema, search_path).table

    # --- ledgers -------------------------------------------------------------------------------------------

    def use_ledger(self, con: Connection, ledger: str | os.PathLike[str] | None) -> None:
        """Accept the `ledger` of one more registration; raises `ArgumentError` when it is another one.

        Args:
            con: any connection of the instance.
        """
        if ledger is None:
            return
        with self._lock:
            name, now = anchored(ledger), self._named_ledger
            if name == now or (now is not None and open_ledger(name) is self._opened(now)):
                return
            if self.connections:
                place = "the default, beside the database" if now is None else repr(public_name(now))
                remedy = "use the same ledger, or unregister every connection of the database first"
                raise ArgumentError(
                    f"register: ledger must be the one that the database is registered with ({place}), "
                    f"got {public_name(name)!r}; {remedy}.",
                    argument="ledger",
                    value=public_name(name),
                    remedy=remedy,
                )
            self._named_ledger = _apart(name, _files(con))

    def use_policy(self, policy: Policy | None) -> None:
        """Accept the policy of one more registration; raises `ArgumentError` when another one holds already."""
        if policy is None or policy == self.policy:
            return
        if self.policy is not None and self.connections:
            raise ArgumentError(
                "register: the database is registered with another policy; unregister every connection of it first.",
                argument="policy",
            )
        policy.require_distinct(self.home)
        self.policy = policy

    def warn_of_rules(self, con: Connection) -> None:
        """Log the rules of the policy that are of no table of the attached databases, or name none of its columns: a
        name may be misspelt.

        Args:
            con: any connection of the instance.
        """
        if self.policy is None:
            return
        files = _files(con)
        for parts, rule in self.policy.rules:
            table = self.policy.table(parts, self.home)
            alike = [name for name, file in files.items() if folded(_identity(name, file)) == folded(table.database)]
            asked = [[name, table.schema, table.table, ascii_uppercase] for name in alike]
            stored = next(filter(None, (con.execute(_CATALOG, each).fetchone() for each in asked)), None)
            if stored is None:
                _log.warning(
                    "policy: tables.%s is no table or view that there is now, so its rule protects nothing", rule.name
                )
                continue
            columns = {folded(column) for (column,) in con.execute(_COLUMNS, stored).fetchall()}
            units = [rule.unit] if rule.unit else []
            named = [*(("unit", name) for name in units), *(("hierarchies", name) for name, _ in rule.hierarchies)]
            for field, name in named:
                if folded(name) not in columns:
                    _log.warning("policy: tables.%s: %s names %s, which is no column of it", rule.name, field, name)

    def ledger(self, database: str) -> Ledger:
        """The ledger that pays for releases from a database (`Source.database`).

        The one named at registration wins; else it lies beside the database's file, or that of the
        connection's own database when there is none; all in memory, it lives as long as the instance.
        Nothing is created before the first charge.
        """
        if self._named_ledger is not None:
            return self._opened(self._named_ledger)
        with self.cursor() as cursor:
            files = _files(cursor)
        return self._opened(_beside(files.get(database) or files.get(self.database)))

    def ledgers(self) -> list[Ledger]:
        """Every ledger that `ledger` may return for the attached databases."""
        if self._named_ledger is not None:
            return [self._opened(self._named_ledger)]
        with self.cursor() as cursor:
            files = _files(cursor)
        own = files.get(self.database)
        return [self._opened(path) for path in dict.fromkeys(_beside(file or own) for file in files.values())]

    def _opened(self, name: str | None) -> Ledger:
        with self._lock:
            if name not in self._ledgers:
                self._ledgers[name] = open_ledger(name)
            return self._ledgers[name]


def _files(con: Connection) -> dict[str, str | None]:
    """The attached databases, oldest first, and the file of each that DuckDB keeps in one.

    Sorted here: as SQL it would take three times as long, and each release asks.
    """
    attached = sorted(con.execute(_DATABASES).fetchall())
    return {name: path if kind == "duckdb" else None for _, name, kind, path, internal in attached if not internal}


def _apart(ledger: str, files: dict[str, str | None]) -> str:
    """The ledger itself, if it is no attached database."""
    for name, file in files.items():
        if file is not None and is_database(ledger, file):
            remedy = "name another file, or leave ledger out: the default lies beside the database"
            raise ArgumentError(
                f"register: ledger must not be the file of database {name}; {remedy}.", argument="ledger", remedy=remedy
            )
    return ledger


def _identity(database: str, file: str | None) -> str:
    return database_of(file) if file else database


def _beside(file: str | None) -> str | None:
    return str(ledger_path_for(file)) if file else None


def _search_path(setting: str, database: str) -> list[tuple[str, str]]:
    """(database, schema) pairs of DuckDB's `search_path` setting; a lone name is a schema of `database`.

    >>> _search_path('s,a."b.c"', "db")
    [('db', 's'), ('a', 'b.c')]
    """
    pairs = []
    for entry in _PATH_ENTRY.findall(setting):
        names = [n[1:-1].replace('""', '"') if n.startswith('"') else n for n in _PATH_PART.findall(entry)]
        pairs.append((names[0] if len(names) > 1 else database, names[-1]))
    return pairs

"""Analyst connections: SQL in which only `dp_` functions and public tables exist.

DuckDB has no GRANT. So an analyst gets an in-memory instance of its own, whose functions close over the owner's
connection: the rows are counted on a cursor of the owner's, the selection happens in this process, and only released
rows cross over. External access is off (files, ATTACH, COPY, extensions), so are scans of Python variables, and the
configuration is locked. What the policy does not publish with a budget is not answered.

The boundary is SQL: whoever runs Python in this process reaches the owner's connection. Serve analysts from a process
that they do not control. Availability is not promised: statements can use up memory and time, and some end the process
on DuckDB 1.5 (`FROM pandas_scan(NULL)`, logging to a file); the ledger survives that, as it survives kill -9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import ClassVar
from weakref import WeakKeyDictionary

import duckdb
import pyarrow as pa
from sqlglot import exp

from dphh_sql.errors import ArgumentError, PolicyError, ReleaseError
from dphh_sql.ledger import Entry, Ledger, Limit, TableId
from dphh_sql.policy import Policy
from dphh_sql.source import Source
from dphh_sql.udfs import registry, ways
from dphh_sql.udfs.answers import Caller
from dphh_sql.udfs.cursors import Connection
from dphh_sql.udfs.discreet import DiscreetLedger
from dphh_sql.udfs.places import Place
from dphh_sql.udfs.refusals import without_values
from dphh_sql.udfs.releasing import Call
from dphh_sql.udfs.session import Session

_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "allow_community_extensions": False,
    "allow_persistent_secrets": False,  # those of the user who runs the process; listed by DuckDB 1.5
    "python_enable_replacements": False,
    # One thread: then a statement's functions run in the thread that executes it, where Ctrl-C arrives. The rows are
    # counted by the owner's instance, with all its threads.
    "threads": 1,
    # No folder to spill to: DuckDB keeps it readable and writable without external access, and the default one is that
    # of every other instance in memory, where an owner's rows may lie.
    "temp_directory": "",
}
_LOCK = ("SET enable_external_access = false", "SET lock_configuration = true")
_REACHED = "SELECT value FROM duckdb_settings() WHERE name IN ('allowed_directories', 'allowed_paths')"


class Watch:
    """What a server hears of the releases of its analysts. This one lets everything pass."""

    def counting(self, interrupted: Callable[[], bool]) -> AbstractContextManager[None]:
        """Entered while rows are counted; may wait, as long as nobody interrupts, or raise `ReleaseError`."""
        return nullcontext()

    def charged(self, entry: Entry) -> None:
        """A charge was recorded; its release is about to be drawn."""


def analyst(
    owner: duckdb.DuckDBPyConnection,
    policy: Policy | None = None,
    *,
    user: str | None = None,
    memory_limit: str | None = None,
    watch: Watch | None = None,
) -> duckdb.DuckDBPyConnection:
    """A connection for an analyst: `dp_` functions on the tables that the policy publishes, and copies of public
    tables.

    Every answer is (eps, delta)-DP for add/remove of one of the table's units, as its call asks, and all answers
    together stay within the table's budget in the owner's ledger, which the owner's own releases use too. Names are
    resolved in the owner's database.

    Args:
        owner: a registered connection. It is kept open as long as the analyst's is alive.
        policy: what may be asked; default: the policy that the owner's connection is registered with.
        user: the analyst's name in the ledger; default: that of the process. The policy may give a user of this name
            a budget of their own, under the table's.
        memory_limit: of the analyst's instance, such as '256MB'; default: DuckDB's. Nothing is spilled to disk.
        watch: is told of counts and charges.

    Raises:
        ArgumentError: `owner` is not registered, or the limit is not one.
        PolicyError: there is no policy, it publishes no table, or a public table does not exist.
        ReleaseError: this version of DuckDB leaves files within reach of an analyst.
    """
    session = registry.session_of(owner) if isinstance(owner, duckdb.DuckDBPyConnection) else None
    if session is None or not session.connections or isinstance(session, AnalystSession):
        raise ArgumentError(
            "analyst: owner must be a registered connection to the private tables; call dphh_sql.register(con) first.",
            argument="owner",
        )
    rules = session.policy if policy is None else policy
    if rules is None or not any(rule.published or rule.public for _, rule in rules.rules):
        raise PolicyError(
            "analyst: the policy must publish a table with a budget; without one no answer is given.", argument="policy"
        )
    con = _instance(memory_limit)
    try:
        _copy_public(session, rules, con)
        for statement in _LOCK:
            con.execute(statement)
        if any(reached != ("[]",) for reached in con.execute(_REACHED).fetchall()):
            raise ReleaseError("analyst: this version of DuckDB leaves files within reach; upgrade dphh-sql.")
        registry.install(con, AnalystSession(con, session, owner, rules, user, watch or Watch()))
    except BaseException:
        con.close()
        raise
    return con


def close_analyst(con: duckdb.DuckDBPyConnection) -> None:
    """Close an analyst's only connection and free its session; the caller has no cursor of it left.

    A session is else kept for ever (see `session`), and a server has one for each login.
    """
    con.close()
    registry.free(con)


def _instance(memory_limit: str | None) -> Connection:
    if memory_limit is None:
        return duckdb.connect(":memory:", config=_CONFIG)
    try:
        return duckdb.connect(":memory:", config={**_CONFIG, "memory_limit": memory_limit})
    except duckdb.Error:
        raise ArgumentError(
            f"memory_limit must be a size such as '256MB', got {memory_limit!r}.",
            argument="memory_limit",
            value=memory_limit,
        ) from None


class AnalystSession(Session):
    """The session of an analyst's instance: look-ups, counts and charges go to the owner's."""

    exact: ClassVar[bool] = False
    remote: ClassVar[bool] = True

    def __init__(
        self,
        con: Connection,
        owner: Session,
        owner_con: Connection,
        policy: Policy,
        user: str | None,
        watch: Watch,
    ) -> None:
        super().__init__(con, policy=policy)
        self.database, self.home = owner.database, owner.home
        self.names = owner.names
        self._owner = owner
        self._discreets: dict[Ledger, Ledger] = {}
        self._user = user
        self._watch = watch
        # A session lives for ever; the owner's connection is kept only as long as one of the analyst's lives.
        self._kept: WeakKeyDictionary[Connection, Connection] = WeakKeyDictionary({con: owner_con})

    def add(self, con: Connection) -> None:
        super().add(con)
        with self._lock:
            for owner_con in list(self._kept.values())[:1]:
                self._kept[con] = owner_con

    @property
    def user_name(self) -> str:
        return super().user_name if self._user is None else self._user

    @contextmanager
    def cursor(self) -> Iterator[Connection]:
        with self._owner.cursor() as cursor:
            yield cursor

    @contextmanager
    def counting(self, connection: int) -> Iterator[Connection]:
        self._require_own(connection)
        with (
            self.cursor() as cursor,
            self._counts.made_for(connection, cursor) as interrupted,
            self._watch.counting(interrupted),
        ):
            yield cursor

    def waiting(self, total: int) -> AbstractContextManager[Callable[[], bool]]:
        self._require_own(total)
        return self._counts.made_for(total, None)

    def _require_own(self, connection: int) -> None:
        """Refuse a count for no connection of this instance, which an interrupt would not find."""
        with self._lock:
            known = connection in self.connections.values()
        if not known:
            raise ReleaseError("the count was asked for no connection of this session; call the table function instead")

    def user_limit(self) -> Limit | None:
        rule = None if self._user is None or self.policy is None else self.policy.user(self._user)
        return None if rule is None else rule.limit

    def ledger(self, database: str) -> Ledger:
        return self._discreet(self._owner.ledger(database))

    def ledgers(self) -> list[Ledger]:
        return [self._discreet(ledger) for ledger in self._owner.ledgers()]

    def _discreet(self, ledger: Ledger) -> Ledger:
        with self._lock:  # one object for each, by which releases are remembered
            made = DiscreetLedger(ledger, self.user_limit(), self._watch.charged)
            return self._discreets.setdefault(ledger, made)

    def caller(self, caller: Caller) -> Caller:
        return Caller(self.database, "main", "")

    def admit(self, place: Place, tbl: object) -> Place:
        rule = place.rule
        if rule is None or not rule.published or rule.limit is None or not place.table.schema:
            assert self.policy is not None
            published = ", ".join(rule.name for _, rule in self.policy.rules if rule.published)
            raise PolicyError(f"tbl must be a published table ({published}), got {tbl!r}.", argument="tbl", value=tbl)
        return place

    def shows(self, table: TableId) -> bool:
        assert self.policy is not None
        rule = self.policy.rule(table, self.home)
        return rule is not None and rule.published

    def counts(self, call: Call, total: int, candidates: pa.StructArray) -> tuple[int, pa.StructArray]:
        """Counts on a cursor of the owner's, for the connection `total` (see `counting.not_counted`), whose interrupt
        stops the count: then nothing is charged. What goes wrong there is said without DuckDB's words, which may hold
        values."""
        refused = without_values(call.request.function, lambda: self._misfit(call), lambda: self._fits(call))
        with self.counting(total) as cursor, refused:
            counted = cursor.sql(call.counting(ways.chosen(self, call)).sql(dialect="duckdb")).to_arrow_table()
        return int(counted.column("total")[0].as_py()), counted.column("candidates")[0].values

    def _fits(self, call: Call) -> bool:
        """Whether columns, types and literals fit, as far as that depends on no row."""
        with self.cursor() as cursor:
            try:
                cursor.execute(call.checking.sql(dialect="duckdb")).fetchall()
            except duckdb.Error:
                return False
        return True

    def _misfit(self, call: Call) -> ArgumentError:
        columns = ", ".join(self._visible_columns(call))
        return ArgumentError(
            f"col, unit and filter must fit the columns of {call.table.label} ({columns}) and their types.",
            argument="col",
        )

    def _visible_columns(self, call: Call) -> list[str]:
        probe = exp.select("*").from_(call.reads.expression).limit(0).sql(dialect="duckdb")
        with self.cursor() as cursor:
            return [name for name, *_ in cursor.execute(probe).description or ()]


def _copy_public(session: Session, policy: Policy, con: Connection) -> None:
    for parts, rule in policy.rules:
        if not rule.public:
            continue
        source = session.source(parts, session.database, "main")
        if not source.table.schema or policy.rule(source.table, session.home) != rule:
            raise PolicyError(
                f"analyst: the policy's public table {rule.name} does not exist (an attached database goes by the name "
                "of its file, and has to be attached under it).",
                argument="policy",
            )
        stored = Source((source.database, source.table.schema, source.table.table)).expression
        with session.cursor() as cursor:
            copied = cursor.sql(exp.select("*").from_(stored).sql(dialect="duckdb")).to_arrow_table()
        con.register("__dphh_copied", copied)
        name = exp.to_identifier(source.table.table, quoted=True).sql(dialect="duckdb")
        con.execute(f"CREATE TABLE {name} AS FROM __dphh_copied")
        con.unregister("__dphh_copied")

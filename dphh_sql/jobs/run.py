"""A job, step by step: plan, look up, count, charge, draw and store, write.

What is written is always the stored release, so a run that was cut short anywhere can be run again: before the charge
nothing has happened; a charge without a release stays spent, and the next run is charged again
(docs/adr/charged-again.md); a stored release is only written. Two runs at once are both charged, and both write what
the ledger stored first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote, urlsplit

import sqlglot
from sqlglot import exp

from dphh_sql import policy
from dphh_sql.admission import admitted
from dphh_sql.arguments import shared
from dphh_sql.certificate import Certificate
from dphh_sql.errors import ArgumentError, EngineError, UnknownNameError
from dphh_sql.filter import parse_filter
from dphh_sql.functions import FUNCTIONS, TableFunction
from dphh_sql.identifiers import folded
from dphh_sql.jobs.spec import Job
from dphh_sql.jobs.target import Delivery, Piece, appeared, pieces
from dphh_sql.ledger import Entry, Event, Ledger, Limit, StoredRelease, TableId, database_of, open_ledger
from dphh_sql.plan import Plan, plan_for
from dphh_sql.policy import TableRule
from dphh_sql.releasing import charge_for, never_stored, process_user, released, stored_release
from dphh_sql.request import Request
from dphh_sql.source import Source, parse_columns, parse_table
from dphh_sql.tree import Tree
from dphh_sql.views import PlainView, plain_view
from dphh_sql.warehouse.count import count, statement
from dphh_sql.warehouse.engine import Engine
from dphh_sql.warehouse.opening import open_engine
from dphh_sql.warehouse.translate import render

STEPS = ("plan", "look up", "connect", "count", "charge", "draw and store", "write rows", "write certificate")
"""What `report` is told, each before it begins; a run that finds its release stored goes on with the writing."""

_HOMES = {"duckdb": "main", "postgresql": "public", "postgres": "public"}
"""URL scheme -> the schema of a name without one, so that a table has one budget however it is written."""


@dataclass(frozen=True)
class Outcome:
    """What a run did.

    Attributes:
        entry: the charge.
        repeated: whether the release was stored before.
        lost: other charges of the job, whose releases were never stored.
        rows: how many there are.
        written: what was written now; what was there already is not.
    """

    entry: Entry
    repeated: bool
    lost: tuple[Entry, ...]
    rows: int
    written: tuple[str, ...]


class Run:
    """One run of a job. Nothing is opened before it is needed; `close` it.

    Attributes:
        state: what is done and what to do, for the message of an error.
    """

    def __init__(self, job: Job, report: Callable[[str], None] = lambda step: None) -> None:
        self.job, self._report, self._opened = job, report, list[Engine]()
        self.state = "nothing was charged; when the cause is gone, run the job again"

    def close(self) -> None:
        while self._opened:
            self._opened.pop().close()

    # --- from public facts ------------------------------------------------------------------------------

    @cached_property
    def ledger(self) -> Ledger:
        return open_ledger(self.job.ledger)

    @cached_property
    def _view(self) -> PlainView | None:
        if self.job.query is None:
            return None
        view = plain_view(f"CREATE VIEW v AS {self.job.query.strip().rstrip(';')}")
        if view is None:
            raise ArgumentError(
                "source.query must be nothing but columns of one table and a row predicate (SELECT zip FROM loans "
                "WHERE year = 2026): a join, a function or a subquery may count a unit more often than its budget pays "
                "for; create a table of it, and name that.",
                argument="query",
                remedy="create a table of it",
            )
        return view

    @cached_property
    def table(self) -> TableId:
        """What is read, and whose budget pays."""
        parts = parse_table(self.job.table).parts if self._view is None else self._view.parts
        known = (_database(self.job.url), self.home)
        if len(parts) == 3 and parts[0].lower() != known[0].lower():
            raise ArgumentError(f"source.table must be one of database {known[0]}, got {parts[0]!r}.", argument="table")
        return TableId(*(*known[: 3 - len(parts)], *parts))

    @property
    def home(self) -> str:
        return _HOMES.get(self.job.url.partition("://")[0].lower(), "default")

    @property
    def reads(self) -> exp.Table:
        return Source((self.table.schema, self.table.table)).expression

    @cached_property
    def _rule(self) -> TableRule | None:
        if self.job.policy is None:
            return None
        rule = policy.load(self.job.policy).rule(self.table, self.table.database)
        if rule is None:
            raise ArgumentError(
                f"the policy {self.job.policy.name} has no rule for {self.table}; add [tables.{self.table.label}].",
                argument="policy",
            )
        return rule

    @property
    def limit(self) -> Limit | None:
        return None if self._rule is None else self._rule.limit

    @cached_property
    def request(self) -> Request:
        """The validated arguments, with the query's names and predicate written out."""
        job = self.job
        if job.function not in FUNCTIONS:
            raise UnknownNameError("function", job.function, FUNCTIONS)
        col, options = job.column, dict(job.options)
        if self._view is not None:
            col, options = _written_out(self._view, col, options)
        options = shared(job.function, options)
        if self._rule is not None:
            options = self._rule.fill(col, options)
        request = Request.parse(job.function, str(self.table), col, {**options, "name": job.name})
        request = admitted(request, self._rule)
        if plan_for(job.function, request.privacy).streamed:
            raise ArgumentError(
                f"function {job.function} with a sketch reads rows in their order, which a warehouse does not keep; "
                "use sketch=>'exact', dp_hhh, or the SQL function in DuckDB.",
                argument="function",
            )
        return request

    @cached_property
    def plan(self) -> Plan:
        return plan_for(self.request.function, self.request.privacy)

    @property
    def _function(self) -> TableFunction:
        return FUNCTIONS[self.request.function]

    # --- the engine -------------------------------------------------------------------------------------

    def engine(self) -> Engine:
        """The engine, opened when it is first needed."""
        if not self._opened:
            self._report("connect")
            self._opened.append(open_engine(self.job.url))
        return self._opened[0]

    def sql(self) -> str:
        """The statement that would run. Asks the engine for the types of the columns; reads no row."""
        engine = self.engine()
        return render(statement(engine, self.request, self.plan.floor, self.reads), engine.dialect)

    @cached_property
    def pieces(self) -> tuple[Piece, Piece]:
        """The rows and the certificate."""
        return pieces(self.job.file, self.job.target, self.engine, self.home)

    # --- the run ----------------------------------------------------------------------------------------

    def run(self) -> Outcome:
        """Release once and write. (eps, delta)-DP as planned, for add/remove of one unit, however often it is run.

        Raises:
            ArgumentError: refused: nothing was charged, or (`state`) it was before.
            EngineError: the engine is gone or the statement failed.
            BudgetError: the budget does not allow it; nothing was drawn.
            LedgerError: it could not be charged or stored durably.
            DeliveryError: the release is stored, and could not be written.
        """
        self._report("plan")
        plan, request = self.plan, self.request
        self._report("look up")
        found = stored_release(self.ledger, self.table, request)
        if found is not None:
            return self._delivered(found, repeated=True)
        if lost := self.ledger.unstored(self.table, self.job.name):
            self.state = f"{never_stored(lost)}; nothing more was charged; the next run is charged again"
        self._refuse_another_table()
        for piece in self.pieces:
            if piece.exists():
                raise appeared(piece)
        return self._delivered(self._made(plan, request), repeated=False)

    def _refuse_another_table(self) -> None:
        """Names belong to tables; those of jobs to one."""
        for entry in self.ledger.entries():
            named = entry.name == self.job.name and entry.event is Event.CHARGE
            if named and entry.table.folded != self.table.folded:
                raise ArgumentError(
                    f"job {self.job.name} belongs to release {entry.release_id} of {entry.table}, not of {self.table}; "
                    "give the job another id or period.",
                    argument="id",
                    value=self.job.name,
                    remedy="give the job another id or period",
                )

    def _made(self, plan: Plan, request: Request) -> StoredRelease:
        engine = self.engine()
        self._report("count")
        try:
            counts = count(engine, request, plan.floor, self.reads)
        except EngineError:
            if not self._is_missing(engine):
                raise
            key = "table" if self._view is None else "query"  # a mistake of the job, which no other run gets over
            raise ArgumentError(f"source.{key}: there is no table or view {self.table}.", argument=key) from None
        tree = Tree.from_candidates(counts.candidates, counts.total, plan.levels)
        self._report("charge")
        charge = charge_for(plan, self.table, request, process_user())
        entry, _ = released(
            self.ledger, charge, self.limit, self._function, plan, tree, counts.host, charged=self._charged
        )
        found = self.ledger.get_release(entry.release_id)
        assert found is not None
        return found

    def _is_missing(self, engine: Engine) -> bool:
        try:
            return not engine.exists(self.reads)
        except EngineError:  # gone
            return False

    def _charged(self, entry: Entry) -> None:
        self.state = (
            f"release {entry.release_id} is charged and not stored, which stays spent; when the cause is gone, run the "
            "job again: it is charged again"
        )
        self._report("draw and store")

    def _delivered(self, found: StoredRelease, repeated: bool) -> Outcome:
        self.state = (
            f"release {found.entry.release_id} is charged and stored in the ledger; when the cause is gone, run the "
            "job again: it only writes"
        )
        delivery = Delivery.of(Certificate.stored(found), self._function.arrow_row)
        lost = tuple(self.ledger.unstored(self.table, self.job.name))
        missing = []
        for piece in self.pieces:
            if not piece.exists():
                missing.append(piece)
            elif not piece.holds(delivery):
                raise appeared(piece)
        for piece, step in zip(self.pieces, STEPS[-2:], strict=True):
            if piece in missing:
                self._report(step)
                piece.write(delivery)
        return Outcome(found.entry, repeated, lost, delivery.rows.num_rows, tuple(piece.name for piece in missing))


def _written_out(view: PlainView, col: object, options: dict[str, object]) -> tuple[object, dict[str, object]]:
    """The arguments over the view's table: its names, and both predicates."""
    names = {folded(output): name for output, name in view.items if output is not None and isinstance(name, str)}
    star = any(output is None for output, _ in view.items)
    hidden = {name for output, left in view.items if output is None for name in left}

    def known(argument: str, name: str) -> str:
        found = names.get(folded(name)) or (name if star and folded(name) not in hidden else None)
        if found is None:
            raise ArgumentError(f"{argument} {name!r} is no column of source.query.", argument=argument, value=name)
        return found

    def quoted(argument: str, name: str) -> str:
        return '"' + known(argument, name).replace('"', '""') + '"'

    columns = [quoted("column", name) for name in parse_columns(col)]
    written: dict[str, object] = dict(options)
    for argument in ("unit", "user_col"):
        if isinstance(options.get(argument), str) and str(options[argument]).strip().lower() != "row":
            (name,) = parse_columns(options[argument])
            written[argument] = quoted(argument, name)
    predicate = None
    if parse_filter(options.get("filter")) is not None:  # as it is written: `Request.parse` reads it again
        predicate = sqlglot.parse_one(str(options["filter"]), read="duckdb")
        for column in predicate.find_all(exp.Column):
            column.set("this", exp.to_identifier(known("filter", column.name), quoted=True))
    both = [text for text in (view.predicate, predicate and predicate.sql(dialect="duckdb")) if text]
    written["filter"] = " AND ".join(f"({text})" for text in both) or None
    return (columns if isinstance(col, list) else columns[0]), written


def _database(url: str) -> str:
    """The database's name in the ledger: of a DuckDB file as in SQL, else the last part of the URL's path."""
    scheme, _, place = url.partition("://")
    if scheme.lower() == "duckdb":
        file = place.removeprefix("/")  # a path as it is: no %XX, no #
        return "memory" if file in ("", ":memory:") else database_of(file)
    parts = urlsplit(url)
    return unquote(parts.path).rstrip("/").rpartition("/")[2] or parts.hostname or parts.scheme

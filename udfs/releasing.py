"""A release through SQL, step by step: admit the call, count, then what `dphh_sql.releasing` does for every host."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

import pyarrow as pa
from sqlglot import exp

from dphh_sql.admission import admitted
from dphh_sql.arguments import shared
from dphh_sql.certificate import Certificate
from dphh_sql.counting import checking_query, counting_query
from dphh_sql.cut_first import CutFirst
from dphh_sql.errors import ArgumentError, ReleaseError
from dphh_sql.functions import FUNCTIONS, TableFunction
from dphh_sql.ledger import Entry, Ledger, StoredRelease, TableId
from dphh_sql.plan import Plan, plan_for
from dphh_sql.releasing import charge_for, never_stored, released, stored_release, unstored
from dphh_sql.request import Request
from dphh_sql.source import Projection, Source, parse_table
from dphh_sql.streaming.summary import Summary
from dphh_sql.tree import Tree
from dphh_sql.udfs import kinds, places, streams
from dphh_sql.udfs.answers import Caller
from dphh_sql.udfs.session import Session

_log = logging.getLogger("dphh_sql")


@dataclass(frozen=True)
class Call:
    """An admitted call: the policy allows it, and it is settled what it reads and who pays.

    Attributes:
        request: the validated arguments.
        reads: what is counted.
        database, table: whose ledger and which budget pay.
        named: the full name of the table or view that was asked for.
        row_ids: whether the rows are those of a stored table, which numbers them (asked of streams only).
    """

    request: Request
    reads: Source | Projection
    database: str
    table: TableId
    named: str
    row_ids: bool = False

    @property
    def plan(self) -> Plan:
        return plan_for(self.request.function, self.request.privacy)

    @property
    def shown(self) -> Request:
        """The request as the ledger keeps it: the table under its full name, however it was spelt."""
        return replace(self.request, tbl=self.named)

    def counting(self, way: CutFirst | None = None) -> exp.Select:
        """The statement that counts, `way` from `ways.chosen`.

        For a stream, which is read elsewhere, the one that checks the columns.
        """
        privacy = self.request.privacy
        if self.plan.streamed:
            return self.checking
        return counting_query(
            self.reads,
            self.request.columns,
            privacy.kind,
            privacy.levels,
            self.plan.floor,
            self.request.filter,
            self.request.function,
            privacy.unit,
            privacy.max_rows,
            FUNCTIONS[self.request.function].nulls,
            way,
        )

    @property
    def checking(self) -> exp.Select:
        """The statement that checks the columns and the filter, and reads no row."""
        kind = self.request.privacy.kind
        return checking_query(self.reads, self.request.columns, kind, self.request.filter, self.request.function)

    def to_json(self) -> str:
        reads = {"sql": self.reads.sql} if isinstance(self.reads, Projection) else {"parts": self.reads.parts}
        return json.dumps(
            {
                "request": self.request.to_json(),
                "reads": reads,
                "database": self.database,
                "table": asdict(self.table),
                "named": self.named,
                "row_ids": self.row_ids,
            },
            sort_keys=True,
        )

    @classmethod
    def from_json(cls, text: str) -> Call:
        raw = json.loads(text)
        reads = raw["reads"]
        return cls(
            Request.from_json(raw["request"]),
            Projection(reads["sql"]) if "sql" in reads else Source(tuple(reads["parts"])),
            raw["database"],
            TableId(**raw["table"]),
            raw["named"],
            raw["row_ids"],
        )


def admit(
    session: Session, function: str, tbl: object, col: object, options: Mapping[str, object], caller: Caller
) -> Call:
    """Validate the arguments and settle, under the policy, what is read and who pays. Reads no row.

    Raises:
        ArgumentError: an argument breaks its rule, or the policy does not allow the call.
    """
    options = shared(function, options)
    if session.named and options.get("name") is None:
        raise ArgumentError(
            "name must be given, for this connection belongs to a tool that may run the statement again; a re-run with "
            "the same name returns the stored release and spends nothing: name=>'loans 2026-11'.",
            argument="name",
            remedy="give a name",
        )
    place = session.admit(places.find(session, parse_table(tbl), session.caller(caller)), tbl)
    if place.rule is not None:
        options = place.rule.fill(col, options)
    options = kinds.settled(session, place.found, col, options, caller)
    request = Request.parse(function, tbl, col, options)
    request = admitted(request, place.rule)
    call = Call(request, place.reads, place.database, place.table, place.name)
    if call.plan.streamed:  # an argument that no plan can meet is refused here, before anything is read
        reads, row_ids = streams.in_order(session, place, session.caller(caller))
        call = replace(call, reads=reads, row_ids=row_ids)
    return call


def stored(session: Session, call: Call) -> StoredRelease | None:
    """The stored release that a named call asks for again; None when there is none yet.

    Raises:
        ArgumentError: the name belongs to a release with other arguments.
    """
    if call.request.name is None:
        return None
    return stored_release(session.ledger(call.database), call.table, call.shown)


def release(session: Session, function: TableFunction, total: int, candidates: pa.StructArray, token: str) -> pa.Array:
    """The released rows of a signed call: (eps, delta)-DP as planned, for add/remove of one unit.

    A named release that was made before is returned again as it is, which costs nothing.

    Raises:
        BudgetError: the budget does not allow it; nothing was drawn.
        LedgerError: it could not be charged or stored durably; nothing is returned.
        ReleaseError: the token is not one of this session and function.
    """
    call = Call.from_json(session.open(token))
    if call.request.function != function.name:
        raise ReleaseError(f"the plan token belongs to {call.request.function}")
    ledger = session.ledger(call.database)
    if call.request.name is None:
        return _made(session, function, ledger, call, total, candidates)
    with session.turn(call, total):
        if (found := stored(session, call)) is not None:
            session.memory.note(ledger, found.entry.release_id, repeated=True)
            _log.info("%s: release %d (%s) returned again; nothing charged", function.name, *_id_and_name(found.entry))
            return Certificate.stored(found).rows_as(function.arrow_row)
        return _made(session, function, ledger, call, total, candidates)


def _made(
    session: Session, function: TableFunction, ledger: Ledger, call: Call, total: int, candidates: pa.StructArray
) -> pa.StructArray:
    counted = _counted(session, call, total, candidates)
    charge = charge_for(call.plan, call.table, call.shown, session.user_name)
    entry, rows = released(ledger, charge, session.limit(call.table), function, call.plan, counted)
    if lost := never_stored(unstored(ledger, charge)):
        # By number: a server shows warnings in its log, where the name, a literal of the caller's, has no place.
        _log.warning("%s: the name of release %d was charged more than once: %s", function.name, entry.release_id, lost)
    session.memory.note(ledger, entry.release_id, repeated=False)
    return rows


def _counted(session: Session, call: Call, total: int, candidates: pa.StructArray) -> Tree | Summary:
    """What the mechanism selects from: the tree of the counts, or the sketches of the stream."""
    if call.plan.streamed:
        return streams.summarise(session, call, total)
    total, candidates = session.counts(call, total, candidates)
    return Tree.from_candidates(candidates, total, call.plan.levels)


def _id_and_name(entry: Entry) -> tuple[int, str | None]:
    return entry.release_id, entry.name

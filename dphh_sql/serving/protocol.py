"""The message loop of one logged-in client: simple and extended queries (PostgreSQL documentation, "Message Flow").

A client that prepares, binds, describes and executes sends all four before it waits. The answer to a Describe is
therefore held back until the next message: if that runs the portal, the columns come from the run itself, and the
statement is bound once, not twice. Nothing runs because it is described.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sized
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, ClassVar

import duckdb

from dphh_sql.serving import messages as m
from dphh_sql.serving import parameters, statements
from dphh_sql.serving.conduct import Conduct
from dphh_sql.serving.failures import Refusal
from dphh_sql.serving.results import Result, described, encoders
from dphh_sql.serving.steps import Columns, Step
from dphh_sql.serving.transactions import IDLE, Transactions
from dphh_sql.serving.wire import GoneError, IdleError, Wire

LONGEST = 1 << 24
"""Bytes of one message."""

MOST_HELD = 1 << 26
"""Bytes of the messages that a client's prepared statements and open portals came in, and of the rows that wait in
portals: with more, no other is opened or run in parts."""

_ROW = 50
"""Bytes that keeping a row takes beside its own."""

MOST_PREPARED = 1000
MOST_PARAMETERS = (1 << 15) - 1
"""Of a statement: what the number of values in a message can say."""

_UNTYPED = 25  # text


@dataclass
class Prepared:
    """A parsed statement; `step` is None for an empty text."""

    step: Step | None
    oids: list[int]
    size: int


@dataclass
class Portal:
    """A prepared statement with values; `rows` holds what is left of it when it was run in parts, of `kept` bytes."""

    prepared: Prepared
    values: dict[str, Any]
    formats: list[int]
    size: int
    columns: Columns | None = None
    rows: Iterator[bytes] | None = None
    kept: int = 0
    tag: Callable[[int], str] = field(default="SELECT {}".format)


class Protocol:
    """Reads messages until the client leaves.

    Args:
        wire: the client.
        con: its analyst connection.
        conduct: limits on what it runs.
    """

    def __init__(self, wire: Wire, con: duckdb.DuckDBPyConnection, conduct: Conduct) -> None:
        self._wire, self._con, self._conduct = wire, con, conduct
        self._transactions = Transactions()
        self._prepared: dict[str, Prepared] = {}
        self._portals: dict[str, Portal] = {}
        self._undescribed: Portal | None = None
        self._skipping = False

    def run(self) -> None:
        """Until Terminate.

        Raises:
            GoneError, IdleError: the client is gone, or silent for too long.
            ProtocolError: it does not speak the protocol.
        """
        self._ready()
        while True:
            kind, body = self._wire.message(time.monotonic() + self._conduct.idle_seconds, LONGEST)
            if kind == b"X":
                return
            if kind not in self._HANDLERS:
                raise m.ProtocolError("no such message")
            skipped = self._skipping
            if not skipped:
                self._skipping = not self._guarded(self._HANDLERS[kind], m.Reader(body), describe=kind != b"E")
            if kind == b"S" or (kind == b"Q" and not skipped):
                self._skipping = False
                self._ready()

    def _guarded(self, handler: Callable[[Protocol, m.Reader], None], reader: m.Reader, describe: bool) -> bool:
        """Whether the message was answered without an error."""
        try:
            if describe:
                self._answer_describe()
            handler(self, reader)
        except (m.ProtocolError, GoneError, IdleError):
            raise
        except Exception as error:
            self._undescribed = None
            self._transactions.failed()
            code, text = self._conduct.explained(error)
            self._wire.put(m.report(b"E", "ERROR", code, text))
            return False
        return True

    def _ready(self) -> None:
        if self._transactions.status == IDLE:  # portals live as long as their transaction
            self._portals.clear()
        self._wire.put(m.ready(self._transactions.status))
        self._wire.flush()
        if self._conduct.stopping:  # what the client sends from now on is not read
            raise GoneError

    def _sync(self, reader: m.Reader) -> None:
        pass  # `run` answers it

    # --- simple queries --------------------------------------------------------------------------------------

    def _query(self, reader: m.Reader) -> None:
        steps = statements.parsed(self._con, reader.text())
        self._portals.pop("", None)
        self._prepared.pop("", None)
        if not steps:
            self._wire.put(m.EMPTY_QUERY)
        for step in steps:
            if step.parameters:
                raise Refusal("42P02", "a simple query has no parameters")
            with self._conduct.running(step, self._con):
                result = step.run(self._con, {}, self._transactions)
                formats = [0] * len(result.columns or ())
                if result.columns is not None:
                    self._wire.put(m.row_description(described(result.columns), formats))
                self._wire.put(m.command_complete(result.tag(self._send(self._rows(result, formats)))))

    def _rows(self, result: Result, formats: list[int]) -> Iterator[bytes]:
        encode = encoders(result.columns or [], formats)
        allowance = self._conduct.allowance()
        for chunk in result.chunks:
            for row in chunk:
                data = m.data_row([None if v is None else form(v) for form, v in zip(encode, row, strict=True)])
                allowance.take(len(data))
                yield data

    def _send(self, rows: Iterator[bytes]) -> int:
        n = 0
        for row in rows:
            self._wire.put(row)
            n += 1
        return n

    # --- extended queries ------------------------------------------------------------------------------------

    def _parse(self, reader: m.Reader) -> None:
        name, text = reader.text(), reader.text()
        oids = [reader.int32() & 0xFFFFFFFF for _ in range(_count(reader))]
        if name and name in self._prepared:
            raise Refusal("42P05", "a prepared statement of this name exists already")
        self._require_room(self._prepared, reader.size)
        steps = statements.parsed(self._con, text)
        if len(steps) > 1:
            raise Refusal("42601", "cannot insert multiple commands into a prepared statement")
        step = steps[0] if steps else None
        highest = _highest(step)
        if highest > MOST_PARAMETERS:  # `SELECT $2000000000` would have as many types kept
            raise Refusal("54000", f"a statement has at most {MOST_PARAMETERS} parameters")
        oids += [0] * (highest - len(oids))
        self._prepared[name] = Prepared(step, oids, reader.size)
        self._wire.put(m.PARSE_COMPLETE)

    def _bind(self, reader: m.Reader) -> None:
        name, prepared = reader.text(), self._found(self._prepared, reader.text(), "26000", "prepared statement")
        given = [reader.int16() for _ in range(_count(reader))]
        raw = [_value(reader) for _ in range(_count(reader))]
        wanted = [reader.int16() for _ in range(_count(reader))]
        if len(raw) != len(prepared.oids):
            raise Refusal("08P01", f"{len(prepared.oids)} parameters are needed, {len(raw)} were given")
        forms = parameters.formats(given, len(raw))
        values = {
            str(i): parameters.value(i, oid, form == 1, each)
            for i, (oid, form, each) in enumerate(zip(prepared.oids, forms, raw, strict=True), start=1)
        }
        self._require_room(self._portals, reader.size)
        self._portals[name] = Portal(prepared, values, wanted, reader.size)
        self._wire.put(m.BIND_COMPLETE)

    def _require_room(self, kept: Sized, size: int) -> None:
        held = sum(each.size for each in self._prepared.values())
        held += sum(each.size + each.kept for each in self._portals.values())
        if len(kept) >= MOST_PREPARED or held + size > MOST_HELD:
            most = f"at most {MOST_PREPARED} prepared statements and as many portals, {MOST_HELD >> 20} MiB in all"
            raise Refusal("54000", f"{most}, are kept for a client; close some")

    def _describe(self, reader: m.Reader) -> None:
        what, name = reader.raw(1), reader.text()
        if what == b"P":
            self._undescribed = self._found(self._portals, name, "34000", "portal")
            return
        prepared = self._found(self._prepared, name, "26000", "prepared statement")
        self._wire.put(m.parameter_description([oid or _UNTYPED for oid in prepared.oids]))
        unknown = {str(i): None for i in range(1, len(prepared.oids) + 1)}
        self._put_columns(self._columns(prepared.step, unknown), [])

    def _answer_describe(self) -> None:
        portal, self._undescribed = self._undescribed, None
        if portal is not None:
            if portal.rows is None:
                portal.columns = self._columns(portal.prepared.step, portal.values)
            self._put_columns(portal.columns, portal.formats)

    def _columns(self, step: Step | None, values: dict[str, Any]) -> Columns | None:
        if step is None:
            return None
        self._transactions.require_sound()
        with self._conduct.describing(self._con):
            return step.describe(self._con, values)

    def _put_columns(self, columns: Columns | None, formats: list[int]) -> None:
        if columns is None:
            self._wire.put(m.NO_DATA)
        else:
            self._wire.put(m.row_description(described(columns), parameters.formats(formats, len(columns))))

    def _execute(self, reader: m.Reader) -> None:
        portal, most = self._found(self._portals, reader.text(), "34000", "portal"), reader.int32()
        describe, self._undescribed = self._undescribed, None
        if describe is not None and describe is not portal:
            self._undescribed = describe
            self._answer_describe()
            describe = None
        step = portal.prepared.step
        if step is None:
            self._wire.put((m.NO_DATA if describe else b"") + m.EMPTY_QUERY)
        elif portal.rows is not None:
            if describe:
                self._put_columns(portal.columns, portal.formats)
            self._send_part(portal, most)
        else:
            with self._conduct.running(step, self._con):
                self._start(portal, step, describe is not None, most)
                self._send_part(portal, most)

    def _start(self, portal: Portal, step: Step, describe: bool, most: int) -> None:
        if most > 0:
            self._require_room((), 0)
        result = step.run(self._con, portal.values, self._transactions)
        portal.columns, portal.tag = result.columns, result.tag
        if describe:
            self._put_columns(result.columns, portal.formats)
        rows = self._rows(result, parameters.formats(portal.formats, len(result.columns or ())))
        # A portal that is sent in parts lets go of the connection, which has one open result at a time.
        if most > 0:
            waiting = list(rows)
            portal.kept = sum(map(len, waiting)) + _ROW * len(waiting)
            portal.rows = iter(waiting)
        else:
            portal.rows = rows

    def _send_part(self, portal: Portal, most: int) -> None:
        assert portal.rows is not None
        sent = self._send(islice(portal.rows, most) if most > 0 else portal.rows)
        if sent == most > 0:
            self._wire.put(m.PORTAL_SUSPENDED)
            return
        portal.kept = 0
        self._wire.put(m.command_complete(portal.tag(sent)))

    def _close(self, reader: m.Reader) -> None:
        what, name = reader.raw(1), reader.text()
        (self._prepared if what == b"S" else self._portals).pop(name, None)
        self._wire.put(m.CLOSE_COMPLETE)

    def _flush(self, reader: m.Reader) -> None:
        self._wire.flush()

    @staticmethod
    def _found(known: dict[str, Any], name: str, code: str, what: str) -> Any:
        if name not in known:
            raise Refusal(code, f"there is no {what} of this name")
        return known[name]

    _HANDLERS: ClassVar[dict[bytes, Callable[[Protocol, m.Reader], None]]] = {
        b"Q": _query,
        b"P": _parse,
        b"B": _bind,
        b"D": _describe,
        b"E": _execute,
        b"C": _close,
        b"H": _flush,
        b"S": _sync,
    }


def _count(reader: m.Reader) -> int:
    return max(reader.int16(), 0)


def _value(reader: m.Reader) -> bytes | None:
    size = reader.int32()
    return None if size == -1 else reader.raw(size)


def _highest(step: Step | None) -> int:
    names = step.parameters if step else frozenset()
    return max((int(name) for name in names if name.isdecimal()), default=0)

"""`Stream`: private heavy hitters of rows that come in one after the other, outside any database."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from dphh_sql import hierarchies, mechanisms
from dphh_sql.errors import ArgumentError, ReleaseError
from dphh_sql.functions import FUNCTIONS
from dphh_sql.ledger import IN_MEMORY, Entry, Ledger, TableId, anchored, open_ledger
from dphh_sql.mechanisms.sketches import SketchMechanism
from dphh_sql.plan import Plan, plan_for
from dphh_sql.releasing import charge_for, process_user, released
from dphh_sql.request import Privacy, Request
from dphh_sql.streaming import checkpoint
from dphh_sql.streaming.batches import BatchKeys, tables
from dphh_sql.streaming.summary import Summary


class Stream:
    """Hierarchical heavy hitters of a stream, in O(counters) memory; with hierarchy 'items' plain heavy hitters.

    Each `release()` is (eps, delta)-DP for adding or removing one row of the stream, the other rows in the same
    order, for all that it returns. A second one, of the same stream or of a longer one, costs the same again; with
    sketch 'count_min' or 'count_sketch' there is none (`mechanisms.linear_sketches`). The rows must come in an order
    that does not depend on them: do not sort or group them first.

    Args:
        hierarchy: kind, as in SQL: 'zip', 'ipv4', 'columns(2)', 'items'.
        k: items (prefixes of a level) with more than n/k of the n rows are wanted; `counters` is 2 k.
        eps, delta: the guarantee of one release.
        sketch, counters, levels, tau, beta, rest, n_max: as in SQL.
        name: what the ledger calls the stream; its charges add up under this name.
        ledger: path or URL of the ledger; default: in memory.

    Raises:
        ArgumentError: an argument breaks its rule.
        DphhError: numba is not installed.

    Example (`tests/test_stream.py` runs it; it needs numba)::

        stream = Stream("items", k=10, eps=1)
        stream.update(["a"] * 500 + ["b"] * 3)
        stream.release().column("item").to_pylist()  # ['a']
    """

    def __init__(
        self,
        hierarchy: str,
        k: int,
        eps: float,
        delta: float | None = None,
        *,
        sketch: str = "space_saving",
        counters: int | None = None,
        levels: Sequence[int] | None = None,
        tau: int | None = None,
        beta: float | None = None,
        rest: bool | None = None,
        n_max: int | None = None,
        name: str = "stream",
        ledger: str | os.PathLike[str] | None = None,
    ) -> None:
        spec = "items(1)" if isinstance(hierarchy, str) and hierarchy.strip().lower() == "items" else hierarchy
        options = {
            "k": k, "eps": eps, "delta": delta, "method": sketch, "counters": counters, "levels": levels, "tau": tau,
            "beta": beta, "rest": rest, "n_max": n_max,
        }  # fmt: skip
        kind = hierarchies.parse(spec)
        if not isinstance(name, str) or not name.strip():
            raise ArgumentError("Stream: name must be a string that is not empty.", argument="name", value=name)
        function = "dp_heavy_hitters" if kind.kind == "items" else "dp_hhh_stream"
        self._start(Request(function, name, ("value",), None, Privacy.parse(options, kind), None), ledger)

    def _start(self, request: Request, ledger: str | os.PathLike[str] | None) -> None:
        self._request = request
        self.plan: Plan = plan_for(request.function, request.privacy)
        mechanism = mechanisms.mechanism(request.function, self.plan.mechanism)
        if not isinstance(mechanism, SketchMechanism):
            raise ArgumentError(
                f"Stream: sketch must be one of {', '.join(streamed(request.function))}, got {self.plan.mechanism!r}.",
                argument="sketch",
                value=self.plan.mechanism,
            )
        self._mechanism = mechanism
        self._keys = BatchKeys(request.privacy.kind, request.privacy.levels)
        self._summary: Summary | None = None
        self._released = False
        self._ledger: Ledger = open_ledger(ledger)
        # For the checkpoint; without a password.
        self._place = None if ledger is None or anchored(ledger) in IN_MEMORY else str(self._ledger)
        mechanism.sketch(self.plan.design)  # refused here without numba

    def _new_summary(self) -> Summary:
        design = self.plan.design
        return Summary(self.plan.levels, lambda: self._mechanism.sketch(design), bool(self._keys.integers))

    @property
    def rows(self) -> int:
        """How many rows came so far. Private: not for publication."""
        return 0 if self._summary is None else self._summary.rows

    @property
    def single(self) -> bool:
        """Whether there is only one release."""
        return self._mechanism.single

    @property
    def ledger(self) -> Ledger:
        """Where releases are charged."""
        return self._ledger

    def update(self, rows: Any) -> None:
        """Rows, in their order.

        What a row is must depend on that row alone. So Python values are typed one by one: for a hierarchy that reads
        text each is its own text (1 is '1', 1.0 is '1.0', True is 'true'), for 'numeric' a double, for 'bits' a 64-bit
        integer, for dates and times a TIMESTAMP (a date is
        its midnight). What has no such text or value (bytes, a number where a time is
        wanted, a tuple of another length) is a row without item, as None is. Arrow data is of its schema's type, which
        is public and the same for the whole stream: declare it, do not let `pa.array(values)` find it from the values.

        Args:
            rows: an Arrow table, record batch, record batch reader, array; or an iterable of values, of tuples for a
                hierarchy of several columns.

        Raises:
            ArgumentError: not such a thing, or Arrow data with other columns or another type than before, or of a type
                that the hierarchy does not read: nothing of that batch was taken, the batches before it were.
        """
        for table in tables(rows, self._request.privacy.kind):
            keys = self._keys.of(table)  # from the first of which on it is settled whether items are integers
            if self._summary is None:
                self._summary = self._new_summary()
            self._summary.update(keys)

    def release(self) -> pa.Table:
        """The released rows as an Arrow table, with the columns of `dp_heavy_hitters` or `dp_hhh_stream`.

        Charged before anything is drawn; the stream goes on, and another release is another charge.

        Raises:
            LedgerError: it could not be charged or stored durably; nothing is returned.
            ReleaseError: a second release of a sketch that has only one; nothing was charged.
        """
        if self._released and self.single:
            raise ReleaseError(
                f"a stream with sketch {self._mechanism.name} can be released only once, for rows that come after a "
                "release may depend on its hashes; nothing was charged. Start a new Stream for the rows to come, or "
                "use sketch 'space_saving' or 'misra_gries'."
            )
        request, function = self._request, FUNCTIONS[self._request.function]
        charge = charge_for(self.plan, TableId("stream", "", request.tbl), request, process_user())
        summary = self._new_summary() if self._summary is None else self._summary
        _, rows = released(self._ledger, charge, None, function, self.plan, summary, charged=self._charged)
        return pa.Table.from_struct_array(rows)

    def _charged(self, entry: Entry) -> None:
        self._released = True

    @property
    def request(self) -> Request:
        """What was asked for."""
        return self._request

    def checkpoint(self, path: str | os.PathLike[str]) -> None:
        """Write the state to a file, in one step. It is private data: mode 0600.

        A stream with a sketch that has only one release has one together with all that are restored from it: write
        its checkpoint again after the release.

        Raises:
            CheckpointError: it cannot be written.
        """
        facts = {
            "request": self._request.to_json(),
            "released": self._released,
            "ledger": self._place,
            **self._keys.settled,
        }
        checkpoint.write(path, facts, {} if self._summary is None else self._summary.arrays())

    @classmethod
    def restore(cls, path: str | os.PathLike[str], ledger: str | os.PathLike[str] | None = None) -> Stream:
        """The stream of a checkpoint, which goes on where it was.

        Args:
            ledger: where releases are charged from now on; needed for a stream that was charged to a file or a
                database, for without one they are charged in memory.

        Raises:
            ArgumentError: that stream had a ledger, and none is named.
            CheckpointError: no whole checkpoint of this version.
        """
        facts, arrays = checkpoint.read(path)
        if ledger is None and (before := facts.get("ledger")) is not None:
            remedy = "name it with ledger"
            raise ArgumentError(
                f"restore: ledger must be named for a stream that is charged to one (ledger {before}); {remedy}.",
                argument="ledger",
                remedy=remedy,
            )
        stream = cls.__new__(cls)
        stream._start(Request.from_json(facts["request"]), ledger)
        stream._released = facts["released"]
        stream._keys.settled = facts
        if arrays:
            stream._summary = stream._new_summary()
            stream._summary.restore(arrays)
        return stream


def streamed(function: str) -> list[str]:
    """The sketches of a function."""
    return [name for name, method in mechanisms.methods(function).items() if method.streamed]

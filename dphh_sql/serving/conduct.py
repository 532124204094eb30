"""How one session's statements are run: limits, log, metrics, and what becomes of their errors."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import duckdb

from dphh_sql.ledger import Entry
from dphh_sql.serving import failures, logs
from dphh_sql.serving.failures import Refusal
from dphh_sql.serving.shared import Shared
from dphh_sql.serving.steps import Step
from dphh_sql.udfs.analyst import Watch

_MIB = 1 << 20


class Allowance:
    """What is left of a result's size."""

    def __init__(self, mib: float) -> None:
        self._mib, self._left = mib, int(mib * _MIB)

    def take(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise Refusal("54000", f"the result is larger than {self._mib:g} MiB; ask for less, or aggregate")


class Conduct(Watch):
    """One session's; told by the analyst connection of its counts and charges.

    Args:
        session: a number for the log.
        user: who logged in.
        shared: what all sessions share.
    """

    def __init__(self, session: int, user: str, shared: Shared) -> None:
        self._session, self._user, self._shared = session, user, shared
        self._settings, self._metrics = shared.settings, shared.metrics
        self._releases = 0

    @property
    def idle_seconds(self) -> float:
        return self._settings.idle_seconds

    @property
    def stopping(self) -> bool:
        """Whether the server has been told to stop."""
        return self._shared.stopping.is_set()

    def allowance(self) -> Allowance:
        return Allowance(self._settings.result_mib)

    # --- told by the analyst connection ------------------------------------------------------------------------

    def counting(self, interrupted: Callable[[], bool]) -> AbstractContextManager[None]:
        return self._shared.gate.place(interrupted)

    def charged(self, entry: Entry) -> None:
        self._releases += 1
        table = entry.table.label
        self._metrics.releases.labels(table, entry.function).inc()
        self._metrics.eps.labels(table).inc(entry.eps)
        self._event(
            "charged",
            release_id=entry.release_id,
            table=table,
            function=entry.function,
            eps=entry.eps,
            delta=entry.delta,
        )

    # --- statements --------------------------------------------------------------------------------------------

    @contextmanager
    def describing(self, con: duckdb.DuckDBPyConnection) -> Iterator[None]:
        """Within the block a statement is bound."""
        with self._ended(con):
            yield

    @contextmanager
    def running(self, step: Step, con: duckdb.DuckDBPyConnection) -> Iterator[None]:
        """Within the block a statement runs and its rows are sent."""
        begun, code, self._releases = time.monotonic(), "00000", 0
        try:
            with self._metrics.running.track_inprogress(), self._ended(con):
                yield
        except Exception as error:
            code = (failures.described(error) or ("XX000", ""))[0]
            raise
        finally:
            seconds = time.monotonic() - begun
            self._metrics.statements.labels(step.kind, code).inc()
            self._metrics.seconds.labels(step.kind).observe(seconds)
            self._event("statement", kind=step.kind, code=code, seconds=round(seconds, 4), releases=self._releases)
            self._releases = 0

    @contextmanager
    def _ended(self, con: duckdb.DuckDBPyConnection) -> Iterator[None]:
        with self._shared.watchdog.running(con, self._settings.statement_seconds) as running:
            try:
                yield
            except (duckdb.Error, RuntimeError) as error:
                if running.reason is None:
                    raise
                spent = "; what was charged until then stays charged" if self._releases else "; nothing was charged"
                raise Refusal("57014", running.reason + spent) from error

    def explained(self, error: Exception) -> tuple[str, str]:
        """(SQLSTATE, message) for the client; an internal error is logged under a number."""
        known = failures.described(error)
        if known is not None:
            return known
        number = secrets.token_hex(4)
        self._metrics.errors.inc()
        self._event("internal_error", level=logging.ERROR, number=number, where=logs.where(error))
        return "XX000", f"internal error; the server's log has it under number {number}"

    def _event(self, name: str, *, level: int = logging.INFO, **fields: str | int | float) -> None:
        logs.event(name, level=level, session=self._session, user=self._user, **fields)

"""The listener: a thread for each client, and a graceful end."""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import socket
import ssl
import time

import duckdb

import dphh_sql.udfs
from dphh_sql.errors import ArgumentError, DphhError
from dphh_sql.policy import Policy
from dphh_sql.serving import logs
from dphh_sql.serving.client import Client, Clients
from dphh_sql.serving.gate import Gate
from dphh_sql.serving.health import Health
from dphh_sql.serving.login import Tls
from dphh_sql.serving.metrics import Metrics
from dphh_sql.serving.passwords import Verifiers
from dphh_sql.serving.settings import Settings
from dphh_sql.serving.shared import Shared
from dphh_sql.serving.watchdog import SHUTDOWN, Watchdog
from dphh_sql.udfs import registry
from dphh_sql.udfs.analyst import analyst, close_analyst

OLDEST_DUCKDB = (2, 0)
_BACKLOG = 128
_CROWD = 2
"""Times `max_connections`: so many are heard, as in PostgreSQL, to be refused or to cancel something."""


class Server:
    """Serves one database under one policy.

    Clients reach an analyst connection (`dphh_sql.analyst`) and nothing else: every answer is (eps, delta)-DP as its
    call asks, within the budgets of its table and its user, in the ledger that the database has.

    Args:
        database: the DuckDB file; it is opened read-only, so that several servers may share it.
        policy: what may be asked, and who may log in.
        settings: addresses and limits.
        ledger: path or URL; default: beside the database.

    Raises:
        ArgumentError: DuckDB is older than 2.0, where some statements end the process; nobody could log in; a limit
            that DuckDB does not take.
        PolicyError: the policy publishes nothing.
        OSError: an address cannot be used, or a certificate cannot be read.
        duckdb.Error: the database cannot be opened.
    """

    def __init__(
        self,
        database: str | os.PathLike[str],
        policy: Policy,
        settings: Settings,
        *,
        ledger: str | os.PathLike[str] | None = None,
    ) -> None:
        _require_duckdb()
        if all(user.password is None for user in policy.users):
            raise ArgumentError(
                "policy: nobody could log in; give a user a password: [users.ann] password = '...' "
                "(`dphh password` makes the line).",
                argument="users",
            )
        tls = _tls(settings)
        self._settings = settings
        self._clients = Clients()
        self._numbers = itertools.count(1)
        metrics = Metrics()
        with contextlib.ExitStack() as undo:
            owner = dphh_sql.udfs.connect(
                database, ledger=ledger, policy=policy, read_only=True, config={"memory_limit": settings.owner_memory}
            )
            undo.callback(owner.close)
            self._shared = Shared(
                settings, owner, Verifiers(policy.users), tls, metrics, Gate(settings.max_counts, metrics), Watchdog()
            )
            # What is wrong with the policy or the limits is said now, not to the first client.
            close_analyst(analyst(owner, memory_limit=settings.session_memory))
            self._listener = socket.create_server(
                (settings.host, settings.port), family=_family(settings.host), backlog=_BACKLOG
            )
            undo.callback(self._close_listener)
            self.port = int(self._listener.getsockname()[1])
            self._health: Health | None = None
            if settings.metrics_port is not None:
                self._health = Health(settings.metrics_host, settings.metrics_port, metrics.registry, self.healthy)
                undo.callback(self._health.close)
            self._undo = undo.pop_all()

    @property
    def metrics_port(self) -> int | None:
        """Where metrics and health are, if anywhere."""
        return None if self._health is None else self._health.port

    def serve(self) -> None:
        """Accept clients until `stop`."""
        logs.event("started", host=self._settings.host, port=self.port, metrics_port=self.metrics_port)
        while not self._shared.stopping.is_set():
            try:
                sock, address = self._listener.accept()
            except OSError:
                time.sleep(0.05)  # closed, or out of file descriptors, which come back
                continue
            if len(self._clients) >= _CROWD * self._settings.max_connections:
                sock.close()
                continue
            try:
                Client(self._shared, self._clients, next(self._numbers), sock, str(address[0])).start()
            except (OSError, RuntimeError) as error:  # it is gone already, or no thread can be started
                logs.event("not_accepted", level=logging.WARNING, where=logs.where(error))
                sock.close()

    def stop(self) -> bool:
        """No new clients; statements under way have `stop_seconds` left and are interrupted then.

        Returns whether all ended by themselves. What was charged is in the ledger and in the log in any case.
        """
        self._shared.stopping.set()
        self._close_listener()
        logs.event("stopping", clients=len(self._clients))
        for client in self._clients.all():
            client.wake()
        graceful = self._emptied(self._settings.stop_seconds)
        if not graceful:
            for client in self._clients.all():
                client.interrupt(SHUTDOWN)
            self._emptied(5.0)
        logs.event("stopped", graceful=graceful, left=len(self._clients))
        self._undo.close()
        return graceful

    def healthy(self) -> bool:
        """Whether the database answers, the ledger can be read, and nobody has asked to stop."""
        session = registry.session_of(self._shared.owner)
        if session is None or self._shared.stopping.is_set():
            return False
        try:
            with session.cursor() as cursor:
                cursor.execute("SELECT 1").fetchall()
            for ledger in session.ledgers():
                ledger.exists()
        except (duckdb.Error, DphhError):
            return False
        return True

    def _close_listener(self) -> None:
        with contextlib.suppress(OSError):  # wakes `accept`
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _emptied(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while len(self._clients) and time.monotonic() < deadline:
            time.sleep(0.02)
        return not len(self._clients)


def _require_duckdb() -> None:
    version = tuple(int(part) for part in duckdb.__version__.split(".")[:2])
    if version < OLDEST_DUCKDB:
        raise ArgumentError(
            f"serve: duckdb must be 2.0 or newer, got {duckdb.__version__}: on older ones a client's statement can end "
            "the process; pip install --upgrade duckdb.",
            argument="duckdb",
            value=duckdb.__version__,
            remedy="pip install --upgrade duckdb",
        )


def _tls(settings: Settings) -> Tls | None:
    if settings.tls_cert is None or settings.tls_key is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(settings.tls_cert, settings.tls_key)
    return Tls(context, settings.tls_cert.read_text(encoding="ascii", errors="ignore"))


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET

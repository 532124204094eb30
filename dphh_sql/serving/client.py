"""One client, from its first byte to its last: login, an analyst connection of its own, the message loop."""

from __future__ import annotations

import hmac
import logging
import secrets
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import duckdb

from dphh_sql.serving import dialect, logs
from dphh_sql.serving import messages as m
from dphh_sql.serving.conduct import Conduct
from dphh_sql.serving.failures import Refusal
from dphh_sql.serving.login import Cancel, Startup, authenticate, startup
from dphh_sql.serving.protocol import Protocol
from dphh_sql.serving.shared import Shared
from dphh_sql.serving.watchdog import CANCEL, SHUTDOWN
from dphh_sql.serving.wire import GoneError, IdleError, Wire
from dphh_sql.udfs.analyst import analyst, close_analyst

SEND_SECONDS = 60.0
"""How long a client may leave unread what it was sent."""


class Clients:
    """The clients that are connected."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[int, Client] = {}

    def __len__(self) -> int:
        return len(self._known)

    def add(self, client: Client) -> None:
        with self._lock:
            self._known[client.number] = client

    def remove(self, client: Client) -> None:
        with self._lock:
            self._known.pop(client.number, None)

    def all(self) -> list[Client]:
        with self._lock:
            return list(self._known.values())

    def cancel(self, request: Cancel) -> None:
        """End what the client runs that was told this secret; nobody is told whether there is one."""
        with self._lock:
            client = self._known.get(request.process)
        if client is not None and hmac.compare_digest(client.secret.to_bytes(4), request.secret.to_bytes(4)):
            client.interrupt(CANCEL)


class Client:
    """A thread's worth of client.

    Args:
        number: also its process number, for cancel requests.
    """

    def __init__(self, shared: Shared, clients: Clients, number: int, sock: socket.socket, address: str) -> None:
        self.number, self.secret = number, secrets.randbits(32)
        self._shared, self._clients, self._address = shared, clients, address
        self._wire = Wire(sock, SEND_SECONDS)
        self._con: duckdb.DuckDBPyConnection | None = None

    def interrupt(self, reason: str) -> None:
        """End the statement under way, if there is one."""
        con = self._con
        if con is not None:
            self._shared.watchdog.cancel(con, reason)

    def wake(self) -> None:
        """What the client has sent is still answered; then it is told that the server stops."""
        self._wire.wake()

    def start(self) -> None:
        """Serve it, in a thread of its own, until it is gone.

        Raises:
            RuntimeError: no thread can be started.
        """
        self._clients.add(self)  # before the thread runs, so that the next one finds it there
        try:
            threading.Thread(target=self._run, name=f"client {self.number}", daemon=True).start()
        except RuntimeError:
            self._clients.remove(self)
            raise

    def _run(self) -> None:
        try:
            with self._shared.metrics.connections.track_inprogress():
                self._talk()
        finally:
            self._clients.remove(self)
            self._wire.close()

    def _talk(self) -> None:
        try:
            if (asked := self._login()) is not None:
                self._session(asked)
        except IdleError:
            self._farewell("57P05", "terminating connection because it was idle for too long")
        except GoneError:
            if self._shared.stopping.is_set():
                self._farewell("57P01", SHUTDOWN)
        except m.ProtocolError as error:
            self._farewell("08P01", f"protocol violation: {error}")
        except Refusal as refusal:
            self._farewell(refusal.code, str(refusal))
        except Exception as error:
            self._shared.metrics.errors.inc()
            logs.event("internal_error", level=logging.ERROR, session=self.number, where=logs.where(error))
            self._farewell("XX000", "internal error")

    def _farewell(self, code: str, text: str) -> None:
        with suppress(GoneError):
            self._wire.put(m.report(b"E", "FATAL", code, text))
            self._wire.flush()

    def _login(self) -> Startup | None:
        shared, deadline = self._shared, time.monotonic() + self._shared.settings.login_seconds
        asked = startup(self._wire, shared.tls, deadline)
        if isinstance(asked, Cancel):
            self._clients.cancel(asked)
            return None
        if len(self._clients) > shared.settings.max_connections:
            raise Refusal("53300", "too many clients already")
        try:
            authenticate(self._wire, asked.user, self._address, shared.verifiers, shared.throttle, shared.tls, deadline)
        except Refusal as refusal:
            shared.metrics.logins.labels("refused").inc()
            logs.event(
                "login_failed", level=logging.WARNING, session=self.number, address=self._address, code=refusal.code
            )
            raise
        shared.metrics.logins.labels("accepted").inc()
        return asked

    def _session(self, asked: Startup) -> None:
        shared = self._shared
        conduct = Conduct(self.number, asked.user, shared)
        with self._analyst(asked.user, conduct) as con, shared.metrics.sessions.track_inprogress():
            logs.event("session_opened", session=self.number, user=asked.user, address=self._address)
            begun = time.monotonic()
            try:
                self._greet(asked)
                Protocol(self._wire, con, conduct).run()
            finally:
                logs.event(
                    "session_closed",
                    session=self.number,
                    user=asked.user,
                    seconds=round(time.monotonic() - begun, 3),
                )

    @contextmanager
    def _analyst(self, user: str, conduct: Conduct) -> Iterator[duckdb.DuckDBPyConnection]:
        shared = self._shared
        con = analyst(shared.owner, user=user, memory_limit=shared.settings.session_memory, watch=conduct)
        self._con = con
        try:
            yield con
        finally:
            self._con = None
            close_analyst(con)

    def _greet(self, asked: Startup) -> None:
        for name, value in dialect.REPORTED.items():
            self._wire.put(m.parameter_status(name, value))
        self._wire.put(m.parameter_status("application_name", asked.parameters.get("application_name", "")))
        self._wire.put(m.parameter_status("session_authorization", asked.user))
        self._wire.put(m.backend_key(self.number, self.secret))

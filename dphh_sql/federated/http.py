"""The same over HTTP: a service in front of an aggregator, and what a client calls it with. Standard library only.

`GET /round` gives the open round (404: none), `POST /ballot` takes a ballot and answers with its verdict. Run it
behind TLS; by itself it is meant for a loopback address or a trusted network.
"""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

from dphh_sql.errors import ArgumentError, ReleaseError
from dphh_sql.federated.messages import Aggregator, Ballot, Round, Verdict

LONGEST = 2**16
"""Bytes of the largest ballot that is read."""

TIMEOUT = 10.0
"""Seconds that either side waits for the other."""

_STATUS = {
    Verdict.COUNTED: HTTPStatus.OK,
    Verdict.DUPLICATE: HTTPStatus.CONFLICT,
    Verdict.LATE: HTTPStatus.GONE,
    Verdict.FORGED: HTTPStatus.FORBIDDEN,
    Verdict.MALFORMED: HTTPStatus.BAD_REQUEST,
}


class Service:
    """Serves an aggregator; itself the `Aggregator` that a `Server` opens and closes rounds at.

    Use it as a context manager. `url` is where clients find it.
    """

    def __init__(self, inner: Aggregator, host: str = "127.0.0.1", port: int = 0) -> None:
        self._inner = inner
        self._asked: Round | None = None
        service = self

        class Handler(_Handler):
            pass

        Handler.service = service
        self._http = ThreadingHTTPServer((host, port), Handler)
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    @property
    def url(self) -> str:
        host, port = self._http.server_address[:2]
        return f"http://{host if isinstance(host, str) else host.decode()}:{port}"

    def __enter__(self) -> Service:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    @property
    def asked(self) -> Round | None:
        """The open round."""
        return self._asked

    def open(self, asked: Round) -> None:
        self._inner.open(asked)
        self._asked = asked

    def submit(self, ballot: Ballot) -> Verdict:
        return self._inner.submit(ballot)

    def close(self) -> frozenset[str]:
        self._asked = None
        return self._inner.close()


class _Handler(BaseHTTPRequestHandler):
    service: Service
    timeout = TIMEOUT
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        asked = self.service.asked
        if self.path != "/round" or asked is None:
            self._reply(HTTPStatus.NOT_FOUND, "")
        else:
            self._reply(HTTPStatus.OK, asked.to_json())

    def do_POST(self) -> None:
        if self.path != "/ballot":
            self.close_connection = True
            return self._reply(HTTPStatus.NOT_FOUND, "")
        verdict = self._verdict()
        self._reply(_STATUS[verdict], verdict.value)

    def _verdict(self) -> Verdict:
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdecimal() and int(length) <= LONGEST):
            self.close_connection = True  # the rest is not read
            return Verdict.MALFORMED
        try:
            ballot = Ballot.from_json(self.rfile.read(int(length)))
        except ArgumentError:
            return Verdict.MALFORMED
        return self.service.submit(ballot)

    def _reply(self, status: HTTPStatus, text: str) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """No log: who voted when is nobody's business."""


class RemoteTally:
    """What a client calls a `Service` by.

    Raises:
        ReleaseError: from any method, when the service cannot be reached; the client may try again.
    """

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")

    def round(self) -> Round | None:
        """The open round, or None."""
        status, body = self._call("/round", None)
        return Round.from_json(body) if status == HTTPStatus.OK else None

    def submit(self, ballot: Ballot) -> Verdict:
        """Hand a ballot in. The same ballot may be sent again when an answer got lost: it counts once."""
        _, body = self._call("/ballot", ballot.to_json().encode())
        try:
            return Verdict(body.decode())
        except ValueError:
            raise ReleaseError("the service did not answer with a verdict") from None

    def _call(self, path: str, body: bytes | None) -> tuple[int, bytes]:
        request = urllib.request.Request(self._url + path, data=body, headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()
        except OSError as error:
            raise ReleaseError(f"the service at {self._url} cannot be reached ({type(error).__name__})") from None

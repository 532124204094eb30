"""From the first byte to a logged-in user: TLS, startup parameters, SCRAM; or a cancel request."""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass

from scramp import ScramException, ScramMechanism
from scramp.core import ScramServer

from dphh_sql.serving import messages as m
from dphh_sql.serving import throttle
from dphh_sql.serving.failures import Refusal
from dphh_sql.serving.passwords import MECHANISM, Verifiers
from dphh_sql.serving.wire import Wire

LONGEST = 10_000
"""Bytes of a message of somebody who has not logged in."""

_PLUS = f"{MECHANISM}-PLUS"


@dataclass(frozen=True)
class Cancel:
    """Somebody asks to end what a session runs."""

    process: int
    secret: int


@dataclass(frozen=True)
class Startup:
    """What a client says before it logs in."""

    user: str
    parameters: dict[str, str]


@dataclass(frozen=True)
class Tls:
    """A certificate to show, and its PEM text for channel binding."""

    context: ssl.SSLContext
    certificate: str


def startup(wire: Wire, tls: Tls | None, deadline: float) -> Startup | Cancel:
    """Answer requests for encryption until the startup message comes.

    Raises:
        Refusal: another protocol version, no user, or no TLS where it is required.
        ProtocolError: not the protocol.
    """
    for _ in range(3):  # TLS, GSS and the startup itself; whoever asks more is no client
        reader = m.Reader(wire.startup(deadline, LONGEST))
        code = reader.int32()
        if code == m.SSL_REQUEST and not wire.encrypted:
            wire.put(b"S" if tls else b"N")
            wire.flush()
            if tls:
                wire.encrypt(tls.context, deadline)
        elif code == m.GSS_REQUEST:
            wire.put(b"N")
            wire.flush()
        elif code == m.CANCEL_REQUEST:
            return Cancel(reader.int32() & 0xFFFFFFFF, reader.int32() & 0xFFFFFFFF)
        elif code >> 16 == m.PROTOCOL_3:
            if tls and not wire.encrypted:
                raise Refusal("28000", "this server requires TLS; connect with sslmode=require or better")
            return _parameters(wire, reader, code & 0xFFFF)
        else:
            break
    raise Refusal("08P01", "only protocol 3.0 is spoken here")


def _parameters(wire: Wire, reader: m.Reader, minor: int) -> Startup:
    given: dict[str, str] = {}
    while name := reader.text():
        given[name] = reader.text()
    unknown = [name for name in given if name.startswith("_pq_.")]
    if minor or unknown:
        wire.put(m.negotiate_version(unknown))
    user = given.get("user", "")
    if not user:
        raise Refusal("28000", "no user name was given")
    if "replication" in given:
        raise Refusal("0A000", "there is no replication here")
    return Startup(user, given)


def authenticate(
    wire: Wire,
    user: str,
    address: str,
    verifiers: Verifiers,
    limits: throttle.Throttle,
    tls: Tls | None,
    deadline: float,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """SCRAM-SHA-256, with channel binding over TLS. Returns when the client has shown that it knows the password.

    Raises:
        Refusal: it does not, or it must come back later.
    """
    keys = throttle.keys(user, address)
    wrong = Refusal("28P01", f'password authentication failed for user "{user}"')
    try:
        server, proof = _asked(wire, verifiers, user, tls if wire.encrypted else None, deadline)
    except (ScramException, m.ProtocolError):  # who hangs up here (psql, to ask for a password) guessed nothing
        limits.failed(keys)
        raise wrong from None
    # Now, not before the exchange: else many could wait with their guesses until all have passed.
    patience = deadline - time.monotonic()
    wait = limits.attempt(keys, patience)
    if wait > patience:
        raise Refusal("28000", "too many failed logins; try again later")
    sleep(wait)
    try:
        server.set_client_final(proof)
    except (ScramException, m.ProtocolError):
        raise wrong from None
    if user not in verifiers:  # not even by a proof that fits by chance
        raise wrong
    wire.put(m.authentication(m.SASL_FINAL, server.get_server_final().encode()))
    wire.put(m.authentication(m.AUTHENTICATION_OK))
    limits.succeeded(keys)


def _asked(
    wire: Wire, verifiers: Verifiers, user: str, tls: Tls | None, deadline: float
) -> tuple[ScramServer, str]:
    """The exchange up to the client's proof."""
    offered = [_PLUS, MECHANISM] if tls else [MECHANISM]
    wire.put(m.sasl_mechanisms(offered))
    wire.flush()
    first = _sasl(wire, deadline)
    chosen = first.text()
    if chosen not in offered:
        raise m.ProtocolError("no such mechanism")
    binding = ("tls-server-end-point", tls.certificate) if tls else None
    # The name inside the exchange is ignored, as in PostgreSQL: the startup message has named the user.
    server = ScramMechanism(chosen).make_server(lambda _: verifiers.of(user), channel_binding=binding)
    _set_client_first(server, m.decoded(first.raw(first.int32())))
    wire.put(m.authentication(m.SASL_CONTINUE, server.get_server_first().encode()))
    wire.flush()
    return server, m.decoded(_sasl(wire, deadline).rest())


def _set_client_first(server: ScramServer, text: str) -> None:
    """libpq leaves the name empty, which scramp refuses: it is shown another, and signs what the client has sent."""
    header, comma, bare = text.partition(",n=,")
    if not comma:
        server.set_client_first(text)
        return
    server.set_client_first(f"{header},n=-,{bare}")
    server.client_first_bare = f"n=,{bare}"


def _sasl(wire: Wire, deadline: float) -> m.Reader:
    kind, body = wire.message(deadline, LONGEST)
    if kind != b"p":
        raise m.ProtocolError("a SASL message was due")
    return m.Reader(body)

"""One client's socket: whole messages in, bytes out, each wait bounded."""

from __future__ import annotations

import socket
import ssl
import struct
import time
from contextlib import suppress

from dphh_sql.serving.messages import ProtocolError


class IdleError(Exception):
    """The client sent nothing for too long."""


class GoneError(Exception):
    """The client closed the connection, or does not read what it is sent."""


_CHUNK = 1 << 16


class Wire:
    """Not for use by two threads at once, `wake` excepted."""

    def __init__(self, sock: socket.socket, send_seconds: float) -> None:
        self._sock = sock
        self._send_seconds = send_seconds
        self._out = bytearray()
        self.encrypted = False
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)

    def encrypt(self, context: ssl.SSLContext, deadline: float) -> None:
        """The TLS handshake. What the client sent before it in the clear is refused by OpenSSL as no handshake."""
        try:
            self._sock.settimeout(_left(deadline))
            self._sock = context.wrap_socket(self._sock, server_side=True)
        except TimeoutError:
            raise IdleError from None
        except OSError:  # ssl.SSLError is one
            raise GoneError from None
        self.encrypted = True

    def read(self, size: int, deadline: float) -> bytes:
        """Exactly `size` bytes, before the monotonic time `deadline`."""
        parts, wanted = [], size
        while wanted:
            try:
                self._sock.settimeout(_left(deadline))
                part = self._sock.recv(min(wanted, _CHUNK))
            except TimeoutError:
                raise IdleError from None
            except OSError:
                raise GoneError from None
            if not part:
                raise GoneError
            parts.append(part)
            wanted -= len(part)
        return b"".join(parts)

    def message(self, deadline: float, longest: int) -> tuple[bytes, bytes]:
        """(kind, body) of the next message; its body is refused unread when it is longer than `longest` bytes."""
        head = self.read(5, deadline)
        return head[:1], self.read(_body_size(head[1:], longest), deadline)

    def startup(self, deadline: float, longest: int) -> bytes:
        """The body of the first message, which has no kind."""
        return self.read(_body_size(self.read(4, deadline), longest), deadline)

    def put(self, data: bytes) -> None:
        """Send at the next `flush`, or when much is waiting."""
        self._out += data
        if len(self._out) >= _CHUNK:
            self.flush()

    def flush(self) -> None:
        try:
            self._sock.settimeout(self._send_seconds)
            self._sock.sendall(self._out)
        except OSError:
            raise GoneError from None
        finally:
            self._out.clear()

    def wake(self) -> None:
        """From another thread: what has arrived can still be read, then `read` finds the end."""
        with suppress(OSError):
            # Of the plain socket: SSLSocket.shutdown would end the encryption in both directions.
            socket.socket.shutdown(self._sock, socket.SHUT_RD)

    def close(self) -> None:
        self._sock.close()


def _body_size(head: bytes, longest: int) -> int:
    size = int(struct.unpack("!i", head)[0]) - 4
    if not 0 <= size <= longest:
        raise ProtocolError(f"a message must have at most {longest} bytes, got {size}")
    return size


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left

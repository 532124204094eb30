"""A client that sends what it is told, byte by byte, and shows the messages that come back."""

from __future__ import annotations

import socket
import struct
from types import TracebackType

from scramp import ScramClient

from tests.serving.served import PASSWORD


def message(kind: bytes, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return kind + struct.pack("!i", len(body) + 4) + body


def text(value: str) -> bytes:
    return value.encode() + b"\0"


def int16s(*values: int) -> bytes:
    return struct.pack(f"!{len(values)}h", *values)


def int32s(*values: int) -> bytes:
    return struct.pack(f"!{len(values)}I", *values)


def parse(sql: str, *oids: int, name: str = "") -> bytes:
    return message(b"P", text(name), text(sql), int16s(len(oids)), int32s(*oids))


def bind(*values: str, portal: str = "", name: str = "") -> bytes:
    given = b"".join(int32s(len(value.encode())) + value.encode() for value in values)
    return message(b"B", text(portal), text(name), int16s(0, len(values)), given, int16s(0))


def describe(what: bytes = b"P", name: str = "") -> bytes:
    return message(b"D", what, text(name))


def execute(most: int = 0, portal: str = "") -> bytes:
    return message(b"E", text(portal), int32s(most))


SYNC = message(b"S")


class Raw:
    """A connection; `login` first, unless that is what is tested."""

    def __init__(self, port: int) -> None:
        self.sock = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.key = (0, 0)

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.sock.close()

    def send(self, *data: bytes) -> None:
        self.sock.sendall(b"".join(data))

    def startup(self, user: str = "ann", version: int = 196608) -> None:
        body = int32s(version) + text("user") + text(user) + text("database") + text("bank") + b"\0"
        self.send(struct.pack("!i", len(body) + 4), body)

    def read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            part = self.sock.recv(size - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def receive(self) -> tuple[bytes, bytes]:
        kind = self.read(1)
        return kind, self.read(struct.unpack("!i", self.read(4))[0] - 4)

    def until(self, last: bytes = b"Z") -> list[tuple[bytes, bytes]]:
        """The messages up to the first of kind `last`."""
        found = [self.receive()]
        while found[-1][0] != last:
            found.append(self.receive())
        return found

    def kinds(self, last: bytes = b"Z") -> str:
        return b"".join(kind for kind, _ in self.until(last)).decode()

    def login(self, user: str = "ann", password: str = PASSWORD) -> Raw:
        self.startup(user)
        client = ScramClient(["SCRAM-SHA-256"], user, password)
        self.receive()
        first = client.get_client_first().encode()
        self.send(message(b"p", text("SCRAM-SHA-256"), int32s(len(first)), first))
        client.set_server_first(self.receive()[1][4:].decode())
        self.send(message(b"p", client.get_client_final().encode()))
        client.set_server_final(self.receive()[1][4:].decode())
        for kind, body in self.until():
            if kind == b"K":
                self.key = struct.unpack("!II", body)
        return self

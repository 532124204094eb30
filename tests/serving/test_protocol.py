"""The protocol by the byte: what is answered when, and what a client that breaks it gets."""

from __future__ import annotations

import struct

import pytest

from dphh_sql.serving.server import Server
from tests.serving.raw import SYNC, Raw, bind, describe, execute, int16s, int32s, message, parse, text
from tests.serving.served import connect

RELEASE = "SELECT level FROM dp_hhh('loans', 'zip', eps => $1)"


def charges(server: Server) -> int:
    with connect(server.port) as con:
        row = con.execute("SELECT count(*) FROM dp_ledger()").fetchone()
    assert row is not None
    return int(row[0])


def test_describing_runs_nothing_and_executing_runs_once(server: Server) -> None:
    """Statement and portal described, at once or after a Flush; only Execute charges."""
    before = charges(server)
    with Raw(server.port).login() as raw:
        raw.send(parse(RELEASE, 701), describe(b"S"), SYNC)
        assert raw.kinds() == "1tTZ"
        raw.send(bind("0.1"), describe(), message(b"H"))
        assert raw.kinds(b"T") == "2T"
        assert charges(server) == before
        raw.send(SYNC)
        assert raw.kinds() == "Z"
        raw.send(bind("0.1"), describe(), SYNC)
        assert raw.kinds() == "2TZ"
        assert charges(server) == before
        raw.send(bind("0.1"), describe(), execute(), SYNC)
        assert set(raw.kinds()) == set("2TDCZ")
        assert charges(server) == before + 1


def test_a_portal_in_parts_is_one_release(server: Server) -> None:
    before = charges(server)
    with Raw(server.port).login() as raw:
        raw.send(parse(RELEASE, 701), bind("0.1"), describe(), execute(2), execute(2), execute(100), SYNC)
        assert raw.kinds() == "12TDDsDDsDDDDCZ"
    assert charges(server) == before + 1


def test_after_an_error_all_is_skipped_until_sync(server: Server) -> None:
    before = charges(server)
    with Raw(server.port).login() as raw:
        raw.send(parse("SELEC"), bind(), describe(), execute(), parse(RELEASE, 701), bind("0.1"), execute(), SYNC)
        assert raw.kinds() == "EZ"
        raw.send(parse("SELECT 1"), bind(), describe(), execute(), SYNC)
        assert raw.kinds() == "12TDCZ"
    assert charges(server) == before


@pytest.mark.parametrize(
    ("sent", "state"),
    [
        ([parse("SELECT $1::INTEGER", 23), bind()], b"08P01"),
        ([parse("SELECT $1::INTEGER", 23), bind("x")], b"22P02"),
        ([parse("SELECT $1", 1007), bind("{1}")], b"0A000"),
        ([parse("SELECT 1; SELECT 2")], b"42601"),
        ([bind(name="nothing")], b"26000"),
        ([execute(portal="nothing")], b"34000"),
        ([describe(b"S", "nothing")], b"26000"),
        ([parse("SELECT 1", name="a"), parse("SELECT 1", name="a")], b"42P05"),
        ([parse("SELECT $2", 23), bind("1")], b"08P01"),
        ([parse("SELECT $32768")], b"54000"),
        ([parse("SELECT $2000000000")], b"54000"),
        ([parse("PREPARE p AS SELECT 1"), bind(), execute(), parse("EXECUTE p"), bind(), describe()], b"0A000"),
        ([parse("SELECT 1"), message(b"B", text(""), text(""), int16s(0, 0, 1, 7)), execute()], b"08P01"),
    ],
)
def test_mistakes_in_messages(server: Server, sent: list[bytes], state: bytes) -> None:
    with Raw(server.port).login() as raw:
        raw.send(*sent, SYNC)
        errors = [body for kind, body in raw.until() if kind == b"E"]
        assert len(errors) == 1
        assert b"C" + state + b"\0" in errors[0], errors
        raw.send(message(b"Q", text("SELECT 1")))
        assert raw.kinds() == "TDCZ"


def test_rows_that_wait_in_portals_count_for_what_is_kept(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each keeps its result until the transaction ends, outside the limit on a result."""
    monkeypatch.setattr("dphh_sql.serving.protocol.MOST_HELD", 20_000)
    rows = parse("FROM range(400)", name="rows")
    with Raw(server.port).login() as raw:
        raw.send(message(b"Q", text("BEGIN")))
        assert raw.kinds() == "CZ"
        raw.send(rows, bind(portal="a", name="rows"), execute(2, "a"), bind(portal="b", name="rows"), execute(2, "b"), SYNC)
        found = raw.until()
        assert b"".join(kind for kind, _ in found) == b"12DDsEZ"
        assert b"C54000\0" in found[-2][1]
        raw.send(message(b"Q", text("ROLLBACK")), message(b"Q", text("BEGIN")))
        assert raw.kinds() + raw.kinds() == "CZCZ"
        for _ in range(3):  # one that was read to its end keeps nothing
            raw.send(bind(portal="a", name="rows"), execute(399, "a"), execute(399, "a"), SYNC)
            assert raw.kinds() == "2" + "D" * 399 + "sDCZ"


@pytest.mark.parametrize("most", [0, 1, 2])
def test_a_result_without_rows_is_complete_at_once(server: Server, most: int) -> None:
    with Raw(server.port).login() as raw:
        raw.send(parse("SELECT 1 WHERE false"), bind(), execute(most), SYNC)
        assert raw.kinds() == "12CZ"


@pytest.mark.parametrize(
    "sent",
    [
        b"Q" + struct.pack("!i", 2**31 - 1),
        b"Q" + struct.pack("!i", 3),
        b"Q" + struct.pack("!i", -5),
        message(b"Q", b"no end"),
        message(b"Q", b"\xff\xfe\0"),
        message(b"z"),
        message(b"F", int32s(1)),
        message(b"P", b"\0SELECT 1\0", int16s(5)),
        message(b"B", text(""), text(""), int16s(0, 1), int32s(2**31 - 1)),
    ],
)
def test_whoever_breaks_the_protocol_is_gone(server: Server, sent: bytes) -> None:
    with Raw(server.port).login() as raw:
        raw.send(parse("SELECT 1"), sent)
        assert b"C08P01\0" in raw.until(b"E")[-1][1]
        with pytest.raises((EOFError, ConnectionError)):
            raw.read(1)


@pytest.mark.parametrize(
    "first",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        struct.pack("!ii", 8, 1234),
        struct.pack("!ii", 20000, 196608),
        struct.pack("!ii", 8, 131072),
        struct.pack("!i", 9) + int32s(196608) + b"\0",
        message(b"Q", text("SELECT 1")),
    ],
)
def test_nobody_gets_in_without_a_login(server: Server, first: bytes) -> None:
    with Raw(server.port) as raw:
        raw.send(first)
        assert raw.until(b"E")[-1][0] == b"E"
        with pytest.raises((EOFError, ConnectionError)):
            raw.read(1)


def test_a_newer_protocol_is_told_the_one_that_is_spoken(server: Server) -> None:
    """3.2, as libpq 18 asks for it; the answer is a whole protocol number, 3.0."""
    with Raw(server.port) as raw:
        raw.startup(version=196610)
        assert raw.receive() == (b"v", int32s(196608, 0))
        assert raw.receive()[0] == b"R"


@pytest.mark.parametrize("message_", [message(b"Q", text("SELECT 1")), message(b"p", text("PLAIN")), parse("SELECT 1")])
def test_a_query_instead_of_a_proof(server: Server, message_: bytes) -> None:
    with Raw(server.port) as raw:
        raw.startup()
        assert raw.receive()[0] == b"R"
        raw.send(message_)
        assert b"C28P01\0" in raw.until(b"E")[-1][1]


def test_a_release_that_nobody_waits_for_is_charged_once(server: Server) -> None:
    """The client hangs up right after it has asked."""
    before = charges(server)
    with Raw(server.port).login() as raw:
        raw.send(parse(RELEASE, 701), bind("0.1"), execute(), SYNC)
        raw.until(b"2")
    assert charges(server) in (before, before + 1)


def test_what_a_client_has_the_server_keep_is_bounded(server: Server) -> None:
    big = "SELECT '" + "x" * (12 << 20) + "'"
    with Raw(server.port).login() as raw:
        for i in range(6):
            raw.send(parse(big, name=str(i)), SYNC)
            kinds = raw.kinds()
            assert kinds == ("1Z" if i < 5 else "EZ")
        raw.send(message(b"C", b"S", text("0")), parse("SELECT 1"), bind(), execute(), SYNC)
        assert raw.kinds() == "312DCZ"

"""The same over HTTP, and what may come in there."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dphh_sql.errors import ArgumentError, ReleaseError
from dphh_sql.federated import (
    Ballot,
    Client,
    RemoteTally,
    Roster,
    Round,
    Server,
    Service,
    Tally,
    Verdict,
)
from dphh_sql.hierarchies.word import ENDED, OPEN
from tests.federated.sessions import crowd, fair, terms


@pytest.mark.usefixtures("all_sampled")
def test_many_clients_over_http() -> None:
    roster = Roster()
    with Service(Tally(roster)) as service:
        server = Server(terms(40, 3), service)
        clients = crowd(["ab"] * 60 + ["cde"] * 50 + ["cdx"] * 30, roster)
        remote = RemoteTally(service.url)
        assert remote.round() is None
        while not server.finished:
            opened = server.open_round()
            assert remote.round() == opened
            verdicts: list[Verdict] = []

            def device(share: list[Client], verdicts: list[Verdict] = verdicts) -> None:
                own = RemoteTally(service.url)
                for one in share:
                    asked = own.round()
                    assert asked is not None
                    ballot = one.answer(asked)
                    verdicts += [own.submit(ballot), own.submit(ballot)]

            threads = [threading.Thread(target=device, args=(clients[i::7],)) for i in range(7)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert Counter(verdicts) == {Verdict.COUNTED: 140, Verdict.DUPLICATE: 140}
            server.close_round()
        assert remote.round() is None
    words = [(row.prefix, row.complete) for row in server.found()]
    assert words == [("a", False), ("c", False), ("ab", True), ("cd", False), ("cde", True)]


def post(url: str, body: bytes, path: str = "/ballot", **headers: str) -> int:
    try:
        with urllib.request.urlopen(urllib.request.Request(url + path, data=body, headers=headers), timeout=5) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def test_http_tells_verdicts_and_survives_rubbish() -> None:
    roster = Roster()
    with Service(Tally(roster)) as service:
        server, remote = Server(terms(1, 2), service), RemoteTally(service.url)
        asked = server.open_round()
        honest = Ballot.signed(roster.enrol(), asked, ".a")
        rubbish = [
            b"", b"{}", b"[]", b"null", b"\xff\xfe", b"[" * 60_000, b'{"client": 1}', b"1" * 5000,
            honest.to_json().replace('"number": 1', '"number": true').encode(),
            honest.to_json().replace('".a"', '"\\\\ud800"').replace("\\\\", "\\").encode(),
            json.dumps(json.loads(honest.to_json()) | {"more": 1}).encode(),
        ]  # fmt: skip
        for body in rubbish:
            assert post(service.url, body) == 400
        assert post(service.url, b"x" * 70_000) == 400
        assert post(service.url, b"{}", path="/elsewhere") == 404
        assert remote.submit(replace(honest, extension=".b")) is Verdict.FORGED
        assert remote.submit(honest) is Verdict.COUNTED
        assert remote.submit(honest) is Verdict.DUPLICATE
        server.close_round()
        assert remote.submit(honest) is Verdict.LATE
        assert [row.prefix for row in server.found()] == ["a"]
    with pytest.raises(ReleaseError, match="cannot be reached"):
        remote.round()


@settings(max_examples=30)
@given(raw=st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["client", "session", "number", "extension", "signature", "weight", "theta", "length", "prefixes"]), inner)))
def test_messages_are_read_or_refused(raw: object) -> None:
    for kind in (Ballot, Round):
        try:
            read = kind.from_json(json.dumps(raw))
        except ArgumentError:
            continue
        assert kind.from_json(read.to_json()) == read


@pytest.mark.parametrize("number", [1, 2, 6, 64])
def test_all_ballots_of_a_client_in_a_round_have_one_length(number: int) -> None:
    """Who sees lengths on an encrypted line must not tell a vote from a blank, nor one vote from another."""
    own, asked = Roster().enrol(), replace(fair(), number=number)
    texts = [sign * n for sign in ("a", "é", "\x00", '"', "\U0001f600") for n in (number, number - 1)]
    keys = [None, *(mark + text for text in texts for mark in (OPEN, ENDED))]
    assert len({len(Ballot.signed(own, asked, key).to_json().encode()) for key in keys}) == 1


def test_messages_make_the_round_trip() -> None:
    asked = replace(fair(), prefixes=(".é", ".\x00", '."\\', ".🇩"))
    assert Round.from_json(asked.to_json()) == asked
    for extension in (None, ".é", '$"\\\n'):
        ballot = Ballot.signed(Roster().enrol(), asked, extension)
        assert Ballot.from_json(ballot.to_json()) == ballot

"""TrieHH among devices: the law of the definition, what the server sees, and everything that goes wrong on the way."""

from __future__ import annotations

import itertools
import json
import threading
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dphh_sql
from dphh_sql.accounting.calibrate_votes import CertifiedVotes
from dphh_sql.errors import ArgumentError, BudgetError, ReleaseError
from dphh_sql.federated import (
    Aggregator,
    Ballot,
    Client,
    Credential,
    Found,
    RemoteTally,
    Roster,
    Round,
    Server,
    Service,
    Tally,
    Verdict,
    simulate,
)
from dphh_sql.hierarchies import parse
from dphh_sql.mechanisms.triehh import TrieHH
from dphh_sql.noise import TOTAL
from dphh_sql.plan import Plan
from dphh_sql.votes import Votes
from tests.support.entropy import entropy_from
from tests.support.tries import independent_samples, law_by_definition

QUARTER = TOTAL // 4


@pytest.fixture
def all_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Votes, "coins", lambda self, n: np.ones(n, dtype=np.bool_))


def terms(theta: int, length: int, weight: int = QUARTER, eps: float = 50.0) -> Plan:
    """A plan of our choice, which every client of `crowd` agrees to."""
    agreed = dphh_sql.plan("dp_triehh", eps=1.0, max_length=length)
    design = TrieHH.designed(CertifiedVotes(Votes(weight, theta), length, 0.99))
    return replace(agreed, design=design, privacy=replace(agreed.privacy, eps=eps))


def crowd(words: list[str], roster: Roster) -> list[Client]:
    return [Client([word], roster.enrol(), eps=50.0, delta=0.999) for word in words]


def session(theta: int, length: int, words: list[str], weight: int = QUARTER) -> tuple[Server, Tally, list[Client]]:
    roster = Roster()
    tally = Tally(roster)
    return Server(terms(theta, length, weight), tally), tally, crowd(words, roster)


def hold(server: Server, tally: Aggregator, clients: list[Client]) -> None:
    while not server.finished:
        asked = server.open_round()
        for client in clients:
            assert tally.submit(client.answer(asked)) is Verdict.COUNTED
        server.close_round()


def coins(values: tuple[bool, ...]) -> Iterator[bytes]:
    return iter([(0 if value else 2**64 - 1).to_bytes(8, "little") for value in values])


@pytest.mark.parametrize(
    ("words", "length", "theta"), [(["ab", "ab", "a", "ac"], 2, 2), (["", "", "a"], 2, 1), (["aaa", "aaa", "aa"], 3, 2)]
)
def test_the_law_is_that_of_the_definition(words: list[str], length: int, theta: int) -> None:
    """Every outcome of every client's coins, against sampling and voting by definition."""
    law: Counter[frozenset[Found]] = Counter()
    for thrown in itertools.product((True, False), repeat=len(words) * length):
        server, tally, clients = session(theta, length, words)
        left, used = coins(thrown), 0

        def source(n: int, left: Iterator[bytes] = left) -> bytes:
            nonlocal used
            used += 1
            return next(left)

        with entropy_from(source):
            hold(server, tally, clients)
        if any(thrown[used:]):
            continue  # rounds that were not held: count one continuation of their coins
        weight = Fraction(1)
        for value in thrown[:used]:
            weight *= Fraction(1, 4) if value else Fraction(3, 4)
        law[frozenset(server.found())] += weight  # type: ignore[assignment]
    by_definition: Counter[frozenset[Found]] = Counter()
    samples = independent_samples(Fraction(1, 4), len(words))
    for keys, weight in law_by_definition(words, length, theta, samples).items():
        ends = {key[1:] for _, key in keys if key.startswith("$")}
        found = frozenset(Found(len(key) - 1, key[1:], key[1:] in ends) for _, key in keys)
        by_definition[found] += weight  # type: ignore[assignment]
    assert law == by_definition


def test_frequent_words_are_found_and_rare_ones_never() -> None:
    users = [["hello"]] * 300 + [["help"]] * 300 + [["é🇩"]] * 300 + [["rare"]] * 10 + [[]] * 20 + [[""]] * 200
    found = simulate(users, eps=1.0, max_length=6)
    assert {row.prefix for row in found if row.complete} == {"", "hello", "help", "é🇩"}
    assert not any(row.prefix.startswith("r") for row in found)
    assert found == sorted(found)


def test_a_user_draws_one_word_by_local_frequency() -> None:
    roster = Roster()
    drawn = Counter(Client(["a", "a", "a", "b"], roster.enrol(), eps=1, delta=1e-6)._word for _ in range(4000))
    assert 2800 < drawn["a"] < 3200


# --- what the server sees --------------------------------------------------------------------------------


class Spy:
    """An aggregator that notes what crosses to the server."""

    def __init__(self, inner: Tally) -> None:
        self.inner = inner
        self.told: list[object] = []

    def open(self, asked: Round) -> None:
        self.inner.open(asked)

    def submit(self, ballot: Ballot) -> Verdict:
        return self.inner.submit(ballot)

    def close(self) -> frozenset[str]:
        self.told.append(self.inner.close())
        return self.told[-1]  # type: ignore[return-value]


@pytest.mark.usefixtures("all_sampled")
def test_the_server_sees_what_passed_and_no_more() -> None:
    roster = Roster()
    spy = Spy(Tally(roster))
    server = Server(terms(3, 3), spy)
    hold(server, spy, crowd(["ab"] * 4 + ["cd"] * 2 + ["xyz"] * 3, roster))
    assert spy.told == [{".a", ".x"}, {".ab", ".xy"}, {"$ab", "$xyz"}]
    known = {key for passed in spy.told for key in passed}  # type: ignore[attr-defined]
    assert {key[1:] for key in known} == {row.prefix for row in server.found()}
    assert "c" not in repr(vars(server)["_keys"])
    assert not spy.inner._votes
    assert not spy.inner._voted


@pytest.mark.usefixtures("all_sampled")
def test_rounds_end_when_nothing_passes_or_all_were_held() -> None:
    server, tally, clients = session(5, 9, ["ab"] * 4)
    hold(server, tally, clients)
    assert server.found() == []
    assert server.finished
    for method in (server.open_round, server.close_round):
        with pytest.raises(ReleaseError):
            method()


def test_the_plan_must_let_clients_sample_themselves() -> None:
    for plan in (
        dphh_sql.plan("dp_hhh", eps=1, hierarchy="zip"),
        dphh_sql.plan("dp_triehh", eps=1, delta=1e-8, sampling="fixed", n0=10**6),
    ):
        with pytest.raises(ArgumentError, match="clients sample themselves"):
            Server(plan, Tally(Roster()))


# --- dropped, duplicate, late and forged ------------------------------------------------------------------


@pytest.mark.usefixtures("all_sampled")
def test_dropped_clients_only_lower_the_counts() -> None:
    server, tally, clients = session(3, 2, ["ab"] * 5 + ["cd"] * 4)
    asked = server.open_round()
    for client in clients[:7]:  # two of cd are away
        tally.submit(client.answer(asked))
    server.close_round()
    asked = server.open_round()
    for client in clients:  # and come back
        assert tally.submit(client.answer(asked)) is Verdict.COUNTED
    server.close_round()
    assert [row.prefix for row in server.found()] == ["a", "ab"]


@pytest.mark.usefixtures("all_sampled")
def test_a_client_that_came_late_to_the_session_takes_part_from_then_on() -> None:
    server, tally, clients = session(2, 2, ["ab"] * 3)
    for number, present in ((1, clients[:2]), (2, clients[1:])):
        asked = server.open_round()
        assert asked.number == number
        for client in present:
            assert tally.submit(client.answer(asked)) is Verdict.COUNTED
        server.close_round()
    assert [(row.prefix, row.complete) for row in server.found()] == [("a", False), ("ab", True)]


@pytest.mark.usefixtures("all_sampled")
def test_duplicates_count_once() -> None:
    server, tally, clients = session(3, 1, ["a", "a"])
    asked = server.open_round()
    ballots = [client.answer(asked) for client in clients]
    for ballot in ballots:
        assert tally.submit(ballot) is Verdict.COUNTED
        for _ in range(5):
            assert tally.submit(ballot) is Verdict.DUPLICATE
    server.close_round()
    assert server.found() == []


def test_a_second_vote_of_another_kind_is_a_duplicate_too() -> None:
    """Also after a blank, and for another extension, validly signed."""
    roster = Roster()
    tally, credential = Tally(roster), roster.enrol()
    server = Server(terms(1, 2), tally)
    asked = server.open_round()
    assert tally.submit(Ballot.signed(credential, asked, None)) is Verdict.COUNTED
    for key in (".a", "$", ".b"):
        assert tally.submit(Ballot.signed(credential, asked, key)) is Verdict.DUPLICATE
    assert tally.close() == frozenset()


@pytest.mark.usefixtures("all_sampled")
def test_late_and_early_ballots_do_not_count() -> None:
    server, tally, clients = session(1, 3, ["abc", "abd"])
    first = server.open_round()
    late = clients[0].answer(first)
    assert tally.submit(clients[1].answer(first)) is Verdict.COUNTED
    server.close_round()
    assert tally.submit(late) is Verdict.LATE
    second = server.open_round()
    assert tally.submit(late) is Verdict.LATE
    assert tally.submit(replace(late, number=2)) is Verdict.FORGED, "the signature covers the round"
    third = replace(second, number=3, prefixes=(".ab",))
    early = clients[0].answer(third)
    assert tally.submit(early) is Verdict.LATE
    server.close_round()
    assert tally.submit(early) is Verdict.LATE


@pytest.mark.usefixtures("all_sampled")
def test_forged_ballots_do_not_count() -> None:
    server, tally, clients = session(1, 2, ["ab"])
    asked = server.open_round()
    honest = clients[0].answer(asked)
    stranger = Credential("nobody", b"0" * 32)
    forged = [
        replace(honest, extension=".b"),
        replace(honest, extension=None),
        replace(honest, client="someone else"),
        replace(honest, session="another"),
        replace(honest, signature=""),
        replace(honest, signature=honest.signature[:-1] + "é"),
        Ballot.signed(stranger, asked, ".a"),
        Ballot.signed(Roster().enrol(), asked, ".a"),
    ]
    for ballot in forged:
        assert tally.submit(ballot) is Verdict.FORGED
    assert tally.submit(honest) is Verdict.COUNTED, "a forgery does not take the client's place"
    server.close_round()
    assert [row.prefix for row in server.found()] == ["a"]


def test_a_ballot_of_another_session_is_forged() -> None:
    roster = Roster()
    tally, credential = Tally(roster), roster.enrol()
    first = Server(terms(1, 2), tally).open_round()
    ballot = Ballot.signed(credential, first, ".a")
    tally.close()
    Server(terms(1, 2), tally).open_round()
    assert tally.submit(ballot) is Verdict.FORGED


def passed_round_1(roster: Roster, *keys: str) -> Tally:
    """A tally that has held round 1 of session 's'."""
    tally, first = Tally(roster), Round("s", 1, 3, QUARTER, 1, ("",))
    tally.open(first)
    for key in keys:
        assert tally.submit(Ballot.signed(roster.enrol(), first, key)) is Verdict.COUNTED
    assert tally.close() == {*keys}
    return tally


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"number": 1, "prefixes": ("",)}, "not the session's next one"),
        ({"number": 3}, "not the session's next one"),
        ({"session": "t"}, "not the session's next one"),
        ({"theta": 2}, "keeps the terms"),
        ({"weight": QUARTER + 1}, "keeps the terms"),
        ({"length": 4}, "keeps the terms"),
        ({"prefixes": (".a", ".b")}, "and for no others"),
        ({"prefixes": ("$",)}, "and for no others"),
    ],
)
def test_a_server_can_only_ask_what_comes_next(changed: dict[str, Any], said: str) -> None:
    """Asking on where a word has failed would tell it, letter by letter: the certificate's path ends there."""
    tally = passed_round_1(Roster(), ".a", "$")
    second = Round("s", 2, 3, QUARTER, 1, (".a",))
    with pytest.raises(ReleaseError, match=said):
        tally.open(replace(second, **changed))
    tally.open(second)
    tally.close()
    for again in (second, replace(second, number=3)):
        with pytest.raises(ReleaseError):  # nothing passed
            tally.open(again)
    tally.open(replace(second, number=3, prefixes=()))
    tally.close()
    with pytest.raises(ReleaseError, match="not the session's next one"):
        tally.open(replace(second, number=4, prefixes=()))


def test_a_round_that_is_refused_can_be_opened_later() -> None:
    tally = Tally(Roster())
    first, second = (Server(terms(1, 2), tally) for _ in range(2))
    first.open_round()
    for _ in range(2):
        with pytest.raises(ReleaseError, match="round 1 is still open"):
            second.open_round()
    first.close_round()
    assert second.open_round().number == 1


@pytest.mark.parametrize("changed", [{"theta": 2}, {"weight": QUARTER + 1}, {"length": 4}, {"prefixes": (".a", "")}])
def test_a_vote_counts_on_the_terms_that_the_client_saw_alone(changed: dict[str, Any]) -> None:
    roster = Roster()
    tally, credential = Tally(roster), roster.enrol()
    opened = Round("s", 1, 3, QUARTER, 1, ("",))
    tally.open(opened)
    for extension in (".a", None):
        assert tally.submit(Ballot.signed(credential, replace(opened, **changed), extension)) is Verdict.FORGED
    assert tally.submit(Ballot.signed(credential, opened, ".a")) is Verdict.COUNTED


@pytest.mark.parametrize("key", ["", ".", "$a", ".ab", "a", "$", "..", ".abc", "$ab", ".x", ".xa", "\x00a", "$abc"])
def test_only_what_a_round_asks_may_be_voted_for(key: str) -> None:
    """In round 2 of 3, after `a` and `b`: one code point more, or the end."""
    asked = Round("s", 2, 3, QUARTER, 1, (".a", ".b"))
    legal = {node for word in ("", "a", "b", "ab", "abc", "x", "xa") if (node := parse("word(3)").python_key(word, 2))}
    expected = key in legal and "." + key[1:2] in (".a", ".b")
    assert asked.extends(key) is expected
    roster = Roster()
    tally, credential = passed_round_1(roster, ".a", ".b"), roster.enrol()
    tally.open(asked)
    verdict = tally.submit(Ballot.signed(credential, asked, key))
    assert verdict is (Verdict.COUNTED if expected else Verdict.FORGED)


@settings(max_examples=200)
@given(word=st.text(max_size=5), length=st.integers(1, 4), number=st.integers(1, 4))
def test_every_honest_vote_is_asked_for(word: str, length: int, number: int) -> None:
    if number > length:
        return
    kind = parse(f"word({length})")
    key, before = kind.python_key(word, number), kind.python_key(word, number - 1) if number > 1 else ""
    if key is None or before is None:
        return
    assert Round("s", number, length, QUARTER, 5, (before, ".zzzzz")).extends(key)
    assert not Round("s", number, length, QUARTER, 5, ("~",)).extends(key) or number == 1


# --- a client trusts no server ----------------------------------------------------------------------------


def client(eps: float = 1.0, delta: float = 1e-6) -> Client:
    return Client(["ab"], Roster().enrol(), eps=eps, delta=delta)


def fair() -> Round:
    return Server(dphh_sql.plan("dp_triehh", eps=1.0, max_length=4), Tally(Roster())).open_round()


def test_terms_that_cost_more_are_refused() -> None:
    asked = fair()
    client().answer(asked)
    for greedy in (
        replace(asked, weight=asked.weight * 11 // 10),
        replace(asked, theta=asked.theta - 1),
        replace(asked, length=40),
        replace(asked, length=0),
        replace(asked, length=10**9),
        replace(asked, weight=TOTAL - 1, theta=1),
    ):
        with pytest.raises(BudgetError, match="cost more than eps=1, delta=1e-06; no vote was given"):
            client().answer(greedy)
    with pytest.raises(BudgetError):
        client(eps=0.9).answer(asked)


def test_terms_cannot_change_on_the_way() -> None:
    asked = fair()
    for change in ({"theta": asked.theta - 1}, {"weight": TOTAL - 1}, {"session": "another"}, {"length": 3}):
        voter = client()
        voter.answer(asked)
        with pytest.raises(BudgetError, match="on the terms of its first round"):
            voter.answer(replace(asked, number=2, prefixes=(".a",), **change))


def test_a_round_is_answered_once() -> None:
    """Asked again, with other prefixes perhaps, the client would spend again."""
    voter, asked = client(), fair()
    voter.answer(asked)
    voter.answer(replace(asked, number=3, prefixes=(".ab",)))
    for number in (0, 1, 2, 3, 5, -1):
        with pytest.raises(ArgumentError, match="no vote was given"):
            voter.answer(replace(asked, number=number, prefixes=(".ab", ".")))


def test_a_blank_looks_like_a_vote(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sampled or not, with a word or without: an answer of the same form."""
    asked = fair()
    monkeypatch.setattr(Votes, "coins", lambda self, n: np.zeros(n, dtype=np.bool_))
    for words in ([], ["ab"], ["é" * 9]):
        ballot = Client(words, Roster().enrol(), eps=1, delta=1e-6).answer(asked)
        assert ballot.extension is None
        assert len(ballot.signature) == 64


# --- over HTTP --------------------------------------------------------------------------------------------


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


def test_messages_make_the_round_trip() -> None:
    asked = replace(fair(), prefixes=(".é", ".\x00", '."\\', ".🇩"))
    assert Round.from_json(asked.to_json()) == asked
    for extension in (None, ".é", '$"\\\n'):
        ballot = Ballot.signed(Roster().enrol(), asked, extension)
        assert Ballot.from_json(ballot.to_json()) == ballot

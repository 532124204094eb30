"""TrieHH among devices: the law of the definition, what the server sees, and everything that goes wrong on the way."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import dphh_sql
from dphh_sql.errors import ArgumentError, BudgetError, ReleaseError
from dphh_sql.federated import (
    Ballot,
    Client,
    Credential,
    Found,
    Roster,
    Round,
    Server,
    Tally,
    Verdict,
    simulate,
)
from dphh_sql.noise import TOTAL
from dphh_sql.votes import Votes
from tests.federated.sessions import coins, crowd, fair, hold, session, terms
from tests.support.entropy import entropy_from
from tests.support.tries import independent_samples, law_by_definition


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


# --- a client trusts no server ----------------------------------------------------------------------------


def client(eps: float = 1.0, delta: float = 1e-6) -> Client:
    return Client(["ab"], Roster().enrol(), eps=eps, delta=delta)


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

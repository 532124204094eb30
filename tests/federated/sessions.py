"""Sessions of our own terms, and what holds them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import dphh_sql
from dphh_sql.accounting.calibrate_votes import CertifiedVotes
from dphh_sql.federated import Aggregator, Client, Roster, Round, Server, Tally, Verdict
from dphh_sql.mechanisms.triehh import TrieHH
from dphh_sql.noise import TOTAL
from dphh_sql.plan import Plan
from dphh_sql.votes import Votes

QUARTER = TOTAL // 4


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


def fair() -> Round:
    return Server(dphh_sql.plan("dp_triehh", eps=1.0, max_length=4), Tally(Roster())).open_round()

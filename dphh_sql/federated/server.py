"""The server: opens rounds, learns which extensions enough clients voted for, grows the trie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dphh_sql import entropy
from dphh_sql.errors import ArgumentError, ReleaseError
from dphh_sql.federated.client import Client
from dphh_sql.federated.messages import Aggregator, Round
from dphh_sql.federated.tally import Roster, Tally
from dphh_sql.hierarchies.word import ENDED
from dphh_sql.plan import Plan, plan


@dataclass(frozen=True, order=True)
class Found:
    """A prefix in the trie: its length, text, and whether it is a frequent word by itself."""

    level: int
    prefix: str
    complete: bool


class Server:
    """One session of TrieHH over an aggregator.

    Guarantee: (eps, delta)-DP for add/remove of one client, for everything that the server sees: per round, the
    extensions with theta votes. It is that of `dp_triehh` with independently sampled users, of the same plan.

    Raises:
        ArgumentError: the plan is not one of dp_triehh with sampling 'poisson'.
    """

    def __init__(self, agreed: Plan, aggregator: Aggregator) -> None:
        if agreed.design.votes is None:
            raise ArgumentError(
                "clients sample themselves: the plan must be plan('dp_triehh', sampling='poisson', ...), got "
                f"{agreed.function} with method {agreed.mechanism}.",
                argument="agreed",
            )
        self.plan = agreed
        self._votes, self._length = agreed.design.votes, len(agreed.levels)
        self._aggregator = aggregator
        self._session = entropy.token(16).hex()
        self._number = 0
        self._open = False
        self._last: frozenset[str] = frozenset({""})
        self._keys: set[str] = set()

    @property
    def finished(self) -> bool:
        """No round is left: all were held, or nothing passed in the last one."""
        return not self._open and (self._number == self._length or not self._last)

    def open_round(self) -> Round:
        """Begin the next round; publish what it returns to the clients.

        Raises:
            ReleaseError: a round is open, or the session is finished (another one spends again).
        """
        if self._open or self.finished:
            raise ReleaseError("a round is open already" if self._open else "the session is finished")
        number, prefixes = self._number + 1, tuple(sorted(self._last))
        asked = Round(self._session, number, self._length, self._votes.weight, self._votes.theta, prefixes)
        self._aggregator.open(asked)  # which may refuse it, while another session's round is open
        self._number, self._open = number, True
        return asked

    def close_round(self) -> None:
        """End the open round and grow the trie by what passed."""
        if not self._open:
            raise ReleaseError("no round is open")
        passed = self._aggregator.close()
        self._open = False
        self._keys |= passed
        self._last = frozenset(key for key in passed if not key.startswith(ENDED))

    def found(self) -> list[Found]:
        """The trie so far, by length and text."""
        complete = {key[1:] for key in self._keys if key.startswith(ENDED)}
        return sorted(Found(len(text), text, text in complete) for text in {key[1:] for key in self._keys})


def simulate(
    users: Iterable[Sequence[str]], *, eps: float, delta: float = 1e-6, max_length: int = 10
) -> list[Found]:
    """A whole session with a client in this process for each user's words."""
    agreed, roster = plan("dp_triehh", eps=eps, delta=delta, max_length=max_length), Roster()
    tally = Tally(roster)
    server = Server(agreed, tally)
    clients = [Client(words, roster.enrol(), eps=eps, delta=delta) for words in users]
    while not server.finished:
        asked = server.open_round()
        for client in clients:
            tally.submit(client.answer(asked))
        server.close_round()
    return server.found()

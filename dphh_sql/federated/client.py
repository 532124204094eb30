"""A device: it draws one of its words, once, and answers each round with a vote or a blank."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from dphh_sql import entropy, hierarchies
from dphh_sql.accounting.path import delta_bound
from dphh_sql.accounting.steps import vote
from dphh_sql.errors import ArgumentError, BudgetError
from dphh_sql.federated.messages import Ballot, Credential, Round
from dphh_sql.hierarchies.word import MOST
from dphh_sql.votes import Votes


class Client:
    """One user. Guarantee for its words: (eps, delta)-DP for everything that the server sees of one session.

    The client trusts no parameter of the server's: it certifies them itself before it votes, takes part in one session,
    and answers each of its rounds once, in order. Every round gets an answer, so that who was sampled cannot be seen
    from who sends. What others than the aggregator may not know is the ballot itself (encrypt the transport).

    Trusted are the aggregator (with ballots, and to hold the rounds as `Aggregator` says: what passed before only it
    knows) and the other clients' coins: whoever reads the trie and makes k clients vote without their coins lowers
    theta by k.

    A client that is away in a round, or whose ballots get lost, keeps the guarantee for all: without it the counts
    are those of fewer holders, and the certificate covers every number of them. That needs one thing, that whether a
    ballot gets lost does not depend on its coin: hence the blanks.

    Args:
        words: what the user typed, a word as often as it was typed; one is drawn by these frequencies.
        credential: from the aggregator's `Roster`, one for each user.
        eps, delta: the most that the client agrees to.
    """

    def __init__(self, words: Sequence[str], credential: Credential, *, eps: float, delta: float) -> None:
        self._credential = credential
        self._limit = eps, delta
        self._word = None if not words else words[0 if len(words) == 1 else int(entropy.below(len(words), 1)[0])]
        self._terms: tuple[str, int, Votes] | None = None
        self._answered = 0

    def answer(self, asked: Round) -> Ballot:
        """The ballot for a round.

        Raises:
            BudgetError: its terms cost more than eps, delta; or it belongs to another session.
            ArgumentError: the round was answered before, or a later one was.
        """
        if self._terms is None:
            eps, delta = self._limit
            if not 1 <= asked.length <= MOST or _delta(asked.votes, asked.length, eps) > delta:
                raise BudgetError(
                    f"the server's rounds cost more than eps={eps:g}, delta={delta:g}; no vote was given",
                    argument="eps",
                )
            self._terms = asked.terms
        if asked.terms != self._terms:
            raise BudgetError("a client votes in one session, on the terms of its first round; no vote was given")
        if not self._answered < asked.number <= asked.length:
            raise ArgumentError(f"round {asked.number} was answered, or passed by; no vote was given")
        self._answered = asked.number
        sampled = bool(asked.votes.coins(1)[0])
        return Ballot.signed(self._credential, asked, self._extension(asked) if sampled else None)

    def _extension(self, asked: Round) -> str | None:
        if self._word is None:
            return None
        key = hierarchies.parse(f"word({asked.length})").python_key(self._word, asked.number)
        return key if key is not None and asked.extends(key) else None


@lru_cache(maxsize=64)
def _delta(votes: Votes, rounds: int, eps: float) -> float:
    try:
        return delta_bound([vote(votes, rounds)], eps)
    except ArgumentError:  # a law that cannot be written out
        return math.inf

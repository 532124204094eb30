"""The aggregator in one process: checks ballots, counts them in memory, forgets the counts."""

from __future__ import annotations

import hmac
import threading
from collections import Counter

from dphh_sql import entropy
from dphh_sql.errors import ReleaseError
from dphh_sql.federated.messages import Ballot, Credential, Round, Verdict
from dphh_sql.hierarchies.word import OPEN


class Roster:
    """Who may vote. Keys are derived from one secret, so that nothing is kept per client."""

    def __init__(self) -> None:
        self._secret = entropy.token(32)

    def enrol(self) -> Credential:
        """A credential for one more client (hand it out once for each user)."""
        client = entropy.token(16).hex()
        return Credential(client, self._key(client))

    def signed(self, ballot: Ballot, asked: Round) -> bool:
        """Whether an enrolled client signed the ballot as it is, for that very round."""
        own = Credential(ballot.client, self._key(ballot.client))
        expected = own.signature(asked, ballot.extension)
        return hmac.compare_digest(expected.encode(), ballot.signature.encode())

    def _key(self, client: str) -> bytes:
        # An unknown name has a key too, but only whoever holds the secret knows it.
        return hmac.digest(self._secret, client.encode(), "sha256")


class Tally:
    """An `Aggregator` in memory, safe for several threads."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._lock = threading.Lock()
        self._asked: Round | None = None
        self._held: dict[str, tuple[Round, frozenset[str]]] = {}  # by session the last round, and what passed in it
        self._votes: Counter[str] = Counter()
        self._voted: set[str] = set()

    def open(self, asked: Round) -> None:
        with self._lock:
            if self._asked is not None:
                raise ReleaseError(f"round {self._asked.number} is still open")
            self._require_next(asked)
            self._asked = asked

    def _require_next(self, asked: Round) -> None:
        last, passed = self._held.get(asked.session, (None, frozenset({""})))
        if asked.number != (1 if last is None else last.number + 1) or asked.number > asked.length:
            raise ReleaseError(f"round {asked.number} is not the session's next one; each is held once, in order")
        if last is not None and asked.terms != last.terms:
            raise ReleaseError("a session keeps the terms of its first round")
        if not passed.issuperset(asked.prefixes):
            raise ReleaseError("a round asks for prefixes that passed in the one before, and for no others")

    def submit(self, ballot: Ballot) -> Verdict:
        with self._lock:
            asked = self._asked
            if asked is None:
                return Verdict.LATE
            if ballot.session != asked.session:
                return Verdict.FORGED
            if ballot.number != asked.number:
                return Verdict.LATE
            if not self._roster.signed(ballot, asked):
                return Verdict.FORGED
            if ballot.extension is not None and not asked.extends(ballot.extension):
                return Verdict.FORGED
            if ballot.client in self._voted:
                return Verdict.DUPLICATE
            self._voted.add(ballot.client)
            if ballot.extension is not None:
                self._votes[ballot.extension] += 1
            return Verdict.COUNTED

    def close(self) -> frozenset[str]:
        with self._lock:
            if self._asked is None:
                raise ReleaseError("no round is open")
            asked = self._asked
            passed = frozenset(key for key, n in self._votes.items() if n >= asked.theta)
            self._held[asked.session] = asked, frozenset(key for key in passed if key.startswith(OPEN))
            self._asked, self._votes, self._voted = None, Counter(), set()
            return passed

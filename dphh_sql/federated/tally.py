"""The aggregator in one process: checks ballots, counts them in memory, forgets the counts."""

from __future__ import annotations

import hmac
import threading
from collections import Counter

from dphh_sql import entropy
from dphh_sql.errors import ReleaseError
from dphh_sql.federated.messages import Ballot, Credential, Round, Verdict


class Roster:
    """Who may vote. Keys are derived from one secret, so that nothing is kept per client."""

    def __init__(self) -> None:
        self._secret = entropy.token(32)

    def enrol(self) -> Credential:
        """A credential for one more client (hand it out once for each user)."""
        client = entropy.token(16).hex()
        return Credential(client, self._key(client))

    def signed(self, ballot: Ballot) -> bool:
        """Whether an enrolled client signed the ballot as it is."""
        own = Credential(ballot.client, self._key(ballot.client))
        expected = own.signature(ballot.session, ballot.number, ballot.extension)
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
        self._votes: Counter[str] = Counter()
        self._voted: set[str] = set()

    def open(self, asked: Round) -> None:
        with self._lock:
            if self._asked is not None:
                raise ReleaseError(f"round {self._asked.number} is still open")
            self._asked = asked

    def submit(self, ballot: Ballot) -> Verdict:
        if not self._roster.signed(ballot):
            return Verdict.FORGED
        with self._lock:
            asked = self._asked
            if asked is None:
                return Verdict.LATE
            if ballot.session != asked.session:
                return Verdict.FORGED
            if ballot.number != asked.number:
                return Verdict.LATE
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
            theta = self._asked.theta
            passed = frozenset(key for key, n in self._votes.items() if n >= theta)
            self._asked, self._votes, self._voted = None, Counter(), set()
            return passed

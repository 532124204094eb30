"""What server, aggregator and clients say to each other."""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Protocol

from dphh_sql.errors import ArgumentError
from dphh_sql.hierarchies.word import ENDED, MOST, OPEN
from dphh_sql.noise import TOTAL
from dphh_sql.votes import Votes


@dataclass(frozen=True)
class Round:
    """One round of voting, all of it public.

    Attributes:
        session: names the run; a ballot is good for one session only.
        number: 1..length; the round asks for code point `number` of a word, or its end.
        length: how many rounds the session has at most, the longest word that can be complete.
        weight, theta: each client votes with probability weight / 2**64; theta votes are needed.
        prefixes: the keys of the last round that were voted for; [''] in round 1.
    """

    session: str
    number: int
    length: int
    weight: int
    theta: int
    prefixes: tuple[str, ...]

    @property
    def votes(self) -> Votes:
        return Votes(self.weight, self.theta)

    @property
    def terms(self) -> tuple[str, int, Votes]:
        """What stays the same in all rounds of a session."""
        return self.session, self.length, self.votes

    def extends(self, key: str) -> bool:
        """Whether a key may be voted for: a prefix of the last round and one code point more, or its end."""
        mark, text = key[:1], key[1:]
        last = self.number == self.length
        if mark == OPEN:
            longer = len(text) == self.number
        else:
            longer = mark == ENDED and (len(text) == self.number - 1 or (last and len(text) == self.number))
        if not longer:
            return False
        return self.number == 1 or OPEN + text[: self.number - 1] in self._known

    @cached_property
    def digest(self) -> str:
        """SHA-256 (hex) of the round, with all that it says."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.prefixes)

    def to_json(self) -> str:
        return json.dumps(asdict(self) | {"weight": str(self.weight)}, ensure_ascii=True)

    @classmethod
    def from_json(cls, text: str | bytes) -> Round:
        """Raises `ArgumentError` when the text is no round."""
        kinds = {"session": str, "number": int, "length": int, "weight": str, "theta": int, "prefixes": list}
        raw, most = _object(text, kinds), len(str(TOTAL))
        if not (raw["weight"].isascii() and raw["weight"].isdecimal() and len(raw["weight"]) <= most):
            raise _malformed()
        if not all(isinstance(key, str) for key in raw["prefixes"]):
            raise _malformed()
        return cls(**raw | {"weight": int(raw["weight"]), "prefixes": tuple(raw["prefixes"])})


@dataclass(frozen=True)
class Credential:
    """What a client is enrolled with: its name at the aggregator and a secret key."""

    client: str
    key: bytes

    def signature(self, asked: Round, extension: str | None) -> str:
        """HMAC-SHA-256 of a vote in that very round: it counts under no other terms."""
        signed = json.dumps([self.client, asked.digest, extension]).encode()
        return hmac.digest(self.key, signed, "sha256").hex()


@dataclass(frozen=True)
class Ballot:
    """One client's answer to a round: the key that it votes for, or None (a blank, which counts for nothing)."""

    client: str
    session: str
    number: int
    extension: str | None
    signature: str

    @classmethod
    def signed(cls, credential: Credential, asked: Round, extension: str | None) -> Ballot:
        signature = credential.signature(asked, extension)
        return cls(credential.client, asked.session, asked.number, extension, signature)

    def to_json(self) -> str:
        """With blanks behind, so that all ballots of a client in a round are of one length.

        Encryption does not hide lengths, and who sees on the line which are longer would know who was sampled. A key of
        round i has at most i code points behind its mark.
        """
        facts = asdict(self)
        key = len(json.dumps(OPEN + "\U0001f600" * min(self.number, MOST)))
        longest = len(json.dumps(facts | {"extension": None})) - len(json.dumps(None)) + key
        return json.dumps(facts, ensure_ascii=True).ljust(longest)

    @classmethod
    def from_json(cls, text: str | bytes) -> Ballot:
        """Raises `ArgumentError` when the text is no ballot."""
        kinds = {"client": str, "session": str, "number": int, "extension": (str, type(None)), "signature": str}
        return cls(**_object(text, kinds))


class Verdict(StrEnum):
    """What became of a ballot."""

    COUNTED = "counted"
    DUPLICATE = "duplicate"
    """The client's first ballot of the round counts, no other."""
    LATE = "late"
    """Its round is closed, or not open yet."""
    FORGED = "forged"
    """Not signed by an enrolled client for this very round, or for what the round does not ask."""
    MALFORMED = "malformed"


class Aggregator(Protocol):
    """Counts ballots. What stands behind it, such as a secure sum, tells the server what `close` returns and no more.

    The guarantee needs: at most one vote of a client in a round, no count told to anyone, nobody told who was sampled;
    the rounds of a session in order and once, on the terms of the first, for prefixes that passed in the one before (a
    word goes on only after it has passed, which is what the certificate is about); votes for that very round alone.
    """

    def open(self, asked: Round) -> None:
        """Begin a round; the one before is closed.

        Raises:
            ReleaseError: it is not the session's next one.
        """

    def submit(self, ballot: Ballot) -> Verdict:
        """Take a client's ballot."""

    def close(self) -> frozenset[str]:
        """End the round: the keys with at least theta votes, without their counts."""


def _object(text: str | bytes, kinds: dict[str, Any]) -> dict[str, Any]:
    try:
        raw = json.loads(text)
        json.dumps(raw, ensure_ascii=False).encode()  # no half of a surrogate pair
    except (ValueError, RecursionError):
        raise _malformed() from None
    if not isinstance(raw, dict) or raw.keys() != kinds.keys():
        raise _malformed()
    if any(not isinstance(raw[name], kind) or isinstance(raw[name], bool) for name, kind in kinds.items()):
        raise _malformed()
    return raw


def _malformed() -> ArgumentError:
    return ArgumentError("a message of the voting protocol is malformed")

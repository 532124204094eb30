"""SCRAM-SHA-256 verifiers: what a policy stores of a password, and what it proves (RFC 5802, 7677; library scramp).

A verifier is PBKDF2 with a salt of its own: whoever reads the policy cannot log in with it, and has to guess.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable

from scramp import ScramException, ScramMechanism

from dphh_sql.errors import ArgumentError
from dphh_sql.policy import VERIFIER, UserRule

MECHANISM = "SCRAM-SHA-256"
ITERATIONS = 100_000
"""The client pays them at each login; a good password (`dphh password --generate`) makes the number irrelevant."""

AuthInfo = tuple[bytes, bytes, bytes, int]
"""Salt, stored key, server key, iterations."""


def generated() -> str:
    """A password of 128 random bits."""
    return secrets.token_urlsafe(16)


def verifier(password: str, iterations: int = ITERATIONS) -> str:
    """The line for the policy.

    Raises:
        ArgumentError: an empty password, or characters that SASLprep (RFC 4013) does not admit.
    """
    if not password:
        raise ArgumentError("password must not be empty.", argument="password")
    try:
        salt, stored, server, n = ScramMechanism(MECHANISM).make_auth_info(password, iteration_count=iterations)
    except ScramException:
        raise ArgumentError(
            "password holds a character that SASLprep (RFC 4013) does not admit; use printable ones.",
            argument="password",
        ) from None
    salt_text, stored_text, server_text = (base64.b64encode(part).decode() for part in (salt, stored, server))
    return f"{MECHANISM}${n}:{salt_text}${stored_text}:{server_text}"


class Verifiers:
    """The verifiers of a policy's users, one at least; an unknown user gets one that no password fits."""

    def __init__(self, users: Iterable[UserRule]) -> None:
        self._known = {user.name: _parsed(user.password) for user in users if user.password is not None}
        # The same from one start to the next, so that an unknown name's salt tells nothing.
        self._secret = hashlib.sha256(repr(sorted(self._known.items())).encode()).digest()

    def __contains__(self, user: str) -> bool:
        return user in self._known

    def of(self, user: str) -> AuthInfo:
        known = self._known.get(user)
        if known is not None:
            return known
        drawn = hmac.digest(self._secret, user.encode("utf-8", "replace"), "sha256")
        # Salt and iterations look like those of one of the known: another length would give the name away.
        alike = list(self._known.values())[drawn[0] % len(self._known)]
        salt = hashlib.shake_256(drawn).digest(len(alike[0]))
        # Keys that nobody knows the password of.
        return salt, secrets.token_bytes(32), secrets.token_bytes(32), alike[3]


def _parsed(text: str) -> AuthInfo:
    match = VERIFIER.fullmatch(text)
    assert match is not None, "the policy has checked it"
    iterations, *parts = match.groups()
    salt, stored, server = (base64.b64decode(part) for part in parts)
    return salt, stored, server, int(iterations)

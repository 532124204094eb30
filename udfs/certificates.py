"""`dp_certificate(release_id)`: the certificate of a release, and how often it was returned again without a charge.

A certificate holds public facts only, so reading it costs no privacy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dphh_sql.certificate import Certificate
from dphh_sql.errors import ArgumentError
from dphh_sql.ledger import Ledger, StoredRelease, canonical_json
from dphh_sql.udfs.function import Function
from dphh_sql.udfs.session import Session

_ROW = "STRUCT(release_id BIGINT, name VARCHAR, repeats BIGINT, certificate JSON)[]"


def _certificates(session: Session) -> Callable[[str | None], list[dict[str, Any]]]:
    def certificates(asked: str | None) -> list[dict[str, Any]]:
        found = [(ledger, kept) for ledger, kept in _kept(session, asked) if session.shows(kept.entry.table)]
        if not found:
            raise ArgumentError(
                f"release_id must be that of a stored release, or 'last', got {asked!r}; dp_ledger() lists them "
                "(a charge whose release was cut short has none).",
                argument="release_id",
                value=asked,
            )
        return [
            {
                "release_id": kept.entry.release_id,
                "name": kept.entry.name,
                "repeats": session.memory.repeats(ledger, kept.entry.release_id),
                "certificate": canonical_json(Certificate.stored(kept).facts),
            }
            for ledger, kept in found
        ]

    return certificates


def _kept(session: Session, asked: str | None) -> list[tuple[Ledger, StoredRelease]]:
    """The releases meant: one, unless several attached databases have ledgers with that number."""
    text = "" if asked is None else asked
    if text.strip().lower() == "last" and session.memory.last is not None:
        ledger, number = session.memory.last
        places = [(ledger, ledger.get_release(number))]
    else:
        places = [(ledger, ledger.asked_release(text)) for ledger in session.ledgers()]
    return [(ledger, kept) for ledger, kept in places if kept is not None]


FUNCTIONS: tuple[Function, ...] = (
    Function("__dp_certificate", _certificates, ("VARCHAR",), _ROW, volatile=True, reports="dp_certificate"),
)

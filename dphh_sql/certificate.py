"""The certificate of a release: public facts, enough for an outsider to recompute its guarantee.

It names what was asked, the privacy unit, the ledger entry that paid (with its hash) and every step that one row can
meet, with the integer weights of each noise table; and it commits to the released rows by their hash. No value from
the data but what was released.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from dphh_sql.ledger import Entry, StoredRelease, canonical_json
from dphh_sql.plan import Plan

FORMAT = 1

SMALL = 1_000
"""Unnamed releases of more rows are certified without their rows."""


@dataclass(frozen=True)
class Certificate:
    """A certificate and the rows that it certifies, as the ledger keeps them."""

    facts: dict[str, Any]
    rows: list[dict[str, Any]]

    @classmethod
    def of(
        cls, plan: Plan, entry: Entry, rows: pa.StructArray, host: Mapping[str, str] | None = None
    ) -> Certificate:
        """Of a release that `entry` paid for; `host` has facts about where the rows were counted.

        The rows are kept, and their digest is taken, for releases of up to SMALL rows and for named ones, which may
        be asked for again: as JSON they cost more time than a large count.
        """
        kept = entry.name is not None or len(rows) <= SMALL
        shown = rows.to_pylist() if kept else []
        # Without steps, where a theorem is the proof: all noise that is drawn, so that its delta can be recomputed.
        drawn = [step.table for step in plan.steps] or [*plan.design.extra, *plan.design.tables]
        tables = list(dict.fromkeys(drawn))
        facts = {
            "format": FORMAT,
            "release_id": entry.release_id,
            "ledger_hash": entry.hash,
            "time": entry.time.isoformat(),
            "table": str(entry.table),
            "function": entry.function,
            "method": plan.mechanism,
            "request": json.loads(entry.request),
            "neighbours": "add or remove one unit",
            "unit": plan.unit,
            "max_rows": plan.max_rows,
            "eps": plan.eps,
            "delta": plan.delta,
            "delta_certified": plan.delta_spent,
            "row_eps": plan.row_eps,
            "proof": plan.proof,
            "parameters": dict(plan.design.parameters),
            "tau": plan.tau,
            "steps": [
                {
                    "kind": step.kind.value,
                    "noise": tables.index(step.table),
                    "lo": step.lo,
                    "hi": step.hi,
                    "times": step.times,
                }
                for step in plan.steps
            ],
            "noise": [table.facts for table in tables],
            "rows": len(rows),
            "rows_sha256": rows_hash(shown) if kept else None,
            **(host or {}),
        }
        return cls(facts, shown)

    @classmethod
    def stored(cls, release: StoredRelease) -> Certificate:
        """From the ledger."""
        payload = json.loads(release.payload)
        return cls(payload["certificate"], payload["rows"])

    def to_json(self) -> str:
        """What the ledger keeps."""
        return canonical_json({"certificate": self.facts, "rows": self.rows})

    def rows_as(self, row: pa.StructType) -> pa.StructArray:
        """The released rows, in their order."""
        return pa.array(self.rows, row)


def rows_hash(rows: list[dict[str, Any]]) -> str:
    """SHA-256 (hex) of the canonical JSON of released rows."""
    return hashlib.sha256(canonical_json(rows).encode()).hexdigest()

"""The certificate of a release: public facts, enough for an outsider to recompute its guarantee.

It names what was asked, the privacy unit, the ledger entry that paid (with its hash) and every step that one row can
meet, with the integer weights of each noise table; and it commits to the released rows by their digest. No value from
the data but what was released. `certificate.schema.json` describes the fields, `dphh_sql.verification` checks them.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np
import pyarrow as pa

from dphh_sql.accounting.steps import Step, StepKind
from dphh_sql.ledger import Entry, StoredRelease, canonical_json
from dphh_sql.ledger.chain import entry_content
from dphh_sql.mechanisms import Design
from dphh_sql.noise import NoiseTable
from dphh_sql.plan import Plan
from dphh_sql.row_digest import rows_digest
from dphh_sql.rowtypes import duckdb_columns
from dphh_sql.votes import Votes

FORMAT = 2
"""1 had no seal, not the content of the ledger entry, and a digest only of small and named releases, of their JSON."""

SMALL = 1_000
"""Unnamed releases of more rows are stored without their rows."""

NEIGHBOURS = "add or remove one unit"

SEAL = "certificate_sha256"


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

        The rows are kept for releases of up to SMALL rows and for named ones, which may be asked for again: as JSON
        they cost more time than a large count. Their digest is always taken.
        """
        content = entry_content(entry)
        request = json.loads(str(content.pop("request")))
        facts = {
            "format": FORMAT,
            "release_id": entry.release_id,
            "ledger_hash": entry.hash,
            "ledger_entry": content,
            "time": entry.time.isoformat(),
            "table": str(entry.table),
            "function": entry.function,
            "request": request,
            "host": dict(host or {}),
            "software": software(),
            **planned(plan),
            "columns": duckdb_columns(rows.type),
            "rows": len(rows),
            "rows_sha256": rows_digest(rows),
        }
        kept = entry.name is not None or len(rows) <= SMALL
        return cls({**facts, SEAL: digest(facts)}, rows.to_pylist() if kept else [])

    @classmethod
    def stored(cls, release: StoredRelease) -> Certificate:
        """From the ledger."""
        payload = json.loads(release.payload)
        return cls(payload["certificate"], payload["rows"])

    def to_json(self) -> str:
        """What the ledger keeps."""
        return canonical_json({"certificate": self.facts, "rows": self.rows})

    def certificate_text(self) -> str:
        """The certificate alone, as it is published."""
        return json.dumps(self.facts, indent=2, sort_keys=True) + "\n"

    def rows_as(self, row: pa.StructType) -> pa.StructArray:
        """The released rows, in their order."""
        return pa.array(self.rows, row)


def planned(plan: Plan) -> dict[str, Any]:
    """What a certificate says of the plan: all of it follows from the request."""
    design = plan.design
    rest = [] if design.rest_table is None else [design.rest_table]
    drawn = [step.table for step in plan.steps] + [*design.extra, *design.tables, *rest]
    tables = list(dict.fromkeys(drawn))
    return {
        "method": plan.mechanism,
        "hierarchy": plan.hierarchy,
        "levels": list(plan.levels),
        "neighbours": NEIGHBOURS,
        "unit": plan.unit,
        "max_rows": plan.max_rows,
        "eps": plan.eps,
        "delta": plan.delta,
        "delta_certified": plan.delta_spent,
        "row_eps": plan.row_eps,
        "proof": plan.proof,
        "parameters": dict(design.parameters),
        "tau": plan.tau,
        "floor": design.floor,
        "thresholds": list(design.thresholds),
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
        "noise": [_noise(table) for table in tables],
        "draws": {
            "levels": [tables.index(table) for table in design.tables],
            "rest": tables.index(rest[0]) if rest else None,
            "extra": [tables.index(table) for table in design.extra],
        },
    }


def design_of(facts: Mapping[str, Any]) -> Design:
    """The design that a certificate (format 2) describes, for the accountant.

    Raises:
        ArgumentError: a table or step that is none.
        KeyError, IndexError, TypeError, ValueError: a field that is not as the schema has it.
    """
    tables = [table_of(noise) for noise in facts["noise"]]
    sums = {index: table for index, table in enumerate(tables) if isinstance(table, NoiseTable)}
    draws = facts["draws"]
    return Design(
        mechanism=facts["method"],
        steps=tuple(
            Step(StepKind(step["kind"]), tables[step["noise"]], step["lo"], step["hi"], step["times"])
            for step in facts["steps"]
        ),
        delta_spent=facts["delta_certified"],
        tau=facts["tau"],
        floor=facts["floor"],
        margin=None,
        tables=tuple(sums[index] for index in draws["levels"]),
        rest_table=None if draws["rest"] is None else sums[draws["rest"]],
        proof=facts["proof"],
        parameters=facts["parameters"],
        extra=tuple(sums[index] for index in draws["extra"]),
        accepts=tuple(facts["thresholds"]),
    )


def table_of(noise: Mapping[str, Any]) -> NoiseTable | Votes:
    """The table whose facts those are.

    Raises:
        ArgumentError: the weights make no table.
    """
    weights = tuple(int(weight) for weight in noise["weights"])
    if "theta" in noise:
        return Votes(weights[1], noise["theta"])
    return NoiseTable((*weights[:0:-1], *weights))


def digest(facts: Mapping[str, Any]) -> str:
    """SHA-256 (hex) of the canonical JSON of all facts but the digest itself."""
    return hashlib.sha256(canonical_json({k: v for k, v in facts.items() if k != SEAL}).encode()).hexdigest()


def noise_digest(noise: Mapping[str, Any]) -> str:
    """SHA-256 (hex) of the canonical JSON of a table's facts."""
    facts = {name: value for name, value in noise.items() if name != "sha256"}
    return hashlib.sha256(canonical_json(facts).encode()).hexdigest()


@cache
def software() -> dict[str, str]:
    """What made the plan: with the same software it is the same to the last bit."""
    try:
        mine = version("dphh-sql")
    except PackageNotFoundError:  # run from a source tree
        mine = "unknown"
    return {"dphh-sql": mine, "numpy": np.__version__, "machine": platform.machine()}


def rows_hash(rows: list[dict[str, Any]]) -> str:
    """The digest of rows in format 1: SHA-256 (hex) of their canonical JSON."""
    return hashlib.sha256(canonical_json(rows).encode()).hexdigest()


def _noise(table: NoiseTable | Votes) -> dict[str, Any]:
    return {**table.facts, "sha256": noise_digest(table.facts)}

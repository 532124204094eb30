"""Verification of certificates: what an outsider can check, with the released rows and the ledger if they are there.

A certificate is a claim. Hashes show that it is whole; they do not show that it is true, for whoever alters it can hash
again. What shows that is recomputed: delta, with the accountant, from the very weights in the certificate (a method
that rests on a theorem has its formula evaluated again), and the plan, from the request. Whether it is the certificate
of *that* release only the ledger can tell, whose entries are chained.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
from sqlglot import exp

from dphh_sql import mechanisms
from dphh_sql.accounting.path import delta_bound
from dphh_sql.accounting.steps import StepKind
from dphh_sql.audit.recertify import recertified
from dphh_sql.certificate import (
    FORMAT,
    NEIGHBOURS,
    SEAL,
    Certificate,
    design_of,
    digest,
    noise_digest,
    planned,
    rows_hash,
    software,
    table_of,
)
from dphh_sql.errors import ArgumentError, CertificateError, DphhError
from dphh_sql.functions import FUNCTIONS
from dphh_sql.ledger import Ledger, TableId, canonical_json
from dphh_sql.ledger.chain import content_hash
from dphh_sql.plan import plan_for
from dphh_sql.release_files import read_rows
from dphh_sql.request import Privacy, group_delta
from dphh_sql.row_digest import rows_digest
from dphh_sql.rowtypes import arrow_row

ROUNDING = 1.0 + 1e-9
"""By so much a delta that another machine or version recomputes may be larger: their exp and sums round elsewhere."""

_UNREADABLE = (KeyError, IndexError, TypeError, ValueError, AttributeError, ArithmeticError, DphhError)
_PARTS = ("database", "schema", "table")

Facts = Mapping[str, Any]


@dataclass(frozen=True)
class Check:
    """One check; `passed` is None when it could not be made, and `seen` says why."""

    name: str
    passed: bool | None
    seen: str


def parsed(text: str | bytes) -> dict[str, Any]:
    """The facts of a certificate's JSON.

    Raises:
        CertificateError: no JSON object, a number that JSON lacks, a field twice, or a format that this version does
            not know.
    """

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(found := dict(pairs)) != len(pairs):
            raise ValueError("a field is given twice")
        return found

    def refuse(name: str) -> float:
        raise ValueError(f"{name} is no number")

    try:
        facts = json.loads(text, object_pairs_hook=once, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise CertificateError(f"certificate: not JSON ({error}).") from None
    if not isinstance(facts, dict) or not isinstance(facts.get("format"), int):
        raise CertificateError("certificate: not the JSON of a certificate: it has no format.")
    if not 1 <= facts["format"] <= FORMAT:
        raise CertificateError(
            f"certificate: its format is {facts['format']}, this version of dphh-sql knows formats up to {FORMAT}; "
            "upgrade dphh-sql.",
            value=facts["format"],
            remedy="upgrade dphh-sql",
        )
    return facts


def read(path: Path) -> dict[str, Any]:
    """The facts of a certificate's file.

    Raises:
        CertificateError: it cannot be read, or is none (`parsed`).
    """
    try:
        text = path.read_bytes()
    except OSError as error:
        raise CertificateError(f"certificate {path} cannot be read ({error.strerror}).") from None
    return parsed(text)


def read_released(path: str | Path, facts: Facts) -> pa.StructArray:
    """The rows of a Parquet or CSV file, as the certificate's function releases them.

    Raises:
        CertificateError: the certificate is of no function that has rows.
        ArgumentError: the file cannot be read, or has other columns.
    """
    name = facts.get("function")
    if not isinstance(name, str) or name not in FUNCTIONS:
        raise CertificateError("certificate: it is of no function that has rows.")
    return read_rows(path, FUNCTIONS[name].columns)


def verify(
    facts: Facts, rows: pa.StructArray | None = None, ledger: Ledger | None = None, thorough: bool = False
) -> Iterator[Check]:
    """Every check of a certificate, as it is made.

    Args:
        facts: of `parsed`.
        rows: the released rows, in their order.
        ledger: where the release was charged.
        thorough: have delta bounded by the independent accountant of the audit as well, which takes seconds.
    """
    for name, check in CHECKS.items():
        yield _made(name, check, facts)
    if thorough:
        yield _made("second accountant", _second_accountant, facts)
    yield _made("rows", lambda f: _rows(f, rows), facts)
    yield _made("ledger", lambda f: _ledger(f, ledger), facts)


def _made(name: str, check: Callable[[Facts], tuple[bool | None, str]], facts: Facts) -> Check:
    try:
        return Check(name, *check(facts))
    except _UNREADABLE as error:
        said = str(error) if isinstance(error, DphhError) else f"{type(error).__name__}: {error}"
        return Check(name, False, f"cannot be read ({said})")


def _seal(facts: Facts) -> tuple[bool | None, str]:
    if facts["format"] == 1:
        return None, "format 1 has none"
    found = digest(facts)
    return facts[SEAL] == found, f"SHA-256 of all fields {found[:16]}..., {facts[SEAL][:16]}... stated"


def _entry(facts: Facts) -> tuple[bool | None, str]:
    """The entry's content has the stated hash, and is what the certificate says elsewhere."""
    if facts["format"] == 1:
        return None, "format 1 has only the entry's hash; compare it with the ledger"
    entry = facts["ledger_entry"]
    said = {
        "release_id": (entry["release_id"], facts["release_id"]),
        "event": (entry["event"], "charge"),
        "time": (datetime.fromisoformat(entry["time"]), datetime.fromisoformat(facts["time"])),
        "table": (str(TableId(*(entry[part] for part in _PARTS))), facts["table"]),
        "function": (entry["function"], facts["function"]),
        "unit": (entry["unit"], facts["unit"]),
        "eps": (entry["eps"], repr(facts["eps"])),
        "delta": (entry["delta"], repr(facts["delta"])),
    }
    if differing := [name for name, (left, right) in said.items() if left != right]:
        return False, f"the ledger entry has another {', '.join(differing)}"
    found = content_hash({**entry, "request": canonical_json(facts["request"])})
    return found == facts["ledger_hash"], f"entry {facts['release_id']} hashes to {found[:16]}..."


def _noise(facts: Facts) -> tuple[bool | None, str]:
    """Legal weights (symmetric, positive, their sum exactly 2**64), with the stated hashes."""
    for index, noise in enumerate(facts["noise"]):
        table = table_of(noise)
        if noise["weights"] != table.facts["weights"] or noise.get("bound") != table.facts.get("bound"):
            return False, f"table {index} is not written as its weights are"
        if facts["format"] > 1 and noise["sha256"] != noise_digest(noise):
            return False, f"table {index} does not have its hash"
    return True, f"{len(facts['noise'])} tables, weights sum to 2**64" + (", hashes match" * (facts["format"] > 1))


def _request(facts: Facts) -> tuple[bool | None, str]:
    """The stated guarantee is that of the request."""
    privacy, request = _privacy(facts), facts["request"]
    said: dict[str, tuple[object, object]] = {
        "function": (request["function"], facts["function"]),
        "eps": (privacy.eps, facts["eps"]),
        "delta": (privacy.delta, facts["delta"]),
        "unit": (privacy.unit_name, facts["unit"]),
        "max_rows": (privacy.max_rows, facts["max_rows"]),
        "row_eps": (privacy.of_one_row.eps, facts["row_eps"]),
        "neighbours": (NEIGHBOURS, facts["neighbours"]),
        "method": (facts["method"] if privacy.method == "auto" else privacy.method, facts["method"]),
        "levels": (list(privacy.levels), facts.get("levels", list(privacy.levels))),
        "hierarchy": (privacy.hierarchy, facts.get("hierarchy", privacy.hierarchy)),
    }
    if differing := [name for name, (left, right) in said.items() if left != right]:
        return False, f"the request has another {', '.join(differing)}"
    return True, f"({privacy.eps:g}, {privacy.delta:g}) for one {privacy.unit_name}, {facts['neighbours']}"


def _plan(facts: Facts) -> tuple[bool | None, str]:
    """What is planned from the request now: the same with the same software, else the same steps at least."""
    told, privacy = facts["format"] > 1 or bool(facts["steps"]), _privacy(facts)
    try:
        plan = plan_for(facts["function"], privacy)
    except DphhError as error:
        return None if told else False, f"this version makes no such plan: {error}"
    now = json.loads(canonical_json(planned(plan)))
    if facts["format"] == 1:
        now["noise"] = [{k: v for k, v in noise.items() if k != "sha256"} for noise in now["noise"]]
        now["noise"] = now["noise"][: len(facts["noise"])]
    ours = facts.get("software") == software()
    if not ours and math.isclose(now["delta_certified"], facts.get("delta_certified", math.nan), rel_tol=ROUNDING - 1):
        now["delta_certified"] = facts["delta_certified"]
    differing = [name for name in now if name in facts and now[name] != facts[name]]
    if missing := [name for name in now if name not in facts] if facts["format"] > 1 else []:
        return False, f"there is no {', '.join(missing)}"
    if not differing:
        return True, "the same, recomputed from the request"
    shape = [[(step["kind"], step["times"]) for step in each["steps"]] for each in (now, facts)]
    fixed = {"method", "hierarchy", "levels", "neighbours", "unit", "max_rows", "eps", "delta", "row_eps", "proof"}
    if shape[0] != shape[1] or fixed & {*differing} or now["parameters"].keys() != facts["parameters"].keys():
        return False, f"the request asks for another {', '.join(differing)}"
    if not told:
        return False, f"its delta cannot be recomputed, and the request asks for another {', '.join(differing)}"
    if ours:
        return False, f"this very software plans another {', '.join(differing)}"
    return None, f"another version made it: another {', '.join(differing)}; the steps are of the same kind"


def _design(facts: Facts) -> tuple[bool | None, str]:
    """The method, with the stated noise and tau, meets the stated steps, draws nothing else, and is in its right floor.

    So no prefix without rows passes, none that could have is left out, and delta is that of what is drawn.
    """
    privacy = _privacy(facts)
    if facts["format"] == 1:
        if not facts["steps"]:
            return None, "format 1 does not say what its theorem draws; compare the plan"
        facts = {**facts, **_implied(facts, len(privacy.levels))}
    stated = design_of(facts)
    if privacy.tau is not None and stated.tau < privacy.tau:
        return False, f"tau {stated.tau}, the request asks for {privacy.tau}"
    method = mechanisms.mechanism(facts["function"], facts["method"])
    try:
        made = method.remade(stated, replace(privacy.of_one_row, tau=stated.tau))
    except DphhError as error:
        return False, str(error)
    differing = [name for name in _DESIGNED if getattr(stated, name) != getattr(made, name)]
    if facts["format"] == 1:
        differing = [name for name in differing if name in ("steps", "tau")]
    alike = stated.parameters.keys() == made.parameters.keys() and all(
        value == made.parameters[name]
        or (value % 1 != 0 and math.isclose(value, made.parameters[name], rel_tol=ROUNDING - 1))
        for name, value in stated.parameters.items()
    )
    if differing or not alike:
        names = ", ".join([*differing, *([] if alike else ["parameters"])])
        return False, f"what {method.name} makes of this noise and tau differs in {names}"
    return True, f"tau {made.tau}, floor {made.floor}: above all noise, and nothing is drawn besides"


_DESIGNED = ("proof", "steps", "tau", "floor", "thresholds", "tables", "rest_table", "extra")


def _implied(facts: Facts, levels: int) -> Facts:
    """What format 1 says by its steps alone, of a method that has any: which noise is drawn where."""
    kinds = [(StepKind(step["kind"]), step["noise"], step["hi"]) for step in facts["steps"]]
    _, noise, accepted = kinds[0]
    rests = [index for kind, index, _ in kinds if kind is StepKind.REST]
    votes = kinds[0][0] is StepKind.VOTE
    draws = {"levels": [] if votes else [noise] * levels, "rest": rests[0] if rests else None, "extra": []}
    thresholds = [] if votes or accepted is None else [accepted] * levels
    return {"draws": draws, "floor": 1, "thresholds": thresholds}


def _delta(facts: Facts) -> tuple[bool | None, str]:
    """The accountant once more, on the certificate's own tables."""
    privacy = _privacy(facts)
    if facts["format"] == 1 and not facts["steps"]:
        return None, "format 1 does not say which table its theorem needs where; compare the plan"
    facts = {**_NO_DRAWS, **facts}
    method = mechanisms.mechanism(facts["function"], facts["method"])
    design, certified = design_of(facts), facts["delta_certified"]
    found = method.delta_again(design, privacy.of_one_row)
    if facts["format"] == 1:  # without `draws` a method sees no tables of its own; the steps have them
        found = max(found, delta_bound(design.steps, privacy.of_one_row.eps))
    found = group_delta(found, facts["row_eps"], privacy.max_rows)
    how = f"{sum(step.times for step in design.steps)} steps" if design.steps else f"the formula of {method.name}"
    seen = f"{found:.6g} by {how}, {certified:.6g} certified, {facts['delta']:g} charged"
    return found <= certified * ROUNDING and certified <= facts["delta"], seen


_NO_DRAWS: Facts = {"draws": {"levels": [], "rest": None, "extra": []}, "floor": 1, "thresholds": []}
"""What format 1 does not say, and its steps do not need."""


def _second_accountant(facts: Facts) -> tuple[bool | None, str]:
    """The audit's bound, which shares no code with the accountant; on a finer grid when a coarse one is not enough."""
    design = design_of({**_NO_DRAWS, **facts})
    if not design.steps or any(step.kind is StepKind.VOTE for step in design.steps):
        return None, f"it does not know {facts['method']}"
    bound = 1.0
    for points in (1_000, 5_000, 20_000):
        bound = recertified(design.steps, facts["row_eps"], points, chord=True)
        bound = group_delta(bound, facts["row_eps"], facts["max_rows"])
        if bound <= facts["delta"]:
            break
    return bound <= facts["delta"], f"delta at most {bound:.6g}"


def _rows(facts: Facts, rows: pa.StructArray | None) -> tuple[bool | None, str]:
    if rows is None:
        return None, "not given"
    if facts["rows_sha256"] is None:
        return None, "its format has no digest of so many rows"
    if len(rows) != facts["rows"]:
        return False, f"{len(rows)} rows, {facts['rows']} certified"
    found = _digest_of(facts, rows)
    return found == facts["rows_sha256"], f"{len(rows)} rows with SHA-256 {found[:16]}..."


def _digest_of(facts: Facts, rows: pa.StructArray) -> str:
    return rows_hash(rows.to_pylist()) if facts["format"] == 1 else rows_digest(rows)


def _ledger(facts: Facts, ledger: Ledger | None) -> tuple[bool | None, str]:
    """The chain is whole, holds the entry, and keeps this very certificate for it."""
    if ledger is None:
        return None, "not given"
    ledger.verify()
    entries = {entry.release_id: entry for entry in ledger.entries()}
    number = facts["release_id"]
    if number not in entries:
        return False, f"has no entry {number}"
    if entries[number].hash != facts["ledger_hash"]:
        return False, f"entry {number} has another hash: it is another ledger's certificate, or it was rewritten"
    kept = ledger.get_release(number)
    if kept is None:
        return False, f"entry {number} has no release: it was charged and never returned"
    stored = Certificate.stored(kept)
    if canonical_json(stored.facts) != canonical_json(facts):
        differing = [name for name in {*stored.facts, *facts} if stored.facts.get(name) != facts.get(name)]
        return False, f"entry {number} keeps another {', '.join(sorted(differing))}"
    seen = f"{len(entries)} entries in order; entry {number} keeps this certificate"
    if not stored.rows and facts["rows"]:
        return True, f"{seen}, without its rows"
    rows = stored.rows_as(arrow_row(FUNCTIONS[facts["function"]].columns))
    return _digest_of(facts, rows) == facts["rows_sha256"], f"{seen} and {len(rows)} rows"


def _privacy(facts: Facts) -> Privacy:
    """The arguments, read again: what no call could have asked for (no rows of a unit, half a counter) is refused.

    Raises:
        ArgumentError: they break a rule.
    """
    raw = facts["request"]["privacy"]
    stated = Privacy(**{**raw, "levels": tuple(raw["levels"])})
    unit = None if stated.unit is None else exp.to_identifier(stated.unit, quoted=True).sql(dialect="duckdb")
    read = Privacy.parse({**raw, "unit": unit, "levels": list(stated.levels)}, stated.kind)
    if read != stated:
        raise ArgumentError("request.privacy is not what a call makes of its arguments", argument="request")
    return read


CHECKS: dict[str, Callable[[Facts], tuple[bool | None, str]]] = {
    "seal": _seal,
    "ledger entry": _entry,
    "noise": _noise,
    "request": _request,
    "plan": _plan,
    "design": _design,
    "delta": _delta,
}
"""Checks that need the certificate alone."""

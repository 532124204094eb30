"""What a report is made of: the released rows, their certificate, and what the ledger says of the budget."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from dphh_sql import verification
from dphh_sql.errors import ArgumentError, CertificateError, quoted
from dphh_sql.identifiers import folded
from dphh_sql.ledger import Ledger, Spent, existing_ledger
from dphh_sql.plan import Plan, plan_for
from dphh_sql.policy import Policy, TableRule, load
from dphh_sql.release_files import certificate_beside
from dphh_sql.request import Request
from dphh_sql.verification import Check


@dataclass(frozen=True)
class Facts:
    """All that a page shows.

    Attributes:
        rows: the released rows.
        certificate: its facts (JSON).
        checks: what was verified of it, all of which held or could not be made.
        request, plan: what was asked and how it was answered, from the certificate.
        spent: what was spent of the budget by all releases, if a ledger was given.
        rule: the policy's limits of that budget, if a policy was given too.
    """

    rows: pa.Table
    certificate: Mapping[str, Any]
    checks: tuple[Check, ...]
    request: Request
    plan: Plan
    spent: Spent | None = None
    rule: TableRule | None = None


def read(
    rows: str | Path,
    certificate: str | Path | None = None,
    ledger: str | None = None,
    policy: str | Path | None = None,
) -> Facts:
    """The facts about a release in files.

    Args:
        rows: a Parquet or CSV file of released rows.
        certificate: its certificate; default: `ROWS.certificate.json`, beside it.
        ledger: path or URL of the ledger that paid, to show what was spent of the budget.
        policy: the policy file, to show, with the ledger, what is left.

    Raises:
        ArgumentError: a file that cannot be read.
        CertificateError: the certificate is not one of these rows, does not hold, or is of another version's plan.
        LedgerError: there is no such ledger.
    """
    file = Path(rows)
    path = _beside(file) if certificate is None else Path(certificate)
    facts = verification.read(path)
    found = verification.read_released(file, facts)
    paid = None if ledger is None else existing_ledger(ledger)
    rules = None if policy is None else load(policy)
    checks = tuple(verification.verify(facts, found, paid))
    if failed := [f"{check.name} ({check.seen})" for check in checks if check.passed is False]:
        raise CertificateError(f"certificate {path} is not to be trusted with rows {file}: {quoted(failed)}.")
    for check in checks:
        if check.name == "plan" and check.passed is None:  # else the page would tell of another threshold
            raise CertificateError(f"certificate {path}: {check.seen}; make the report with the version that made it.")
    request = Request.from_json(json.dumps(facts["request"]))
    plan = plan_for(request.function, request.privacy)
    spent = None if paid is None else _spent(paid, facts)
    rule = None if rules is None or spent is None else _rule(rules, spent)
    return Facts(pa.Table.from_struct_array(found), facts, checks, request, plan, spent, rule)


def _beside(rows: Path) -> Path:
    path = certificate_beside(rows)
    if not path.exists():
        raise ArgumentError(
            f"certificate: there is no {path.name} beside {rows}; name the file with --certificate.",
            argument="certificate",
        )
    return path


def _spent(ledger: Ledger, facts: Mapping[str, Any]) -> Spent:
    """There is one, since the entry that paid is in the ledger."""
    same = (folded(str(facts["table"])), folded(str(facts["unit"])))
    return next(spent for spent in ledger.spent() if (folded(str(spent.table)), folded(spent.unit)) == same)


def _rule(rules: Policy, spent: Spent) -> TableRule | None:
    """That of the budget; one that protects another unit is of another budget."""
    rule = rules.rule(spent.table, spent.table.database)
    return None if rule is None or folded(rule.unit_name) != folded(spent.unit) else rule

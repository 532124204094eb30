"""What a report is made of: the released rows, their certificate, and what the ledger says of the budget."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from dphh_sql.errors import ArgumentError, DphhError, LedgerError
from dphh_sql.functions import FUNCTIONS
from dphh_sql.ledger import Spent, open_ledger, public_name
from dphh_sql.plan import Plan, plan_for
from dphh_sql.policy import TableRule, load
from dphh_sql.request import Request


@dataclass(frozen=True)
class Facts:
    """All that a page shows.

    Attributes:
        rows: the released rows.
        certificate: its facts (JSON).
        request, plan: what was asked and how it was answered, from the certificate.
        spent: what was spent of the budget by all releases, if a ledger was given.
        rule: the policy's limits of that budget, if a policy was given.
    """

    rows: pa.Table
    certificate: Mapping[str, Any]
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
        certificate: its certificate; default: `NAME.certificate.json` beside it.
        ledger: path or URL of the ledger that paid, to show what was spent of the budget.
        policy: the policy file, to show what is left.

    Raises:
        ArgumentError: a file that cannot be read, or the certificate is not one of these rows.
        LedgerError: there is no such ledger.
    """
    file = Path(rows)
    path = _beside(file) if certificate is None else Path(certificate)
    facts = _certificate(path)
    try:
        request = Request.from_json(json.dumps(facts["request"]))
        plan = plan_for(request.function, request.privacy)
    except (DphhError, KeyError, TypeError, ValueError) as error:
        raise ArgumentError(
            f"certificate {path} is none that this version reads ({error}).", argument="certificate", value=str(path)
        ) from None
    table = _rows(file, FUNCTIONS[request.function].arrow_row)
    _check(path, facts, plan, table)
    spent = None if ledger is None else _spent(ledger, facts)
    rule = None if policy is None else _rule(policy, facts)
    return Facts(table, facts, request, plan, spent, rule)


def _beside(rows: Path) -> Path:
    names = [f"{rows.stem}.certificate.json", f"{rows.name}.certificate.json"]
    for name in names:
        if rows.with_name(name).exists():
            return rows.with_name(name)
    raise ArgumentError(
        f"certificate: there is no {names[0]} beside {rows}; name the file with --certificate.", argument="certificate"
    )


def _certificate(path: Path) -> dict[str, Any]:
    try:
        facts = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ArgumentError(f"certificate {path} cannot be read ({error.strerror}).", argument="certificate") from None
    except ValueError:
        raise ArgumentError(f"certificate {path} is not JSON.", argument="certificate") from None
    if not isinstance(facts, dict) or not isinstance(facts.get("request"), dict):
        raise ArgumentError(f"certificate {path} is not one of a release.", argument="certificate")
    return facts


def _rows(path: Path, row: pa.StructType) -> pa.Table:
    try:
        if path.suffix.lower() == ".csv":
            options = pyarrow.csv.ConvertOptions(
                column_types=pa.schema(row),
                strings_can_be_null=True,
                quoted_strings_can_be_null=False,
                null_values=[""],
            )
            parsing = pyarrow.csv.ParseOptions(newlines_in_values=True)
            found = pyarrow.csv.read_csv(path, convert_options=options, parse_options=parsing)
        else:
            found = pyarrow.parquet.ParquetFile(path).read()
        return found.select([field.name for field in row]).cast(pa.schema(row))
    except (OSError, KeyError, pa.ArrowException) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not the rows of such a release"
        raise ArgumentError(f"rows {path} cannot be read ({reason}).", argument="rows", value=str(path)) from None


def _check(path: Path, facts: Mapping[str, Any], plan: Plan, rows: pa.Table) -> None:
    for name, found in (("method", plan.mechanism), ("tau", plan.tau), ("rows", rows.num_rows)):
        if facts.get(name) != found:
            raise ArgumentError(
                f"certificate {path} is not the one of these rows, or of another version: its {name} is "
                f"{facts.get(name)!r}, here it is {found!r}.",
                argument="certificate",
                value=str(path),
            )


def _spent(where: str, facts: Mapping[str, Any]) -> Spent | None:
    ledger = open_ledger(where)
    if not ledger.exists():
        raise LedgerError(f"there is no ledger at {public_name(where)}.", argument="ledger")
    same = (str(facts["table"]).lower(), str(facts["unit"]).lower())
    found = [spent for spent in ledger.spent() if (str(spent.table).lower(), spent.unit.lower()) == same]
    if not found:
        raise LedgerError(
            f"the ledger at {public_name(where)} has no charge to {facts['table']} by {facts['unit']}.",
            argument="ledger",
        )
    return found[0]


def _rule(path: str | Path, facts: Mapping[str, Any]) -> TableRule | None:
    rules = load(path)
    home = str(facts["table"]).partition(".")[0].strip('"')
    for parts, rule in rules.rules:
        if rule.limit and str(rules.table(parts, home)).lower() == str(facts["table"]).lower():
            return rule if rule.unit_name.lower() == str(facts["unit"]).lower() else None
    return None

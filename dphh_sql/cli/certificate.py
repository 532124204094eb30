"""`dphh certificate show|verify`: the proof that goes with a release."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from dphh_sql.certificate import Certificate
from dphh_sql.errors import ArgumentError, CertificateError
from dphh_sql.ledger import existing_ledger


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its actions."""
    certificate = commands.add_parser("certificate", help="the proof that goes with a release")
    actions = certificate.add_subparsers(required=True, metavar="ACTION")
    text = "write the certificate of a stored release, as JSON"
    show = actions.add_parser("show", help=text, description=text)
    show.add_argument("ledger", help="path or URL of the ledger")
    show.add_argument("release_id", help="number of the release, or 'last'")
    show.add_argument("--json", action="store_true", help="it always is")
    show.set_defaults(command=_show)
    text = "recompute delta from the noise tables, and check every hash"
    verify = actions.add_parser("verify", help=text, description=text)
    verify.add_argument("file", help="the certificate (JSON)")
    verify.add_argument("--rows", help="the released rows: a .parquet or .csv file")
    verify.add_argument("--ledger", help="path or URL of the ledger that paid")
    verify.add_argument("--thorough", action="store_true", help="bound delta with the audit's accountant too: seconds")
    verify.add_argument("--json", action="store_true", help="a JSON object for each check")
    verify.set_defaults(command=_verify)


def _show(parsed: argparse.Namespace) -> None:
    kept = existing_ledger(parsed.ledger).asked_release(parsed.release_id)
    if kept is None:
        raise ArgumentError(
            f"release_id must be that of a stored release, or 'last', got {parsed.release_id!r}; `dphh ledger show` "
            "lists them (a charge whose release was cut short has none).",
            argument="release_id",
            value=parsed.release_id,
        )
    print(Certificate.stored(kept).certificate_text(), end="")


def _verify(parsed: argparse.Namespace) -> None:
    from dphh_sql import verification

    facts = verification.read(Path(parsed.file))
    ledger = None if parsed.ledger is None else existing_ledger(parsed.ledger)
    rows = None if parsed.rows is None else verification.read_released(parsed.rows, facts)
    failed = 0
    for check in verification.verify(facts, rows, ledger, parsed.thorough):
        failed += check.passed is False
        verdict = {True: "ok  ", False: "FAIL", None: "--  "}[check.passed]
        print(
            json.dumps(asdict(check)) if parsed.json else f"{verdict}  {check.name:<17}  {check.seen}", flush=True
        )
    if failed:
        raise CertificateError(f"certificate {parsed.file}: {failed} checks failed; do not trust it.")

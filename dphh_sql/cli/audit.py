"""`dphh audit`: attack the privacy of this installation."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from dphh_sql.errors import AuditError


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its arguments."""
    text = "attack the privacy of this installation: certificates, exact laws, mutants, sampler, runs through SQL"
    command = commands.add_parser("audit", help=text, description=text)
    command.add_argument("--thorough", action="store_true", help="more plans, more draws, more runs: several minutes")
    command.add_argument("--json", action="store_true", help="a JSON object for each check")
    command.set_defaults(command=run)


def run(parsed: argparse.Namespace) -> None:
    """One line a check."""
    from dphh_sql.audit import battery  # nothing else needs it

    failed = 0
    for finding in battery.run(parsed.thorough):
        failed += not finding.passed
        if parsed.json:
            print(json.dumps(asdict(finding)), flush=True)
            continue
        verdict = "ok  " if finding.passed else "FAIL"
        print(f"{verdict}  {finding.check:<18}  {finding.subject:<34}  {finding.seen}", flush=True)
    if failed:
        raise AuditError(f"audit: {failed} checks failed; do not release with this installation")
    if not parsed.json:
        print("all checks passed")

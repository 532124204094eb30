"""The command line. `dphh ledger show|verify|export LEDGER`, `dphh audit`, `dphh stream`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from decimal import ROUND_CEILING, Context, Decimal

from dphh_sql import stream_cli
from dphh_sql.accounting.composition import composed
from dphh_sql.errors import AuditError, DphhError, LedgerError
from dphh_sql.ledger import Ledger, open_ledger, public_name
from dphh_sql.ledger.amounts import plain
from dphh_sql.ledger.chain import time_text


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0, or 1 with the reason on stderr."""
    parsed = _parser().parse_args(arguments)
    try:
        parsed.command(parsed)
    except DphhError as error:
        print(f"dphh: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # `dphh ledger export ... | head`
        sys.stderr.close()
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dphh", description="Differentially private hierarchical heavy hitters in SQL."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_audit(commands)
    stream_cli.add_command(commands)
    ledger = commands.add_parser("ledger", help="what was spent")
    actions = ledger.add_subparsers(required=True, metavar="ACTION")
    for name, command, text in (
        ("show", _show, "sums by table and unit, then each entry"),
        ("verify", _verify, "recompute the hash chain and the hashes of the stored releases"),
        ("export", _export, "every entry as a line of JSON, oldest first"),
    ):
        action = actions.add_parser(name, help=text, description=text)
        action.add_argument("ledger", help="path of the ledger (beside the database file: FILE.dphh-ledger) or its URL")
        action.set_defaults(command=command)
        if command is _show:
            action.add_argument("--delta", type=float, help="of optimal composition (default: twice the sum)")
    return parser


def _add_audit(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    text = "attack the privacy of this installation: certificates, exact laws, mutants, sampler, runs through SQL"
    audit = commands.add_parser("audit", help=text, description=text)
    audit.add_argument("--thorough", action="store_true", help="more plans, more draws, more runs: several minutes")
    audit.set_defaults(command=_audit)


def _audit(parsed: argparse.Namespace) -> None:
    from dphh_sql.audit import battery  # nothing else needs it

    failed = 0
    for finding in battery.run(parsed.thorough):
        failed += not finding.passed
        verdict = "ok  " if finding.passed else "FAIL"
        print(f"{verdict}  {finding.check:<18}  {finding.subject:<34}  {finding.seen}", flush=True)
    if failed:
        raise AuditError(f"audit: {failed} checks failed; do not release with this installation")
    print("all checks passed")


def _opened(where: str) -> Ledger:
    ledger = open_ledger(where)
    if not ledger.exists():
        place = public_name(where)
        raise LedgerError(f"there is no ledger at {place}.", argument="ledger", value=place)
    return ledger


def _show(parsed: argparse.Namespace) -> None:
    ledger = _opened(parsed.ledger)
    for spent in ledger.spent():
        sums = f"eps {plain(spent.eps)}, delta {plain(spent.delta)}, {spent.releases} releases"
        print(f"{spent.table} by {spent.unit}: {sums}")
        if spent.releases > 1:
            eps, delta = composed(spent.pairs, parsed.delta)
            sums = f"eps {plain(_up(eps))}, delta {plain(_up(delta))}"
            print(f"    had all been fixed in advance: {sums} (optimal composition)")
    for entry in ledger.entries():
        name = "" if entry.name is None else f" {entry.name!r}"
        print(
            f"{entry.release_id:6d} {entry.time:%Y-%m-%d %H:%M:%S} {entry.user_name} {entry.table} {entry.function} "
            f"{entry.unit} eps={entry.eps!r} delta={entry.delta!r}{name}"
        )


def _up(value: float) -> Decimal:
    """Six digits, never less than the value."""
    return Context(prec=6, rounding=ROUND_CEILING).create_decimal(value)


def _verify(parsed: argparse.Namespace) -> None:
    ledger = _opened(parsed.ledger)
    ledger.verify()
    entries = ledger.entries()
    tip = f", the last with hash {entries[-1].hash}" if entries else ""
    print(f"{len(entries)} entries, all in order{tip}")


def _export(parsed: argparse.Namespace) -> None:
    for entry in _opened(parsed.ledger).entries():
        row = {**asdict(entry), "time": time_text(entry.time), "request": json.loads(entry.request)}
        print(json.dumps(row, ensure_ascii=False))


if __name__ == "__main__":
    sys.exit(main())

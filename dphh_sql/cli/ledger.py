"""`dphh ledger show|verify|export LEDGER`: what was spent."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from decimal import ROUND_CEILING, Context, Decimal

from dphh_sql.accounting.composition import composed
from dphh_sql.ledger import Entry, Spent, existing_ledger
from dphh_sql.ledger.amounts import plain
from dphh_sql.ledger.chain import time_text


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its actions."""
    ledger = commands.add_parser("ledger", help="what was spent")
    actions = ledger.add_subparsers(required=True, metavar="ACTION")
    for name, command, text in (
        ("show", _show, "sums by table and unit, then each entry"),
        ("verify", _verify, "recompute the hash chain and the hashes of the stored releases"),
        ("export", _export, "every entry as a line of JSON, oldest first"),
    ):
        action = actions.add_parser(name, help=text, description=text)
        action.add_argument("ledger", help="path of the ledger (beside the database file: FILE.dphh-ledger) or its URL")
        action.add_argument("--json", action="store_true", help="as JSON" if command is not _export else "it always is")
        action.set_defaults(command=command)
        if command is _show:
            action.add_argument("--delta", type=float, help="of optimal composition (default: twice the sum)")


def _show(parsed: argparse.Namespace) -> None:
    ledger = existing_ledger(parsed.ledger)
    if parsed.json:
        print(
            json.dumps(
                {
                    "budgets": [_sums(spent, parsed.delta) for spent in ledger.spent()],
                    "entries": [_facts(entry) for entry in ledger.entries()],
                },
                ensure_ascii=False,
            )
        )
        return
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


def _sums(spent: Spent, at_delta: float | None) -> dict[str, object]:
    eps, delta = composed(spent.pairs, at_delta)
    return {
        "table": str(spent.table),
        "unit": spent.unit,
        "eps": float(spent.eps),
        "delta": float(spent.delta),
        "releases": spent.releases,
        "eps_optimal": eps,
        "delta_optimal": delta,
    }


def _up(value: float) -> Decimal:
    """Six digits, never less than the value."""
    return Context(prec=6, rounding=ROUND_CEILING).create_decimal(value)


def _verify(parsed: argparse.Namespace) -> None:
    ledger = existing_ledger(parsed.ledger)
    ledger.verify()
    entries = ledger.entries()
    if parsed.json:
        print(json.dumps({"entries": len(entries), "hash": entries[-1].hash if entries else None}))
        return
    tip = f", the last with hash {entries[-1].hash}" if entries else ""
    print(f"{len(entries)} entries, all in order{tip}")


def _export(parsed: argparse.Namespace) -> None:
    for entry in existing_ledger(parsed.ledger).entries():
        print(json.dumps(_facts(entry), ensure_ascii=False))


def _facts(entry: Entry) -> dict[str, object]:
    return {**asdict(entry), "time": time_text(entry.time), "request": json.loads(entry.request)}

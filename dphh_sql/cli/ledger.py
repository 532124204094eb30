"""`dphh ledger show|verify|export|renew LEDGER`: what was spent, and more of it."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from decimal import ROUND_CEILING, Context, Decimal

from dphh_sql.accounting.composition import composed
from dphh_sql.errors import ArgumentError
from dphh_sql.identifiers import folded
from dphh_sql.ledger import Entry, Event, Spent, existing_ledger
from dphh_sql.ledger.amounts import plain
from dphh_sql.ledger.chain import time_text
from dphh_sql.releasing import process_user


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
    text = "raise the budget of a table and unit, for good; what was spent stays spent"
    renew = actions.add_parser("renew", help=text, description=text)
    renew.add_argument("ledger", help="path or URL of the ledger")
    renew.add_argument("table", help="as `show` writes it: bank.main.loans, or loans")
    renew.add_argument("--unit", help="as `show` writes it (default: the only one that the table has)")
    renew.add_argument("--eps", type=float, required=True, help="added to the budget's eps")
    renew.add_argument("--delta", type=float, default=0.0, help="added to the budget's delta (default: 0)")
    renew.add_argument("--reason", required=True, help="kept in the ledger")
    renew.add_argument("--json", action="store_true", help="as JSON")
    renew.set_defaults(command=_renew)


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
            print(f"    if all had been fixed in advance: {sums} (optimal composition)")
    for entry in ledger.entries():
        more = "+" if entry.event is Event.RENEW else ""
        said = json.loads(entry.request).get("reason") if more else entry.name
        print(
            f"{entry.release_id:6d} {entry.time:%Y-%m-%d %H:%M:%S} {entry.user_name} {entry.table} {entry.function} "
            f"{entry.unit} eps={more}{entry.eps!r} delta={more}{entry.delta!r}" + ("" if said is None else f" {said!r}")
        )


def _renew(parsed: argparse.Namespace) -> None:
    ledger = existing_ledger(parsed.ledger)
    spent = _meant(ledger.spent(), parsed.table, parsed.unit)
    entry = ledger.renew(
        spent.table, unit=spent.unit, eps=parsed.eps, delta=parsed.delta, user_name=process_user(), reason=parsed.reason
    )
    if parsed.json:
        print(json.dumps(_facts(entry), ensure_ascii=False))
        return
    more = f"{entry.eps!r} of eps and {entry.delta!r} of delta more"
    print(f"{spent.table} by {spent.unit}: {more} (entry {entry.release_id})")


def _meant(known: list[Spent], table: str, unit: str | None) -> Spent:
    """The only budget of that name; one that was never charged or renewed is not known, and may be misspelt.

    Raises:
        ArgumentError: none, or several.
    """
    named = [each for each in known if folded(table) in (folded(str(each.table)), folded(each.table.label))]
    found = [each for each in named if unit is None or folded(unit) == folded(each.unit)]
    if len(found) == 1:
        return found[0]
    argument, of = ("unit", named) if named and len({each.table for each in named}) == 1 else ("table", known)
    names = ", ".join(f"{each.table} by {each.unit}" for each in of)
    raise ArgumentError(
        f"renew: {argument} must name one of the budgets of this ledger ({names}), got {table!r}"
        + (f" by {unit!r}." if unit is not None else "."),
        argument=argument,
        value=table if argument == "table" else unit,
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

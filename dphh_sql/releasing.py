"""The order of the guarantee, written once for every host: charge, draw, store, return.

Nothing is drawn before the charge is durable, and nothing is returned before the release is stored. A crash in between
can leave a charge without a release, never a release without a charge. Such a charge is spent: whoever asks again is
charged again, for whether the storing fails may depend on what was drawn (docs/adr/charged-again.md).
"""

from __future__ import annotations

import getpass
import json
from collections.abc import Callable, Mapping, Sequence

import pyarrow as pa

from dphh_sql import mechanisms
from dphh_sql.certificate import Certificate
from dphh_sql.errors import ArgumentError, BudgetError, LedgerError
from dphh_sql.functions import TableFunction
from dphh_sql.ledger import Charge, Entry, Ledger, Limit, StoredRelease, TableId, canonical_json
from dphh_sql.plan import Plan
from dphh_sql.request import Request
from dphh_sql.streaming.summary import Summary
from dphh_sql.tree import Tree


def facts_of(request: Request) -> str:
    """The arguments for the ledger, canonical."""
    return canonical_json(json.loads(request.to_json()))


def process_user() -> str:
    """Who runs this process, for the ledger."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # no such user in a container
        return "unknown"


def charge_for(plan: Plan, table: TableId, request: Request, user_name: str) -> Charge:
    """What a release of `table` costs; `request.tbl` is the table's full name, however it was spelt."""
    return Charge(
        table=table,
        function=request.function,
        unit=plan.unit,
        eps=plan.eps,
        delta=plan.delta,
        name=request.name,
        user_name=user_name,
        request=facts_of(request),
    )


def released(
    ledger: Ledger,
    charge: Charge,
    limit: Limit | None,
    function: TableFunction,
    plan: Plan,
    counted: Tree | Summary,
    host: Mapping[str, str] | None = None,
    charged: Callable[[Entry], None] = lambda entry: None,
) -> tuple[Entry, pa.StructArray]:
    """The ledger's entry and the released rows: (eps, delta)-DP as planned, for add/remove of one unit.

    Each call is charged and draws. A name has one release: when another call stored one under the same name in the
    meantime, that one is returned (its entry, its rows), what was drawn here is forgotten, and both charges stand.

    Args:
        limit: the table's budget, or None.
        counted: what the plan's mechanism selects from.
        host: facts for the certificate about where the rows were counted, or None.
        charged: told of the charge before anything is drawn.

    Raises:
        BudgetError: the budget does not allow it; nothing was drawn.
        LedgerError: it could not be charged or stored durably; nothing is returned.
        ArgumentError: the release that was stored in the meantime has other arguments.
    """
    try:
        entry = ledger.charge(charge, limit)
    except BudgetError as error:
        if said := never_stored(unstored(ledger, charge)):
            message = f"{error} It was charged before: {said}."
            raise BudgetError(message, argument=error.argument, value=error.value, remedy=error.remedy) from None
        raise
    charged(entry)
    selection = mechanisms.mechanism(function.name, plan.mechanism).select(plan.design, counted)
    rows = function.rows(plan, counted, selection)
    certificate = Certificate.of(plan, entry, rows, host).to_json()
    try:
        stored = ledger.store_release(entry.release_id, certificate)
    except LedgerError as error:
        message = f"release {entry.release_id} was charged, which stays spent, and is not shown: {error}"
        raise LedgerError(message, argument=error.argument, value=error.value, remedy=error.remedy) from error
    if stored.entry == entry:
        return entry, rows
    require_same(stored.entry, charge.request)
    return stored.entry, Certificate.stored(stored).rows_as(function.arrow_row)


def unstored(ledger: Ledger, charge: Charge) -> list[Entry]:
    """Earlier charges of the same name whose release was never stored."""
    return [] if charge.name is None else ledger.unstored(charge.table, charge.name)


def never_stored(entries: Sequence[Entry]) -> str:
    """What a message says of charges without a release; '' of none."""
    numbers = ", ".join(str(entry.release_id) for entry in entries)
    match len(entries):
        case 0:
            return ""
        case 1:
            return f"release {numbers} was charged and never stored, which stays spent"
        case _:
            return f"releases {numbers} were charged and never stored, which stays spent"


def stored_release(ledger: Ledger, table: TableId, request: Request) -> StoredRelease | None:
    """The stored release that a named call asks for again; None when there is none yet.

    Raises:
        ArgumentError: the name belongs to a release with other arguments.
    """
    name = request.name
    found = None if name is None else ledger.find_release(table, name)
    if found is not None:
        require_same(found.entry, facts_of(request))
    return found


def require_same(entry: Entry, request: str) -> None:
    """Refuse other arguments (`facts_of`) than those of an entry with the same name.

    Raises:
        ArgumentError: naming the arguments that differ.
    """
    if names := differing(entry.request, request):
        raise ArgumentError(
            f"name {entry.name!r} belongs to release {entry.release_id} of {entry.table.label}, which was asked with "
            f"other arguments ({', '.join(names)}); repeat those, or choose another name.",
            argument="name",
            value=entry.name,
            remedy="choose another name",
        )


def differing(before: str, now: str) -> list[str]:
    """The arguments in which two calls differ (`facts_of`)."""
    one, other = _flat(before), _flat(now)
    return sorted(key for key in one.keys() | other.keys() if one.get(key) != other.get(key))


def _flat(facts: str) -> dict[str, object]:
    """Argument -> value; identifiers without regard to case."""
    raw = json.loads(facts)
    flat = {**raw, **raw["privacy"]}
    del flat["privacy"]
    for key in ("tbl", "unit", "columns"):
        flat[key] = json.dumps(flat[key]).lower()
    return flat

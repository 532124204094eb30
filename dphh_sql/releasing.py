"""The order of the guarantee, written once for every host: charge, draw, store, return.

Nothing is drawn before the charge is durable, and nothing is returned before the release is stored. A crash in between
can leave a charge without a release, never a release without a charge.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

import pyarrow as pa

from dphh_sql import mechanisms
from dphh_sql.certificate import Certificate
from dphh_sql.errors import ArgumentError
from dphh_sql.functions import TableFunction
from dphh_sql.ledger import Charge, Entry, Ledger, Limit, StoredRelease, TableId, canonical_json
from dphh_sql.plan import Plan
from dphh_sql.request import Request
from dphh_sql.streaming.summary import Summary
from dphh_sql.tree import Tree


def facts_of(request: Request) -> str:
    """The arguments for the ledger, canonical."""
    return canonical_json(json.loads(request.to_json()))


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
) -> tuple[Entry, pa.StructArray]:
    """The ledger's entry and the released rows: (eps, delta)-DP as planned, for add/remove of one unit.

    Args:
        limit: the table's budget, or None.
        counted: what the plan's mechanism selects from.
        host: facts for the certificate about where the rows were counted, or None.

    Raises:
        BudgetError: the budget does not allow it; nothing was drawn.
        LedgerError: it could not be charged or stored durably; nothing is returned.
    """
    entry = ledger.charge(charge, limit)
    return entry, drawn(ledger, entry, function, plan, counted, host)


def drawn(
    ledger: Ledger,
    entry: Entry,
    function: TableFunction,
    plan: Plan,
    counted: Tree | Summary,
    host: Mapping[str, str] | None = None,
) -> pa.StructArray:
    """The released rows of a charge that has no release yet: drawn and stored.

    A charge is for one release. It may be drawn for again as long as none is stored, since rows that were not stored
    were not returned to anyone; of two that are drawn at once the ledger stores one, and the other must not be shown.

    Raises:
        LedgerError: it could not be stored, or a release is stored already; nothing is returned.
    """
    selection = mechanisms.mechanism(function.name, plan.mechanism).select(plan.design, counted)
    rows = function.rows(plan, counted, selection)
    ledger.store_release(entry.release_id, Certificate.of(plan, entry, rows, host).to_json())
    return rows


def stored_release(ledger: Ledger, table: TableId, request: Request) -> StoredRelease | None:
    """The stored release that a named call asks for again; None when there is none yet.

    Raises:
        ArgumentError: the name belongs to a release with other arguments.
    """
    name = request.name
    found = None if name is None else ledger.find_release(table, name)
    if found is not None:
        require_same(found.entry, request)
    return found


def require_same(entry: Entry, request: Request) -> None:
    """Refuse other arguments than those of an entry with the request's name.

    Raises:
        ArgumentError: naming the arguments that differ.
    """
    before, now = _flat(entry.request), _flat(facts_of(request))
    if differing := sorted(key for key in before.keys() | now.keys() if before.get(key) != now.get(key)):
        raise ArgumentError(
            f"name {entry.name!r} belongs to release {entry.release_id} of {entry.table.label}, which was asked with "
            f"other arguments ({', '.join(differing)}); repeat those, or choose another name.",
            argument="name",
            value=entry.name,
            remedy="choose another name",
        )


def _flat(facts: str) -> dict[str, object]:
    """Argument -> value; identifiers without regard to case."""
    raw = json.loads(facts)
    flat = {**raw, **raw["privacy"]}
    del flat["privacy"]
    for key in ("tbl", "unit", "columns"):
        flat[key] = json.dumps(flat[key]).lower()
    return flat

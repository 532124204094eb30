"""A process that hammers a ledger: `worker.py path mode`.

Prints `release_id hash` only after a charge was acknowledged. `limited` runs until the budget of 1.0
is spent, `unlimited` makes 25 charges, `endless` (charge, then release) runs until it is killed.
"""

from __future__ import annotations

import itertools
import sys
import time

from dphh_sql.errors import BudgetError
from dphh_sql.ledger import Charge, Limit, TableId, open_ledger


def main(path: str, mode: str) -> None:
    ledger = open_ledger(path)
    charge = Charge(
        table=TableId("bank", "main", "loans"),
        function="dp_hhh",
        eps=0.1 if mode == "limited" else 0.001,
        delta=1e-9,
        user_name=mode,
        request="{}",
    )
    limit = Limit(1.0, 1e-5) if mode == "limited" else None
    for i in itertools.count():
        if mode == "unlimited" and i == 25:
            return
        try:
            entry = ledger.charge(charge, limit)
        except BudgetError:
            return
        print(entry.release_id, entry.hash, flush=True)
        if mode == "endless":
            ledger.store_release(entry.release_id, f'{{"rows":{entry.release_id}}}')
            time.sleep(0.002)  # SQLite's lock is not fair: let the other worker in


if __name__ == "__main__":
    main(*sys.argv[1:])

"""An analyst's process at one bank: `worker.py file ledger mode`. Prints a line for each release that it was given.

`budget` asks until the budget is spent; `endless` until it is killed.
"""

from __future__ import annotations

import sys

import duckdb

import dphh_sql
from dphh_sql.policy import Policy
from tests.attacks.bank import POLICY

QUERY = "SELECT count(*) FROM dp_hhh('loans', 'zip', eps => 0.1)"
RICH = Policy.of({"loans": {"published": True, "unit": "borrower", "eps": 1e6, "delta": 0.9}})


def main(file: str, ledger: str, mode: str) -> None:
    policy = POLICY if mode == "budget" else RICH
    owner = dphh_sql.connect(file, read_only=True, ledger=ledger, policy=policy)
    con = dphh_sql.analyst(owner, user=mode)
    while True:
        try:
            con.execute(QUERY).fetchall()
        except duckdb.Error as refused:
            if "of eps left" in str(refused):
                return
            raise
        print("released", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

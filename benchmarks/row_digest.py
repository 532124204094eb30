"""What the digest of a certificate costs: over Arrow columns, against the JSON that format 1 hashed.

CPU time of one process, rows as dp_hhh releases them. The last column is the digest's share of the whole certificate
of that release, noise tables and their hashes included.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from functools import partial

import numpy as np
import pyarrow as pa

import dphh_sql
from dphh_sql.certificate import Certificate, rows_hash
from dphh_sql.functions import FUNCTIONS
from dphh_sql.ledger import Charge, SqliteLedger, TableId, canonical_json
from dphh_sql.request import Request
from dphh_sql.row_digest import rows_digest


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--most", type=int, default=1_000_000, help="rows")
    most = parser.parse_args().most
    plan = dphh_sql.plan("dp_hhh", hierarchy="path('/')", eps=1)
    request = Request("dp_hhh", "b.main.t", ("c",), None, plan.privacy)
    entry = SqliteLedger(None).charge(
        Charge(
            table=TableId("b", "main", "t"), function="dp_hhh", eps=plan.eps, delta=plan.delta, user_name="bench",
            request=canonical_json(json.loads(request.to_json())),
        )
    )  # fmt: skip
    print(f"{'rows':>9}{'digest ms':>12}{'JSON ms':>12}{'ratio':>8}{'share of certificate':>22}")
    for n in (1_000, 10_000, 100_000, 1_000_000):
        if n <= most:
            rows = made(n)
            digest, listed = cpu(rows_digest, rows), cpu(lambda rows: rows_hash(rows.to_pylist()), rows)
            whole = cpu(partial(Certificate.of, plan, entry), rows)
            print(f"{n:>9,}{digest * 1e3:>12.2f}{listed * 1e3:>12.1f}{listed / digest:>8.1f}{digest / whole:>22.0%}")


def made(n: int) -> pa.StructArray:
    texts = pa.array([f"/home/user{i:07d}/" for i in range(n)])
    counts = [pa.array(np.arange(n) + i) for i in range(6)]
    columns = [pa.array(np.full(n, 3, np.int32)), texts, texts, *counts]
    return pa.StructArray.from_arrays(columns, fields=list(FUNCTIONS["dp_hhh"].arrow_row))


def cpu(run: Callable[[pa.StructArray], object], rows: pa.StructArray) -> float:
    times = []
    for _ in range(3):
        start = time.process_time()
        run(rows)
        times.append(time.process_time() - start)
    return min(times)


if __name__ == "__main__":
    main()

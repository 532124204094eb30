"""One job on each engine: the same exact counts, and a certificate that verifies.

`job_engines.py [URL ...]`: engines besides DuckDB, such as postgresql://user@host/database and spark+local:///; a table
`dphh_job_loans` is made there (an existing one is an error). Exact counts are compared before any noise; the release is
made at a huge tau, so that nothing but the row of everything else is in it.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from pathlib import Path

import duckdb
import pyarrow as pa
from sqlglot import exp

from dphh_sql.functions import FUNCTIONS
from dphh_sql.jobs import Run, load
from dphh_sql.release_files import read_rows
from dphh_sql.verification import parsed, verify
from dphh_sql.warehouse.count import count
from dphh_sql.warehouse.opening import open_engine

ROWS = 9_000
JOB = """
id = "zips"
period = "{engine}"
[source]
url_env = "DPHH_JOB_URL"
table = "dphh_job_loans"
column = "zip"
[release]
hierarchy = "zip"
eps = 1.0
tau = 1000000
unit = "borrower"
[budget]
ledger = "jobs.dphh-ledger"
[target]
file = "{{period}}.parquet"
"""


def main() -> None:
    zips = [f"94{i % 9:03d}" if i % 11 else None for i in range(ROWS)]
    rows = pa.table({"borrower": pa.array(range(ROWS)), "zip": pa.array(zips, pa.string())})
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        duckdb_file = folder / "bank.duckdb"
        duckdb.connect(str(duckdb_file)).close()
        for url in (f"duckdb:///{duckdb_file}", *sys.argv[1:]):
            one(folder, url, rows)


def one(folder: Path, url: str, rows: pa.Table) -> None:
    os.environ["DPHH_JOB_URL"] = url
    engine = open_engine(url)
    job = folder / f"{engine.name}.toml"
    job.write_text(JOB.format(engine=engine.name))
    run = Run(load(job))
    table = exp.Table(this=run.reads.this, db=run.reads.args.get("db"))
    engine.write(table, rows)
    counts = count(engine, run.request, 1, run.reads)
    exact = sorted((c["level"], c["key"], c["n"]) for c in counts.candidates.to_pylist())
    outcome = run.run()
    rerun = Run(load(job)).run()
    facts = parsed((folder / f"{engine.name}.parquet.certificate.json").read_text())
    released = read_rows(folder / f"{engine.name}.parquet", FUNCTIONS["dp_hhh"].columns)
    checks = list(verify(facts, released, run.ledger))
    sha = hashlib.sha256(json.dumps([counts.total, exact]).encode()).hexdigest()[:16]
    passed = sum(check.passed is True for check in checks)
    print(
        f"{engine.name:<10} total {counts.total}, {len(exact)} candidates, exact counts {sha}; release "
        f"{outcome.entry.release_id}, run again: {'nothing spent' if rerun.repeated else 'SPENT'}; certificate: "
        f"{passed} of {len(checks)} checks passed",
        flush=True,
    )
    run.close()
    engine.close()


if __name__ == "__main__":
    main()

"""Makes bank.duckdb, which stands in for a private database: 2,101 small-business loans."""

import sys
from pathlib import Path

import duckdb

LOANS = Path(__file__).resolve().parent.parent / "data" / "sba_loans.parquet"


def main(file: str = "bank.duckdb") -> None:
    with duckdb.connect(file) as con:
        con.read_parquet(str(LOANS)).create("loans")


if __name__ == "__main__":
    main(*sys.argv[1:])

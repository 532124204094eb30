"""The main query on real data: what comes out, what was planned, what was spent. Run by `make demo`."""

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import duckdb
import loans_at_scale

import dphh_sql

DATA = Path(__file__).resolve().parent / "data"


def main() -> None:
    con = duckdb.connect()
    con.read_parquet(str(DATA / "sba_loans.parquet")).create("loans")
    dphh_sql.register(con)

    say("2,101 small-business loans in California. Which ZIP areas hold many of them?")
    show(con, "SELECT * FROM dp_hhh('loans','zip', eps=>1)")
    say(
        "Each row is a selected ZIP prefix. `residual` is the noisy number of its loans that lie in no\n"
        "selected prefix below it; `count` adds those back. Level 0 holds everything else. [_lo, _hi] is a\n"
        "95 % interval."
    )

    say("The plan behind it, from public facts alone (it reads no row and spends nothing):")
    show(con, "SELECT * FROM dp_plan('dp_hhh', hierarchy=>'zip', eps=>1)")
    print(dphh_sql.plan("dp_hhh", hierarchy="zip", eps=1).explain())

    say("What was spent, by table and by release:")
    show(con, "SELECT * FROM dp_budget()")
    show(con, "SELECT * FROM dp_ledger()")

    say("The same query at scale, on derived data: real counts by county, ZIP codes by a fixed public rule.")
    loans_at_scale.build(con)
    [(n,)] = con.execute("SELECT count(*) FROM loans_at_scale").fetchall()
    start = perf_counter()
    show(con, "SELECT * FROM dp_hhh('loans_at_scale','zip', eps=>1)", limit=20)
    print(f"{n:,} rows, {perf_counter() - start:.1f} seconds")
    show(con, "SELECT * FROM dp_budget()")


def say(text: str) -> None:
    """A line to the reader, set off from the tables."""
    print(f"\n{text}")


def show(con: duckdb.DuckDBPyConnection, sql: str, limit: int | None = None) -> None:
    """Print a query and its result as aligned text, at most `limit` rows."""
    print(f"\n> {sql}\n")
    result = con.execute(sql)
    names = [column[0] for column in result.description]
    rows = result.fetchall()
    print(aligned(names, rows[:limit]))
    if limit is not None and len(rows) > limit:
        print(f"... {len(rows) - limit:,} more rows")


def aligned(names: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A plain-text table: numbers to the right, text to the left, NULL as a dash."""
    cells = [list(names), *([text(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    right = [any(isinstance(row[i], int | float) for row in rows) for i in range(len(names))]
    lines = [
        "  ".join(
            c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in cells
    ]
    return "\n".join([lines[0], "  ".join("-" * w for w in widths), *lines[1:]])


def text(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.6g}"
    return f"{value:%Y-%m-%d %H:%M:%S}" if hasattr(value, "strftime") else str(value)


if __name__ == "__main__":
    main()

"""`dphh demo`: the main query on a small invented table, what it means and what it cost. Writes nothing."""

from __future__ import annotations

import argparse
import json

_LOANS = """
    CREATE TABLE loans AS
    SELECT CASE WHEN i < 900 THEN '94110'
                WHEN i < 1600 THEN '9411' || (i % 9)
                ELSE lpad((7919 * i % 100000)::VARCHAR, 5, '0') END AS zip
    FROM range(5000) r(i)
"""


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command."""
    text = "the main query on a small invented table, and what it cost; needs no data and writes nothing"
    command = commands.add_parser("demo", help=text, description=text)
    command.add_argument("--json", action="store_true", help="the rows, the plan and the budget as one JSON object")
    command.set_defaults(command=run)


def run(parsed: argparse.Namespace) -> None:
    """Make one release in memory and tell of it."""
    from dphh_sql import connect, plan, release

    with connect() as con:
        con.execute(_LOANS)
        made = release(con, "dp_hhh", "loans", "zip", eps=1)
        spent = con.execute("SELECT table_name, unit, eps_spent, delta_spent FROM dp_budget()").fetchall()
    planned = plan("dp_hhh", hierarchy="zip", eps=1)
    ((table, unit, eps, delta),) = spent
    if parsed.json:
        budget = {"table": table, "unit": unit, "eps_spent": eps, "delta_spent": delta}
        print(json.dumps({"rows": made.rows.to_pylist(), "plan": planned.rows(), "budget": budget}))
        return
    print("5,000 invented loans. Which ZIP areas hold many of them?\n")
    print("> SELECT * FROM dp_hhh('loans', 'zip', eps => 1)\n")
    print(made)
    print(
        "\nEach row is a ZIP prefix; `residual` is its noisy number of loans in no prefix found below it, and `count` "
        "adds\nthose back. The row without a prefix is everything else. [_lo, _hi] is a 95 % interval.\n"
    )
    print(planned.explain())
    print(f"\nSpent of {table} by {unit}: eps {eps:g}, delta {delta:g}.")

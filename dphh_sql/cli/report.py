"""`dphh report ROWS -o report.html`: a release as one page for the data owner."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from dphh_sql.errors import ArgumentError


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its arguments."""
    text = "a release as one HTML page for the data owner, which needs no network and prints"
    command = commands.add_parser("report", help=text, description=text)
    command.add_argument("rows", help="the released rows: a .parquet or .csv file")
    command.add_argument("-o", "--output", metavar="FILE", help="default: ROWS with the ending .html")
    command.add_argument("--certificate", metavar="FILE", help="default: ROWS.certificate.json")
    command.add_argument("--ledger", help="path or URL of the ledger that paid: shows what was spent")
    command.add_argument("--policy", metavar="FILE", help="shows what is left of the budget too")
    command.add_argument("--title", help="heading of the page")
    command.add_argument("--json", action="store_true", help="tell what was written as JSON")
    command.set_defaults(command=run)


def run(parsed: argparse.Namespace) -> None:
    """Write the page."""
    from dphh_sql.report import page, read

    output = Path(parsed.output) if parsed.output else Path(parsed.rows).with_suffix(".html")
    facts = read(parsed.rows, parsed.certificate, parsed.ledger, parsed.policy)
    text = page(facts, parsed.title)
    try:
        output.write_text(text, "utf-8")
    except OSError as error:
        raise ArgumentError(f"output {output} cannot be written ({error.strerror}).", argument="output") from None
    number = facts.certificate["release_id"]
    done = {"report": str(output), "release_id": number, "rows": facts.rows.num_rows}
    print(json.dumps(done) if parsed.json else f"{output}: release {number}, {facts.rows.num_rows:,} rows")

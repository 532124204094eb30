"""The command line: `dphh COMMAND ...`. One command a file, one line here."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import cast

from dphh_sql.cli import audit, certificate, completion, demo, ledger, password, plan, release, report, serve, stream
from dphh_sql.cli.parsing import Parser
from dphh_sql.errors import DphhError

AddCommand = Callable[["argparse._SubParsersAction[argparse.ArgumentParser]"], None]

COMMANDS: tuple[AddCommand, ...] = (
    demo.add_command,
    plan.add_command,
    release.add_command,
    stream.add_command,
    serve.add_command,
    password.add_command,
    report.add_command,
    ledger.add_command,
    certificate.add_command,
    audit.add_command,
    completion.add_command,
)
"""Each adds one parser, whose default `command` takes the parsed arguments; heavy imports belong inside it."""

INTERRUPTED = 130

_EPILOG = """\
Start with `dphh demo`; `dphh COMMAND --help` tells of each. In Python: con = dphh_sql.connect("loans.duckdb"), and then
in SQL: SELECT * FROM dp_hhh('loans', 'zip', eps => 1)."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0, or 1 with the reason on stderr (2: usage; 130: Ctrl-C).

    With --json an error is an object on stdout too: status, error, argument, remedy. A command that tells failures
    apart returns its own status.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    root = parser()
    if not given:
        root.print_help()
        return 0
    parsed = root.parse(given)
    try:
        return int(parsed.command(parsed) or 0)
    except DphhError as error:
        if getattr(parsed, "json", False):
            print(json.dumps({"status": 1, "error": str(error), "argument": error.argument, "remedy": error.remedy}))
        print(f"dphh: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # `dphh ledger export ... | head`
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        print("\ndphh: interrupted.", file=sys.stderr)
        return INTERRUPTED


def parser() -> Parser:
    """The parser of all commands."""
    root = Parser(
        prog="dphh",
        description="Differentially private hierarchical heavy hitters in SQL.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    added = root.add_subparsers(required=True, metavar="COMMAND", title="commands")
    commands = cast("argparse._SubParsersAction[argparse.ArgumentParser]", added)
    for add_command in COMMANDS:
        add_command(commands)
    return root

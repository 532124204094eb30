"""The command line: `dphh COMMAND ...`. One command a file, one line here."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import cast

from dphh_sql.cli import audit, certificate, completion, demo, ledger, password, plan, release, report, serve, stream
from dphh_sql.cli.parsing import Misused, Parser
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

USAGE, INTERRUPTED = 2, 130

_EPILOG = """\
Start with `dphh demo`; `dphh COMMAND --help` tells of each. In Python: con = dphh_sql.connect("loans.duckdb"), and then
in SQL: SELECT * FROM dp_hhh('loans', 'zip', eps => 1)."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0, or 1 with the reason on stderr (2: usage; 130: Ctrl-C).

    With --json an error is an object on stdout too, wrong usage and Ctrl-C among them: status, error, argument, remedy.
    A command that tells failures apart returns its own status.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    root = parser()
    if not given:
        root.print_help()
        return 0
    as_json = "--json" in given
    try:
        parsed = root.parse(given)
    except Misused as misused:
        if as_json:
            _tell(USAGE, str(misused))
        misused.command.leave(str(misused))
    try:
        return int(parsed.command(parsed) or 0)
    except DphhError as error:
        if as_json:
            _tell(1, str(error), error.argument, error.remedy)
        print(f"dphh: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # `dphh ledger export ... | head`
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        if as_json:
            _tell(INTERRUPTED, "interrupted.")
        print("\ndphh: interrupted.", file=sys.stderr)
        return INTERRUPTED


def _tell(status: int, error: str, argument: str | None = None, remedy: str | None = None) -> None:
    print(json.dumps({"status": status, "error": error, "argument": argument, "remedy": remedy}), flush=True)


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

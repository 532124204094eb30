"""The command line: `dphh COMMAND ...`. One command a file, one line here."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from dphh_sql.cli import audit, ledger, serve, stream
from dphh_sql.errors import DphhError

AddCommand = Callable[["argparse._SubParsersAction[argparse.ArgumentParser]"], None]

COMMANDS: tuple[AddCommand, ...] = (
    audit.add_command,
    ledger.add_command,
    serve.add_command,
    stream.add_command,
)
"""Each adds one parser, whose default `command` takes the parsed arguments; heavy imports belong inside it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0, or 1 with the reason on stderr (2: usage, from argparse)."""
    parsed = _parser().parse_args(arguments)
    try:
        parsed.command(parsed)
    except DphhError as error:
        print(f"dphh: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # `dphh ledger export ... | head`
        sys.stderr.close()
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dphh", description="Differentially private hierarchical heavy hitters in SQL."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for add_command in COMMANDS:
        add_command(commands)
    return parser

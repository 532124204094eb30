"""The command line: `dphh <command>`. One function a sub-command, registered by `_command`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from dphh_sql.errors import DphhError

Add = Callable[[argparse.ArgumentParser], None]
Run = Callable[[argparse.Namespace], int]


def audit(args: argparse.Namespace) -> int:
    """Runs the privacy battery on the installed package; 1 if any check fails."""
    from dphh_sql.audit import battery

    failed = 0
    for finding in battery.run(args.thorough):
        failed += not finding.passed
        verdict = "ok  " if finding.passed else "FAIL"
        print(f"{verdict} {finding.check:<20} {finding.subject:<34} {finding.seen}", flush=True)
    print(f"{failed} failed" if failed else "all passed")
    return 1 if failed else 0


def _audit_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--thorough", action="store_true", help="more plans, more draws, more runs (minutes)")


COMMANDS: dict[str, tuple[Run, Add]] = {
    "audit": (audit, _audit_arguments),
}


def main(argv: Sequence[str] | None = None) -> int:
    """The exit status: 0 done, 1 found wanting, 2 refused."""
    parser = argparse.ArgumentParser(prog="dphh", description="Differentially private hierarchical heavy hitters.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    for name, (run, add) in COMMANDS.items():
        add(commands.add_parser(name, help=(run.__doc__ or "").partition("\n")[0]))
    args = parser.parse_args(argv)
    try:
        return COMMANDS[args.command][0](args)
    except DphhError as error:
        print(f"dphh {args.command}: {error}", file=sys.stderr)
        return 2

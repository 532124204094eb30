"""`dphh password`: the line that lets a user in at `dphh serve`."""

from __future__ import annotations

import argparse
import getpass
import json
import sys

from dphh_sql.cli.serve import require_extra
from dphh_sql.errors import ArgumentError


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its arguments."""
    text = "turn a password into the line of a policy's [users.NAME]"
    password = commands.add_parser("password", help=text, description=text)
    password.add_argument("--generate", action="store_true", help="make a strong one and show it")
    password.add_argument("--json", action="store_true", help="verifier, and the password if made, as JSON")
    password.set_defaults(command=run)


def run(parsed: argparse.Namespace) -> None:
    """Read a password from the terminal, or the first line of standard input."""
    require_extra()
    from dphh_sql.serving import passwords

    if parsed.generate:
        password = passwords.generated()
    elif sys.stdin.isatty():
        password = getpass.getpass()
        if password != getpass.getpass("Again: "):
            raise ArgumentError("password: the two do not match.", argument="password")
    else:
        password = sys.stdin.readline().rstrip("\n")
    made, line = {"password": password} if parsed.generate else {}, passwords.verifier(password)
    if parsed.json:
        print(json.dumps({**made, "verifier": line}))
        return
    if made:
        print(f"# {password}")
    print(f'password = "{line}"')

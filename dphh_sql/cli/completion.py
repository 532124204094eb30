"""`dphh completion bash|zsh|fish|tcsh`: completion of commands and options, as a script for the shell.

By shtab, which writes the script once: a completer that asked Python at each press of TAB would first have to import it
all.
"""

from __future__ import annotations

import argparse
import json

from dphh_sql.errors import DphhError

SHELLS = ("bash", "zsh", "fish", "tcsh")


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its argument."""
    text = "a script that completes commands and options in a shell"
    how = (
        'bash: eval "$(dphh completion bash)"; zsh: dphh completion zsh > a file _dphh in a folder of $fpath; '
        "fish: dphh completion fish > ~/.config/fish/completions/dphh.fish."
    )
    command = commands.add_parser("completion", help=text, description=f"Writes {text}. {how}")
    command.add_argument("shell", choices=SHELLS, help="whose script it is")
    command.add_argument("--json", action="store_true", help="the script inside a JSON object")
    command.set_defaults(command=run)


def run(parsed: argparse.Namespace) -> None:
    """Write the script."""
    try:
        import shtab
    except ImportError:
        raise DphhError("completion needs shtab, which is not installed; pip install 'dphh-sql[completion]'.") from None
    if parsed.shell not in shtab.SUPPORTED_SHELLS:
        raise DphhError(f"completion for {parsed.shell} needs a newer shtab; pip install --upgrade shtab.")
    from dphh_sql.cli import parser

    script = shtab.complete(parser(), shell=parsed.shell)
    print(json.dumps({"shell": parsed.shell, "script": script}) if parsed.json else script)

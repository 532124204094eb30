"""`dphh plan`: what a release would do and find, from public facts; spends nothing."""

from __future__ import annotations

import argparse
import inspect
import json
import re
import typing

from dphh_sql.cli.parsing import integers
from dphh_sql.plan import plan


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command, with the arguments of `dphh_sql.plan`."""
    text = "what a release would do and find, from public facts alone: spends nothing, reads no data"
    command = commands.add_parser("plan", help=text, description=text)
    command.add_argument("function", nargs="?", default="dp_hhh", help="default: dp_hhh")
    told = _told()
    for name, parameter in inspect.signature(plan, eval_str=True).parameters.items():
        if name != "function":
            command.add_argument(
                f"--{name.replace('_', '-')}",
                dest=name,
                metavar=name.upper(),
                help=told[name],
                type=_reader(name, parameter.annotation),
            )
    command.add_argument("--json", action="store_true", help="a row for each level, as dp_plan has it")
    command.set_defaults(command=run)


def run(parsed: argparse.Namespace) -> None:
    """The plan in words, or as JSON."""
    names = inspect.signature(plan).parameters
    found = plan(**{name: getattr(parsed, name) for name in names})
    if not parsed.json:
        print(found.explain())
        return
    facts = {
        "function": found.function, "method": found.mechanism, "hierarchy": found.hierarchy, "unit": found.unit,
        "max_rows": found.max_rows, "eps": found.eps, "delta": found.delta, "delta_certified": found.delta_spent,
        "proof": found.proof, "tau": found.tau, "floor": found.floor, "margin": found.margin, "levels": found.rows(),
    }  # fmt: skip
    print(json.dumps(facts))


def _told() -> dict[str, str]:
    """What the docstring of `plan` says of each argument."""
    arguments = (inspect.getdoc(plan) or "").partition("Args:\n")[2].partition("\n\n")[0]
    found: dict[str, str] = {}
    for names, text in re.findall(r"^    (\w[\w, ]*): (.*(?:\n     +.*)*)", arguments, re.MULTILINE):
        found |= dict.fromkeys(names.split(", "), " ".join(text.split()).rstrip(".").replace("%", "%%"))
    return found


def _reader(name: str, annotation: object) -> typing.Callable[[str], object]:
    kinds = typing.get_args(annotation)
    if name == "levels":
        return lambda text: "auto" if text == "auto" else integers(text)
    if bool in kinds:
        return _truth
    return int if int in kinds else float if float in kinds else str


def _truth(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError
    return text.lower() == "true"

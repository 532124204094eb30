"""Writes docs/reference: SQL from the macros and their registries, Python and mechanisms from docstrings, commands from
their parsers.

Run `python examples/reference.py` after a change of a macro, an argument or a mechanism.
"""

import inspect
import re
from importlib import resources
from pathlib import Path

import duckdb

import dphh_sql
from dphh_sql import plot, report
from dphh_sql.cli import parser
from dphh_sql.cli.parsing import Parser
from dphh_sql.functions import FUNCTIONS
from dphh_sql.mechanisms import MECHANISMS
from dphh_sql.request import Privacy

_ATTRIBUTE = re.compile(r"^    ([\w, ]+): (.*?)(?=^    \w[\w, ]*: |\Z)", re.MULTILINE | re.DOTALL)

OUT = Path(__file__).resolve().parent.parent / "docs" / "reference"

CALLS = {
    "dp_hhh": "SELECT * FROM dp_hhh('loans', 'zip', eps => 1)",
    "dp_heavy_nodes": "SELECT * FROM dp_heavy_nodes('loans', 'zip', eps => 1)",
    "dp_tree_counts": "SELECT * FROM dp_tree_counts('loans', 'zip', eps => 1)",
    "dp_heavy_hitters": "SELECT * FROM dp_heavy_hitters('loans', 'naics', eps => 1)",
    "dp_hhh_stream": "SELECT * FROM dp_hhh_stream('requests', 'client_ip', eps => 1, hierarchy => 'ipv4', k => 100)",
    "dp_triehh": "SELECT * FROM dp_triehh('words', 'word', 'author', eps => 4)",
    "dp_sfp": "SELECT * FROM dp_sfp('words', 'word', 'author', eps => 4, n0 => 5000)",
    "dp_plan": "SELECT * FROM dp_plan('dp_hhh', hierarchy => 'zip', eps => 1)",
    "dp_methods": "SELECT * FROM dp_methods('dp_hhh', hierarchy => 'zip', eps => 1)",
    "dp_levels": "SELECT * FROM dp_levels('dp_hhh', hierarchy => 'ipv4', eps => 1, goal => 70)",
    "dp_hierarchies": "SELECT * FROM dp_hierarchies()",
    "dp_budget": "SELECT * FROM dp_budget()",
    "dp_ledger": "SELECT * FROM dp_ledger()",
    "dp_composition": "SELECT * FROM dp_composition()",
    "dp_certificate": "SELECT * FROM dp_certificate('last')",
    "dphh_prefix": "SELECT dphh_prefix('94110', 'zip', 3) AS value",
    "dphh_prefixes": "SELECT dphh_prefixes('10.2.3.4', 'ipv4') AS value",
    "dphh_level": "SELECT dphh_level('941', 'zip') AS value",
    "dphh_contains": "SELECT dphh_contains('10.2.0.0/16', '10.2.3.4', 'ipv4') AS value",
    "exact_hhh": "SELECT * FROM exact_hhh('loans', 'zip', tau => 100)",
    "prefix_counts": "SELECT * FROM prefix_counts('loans', 'zip')",
    "residual_counts": "SELECT * FROM residual_counts('loans', 'zip', tau => 100)",
}
"""One call of each function, in the order of the page; the tests run them."""

SECTIONS = {
    "dp_hhh": "Releases",
    "dp_plan": "Plans: public facts, nothing spent",
    "dp_budget": "What was spent",
    "dphh_prefix": "Helpers",
    "exact_hhh": "Exact answers, **not private**",
}
"""The first function under each heading."""

OWN = {
    "tbl": "the name of one table, view, CTE, frame or Parquet file",
    "col": "the name of a column, or a list of names, coarse to fine",
    "user_col": "the column that says whose word it is: the privacy unit",
    "filter": 'a row predicate over the table\'s own columns, such as `"fiscal_year = 2005"`',
    "name": "a re-run with the same name and arguments returns the stored release and spends nothing",
    "sketch": "`exact`, `space_saving`, `misra_gries`, `count_min` or `count_sketch`",
    "max_length": "of words, in code points; longer ones are cut",
    "sampling": "of users: `poisson` (independent) or `fixed` (a sample of fixed size)",
    "function": "the function that is planned, as text: `'dp_hhh'`",
    "candidates": "`dp_methods` of sketches: how many items the comparison expects",
    "release_id": "a number of `dp_ledger()`, or `'last'`",
    "kind": "a hierarchy, such as `'zip'`",
    "item": "a value as the column would hold it",
    "prefix": "a prefix as releases print it",
    "level": "a level of the hierarchy",
}
"""Arguments that `Privacy` does not have."""

PYTHON = """# Python

Imported from `dphh_sql`; pictures from `dphh_sql.plot`, reports from `dphh_sql.report`. Errors are subclasses of
`DphhError`.

{}
"""
COMMANDS_PAGE = """# Command line

`dphh` alone lists the commands. Each has `--help` and `--json`. Exit status: 0 done, 1 refused (the reason is
on standard error), 2 wrong usage, 130 Ctrl-C; `dphh release` tells more of them apart ([jobs](../jobs.md#exit-status)).

{}
"""
MECHANISM_PAGE = """# Mechanisms

What each `method` (for sketches: `sketch`, for words: `sampling`) does and why it is private, function by function;
from the docstrings of their modules. `dp_methods(...)` compares them at your eps and delta.

{}
"""
MODULE = """    options:
      members: []
      show_root_heading: false
      show_root_toc_entry: false"""
SQL_PAGE = """# SQL

Every function that `dphh_sql.connect()` and `dphh_sql.register(con)` add to a connection. Arguments with `=>` are
optional, except `eps` of releases and plans.

{functions}

## Arguments

| argument | meaning |
|---|---|
{arguments}
"""


def macros() -> dict[str, tuple[str, list[str]]]:
    """Name -> its comment and its parameters, required ones as they are, others as `name => `."""
    found = {}
    for file in (resources.files("dphh_sql.udfs") / "macros").iterdir():
        text = file.read_text("utf-8")
        if file.name.startswith("__"):
            continue
        comment = " ".join(re.findall(r"^-- ?(.*)$", text, re.MULTILINE))
        name, parameters = re.search(r"MACRO (\w+)\(([^)]*)\)", text).groups()
        found[name] = comment, [p.replace(" := NULL", " =>") for p in parameters.split(", ") if p]
    return found


def columns(con: duckdb.DuckDBPyConnection, call: str) -> str:
    """What a call returns, without running it."""
    return ", ".join(f"`{name}` {kind}" for name, kind, *_ in con.execute(f"DESCRIBE {call}").fetchall())


def arguments(named: set[str]) -> str:
    """A row of the table for each argument; most are described by `Privacy`."""
    attributes = inspect.cleandoc(Privacy.__doc__).partition("Attributes:")[2]
    described = {}
    for names, text in re.findall(_ATTRIBUTE, attributes):
        said = " ".join(text.split()).rstrip(".").replace("None", "NULL")
        described |= dict.fromkeys(names.split(", "), said)
    described |= OWN
    return "\n".join(f"| `{name}` | {described[name]} |" for name in sorted(named))


def sql() -> str:
    """The page about SQL."""
    con = furnished()
    parts, known = [], macros()
    assert set(known) == set(CALLS), set(known) ^ set(CALLS)
    for name, call in CALLS.items():
        comment, parameters = known[name]
        if name in SECTIONS:
            parts.append(f"## {SECTIONS[name]}")
        signature = ", ".join(f"`{p}`" for p in parameters) or "none"
        parts.append(
            f"### {name}\n\n{comment}\n\n```sql\n{call};\n```\n\n"
            f"Arguments: {signature}\n\nColumns: {columns(con, call)}"
        )
    named = {p.removesuffix(" =>") for _, parameters in known.values() for p in parameters}
    return SQL_PAGE.format(functions="\n\n".join(parts), arguments=arguments(named))


def furnished() -> duckdb.DuckDBPyConnection:
    """A connection with the tables that the calls name, empty."""
    con = dphh_sql.connect()
    con.execute("CREATE TABLE loans (zip VARCHAR, naics VARCHAR)")
    con.execute("CREATE TABLE requests (client_ip VARCHAR)")
    con.execute("CREATE TABLE words (word VARCHAR, author BIGINT)")
    return con


def python() -> str:
    """The page about Python: functions, then classes, then the module of policies."""
    shown = [getattr(dphh_sql, name) for name in dphh_sql.__all__ if name != "policy"]
    functions = [each for each in shown if inspect.isfunction(each)]
    classes = [each for each in shown if inspect.isclass(each)]
    # Under the name of their definition: `dphh_sql.plan` is a module, too.
    paths = [f"{each.__module__}.{each.__qualname__}" for each in functions + classes]
    more = [getattr(module, name) for module in (plot, report) for name in module.__all__]
    paths += [f"{each.__module__}.{each.__qualname__}" for each in more]
    return PYTHON.format("\n".join(f"::: {path}" for path in [*paths, "dphh_sql.policy"]))


def commands(at: Parser | None = None, path: tuple[str, ...] = ()) -> str:
    """The page about the command line: each command with its arguments."""
    if at is None:
        return COMMANDS_PAGE.format(commands(parser(), ("dphh",)))
    below = at.commands()
    if below:
        return "\n\n".join(commands(command, (*path, name)) for name, command in below.items())
    rows = []
    for action in at._actions:
        if action.dest != "help":
            name = ", ".join(action.option_strings) or action.dest
            values = f": {', '.join(action.choices)}" if action.choices else ""
            needed = "" if action.required and not action.option_strings else " (required)" if action.required else ""
            rows.append(f"| `{name}`{needed} | {(action.help or '').replace('%%', '%')}{values} |")
    table = "\n".join(["| argument | meaning |", "|---|---|", *rows])
    said = (at.description[0].upper() + at.description[1:]).replace("[", r"\[")  # no link
    return f"## {' '.join(path)}\n\n{said.rstrip('.')}.\n\n{table}"


def mechanisms() -> str:
    """The page about mechanisms: a module each, under the functions that have it."""
    parts = []
    for function in FUNCTIONS:
        parts.append(f"## {function}")
        modules: dict[str, list[str]] = {}
        for each in MECHANISMS:
            if each.function == function:
                modules.setdefault(type(each).__module__, []).append(each.name)
        parts += [f"### {', '.join(names)}\n\n::: {module}\n{MODULE}" for module, names in modules.items()]
    return MECHANISM_PAGE.format("\n\n".join(parts))


PAGES = {"sql.md": sql, "python.md": python, "mechanisms.md": mechanisms, "commands.md": commands}


def main() -> None:
    OUT.mkdir(exist_ok=True)
    for name, page in PAGES.items():
        (OUT / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()

"""A job as its TOML file has it.

    id = "loans-by-zip"
    period = "2026-11"               # or --period

    [source]
    url_env = "WAREHOUSE_URL"        # the variable that has the engine's URL; or url = "duckdb:///loans.duckdb"
    table = "public.loans"           # or query = "SELECT zip, borrower FROM public.loans WHERE year = 2026"
    column = "zip"                   # a list of columns, coarse to fine, for hierarchy "columns"

    [release]                        # the arguments of the SQL function
    function = "dp_hhh"
    hierarchy = "zip"
    eps = 1.0
    unit = "borrower"

    [budget]
    ledger = "loans.dphh-ledger"     # or ledger_env; default: beside a DuckDB source's file
    policy = "policy.toml"           # optional: budgets

    [target]
    file = "zips-{period}.parquet"   # or .csv; or table = "public.zips_{period}", in the warehouse

Paths are relative to the file. Reading a job opens nothing.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from dphh_sql.errors import ArgumentError, UnknownNameError
from dphh_sql.ledger import IN_MEMORY, anchored, is_database, ledger_path_for
from dphh_sql.release_files import format_of
from dphh_sql.source import Source, parse_table
from dphh_sql.warehouse.opening import scheme_of

SECTIONS: dict[str, tuple[str, ...]] = {
    "source": ("url", "url_env", "table", "query", "column"),
    "release": (
        "function", "hierarchy", "levels", "goal", "unit", "max_rows", "eps", "delta", "tau", "method", "beta", "rest",
        "alpha", "n_max", "filter", "max_length", "sampling", "user_col", "n0",
    ),
    "budget": ("ledger", "ledger_env", "policy"),
    "target": ("file", "table"),
}  # fmt: skip
"""Section -> its keys."""

_NAME = re.compile(r"\w[\w.:-]*")
# user:password@, or an option of such a name; rather one URL too many.
_SECRET = re.compile(r"(?is)://.*:.*@|(pass|secret|token|key)\w*=")


@dataclass(frozen=True)
class Job:
    """One release of one period, and where it goes.

    Attributes:
        id, period: what the release is known by; a second run of both returns the first one's release.
        url: of the engine; may hold a secret.
        table: what is read and pays, or None when `query` says so.
        query: columns of one table and a predicate, or None.
        column: a column, or a list of them.
        function: the dp_ function.
        options: its other arguments.
        ledger: path or URL; may hold a secret.
        policy: path, or None.
        file: a Parquet or CSV file, or None when the target is a table.
        target: a table of the warehouse, or None.
    """

    id: str
    period: str
    url: str
    table: str | None
    query: str | None
    column: object
    function: str
    options: Mapping[str, object]
    ledger: str | Path
    policy: Path | None
    file: Path | None
    target: Source | None

    @property
    def name(self) -> str:
        """Of the release, in the ledger."""
        return f"{self.id}/{self.period}"


def load(path: str | os.PathLike[str], period: str | None = None) -> Job:
    """The job in a TOML file, with the environment's URLs.

    Args:
        period: in place of the file's.

    Raises:
        ArgumentError: naming the key, its rule and the remedy; never a URL.
    """
    file = Path(path)
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ArgumentError(f"job {file} cannot be read ({error.strerror}).", argument="job") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ArgumentError(f"job {file}: {error}.", argument="job") from None
    try:
        return _job(content, file.resolve().parent, period)
    except ArgumentError as error:
        raise ArgumentError(f"job {file}: {error}", argument=error.argument, remedy=error.remedy) from None


def _job(content: Mapping[str, Any], folder: Path, period: str | None) -> Job:
    for key, value in content.items():
        if key not in ("id", "period", *SECTIONS):
            raise UnknownNameError("key", key, ["id", "period", *SECTIONS])
        if key in SECTIONS:
            if not isinstance(value, dict):
                raise ArgumentError(f"{key} must be a section: [{key}].", argument=key)
            for name in value:
                if name not in SECTIONS[key]:
                    raise UnknownNameError(f"key of [{key}]", name, SECTIONS[key])
    source, release, budget, target = (content.get(section, {}) for section in SECTIONS)
    period = content.get("period") if period is None else period
    names = {"id": _named("id", content.get("id")), "period": _named("period", period)}
    url = _url("source", "url", source, folder)
    scheme_of(url)  # said here, before a ledger is looked for
    table, query = (_text(f"source.{key}", source[key]) if key in source else None for key in ("table", "query"))
    if (table is None) == (query is None):
        raise ArgumentError("[source] needs a table or a query, one of them.", argument="table")
    if "column" not in source:
        raise ArgumentError("[source] needs a column (a list of columns for hierarchy 'columns').", argument="column")
    place = _target(target, names, folder)
    policy = budget.get("policy")
    return Job(
        **names,
        url=url,
        table=table,
        query=query,
        column=source["column"],
        function=_text("release.function", release.get("function", "dp_hhh")).strip().lower(),
        options={name: value for name, value in release.items() if name != "function"},
        ledger=_ledger(budget, url, folder),
        policy=None if policy is None else folder / _text("budget.policy", policy),
        file=place if isinstance(place, Path) else None,
        target=place if isinstance(place, Source) else None,
    )


def _text(key: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ArgumentError(f"{key} must be a string that is not empty, got {value!r}.", argument=key)
    return value


def _named(key: str, value: object) -> str:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        hint = ", in quotes" if value is not None and not isinstance(value, str) else ""
        given = "it is missing" if value is None else f"got {str(value)!r}"
        raise ArgumentError(
            f"{key} must be letters, digits and any of _ . : - (a letter, digit or _ first){hint}; {given}.",
            argument=key,
            value=str(value),
        )
    return value


def _url(section: str, key: str, given: Mapping[str, Any], folder: Path) -> str:
    """The URL itself, or what is in the environment variable."""
    literal, variable = given.get(key), given.get(f"{key}_env")
    if (literal is None) == (variable is None):
        raise ArgumentError(f"[{section}] needs {key}_env, a variable's name, or {key}, one of them.", argument=key)
    if variable is not None:
        name = _text(f"{section}.{key}_env", variable)
        if not os.environ.get(name):
            remedy = f"set it to the URL: export {name}=..."
            message = f"the environment has no {name}, which {section}.{key}_env names; {remedy}."
            raise ArgumentError(message, argument=f"{key}_env", remedy=remedy)
        return _absolute(os.environ[name], folder)
    text = _text(f"{section}.{key}", literal)
    if _SECRET.search(text):
        raise ArgumentError(
            f"{section}.{key} holds a password, which must not be in a file; put the URL into a variable of the "
            f"environment and name that: {key}_env = \"WAREHOUSE_URL\".",
            argument=key,
            remedy=f"use {key}_env",
        )
    return _absolute(text, folder)


def _absolute(url: str, folder: Path) -> str:
    """A DuckDB file's URL with its whole path."""
    scheme, slashes, path = url.partition(":///")
    if scheme.lower() != "duckdb" or not slashes or path in ("", ":memory:"):
        return url
    return f"duckdb:///{folder / unquote(path)}"


def _ledger(budget: Mapping[str, Any], url: str, folder: Path) -> str | Path:
    path = url.partition("duckdb:///")[2]
    if "ledger" in budget or "ledger_env" in budget:
        # A place that is the same from wherever the job is run.
        ledger = anchored(_url("budget", "ledger", budget, folder), folder)
        if ledger in IN_MEMORY or (path and is_database(ledger, path)):
            remedy = "name a file, or a database with ledger_env"
            raise ArgumentError(
                "budget.ledger must be a file of its own or a database's URL: one in memory forgets what was spent, "
                f"and the source's file holds the source; {remedy}.",
                argument="ledger",
                remedy=remedy,
            )
        return Path(ledger) if os.path.isabs(ledger) else ledger
    if not path or path == ":memory:":
        raise ArgumentError(
            "[budget] needs a ledger (a path, or ledger_env for a URL): only that of a DuckDB file has a place of its "
            "own.",
            argument="ledger",
        )
    return ledger_path_for(path)


def _target(target: Mapping[str, Any], names: Mapping[str, str], folder: Path) -> Path | Source:
    if len(target) != 1:
        raise ArgumentError("[target] needs a file or a table, one of them.", argument="target")
    ((key, value),) = target.items()
    text = _text(f"target.{key}", value)
    for name, known in names.items():
        text = text.replace(f"{{{name}}}", known)
    if unknown := re.search(r"\{\w*\}", text):
        known_names = " and ".join(f"{{{name}}}" for name in names)
        raise ArgumentError(f"target.{key} may hold {known_names}, got {unknown[0]}.", argument=key, value=unknown[0])
    if key == "table":
        return parse_table(text)
    format_of(Path(text))
    return folder / text

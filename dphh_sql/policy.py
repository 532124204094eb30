"""Policies: what each table may be asked, and how much of its budget there is.

    [tables.loans]                 # `loans` of the connection's own database, schema main; or "db.schema.table"
    published = true               # analysts may query it, through dp_ functions
    unit = "borrower_id"           # or "row", the default
    max_rows = 1                   # the most rows of a unit that a query may count
    eps = 3.0                      # total budget; without one the owner is not capped, and analysts get no answer
    delta = 1e-5
    functions = ["dp_hhh"]         # left out: all
    hierarchies = { zip = "zip" }  # default per column
    min_tau = 100

    [tables.zip_names]
    public = true                  # holds nothing private: copied as it is to analysts' connections

    [users.ann]                    # who may log in at `dphh serve`
    password = "SCRAM-SHA-256$..." # as `dphh password` prints it
    eps = 1.0                      # the most that ann may spend of each table; left out: what the table has
    delta = 1e-6

A policy is made of public facts (and of password hashes) and reads nothing. Budgets hold for the unit that the policy
names, in the ledger's exact arithmetic; a query may name the same unit or none. Section [serve] is `dphh serve`'s own.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from dphh_sql import hierarchies
from dphh_sql.errors import ArgumentError, DphhError, PolicyError, UnknownNameError
from dphh_sql.identifiers import folded
from dphh_sql.ledger import Limit, TableId
from dphh_sql.request import ROW, Request, integer, number
from dphh_sql.source import parse_column, parse_table

RELEASING = (
    "dp_hhh",
    "dp_hhh_stream",
    "dp_heavy_hitters",
    "dp_heavy_nodes",
    "dp_tree_counts",
    "dp_triehh",
    "dp_sfp",
)
"""The functions that spend; the others need no permission."""

SECTIONS = ("tables", "users", "serve")

VERIFIER = re.compile(
    r"SCRAM-SHA-256\$([1-9][0-9]{3,7}):((?:[A-Za-z0-9+/]{4}){4,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)"
    r"\$([A-Za-z0-9+/]{43}=):([A-Za-z0-9+/]{43}=)"
)
"""Iterations, salt (12 bytes or more), stored key and server key (RFC 5803, in PostgreSQL's spelling)."""

ITERATIONS = range(4096, 10_000_001)
"""What a login takes (RFC 7677 has the least; the most is the library's)."""

Fields: TypeAlias = dict[str, Callable[[str, Any], object]]
"""Field -> what checks its value."""


@dataclass(frozen=True)
class TableRule:
    """What the policy says about one table.

    Attributes:
        name: the table as the policy writes it.
        unit: the privacy unit's column, None for the row.
        max_rows: the most rows of a unit that a query may count.
        eps, delta: the total budget, None when there is none.
        functions: the dp_ functions that may read it, None for all.
        hierarchies: (folded column, spec) defaults.
        min_tau: the least threshold of a query.
        published: whether analysts may query it.
        public: whether analysts may read it as it is.
    """

    name: str
    unit: str | None = None
    max_rows: int = 1
    eps: float | None = None
    delta: float | None = None
    functions: tuple[str, ...] | None = None
    hierarchies: tuple[tuple[str, str], ...] = ()
    min_tau: int | None = None
    published: bool = False
    public: bool = False

    @property
    def limit(self) -> Limit | None:
        return None if self.eps is None or self.delta is None else Limit(self.eps, self.delta)

    @property
    def unit_name(self) -> str:
        """As the ledger knows it."""
        return ROW if self.unit is None else f'"{self.unit}"' if self.unit.lower() == ROW else self.unit

    def fill(self, col: object, options: Mapping[str, object]) -> dict[str, object]:
        """The arguments of a call, with what it leaves out taken from the policy."""
        filled = dict(options)
        if self.unit is not None and filled.get("unit") is None:
            filled["unit"] = '"' + self.unit.replace('"', '""') + '"'
            if filled.get("max_rows") is None:
                filled["max_rows"] = self.max_rows
        if filled.get("hierarchy") is None and isinstance(col, str):
            filled["hierarchy"] = dict(self.hierarchies).get(folded(col.strip().strip('"')))
        return filled

    def check(self, request: Request) -> None:
        """Refuse a call that the policy does not allow.

        Raises:
            PolicyError: another function, another unit, more rows of a unit, or a threshold below min_tau.
        """
        privacy = request.privacy
        if self.functions is not None and request.function not in self.functions:
            allowed = ", ".join(self.functions)
            raise PolicyError(f"the policy of {self.name} allows only {allowed}.", argument="function")
        same = (privacy.unit is None) == (self.unit is None) and folded(privacy.unit or ROW) == folded(self.unit or ROW)
        if not same:
            raise PolicyError(
                f"unit must be {self.unit_name}, which the policy of {self.name} protects, got {privacy.unit_name!r}; "
                "leave unit out.",
                argument="unit",
                value=privacy.unit_name,
                remedy="leave unit out",
            )
        if privacy.max_rows > self.max_rows:
            raise PolicyError(
                f"max_rows must be at most {self.max_rows} by the policy of {self.name}, got {privacy.max_rows}.",
                argument="max_rows",
                value=privacy.max_rows,
            )
        if self.min_tau is not None and privacy.tau is not None and privacy.tau < self.min_tau:
            raise PolicyError(
                f"tau must be at least {self.min_tau} by the policy of {self.name}, got {privacy.tau}.",
                argument="tau",
                value=privacy.tau,
            )


@dataclass(frozen=True)
class UserRule:
    """What the policy says about one user.

    Attributes:
        name: as the user logs in and as the ledger knows them.
        password: the SCRAM-SHA-256 verifier (RFC 5803, as PostgreSQL writes it); None: no login.
        eps, delta: the most that the user may spend of each table and unit, None when only the table's budget holds.
    """

    name: str
    password: str | None = field(default=None, repr=False)
    eps: float | None = None
    delta: float | None = None

    @property
    def limit(self) -> Limit | None:
        return None if self.eps is None or self.delta is None else Limit(self.eps, self.delta)


@dataclass(frozen=True)
class Policy:
    """The rules of all tables and users that a policy names.

    Attributes:
        rules: the key is the name parts as ledgers compare them (`TableId.folded`), database first.
        users: in the policy's order.
    """

    rules: tuple[tuple[tuple[str, ...], TableRule], ...]
    users: tuple[UserRule, ...] = ()

    @classmethod
    def of(
        cls, tables: Mapping[str, Mapping[str, Any]], users: Mapping[str, Mapping[str, Any]] | None = None
    ) -> Policy:
        """From plain values, as the file has them: `Policy.of({"loans": {"eps": 3.0, "delta": 1e-5}})`.

        Raises:
            ArgumentError: naming the table or user, the field, its rule and its value.
        """
        content = {"tables": tables, "users": users or {}}
        return _parse(content, lambda keys, message: PolicyError(f"policy: {message}"))

    def user(self, name: str) -> UserRule | None:
        """The rule of a user; names are compared as they are."""
        return next((user for user in self.users if user.name == name), None)

    def table(self, parts: tuple[str, ...], home: str) -> TableId:
        """The table that a name of the policy means."""
        return TableId(*(*(home, "main")[: 3 - len(parts)], *parts))

    def require_distinct(self, home: str) -> None:
        """Refuse two rules of one table, of which the second would cap nothing: `loans` and `bank.main.loans`.

        Raises:
            PolicyError: naming both.
        """
        try:
            self._require_distinct(home)
        except _Mistake as mistake:
            raise PolicyError(f"policy: {mistake}", argument="policy") from None

    def _require_distinct(self, home: str) -> None:
        first: dict[tuple[str, ...], TableRule] = {}
        for parts, rule in self.rules:
            known = first.setdefault(self.table(parts, home).folded, rule)
            if known is not rule:
                raise _Mistake(("tables", rule.name), f"tables.{rule.name} is the same table as tables.{known.name}.")

    def rule(self, table: TableId, home: str) -> TableRule | None:
        """The rule of a table; a name without a database means the connection's own, `home`."""
        asked = replace(table, schema=table.schema or "main")
        return next((rule for parts, rule in self.rules if self.table(parts, home).folded == asked.folded), None)


def load(path: str | os.PathLike[str]) -> Policy:
    """The policy in a TOML file.

    Raises:
        PolicyError: unreadable, or a mistake, with its line.
    """
    if not isinstance(path, str | os.PathLike):
        raise PolicyError(
            f"policy must be the path of a TOML file, or a Policy as Policy.of makes it, got {type(path).__name__}.",
            argument="policy",
        )
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyError(f"policy {file} cannot be read ({type(error).__name__}).", argument="path") from error
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(f"policy {file}: {error}.", argument="path") from error
    return _parse(content, lambda keys, message: PolicyError(f"policy {file}, line {_line(text, keys)}: {message}"))


def _parse(content: Mapping[str, Any], refuse: Callable[[tuple[str, ...], str], DphhError]) -> Policy:
    try:
        for key in content:
            if key not in SECTIONS:
                raise _Mistake((key,), str(UnknownNameError("section", key, SECTIONS)))
        tables, users = (content.get(section, {}) for section in ("tables", "users"))
        for section, entries, example in (("tables", tables, "loans"), ("users", users, "ann")):
            if not isinstance(entries, Mapping):
                raise _Mistake((section,), f"{section} must be a table: [{section}.{example}].")
        policy = Policy(
            tuple(_rule(name, entry) for name, entry in tables.items()),
            tuple(_user(name, entry) for name, entry in users.items()),
        )
        policy._require_distinct(home="")
        return policy
    except _Mistake as mistake:
        raise refuse(mistake.keys, str(mistake)) from None


class _Mistake(ArgumentError):
    """A mistake at `keys`, the path from the top of the file."""

    def __init__(self, keys: tuple[str, ...], message: str) -> None:
        super().__init__(message, argument=keys[-1])
        self.keys = keys


def _rule(name: str, entry: Any) -> tuple[tuple[str, ...], TableRule]:
    try:
        parts = tuple(map(folded, parse_table(name).parts))
    except ArgumentError as error:
        raise _Mistake(("tables", name), f"tables.{name}: {error}") from None
    values = _values(("tables", name), entry, _TABLE_FIELDS)
    rule = TableRule(name=name, **values)
    if problem := _inconsistency(rule, values):
        raise _Mistake(("tables", name), f"tables.{name}: {problem}")
    return parts, rule


def _user(name: str, entry: Any) -> UserRule:
    keys = ("users", name)
    user = UserRule(name=name, **_values(keys, entry, _USER_FIELDS))
    if not name or "\0" in name:
        raise _Mistake(keys, f"the name of a user must be text without NUL, got {name!r}.")
    if (user.eps is None) != (user.delta is None):
        raise _Mistake(keys, f"users.{name}: {_TOGETHER}")
    return user


def _values(keys: tuple[str, str], entry: Any, known: Fields) -> dict[str, Any]:
    """The checked fields of the entry at `keys`."""
    name = ".".join(keys)
    if not isinstance(entry, Mapping):
        raise _Mistake(keys, f"{name} must be a table of fields.")
    values = {}
    for key, value in entry.items():
        try:
            if key not in known:
                raise UnknownNameError("field", key, list(known))
            values[key] = known[key](key, value)
        except ArgumentError as error:
            raise _Mistake((*keys, key), f"{name}: {error}") from None
    return values


def _inconsistency(rule: TableRule, given: Mapping[str, Any]) -> str | None:
    if rule.public and (len(given) > 1):
        return "a public table is not protected: it takes no other field."
    if (rule.eps is None) != (rule.delta is None):
        return _TOGETHER
    if rule.published and rule.eps is None:
        return "a published table needs a budget: give eps and delta."
    if rule.unit is None and rule.max_rows != 1:
        return "max_rows goes with a unit column."
    return None


def _unit(key: str, value: Any) -> str | None:
    if not isinstance(value, str):
        raise ArgumentError(f"unit must be 'row' or the name of a column, got {value!r}.", argument=key)
    return None if value.strip().lower() == ROW else parse_column(key, value)


def _flag(key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ArgumentError(f"{key} must be true or false, got {value!r}.", argument=key)
    return value


def _functions(key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not value:
        raise ArgumentError(f"functions must be a list of names; leave it out to allow all, got {value!r}.")
    for name in value:
        if name not in RELEASING:
            raise UnknownNameError("function", name, RELEASING)
    return tuple(value)


def _hierarchies(key: str, value: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, Mapping) or not all(isinstance(spec, str) for spec in value.values()):
        raise ArgumentError(f"hierarchies must map columns to kinds, such as {{ zip = 'zip' }}, got {value!r}.")
    return tuple((folded(column), hierarchies.parse(spec).spec) for column, spec in value.items())


def _password(key: str, value: Any) -> str:
    match = VERIFIER.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise ArgumentError(
            "password must be a SCRAM-SHA-256 verifier, as `dphh password` prints it; a password in the clear is "
            "neither accepted nor repeated here.",
            argument=key,
        )
    if int(match[1]) not in ITERATIONS:
        raise ArgumentError(
            f"password must have {ITERATIONS[0]} to {ITERATIONS[-1]} iterations, got {match[1]}; `dphh password` "
            "makes a verifier.",
            argument=key,
        )
    return match[0]


_TOGETHER = "eps and delta make a budget together; give both or neither."
_BUDGET: Fields = {
    "eps": lambda key, value: number(key, value, above=0.0),
    "delta": lambda key, value: number(key, value, above=0.0, below=1.0),
}
_USER_FIELDS: Fields = {"password": _password, **_BUDGET}
_TABLE_FIELDS: Fields = {
    "unit": _unit,
    "max_rows": lambda key, value: integer(key, value, least=1),
    **_BUDGET,
    "functions": _functions,
    "hierarchies": _hierarchies,
    "min_tau": lambda key, value: integer(key, value, least=1),
    "published": _flag,
    "public": _flag,
}


def _line(text: str, keys: tuple[str, ...]) -> int:
    """The line on which the value at `keys` begins: the first prefix of the file that holds it ends there."""
    lines, begins = text.splitlines(), 1
    for end in range(1, len(lines) + 1):
        try:
            found: Any = tomllib.loads("\n".join(lines[:end]) + "\n")
        except tomllib.TOMLDecodeError:
            continue  # inside a value of several lines
        for key in keys:
            found = found.get(key) if isinstance(found, dict) else None
        if found is not None:
            return begins
        begins = end + 1
    return begins

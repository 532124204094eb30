"""From the text of `tbl` and `col` to sqlglot identifiers: names only, never SQL.

A name is taken as it is (spaces, quotes, unicode; DuckDB matches case-insensitively). Dots separate database,
schema and table; double quotes protect a dot. A file path is a table whose name is the path.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import sqlglot
from sqlglot import exp

from dphh_sql.errors import ArgumentError
from dphh_sql.identifiers import folded

LONGEST = 4_000
"""Characters of a name; a file's path is one."""

RESERVED = "__dphh_"
"""What the names of the counting query's own steps begin with."""

_FILE = re.compile(r"(?i)\.(parquet|csv|tsv|json|jsonl|ndjson|txt|arrow|feather)(\.(gz|zst|bz2))?$")
# Possessive: whoever asks chooses these texts, and what could be tried in many ways would be.
_PART = re.compile(r'\s*+(?:"((?:[^"]|"")++)"\s*+|([^".]++))(\.|$)')
_CALL = re.compile(r"[\w\"]\s*\(|^\s*\(|\|\||::|;|^\s*(?:select|with|from|values)\s", re.IGNORECASE)


@dataclass(frozen=True)
class Source:
    """One table, view, CTE, frame or file: 1 to 3 name parts, database first."""

    parts: tuple[str, ...]

    @property
    def expression(self) -> exp.Table:
        names = [exp.to_identifier(part, quoted=True) for part in self.parts]
        padded = [None] * (3 - len(names)) + names
        return exp.Table(this=padded[2], db=padded[1], catalog=padded[0])


@dataclass(frozen=True)
class Projection:
    """One stored table seen through plain views, written out: columns renamed, left out, rows filtered."""

    sql: str

    @property
    def expression(self) -> exp.Subquery:
        query = sqlglot.parse_one(self.sql, read="duckdb")
        assert isinstance(query, exp.Query)
        return query.subquery("projection")


def parse_table(tbl: object) -> Source:
    """The one table that `tbl` names.

    Raises:
        ArgumentError: not a string, empty, a list of tables, an SQL expression, or more than three parts.

    >>> parse_table('other."odd.name"').parts
    ('other', 'odd.name')
    >>> parse_table("data/loans.parquet").parts
    ('data/loans.parquet',)
    """
    if isinstance(tbl, list):
        raise _bad("tbl", tbl, "be the name of one table; a list of tables would count rows twice")
    if not isinstance(tbl, str) or not tbl.strip():
        raise _bad("tbl", tbl, "be the name of one table, view, CTE, frame or a file path, as a string")
    require_short("tbl", tbl)
    if is_file(tbl) and not tbl.lstrip().startswith('"'):
        return Source((tbl,))
    if _CALL.search(_unquoted(tbl)):
        raise _bad("tbl", tbl, "be a name, not an expression; create a view and name it")
    parts, position = [], 0
    while position < len(tbl):
        match = _PART.match(tbl, position)
        if match is None or (match.group(3) == "." and match.end() == len(tbl)):
            raise _bad("tbl", tbl, 'be written db.schema.table; put a part with a dot or quote in "..."')
        quoted, plain, _ = match.groups()
        part = quoted.replace('""', '"') if quoted is not None else plain.strip()
        if not part:
            raise _bad("tbl", tbl, "have no empty part")
        parts.append(part)
        position = match.end()
    if len(parts) > 3:
        raise _bad("tbl", tbl, 'have at most three parts (db.schema.table); quote a part with dots: "a.b"')
    if len(parts) == 1 and parts[0].lower().startswith(RESERVED):
        raise _bad("tbl", tbl, f"not begin with {RESERVED}, as the steps of the count do; use a view of another name")
    return Source(tuple(parts))


def is_file(name: str) -> bool:
    """Whether a table's name is the path of a file, by its spelling."""
    return "/" in name or "\\" in name or _FILE.search(name) is not None


def parse_columns(col: object) -> tuple[str, ...]:
    """The column names of `col`: one string, or a list of strings (a hierarchy of columns, coarse to fine).

    Raises:
        ArgumentError: not a string or list of strings, empty, repeated, or an SQL expression.

    >>> parse_columns(["state", "county"])
    ('state', 'county')
    """
    names = [name for name in (col if isinstance(col, list) else [col]) if isinstance(name, str) and name.strip()]
    if not names or (isinstance(col, list) and len(names) < len(col)):
        raise _bad("col", col, "be a column name, or a list of column names (coarse to fine), as strings")
    columns = tuple(parse_column("col", name) for name in names)
    if len({folded(name) for name in columns}) < len(columns):
        raise _bad("col", col, "name each column once")
    return columns


def parse_column(argument: str, name: str) -> str:
    """The name of one column.

    Raises:
        ArgumentError: empty, or an SQL expression.
    """
    require_short(argument, name)
    quoted = re.fullmatch(r'\s*+"((?:[^"]|"")++)"\s*+', name)
    if quoted:
        return quoted.group(1).replace('""', '"')
    if _CALL.search(name) or not name.strip():
        raise _bad(
            argument,
            name,
            'be a column name, not an expression; add it in a view (a column really called so is written "...")',
        )
    return name.strip()


def _unquoted(text: str) -> str:
    return re.sub(r'"(?:[^"]|"")*+"', '""', text)


def require_short(argument: str, text: str, most: int = LONGEST) -> None:
    """Refuse a text of more than `most` characters: it would be parsed, kept in the ledger and shown."""
    if len(text) > most:
        raise ArgumentError(
            f"{argument} must have at most {most:,} characters, got {len(text):,}.", argument=argument, value=len(text)
        )


def _bad(argument: str, value: object, rule: str) -> ArgumentError:
    return ArgumentError(f"{argument} must {rule}; got {value!r}.", argument=argument, value=value)

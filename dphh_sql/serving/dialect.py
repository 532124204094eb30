"""Commands that PostgreSQL's clients send and DuckDB lacks or reads otherwise: settings, transactions, DISCARD.

Settings that clients make at the start (encoding, date style, ...) have one value here: what is set is accepted and
changes nothing. DuckDB's own settings stay DuckDB's, and are locked.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import duckdb

from dphh_sql.serving.steps import FixedStep, Step, TransactionStep
from dphh_sql.serving.transactions import Transactions

VERSION = "14.0"
"""Of PostgreSQL, whose catalog and protocol clients may expect."""

REPORTED = {
    "server_version": f"{VERSION} (dphh-sql)",
    "server_encoding": "UTF8",
    "client_encoding": "UTF8",
    "DateStyle": "ISO, MDY",
    "IntervalStyle": "postgres",
    "TimeZone": "UTC",
    "integer_datetimes": "on",
    "standard_conforming_strings": "on",
    "is_superuser": "off",
}
"""Told at login."""

SETTINGS = {name.lower(): value for name, value in REPORTED.items()} | {
    "server_version": VERSION,
    "server_version_num": "140000",
    "application_name": "",
    "bytea_output": "hex",
    "client_min_messages": "notice",
    "default_table_access_method": "heap",
    "default_transaction_isolation": "read committed",
    "default_transaction_read_only": "off",
    "extra_float_digits": "3",
    "geqo": "off",
    "idle_in_transaction_session_timeout": "0",
    "jit": "off",
    "lc_monetary": "C",
    "lock_timeout": "0",
    "max_identifier_length": "63",
    "max_index_keys": "32",
    "row_security": "on",
    "statement_timeout": "0",
    "synchronize_seqscans": "on",
    "transaction_isolation": "read committed",
    "transaction_read_only": "off",
    "xmloption": "content",
}

# Up to the end of the statement: what follows a semicolon is another one, and is not swallowed.
_REST = r'''(?:[^;'"]|'[^']*'|"[^"]*")'''
_SET = re.compile(rf'(?is)SET\s+(?:SESSION\s+|LOCAL\s+)?"?(\w+)"?\s*(?:=|\bTO\b){_REST}+')
_SET_OTHER = re.compile(
    r"(?is)SET\s+(?:SESSION\s+|LOCAL\s+)?"
    rf"(?:TIME\s+ZONE|NAMES|TRANSACTION|CHARACTERISTICS|SESSION\s+CHARACTERISTICS)\s{_REST}+"
)
_RESET = re.compile(r'(?is)RESET\s+"?(\w+)"?')
_SHOW = re.compile(r'(?is)SHOW\s+"?(\w+)"?|SHOW\s+(TRANSACTION)\s+ISOLATION\s+LEVEL|SHOW\s+(TIME)\s+ZONE')
_LONG_SHOW = {"transaction": "transaction_isolation", "time": "timezone"}
_DISCARD = re.compile(r"(?is)(?:DISCARD\s+(?:ALL|PLANS|SEQUENCES|TEMP|TEMPORARY)|UNLISTEN\s+\*|DEALLOCATE\s+ALL)")
_BEGIN = re.compile(
    r"(?is)(?:BEGIN|START)(?:\s+(?:WORK|TRANSACTION))?(?:\s+(?:ISOLATION|READ|NOT|DEFERRABLE|,)\b[^;]*)?"
)
_END = re.compile(r"(?is)(?:(COMMIT|END)|ROLLBACK|ABORT)(?:\s+(?:WORK|TRANSACTION))?")

_NAME = r'("(?:[^"]|"")++"|\w+)'
_SAVEPOINTS = (
    (re.compile(rf"(?is)SAVEPOINT\s+{_NAME}"), "SAVEPOINT", Transactions.save),
    (re.compile(rf"(?is)RELEASE\s+(?:SAVEPOINT\s+)?{_NAME}"), "RELEASE", Transactions.release),
    (
        re.compile(rf"(?is)ROLLBACK\s+(?:(?:WORK|TRANSACTION)\s+)?TO\s+(?:SAVEPOINT\s+)?{_NAME}"),
        "ROLLBACK",
        Transactions.back_to,
    ),
)

_COMMENTS = re.compile(r"(?s)\A(?:\s+|--[^\n]*(?:\n|\Z)|/\*.*?\*/)*+")


def bare(text: str) -> str:
    """A statement without leading comments, surrounding blanks and semicolon."""
    return _COMMENTS.sub("", text).rstrip("; \t\r\n")


def command(text: str) -> Step | None:
    """What a single statement means here; None leaves it to DuckDB.

    >>> command("SHOW server_encoding").rows
    [('UTF8',)]
    """
    text = bare(text)
    if match := _SET.fullmatch(text):
        return FixedStep("SET") if match[1].lower() in SETTINGS else None
    if _SET_OTHER.fullmatch(text):
        return FixedStep("SET")
    if match := _RESET.fullmatch(text):
        return FixedStep("RESET") if match[1].lower() in SETTINGS else None
    if match := _SHOW.fullmatch(text):
        name = next(filter(None, match.groups())).lower()
        name = name if match[1] else _LONG_SHOW[name]
        return FixedStep("SHOW", [(name, "VARCHAR")], [(SETTINGS[name],)]) if name in SETTINGS else None
    if _DISCARD.fullmatch(text):
        return FixedStep(" ".join(text.split()).upper())
    return _transactional(text)


def _transactional(text: str) -> Step | None:
    if _BEGIN.fullmatch(text):
        return TransactionStep(lambda transactions, con: transactions.begin(con))
    if match := _END.fullmatch(text):
        verb = "COMMIT" if match[1] else "ROLLBACK"
        return TransactionStep(lambda transactions, con: transactions.end(con, verb))
    for pattern, tag, act in _SAVEPOINTS:
        if match := pattern.fullmatch(text):
            return TransactionStep(_on_savepoint(tag, act, _name(match[1])))
    return None


_OnSavepoint = Callable[[Transactions, duckdb.DuckDBPyConnection, str], None]


def _on_savepoint(tag: str, act: _OnSavepoint, name: str) -> Callable[[Transactions, duckdb.DuckDBPyConnection], str]:
    def acted(transactions: Transactions, con: duckdb.DuckDBPyConnection) -> str:
        act(transactions, con, name)
        return tag

    return acted


def _name(identifier: str) -> str:
    return identifier[1:-1].replace('""', '"') if identifier.startswith('"') else identifier.lower()

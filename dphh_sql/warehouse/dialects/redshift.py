"""Amazon Redshift. Golden SQL, never run there.

A TEXT holds 256 bytes, so texts are VARCHAR(65535). Regular expressions are PCRE's on request (`p`), where `$` also
stands before a last newline, hence `\\z`. What a float8 quotient does when it is too small is not documented: refused.
"""

from __future__ import annotations

import re

from sqlglot import exp

from dphh_sql.warehouse.dialect import Build
from dphh_sql.warehouse.dialects.parts import call, contains, ends_with, number, text
from dphh_sql.warehouse.dialects.standard import standard
from dphh_sql.warehouse.frame import same
from dphh_sql.warehouse.patterns import capturing, portable
from dphh_sql.warehouse.translate import Untranslatable


def _pattern(pattern: str) -> str:
    return portable(pattern, end="\\z")


def _matches(subject: exp.Expr, pattern: str) -> exp.Expr:
    return exp.GT(
        this=call("regexp_count", subject, text(_pattern(pattern)), number(1), text("p")), expression=number(0)
    )


def _extracts(subject: exp.Expr, pattern: str, group: int) -> exp.Expr:
    return call("regexp_substr", subject, text(capturing(_pattern(pattern), group)), number(1), number(1), text("pe"))


def _replaces(subject: exp.Expr, pattern: str, by: str) -> exp.Expr:
    return call("regexp_replace", subject, text(_pattern(pattern)), text(by.replace("\\1", "$1")), number(1), text("p"))


def _head(subject: exp.Expr, separator: str, components: int) -> exp.Expr:
    after = call(
        "regexp_instr", subject, text(re.escape(separator)), number(1), number(components), number(1), text("p")
    )
    return call("substr", subject.copy(), number(1), exp.Sub(this=after, expression=number(1)))


def _flag(value: exp.Expr) -> exp.Expr:
    return exp.Case(
        ifs=[
            exp.If(this=value, true=text("true")),
            exp.If(this=exp.Not(this=exp.paren(value.copy())), true=text("false")),
        ]
    )


def _divided(node: exp.Div, build: Build) -> exp.Expr:
    raise Untranslatable("a division of DOUBLEs")


REDSHIFT = standard(
    "redshift",
    "redshift",
    {
        "VARCHAR": "VARCHAR(65535)", "SMALLINT": "SMALLINT", "INTEGER": "INTEGER", "BIGINT": "BIGINT",
        "DOUBLE": "DOUBLE PRECISION", "DECIMAL": "DECIMAL", "BOOLEAN": "BOOLEAN", "DATE": "DATE",
        "TIMESTAMP": "TIMESTAMP",
    },
    matches=_matches,
    extracts=_extracts,
    replaces=_replaces,
    head=_head,
    trimmed=lambda value: call("collate", value, text("case_sensitive")),
    printed={
        "BOOLEAN": _flag,
        "DATE": lambda value: call("to_char", value, text("YYYY-MM-DD")),
        "TIMESTAMP": lambda value: call("to_char", value, text("YYYY-MM-DD HH24:MI:SS")),
        "DECIMAL": lambda value: exp.Cast(this=value, to=exp.DataType.build("VARCHAR(65535)", dialect="redshift")),
    },
    nul=None,
    nodes={exp.Div: _divided},
    functions={
        "contains": contains,
        "date_trunc": same,
        "ends_with": ends_with,
        "split_part": same,
        "to_hex": same,
    },
)  # fmt: skip

"""Snowflake. Golden SQL, also run in an emulator; never run on a Snowflake account.

Its regular expressions have no groups that do not capture; COLLATE(x, '') takes a text's collation off.
"""

from __future__ import annotations

from sqlglot import exp

from dphh_sql.warehouse.dialects.parts import call, concatenated, number, renamed, text
from dphh_sql.warehouse.dialects.standard import standard
from dphh_sql.warehouse.frame import same
from dphh_sql.warehouse.patterns import portable, without_plain_groups


def _matches(subject: exp.Expr, pattern: str) -> exp.Expr:
    found = call("regexp_instr", subject, text(without_plain_groups(portable(pattern), 1)[0]))
    return exp.GT(this=found, expression=number(0))


def _extracts(subject: exp.Expr, pattern: str, group: int) -> exp.Expr:
    plain, place = without_plain_groups(portable(pattern), group)
    return call("regexp_substr", subject, text(plain), number(1), number(1), text("e"), number(place))


def _replaces(subject: exp.Expr, pattern: str, by: str) -> exp.Expr:
    plain, place = without_plain_groups(portable(pattern), 1)
    return call("regexp_replace", subject, text(plain), text(by.replace("\\1", f"\\{place}")))


def _head(subject: exp.Expr, separator: str, components: int) -> exp.Expr:
    if len(separator) == 1 and separator not in "\\]^-[":
        return call("regexp_substr", subject, text(f"^([^{separator}]*[{separator}]){{{components}}}"))
    pieces = call("array_slice", call("split", subject, text(separator)), number(0), number(components))
    return concatenated([call("array_to_string", pieces, text(separator)), text(separator)])


SNOWFLAKE = standard(
    "snowflake",
    "snowflake",
    {
        "VARCHAR": "VARCHAR", "SMALLINT": "SMALLINT", "INTEGER": "INT", "BIGINT": "BIGINT", "DOUBLE": "DOUBLE",
        "DECIMAL": "DECIMAL", "BOOLEAN": "BOOLEAN", "DATE": "DATE", "TIMESTAMP": "TIMESTAMP_NTZ",
    },
    matches=_matches,
    extracts=_extracts,
    replaces=_replaces,
    head=_head,
    trimmed=lambda value: call("collate", value, text("")),
    printed={
        "DATE": lambda value: call("to_char", value, text("YYYY-MM-DD")),
        "TIMESTAMP": lambda value: call("to_char", value, text("YYYY-MM-DD HH24:MI:SS")),
        "DECIMAL": lambda value: call("to_char", value),
    },
    nul=call("chr", number(0)),
    functions={
        "contains": same,
        "date_trunc": same,
        "ends_with": renamed("endswith"),
        "split_part": same,
    },
)  # fmt: skip

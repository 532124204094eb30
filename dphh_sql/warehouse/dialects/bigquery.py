"""BigQuery. Golden SQL, never run there.

Its regular expressions are RE2's, as DuckDB's are; a DATETIME is DuckDB's TIMESTAMP.
"""

from __future__ import annotations

import re

from sqlglot import exp

from dphh_sql.warehouse.dialect import Build
from dphh_sql.warehouse.dialects.parts import call, contains, number, renamed, text
from dphh_sql.warehouse.dialects.standard import standard
from dphh_sql.warehouse.patterns import capturing


def _extracts(subject: exp.Expr, pattern: str, group: int) -> exp.Expr:
    return call("regexp_extract", subject, text(capturing(pattern, group)))


def _head(subject: exp.Expr, separator: str, components: int) -> exp.Expr:
    return call("regexp_extract", subject, text(f"(?s)^(?:.*?{re.escape(separator)}){{{components}}}"))


def _truncated(node: exp.Anonymous, build: Build) -> exp.Expr:
    unit, moment = node.expressions
    return call("datetime_trunc", build(moment), exp.var(unit.name.upper()))


def _zoned(node: exp.Anonymous, build: Build) -> exp.Expr:
    zone, instant = node.expressions
    return call("datetime", build(instant), build(zone))


def _part(node: exp.Anonymous, build: Build) -> exp.Expr:
    """The n-th part, '' where there are fewer."""
    subject, separator, place = node.expressions
    pieces = call("split", build(subject), build(separator))
    part = exp.Bracket(this=pieces, expressions=[number(int(place.name) - 1)], offset=0, safe=True)
    return call("coalesce", part, call("substr", build(subject), number(1), number(0)))


def _string(value: exp.Expr) -> exp.Expr:
    return exp.Cast(this=value, to=exp.DataType.build("STRING", dialect="bigquery"))


BIGQUERY = standard(
    "bigquery",
    "bigquery",
    {
        "VARCHAR": "STRING", "SMALLINT": "INT64", "INTEGER": "INT64", "BIGINT": "INT64", "DOUBLE": "FLOAT64",
        "BOOLEAN": "BOOL", "DATE": "DATE", "TIMESTAMP": "DATETIME", "TIMESTAMP WITH TIME ZONE": "TIMESTAMP",
    },
    matches=lambda subject, pattern: call("regexp_contains", subject, text(pattern)),
    extracts=_extracts,
    replaces=lambda subject, pattern, by: call("regexp_replace", subject, text(pattern), text(by)),
    head=_head,
    trimmed=lambda value: value,
    printed={"DATE": _string, "TIMESTAMP": _string},
    nul=call("code_points_to_string", exp.array(number(0))),
    functions={
        "contains": contains,
        "date_trunc": _truncated,
        "ends_with": renamed("ends_with"),
        "split_part": _part,
        "timezone": _zoned,
        "to_hex": lambda node, build: call("format", text("%x"), build(node.expressions[0])),
    },
)  # fmt: skip

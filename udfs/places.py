"""What a call reads, and which table's budget pays for it: names and views resolved under the policy."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sqlglot import exp

from dphh_sql import source, views
from dphh_sql.errors import ArgumentError, PolicyError
from dphh_sql.identifiers import folded
from dphh_sql.ledger import TableId
from dphh_sql.policy import Policy, TableRule
from dphh_sql.udfs.answers import Caller
from dphh_sql.udfs.session import Session, Source

MOST_VIEWS = 32  # nested; a cycle would be longer
TEXT_FILE = re.compile(r"(?i)\.(csv|tsv|txt|json|jsonl|ndjson)(\.\w+)?(\?.*)?$")


@dataclass(frozen=True)
class Place:
    """Where a release comes from.

    Attributes:
        reads: what the counting query reads.
        database: the database whose ledger pays.
        table: the table whose budget pays; under a policy the protected table, seen through views.
        name: the full name of the table or view that was asked for.
        rule: what the policy says about the table, or None.
        found: the table or view that was asked for, as the catalog knows it.
    """

    reads: source.Source | source.Projection
    database: str
    table: TableId
    name: str
    rule: TableRule | None
    found: Source


def find(session: Session, asked: source.Source, caller: Caller) -> Place:
    """The place of a name as the caller sees it.

    Protected tables are read by their full names, so that no CTE, frame or temporary table takes their place.

    Raises:
        ArgumentError: a text file, whose types depend on its rows.
        PolicyError: a view over a protected table that is not plain.
    """
    found = session.source(asked.parts, caller.database, caller.schema, caller.search_path)
    if not found.table.schema:
        _refuse_text_file(asked.parts[-1])
        if session.guesses_types():
            raise ArgumentError(
                "tbl may be a pandas frame, and DuckDB guesses the types of its object columns from its rows, so that "
                "one row could change every item: SET GLOBAL pandas_analyze_sample = 0 (register does so, unless the "
                "configuration is locked).",
                argument="tbl",
                remedy="SET GLOBAL pandas_analyze_sample = 0",
            )
    rule = session.rule(found)
    plain = Place(asked, found.database, found.table, str(found.table), rule, found)
    if session.policy is None or not found.table.schema:
        return plain
    return _protected(session, session.policy, found) or plain


def _refuse_text_file(name: str) -> None:
    if TEXT_FILE.search(name):
        raise ArgumentError(
            f"tbl must not be a CSV or JSON file, got {name!r}: DuckDB guesses the types of its columns from its rows, "
            "so that one row could change every item; load it into a table, use Parquet, or create a view that states "
            "the types: CREATE VIEW v AS FROM read_csv('...', columns = {'zip': 'VARCHAR'}).",
            argument="tbl",
            value=name,
            remedy="load it into a table",
        )


def _protected(session: Session, policy: Policy, found: Source) -> Place | None:
    """The place of a protected table, directly or through plain views; None when no rule applies."""
    chain: list[tuple[views.PlainView, dict[str, str]]] = []
    at, name = found, found.table.label
    while len(chain) < MOST_VIEWS:
        rule = session.rule(at)
        sql = session.view_sql(at)
        if rule is not None and sql is not None:  # a view with a budget of its own
            _refuse_hidden(session, policy, sql, name, besides=rule)
        if rule is not None or sql is None:
            break
        view = views.plain_view(sql)
        if view is None:
            _refuse_hidden(session, policy, sql, name)
            return None
        inner = session.source(view.parts, at.database, at.table.schema)
        columns = view.columns(session.columns(inner)) if inner.table.schema else None
        if columns is None:
            _refuse_hidden(session, policy, sql, name)
            return None
        chain.append((view, columns))
        at = inner
    else:
        raise PolicyError(f"tbl {name} is a view over more than {MOST_VIEWS} others.", argument="tbl")
    if rule is None:
        return None
    reads: source.Source | source.Projection = source.Source((at.database, at.table.schema, at.table.table))
    if chain:
        reads = _written_out(reads.expression, chain, rule, name)
    return Place(reads, at.database, at.table, str(found.table), rule, found)


def _written_out(
    table: exp.Expression, chain: list[tuple[views.PlainView, dict[str, str]]], rule: TableRule, name: str
) -> source.Projection:
    inner, query = table, exp.select()
    for view, columns in reversed(chain):
        if rule.unit is not None:
            by_name = {folded(output): folded(origin) for output, origin in columns.items()}
            if by_name.get(folded(rule.unit)) != folded(rule.unit):
                raise PolicyError(
                    f"tbl {name} is a view of {rule.name} without its unit column {rule.unit}, by which rows are "
                    "bounded; select that column in the view, under its own name.",
                    argument="tbl",
                )
        query = view.over(inner, columns)
        inner = query.subquery("view")
    return source.Projection(query.sql(dialect="duckdb"))


def _refuse_hidden(session: Session, policy: Policy, sql: str, name: str, besides: TableRule | None = None) -> None:
    """Refuse a view that is not plain when it may reach a protected table, through other views too."""
    protected = {parts[-1] for parts, rule in policy.rules if not rule.public and rule != besides}
    seen: set[str] = set()
    waiting: list[str] = [sql]
    macros = session.macros()  # a scalar one may hold a subquery
    while waiting:
        read = waiting.pop()
        names = views.mentions(read)
        if names is None or names & protected or views.words(read) & macros:
            raise PolicyError(
                f"tbl {name} is a view that may count rows of a protected table more than once; a view is charged to "
                "such a table only if it is nothing but some of its columns and a row predicate.",
                argument="tbl",
            )
        waiting += session.view_sqls(names - seen)
        seen |= names

"""What the catalog says of a call's hierarchy: the kind that a column declares, and the codes of a taxonomy.

Both are public facts: no row of a private table is read.

    COMMENT ON COLUMN loans.zip IS 'where the borrower lives; dphh: zip'
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import duckdb
from sqlglot import exp

from dphh_sql import hierarchies
from dphh_sql.errors import ArgumentError, PolicyError
from dphh_sql.hierarchies.taxonomy import Taxonomy
from dphh_sql.ledger import TableId
from dphh_sql.source import Source as Name
from dphh_sql.source import parse_column, parse_table
from dphh_sql.udfs.answers import Caller
from dphh_sql.udfs.session import Session, Source

_DECLARED = re.compile(r"\bdphh:\s*([^;\n]+)")


def settled(
    session: Session, found: Source | None, col: object, options: Mapping[str, object], caller: Caller
) -> dict[str, object]:
    """The arguments with a hierarchy, if `col` is one column: as given, else as its comment declares it, else by its
    type or well-known name; a taxonomy with what its table holds.

    Args:
        found: the table that is counted, as the catalog knows it; None for a plan.

    Raises:
        ArgumentError: nothing tells the kind; the comment or the taxonomy is wrong.
    """
    filled = dict(options)
    spec = filled.get("hierarchy")
    if spec is None and found is not None and isinstance(col, str):
        spec = _kind_of(session, found, parse_column("col", col))
    filled["hierarchy"] = bound(session, spec, caller, None if found is None else found.table)
    return filled


def _kind_of(session: Session, found: Source, column: str) -> str:
    type_name, comment = session.column(found, column)
    if declared := _DECLARED.search(comment or ""):
        try:
            return hierarchies.parse(declared[1].strip()).spec
        except ArgumentError as error:
            raise ArgumentError(f"the comment of column {column} declares a hierarchy: {error}") from None
    if type_name is None and found.table.schema:
        known = ", ".join(session.columns(found))
        raise ArgumentError(
            f"col must be a column of {found.table.label}, which has {known}; got {column!r}.",
            argument="col",
            value=column,
        )
    kind = hierarchies.for_column(column, type_name)
    if kind is None and not found.table.schema:
        raise ArgumentError(
            f"hierarchy is needed: {found.table.table!r} is no stored table or view, so that no type is known of its "
            f"column {column!r}, which has no well-known name; say hierarchy=>'...', one of "
            f"{', '.join(hierarchies.HIERARCHIES)} (and see that the table exists).",
            argument="hierarchy",
        )
    if kind is None:
        raise hierarchies.undeclared(column, type_name)
    return kind


def bound(session: Session, spec: object, caller: Caller, counted: TableId | None = None) -> object:
    """The spec itself, but a taxonomy with the digest of what its public table holds now.

    Raises:
        ArgumentError: no stored table with these columns, the table that is counted itself, or no tree.
        PolicyError: there is a policy that does not say that the table is public.
    """
    if not isinstance(spec, str) or not spec.strip().lower().startswith(Taxonomy.kind):
        return spec
    named = hierarchies.parse(spec)
    if not isinstance(named, Taxonomy) or named.digest is not None:
        return spec
    asked = parse_table(named.table)
    where = session.caller(caller)
    source = session.source(asked.parts, where.database, where.schema, where.search_path)
    rule = session.rule(source)
    if session.policy is not None and not (rule and rule.public):
        raise PolicyError(
            f"hierarchy taxonomy: table {named.table} must be one that the policy calls public (public = true), "
            "for its codes and levels are published.",
            argument="hierarchy",
            value=spec,
        )
    if not source.table.schema or session.view_sql(source) is not None or source.table == counted:
        raise ArgumentError(
            f"hierarchy taxonomy: {named.table} must be a stored table (no view, file, frame or temporary table) other "
            "than the one that is counted, and hold nothing private: its codes and levels are published.",
            argument="hierarchy",
            value=spec,
        )
    return Taxonomy.of(_pairs(session, source, named), named.table, named.child, named.parent).spec


def _pairs(session: Session, source: Source, named: Taxonomy) -> list[tuple[str | None, str | None]]:
    columns = [exp.to_identifier(parse_column("hierarchy", name), quoted=True) for name in (named.child, named.parent)]
    texts = [exp.cast(exp.column(column), "VARCHAR") for column in columns]
    table = Name((source.database, source.table.schema, source.table.table)).expression
    with session.cursor() as cursor:
        try:
            return cursor.execute(exp.select(*texts).from_(table).sql(dialect="duckdb")).fetchall()
        except duckdb.BinderException:
            raise ArgumentError(
                f"hierarchy taxonomy: table {named.table} must have the columns {named.child} and {named.parent}.",
                argument="hierarchy",
                value=named.spec,
            ) from None

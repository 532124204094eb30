"""The filter of a call for an engine: every literal in its column's type, as DuckDB reads it.

A text literal takes the type of the column that it is compared with. Engines differ in whether they do that, and in how
they read `1.505` or `2005-1-1`; so DuckDB converts each literal once, here, where no row is. What does not fit is
refused in DuckDB's words, whatever rows there are. Text compares byte by byte, whatever collation the column has.
"""

from __future__ import annotations

from collections.abc import Mapping

import duckdb
from sqlglot import exp

from dphh_sql import identifiers
from dphh_sql.counting import checking_query
from dphh_sql.errors import ArgumentError
from dphh_sql.filter import parse_filter
from dphh_sql.hierarchies import Hierarchy, _sql
from dphh_sql.source import Source
from dphh_sql.warehouse.frame import folded
from dphh_sql.warehouse.types import MOMENTS, Types, type_name, year_of

_PROBE = "items"

_NEAR = range(1901, 2262)
"""Years without the Julian calendar and zones' local mean times, whose nanoseconds since 1970 are a BIGINT."""


def columns_of(text: str | None) -> list[str]:
    """The columns that a filter reads, as they are written."""
    predicate = parse_filter(text)
    return [] if predicate is None else list({column.name: None for column in predicate.find_all(exp.Column)})


def typed(
    text: str | None, names: Mapping[str, str], columns: tuple[str, ...], kind: Hierarchy, types: Types
) -> exp.Expression | None:
    """The predicate with typed literals; None for None.

    Args:
        names: column as the filter writes it -> as the engine spells it.
        columns, kind: the hierarchy's, which have been checked.
        types: column as the engine spells it -> type.

    Raises:
        ArgumentError: a literal does not fit its column, or DuckDB has no type like the column's.
    """
    predicate = parse_filter(text)
    if predicate is None:
        return None
    for column in predicate.find_all(exp.Column):
        name = names[column.name]
        kind_of = types[name]
        if kind_of is None:
            raise ArgumentError(
                f"filter: column {name} has a type that no comparison is tested for.", argument="filter", value=text
            )
        column.set("this", exp.to_identifier(name, quoted=True))
        column.type = kind_of
    with duckdb.connect() as con:
        con.execute("SET TimeZone = 'UTC'")
        _check(con, text, columns, kind, {name: types[name] for name in (*columns, *names.values())})
        return _typed(con, predicate)


def _check(
    con: duckdb.DuckDBPyConnection, text: str | None, columns: tuple[str, ...], kind: Hierarchy, types: Types
) -> None:
    """What the DuckDB macros check, on an empty table with the same columns."""
    declared = {
        identifiers.folded(name): exp.ColumnDef(this=exp.to_identifier(name, quoted=True), kind=of)
        for name, of in types.items()
    }
    table = exp.Schema(this=exp.to_table(_PROBE), expressions=list(declared.values()))
    con.execute(exp.Create(this=table, kind="TABLE").sql("duckdb"))
    try:
        con.execute(checking_query(Source((_PROBE,)), columns, kind, text, "filter").sql("duckdb"))
    except duckdb.Error as error:
        said = str(error).partition("\n")[0]
        raise ArgumentError(f"filter does not fit the table: {said}", argument="filter", value=text) from None


def _typed(con: duckdb.DuckDBPyConnection, node: exp.Expr) -> exp.Expression:
    match node:
        case exp.Case():
            return _typed(con, folded(node))
        case exp.Not() | exp.Paren():
            return type(node)(this=_typed(con, node.this))
        case exp.And() | exp.Or():
            return type(node)(this=_typed(con, node.this), expression=_typed(con, node.expression))
    assert isinstance(node, exp.Expression)
    compared = node.copy()
    subject = compared.this
    wanted = subject.to if isinstance(subject, exp.TryCast) else subject.type
    is_text = type_name(wanted) in ("VARCHAR", "ENUM")  # beside a literal DuckDB compares the text of an ENUM
    for literal in list(compared.find_all(exp.Literal)):
        if not is_text and not isinstance(compared, exp.Like | exp.ILike):
            place = literal.parent if isinstance(literal.parent, exp.Cast) else literal
            place.replace(_read(con, literal, wanted))
    if type_name(wanted) in MOMENTS and any(map(_is_far, compared.find_all(exp.Literal))):
        for column in compared.find_all(exp.Column):
            _sql.meaning(column, "far")
    if isinstance(subject, exp.Column) and is_text:
        subject.replace(_text(subject))
    return compared


def _is_far(moment: exp.Literal) -> bool:
    """Whether a file may have it in another calendar or a zone's old time, or a finer type cannot hold it."""
    year = year_of(moment.name)
    return year is None or year not in _NEAR


def _text(column: exp.Column) -> exp.Expression:
    text = _sql.text(column)
    text.this.this.type = column.type
    return text


def _read(con: duckdb.DuckDBPyConnection, literal: exp.Literal, wanted: exp.DataType) -> exp.Cast:
    """The literal as DuckDB prints it once it has read it."""
    read = exp.cast(exp.Cast(this=literal.copy(), to=wanted.copy()), "VARCHAR")
    ((value,),) = con.execute(exp.select(read).sql("duckdb")).fetchall()
    return exp.Cast(this=exp.Literal.string(value), to=wanted.copy())

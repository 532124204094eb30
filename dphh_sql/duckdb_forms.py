"""What DuckDB has to be told in another form than the one that every engine can say: for speed, or to be right.

The hierarchies and the filter mark such an expression (`hierarchies._sql.meaning`); the statements for DuckDB's own
macros are rewritten here, and those for DuckDB as a warehouse by its dialect, which takes the same forms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlglot import exp

from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies._sql import MEANING

_FLOATS = ("FLOAT", "DOUBLE")


def in_duckdb(tree: exp.Select) -> exp.Select:
    """The tree with DuckDB's forms, in place."""
    for node, mark in [(node, node.meta[MEANING][0]) for node in tree.walk() if MEANING in node.meta]:
        if mark in FORMS:
            node.replace(FORMS[mark](node))
    return tree


def _address(node: exp.Expr) -> exp.Expression:
    """A dotted address as one number: split once, where the other form splits four times.

    Exact: a DOUBLE holds every integer below 2**53. DuckDB 2 computes what stands behind WHEN for each text of a
    dictionary, malformed ones too, so that list_dot_product must meet NULL in their place: it fails on anything else.
    TRY_CAST, for the error of a CAST would quote the text.
    """
    dotted, *others = node.args["ifs"]
    text = dotted.this.expressions[0]
    well_formed = exp.case().when(dotted.this, text.copy())
    octets = _sql.try_cast(_sql.call("string_split", well_formed, "."), "DOUBLE[]")
    weights = exp.array(*(exp.Literal.number(256**i) for i in (3, 2, 1, 0)))
    number = _sql.cast(_sql.call("list_dot_product", octets, _sql.cast(weights, "DOUBLE[]")), "BIGINT")
    other = exp.Case(ifs=[other.copy() for other in others])
    return exp.Coalesce(this=number, expressions=[other])


def _number_text(node: exp.Expr) -> exp.Expression:
    """The text of a column of any type, with one NaN, as DuckDB has one.

    Of '-nan' DuckDB 2.0 expects three bytes where it expects a single value, and cuts the text when it groups by it.
    """
    text = node.this
    is_float = exp.In(this=_sql.call("typeof", text.this), expressions=[_sql.literal(t) for t in _FLOATS])
    return _sql.binary(exp.case().when(is_float, _sql.call("replace", text, "-nan", "nan")).else_(text.copy()))


def _compared(node: exp.Expr) -> exp.Expression:
    """A column whose values are compared, not what the statistics of a Parquet file say of them.

    Arrow and Polars leave NaN out of a file's least and greatest value, and DuckDB, where NaN is the greatest, believes
    them: it would keep a thousand NaN or none for the sake of another row. What it knows of a column ends at a CASE
    that may be NULL. typeof is a constant, so that columns of other types stay as they are, and are looked up.
    """
    column = exp.column(node.this.copy(), table=node.args.get("table"))
    alone = exp.case().when(exp.Is(this=column, expression=exp.null()), exp.null()).else_(column.copy())
    is_float = exp.In(this=_sql.call("typeof", column), expressions=[_sql.literal(t) for t in _FLOATS])
    return exp.case().when(is_float, alone).else_(column.copy())


FORMS: Mapping[str, Callable[[exp.Expr], exp.Expression]] = {
    "address": _address,
    "text": _number_text,
    "compared": _compared,
}

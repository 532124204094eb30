"""A release made from Python, which shows itself: a table with its guarantee, in notebooks and terminals."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import tostring

import duckdb
import pyarrow as pa
from sqlglot import exp

from dphh_sql.errors import ArgumentError, UnknownNameError
from dphh_sql.functions import FUNCTIONS
from dphh_sql.html import e, shortened, visible
from dphh_sql.row_digest import rows_digest
from dphh_sql.rowtypes import arrow_row

_SHOWN = 40
"""Rows that a release shows of itself."""

_LONG = 100
"""Letters that it shows of a text; `rows` has them all."""

_STYLE = "text-align:{};font-variant-numeric:tabular-nums"


@dataclass(frozen=True)
class Release:
    """What `release` returns.

    Attributes:
        rows: the released rows, an Arrow table; `.df()` is the data frame.
        certificate: its facts; None when the ledger that holds it cannot be read.
    """

    rows: pa.Table
    certificate: Mapping[str, Any] | None

    def df(self) -> Any:
        """The rows as a pandas data frame."""
        return self.rows.to_pandas()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows for whatever reads Arrow: `polars.DataFrame(made)`, `dphh_sql.plot.icicle(made)`."""
        return self.rows.__arrow_c_stream__(requested_schema)

    @property
    def summary(self) -> str:
        """The guarantee in a sentence."""
        facts = self.certificate
        if facts is None:
            return f"{self.rows.num_rows:,} rows"
        unit = "row" if facts["unit"] == "row" else f"{facts['unit']} with all its rows"
        return (
            f"{self.rows.num_rows:,} rows: release {facts['release_id']} of {facts['table']} by "
            f"{facts['function']} ({facts['method']}), ({facts['eps']:g}, {facts['delta']:g})-differentially private "
            f"for adding or removing one {unit}"
        )

    def _texts(self) -> Iterator[tuple[str, ...]]:
        for row in self.rows.slice(0, _SHOWN).to_pylist():
            yield tuple(_text(value) for value in row.values())

    @property
    def _more(self) -> str:
        more = self.rows.num_rows - _SHOWN
        return f"... {more:,} more rows" if more > 0 else ""

    def __str__(self) -> str:
        table = [tuple(self.rows.column_names), *self._texts()]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        left = [pa.types.is_string(field.type) for field in self.rows.schema]
        lines = [
            "  ".join(
                cell.ljust(width) if to_left else cell.rjust(width)
                for cell, width, to_left in zip(row, widths, left, strict=True)
            ).rstrip()
            for row in table
        ]
        return "\n".join(line for line in (*lines, self._more, self.summary) if line)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        sides = ["left" if pa.types.is_string(field.type) else "right" for field in self.rows.schema]
        head = [
            e("th", name, scope="col", style=_STYLE.format(side))
            for name, side in zip(self.rows.column_names, sides, strict=True)
        ]
        body = [
            e("tr", [e("td", text, style=_STYLE.format(side)) for text, side in zip(row, sides, strict=True)])
            for row in self._texts()
        ]
        shown = e(
            "table", e("caption", self.summary, style="text-align:left"), e("thead", e("tr", head)), e("tbody", body)
        )
        return tostring(e("div", shown, e("p", self._more) if self._more else []), encoding="unicode", method="html")


def release(con: duckdb.DuckDBPyConnection, function: str, tbl: str, *columns: object, **options: object) -> Release:
    """`SELECT * FROM function(tbl, columns, options)` on a registered connection, with its certificate.

    (eps, delta)-DP as asked, for add/remove of one unit; charged as the statement is. What DuckDB raises, it raises.

    Args:
        function: 'dp_hhh' or another function that releases.
        tbl, columns, options: as in SQL: `release(con, "dp_hhh", "loans", "zip", eps=1)`.

    Raises:
        UnknownNameError: no such function.
        duckdb.Error: the connection is not registered, or the call is refused; the text says why.

    >>> import dphh_sql
    >>> con = dphh_sql.connect()
    >>> _ = con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(1000)")
    >>> found = release(con, "dp_hhh", "loans", "zip", eps=1)
    >>> found.rows.column("prefix").to_pylist(), found.certificate["eps"]
    ([None, '94110'], 1.0)
    """
    if not isinstance(con, duckdb.DuckDBPyConnection):
        raise ArgumentError(f"release: con must be a DuckDB connection, got {type(con).__name__}.", argument="con")
    if function not in FUNCTIONS:
        raise UnknownNameError("function", function, FUNCTIONS)
    values = [tbl, *columns, *options.values()]
    places: list[exp.Expr] = [exp.Parameter(this=exp.Literal.number(i + 1)) for i in range(len(values))]
    named = [
        exp.Kwarg(this=exp.to_identifier(name), expression=place)
        for name, place in zip(options, places[1 + len(columns) :], strict=True)
    ]
    called = exp.Anonymous(this=function, expressions=[*places[: 1 + len(columns)], *named])
    query = exp.select("*").from_(exp.Table(this=called)).sql(dialect="duckdb")
    fields = [tuple(row) for row in con.execute(query, values).fetchall()]
    row = arrow_row(FUNCTIONS[function].columns)
    names = [field.name for field in row]
    rows = pa.array([dict(zip(names, values, strict=True)) for values in fields], row)
    return Release(pa.Table.from_struct_array(rows), _certificate(con, rows_digest(rows)))


def _certificate(con: duckdb.DuckDBPyConnection, digest: str) -> dict[str, Any] | None:
    """That of these rows: the last one, unless another thread's release came in between."""
    numbers = con.execute("SELECT release_id FROM dp_ledger() ORDER BY time DESC, release_id DESC LIMIT 100").fetchall()
    for asked in ("last", *(str(number) for (number,) in numbers)):
        try:
            found = con.execute("SELECT certificate FROM dp_certificate($1)", [asked]).fetchall()
        except duckdb.Error:  # a charge whose release was cut short has none
            continue
        for (text,) in found:
            facts: dict[str, Any] = json.loads(text)
            if facts.get("rows_sha256") == digest:
                return facts
    return None


def _text(value: object) -> str:
    if isinstance(value, str):
        return shortened(visible(value), _LONG)
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: ""}[value]
    return f"{value:,}"

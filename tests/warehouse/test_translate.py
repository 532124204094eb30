"""What a dialect's table does not have is refused by name, never passed on; what it has is said for sure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from sqlglot import exp, parse

from dphh_sql.bounding import DRAW
from dphh_sql.errors import DialectError
from dphh_sql.hierarchies import HIERARCHIES, _sql
from dphh_sql.hierarchies.zip import Zip
from dphh_sql.warehouse.dialect import Dialect
from dphh_sql.warehouse.dialects import DIALECTS
from dphh_sql.warehouse.dialects.duckdb import DUCKDB
from dphh_sql.warehouse.dialects.postgres import POSTGRES
from dphh_sql.warehouse.pinned import OPERATORS, SYNTAX
from dphh_sql.warehouse.translate import render
from tests.hierarchies.cases import CASES, Case
from tests.warehouse.statements import parsed, translated

each = pytest.mark.parametrize("dialect", DIALECTS.values(), ids=list(DIALECTS))

Broken = Callable[[exp.Expression], exp.Expression]
BROKEN: dict[str, Broken] = {
    "function no_such_function": lambda column: _sql.call("no_such_function", column),
    "construct Soundex": lambda column: exp.func("soundex", column),
    "construct AtTimeZone": lambda column: exp.AtTimeZone(this=column.copy(), zone=exp.Literal.string("UTC")),
    "type INTERVAL": lambda column: _sql.cast(column, "INTERVAL"),
}


@each
@pytest.mark.parametrize("construct", BROKEN)
def test_what_no_table_has_is_refused(dialect: Dialect, construct: str) -> None:
    class Odd(Zip):
        def parts(self, columns: Sequence[exp.Expression]) -> list[exp.Expression]:
            return [BROKEN[construct](columns[0])]

    if dialect is DUCKDB and construct.startswith("type"):
        pytest.skip("not applicable: every type of DuckDB's is DuckDB's")
    with pytest.raises(DialectError) as caught:
        translated(dialect, Odd(), ["VARCHAR"])
    assert str(caught.value).startswith(f"hierarchy zip is not available on {dialect.name}: {construct}")


@each
def test_a_function_behind_a_name_that_sqlglot_knows_is_refused_too(dialect: Dialect) -> None:
    # sqlglot would rewrite this one for some dialects and pass it through for others.
    class Odd(Zip):
        def parts(self, columns: Sequence[exp.Expression]) -> list[exp.Expression]:
            return [_sql.call("string_to_array", columns[0], "/")]

    with pytest.raises(DialectError, match="function string_to_array has no tested translation"):
        translated(dialect, Odd(), ["VARCHAR"])


@pytest.mark.parametrize("pattern", ["a*?", "(?=a)", r"\d", "(?i)a", "a{1,300}", r"[\w]", "(?P<n>a)", "a++"])
@pytest.mark.parametrize("name", ["postgres", "spark", "snowflake", "redshift", "trino"])
def test_a_regular_expression_beyond_the_portable_syntax_is_refused(name: str, pattern: str) -> None:
    class Odd(Zip):
        def parts(self, columns: Sequence[exp.Expression]) -> list[exp.Expression]:
            return [exp.case().when(_sql.call("regexp_full_match", columns[0], pattern), columns[0].copy())]

    with pytest.raises(DialectError, match="a regular expression with more than"):
        translated(DIALECTS[name], Odd(), ["VARCHAR"])


@each
def test_nothing_is_pasted(dialect: Dialect) -> None:
    """Names and texts that would end a quoted one stay inside it."""
    odd = "'; DROP TABLE items; -- \" ` \\"
    path = HIERARCHIES["path"].build("';--")
    sql = render(translated(dialect, path, ["VARCHAR"]), dialect)
    statements = parse(sql, read=dialect.sqlglot)
    assert len(statements) == 1
    named = exp.select(exp.column(exp.to_identifier(odd, quoted=True))).where(exp.column("x").eq(odd))
    (again,) = parse(render(named, dialect), read=dialect.sqlglot)
    assert isinstance(again, exp.Select)
    assert again.selects[0].name == odd
    assert again.find(exp.Literal).name == odd  # type: ignore[union-attr]


@each
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.spec[:24]}-{case.types[0]}")
def test_each_kind_is_translated_or_refused_by_name(dialect: Dialect, case: Case) -> None:
    h = case.hierarchy
    try:
        sql = render(translated(dialect, h, case.types), dialect)
    except DialectError as refused:
        assert str(refused).startswith(f"hierarchy {h.spec} is not available on {dialect.name}: ")
        return
    assert len(parsed(sql, dialect)) == 1
    if dialect is not DUCKDB:
        assert "typeof" not in sql.lower()
        assert DRAW not in sql


_GRAMMAR = (exp.Cast, exp.Case, exp.If, exp.And, exp.Or, exp.Coalesce, exp.Collate, exp.RegexpLike)
"""What sqlglot has among its functions and PostgreSQL in its grammar."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.spec[:24]}-{case.types[0]}")
@pytest.mark.parametrize("unit", [None, "id"])
def test_every_call_names_the_schema_of_the_servers_own(case: Case, unit: str | None) -> None:
    try:
        query = translated(POSTGRES, case.hierarchy, case.types, unit=unit)
    except DialectError:
        return
    calls = [node for node in query.walk() if isinstance(node, exp.Func) and not isinstance(node, _GRAMMAR)]
    free = [
        node
        for node in calls
        if not (isinstance(node.parent, exp.Dot) and node.parent.this.name == "pg_catalog")
        and not (isinstance(node, exp.Anonymous) and node.name in SYNTAX)
    ]
    assert calls
    assert free == []
    assert [node for node in query.walk() if type(node) in OPERATORS] == []


@pytest.mark.parametrize("name", ["snowflake", "bigquery", "databricks", "redshift", "trino"])
def test_units_are_refused_where_a_step_may_be_computed_again(name: str) -> None:
    with pytest.raises(DialectError, match="needs a step that is computed once"):
        translated(DIALECTS[name], Zip(), ["VARCHAR"], unit="id")

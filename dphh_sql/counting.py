"""The one counting query, built with sqlglot per call: the only reader of private rows.

    raw values -> distinct items -> counts per level, each from the next finer one -> HAVING n >= floor

Every level's node is its truncated item, so each coarser key is a function of the next finer key. Dropping
nodes below the floor does not change the output's law (privacy.md, section 3); the total of all rows bypasses
the floor and exists for an empty table. The same steps end in two forms: for the DuckDB macros one row
`total BIGINT, candidates STRUCT(...)[]` (`counting_query`), for a warehouse a plain result set (`counting_rows`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sqlglot import exp

from dphh_sql.bounding import Bounded, by_aggregate
from dphh_sql.coarse_first import coarse_first, pays
from dphh_sql.cut_first import CutFirst, cut_first, kept_rows
from dphh_sql.duckdb_forms import in_duckdb
from dphh_sql.filter import comparisons, parse_filter
from dphh_sql.hierarchies import Hierarchy
from dphh_sql.identifiers import folded
from dphh_sql.one_pass import TOTAL_LEVEL, one_pass
from dphh_sql.source import Projection, Source
from dphh_sql.steps import FIELDS, Counted, all_of, bigint, candidates_at, grouped_at, level_number, ordinals, step

CANDIDATES = "STRUCT(level INTEGER, key VARCHAR, parent VARCHAR, n BIGINT)[]"
"""DuckDB type of the candidates; `parent` is the key in the next coarser tested level, NULL for the coarsest."""


class Reads(Protocol):
    """What is counted, as something that can stand in FROM."""

    @property
    def expression(self) -> exp.Table | exp.Subquery: ...


def counting_query(
    source: Source | Projection,
    columns: Sequence[str],
    hierarchy: Hierarchy,
    levels: Sequence[int],
    floor: int,
    filter_text: str | None = None,
    function: str = "dp_hhh",
    unit: str | None = None,
    max_rows: int = 1,
    nulls: bool = True,
    way: CutFirst | None = None,
) -> exp.Select:
    """One statement that counts each prefix of the tested levels and keeps those that reach the floor.

    Args:
        source: the table; names resolve where the statement runs.
        columns: raw columns of the hierarchy.
        hierarchy, levels: what is counted; levels ascending.
        floor: least count of a candidate, at least 1.
        filter_text: a row predicate, or None.
        function: whose errors are raised.
        unit, max_rows: at most max_rows rows of each value of the column `unit` count; None: all rows.
        nulls: whether rows with a NULL column are counted, or left out before rows are bounded.
        way: another way to the same counts, where all rows count.
    """
    predicate = parse_filter(filter_text)
    predicates = _predicates(predicate, columns, nulls)
    way = way if unit is None else None
    query = exp.select().where(checks(source, columns, hierarchy, predicate, function))
    if way is not None:
        rows = kept_rows(way, _quoted(columns[0]), _rows(source)).where(*predicates)
        counted = cut_first(query, rows, way, levels, floor)
    else:
        raw = _raw(source, columns, hierarchy, predicates, unit, max_rows, by_aggregate)
        query = _with_raw(query, raw, hierarchy, materialized=unit is not None)
        counted = _counted_levels(query, _items(hierarchy), hierarchy, levels, floor)
    total = exp.select(_total()).from_(counted.whole).subquery()
    candidates = exp.func("coalesce", _listed(counted.candidates).subquery(), exp.array())
    return in_duckdb(counted.query.select(total.as_("total"), candidates.as_("candidates")))


def counting_rows(
    source: Reads,
    columns: Sequence[str],
    hierarchy: Hierarchy,
    levels: Sequence[int],
    floor: int,
    predicate: exp.Expression | None = None,
    unit: str | None = None,
    max_rows: int = 1,
    nulls: bool = True,
    bounded: Bounded = by_aggregate,
    fenced: bool = True,
) -> exp.Select:
    """The same counts as a result set: a row `level INT, key VARCHAR, parent VARCHAR, n BIGINT` for each candidate.

    The rows of level 0, whose key is NULL, add up to the total of all rows; there is one for an empty table too. Types
    are not checked in the statement: whoever asks knows them.

    Args:
        predicate: of `parse_filter`.
        bounded: how the rows of a unit are bounded.
        fenced: whether the engine computes a CTE once, however often it is read.
    """
    raw = _raw(source, columns, hierarchy, _predicates(predicate, columns, nulls), unit, max_rows, bounded)
    query = _with_raw(exp.select(*FIELDS), raw, hierarchy, materialized=True)
    # A step of its own: merged into the next one, which names a part many times, its text work would be done as often.
    query = query.with_(step("parts"), _items(hierarchy), materialized=True, copy=False)
    items = exp.select(*_parts(hierarchy), exp.column("n")).from_(step("parts"))
    if fenced:
        query, candidates, whole = _counted_levels(query, items, hierarchy, levels, floor)
        total = _at_the_root(_total()).from_(whole)
    else:
        total, candidates = _at_the_root(bigint(_0())), one_pass(items, _parts(hierarchy), hierarchy, levels, floor)
    return query.from_(exp.union(total, candidates, distinct=False).subquery("counted"))


def _total() -> exp.Expression:
    """Of an empty table 0."""
    return bigint(exp.func("coalesce", exp.Sum(this=exp.column("n")), _0()))


def _at_the_root(n: exp.Expr) -> exp.Select:
    none, level = exp.cast(exp.null(), "VARCHAR"), level_number(TOTAL_LEVEL)
    return exp.select(level.as_("level"), none.as_("key"), none.copy().as_("parent"), n.as_("n"))


def _predicates(
    predicate: exp.Expression | None, columns: Sequence[str], nulls: bool
) -> list[exp.Expression]:
    return [p for p in (predicate, *(() if nulls else map(_present, columns))) if p is not None]


def _with_raw(query: exp.Select, raw: exp.Select, hierarchy: Hierarchy, materialized: bool) -> exp.Select:
    """Materialized where it draws, or where the engine would merge it into the next step."""
    for name, table in hierarchy.lookups().items():
        query = query.with_(name, table, materialized=True, copy=False)
    return query.with_(step("raw"), raw, materialized=materialized or None, copy=False)


def _counted_levels(
    query: exp.Select, items: exp.Select, hierarchy: Hierarchy, levels: Sequence[int], floor: int
) -> Counted:
    count = coarse_first if pays(levels, floor) else _fine_first
    return count(query, items, _parts(hierarchy), hierarchy, levels, floor)


def _fine_first(
    query: exp.Select,
    items: exp.Select,
    parts: Sequence[exp.Column],
    hierarchy: Hierarchy,
    levels: Sequence[int],
    floor: int,
) -> Counted:
    """Each level from the next finer one; the same as `coarse_first`, where little can be dropped."""
    finer = items
    for level in reversed(levels):
        query = query.with_(step(level), grouped_at(finer, parts, hierarchy, level), materialized=True, copy=False)
        finer = exp.select(*parts, exp.column("n")).from_(step(level))
    branches = [
        _candidates(hierarchy, level, coarser, floor)
        for level, coarser in zip(levels, [None, *levels[:-1]], strict=True)
    ]
    return Counted(query, all_of(branches), step(levels[0]))


def checking_query(
    source: Source | Projection,
    columns: Sequence[str],
    hierarchy: Hierarchy,
    filter_text: str | None = None,
    function: str = "dp_hhh",
) -> exp.Select:
    """`not_counted()`, with the errors of `counting_query` for the same arguments."""
    return not_counted().where(checks(source, columns, hierarchy, parse_filter(filter_text), function))


def not_counted() -> exp.Select:
    """Stands in for the counts where they are made elsewhere, or not needed.

    Its total is not a count but the connection, so that an interrupt of the connection finds what is read for it.
    """
    none = exp.cast(exp.array(), exp.DataType.build(CANDIDATES, dialect="duckdb"))
    # By its full name: a macro of the caller's would make the count one that no interrupt finds.
    asking = exp.Dot.build([*map(exp.to_identifier, ("system", "main")), exp.Anonymous(this="current_connection_id")])
    return exp.select(bigint(asking).as_("total"), none.as_("candidates"))


def _0() -> exp.Expression:
    return exp.Literal.number(0)


def _parts(hierarchy: Hierarchy) -> list[exp.Column]:
    return [exp.column(f"p{i}") for i in range(_part_count(hierarchy))]


def _part_count(hierarchy: Hierarchy) -> int:
    return len(hierarchy.parts([exp.column(f"r{i}") for i in range(hierarchy.width)]))


def _raw(
    source: Reads,
    columns: Sequence[str],
    hierarchy: Hierarchy,
    predicates: Sequence[exp.Expression],
    unit: str | None,
    max_rows: int,
    bounded: Bounded,
) -> exp.Select:
    """Rows per distinct raw value; with a unit, of those rows that are kept."""
    names = [f"r{i}" for i in range(hierarchy.width)]
    raws = [hierarchy.raw(_quoted(column)).as_(name) for column, name in zip(columns, names, strict=True)]
    rows = exp.select(*raws).from_(_rows(source))
    if predicates:
        rows = rows.where(*predicates)
    if unit is None:
        return rows.select(exp.Count(this=exp.Star()).as_("n")).group_by(*ordinals(len(raws)))
    rows = rows.select(_quoted(unit).as_("unit")).where(_present(unit))
    return bounded(rows, names, hierarchy.raw, max_rows)


def _rows(source: Reads) -> exp.Subquery:
    """The table's own columns: pseudo columns such as rowid are none, and tell of other rows."""
    return exp.select("*").from_(source.expression).subquery("source")


def _quoted(name: str) -> exp.Column:
    return exp.column(exp.to_identifier(name, quoted=True))


def _present(name: str) -> exp.Expression:
    return exp.Not(this=exp.Is(this=_quoted(name), expression=exp.null()))


def checks(
    source: Source | Projection,
    columns: Sequence[str],
    hierarchy: Hierarchy,
    predicate: exp.Expression | None,
    function: str,
) -> exp.Expression:
    """A condition that holds, or an error that does not depend on any row.

    Evaluated on NULLs with the types of the table's columns. It fails when a column has a type that the
    hierarchy does not read, and when a literal of the filter does not fit its column: in the count itself
    DuckDB might notice that only if a row gets there, which would tell whether there is one.
    """
    types = [_type_check(name, _typed_null(source, name), hierarchy, function) for name in columns]
    fit = _all_evaluated(types)
    return fit if predicate is None else exp.And(this=fit, expression=_literals_fit(source, predicate))


def _all_evaluated(checks: Sequence[exp.Expr]) -> exp.Expression:
    # list_value: of exp.array with a subquery inside, sqlglot 30.0 makes ARRAY(...), which is another thing.
    every = exp.Anonymous(this="list_value", expressions=list(checks))
    return exp.GT(this=exp.Anonymous(this="len", expressions=[every]), expression=_0())


def _literals_fit(source: Source | Projection, predicate: exp.Expression) -> exp.Subquery:
    """All comparisons on rows of NULLs: a subquery for each of hundreds would take a minute to plan.

    The NULLs are of the columns' types, by the union with no row of the table. They are grouped, or DuckDB 2 would know
    that they are NULL, and answer a comparison without a look at its literal. There are two, since DuckDB 2 tells
    nothing of a count's progress beside a single row that is made of nothing; nor does it beside an outer join. (1.5
    may tell nothing either way.)
    """
    checks, read = [], []
    for comparison in comparisons(predicate):
        for column in comparison.find_all(exp.Column):
            read.append(column.name)
            column.set("table", exp.to_identifier("probe"))
            column.meta.clear()  # in no other form, which DuckDB might know to be NULL
        checks.append(exp.func("coalesce", comparison, exp.true()))
    distinct = {folded(name): name for name in read}.values()
    group = exp.column(step("row"))
    none = exp.select(_0().as_(group.name), *map(_quoted, distinct)).from_(_rows(source)).limit(0)
    two = exp.select(group, *(exp.null() for _ in distinct))
    two = two.from_(exp.values([(1,), (2,)], alias="two", columns=[group.name]))
    nulls = [exp.AnyValue(this=_quoted(name)).as_(exp.to_identifier(name, quoted=True)) for name in distinct]
    either = exp.union(none.subquery(), two.subquery(), distinct=False).subquery("either")
    probe = exp.select(*nulls).from_(either).group_by(group).subquery("probe")
    every = exp.Anonymous(this="bool_and", expressions=[_all_evaluated(checks)])
    return exp.select(every).from_(probe).subquery()


def _typed_null(source: Source | Projection, name: str) -> exp.Subquery:
    """A NULL of the column's type. A join with a table of no rows would leave DuckDB's progress bar without a number.

    By name, not *, so that DuckDB's error for a missing column suggests the table's own.
    """
    return exp.select(_quoted(name)).from_(_rows(source)).limit(0).subquery()


def _type_check(name: str, column: exp.Expression, hierarchy: Hierarchy, function: str) -> exp.Expression:
    """Only the type's name is shown: the rest of an ENUM's text would list its values. `x(...)[]` is a list."""
    type_name = exp.Anonymous(this="typeof", expressions=[column])
    for pattern, shown in ((r"(?s)^.*\]$", "a list or array"), (r"(?s)\(.*$", "")):
        literals = map(exp.Literal.string, (pattern, shown))
        type_name = exp.Anonymous(this="regexp_replace", expressions=[type_name, *literals])
    text = f"{function}: {type_rule(name, hierarchy)}. It is "
    message = exp.Concat(expressions=[exp.Literal.string(text), type_name.copy()], safe=True)
    legal = exp.In(this=type_name, expressions=[exp.Literal.string(t) for t in hierarchy.accepts])
    return exp.case().when(legal, exp.true()).else_(exp.Anonymous(this="error", expressions=[message]))


def type_rule(name: str, hierarchy: Hierarchy) -> str:
    """What the error says of a column whose type the hierarchy does not read."""
    accepted = ", ".join(hierarchy.accepts)
    return f"column {name} must have a type that hierarchy {hierarchy.spec} reads ({accepted}); {hierarchy.remedy}"


def _items(hierarchy: Hierarchy) -> exp.Select:
    raws = [exp.column(f"r{i}") for i in range(hierarchy.width)]
    parts = [part.as_(f"p{i}") for i, part in enumerate(hierarchy.parts(raws))]
    return exp.select(*parts, exp.column("n")).from_(step("raw"))


def _listed(candidates: exp.Query) -> exp.Select:
    """All candidates as one list."""
    struct = exp.Struct(
        expressions=[exp.PropertyEQ(this=exp.to_identifier(name), expression=exp.column(name)) for name in FIELDS]
    )
    return exp.select(exp.Anonymous(this="list", expressions=[struct])).from_(candidates.subquery("candidate"))


def _candidates(hierarchy: Hierarchy, level: int, coarser: int | None, floor: int) -> exp.Select:
    parts = _parts(hierarchy)
    parent = None if coarser is None else hierarchy.key(hierarchy.truncate(parts, coarser), coarser)
    conditions = hierarchy.reaches(parts, level), exp.column("n") >= floor
    return candidates_at(level, hierarchy.key(parts, level), parent, conditions)

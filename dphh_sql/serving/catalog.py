"""Queries on PostgreSQL's catalog, as drivers and tools send them, rewritten for DuckDB.

Each relation becomes a common table expression of the statement itself: nothing is created in the session, and nothing
but the session's own catalog can be seen. Functions that only PostgreSQL has become expressions. A relation that is
not known here does not exist.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

import sqlglot
from sqlglot import exp

from dphh_sql.serving import dialect
from dphh_sql.serving.failures import Refusal
from dphh_sql.serving.relations import EMPTY, relations

_MENTIONS = re.compile(r"(?i)\bpg_|\bversion\s*\(|\bformat_type\s*\(|\bset_config\s*\(|::\s*reg")
_LONGEST = 1 << 16
_PREFIX = "__dphh_"
_VERSION = f"PostgreSQL {dialect.VERSION} (dphh-sql), on DuckDB"

Arguments: TypeAlias = "list[exp.Expr]"


def _fixed(value: str | int | bool | None) -> Callable[[Arguments], exp.Expr]:
    return lambda arguments: exp.cast(exp.null(), "VARCHAR") if value is None else exp.convert(value)


def _looked_up(column: str, relation: str, key: str = "oid") -> Callable[[Arguments], exp.Expr]:
    """`column` of the row whose `key` is the argument. By a map: a correlated subquery would capture names in it."""
    listed = exp.select(exp.column(key).as_("key"), exp.func("min", exp.column(column)).as_("value"))
    pairs = listed.from_(exp.table_(relation)).group_by(key).subquery("pairs")
    found = exp.func("map", exp.func("list", exp.column("key")), exp.func("list", exp.column("value")))
    table = exp.select(found).from_(pairs).subquery()
    kind = "BIGINT" if key == "oid" else "VARCHAR"
    return lambda arguments: exp.Bracket(this=table.copy(), expressions=[exp.cast(arguments[0].copy(), kind)])


_REG = {
    "regclass": ("relname", "pg_class"),
    "regtype": ("typname", "pg_type"),
    "regproc": ("proname", "pg_proc"),
    "regnamespace": ("nspname", "pg_namespace"),
}
"""Types of object numbers -> the column of the name, and the relation."""

_FUNCTIONS: dict[str, Callable[[Arguments], exp.Expr]] = {
    **dict.fromkeys(
        (
            *("pg_table_is_visible", "pg_function_is_visible", "pg_type_is_visible", "pg_collation_is_visible"),
            *("has_table_privilege", "has_schema_privilege", "has_database_privilege", "has_column_privilege"),
            *("has_any_column_privilege", "has_function_privilege", "pg_has_role"),
        ),
        _fixed(True),
    ),
    **dict.fromkeys(("pg_relation_is_publishable", "pg_is_in_recovery", "pg_is_other_temp_schema"), _fixed(False)),
    **dict.fromkeys(
        (
            *("pg_get_expr", "pg_get_constraintdef", "pg_get_indexdef", "pg_get_viewdef", "pg_get_serial_sequence"),
            *("pg_get_statisticsobjdef_columns", "pg_get_function_sqlbody", "pg_get_partkeydef", "pg_get_triggerdef"),
            *("pg_get_functiondef", "col_description", "obj_description", "shobj_description", "pg_size_pretty"),
            *("pg_table_size", "pg_relation_size", "pg_total_relation_size", "pg_tablespace_location"),
        ),
        _fixed(None),
    ),
    "pg_get_userbyid": _fixed("dphh"),
    "pg_encoding_to_char": _fixed("UTF8"),
    "pg_backend_pid": _fixed(0),
    "pg_my_temp_schema": _fixed(0),
    "version": _fixed(_VERSION),
    "current_version": _fixed(_VERSION),  # how sqlglot calls it
    "current_setting": lambda arguments: _setting(arguments),
    "set_config": lambda arguments: exp.cast(arguments[1], "VARCHAR"),
    "format_type": lambda arguments: _formatted(arguments),
    **{f"to_{kind}": _looked_up("oid", relation, key=name) for kind, (name, relation) in _REG.items()},
    "pg_get_function_result": _looked_up("dphh_result", "pg_proc"),
    "pg_get_function_arguments": _looked_up("dphh_arguments", "pg_proc"),
    "pg_get_function_identity_arguments": _looked_up("dphh_arguments", "pg_proc"),
}
_PLAIN_TYPES = {
    "name": "VARCHAR",
    "oid": "BIGINT",
    "char": "VARCHAR",
    "int2": "SMALLINT",
    "int4": "INTEGER",
    "int8": "BIGINT",
}


def rewritten(text: str) -> str | None:
    """The statement for DuckDB; None when it has nothing to do with PostgreSQL's catalog.

    Raises:
        Refusal: a relation of pg_catalog that is not known here, or a function of PostgreSQL's without its arguments.
    """
    if len(text) > _LONGEST or not _MENTIONS.search(text):
        return None
    try:
        query = sqlglot.parse_one(text, dialect="postgres")
    except (sqlglot.errors.SqlglotError, RecursionError):
        return None
    if not isinstance(query, exp.Query) or not _concerned(query):
        return None
    if _is_empty(query):
        return _nothing(query.named_selects).sql(dialect="duckdb")
    _name_columns(query)
    for part in [*query.find_all(exp.Subquery)]:
        if not isinstance(part.parent, exp.From | exp.Join) and _is_empty(part):
            part.replace(exp.null())
    for node in reversed([*query.walk(bfs=False)]):  # what is inside first
        made = _translated(node)
        if made is not node:
            node.replace(made)
    return _with_relations(query).sql(dialect="duckdb")


def _concerned(query: exp.Query) -> bool:
    return (
        any(_relation(table) for table in query.find_all(exp.Table))
        or any(_function(node) in _FUNCTIONS for node in query.find_all(exp.Func))
        or any(_kind(cast) in _REG for cast in query.find_all(exp.Cast))
    )


def _relation(table: exp.Table) -> str | None:
    """The name in pg_catalog that a table means."""
    name, schema = table.name.lower(), table.db.lower()
    if not isinstance(table.this, exp.Identifier):
        return None
    return name if schema == "pg_catalog" or (not schema and name.startswith("pg_")) else None


def _function(node: exp.Expr) -> str:
    if isinstance(node, exp.Anonymous):
        return node.name.lower()
    return node.sql_name().lower() if isinstance(node, exp.Func) else ""


def _kind(cast: exp.Cast) -> str:
    """The name of the type that is cast to, without pg_catalog."""
    return re.sub(r'(?i)^pg_catalog\.|"', "", cast.to.sql(dialect="postgres")).lower()


def _translated(node: exp.Expr) -> exp.Expr:
    if isinstance(node, exp.Func) and (made := _FUNCTIONS.get(_function(node))):
        try:
            return made([*node.iter_expressions()])
        except IndexError:
            raise Refusal("42883", f"function {_function(node)} needs more arguments") from None
    translate = _TRANSLATIONS.get(type(node))
    return node if translate is None else translate(node)


def _without_schema(node: exp.Expr) -> exp.Expr:
    """A call, table function or column that is qualified with pg_catalog, without."""
    if isinstance(node, exp.Dot) and node.this.name.lower() == "pg_catalog":
        call: exp.Expr = node.expression
        return call
    if isinstance(node, exp.Table | exp.Column) and node.db.lower() == "pg_catalog" and not _is_relation(node):
        node.set("db", None)
    return node


def _is_relation(node: exp.Expr) -> bool:
    return isinstance(node, exp.Table) and isinstance(node.this, exp.Identifier)


def _cast(node: exp.Expr) -> exp.Expr:
    assert isinstance(node, exp.Cast)
    kind, value = _kind(node), node.this
    if kind in _REG:
        name, relation = _REG[kind]
        by_name = value.is_string  # then its number is wanted
        return (_looked_up("oid", relation, key=name) if by_name else _looked_up(name, relation))([value])
    inner, box = kind.removesuffix("[]"), "[]" if kind.endswith("[]") else ""
    return exp.cast(value, _PLAIN_TYPES.get(inner, inner) + box)


def _collated(node: exp.Expr) -> exp.Expr:
    value: exp.Expr = node.this
    return value


_TRANSLATIONS: dict[type, Callable[[exp.Expr], exp.Expr]] = {
    exp.Dot: _without_schema,
    exp.Table: _without_schema,
    exp.Column: _without_schema,
    exp.Collate: _collated,
    exp.Operator: lambda node: exp.RegexpLike(this=node.this, expression=node.expression),
    exp.Cast: _cast,
}


def _setting(arguments: Arguments) -> exp.Expr:
    names, values = (
        exp.array(*(exp.convert(each) for each in part)) for part in zip(*dialect.SETTINGS.items(), strict=True)
    )
    return exp.Bracket(this=exp.func("map", names, values), expressions=[exp.func("lower", arguments[0])])


def _formatted(arguments: Arguments) -> exp.Expr:
    name = _looked_up("dphh_long", "pg_type")(arguments)
    modifier = arguments[1] if len(arguments) > 1 else exp.null()
    decimal = exp.and_(exp.cast(arguments[0].copy(), "BIGINT").eq(1700), exp.cast(modifier.copy(), "BIGINT") > 4)
    digits = sqlglot.parse_one(
        "format('numeric({},{})', (:m - 4) >> 16, (:m - 4) & 65535)", dialect="duckdb"
    ).transform(lambda node: exp.cast(modifier.copy(), "BIGINT") if isinstance(node, exp.Placeholder) else node)
    return exp.case().when(decimal, digits).else_(name)


def _name_columns(query: exp.Query) -> None:
    """Name the columns as PostgreSQL would, before they become something else."""
    for select in query.selects if isinstance(query, exp.Select) else ():
        inner = select.expression if isinstance(select, exp.Dot) else select
        if isinstance(inner, exp.Func) and not isinstance(inner, exp.Cast):
            name = _function(inner)
        elif isinstance(inner, exp.Cast) and isinstance(inner.this, exp.Column):
            name = inner.this.name
        else:
            continue
        select.replace(exp.alias_(select.copy(), name.removeprefix("current_version") or "version", quoted=True))


def _is_empty(query: exp.Expr) -> bool:
    """Whether it has no row whatever else it says, because it joins a relation that is always empty."""
    if isinstance(query, exp.Subquery):
        return _is_empty(query.this)
    if isinstance(query, exp.SetOperation):
        return _is_empty(query.left) and _is_empty(query.right)
    if not isinstance(query, exp.Select) or (source := query.args.get("from_")) is None:
        return False
    if query.find(exp.AggFunc) and not query.args.get("group"):
        return False
    inner = [join.this for join in query.args.get("joins") or () if not join.side]
    return any(_is_nowhere(each) for each in (source.this, *inner))


def _is_nowhere(source: exp.Expr) -> bool:
    if isinstance(source, exp.Table):
        return _relation(source) in EMPTY
    return isinstance(source, exp.Subquery) and _is_empty(source)


def _nothing(names: Iterable[str]) -> exp.Select:
    cells = [exp.alias_(exp.cast(exp.null(), "VARCHAR"), name or "?column?", quoted=True) for name in names]
    return exp.select(*cells).where(exp.false())


def _with_relations(query: exp.Query) -> exp.Query:
    """The query with a common table expression for each relation that it names, and those that they name."""
    needed: dict[str, exp.Query] = {}

    def collect(part: exp.Query) -> exp.Query:
        for table in list(part.find_all(exp.Table)):
            name = _relation(table)
            if name is None:
                continue
            if name not in relations():
                raise Refusal("42P01", f'relation "{name}" does not exist')
            table.set("db", None)
            table.set("this", exp.to_identifier(_PREFIX + name))
            if not table.alias:
                table.set("alias", exp.TableAlias(this=exp.to_identifier(name)))
            if name not in needed:
                needed[name] = exp.Select()  # in progress; no relation names itself
                needed[name] = collect(relations()[name].copy())
                needed[name] = needed.pop(name)  # after what it needs
        return part

    query = collect(query)
    before = query.args.get("with_")
    own = [] if before is None else before.expressions
    ctes = [
        exp.CTE(this=part, alias=exp.TableAlias(this=exp.to_identifier(_PREFIX + name)))
        for name, part in needed.items()
    ]
    if ctes or own:
        query.set("with_", exp.With(expressions=[*ctes, *own], recursive=before and before.args.get("recursive")))
    return query

"""The relations of pg_catalog as SQL of DuckDB's: those of `relations.sql`, types, and what is always empty."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import sqlglot
from sqlglot import exp

from dphh_sql.serving.types import TYPES, pg_type

_EMPTY = {
    "pg_aggregate": "aggfnoid:int",
    "pg_attrdef": "oid:int adrelid:int adnum:int adbin:text",
    "pg_auth_members": "roleid:int member:int grantor:int admin_option:bool",
    "pg_cast": "oid:int castsource:int casttarget:int castfunc:int castcontext:text castmethod:text",
    "pg_collation": "oid:int collname:text collnamespace:int collowner:int collprovider:text collencoding:int",
    "pg_constraint": (
        "oid:int conname:text connamespace:int contype:text condeferrable:bool condeferred:bool convalidated:bool "
        "conrelid:int contypid:int conindid:int conparentid:int confrelid:int confupdtype:text confdeltype:text "
        "confmatchtype:text conislocal:bool coninhcount:int connoinherit:bool conkey:ints confkey:ints conbin:text"
    ),
    "pg_conversion": "oid:int conname:text",
    "pg_depend": "classid:int objid:int objsubid:int refclassid:int refobjid:int refobjsubid:int deptype:text",
    "pg_description": "objoid:int classoid:int objsubid:int description:text",
    "pg_enum": "oid:int enumtypid:int enumsortorder:int enumlabel:text",
    "pg_event_trigger": "oid:int evtname:text",
    "pg_extension": "oid:int extname:text extowner:int extnamespace:int extversion:text",
    "pg_foreign_data_wrapper": "oid:int fdwname:text",
    "pg_foreign_server": "oid:int srvname:text",
    "pg_foreign_table": "ftrelid:int ftserver:int ftoptions:texts",
    "pg_index": (
        "indexrelid:int indrelid:int indnatts:int indnkeyatts:int indisunique:bool indisprimary:bool "
        "indisexclusion:bool indimmediate:bool indisclustered:bool indisvalid:bool indisready:bool indislive:bool "
        "indisreplident:bool "
        "indkey:ints indcollation:ints indclass:ints indoption:ints indexprs:text indpred:text indnullsnotdistinct:bool"
    ),
    "pg_inherits": "inhrelid:int inhparent:int inhseqno:int inhdetachpending:bool",
    "pg_matviews": "schemaname:text matviewname:text matviewowner:text definition:text",
    "pg_opclass": "oid:int opcname:text opcdefault:bool opcmethod:int opcintype:int",
    "pg_operator": "oid:int oprname:text oprnamespace:int oprleft:int oprright:int oprresult:int",
    "pg_partitioned_table": "partrelid:int partstrat:text partnatts:int partattrs:ints",
    "pg_policy": (
        "oid:int polname:text polrelid:int polcmd:text polpermissive:bool polroles:ints polqual:text polwithcheck:text"
    ),
    "pg_publication": "oid:int pubname:text puballtables:bool",
    "pg_publication_namespace": "oid:int pnpubid:int pnnspid:int",
    "pg_publication_rel": "oid:int prpubid:int prrelid:int prqual:text prattrs:ints",
    "pg_range": "rngtypid:int rngsubtype:int",
    "pg_rewrite": "oid:int rulename:text ev_class:int ev_type:text ev_enabled:text is_instead:bool",
    "pg_rules": "schemaname:text tablename:text rulename:text definition:text",
    "pg_sequence": (
        "seqrelid:int seqtypid:int seqstart:int seqincrement:int seqmax:int seqmin:int seqcache:int seqcycle:bool"
    ),
    "pg_sequences": "schemaname:text sequencename:text sequenceowner:text",
    "pg_shdescription": "objoid:int classoid:int description:text",
    "pg_stat_activity": "pid:int datname:text usename:text application_name:text state:text query:text",
    "pg_statistic_ext": "oid:int stxrelid:int stxnamespace:int stxname:text stxkind:texts stxstattarget:int",
    "pg_stat_user_tables": "relid:int schemaname:text relname:text",
    "pg_subscription": "oid:int subname:text",
    "pg_trigger": (
        "oid:int tgname:text tgrelid:int tgfoid:int tgtype:int tgenabled:text tgisinternal:bool tgconstraint:int"
    ),
    "pg_timezone_names": "name:text abbrev:text",
    "pg_ts_config": "oid:int cfgname:text",
}
EMPTY = frozenset(_EMPTY)
"""Nothing of the kind exists here, and never will."""

_COLUMN_TYPES = {"int": "BIGINT", "text": "VARCHAR", "bool": "BOOLEAN", "ints": "BIGINT[]", "texts": "VARCHAR[]"}

_LONG_NAMES = {
    "bool": "boolean",
    "int8": "bigint",
    "int2": "smallint",
    "int4": "integer",
    "float4": "real",
    "float8": "double precision",
    "time": "time without time zone",
    "timestamp": "timestamp without time zone",
    "timestamptz": "timestamp with time zone",
}
_BOXES = ("", "[]")
_NAMED = (
    *("BOOLEAN", "BLOB", "TINYINT", "UTINYINT", "SMALLINT", "USMALLINT", "INTEGER", "UINTEGER", "BIGINT", "UBIGINT"),
    *("HUGEINT", "UHUGEINT", "FLOAT", "DOUBLE", "VARCHAR", "JSON", "DATE", "TIME", "TIMESTAMP", "TIMESTAMP_S"),
    *("TIMESTAMP_MS", "TIMESTAMP_NS", "TIMESTAMP WITH TIME ZONE", "INTERVAL", "UUID"),
)


@cache
def relations() -> dict[str, exp.Query]:
    """Name -> what it holds, in DuckDB's dialect, naming other relations as PostgreSQL does."""
    text = files(__package__).joinpath("relations.sql").read_text(encoding="utf-8")
    stored = dict(part.split("\n", 1) for part in text.split("-- name: ")[1:])
    found: dict[str, exp.Query] = {}
    for name, sql in stored.items():
        parsed = sqlglot.parse_one(sql, dialect="duckdb")
        assert isinstance(parsed, exp.Query), name
        found[name] = parsed
    found |= {name: _empty(columns) for name, columns in _EMPTY.items()}
    return found | {"pg_type": _types(), "pg_type_of_duckdb": _names()}


def _empty(columns: str) -> exp.Query:
    pairs = [column.split(":") for column in columns.split()]
    cells = [exp.alias_(exp.cast(exp.null(), _COLUMN_TYPES[kind]), name) for name, kind in pairs]
    return exp.select(*cells).where(exp.false())


def _types() -> exp.Query:
    columns = "oid typname typnamespace typowner typlen typtype typcategory typrelid typelem typarray typcollation"
    rows = []
    for known in TYPES.values():
        rows.append((known.oid, known.name, 11, 10, known.size, "b", "U", 0, 0, known.array, 0))
        rows.append((known.array, f"_{known.name}", 11, 10, -1, "b", "A", 0, known.oid, 0, 0))
    long = {name: _LONG_NAMES.get(name, name) for name in TYPES}
    shown = [long[row[1].removeprefix("_")] + ("[]" if row[6] == "A" else "") for row in rows]
    extra = "typbasetype typtypmod typnotnull typdefault typdelim typisdefined typinput dphh_long"
    more = [(0, -1, False, None, ",", True, "-", text) for text in shown]
    return _values([(*a, *b) for a, b in zip(rows, more, strict=True)], f"{columns} {extra}".split())


def _names() -> exp.Query:
    rows = [(name + box, pg_type(name + box)[0]) for name in _NAMED for box in _BOXES]
    rows += [("DECIMAL", TYPES["numeric"]), ("STRUCT", TYPES["json"]), ("MAP", TYPES["json"])]
    found = [(name, known.oid) for name, known in rows]
    return _values([*found, ("DECIMAL[]", TYPES["numeric"].array)], ["duckdb_name", "oid"])


def _values(rows: list[tuple[object, ...]], columns: list[str]) -> exp.Query:
    return exp.select("*").from_(exp.values(rows, alias="listed", columns=columns))

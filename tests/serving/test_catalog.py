"""PostgreSQL's catalog as SQLAlchemy, psycopg and DBeaver-like tools ask it."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
import sqlalchemy as sa

from dphh_sql.serving import catalog
from dphh_sql.serving.failures import Refusal
from dphh_sql.serving.relations import relations
from dphh_sql.serving.server import Server
from tests.serving.served import PASSWORD, QUERY, connect


@pytest.fixture(scope="module")
def engine(server: Server) -> Iterator[sa.Engine]:
    engine = sa.create_engine(f"postgresql+psycopg://ann:{PASSWORD}@127.0.0.1:{server.port}/bank")
    yield engine
    engine.dispose()


def test_sqlalchemy_runs_releases(engine: sa.Engine) -> None:
    query = sa.text("SELECT level, prefix FROM dp_hhh('loans', 'zip', eps => :eps) WHERE level >= :least")
    with engine.connect() as con:
        for _ in range(7):  # psycopg prepares from the fifth time on
            assert con.execute(query, {"eps": 0.1, "least": 5}).fetchall()


def test_sqlalchemy_reflects(engine: sa.Engine) -> None:
    inspector = sa.inspect(engine)
    assert inspector.default_schema_name == "main"
    assert inspector.get_schema_names() == ["information_schema", "main"]
    assert inspector.get_table_names() == ["places"]
    assert inspector.get_view_names() == []
    assert inspector.has_table("places")
    assert not inspector.has_table("loans")
    assert [(c["name"], str(c["type"]), c["nullable"]) for c in inspector.get_columns("places")] == [
        ("zip", "TEXT", True),
        ("place", "TEXT", True),
    ]
    assert inspector.get_pk_constraint("places")["constrained_columns"] == []
    assert inspector.get_indexes("places") == inspector.get_foreign_keys("places") == []
    assert inspector.get_unique_constraints("places") == inspector.get_check_constraints("places") == []
    places = sa.Table("places", sa.MetaData(), autoload_with=engine)
    with engine.connect() as con:
        assert con.execute(sa.select(places.c.place)).scalars().all() == ["Los Angeles"]


def test_a_table_of_the_sessions_own(engine: sa.Engine) -> None:
    with engine.connect() as con:
        con.execute(sa.text(f"CREATE TEMP TABLE kept AS {QUERY}"))
        columns = sa.inspect(con).get_columns("kept")
        assert [(c["name"], str(c["type"])) for c in columns] == [
            ("level", "INTEGER"),
            ("prefix", "TEXT"),
            ("count", "BIGINT"),
        ]


TOOLS = [
    "SELECT db.oid, db.* FROM pg_catalog.pg_database db WHERE datallowconn AND NOT datistemplate ORDER BY datname",
    "SELECT n.oid, n.*, d.description FROM pg_catalog.pg_namespace n LEFT OUTER JOIN pg_catalog.pg_description d "
    "ON d.objoid = n.oid AND d.objsubid = 0 ORDER BY nspname",
    "SELECT c.oid, c.*, d.description, pg_catalog.pg_get_expr(c.relpartbound, c.oid) AS partition_expr "
    "FROM pg_catalog.pg_class c LEFT OUTER JOIN pg_catalog.pg_description d ON d.objoid = c.oid AND d.objsubid = 0 "
    "WHERE c.relnamespace = 2200 AND c.relkind NOT IN ('i', 'I', 'c')",
    "SELECT c.relname, a.*, pg_catalog.pg_get_expr(ad.adbin, ad.adrelid, true) AS def_value FROM pg_catalog.pg_attribute a "
    "INNER JOIN pg_catalog.pg_class c ON (a.attrelid = c.oid) LEFT OUTER JOIN pg_catalog.pg_attrdef ad "
    "ON (a.attrelid = ad.adrelid AND a.attnum = ad.adnum) WHERE NOT a.attisdropped ORDER BY a.attnum",
    "SELECT t.oid, t.*, c.relkind, format_type(nullif(t.typbasetype, 0), t.typtypmod) AS base_type_name "
    "FROM pg_catalog.pg_type t LEFT OUTER JOIN pg_catalog.pg_class c ON c.oid = t.typrelid WHERE t.typname IS NOT NULL",
    "SELECT p.oid, p.*, pg_catalog.pg_get_function_result(p.oid) FROM pg_catalog.pg_proc p WHERE p.pronamespace = 2200",
    "SELECT current_schema(), session_user",
    "SELECT pg_backend_pid(), version(), current_database()",
    "SELECT * FROM information_schema.tables WHERE table_schema = 'main'",
    "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'places'",
    "SELECT 'places'::regclass::oid = (SELECT oid FROM pg_class WHERE relname = 'places')",
    "WITH own AS (SELECT 1 AS x) SELECT own.x, n.nspname FROM own, pg_namespace n",
    "SELECT setting FROM pg_catalog.pg_settings WHERE name = 'max_index_keys'",
]


@pytest.mark.parametrize("sql", TOOLS)
def test_what_tools_ask(server: Server, sql: str) -> None:
    with connect(server.port) as con:
        assert con.execute(sql).description
        assert con.execute(sql, prepare=True).description


def test_nothing_private_is_listed(server: Server) -> None:
    """In no relation, whether of PostgreSQL's catalog or DuckDB's."""
    with connect(server.port) as con:
        for relation in [*relations(), "information_schema.tables", "information_schema.columns", "duckdb_tables()"]:
            if relation != "pg_type_of_duckdb":
                shown = str(con.execute(f"SELECT * FROM {relation}").fetchall())
                assert "loans" not in shown, relation
                assert "borrower" not in shown, relation


def test_what_is_not_known_does_not_exist(server: Server) -> None:
    with connect(server.port) as con:
        for name in ("pg_authid", "pg_shadow", "pg_catalog.pg_secrets", "pg_prepared_statements"):
            with pytest.raises(psycopg.errors.UndefinedTable):
                con.execute(f"SELECT * FROM {name}")


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM dp_hhh('loans', 'zip', eps => 1) WHERE prefix <> 'pg_class'",
        "FROM places SELECT COLUMNS(*) -- pg_",
        "SELECT 1",
        "CREATE TABLE pg_mine AS SELECT 1",
        "SELECT 'pg_" + "x" * 70_000 + "'",
        "SELECT ((((" * 500 + " pg_",
    ],
)
def test_other_statements_are_left_alone(sql: str) -> None:
    assert catalog.rewritten(sql) is None


def test_an_unknown_relation_is_refused() -> None:
    with pytest.raises(Refusal, match='relation "pg_nothing" does not exist'):
        catalog.rewritten("SELECT * FROM pg_nothing")


@pytest.mark.parametrize("call", ["format_type()", "set_config('a')", "to_regclass()", "pg_get_function_result()"])
def test_a_function_without_its_arguments_is_a_mistake_and_no_fault(call: str) -> None:
    with pytest.raises(Refusal, match="needs more arguments"):
        catalog.rewritten(f"SELECT {call}, pg_is_in_recovery()")


def test_types_are_numbered_as_they_arrive(server: Server) -> None:
    with connect(server.port) as con:
        con.execute(
            "CREATE TEMP TABLE t(a BOOLEAN, b TINYINT, c UBIGINT, d DECIMAL(5,2), e DOUBLE[], f MAP(VARCHAR, INTEGER), "
            "g INTEGER[][], h BLOB, i UUID, j INTERVAL, k DECIMAL(3,1)[], l ENUM('x'), m INTEGER[3], n TIMESTAMP_NS)"
        )
        found = con.execute(
            "SELECT attname, atttypid FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid WHERE relname = 't' ORDER BY attnum"
        ).fetchall()
        arrived = con.execute("FROM t").description
    assert arrived is not None
    assert found == [(column.name, column.type_code) for column in arrived]

"""What only PostgreSQL has, or does in a way of its own (dphh_sql/warehouse/{dialects,engines}/postgres.py)."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import closing

import pytest
from sqlglot import exp

from dphh_sql.bounding import DRAW
from dphh_sql.errors import ArgumentError, DialectError, DphhError, EngineError
from dphh_sql.hierarchies import parse
from dphh_sql.warehouse.dialects.postgres import POSTGRES
from dphh_sql.warehouse.opening import open_engine
from dphh_sql.warehouse.translate import render
from tests.hierarchies.cases import CASES
from tests.support.engines import candidates
from tests.support.postgres import PASSWORD, Server
from tests.warehouse.statements import NEAREST, translated

pytest.importorskip("psycopg")
import psycopg

from dphh_sql.warehouse.engines.postgres import PostgresEngine

pytestmark = pytest.mark.services


@pytest.fixture(scope="module")
def engine(server: Server) -> Iterator[PostgresEngine]:
    with closing(PostgresEngine(server.url())) as engine:
        yield engine


def keys(engine: PostgresEngine, table: str, columns: tuple[str, ...], spec: str, level: int) -> dict[str, int]:
    _, found = candidates(engine, table, columns, spec, (level,), 1)
    return {key: n for _, key, _, n in found}


@pytest.mark.parametrize("kind", ["float4", "float8"])
def test_a_float_as_text_is_refused(engine: PostgresEngine, server: Server, kind: str) -> None:
    # 1e23 prints as 9.999999999999999e+22 here and as 1e+23 in DuckDB and Python.
    server.run(f"DROP TABLE IF EXISTS floats; CREATE TABLE floats (d {kind})")
    with pytest.raises(DialectError, match="is not available on postgres: a cast of (FLOAT|DOUBLE) to text"):
        candidates(engine, "floats", ("d",), "items(1)", (1,), 1)


@pytest.mark.parametrize("spec", ["numeric(0, 9007199254740992, 2)", "numeric(-1, 1, 10)", "numeric(0, 1, 10)"])
def test_no_float_raises(engine: PostgresEngine, server: Server, spec: str) -> None:
    # float8 raises on overflow and underflow, which would tell of a value.
    values = [5e-324, 2.2e-308, 1e-300, 1e-200, 1e-199, 1e308, -1e308, 0.0, 0.3, float("nan"), float("inf")]
    server.run("DROP TABLE IF EXISTS floats; CREATE TABLE floats (d float8)")
    engine._con.cursor().executemany("INSERT INTO floats VALUES (%s)", [(x,) for x in values])
    h = parse(spec)
    level = h.all_levels[-1]
    own = [key for key in (h.python_key(x, level) for x in values) if key is not None]
    assert keys(engine, "floats", ("d",), spec, level) == {key: own.count(key) for key in own}


def test_days_outside_the_calendar(engine: PostgresEngine, server: Server) -> None:
    server.run(
        "DROP TABLE IF EXISTS days; CREATE TABLE days (d date, t timestamp, z timestamptz);"
        "INSERT INTO days SELECT d::date, t::timestamp, t::timestamptz FROM (VALUES ('infinity', 'infinity'), ('-infinity', '-infinity'),"
        "('4713-01-01 BC', '4713-01-01 BC'), ('5874897-12-31', '294276-12-31 23:59:59'), ('10000-01-01', '10000-01-01'), "
        "('0001-12-31 BC', '0001-12-31 BC'), ('2026-11-29', '2026-11-29 12:00')) v(d, t)"
    )
    assert keys(engine, "days", ("d",), "date", 1) == {"2026": 1}
    assert keys(engine, "days", ("t",), "timestamp", 1) == {"2026": 1}
    assert keys(engine, "days", ("z",), "timestamptz('Asia/Kathmandu')", 1) == {"2026": 1}
    texts = {"infinity", "-infinity", "4713-01-01 (BC)", "5874897-12-31", "10000-01-01", "0001-12-31 (BC)", "2026-11-29"}
    assert set(keys(engine, "days", ("d",), "items(1)", 1)) == texts
    later = candidates(engine, "days", ("d",), "items(1)", (1,), 1, filter_text="d > TIMESTAMP '2020-01-01 00:00:00'")
    assert {key for _, key, _, _ in later[1]} == {"infinity", "10000-01-01", "2026-11-29"}


def test_the_sessions_settings_of_the_server_do_not_matter(server: Server) -> None:
    with server.database() as name:
        for setting in ("DateStyle = 'German'", "TimeZone = 'Asia/Kathmandu'", "extra_float_digits = 0", "standard_conforming_strings = off"):
            server.run(f"ALTER DATABASE {name} SET {setting}")
        server.run("CREATE TABLE t (d date, f float8, z timestamptz, s text)", name)
        server.run(r"INSERT INTO t VALUES ('2026-11-29', 0.1::float8 + 0.2, '2026-11-29 23:00+00', E'a\\b')", name)
        with closing(PostgresEngine(server.url(name))) as engine:
            assert keys(engine, "t", ("d",), "items(1)", 1) == {"2026-11-29": 1}
            assert keys(engine, "t", ("z",), "timestamptz", 3) == {"2026-11-29": 1}
            assert keys(engine, "t", ("s",), "path('\\')", 1) == {"a\\": 1}
        server.run("DROP TABLE t", name)


def test_no_function_of_a_users_stands_for_the_servers(server: Server) -> None:
    # A constant draw would keep the same rows of a unit for ever.
    with server.database() as name:
        server.run(
            "CREATE SCHEMA \"my, own\"; CREATE TABLE \"my, own\".t AS SELECT 'a' || i AS s, 1 AS u FROM generate_series(100, 999) i;"
            "CREATE FUNCTION public.gen_random_uuid() RETURNS uuid IMMUTABLE LANGUAGE sql AS $$SELECT CAST(repeat('0', 32) AS uuid)$$;"
            "CREATE FUNCTION public.current_schemas(boolean) RETURNS name[] LANGUAGE sql AS $$SELECT '{public,pg_catalog}'::name[]$$;"
            f'ALTER DATABASE {name} SET search_path = public, "my, own", pg_catalog', name,
        )  # fmt: skip
        with closing(PostgresEngine(server.url(name))) as engine:
            kept = {candidates(engine, "t", ("s",), "chars(4)", (4,), 1, unit="u")[1][0][1] for _ in range(20)}
        server.run('DROP SCHEMA "my, own" CASCADE; DROP FUNCTION public.gen_random_uuid(); DROP FUNCTION public.current_schemas', name)
    assert len(kept) > 1


@pytest.mark.parametrize(
    ("spec", "item", "level", "functions"),
    [
        ("path", "a/b", 1, ["cardinality(text[]) RETURNS int LANGUAGE sql AS 'SELECT 1'"]),
        ("path", "a/b/c", 2, ["array_to_string(text[], text) RETURNS text LANGUAGE sql AS $$SELECT 'x'$$"]),
        ("semver", "1.2.3", 1, ["concat(text, text) RETURNS text LANGUAGE sql AS $$SELECT 'x'$$",
                                "concat(text, text, text) RETURNS text LANGUAGE sql AS $$SELECT 'x'$$"]),
        ("domain", "www.gov.uk", 1, ["unnest(text[]) RETURNS SETOF text LANGUAGE sql AS $$SELECT 'x'$$"]),
    ],
    ids=lambda each: each[0].partition("(")[0] if isinstance(each, list) else None,
)  # fmt: skip
def test_no_function_that_fits_better_is_called(
    server: Server, spec: str, item: str, level: int, functions: list[str]
) -> None:
    """A user's f(text[]) comes before the server's f(anyarray), wherever their schemas stand in the path."""
    with server.database() as name, closing(PostgresEngine(server.url(name))) as engine:
        server.run(f"CREATE TABLE t AS SELECT '{item}'::text AS s", name)
        before = candidates(engine, "t", ("s",), spec, (level,), 1)
        for function in functions:
            server.run(f"CREATE FUNCTION public.{function}", name)
        after = candidates(engine, "t", ("s",), spec, (level,), 1)
        server.run("DROP TABLE t", name)
        for function in functions:
            server.run(f"DROP FUNCTION public.{function.partition(' RETURNS')[0]}", name)
        assert after == before
        assert before[0] == 1
        assert len(before[1]) == 1


_HOSTILE = """
CREATE TYPE public.mood AS ENUM ('ok');
DO $$
DECLARE l text; r text; o text; f text; given text;
    kinds text[] := '{smallint,int,bigint,numeric,real,double precision,text,varchar,char,boolean,date,timestamp,timestamptz,uuid,mood}';
BEGIN
FOR o IN SELECT unnest(kinds) LOOP
    EXECUTE format('CREATE DOMAIN public.%I AS %s', 'of ' || o, o);
    kinds := kinds || format('public.%I', 'of ' || o);
END LOOP;
FOREACH l IN ARRAY kinds LOOP FOREACH r IN ARRAY kinds LOOP FOREACH given IN ARRAY ARRAY['boolean', l] LOOP
    f := format('public.%I(%s, %s)', 'hostile ' || given, l, r);
    CONTINUE WHEN to_regprocedure(f) IS NOT NULL;
    EXECUTE format('CREATE FUNCTION %s RETURNS %s LANGUAGE sql AS $f$SELECT NULL::%s$f$', f, given, given);
    FOREACH o IN ARRAY CASE given WHEN 'boolean' THEN '{=,<>,<,<=,>,>=,~,~~}'::text[] ELSE '{+,-,*,/,%,||,&,|,<<,>>}' END LOOP
        CONTINUE WHEN to_regoperator(format('public.%s(%s,%s)', o, l, r)) IS NOT NULL;
        EXECUTE format('CREATE OPERATOR public.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = public.%I)', o, l, r, 'hostile ' || given);
    END LOOP;
END LOOP; END LOOP; END LOOP;
END $$"""
"""An operator of each name on each pair of types that the server may or may not have its own for, and their domains."""


def test_no_operator_of_a_users_stands_for_the_servers(server: Server) -> None:
    """A view notes which operators and functions it calls, unless they are the server's own."""
    foreign = "SELECT DISTINCT refobjid::regoperator FROM pg_depend WHERE refclassid = 'pg_operator'::regclass AND classid = 'pg_rewrite'::regclass"
    server.run("CREATE DATABASE hostile")
    server.run(_HOSTILE, "hostile")
    with closing(psycopg.connect(server.url("hostile"), autocommit=True)) as con:
        called, seen = {}, 0
        for case in CASES:
            try:
                query = translated(POSTGRES, case.hierarchy, case.types, unit="id")
            except DialectError:
                continue
            kinds = [POSTGRES.types[NEAREST.get(kind, kind)].lower() if kind in POSTGRES.types or kind in NEAREST else kind for kind in case.types]
            columns = "".join(f', c{i} public."of {kind}"' for i, kind in enumerate(kinds))
            try:
                con.execute(f'CREATE TABLE items (id public."of bigint"{columns})'.encode())
            except psycopg.errors.UndefinedObject:  # numeric(12, 3) and such
                continue
            con.execute(f"CREATE VIEW counted AS {render(query, POSTGRES)}".encode())
            called[case.spec, *case.types] = con.execute(foreign).fetchall()
            con.execute("DROP TABLE items CASCADE")
            seen += 1
    server.run("DROP DATABASE hostile")
    assert seen > 10
    assert {case: found for case, found in called.items() if found} == {}


def test_no_length_of_a_text_is_an_error(engine: PostgresEngine, server: Server) -> None:
    # 134 million pieces are too many for an array (and 268 million letters for a regular expression).
    server.run("CREATE UNLOGGED TABLE long (s text); ALTER TABLE long ALTER s SET STORAGE EXTERNAL")
    server.run("INSERT INTO long SELECT repeat('/', 135000000)")
    assert candidates(engine, "long", ("s",), "path", (1,), 1) == (1, [])


def test_other_encodings_are_refused(server: Server) -> None:
    server.run("DROP DATABASE IF EXISTS bytes")
    server.run("CREATE DATABASE bytes ENCODING SQL_ASCII TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
    with pytest.raises(EngineError, match="has texts in SQL_ASCII; only UTF8 is read"):
        open_engine(server.url("bytes"))


def test_text_types_are_text(engine: PostgresEngine, server: Server) -> None:
    server.run(
        "DROP TABLE IF EXISTS texts; DROP DOMAIN IF EXISTS code; DROP TYPE IF EXISTS mood; CREATE DOMAIN code AS varchar(9);"
        "CREATE TYPE mood AS ENUM ('ok', 'sad'); CREATE TABLE texts (a char(9), b code, c mood, d varchar(9));"
        "INSERT INTO texts VALUES ('ok', 'ok', 'ok', 'ok'), ('OK', 'OK', 'sad', 'OK')"
    )
    assert set(engine.columns(exp.to_table("texts")).values()) == {"VARCHAR"}
    for column in "abd":
        assert keys(engine, "texts", (column,), "chars(2)", 2) == {"ok": 1, "OK": 1}
    assert keys(engine, "texts", ("c",), "chars(2)", 2) == {"ok": 1, "sa": 1}


def test_no_collation_merges_items(engine: PostgresEngine, server: Server) -> None:
    server.run(
        "DROP TABLE IF EXISTS folded; DROP COLLATION IF EXISTS nocase; "
        "CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level1', deterministic = false);"
        "CREATE TABLE folded (c0 text COLLATE nocase, u text COLLATE nocase);"
        "INSERT INTO folded VALUES ('abc', 'ann'), ('ABC', 'ANN'), ('ábc', 'bob')"
    )
    assert keys(engine, "folded", ("c0",), "chars(3)", 3) == {"abc": 1, "ABC": 1, "ábc": 1}
    total, _ = candidates(engine, "folded", ("c0",), "chars(3)", (3,), 1, filter_text="c0 = 'abc'")
    assert total == 1
    # A unit is a value of its column under that column's own comparison.
    total, _ = candidates(engine, "folded", ("c0",), "chars(3)", (3,), 1, unit="u")
    assert total == 2


@pytest.mark.parametrize("kind", ["numeric", "numeric(50, 2)", "numeric(3, -2)", "numeric(3, 5)", "jsonb", "text[]", "bytea", "inet", "interval", "time"])
def test_other_types_are_refused_whatever_is_in_them(engine: PostgresEngine, server: Server, kind: str) -> None:
    server.run(f"DROP TABLE IF EXISTS other; CREATE TABLE other (c0 {kind}, id bigint)")
    for spec in ("zip", "numeric(0, 1, 10)", "items(1)"):
        with pytest.raises(ArgumentError, match="column c0 must have a type"):
            candidates(engine, "other", ("c0",), spec, (1,), 1)
    with pytest.raises(ArgumentError, match="filter: column c0 has a type that no comparison is tested for"):
        candidates(engine, "other", ("id",), "items(1)", (1,), 1, filter_text="c0 = '1'")


def test_names_of_other_schemas(engine: PostgresEngine, server: Server) -> None:
    server.run('DROP SCHEMA IF EXISTS "S 1" CASCADE; CREATE SCHEMA "S 1"; CREATE VIEW "S 1".v AS SELECT 94110::text AS zip')
    assert keys(engine, '"S 1".v', ("zip",), "zip", 5) == {"94110": 1}
    target = exp.Table(this=exp.to_identifier("new", quoted=True), db=exp.to_identifier("No Schema", quoted=True))
    assert not engine.exists(target)
    with pytest.raises(EngineError, match='"No Schema"."new": InvalidSchemaName .SQLSTATE 3F000. at "No Schema"."new"'):
        engine.write(target, engine.fetch(exp.select(exp.cast(exp.Literal.number(1), "INT").as_("x"))))


def test_draws_are_new_for_each_row_and_each_statement(engine: PostgresEngine) -> None:
    draw = POSTGRES.functions[DRAW](exp.null(), lambda node: node)
    query = exp.select(exp.cast(draw, "TEXT").as_("d")).from_(exp.Anonymous(this="generate_series", expressions=[exp.Literal.number(1), exp.Literal.number(1000)]))
    seen = [value for _ in range(2) for value in engine.fetch(query)["d"].to_pylist()]
    assert len(set(seen)) == 2000


# --- failures ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["nowhere.invalid", "127.0.0.1:1", "[::1"])
def test_no_secret_is_in_an_error(host: str) -> None:
    with pytest.raises(DphhError) as caught:
        open_engine(f"postgresql://ann:s3cret@{host}/db?password=s3cret2&connect_timeout=1")
    assert "s3cret" not in f"{caught.value!r} {caught.value} {caught.value.__cause__!r}"


@pytest.mark.parametrize("password", ["p@s3cret", "44/s3cret", "44/@s3cret", "p?s3cret", "p?host=s3cret", "p:s3cret@"])
def test_no_part_of_an_unescaped_password_is_in_an_error(password: str) -> None:
    # libpq would look for a host s3cret@nowhere.invalid, and say so.
    with pytest.raises(DphhError) as caught:
        open_engine(f"postgresql://ann:{password}@nowhere.invalid/db?connect_timeout=1")
    assert "s3cret" not in f"{caught.value!r} {caught.value} {caught.value.__cause__!r}"


def test_a_wrong_password_is_not_shown(server: Server) -> None:
    url = server.url().replace(PASSWORD[:4], "wr0ng")
    with pytest.raises(EngineError, match="cannot be reached") as caught:
        open_engine(url)
    assert "wr0ng" not in str(caught.value)
    assert "wr0ng" not in repr(caught.value)


def test_its_repr_shows_no_password(engine: PostgresEngine) -> None:
    assert "pa55" not in repr(engine)


def test_a_killed_session_is_an_error_not_a_crash(server: Server) -> None:
    with closing(PostgresEngine(server.url())) as engine:
        pid = engine._con.info.backend_pid
        server.run(f"SELECT pg_terminate_backend({pid})")
        with pytest.raises(EngineError, match="postgresql://"):
            engine.fetch(exp.select(exp.Literal.number(1).as_("x")))


def test_a_cancelled_count_is_an_error(server: Server) -> None:
    with closing(PostgresEngine(server.url())) as engine:
        slow = exp.select(exp.cast(exp.Anonymous(this="pg_sleep", expressions=[exp.Literal.number(60)]), "TEXT").as_("x"))

        def cancel() -> None:
            time.sleep(0.3)
            server.run(f"SELECT pg_cancel_backend({engine._con.info.backend_pid})")

        thread = threading.Thread(target=cancel)
        thread.start()
        with pytest.raises(EngineError, match="QueryCanceled"):
            engine.fetch(slow)
        thread.join()
        assert engine.fetch(exp.select(exp.cast(exp.Literal.number(1), "INT").as_("x"))).num_rows == 1


def test_an_error_of_the_server_shows_no_value(engine: PostgresEngine, server: Server) -> None:
    server.run(
        "DROP TABLE IF EXISTS spoilt CASCADE; CREATE TABLE spoilt (c0 text); INSERT INTO spoilt VALUES ('secret-94110');"
        "CREATE VIEW failing AS SELECT CAST(c0 AS INT)::text AS c0 FROM spoilt;"
        "CREATE VIEW nameless AS SELECT CAST(c0 AS regclass)::text AS c0 FROM spoilt"
    )
    server.run(
        "CREATE OR REPLACE FUNCTION named(text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RETURN $1::regclass::text; END';"
        "CREATE VIEW planned AS SELECT named('secret-' || 94110) AS c0;"
        "CREATE OR REPLACE FUNCTION raised(text, text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$BEGIN RAISE '%', $1 USING ERRCODE = $2; END$$;"
        "CREATE VIEW forbidden AS SELECT raised('secret-' || 94110, '42501') AS c0;"
        "CREATE VIEW unset AS SELECT raised('secret-' || 94110, '55000') AS c0;"
        "CREATE VIEW unread AS SELECT raised(c0, '58P01') AS c0 FROM spoilt"
    )
    for view in ("failing", "nameless", "planned", "forbidden", "unset", "unread"):
        with pytest.raises(EngineError) as caught:
            candidates(engine, view, ("c0",), "zip", (1,), 1)
        assert "secret" not in str(caught.value)


@pytest.mark.parametrize(("source", "said"), [
    ("nothing_there", "UndefinedTable (SQLSTATE 42P01) at nothing_there"),
    ('"No Schema"."t t"', 'UndefinedTable (SQLSTATE 42P01) at "No Schema"."t t"'),
])  # fmt: skip
def test_what_is_not_there_is_named_in_the_callers_words(engine: PostgresEngine, source: str, said: str) -> None:
    with pytest.raises(EngineError) as caught:
        engine.columns(exp.to_table(source, dialect="postgres"))
    assert str(caught.value).endswith(said)


def test_json_of_every_sign(engine: PostgresEngine, server: Server) -> None:

    sign = "".join(map(chr, [*range(1, 0x250), 0x2028, 0xFFFE, 0x1F926]))
    server.run("DROP TABLE IF EXISTS signs; CREATE TABLE signs (a text, b text)")
    engine._con.execute("INSERT INTO signs VALUES (%s, %s)", (sign, '\\u000b"'))
    (key,) = keys(engine, "signs", ("a", "b"), "columns(2)", 2)
    assert json.loads(key) == [sign, '\\u000b"']
    assert key == parse("columns(2)").python_key((sign, '\\u000b"'), 2)

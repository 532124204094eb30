"""Where dp_hhh can be said and what it can be said of; and that nothing stays in the user's file."""

from __future__ import annotations

import datetime
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from dphh_sql.ledger import ledger_path_for
from dphh_sql.policy import Policy
from dphh_sql.udfs import connect, register
from tests.support.draws import MIDDLE, always
from tests.support.entropy import entropy_from

sqlalchemy = pytest.importorskip("sqlalchemy")
pytest.importorskip("duckdb_engine")

Con = duckdb.DuckDBPyConnection
ITEMS = ["94110"] * 300 + ["10001"] * 200 + [None] * 10
ROWS = "SELECT unnest(['94110', '94110', '94110', '10001', '10001']) AS {} FROM range(100) UNION ALL SELECT NULL FROM range(10)"
FOUND = [(0, None, 10), (5, "10001", 200), (5, "94110", 300)]


@pytest.fixture(autouse=True)
def exact() -> Iterator[None]:
    """Every draw is 0, so that results can be compared; how they are reached is the same."""
    with entropy_from(always(MIDDLE)):
        yield


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    path = tmp_path / "bank.duckdb"
    with duckdb.connect(str(path)) as con:
        con.execute("CREATE TABLE loans AS " + ROWS.format("zip"))
    return path


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def found(con: Con, tbl: str = "loans", col: str = "zip") -> list[tuple[Any, ...]]:
    query = "SELECT level, prefix, residual FROM dp_hhh(?, ?, eps => 1, hierarchy => 'zip', levels => [5])"
    return con.execute(query, [tbl, col]).fetchall()


def releases(con: Con) -> int:
    return int(con.execute("SELECT count(*) FROM dp_ledger()").fetchall()[0][0])


# --- connections ---------------------------------------------------------------------------------------


def test_connection_cursors_and_duplicates_share_a_ledger(bank: Path) -> None:
    with connect(bank) as con:
        for n, each in enumerate([con, con.cursor(), con.cursor().cursor(), con.duplicate()], start=1):
            assert found(each) == FOUND
            assert releases(con) == releases(each) == n


def test_from_several_threads(bank: Path) -> None:
    with connect(bank) as con:
        answers: list[list[tuple[Any, ...]]] = []

        def ask(cursor: Con) -> None:
            answers.extend(found(cursor) for _ in range(3))

        threads = [threading.Thread(target=ask, args=(con.cursor(),)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers == [FOUND] * 12
        assert releases(con) == 12


def test_registering_twice(bank: Path) -> None:
    with connect(bank) as con:
        assert register(register(con)) is con
        register(con.cursor())
        assert found(con) == FOUND
        assert releases(con) == 1


def test_sqlalchemy(bank: Path) -> None:
    engine = register(sqlalchemy.create_engine(f"duckdb:///{bank}"))
    text = sqlalchemy.text("SELECT level, prefix, residual FROM dp_hhh('loans', :c, eps => :e)")
    with engine.connect() as one, engine.connect() as two:
        assert [tuple(row) for row in one.execute(text, {"c": "zip", "e": 1})] == FOUND
        assert [tuple(row) for row in two.execute(text, {"c": "zip", "e": 0.5})] == FOUND
        spent = two.execute(sqlalchemy.text("SELECT eps_spent, releases FROM dp_budget()")).fetchall()
        assert [tuple(row) for row in spent] == [(1.5, 2)]
    frame = pd.read_sql("SELECT * FROM dp_hhh('loans', 'zip', eps => 1)", engine)
    assert frame["residual"].tolist() == [10, 200, 300]
    engine.dispose()


def test_as_frames(bank: Path) -> None:
    with connect(bank) as con:
        query = "SELECT * FROM dp_hhh('loans', 'zip', eps => 1)"
        assert con.execute(query).df()["residual"].tolist() == [10, 200, 300]
        assert con.sql(query).pl()["residual"].to_list() == [10, 200, 300]
        assert con.sql(query).order("level, prefix").fetchall()[0][:2] == (0, None)
        assert releases(con) == 3


def test_inside_a_transaction_the_ledger_stays_charged(bank: Path) -> None:
    with connect(bank) as con:
        con.begin()
        con.execute("DELETE FROM loans WHERE zip = '10001'")
        assert found(con) == [FOUND[0], FOUND[2]]
        con.rollback()
        assert releases(con) == 1
        assert found(con) == FOUND


def test_a_read_only_file(bank: Path) -> None:
    before = bank.read_bytes()
    with connect(bank, read_only=True) as con:
        assert found(con) == FOUND
        assert found(con.cursor()) == FOUND
    assert bank.read_bytes() == before
    with connect(bank, read_only=True) as con:
        assert releases(con) == 2
    assert ledger_path_for(bank).exists()


def test_a_named_ledger(bank: Path, tmp_path: Path) -> None:
    with connect(bank, read_only=True, ledger=tmp_path / "elsewhere") as con:
        assert found(con) == FOUND
    assert not ledger_path_for(bank).exists()
    assert (tmp_path / "elsewhere").exists()


def test_nothing_is_left_in_the_file(bank: Path) -> None:
    kinds = ("tables", "views", "functions", "sequences", "types", "indexes", "schemas", "secrets", "constraints")

    def catalog(con: Con) -> dict[str, set[tuple[Any, ...]]]:
        return {
            kind: set(con.execute(f"SELECT {name} FROM duckdb_{kind}()").fetchall())
            for kind in kinds
            for name in [f"{kind.removesuffix('s')}_name" if kind not in ("secrets", "constraints", "indexes")
                         else {"secrets": "name", "constraints": "table_name", "indexes": "index_name"}[kind]]
        }  # fmt: skip

    with duckdb.connect(str(bank)) as con:
        before = catalog(con)
    with connect(bank) as con:
        found(con)
        con.cursor().execute("CREATE OR REPLACE TABLE loans AS FROM loans")
        found(con)
        con.execute("CHECKPOINT")
    with duckdb.connect(str(bank)) as con:
        assert catalog(con) == before
        with pytest.raises(duckdb.CatalogException):
            con.execute("SELECT * FROM dp_hhh('loans', 'zip', eps => 1)")
    assert sorted(path.name for path in bank.parent.iterdir()) == ["bank.duckdb", "bank.duckdb.dphh-ledger"]


# --- databases and schemas ------------------------------------------------------------------------------


def test_after_use_of_another_database(bank: Path) -> None:
    with connect(bank) as con:
        con.execute("ATTACH ':memory:' AS other; USE other")
        with pytest.raises(duckdb.CatalogException, match="loans does not exist"):
            found(con)
        assert found(con, "bank.loans") == FOUND
        con.execute("CREATE TABLE loans AS SELECT '10001' AS zip FROM range(200)")
        assert found(con) == [(0, None, 0), FOUND[1]]
        con.execute("USE bank")
        assert found(con) == FOUND
        tables = con.execute("SELECT table_name, releases FROM dp_budget()").fetchall()
        assert tables == [("loans", 2), ("other.main.loans", 1)]


def test_attached_files_and_schemas(bank: Path) -> None:
    with connect() as con:
        con.execute(f"ATTACH '{bank}' AS b; CREATE SCHEMA s; CREATE TABLE s.loans AS FROM b.loans")
        for name in ("b.loans", "b.main.loans", '"b"."loans"', "B.LOANS", "s.loans", "memory.s.loans"):
            assert found(con, name) == FOUND
        budget = con.execute("SELECT table_name, releases FROM dp_budget()").fetchall()
        assert budget == [("bank.main.loans", 4), ("s.loans", 2)]
        con.execute("SET schema = 's'")
        assert found(con) == FOUND
        con.execute("SET search_path = 'b'")
        assert found(con) == FOUND
        assert con.execute("SELECT releases FROM dp_budget() ORDER BY 1").fetchall() == [(3,), (5,)]


# --- sources -------------------------------------------------------------------------------------------


def test_views_temporary_tables_and_ctes(con: Con) -> None:
    con.execute("CREATE TEMP TABLE t AS " + ROWS.format("zip"))
    con.execute("CREATE TEMP VIEW v AS SELECT zip AS postcode FROM t")
    assert found(con, "t") == FOUND
    assert found(con, "v", "postcode") == FOUND
    cte = "SELECT level, prefix, residual FROM dp_hhh('c', 'zip', eps => 1)"
    assert con.execute(f"WITH c AS (FROM t) {cte}").fetchall() == FOUND
    assert con.execute(f"WITH t AS (SELECT '1' AS zip), c AS (SELECT * FROM temp.t) {cte}").fetchall() == FOUND
    nested = f"SELECT * FROM (WITH c AS MATERIALIZED (FROM t) {cte})"
    assert con.execute(nested).fetchall() == FOUND
    assert releases(con) == 5


@pytest.mark.parametrize(("name", "kind"), [("x.parquet", "PARQUET"), ("my loans'.parquet", "PARQUET")])
def test_files(con: Con, tmp_path: Path, name: str, kind: str) -> None:
    path = str(tmp_path / name)
    con.execute(f"COPY ({ROWS.format('zip')}) TO '{path.replace(chr(39), chr(39) * 2)}' (FORMAT {kind})")
    assert found(con, path) == FOUND
    assert found(con, quoted(path)) == FOUND
    assert releases(con) == 2


@pytest.mark.parametrize("name", ["x.csv", "y.json", "z.csv.gz", "*.csv"])
def test_a_file_whose_types_depend_on_its_rows_is_refused(con: Con, tmp_path: Path, name: str) -> None:
    for file, kind in [("x.csv", "CSV"), ("y.json", "JSON"), ("z.csv.gz", "CSV")]:
        con.execute(f"COPY (SELECT 'v' || zip AS word FROM ({ROWS.format('zip')})) TO '{tmp_path / file}' (FORMAT {kind})")
    for path in (str(tmp_path / name), quoted(str(tmp_path / name))):
        with pytest.raises(duckdb.InvalidInputException, match="tbl must not be a CSV or JSON file"):
            con.execute("FROM dp_hhh(?, 'word', eps => 1, hierarchy => 'chars(6)')", [path])
    assert releases(con) == 0


def test_a_text_file_through_a_view_that_states_its_types(con: Con, tmp_path: Path) -> None:
    con.execute(f"COPY ({ROWS.format('zip')}) TO '{tmp_path}/x.csv'")
    con.execute(f"CREATE VIEW typed AS FROM read_csv('{tmp_path}/x.csv', columns = {{'zip': 'VARCHAR'}}, header = true)")
    assert found(con, "typed") == FOUND


def test_several_files_by_pattern(con: Con, tmp_path: Path) -> None:
    for i in range(2):
        con.execute(f"COPY ({ROWS.format('zip')}) TO '{tmp_path}/part{i}.parquet'")
    assert found(con, f"{tmp_path}/*.parquet") == [(0, None, 20), (5, "10001", 400), (5, "94110", 600)]


def test_frames(con: Con) -> None:
    frame = pd.DataFrame({"zip": ITEMS})
    polars_frame, arrow = pl.DataFrame({"zip": ITEMS}), pa.table({"zip": ITEMS})
    for each in (frame, polars_frame, polars_frame.lazy(), arrow):
        assert found_in_the_caller(con, each) == FOUND
    con.register("registered", frame)
    assert found(con, "registered") == FOUND
    categories = pd.DataFrame({"zip": pd.Categorical(ITEMS)})
    con.register("categories", categories)
    assert found(con, "categories") == FOUND
    names = {name for (name,) in con.execute("SELECT table_name FROM dp_ledger()").fetchall()}
    assert names == {"here", "registered", "categories"}


def found_in_the_caller(con: Con, here: Any) -> list[tuple[Any, ...]]:
    """`here` is found among the local variables of whoever calls execute."""
    query = "SELECT level, prefix, residual FROM dp_hhh('here', 'zip', eps => 1)"
    return con.execute(query).fetchall()


# --- names ---------------------------------------------------------------------------------------------

ODD = ["my loans", 'quo"te', "it's", "sélect", "日本", "😀", "select", "from", "table", "row", "raw", "one", "probe", "candidate",
       "finer", "counted", "answered", "released", "n", "100", "a-b", "a.b", "a(b)", "a;b", "a||b", "a::b", "values x",
       "x.parquet", "a/b", "\\", "$1", "?", "t\nx", " x ", "%", "NULL", "__dphh"]  # fmt: skip


def test_odd_tables(con: Con) -> None:
    for name in ODD:
        con.execute(f"CREATE TABLE {quoted(name)} AS {ROWS.format('zip')}")
        assert found(con, quoted(name)) == FOUND, name


@pytest.mark.parametrize("name", ["my loans", "it's", "日本", "select", "raw", "100", "a-b", "a/b", "x.parquet", "t\nx"])
def test_odd_tables_without_quotes(con: Con, name: str) -> None:
    con.execute(f"CREATE TABLE {quoted(name)} AS {ROWS.format('zip')}")
    assert found(con, name) == FOUND


COLUMNS = [*ODD[:12], *ODD[18:26], "key", "level", "zip", "parent", "prefix", "total", "candidates", "r0", "p0", "c0", "answer", "token", "value",
           "error", "count", "t", "rowid", "__dphh_raw"]  # fmt: skip


def test_odd_columns(con: Con) -> None:
    for name in COLUMNS:
        con.execute(f"CREATE OR REPLACE TABLE t AS {ROWS.format(quoted(name))}")
        assert found(con, "t", quoted(name)) == FOUND, name


@pytest.mark.parametrize("name", ["my col", "n", "a.b", "select", "日本", 'quo"te', "it's"])
def test_odd_columns_without_quotes(con: Con, name: str) -> None:
    con.execute(f"CREATE TABLE t AS {ROWS.format(quoted(name))}")
    assert found(con, "t", name) == FOUND


def test_names_in_any_case(con: Con) -> None:
    con.execute("CREATE TABLE Loans AS " + ROWS.format("Zip"))
    for tbl, col in [("loans", "zip"), ("LOANS", "ZIP"), ('"lOANS"', '"zIP"')]:
        assert found(con, tbl, col) == FOUND
    assert con.execute("SELECT table_name, releases FROM dp_budget()").fetchall() == [("Loans", 3)]


def test_columns_named_like_the_statement_s_own(con: Con) -> None:
    con.execute(f"CREATE TABLE t AS SELECT *, 1 AS r0, 2 AS p0, 3 AS total, 4 AS n, 5 AS level FROM ({ROWS.format('key')})")
    where = "r0 = 1 AND p0 = 2 AND total = 3 AND n = 4 AND level = 5 AND (key IS NULL OR key <> ''x'')"
    query = f"SELECT level, prefix, residual FROM dp_hhh('t', 'key', eps => 1, hierarchy => 'zip', filter => '{where}')"
    assert con.execute(query).fetchall() == FOUND


def test_a_list_of_odd_columns(con: Con) -> None:
    con.execute('CREATE TABLE t AS SELECT 1 AS "n", \'x\' AS "a ""b" FROM range(300)')
    query = "SELECT prefix, residual FROM dp_hhh('t', ['n', 'a \"b'], eps => 1, rest => false)"
    assert con.execute(query).fetchall() == [('["1","x"]', 300)]


@pytest.mark.parametrize("name", ["__dphh_raw", "__dphh_5", "__dphh_1"])
@pytest.mark.parametrize("cte", [False, True], ids=["table", "cte"])
def test_tables_named_like_the_statement_s_own_are_refused(con: Con, name: str, cte: bool) -> None:
    con.execute(f"CREATE TABLE {'x' if cte else name} AS {ROWS.format('zip')}")
    with_ = f"WITH {name} AS (FROM x) " if cte else ""
    query = f"{with_}SELECT level, prefix, residual FROM dp_hhh('{name}', 'zip', eps => 1)"
    with pytest.raises(duckdb.InvalidInputException, match="dp_hhh: tbl must not begin with __dphh_"):
        con.execute(query).fetchall()


@pytest.mark.parametrize("odd", [2.5, "x", datetime.date(2020, 1, 1), True])
def test_no_row_decides_the_type_of_an_object_column(odd: object) -> None:
    """One row more would change every item: DuckDB looks at no row for it, or the frame is refused."""
    with connect() as con:
        rows: list[object] = [1] * 3000 + [2] * 2000
        query = "SELECT item FROM dp_heavy_hitters('frame', 'v', eps => 1)"
        for shown in (rows, [*rows, odd]):
            con.register("frame", pd.DataFrame({"v": pd.Series(shown, dtype=object)}))
            assert con.execute(query).fetchall() == [("1",), ("2",)]
        con.execute("SET GLOBAL pandas_analyze_sample = 1000")
        with pytest.raises(duckdb.Error, match="tbl may be a pandas frame.*SET GLOBAL pandas_analyze_sample = 0"):
            con.execute(query)
        con.execute("CREATE TABLE stored AS SELECT 1 AS v FROM range(1000)")
        con.execute(query.replace("frame", "stored")).fetchall()
        con.execute("SET GLOBAL pandas_analyze_sample = 0; SET lock_configuration = true")
        assert con.execute(query).fetchall() == [("1",), ("2",)]


def test_a_locked_configuration_is_looked_at() -> None:
    with duckdb.connect() as con:
        con.execute("SET lock_configuration = true")
        register(con)
        con.register("frame", pd.DataFrame({"v": ["94110"] * 1000}))
        with pytest.raises(duckdb.Error, match="unless the configuration is locked"):
            con.execute("FROM dp_hhh('frame', 'v', hierarchy => 'zip', eps => 1)")


def test_a_view_that_gives_another_type_to_a_name_is_read_as_it_is(tmp_path: Path) -> None:
    """The faster ways go by a stored column's type: under a policy a view may show another column by its name."""
    for odd in ("10.2.3.0", "x"):
        file = tmp_path / f"{odd}.duckdb"
        with duckdb.connect(str(file)) as con:
            con.execute("CREATE TABLE t AS SELECT 1::BIGINT AS ip, '10.2.3.' || (i % 5) AS a FROM range(5000) r(i)")
            con.execute(f"INSERT INTO t VALUES (1, '{odd}')")
            con.execute("CREATE TABLE copied AS FROM t; DROP TABLE t; ALTER TABLE copied RENAME TO t")
            con.execute("CREATE VIEW v AS SELECT a AS ip FROM t; CHECKPOINT")
        with connect(file, policy=Policy.of({"t": {"eps": 10.0, "delta": 1e-3}})) as con:
            rows = con.execute("SELECT prefix FROM dp_hhh('v', 'ip', hierarchy => 'ipv4', eps => 1)").fetchall()
        assert [prefix for (prefix,) in rows if prefix] == [f"10.2.3.{i}/32" for i in range(5)]


@pytest.mark.parametrize(("asked", "found"), [("é", "90001"), ("É", "10001"), ("LOANS", "90001")])
def test_names_fold_ascii_letters_as_duckdb_does(asked: str, found: str) -> None:
    with connect(policy=Policy.of({"é": {"eps": 1.0, "delta": 1e-4}})) as con:
        con.execute("CREATE TABLE \"é\" AS SELECT '90001' AS zip FROM range(1000); CREATE TABLE Loans AS FROM \"é\"")
        con.execute("CREATE TABLE \"É\" AS SELECT '10001' AS zip FROM range(1000)")
        rows = con.execute(f"SELECT prefix FROM dp_hhh('{asked}', 'zip', eps => 0.5)").fetchall()
        assert rows[-1] == (found,)
        ((table, left),) = con.execute("SELECT table_name, eps_left FROM dp_budget() WHERE releases > 0").fetchall()
        assert (table.strip('"'), left) == ({"LOANS": "Loans"}.get(asked, asked), 0.5 if asked == "é" else None)

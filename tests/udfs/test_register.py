from __future__ import annotations

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pytest

from dphh_sql.errors import ArgumentError
from dphh_sql.ledger import ledger_path_for, open_ledger
from dphh_sql.udfs import connect, register, registry, unregister

Con = duckdb.DuckDBPyConnection
LEVEL = "SELECT dphh_level('941', 'zip')"


def leftovers(con: Con) -> set[str]:
    rows = con.execute(
        "SELECT DISTINCT function_name FROM duckdb_functions()"
        " WHERE regexp_matches(function_name, '^dp_|dphh')"
    ).fetchall()
    return {name for (name,) in rows}


def test_every_macro_file_makes_one_temporary_macro_of_its_name(con: Con) -> None:
    rows = con.execute(
        "SELECT function_name, database_name FROM duckdb_functions()"
        " WHERE function_type IN ('macro', 'table_macro') AND NOT internal"
    ).fetchall()
    assert {(name, "temp") for name in registry.macros()} == set(rows)
    assert {"dp_ledger", "dp_budget", "dphh_prefix", "dphh_prefixes", "dphh_level", "dphh_contains"} <= set(
        registry.macros()
    )


def test_works_on_connection_cursor_and_cursor_of_cursor(con: Con, statement: str) -> None:
    for each in (con, con.cursor(), con.cursor().cursor(), con.duplicate(), con.cursor().duplicate()):
        each.execute(statement).fetchall()


def test_returns_the_connection(con: Con) -> None:
    assert register(con) is con


def test_an_unregistered_connection_and_its_cursors_get_nothing(con: Con) -> None:
    other = duckdb.connect()
    for each in (other, other.cursor()):
        with pytest.raises(duckdb.CatalogException, match="dphh_level"):
            each.execute(LEVEL)
        assert leftovers(each) == set()


def test_cursors_of_the_default_connection() -> None:
    default = register(duckdb.default_connection())
    try:
        assert duckdb.cursor().execute(LEVEL).fetchall() == [(3,)]
        assert duckdb.duplicate().execute(LEVEL).fetchall() == [(3,)]
        assert duckdb.cursor(connection=default).execute(LEVEL).fetchall() == [(3,)]
    finally:
        unregister(default)
    with pytest.raises(duckdb.CatalogException):
        duckdb.cursor().execute(LEVEL)


def test_threads_each_with_their_own_cursor(con: Con, statement: str) -> None:
    start = threading.Barrier(4)

    def work(_: int) -> int:
        start.wait()
        return sum(len(con.cursor().execute(statement).fetchall()) for _ in range(5))

    with ThreadPoolExecutor(4) as workers:
        assert len(set(workers.map(work, range(4)))) == 1


def test_concurrent_registration_makes_one_session(file: Path) -> None:
    cons = [duckdb.connect(str(file)) for _ in range(4)]
    start = threading.Barrier(4)

    def work(con: Con) -> str:
        start.wait()
        return registry.attach(con, None).id

    with ThreadPoolExecutor(4) as workers:
        assert len(set(workers.map(work, cons))) == 1
    for con in cons:
        assert con.execute(LEVEL).fetchall() == [(3,)]


def test_registering_again_reuses_the_session(file: Path) -> None:
    first = registry.attach(con := duckdb.connect(str(file)), None)
    second = duckdb.connect(str(file))
    assert {registry.attach(each, None) for each in (con, con.cursor(), second, second.cursor())} == {first}
    assert registry.attach(duckdb.connect(), None) is not first


def test_the_first_connection_may_close(file: Path, statement: str) -> None:
    first = connect(file)
    second = connect(file)
    first.close()
    del first
    second.cursor().execute(statement).fetchall()
    third = connect(file)
    third.execute(statement).fetchall()


def test_another_ledger_is_refused(file: Path, tmp_path: Path) -> None:
    con = connect(file, ledger=tmp_path / "a.ledger")
    register(con)
    register(con.cursor(), ledger=tmp_path / "a.ledger")
    register(con, ledger=str(tmp_path / "x" / ".." / "a.ledger"))
    with pytest.raises(ArgumentError, match=r"register: ledger must be the one .*a\.ledger.*b\.ledger"):
        register(con, ledger=tmp_path / "b.ledger")
    con.execute(LEVEL)


def test_naming_a_ledger_after_registering_without_one_is_refused(con: Con, tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="beside the database"):
        register(con, ledger=tmp_path / "b.ledger")


def test_a_ledger_may_change_after_every_connection_is_unregistered(con: Con, tmp_path: Path) -> None:
    unregister(con)
    register(con, ledger=tmp_path / "b.ledger")
    assert con.execute(LEVEL).fetchall() == [(3,)]


def test_the_ledger_stays_where_it_was_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else each working directory would have a budget of its own."""
    (tmp_path / "other").mkdir()
    for name in ("spent.ledger", "sqlite:///spent.ledger"):
        monkeypatch.chdir(tmp_path)
        with connect(ledger=name) as con:
            monkeypatch.chdir(tmp_path / "other")
            con.execute("CREATE TABLE t AS SELECT 'x' AS c FROM range(1000)")
            con.execute("FROM dp_heavy_hitters('t', 'c', eps => 1)").fetchall()
            monkeypatch.chdir(tmp_path)
            register(con, ledger=name)
    assert [p.name for p in tmp_path.rglob("*.ledger")] == ["spent.ledger"]
    assert len(open_ledger(tmp_path / "spent.ledger").entries()) == 2


@pytest.mark.parametrize("linked", ["", "symbolic", "hard", "wal"])
def test_a_ledger_that_is_the_database_is_refused(file: Path, tmp_path: Path, linked: str) -> None:
    """SQLite's look into it would end DuckDB's lock of the file."""
    with duckdb.connect(file) as con:
        con.execute("CREATE TABLE IF NOT EXISTS t (c VARCHAR)")
        place = {"": file, "wal": Path(f"{file}.wal")}.get(linked, tmp_path / "link")
        if linked == "symbolic":
            place.symlink_to(file)
        if linked == "hard":
            place.hardlink_to(file)
        with pytest.raises(ArgumentError, match="register: ledger must not be the file of database"):
            register(con, ledger=place)
        register(con)
        unregister(con)
        with pytest.raises(ArgumentError, match="register: ledger must not be the file of database"):
            register(con, ledger=f"sqlite:///{place}")
        other = "import duckdb, sys\ntry: duckdb.connect(sys.argv[1])\nexcept duckdb.IOException: print('locked')"
        done = subprocess.run([sys.executable, "-c", other, file], capture_output=True, text=True, check=True)
        assert done.stdout == "locked\n"


def test_refused_inside_a_transaction() -> None:
    con = duckdb.connect()
    con.begin()
    with pytest.raises(ArgumentError, match="inside a transaction"):
        register(con)
    con.rollback()
    assert leftovers(con) == set()
    register(con).execute(LEVEL)


def test_works_while_results_are_unread() -> None:
    con = duckdb.connect()
    other = con.cursor()
    other.execute("SELECT * FROM range(100000)").fetchone()
    con.execute("SELECT * FROM range(100000)").fetchone()
    register(con)
    assert con.execute(LEVEL).fetchall() == [(3,)]
    assert other.fetchone() == (1,)
    con.execute("SELECT * FROM range(100000)").fetchone()
    unregister(con)
    assert other.fetchone() == (2,)


def test_a_cursor_made_inside_a_transaction_keeps_its_macros(con: Con) -> None:
    con.begin()
    cursor = con.cursor()
    con.rollback()
    assert cursor.execute(LEVEL).fetchall() == con.execute(LEVEL).fetchall() == [(3,)]


@pytest.mark.parametrize("use", ["USE other", "USE other.s", "SET search_path = 'other.s,memory.main'"])
def test_works_after_use(con: Con, statement: str, use: str) -> None:
    con.execute("ATTACH ':memory:' AS other")
    con.execute("CREATE SCHEMA other.s")
    con.execute(use)
    con.execute(statement).fetchall()
    con.cursor().execute(statement).fetchall()


def test_nothing_in_a_file_can_shadow_it(con: Con) -> None:
    con.execute("CREATE MACRO __dphh_level(p, k) AS {'value': 99, 'error': NULL}")
    con.execute("CREATE MACRO __dphh_session() AS 'evil'")
    con.execute("CREATE MACRO memory.main.dphh_level(p, k) AS 99")
    register(con)
    assert con.execute(LEVEL).fetchall() == [(3,)]


def test_works_on_an_attached_database(con: Con, file: Path, statement: str) -> None:
    con.execute(f"ATTACH '{file}' AS bank (READ_ONLY)")
    con.execute("USE bank")
    con.execute(statement).fetchall()


def test_read_only_file(file: Path, statement: str) -> None:
    file.chmod(0o444)
    with connect(file, read_only=True) as con:
        con.execute(statement).fetchall()
        con.cursor().execute(statement).fetchall()


def test_nothing_is_left_in_the_file(file: Path, statement: str) -> None:
    before = file.read_bytes()
    with connect(file) as con:
        con.execute(statement).fetchall()
        con.cursor().execute(statement).fetchall()
    assert file.read_bytes() == before
    assert set(file.parent.iterdir()) <= {file, ledger_path_for(file)}
    with duckdb.connect(str(file)) as plain:
        assert leftovers(plain) == set()
        assert plain.execute("SELECT table_name FROM duckdb_tables()").fetchall() == [("Loans",)]


def test_reopening_registers_afresh(file: Path) -> None:
    with duckdb.connect(str(file)) as con:
        first = registry.attach(con, None)
    with duckdb.connect(str(file)) as con:
        assert registry.attach(con, None) is not first
        assert con.execute(LEVEL).fetchall() == [(3,)]


def test_registration_does_not_keep_the_file_open(file: Path) -> None:
    con = connect(file)
    con.execute("SELECT * FROM dp_ledger()").fetchall()
    con.cursor().close()
    con.close()
    # Another configuration is refused while the database is open in this process.
    with connect(file, read_only=True) as again:
        assert again.execute(LEVEL).fetchall() == [(3,)]


def test_unregister(con: Con) -> None:
    cursor = con.cursor()
    unregister(con)
    for each in (con, con.cursor()):
        with pytest.raises(duckdb.CatalogException):
            each.execute(LEVEL)
    assert cursor.execute(LEVEL).fetchall() == [(3,)]
    unregister(cursor)
    unregister(cursor)
    assert {n for n in leftovers(con) if not n.startswith("__")} == set()
    ((outcome,),) = con.execute("SELECT __dphh_level('941', 'zip')").fetchall()
    assert outcome["value"] is None
    assert "call dphh_sql.register(con) first" in outcome["error"]
    assert register(con).execute(LEVEL).fetchall() == [(3,)]


def test_unregister_of_a_stranger_changes_nothing(con: Con) -> None:
    plain = duckdb.connect()
    plain.execute("CREATE TEMP MACRO dphh_level(p, k) AS 99")
    unregister(plain)
    assert plain.execute(LEVEL).fetchall() == [(99,)]


def test_relation_outlives_the_name_of_its_connection() -> None:
    relation = connect().sql(LEVEL)
    assert relation.fetchall() == [(3,)]


@pytest.mark.parametrize("call", [register, unregister])
def test_something_else_is_refused(call: object) -> None:
    with pytest.raises(ArgumentError, match="must be a DuckDB connection or a SQLAlchemy engine, got str"):
        call("loans.duckdb")  # type: ignore[operator]


def test_connect_passes_its_arguments_on_and_closes_on_failure(file: Path) -> None:
    with connect(file, config={"threads": 1}) as con:
        assert con.execute("SELECT current_setting('threads')").fetchall() == [(1,)]
        with pytest.raises(ArgumentError):
            connect(file, ledger="other.ledger", config={"threads": 1})
    with connect(file, read_only=True) as con, pytest.raises(duckdb.InvalidInputException, match="read-only"):
        con.execute("CREATE TABLE t (i INT)")


def test_the_process_ends_cleanly_with_everything_open(file: Path) -> None:
    script = (
        "import sys, gc, duckdb; from dphh_sql.udfs import connect\n"
        "a = connect(sys.argv[1]); b = connect(sys.argv[1]); c = connect()\n"
        "a.close(); del a; gc.collect()\n"
        "q = 'SELECT dphh_prefixes(i::VARCHAR, $1) FROM range(90000, 99999) t(i)'\n"
        "r = b.cursor().execute(q, ['zip'])\n"
        "print(r.fetchone(), c.sql('SELECT * FROM dp_ledger()').fetchall())\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, str(file)], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == "(['9', '900', '90000'],) []\n"

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dphh_sql.errors import ReleaseError
from dphh_sql.ledger import Charge, Ledger, TableId, ledger_path_for
from dphh_sql.udfs import connect, registry, unregister
from dphh_sql.udfs import session as module
from dphh_sql.udfs.session import Session

Con = duckdb.DuckDBPyConnection


def session_of(con: Con) -> Session:
    return registry.attach(con, None)


def charge(ledger: Ledger, table: TableId) -> None:
    ledger.charge(Charge(table=table, function="dp_hhh", eps=0.5, delta=1e-6, user_name="ann", request="{}"))


# --- tokens ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def signer() -> Session:
    return session_of(duckdb.connect())


@given(payload=st.text())
def test_a_token_opens_to_its_payload(signer: Session, payload: str) -> None:
    assert signer.open(signer.sign(payload)) == payload


@given(payload=st.text(), at=st.integers(min_value=0), bit=st.integers(0, 6))
def test_a_changed_token_is_refused(signer: Session, payload: str, at: int, bit: int) -> None:
    token = signer.sign(payload)
    at %= len(token)
    forged = token[:at] + chr(ord(token[at]) ^ (1 << bit)) + token[at + 1 :]
    with pytest.raises(ReleaseError, match="token"):
        signer.open(forged)


@given(text=st.text())
def test_any_other_text_is_refused(signer: Session, text: str) -> None:
    with pytest.raises(ReleaseError):
        signer.open(text)


def test_a_token_of_another_session_is_refused(signer: Session) -> None:
    with pytest.raises(ReleaseError):
        session_of(duckdb.connect()).open(signer.sign("plan"))


# --- sources -----------------------------------------------------------------------------------------------


@pytest.fixture
def loaded(con: Con, file: Path) -> Con:
    """`memory` with odd names, and a file whose database is attached as `alias`."""
    con.execute(f"ATTACH '{file}' AS alias")
    con.execute('CREATE SCHEMA "s.x"; CREATE TABLE "s.x"."Öl \'und\' ""Gas""" (i INT)')
    con.execute("CREATE TABLE Main_Table (i INT); CREATE VIEW Shown AS FROM Main_Table")
    con.execute("CREATE SCHEMA alias.S2; CREATE TABLE alias.S2.Deep (i INT)")
    return con


@pytest.mark.parametrize(
    ("before", "parts", "database", "table"),
    [
        ("", ["main_table"], "memory", ("memory", "main", "Main_Table")),
        ("", ["SHOWN"], "memory", ("memory", "main", "Shown")),
        ("", ["main", "main_table"], "memory", ("memory", "main", "Main_Table")),
        ("", ["S.X", "Öl 'und' \"gas\""], "memory", ("memory", "s.x", "Öl 'und' \"Gas\"")),
        ("", ["ALIAS", "loans"], "alias", ("bank", "main", "Loans")),
        ("", ["alias", "s2", "deep"], "alias", ("bank", "S2", "Deep")),
        ("USE alias", ["loans"], "alias", ("bank", "main", "Loans")),
        ("USE alias", ["s2", "deep"], "alias", ("bank", "S2", "Deep")),
        ("USE alias.s2", ["deep"], "alias", ("bank", "S2", "Deep")),
        ("USE alias", ["memory", "main_table"], "memory", ("memory", "main", "Main_Table")),
        ('USE "s.x"', ["Öl 'und' \"Gas\""], "memory", ("memory", "s.x", "Öl 'und' \"Gas\"")),
        ("SET search_path = 'alias.s2,memory.\"s.x\"'", ["Öl 'und' \"Gas\""], "memory",
         ("memory", "s.x", "Öl 'und' \"Gas\"")),
        ("", ["deep"], "memory", ("memory", "", "deep")),
        ("USE alias", ["main_table"], "memory", ("memory", "", "main_table")),
        ("CREATE TEMP TABLE Tmp (i INT)", ["Tmp"], "memory", ("memory", "", "Tmp")),
        ("USE alias", ["data/x.parquet"], "memory", ("memory", "", "data/x.parquet")),
    ],
)  # fmt: skip
def test_source(loaded: Con, before: str, parts: list[str], database: str, table: tuple[str, ...]) -> None:
    session = session_of(loaded)
    loaded.execute(before)
    ((*where, path),) = loaded.execute(
        "SELECT current_database(), current_schema(), current_setting('search_path')"
    ).fetchall()
    source = session.source(parts, *where, path)
    assert source.database == database
    assert source.table == TableId(*table) == session.table_id(parts, *where, path)


@pytest.mark.parametrize(
    "made",
    [
        "USE s; CREATE TABLE t (i INT); CREATE VIEW main.v AS FROM t; USE bank",
        "CREATE TABLE t (i INT); CREATE VIEW v AS FROM t; DROP TABLE t",
        "CREATE TEMP TABLE t (i INT); CREATE VIEW v AS FROM t",
        "CREATE TEMP MACRO t() AS TABLE SELECT 1 AS i; CREATE VIEW v AS FROM t()",
        "ATTACH ':memory:' AS other; CREATE TABLE other.t (i INT); CREATE VIEW v AS FROM other.t; DETACH other",
    ],
)
def test_a_view_that_only_its_maker_can_bind_is_known(file: Path, made: str) -> None:
    """Look-ups go by columns; a view without any would be charged as if it were a frame."""
    known = TableId("bank", "main", "v")
    with connect(file) as con:
        con.execute(f"CREATE SCHEMA s; {made}")
        assert session_of(con).table_id(["v"], "bank", "main") == known
    with connect(file) as con:
        assert session_of(con).table_id(["v"], "bank", "main") == known


def test_look_ups_do_not_wait_for_the_callers_transaction(loaded: Con) -> None:
    session = session_of(loaded)
    loaded.execute("BEGIN; CREATE TABLE fresh (i INT); INSERT INTO Main_Table VALUES (1)")
    assert session.table_id(["main_table"], "memory", "main").table == "Main_Table"
    assert session.table_id(["fresh"], "memory", "main").schema == ""
    loaded.execute("INSERT INTO Main_Table VALUES (2); COMMIT")
    assert session.table_id(["fresh"], "memory", "main").schema == "main"


def test_cursor_needs_an_open_registered_connection(file: Path) -> None:
    con, other = connect(file), connect(file)
    session = session_of(con)
    con.close()
    with session.cursor() as cursor:
        assert cursor.execute("SELECT 1").fetchall() == [(1,)]
    unregister(other)
    with pytest.raises(ReleaseError, match="no registered connection"), session.cursor():
        pass


def test_look_ups_leave_the_cursors_of_threads_alone(con: Con, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a cursor is made from a connection, DuckDB 2 refuses its close and any other call on it."""
    asked: list[Con] = []

    def plain_cursor(of: Con) -> Con:
        asked.append(of)
        return made(of)

    made = module.plain_cursor
    monkeypatch.setattr(module, "plain_cursor", plain_cursor)
    session = registry.session_of(con)
    assert session is not None
    cursors = [con.cursor() for _ in range(20)]
    with session.cursor():
        pass
    assert asked == [con]
    assert cursors[0] in session.connections


# --- ledgers -----------------------------------------------------------------------------------------------


def test_the_ledger_lies_beside_the_file_that_holds_the_table(loaded: Con, file: Path) -> None:
    session = session_of(loaded)
    source = session.source(["alias", "loans"], "memory", "main")
    charge(session.ledger(source.database), source.table)
    assert ledger_path_for(file).exists()
    assert session.ledger("memory").entries() == []
    charge(session.ledger("memory"), TableId("memory", "main", "Main_Table"))
    assert [len(ledger.entries()) for ledger in session.ledgers()] == [1, 1]


def test_one_budget_whatever_the_alias(file: Path) -> None:
    spent = []
    for alias in ("one", "two"):
        with connect() as con:
            con.execute(f"ATTACH '{file}' AS {alias}")
            session = session_of(con)
            source = session.source([alias, "LOANS"], "memory", "main")
            charge(session.ledger(source.database), source.table)
            spent = session.ledger(alias).spent()
    assert [(s.table, s.releases) for s in spent] == [(TableId("bank", "main", "Loans"), 2)]


def test_frames_and_databases_in_memory_use_the_ledger_of_the_connections_file(file: Path) -> None:
    with connect(file) as con:
        con.execute("ATTACH ':memory:' AS scratch; USE scratch")
        session = session_of(con)
        source = session.source(["frame"], "scratch", "main")
        assert session.ledger(source.database) is session.ledger("scratch") is session.ledger("bank")
        assert session.ledgers() == [session.ledger("bank")]


def test_an_explicit_ledger_wins(file: Path, tmp_path: Path) -> None:
    explicit = tmp_path / "elsewhere.ledger"
    with connect(file, ledger=explicit) as con:
        session = session_of(con)
        charge(session.ledger("bank"), TableId("bank", "main", "Loans"))
        assert session.ledgers() == [session.ledger("bank")]
    assert explicit.exists()
    assert not ledger_path_for(file).exists()


def test_the_ledger_in_memory_survives_unregistering(con: Con) -> None:
    session = session_of(con)
    charge(session.ledger("memory"), TableId("memory", "main", "t"))
    unregister(con)
    assert len(session_of(con).ledger("memory").entries()) == 1

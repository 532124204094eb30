"""PostgreSQL: what it refuses, what it survives, what it never says."""

from __future__ import annotations

import select
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest

pytest.importorskip("psycopg")
import psycopg

import dphh_sql
from dphh_sql.cli import main
from dphh_sql.errors import ArgumentError, BudgetError, LedgerError
from dphh_sql.ledger import Charge, Ledger, Limit, open_ledger
from dphh_sql.ledger.chain import FORMAT
from dphh_sql.ledger.postgres_server import PostgresServer
from tests.support.draws import forbidden
from tests.support.entropy import entropy_from
from tests.support.ledgers import PostgresPlace
from tests.support.postgres import PASSWORD, Server

pytestmark = pytest.mark.services
ChargeOf = Callable[..., Charge]
GRANTS = Path(__file__).parents[2].joinpath("docs", "ledger_postgres.md").read_text(encoding="utf-8")


@pytest.fixture
def ledger(postgres: PostgresPlace) -> Ledger:
    return postgres.open()


@pytest.fixture
def settings(server: Server) -> Iterator[Callable[[str], None]]:
    """Change settings of the running server, until the end of the test."""

    def change(assignment: str) -> None:
        server.run(f"ALTER SYSTEM SET {assignment}")
        server.run("SELECT pg_reload_conf()")

    yield change
    server.run("ALTER SYSTEM RESET ALL")
    server.restart()


def test_reading_creates_nothing(ledger: Ledger, postgres: PostgresPlace) -> None:
    assert (ledger.exists(), ledger.entries(), ledger.spent(), ledger.get_release("last")) == (False, [], [], None)
    ledger.verify()
    assert postgres.server.run("SELECT FROM pg_namespace WHERE nspname = 'dphh_ledger'", postgres.database) == []


def test_a_refused_first_charge_records_nothing(ledger: Ledger, charge: ChargeOf) -> None:
    with pytest.raises(BudgetError):
        ledger.charge(charge(), Limit(0, 0))
    assert not ledger.exists()
    assert ledger.charge(charge()).release_id == 1


@pytest.mark.parametrize("assignment", ["synchronous_commit = off", "synchronous_commit = local", "fsync = off"])
def test_a_session_that_forgets_is_refused(
    ledger: Ledger, charge: ChargeOf, settings: Callable[[str], None], server: Server, assignment: str
) -> None:
    ledger.charge(charge())
    settings(assignment)
    name, _, value = assignment.partition(" = ")
    for _ in range(100):  # the reload is not instant
        if server.run(f"SHOW {name}") == [(value,)]:
            break
    with pytest.raises(LedgerError, match=f"would forget a charge in a crash .*{name} {value}"):
        ledger.charge(charge())
    assert len(ledger.entries()) == 1


def test_no_function_that_another_role_made_is_called(postgres: PostgresPlace, charge: ChargeOf) -> None:
    """It would run as the role that charges; the server's takes a bigint, so one of an integer fits better."""
    postgres.server.run(
        "CREATE FUNCTION public.pg_advisory_xact_lock(integer) RETURNS void LANGUAGE plpgsql AS "
        "$$BEGIN RAISE EXCEPTION 'called'; END$$",
        postgres.database,
    )
    ledger = postgres.open()
    ledger.charge(charge(), Limit(1, 1))
    assert len(ledger.entries()) == 1


def test_other_defaults_of_isolation_change_nothing(
    postgres: PostgresPlace, charge: ChargeOf
) -> None:
    postgres.server.run(f"ALTER DATABASE {postgres.database} SET default_transaction_isolation = 'serializable'")
    postgres.server.run(f"ALTER DATABASE {postgres.database} SET default_transaction_read_only = on")

    def hammer(ledger: Ledger) -> int:
        spent = 0
        while True:
            try:
                ledger.charge(charge(), Limit(1, 1))
            except BudgetError:
                return spent
            spent += 1

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(hammer, [postgres.open() for _ in range(4)])) == 10


def test_a_team_member_may_append_and_nothing_else(postgres: PostgresPlace, charge: ChargeOf) -> None:
    server, database = postgres.server, postgres.database
    server.run(f"CREATE ROLE ann LOGIN PASSWORD '{PASSWORD}'")
    try:
        mine = open_ledger(server.url(database, user="ann"))
        with pytest.raises(LedgerError, match="may not be used by this role"):
            mine.charge(charge())  # may not create the tables
        postgres.open().charge(charge())
        with pytest.raises(LedgerError, match="may not be used by this role"):
            mine.entries()
        server.run(GRANTS.partition("```sql\n")[2].partition("```")[0].replace("spenders", "ann"), database)
        entry = mine.charge(charge(), Limit(1, 1))
        mine.store_release(entry.release_id, "{}")
        mine.verify()
        with pytest.raises(LedgerError, match="only the owner of the ledger may renew a budget"):
            mine.renew(entry.table, eps=1, delta=0, user_name="ann", reason="more")
        postgres.open().renew(entry.table, eps=0, delta=0, user_name="owner", reason="none")
        for edit in (
            "UPDATE dphh_ledger.entry SET eps = '0.0'",
            "DELETE FROM dphh_ledger.entry",
            "TRUNCATE dphh_ledger.entry CASCADE",
            "UPDATE dphh_ledger.release SET payload = ''",
            "DELETE FROM dphh_ledger.release",
            "UPDATE dphh_ledger.tip SET release_id = 0",
            "ALTER TABLE dphh_ledger.entry DISABLE TRIGGER ALL",
            "DROP SCHEMA dphh_ledger CASCADE",
            "SET session_replication_role = replica",
        ):
            with pytest.raises(Exception, match="permission denied|must be owner"):
                server.run(edit, database, user="ann")
        assert mine.spent()[0].eps == Decimal("0.2")
    finally:
        server.run("DROP OWNED BY ann", database)
        server.run("DROP ROLE ann")


@pytest.mark.parametrize("table", ["entry", "tip"])
def test_tables_of_another_program_are_refused(postgres: PostgresPlace, charge: ChargeOf, table: str) -> None:
    postgres.server.run(
        f"CREATE SCHEMA dphh_ledger; CREATE TABLE dphh_ledger.{table} AS SELECT 1 AS format", postgres.database
    )
    for use in (postgres.open().entries, lambda: postgres.open().charge(charge())):
        with pytest.raises(LedgerError, match="is not a ledger's; name another database"):
            use()


def test_a_newer_format_is_refused(ledger: Ledger, postgres: PostgresPlace, charge: ChargeOf) -> None:
    ledger.charge(charge())
    postgres.edit(f"UPDATE tip SET format = {FORMAT + 1}")
    for use in (ledger.entries, ledger.verify, lambda: ledger.charge(charge())):
        with pytest.raises(LedgerError, match=f"has format {FORMAT + 1}.*upgrade"):
            use()


# --- connections --------------------------------------------------------------------------------------------------


def test_a_restarted_server_is_found_again(ledger: Ledger, server: Server, charge: ChargeOf) -> None:
    first = ledger.charge(charge())
    server.restart()
    assert ledger.charge(charge()).previous == first.hash
    server.stop(signal.SIGQUIT)  # as in a crash
    try:
        for use in (ledger.entries, lambda: ledger.charge(charge())):
            with pytest.raises(LedgerError, match="cannot be reached .*check that the server runs") as caught:
                use()
            assert PASSWORD not in str(caught.value)
    finally:
        server.start()
    assert [entry.release_id for entry in ledger.entries()] == [1, 2]
    ledger.verify()


def test_a_connection_cut_before_the_commit_records_nothing(
    ledger: Ledger, postgres: PostgresPlace, charge: ChargeOf
) -> None:
    ledger.charge(charge())
    kill = "SELECT pg_terminate_backend(pg_backend_pid()); RETURN NEW;"
    postgres.edit(
        "CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$BEGIN PERFORM {kill.removeprefix('SELECT ')} END$$; "
        "CREATE TRIGGER cut BEFORE INSERT ON entry FOR EACH ROW EXECUTE FUNCTION cut()"
    )
    with pytest.raises(LedgerError, match="this step recorded nothing"):
        ledger.charge(charge())
    postgres.edit("DROP TRIGGER cut ON entry")
    assert ledger.charge(charge()).release_id == 2


@contextmanager
def cutting_proxy(server: Server, folder: Path, *, deliver: bool) -> Iterator[str]:
    """The server behind a wire that breaks at COMMIT of a write, just before it or just after it went through."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(folder / ".s.PGSQL.5432"))
    listener.listen()

    def serve(client: socket.socket) -> None:
        with client, closing(socket.socket(socket.AF_UNIX)) as upstream:
            upstream.connect(str(server.folder / ".s.PGSQL.5432"))
            writing = False
            while True:
                for ready in select.select([client, upstream], [], [])[0]:
                    data = ready.recv(65536)
                    if not data:
                        return
                    if ready is upstream:
                        client.sendall(data)
                        continue
                    writing |= b"INSERT INTO dphh_ledger" in data
                    if not (writing and b"COMMIT" in data):
                        upstream.sendall(data)
                        continue
                    if deliver:
                        upstream.sendall(data)
                        upstream.recv(65536)  # the server has committed
                    return

    def accept() -> None:
        with suppress(OSError):  # closed
            while True:
                threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    yield str(folder)
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join()


@pytest.mark.parametrize("deliver", [False, True])
def test_nothing_is_drawn_when_the_outcome_of_a_charge_is_unknown(
    postgres: PostgresPlace, charge: ChargeOf, deliver: bool
) -> None:
    place = postgres.open()
    place.charge(charge())
    folder = postgres.server.folder / f"proxy-{deliver}"
    folder.mkdir()
    with cutting_proxy(postgres.server, folder, deliver=deliver) as host:
        url = postgres.where.replace(str(postgres.server.folder), host)
        with dphh_sql.connect(ledger=url) as con:
            con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(300)")
            with entropy_from(forbidden), pytest.raises(duckdb.Error, match="may or may not be recorded now") as caught:
                con.execute("FROM dp_hhh('loans', 'zip', eps => 1)").fetchall()
    assert PASSWORD not in str(caught.value)
    assert len(place.entries()) == 1 + deliver
    assert place.get_release("last") is None
    place.verify()


@pytest.mark.parametrize("error", [psycopg.errors.ProtocolViolation, psycopg.errors.AdminShutdown, psycopg.OperationalError])
def test_a_connection_that_a_pooler_ends_leaves_the_outcome_unknown(
    postgres: PostgresPlace, error: type[psycopg.Error]
) -> None:
    server = PostgresServer(postgres.where)
    assert "may or may not be recorded now" in str(server._refused(error("gone"), committing=True))
    assert "this step recorded nothing" in str(server._refused(error("gone")))


@pytest.mark.parametrize("quiet", [False, True])
def test_a_charge_that_no_standby_confirmed_is_not_durable(
    postgres: PostgresPlace, server: Server, charge: ChargeOf, settings: Callable[[str], None], quiet: bool
) -> None:
    """The server commits here, gives up waiting for the other one, and says so in a warning alone."""
    ledger = postgres.open()
    ledger.charge(charge())
    if quiet:
        server.run(f"ALTER DATABASE {postgres.database} SET client_min_messages = error")
    settings("synchronous_standby_names = 'nobody'")
    for _ in range(100):  # the reload is not instant
        if server.run("SHOW synchronous_standby_names") == [("nobody",)]:
            break
    waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"

    def cancel() -> None:
        for _ in range(600):
            if server.run(f"SELECT pg_cancel_backend(pid) {waiting}"):
                return
            time.sleep(0.05)

    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(cancel)
        with pytest.raises(LedgerError, match="not certain to last .*synchronous replication.*nothing was released"):
            ledger.charge(charge())
        done.result()
    assert len(ledger.entries()) == 2


# --- secrets ------------------------------------------------------------------------------------------------------


def texts(error: BaseException | None) -> str:
    """Everything that a traceback would print of an error and its causes."""
    found = ""
    while error is not None:
        found += f"{error} {error!r} {vars(error)} "
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return found


SECRET = "s3cr3t-pa55"


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:{s}@/d?host={h}",
        "postgresql://nobody:{s}@/d?host={h}",
        "postgresql://owner@/nothing?host={h}&password={s}",
        "postgresql://owner:{s}@/d?host=/nowhere",
        "postgresql://owner:{s}@127.0.0.1:1/d",
        "postgresql://owner:a@{s}@127.0.0.1:1/d",
        "postgresql://owner:a/{s}@127.0.0.1:1/d",
        "postgresql://owner:{s}/b@127.0.0.1:1/d",
        "postgresql://owner:{s}?b@127.0.0.1:1/d",
        "postgresql://owner:{s}%zz@127.0.0.1:1/d",
        "postgresql://owner:{s}@127.0.0.1:1/d?wrong=1",
        "postgresql://owner:{s}@127.0.0.1:x/d",
        "postgres://owner:{s}@127.0.0.1:1/d",
        "postgres+psycopg://owner:{s}@127.0.0.1/d",
        "postgresql:/owner:{s}@127.0.0.1:1/d",
    ],
)
def test_no_error_holds_the_password(
    server: Server, url: str, charge: ChargeOf, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    url = url.format(s=SECRET, h=server.folder)
    for use in (
        lambda: open_ledger(url).charge(charge()),
        lambda: open_ledger(url).entries(),
        lambda: dphh_sql.connect(ledger=url).execute("FROM dp_budget()"),
    ):
        with pytest.raises((LedgerError, ArgumentError, duckdb.Error)) as caught:
            use()
        assert SECRET not in texts(caught.value)
    assert main(["ledger", "show", url]) == 1
    captured = capfd.readouterr()
    assert SECRET not in captured.out + captured.err + caplog.text


def test_a_second_registration_with_another_ledger_is_refused_without_its_password(tmp_path: Path) -> None:
    urls = [f"postgresql://owner:{SECRET}@host{i}/d" for i in range(2)]
    with dphh_sql.connect(ledger=urls[0]) as con, pytest.raises(ArgumentError, match="postgresql://host0/d") as caught:
        dphh_sql.register(con, ledger=urls[1])
    assert SECRET not in texts(caught.value)


# --- the whole way ------------------------------------------------------------------------------------------------


def test_a_team_shares_a_budget_through_sql(
    postgres: PostgresPlace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    policy = dphh_sql.policy.Policy.of({"loans": {"eps": 1.0, "delta": 1e-5, "published": True}})
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        with dphh_sql.connect(tmp_path / name / "bank.duckdb", ledger=postgres.where, policy=policy) as con:
            con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(300)")
            con.execute(f"FROM dp_hhh('loans', 'zip', eps => 0.5, name => '{name}')")
            left = dphh_sql.analyst(con).execute("SELECT eps_left FROM dp_budget()").fetchall()
    assert left == [(0.0,)]
    assert main(["ledger", "show", postgres.where]) == 0
    assert main(["ledger", "verify", postgres.where]) == 0
    assert main(["ledger", "export", postgres.where]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("bank.main.loans by row: eps 1, delta 0.000002, 2 releases")
    assert "2 entries, all in order" in shown
    assert '"name": "second"' in shown


def test_a_ledger_that_is_not_there_is_an_error(postgres: PostgresPlace, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ledger", "show", postgres.where]) == 1
    assert capsys.readouterr().err == f"dphh: there is no ledger at postgresql:///{postgres.database}.\n"


def test_one_object_per_url(postgres: PostgresPlace) -> None:
    assert open_ledger(postgres.where) is open_ledger(postgres.where)


def test_without_the_extra_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "dphh_sql.ledger.postgres", None)
    with pytest.raises(LedgerError, match=r"postgresql://h/d needs psycopg: pip install 'dphh-sql\[postgres\]'"):
        open_ledger(f"postgresql://a:{SECRET}@h/d")

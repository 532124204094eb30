"""The file: when it appears, what it refuses, where it cannot be."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from dphh_sql.errors import BudgetError, LedgerError
from dphh_sql.ledger import Charge, Limit, SqliteLedger, sqlite_file
from dphh_sql.ledger.chain import FORMAT
from dphh_sql.ledger.sqlite_file import APPLICATION_ID, SqliteFile

ChargeOf = Callable[..., Charge]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
OTHER_PROCESS = """
import sys
from pathlib import Path
from dphh_sql.errors import LedgerError
from dphh_sql.ledger import Charge, SqliteLedger, TableId, sqlite_file

sqlite_file.BUSY_SECONDS = 0.2
ledger = SqliteLedger(Path(sys.argv[1]))
charge = Charge(table=TableId("b", "main", "t"), function="dp_hhh", eps=0.1, delta=0, user_name="u", request="{}")
for use in (ledger.entries, lambda: ledger.charge(charge)):
    try:
        use()
    except LedgerError as error:
        print("locked" if "locked by another process" in str(error) else error)
    else:
        print("not locked")
"""

LARGE = """
CREATE TABLE x AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
SELECT i, zeroblob(100) FROM n
"""
READER = """
import sys
from pathlib import Path
from dphh_sql.ledger.sqlite_file import SqliteFile

file = SqliteFile(Path(sys.argv[1]))
while True:
    with file.reading() as transaction:
        for _ in range(300):
            transaction.run("entries")
    print("reading", flush=True)
"""


def raw(path: Path, sql: str) -> object:
    with closing(sqlite3.connect(path, isolation_level=None)) as con:
        return (con.execute(sql).fetchone() or (None,))[0]


def test_reading_creates_no_file(path: Path) -> None:
    ledger = SqliteLedger(path)
    assert (ledger.entries(), ledger.spent(), ledger.get_release("last")) == ([], [], None)
    ledger.verify()
    assert list(path.parent.iterdir()) == []


def test_the_first_charge_creates_one_file_with_its_format(path: Path, charge: ChargeOf) -> None:
    SqliteLedger(path).charge(charge())
    assert list(path.parent.iterdir()) == [path]
    assert raw(path, "PRAGMA application_id") == APPLICATION_ID
    assert raw(path, "PRAGMA user_version") == FORMAT
    assert raw(path, "PRAGMA journal_mode") == "delete"


def test_a_refused_first_charge_records_nothing(path: Path, charge: ChargeOf) -> None:
    ledger = SqliteLedger(path)
    with pytest.raises(BudgetError):
        ledger.charge(charge(), Limit(0, 0))
    assert ledger.entries() == []
    assert ledger.charge(charge()).release_id == 1


def test_an_empty_file_is_an_empty_ledger(path: Path, charge: ChargeOf) -> None:
    path.touch()
    ledger = SqliteLedger(path)
    assert ledger.entries() == []
    assert ledger.charge(charge()).release_id == 1


def test_another_object_sees_what_was_charged(path: Path, charge: ChargeOf) -> None:
    entry = SqliteLedger(path).charge(charge())
    assert SqliteLedger(path).entries() == [entry]


def test_a_deleted_file_starts_anew(path: Path, charge: ChargeOf) -> None:
    ledger = SqliteLedger(path)
    ledger.charge(charge())
    path.unlink()
    assert ledger.entries() == []
    assert ledger.charge(charge()).release_id == 1
    assert path.exists()


@pytest.mark.parametrize("name", ["a b?mode=ro#x%20.ledger", 'it\'s "é".ledger', ":memory:.ledger"])
def test_odd_file_names(tmp_path: Path, charge: ChargeOf, name: str) -> None:
    entry = SqliteLedger(tmp_path / name).charge(charge())
    assert [p.name for p in tmp_path.iterdir()] == [name]
    assert SqliteLedger(tmp_path / name).entries() == [entry]


def test_a_newer_format_is_refused(path: Path, charge: ChargeOf) -> None:
    ledger = SqliteLedger(path)
    ledger.charge(charge())
    raw(path, f"PRAGMA user_version = {FORMAT + 1}")
    for use in (ledger.entries, ledger.spent, ledger.verify, lambda: ledger.charge(charge())):
        with pytest.raises(
            LedgerError, match=f"has format {FORMAT + 1}.*knows formats up to {FORMAT}; upgrade"
        ):
            use()
    assert raw(path, "SELECT count(*) FROM entry") == 1


def test_a_database_of_another_program_is_refused(path: Path, charge: ChargeOf) -> None:
    raw(path, "CREATE TABLE entry (x)")
    ledger = SqliteLedger(path)
    for use in (ledger.entries, lambda: ledger.charge(charge())):
        with pytest.raises(LedgerError, match=r"another program.*connect\(\.\.\., ledger=path\)"):
            use()
    assert raw(path, "SELECT count(*) FROM sqlite_master") == 1


def test_a_file_that_is_no_database_is_refused(path: Path, charge: ChargeOf) -> None:
    path.write_bytes(b"release_id,time\n" * 200)
    ledger = SqliteLedger(path)
    for use in (ledger.entries, lambda: ledger.charge(charge())):
        with pytest.raises(LedgerError, match="damaged or not a ledger"):
            use()
    assert path.read_bytes() == b"release_id,time\n" * 200


def test_a_missing_folder_is_refused(tmp_path: Path, charge: ChargeOf) -> None:
    ledger = SqliteLedger(tmp_path / "no" / "such.dphh-ledger")
    assert ledger.entries() == []
    with pytest.raises(LedgerError, match=r"cannot be written.*connect\(\.\.\., ledger=path\)"):
        ledger.charge(charge())


@pytest.fixture
def unprivileged_folder() -> Iterator[Path]:
    """A folder where the test has no special rights: root may write anywhere, so it steps down."""
    folder = Path(tempfile.mkdtemp())
    user = os.geteuid()
    if user == 0:
        os.chown(folder, 65534, -1)
        os.seteuid(65534)
    try:
        yield folder
    finally:
        if user == 0:
            os.seteuid(0)
        folder.chmod(0o700)
        shutil.rmtree(folder)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="not applicable: POSIX permissions")
@pytest.mark.parametrize("existing", [False, True])
def test_a_read_only_folder_is_refused_with_the_remedy(
    unprivileged_folder: Path, charge: ChargeOf, existing: bool
) -> None:
    path = unprivileged_folder / "loans.duckdb.dphh-ledger"
    ledger = SqliteLedger(path)
    before = [ledger.charge(charge())] if existing else []
    unprivileged_folder.chmod(0o500)
    with pytest.raises(LedgerError, match="cannot be written") as caught:
        ledger.charge(charge())
    assert caught.value.remedy is not None
    assert "connect(..., ledger=path)" in caught.value.remedy
    assert ledger.entries() == before
    ledger.verify()


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="not applicable: POSIX permissions")
def test_a_read_only_file_can_be_read(unprivileged_folder: Path, charge: ChargeOf) -> None:
    path = unprivileged_folder / "loans.duckdb.dphh-ledger"
    ledger = SqliteLedger(path)
    entry = ledger.charge(charge())
    path.chmod(0o400)
    assert ledger.entries() == [entry]
    with pytest.raises(LedgerError, match="cannot be written"):
        ledger.charge(charge())


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="not applicable: POSIX permissions")
def test_a_folder_that_cannot_be_entered_is_not_an_empty_ledger(
    unprivileged_folder: Path, charge: ChargeOf
) -> None:
    ledger = SqliteLedger(unprivileged_folder / "loans.duckdb.dphh-ledger")
    ledger.charge(charge())
    unprivileged_folder.chmod(0o000)
    with pytest.raises(LedgerError, match="cannot be read"):
        ledger.entries()


@pytest.mark.parametrize("begin", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
def test_a_lock_that_is_never_released_is_reported(
    path: Path, charge: ChargeOf, monkeypatch: pytest.MonkeyPatch, begin: str
) -> None:
    monkeypatch.setattr("dphh_sql.ledger.sqlite_file.BUSY_SECONDS", 0.05)
    ledger = SqliteLedger(path)
    ledger.charge(charge())
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute(begin)
        with pytest.raises(LedgerError, match="locked by another process"):
            ledger.charge(charge())
        if begin == "BEGIN IMMEDIATE":
            assert len(ledger.entries()) == 1  # readers go on
    assert ledger.charge(charge()).release_id == 2


@pytest.mark.skipif(os.name == "nt", reason="not applicable: POSIX locks")
@pytest.mark.parametrize("written", [False, True])
def test_reading_the_file_during_a_charge_does_not_end_its_lock(path: Path, charge: ChargeOf, written: bool) -> None:
    """POSIX drops SQLite's locks of the process when any descriptor of the file is closed.

    The journal of what is written then looks like that of a killed process.
    """
    SqliteLedger(path).charge(charge())
    file = SqliteFile(path)
    with file.writing() as transaction:
        if written:
            transaction._con.execute("PRAGMA cache_size = 2")  # so that it writes before it commits
            transaction._con.execute(LARGE)
        path.read_bytes()
        done = subprocess.run(
            [sys.executable, "-c", OTHER_PROCESS, path], env=ENVIRONMENT, capture_output=True, text=True, check=True
        )
        assert len(transaction.run("entries")) == 1
    assert done.stdout.splitlines() == ["locked", "locked"]
    assert raw(path, "SELECT count(*) FROM sqlite_master WHERE name = 'x'") == written
    assert not written or raw(path, "SELECT count(*) FROM x") == 5000


@pytest.mark.skipif(os.name == "nt", reason="not applicable: POSIX locks")
def test_reading_the_file_while_it_is_read_ends_no_snapshot(path: Path, charge: ChargeOf) -> None:
    """Else half of another process's charge looks like damage."""
    SqliteLedger(path).charge(charge())
    with SqliteFile(path).reading() as transaction:
        assert transaction is not None
        assert len(transaction.run("entries")) == 1
        path.read_bytes()
        done = subprocess.run(
            [sys.executable, "-c", OTHER_PROCESS, path], env=ENVIRONMENT, capture_output=True, text=True, check=True
        )
        assert len(transaction.run("entries")) == 1
    assert done.stdout.splitlines() == ["locked", "locked"]


@pytest.mark.skipif(os.name == "nt", reason="not applicable: POSIX locks")
def test_readers_do_not_keep_a_writer_waiting(path: Path, charge: ChargeOf, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are many (budgets on a screen), and take turns so that there is always one."""
    monkeypatch.setattr("dphh_sql.ledger.sqlite_file.BUSY_SECONDS", 5.0)
    ledger = SqliteLedger(path)
    ledger.charge(charge())
    readers = [
        subprocess.Popen([sys.executable, "-c", READER, path], env=ENVIRONMENT, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    try:
        for reader in readers:
            assert reader.stdout is not None
            assert reader.stdout.readline() == "reading\n"
        for _ in range(5):
            ledger.charge(charge())
    finally:
        for reader in readers:
            reader.kill()
            reader.communicate()
    assert len(ledger.entries()) == 6


def test_what_a_killed_writer_left_is_rolled_back_by_the_next_reader(path: Path, charge: ChargeOf) -> None:
    SqliteLedger(path).charge(charge())
    killed = (
        "import os, sqlite3, sys; con = sqlite3.connect(sys.argv[1], isolation_level=None); "
        "con.execute('BEGIN IMMEDIATE'); con.execute('PRAGMA cache_size = 2'); con.execute(sys.argv[2]); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", killed, path, LARGE])
    assert len(list(path.parent.iterdir())) == 2
    assert len(SqliteLedger(path).entries()) == 1
    assert list(path.parent.iterdir()) == [path]


def test_other_ledgers_of_the_folder_are_charged_in_turn(tmp_path: Path, charge: ChargeOf) -> None:
    ledgers = [SqliteLedger(tmp_path / f"{i}.ledger") for i in range(4)]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(10):
            list(pool.map(lambda ledger: ledger.charge(charge()), ledgers))
    assert [len(ledger.entries()) for ledger in ledgers] == [10] * 4


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="not applicable: POSIX permissions")
def test_a_folder_that_cannot_be_listed_is_refused(unprivileged_folder: Path, charge: ChargeOf) -> None:
    ledger = SqliteLedger(unprivileged_folder / "loans.duckdb.dphh-ledger")
    ledger.charge(charge())
    unprivileged_folder.chmod(0o300)
    assert len(ledger.entries()) == 1
    with pytest.raises(LedgerError, match="cannot be written .its folder: Permission denied"):
        ledger.charge(charge())


def test_a_ledger_that_another_program_put_into_wal_is_one_file_again(path: Path, charge: ChargeOf) -> None:
    """With WAL a copy of the file lacks the charges that are in the file beside it."""
    ledger = SqliteLedger(path)
    ledger.charge(charge())
    assert raw(path, "PRAGMA journal_mode = WAL") == "wal"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        assert other.execute("SELECT count(*) FROM entry").fetchone() == (1,)
        with pytest.raises(LedgerError, match="journal mode wal by another program.*close that program"):
            ledger.charge(charge())
    ledger.charge(charge())
    assert raw(path, "PRAGMA journal_mode") == "delete"
    assert len(ledger.entries()) == 2


class Failing:
    """A connection whose COMMIT fails after it was done, as when the last sync of the folder fails."""

    def __init__(self, con: sqlite3.Connection) -> None:
        self._con = con

    def __getattr__(self, name: str) -> object:
        return getattr(self._con, name)

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        done = self._con.execute(sql, *values)
        if sql == "COMMIT":
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_DIR_FSYNC
            raise error
        return done


def test_a_charge_whose_outcome_is_unknown_is_not_called_unrecorded(
    path: Path, charge: ChargeOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger, real = SqliteLedger(path), sqlite_file._connect
    with monkeypatch.context() as patch:
        patch.setattr(sqlite_file, "_connect", lambda name: Failing(real(name)))
        with pytest.raises(LedgerError, match="may or may not be recorded now .disk I/O error"):
            ledger.charge(charge())
    assert len(ledger.entries()) == 1


def test_sums_from_a_damaged_index_are_found(path: Path, charge: ChargeOf) -> None:
    """Budgets are checked with an index's copy of the amounts."""
    ledger = SqliteLedger(path)
    for _ in range(3):
        ledger.charge(charge())
    for index, columns in (
        ("entry_by_table", "table_name, unit, table_database, table_schema, event, eps, delta"),
        ("entry_by_user", "user_name, table_name, unit, table_database, table_schema, event, eps, delta"),
    ):
        whole = path.read_bytes()
        with closing(sqlite3.connect(path, isolation_level=None)) as con:
            con.execute(f"CREATE INDEX x ON entry ({columns}) WHERE release_id <> 2")
            con.execute("PRAGMA writable_schema = ON")
            con.execute(
                "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'x') "
                "WHERE name = ?",
                [index],
            )
            con.execute("DELETE FROM sqlite_master WHERE name = 'x'")
        with pytest.raises(LedgerError, match="adds up other charges of loans than it holds; rebuild .*REINDEX"):
            ledger.verify()
        raw(path, "REINDEX")
        ledger.verify()
        path.write_bytes(whole)


def test_memory_ledgers_are_apart(charge: ChargeOf) -> None:
    one, other = SqliteLedger(), SqliteLedger()
    one.charge(charge())
    assert len(one.entries()) == 1
    assert other.entries() == []
    assert one.path is None

"""The file: when it appears, what it refuses, where it cannot be."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dphh_sql.errors import BudgetError, LedgerError
from dphh_sql.ledger import Charge, Limit, SqliteLedger
from dphh_sql.ledger.chain import FORMAT
from dphh_sql.ledger.sqlite_file import APPLICATION_ID

ChargeOf = Callable[..., Charge]


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


def test_a_lock_that_is_never_released_is_reported(
    path: Path, charge: ChargeOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dphh_sql.ledger.sqlite_file.BUSY_SECONDS", 0.05)
    ledger = SqliteLedger(path)
    ledger.charge(charge())
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LedgerError, match="locked by another process"):
            ledger.charge(charge())
        assert len(ledger.entries()) == 1  # readers go on
    assert ledger.charge(charge()).release_id == 2


def test_memory_ledgers_are_apart(charge: ChargeOf) -> None:
    one, other = SqliteLedger(), SqliteLedger()
    one.charge(charge())
    assert len(one.entries()) == 1
    assert other.entries() == []
    assert one.path is None

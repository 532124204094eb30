"""Named calls through SQL that are cut short, or asked by two at once: each draw has its charge, a name one release."""

from __future__ import annotations

import logging
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import duckdb
import pytest

from dphh_sql.certificate import Certificate
from dphh_sql.errors import LedgerError
from dphh_sql.ledger import Entry, Ledger, StoredRelease, ledger_path_for, open_ledger
from dphh_sql.ledger.tables import TableLedger
from dphh_sql.udfs import connect
from dphh_sql.udfs.names import Names

Con = duckdb.DuckDBPyConnection
NAMED = "SELECT * FROM dp_hhh('loans', 'zip', eps => 1, name => 'q1')"
OTHERWISE = NAMED.replace("eps => 1", "eps => 0.5")
KILLED = """
import os, signal, sys
from dphh_sql.certificate import Certificate
from dphh_sql.udfs import connect
Certificate.to_json = lambda self: os.kill(os.getpid(), signal.SIGKILL)
connect(sys.argv[1]).execute(sys.argv[2])
"""


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    path = tmp_path / "bank.duckdb"
    with duckdb.connect(str(path)) as con:
        con.execute("CREATE TABLE loans AS SELECT '94' || lpad((i % 9)::VARCHAR, 3, '0') AS zip FROM range(900) r(i)")
    return path


@pytest.fixture
def loans(bank: Path) -> Iterator[Con]:
    with connect(bank) as con:
        yield con


def entries(bank: Path) -> list[Entry]:
    return open_ledger(ledger_path_for(bank)).entries()


def stored(bank: Path) -> list[int]:
    ledger = open_ledger(ledger_path_for(bank))
    return [entry.release_id for entry in ledger.entries() if ledger.get_release(entry.release_id)]


def test_killed_between_the_draw_and_the_storing(bank: Path, caplog: pytest.LogCaptureFixture) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED, str(bank), NAMED], check=False, timeout=100)
    assert killed.returncode == -signal.SIGKILL
    assert (len(entries(bank)), stored(bank)) == (1, [])
    with connect(bank) as con, caplog.at_level(logging.WARNING, "dphh_sql"):
        first = con.execute(NAMED).fetchall()
        assert "the name of release 2 was charged more than once: release 1 was charged and never stored" in caplog.text
        assert "q1" not in "".join(r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING)
        assert con.execute(NAMED).fetchall() == first
    assert (len(entries(bank)), stored(bank)) == (2, [2])


def test_a_storing_that_fails_shows_nothing_and_is_charged_again(
    loans: Con, bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> StoredRelease:
        raise LedgerError("ledger: the disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(TableLedger, "store_release", full)
        for _ in range(2):
            with pytest.raises(duckdb.Error, match="the disk is full"):
                loans.execute(NAMED)
    assert (len(entries(bank)), stored(bank)) == (2, [])
    loans.execute(OTHERWISE).fetchall()  # a name is bound by its release
    assert [entry.eps for entry in entries(bank)] == [1.0, 1.0, 0.5]
    assert stored(bank) == [3]
    with pytest.raises(duckdb.Error, match="belongs to release 3"):
        loans.execute(NAMED)


def test_the_budget_counts_what_was_not_stored(bank: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    policy = tmp_path / "policy.toml"
    policy.write_text("[tables.loans]\neps = 1.5\ndelta = 1e-5\n")
    with connect(bank, policy=policy) as con:
        monkeypatch.setattr(Certificate, "to_json", lambda self: 1 / 0)
        with pytest.raises(duckdb.Error):
            con.execute(NAMED)
        monkeypatch.undo()
        with pytest.raises(duckdb.Error, match=r"0\.5 of eps left.*ask for at most 0\.5.*release 1 was charged and never"):
            con.execute(NAMED)
        assert con.execute(OTHERWISE).fetchall() == con.execute(OTHERWISE).fetchall()
    assert stored(bank) == [2]


def overtaken(monkeypatch: pytest.MonkeyPatch, bank: Path, query: str) -> list[Any]:
    """From now on another process asks the query while a call is about to store; gets what it was shown."""
    shown: list[Any] = []
    store = TableLedger.store_release

    def meanwhile(self: Ledger, release_id: int, payload: str) -> StoredRelease:
        if not shown:
            shown.append(None)
            with monkeypatch.context() as alone, connect(bank) as other:
                alone.setattr(Names, "held", lambda *_: nullcontext())  # what a process holds is none of another's
                shown[0] = other.execute(query).fetchall()
        return store(self, release_id, payload)  # type: ignore[arg-type]

    monkeypatch.setattr(TableLedger, "store_release", meanwhile)
    return shown


def test_two_at_once_are_both_charged_and_show_the_same(loans: Con, bank: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = overtaken(monkeypatch, bank, NAMED)
    assert loans.execute(NAMED).fetchall() == shown[0]
    assert (len(entries(bank)), stored(bank)) == (2, [2])
    assert loans.execute("SELECT release_id FROM dp_certificate('last')").fetchall() == [(2,)]
    assert loans.execute(NAMED).fetchall() == shown[0]
    assert len(entries(bank)) == 2


def test_two_at_once_with_other_arguments(loans: Con, bank: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    overtaken(monkeypatch, bank, OTHERWISE)
    with pytest.raises(duckdb.Error, match=r"'q1' belongs to release 2 of loans.*other arguments \(eps\)"):
        loans.execute(NAMED)
    assert (len(entries(bank)), stored(bank)) == (2, [2])

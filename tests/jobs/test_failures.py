"""The failure table of docs/jobs.md: a test for each row, found by its first cell."""

from __future__ import annotations

import errno
import os
import random
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from dphh_sql.functions import FUNCTIONS
from dphh_sql.jobs import Run, load
from dphh_sql.jobs import run as running
from dphh_sql.ledger.tables import TableLedger
from dphh_sql.release_files import read_rows
from dphh_sql.verification import parsed, verify
from tests.jobs.bank import Bank

DOCS = Path(__file__).parents[2] / "docs" / "jobs.md"
FAILURES: dict[str, Callable[..., None]] = {}
Say = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def documented() -> dict[str, list[str]]:
    """First cell -> the others, of the table under the heading."""
    text = DOCS.read_text(encoding="utf-8").split("## What can fail", 1)[1].split("\n## ")[0]
    rows = re.findall(r"^\|(.+)\|$", text, flags=re.MULTILINE)
    cells = [[cell.strip() for cell in row.split("|")] for row in rows]
    return {first: others for first, *others in cells[2:]}


def row(first: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    def add(test: Callable[..., None]) -> Callable[..., None]:
        FAILURES[first] = test
        return test

    return add


@pytest.mark.parametrize("first", documented())
def test_a_row_of_the_table(first: str, bank: Bank, capsys: Say, monkeypatch: Patch) -> None:
    """The status and the state that the table says, by a run; then the run that it advises, which ends well.

    One release is stored in the end. A draw that may have begun has its own charge: a charge without a stored release
    is never used again.
    """
    status, charged, _ = documented()[first]
    FAILURES[first](bank, capsys, monkeypatch, status)
    charges = {"no": 0, "yes": 1, "each": 2}[charged.split(", ")[0]]
    stored = charged != "no" and "not stored" not in charged
    assert len(bank.entries) == charges, charged
    monkeypatch.undo()
    bank.job()
    capsys.readouterr()
    assert bank.run() == 0, capsys.readouterr().err
    said = capsys.readouterr().out
    assert ("made before: nothing was spent" in said) == stored
    assert ("release 1 was charged and never stored" in said) == (charges == 1 and not stored)
    bank.require_released_once()
    charges += not stored
    assert len(bank.entries) == charges
    assert bank.run() == 0
    assert len(bank.entries) == charges


def test_every_failure_is_in_the_table() -> None:
    assert FAILURES.keys() == documented().keys()


def fails(bank: Bank, capsys: Say, status: str, *said: str) -> None:
    assert bank.run() == int(status)
    err = capsys.readouterr().err
    assert "Traceback" not in err
    for text in said:
        assert text in err


# --- refused ----------------------------------------------------------------------------------------------------


@row("a mistake in the job")
def _(bank: Bank, capsys: Say, monkeypatch: Patch, status: str) -> None:
    good = bank.changes
    for changes, said in (
        ({"release": {"epz": 1.0}}, "unknown key of [release] 'epz'"),
        ({"release": {"eps": -1}}, "eps must be > 0, got -1"),
        ({"source": {"column": "nozip"}}, "'nozip' is no column"),
        ({"source": {"table": "lones"}}, "there is no table or view bank.main.lones"),
    ):
        bank.changes = dict(good)
        bank.job(**changes)
        assert bank.run() == int(status)
        err = capsys.readouterr().err
        assert said in err
        assert "nothing was charged" in err
        bank.changes = good


@row("something is at the target")
def _(bank: Bank, capsys: Say, monkeypatch: Patch, status: str) -> None:
    for path in (bank.target, bank.certificate):
        path.write_text("mine")
        fails(bank, capsys, status, f"target {path} exists already", "writes over nothing", "nothing was charged")
        assert path.read_text() == "mine"
        path.unlink()


@row("something appears at the target during the run")
def _(bank: Bank, capsys: Say, monkeypatch: Patch, status: str) -> None:
    count = running.count

    def counting(*arguments: Any) -> Any:
        bank.target.write_text("mine")
        return count(*arguments)

    monkeypatch.setattr(running, "count", counting)
    fails(bank, capsys, status, "exists already", "charged and stored", "it only writes")
    assert bank.target.read_text() == "mine"
    bank.target.unlink()


@row("the job's arguments have changed")
def _(bank: Bank, capsys: Say, monkeypatch: Patch, status: str) -> None:
    assert bank.run() == 0
    capsys.readouterr()
    with duckdb.connect(bank.folder / "bank.duckdb") as con:
        con.execute("CREATE TABLE others AS FROM loans")
    good = dict(bank.changes)
    for changes, said in (
        ({"release": {"eps": 0.5, "tau": 90}}, "other arguments (eps, tau)"),
        ({"release": {"filter": "year = 2001"}}, "other arguments (filter)"),
        ({"source": {"table": None, "query": "SELECT zip, borrower FROM loans WHERE year = 2001"}}, "(filter)"),
        ({"source": {"table": "others"}}, "belongs to release 1 of bank.main.loans, not of bank.main.others"),
    ):
        bank.job(**changes)
        fails(bank, capsys, status, said)
        bank.changes = dict(good)


# --- budget, engine, ledger, disk -------------------------------------------------------------------------------


@row("the budget does not allow it")
def _(bank: Bank, capsys: Say, monkeypatch: Patch, status: str) -> None:
    policy = bank.folder / "policy.toml"
    policy.write_text('[tables.loans]\nunit = "borrower"\neps = 0.5\ndelta = 1e-5\n')
    bank.job(budget={"policy": "policy.toml"})
    fails(bank, capsys, status, "budget of loans: 0.5 of eps left, 1.0 asked", "nothing was charged")
    policy.write_text('[tables.loans]\nunit = "borrower"\neps = 1.5\ndelta = 1e-5\n')


@row("the budget does not allow to charge again")
def _(bank: Bank, capsys: Say, monkeypatch: Patch, status: str) -> None:
    policy = bank.folder / "policy.toml"
    policy.write_text('[tables.loans]\nunit = "borrower"\neps = 1.5\ndelta = 1e-5\n')
    bank.job(budget={"policy": "policy.toml"})
    assert bank.killed("drawn") == -signal.SIGKILL
    for _ in range(2):
        fails(
            bank, capsys, status, "budget of loans: 0.5 of eps left, 1.0 asked; ask for at most 0.5, or have the owner",
            "It was charged before: release 1 was charged and never stored",
        )  # fmt: skip
        assert not bank.target.exists()
    policy.write_text('[tables.loans]\nunit = "borrower"\neps = 2\ndelta = 1e-5\n')


@row("the engine cannot be reached")
def _(bank: Bank, capsys: Say, monkeypatch: Patch, status: str) -> None:
    away = bank.folder / "away.duckdb"
    (bank.folder / "bank.duckdb").rename(away)
    (bank.folder / "bank.duckdb").mkdir()
    fails(bank, capsys, status, "bank.duckdb cannot be opened", "nothing was charged; when the cause is gone, run")
    (bank.folder / "bank.duckdb").rmdir()
    away.rename(bank.folder / "bank.duckdb")


@row("the statement fails or is cancelled")
def _(bank: Bank, capsys: Say, monkeypatch: Patch, status: str) -> None:
    from dphh_sql.warehouse.engines.duckdb import DuckDBEngine

    fetch = DuckDBEngine.fetch

    def cancelled(self: DuckDBEngine, query: Any) -> Any:
        self._con.execute("SET memory_limit = '1KB'")  # by then it is planned, and cannot run
        return fetch(self, query)

    monkeypatch.setattr(DuckDBEngine, "fetch", cancelled)
    fails(bank, capsys, status, "duckdb: ", "nothing was charged")


@row("the ledger cannot be written")
def _(bank: Bank, capsys: Say, monkeypatch: Patch, status: str) -> None:
    place = bank.folder / "bank.duckdb.dphh-ledger"
    place.mkdir()
    fails(bank, capsys, status, "ledger", "nothing was charged")
    place.rmdir()


@row("the ledger's disk is full when the release is stored")
def _(bank: Bank, capsys: Say, monkeypatch: Patch, status: str) -> None:
    store = TableLedger.store_release
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)

    def full(*arguments: Any) -> Any:
        size = (bank.folder / "bank.duckdb.dphh-ledger").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
        try:
            return store(*arguments)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    monkeypatch.setattr(TableLedger, "store_release", full)
    fails(bank, capsys, status, "ledger", "release 1 is charged and not stored", "it is charged again")
    assert bank.ledger.get_release(1) is None


@row("the disk is full when the rows are written")
def _(bank: Bank, capsys: Say, monkeypatch: Patch, status: str) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    fails(bank, capsys, status, f"target {bank.target} cannot be written (No space left", "it only writes")
    assert sorted(path.name for path in bank.folder.iterdir() if "zips" in path.name) == []


@row("Ctrl-C")
def _(bank: Bank, capsys: Say, monkeypatch: Patch, status: str) -> None:
    def interrupted(*arguments: Any) -> Any:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(running, "count", interrupted)
    fails(bank, capsys, status, "interrupted", "nothing was charged")


# --- killed -----------------------------------------------------------------------------------------------------


def killed(first: str, *moments: str) -> None:
    @row(first)
    def _(bank: Bank, capsys: Say, monkeypatch: Patch, status: str) -> None:
        for moment in moments:
            assert bank.killed(moment) == -signal.SIGKILL
        assert status == "137"
        assert not bank.certificate.exists()


killed("killed before the charge", "count", "charge")
killed("killed between the charge and the draw", "draw and store")
killed("killed between the draw and the storing", "drawn")
killed("killed before the rows are written", "write rows")
killed("killed while the rows are written", "half the rows")
killed("killed between the rows and the certificate", "write certificate")


@row("two runs at once")
def _(bank: Bank, capsys: Say, monkeypatch: Patch, status: str) -> None:
    """The second runs from start to end while the first is about to charge, or to draw; both write the same rows."""
    for moment in ("charge", "draw and store"):
        bank.job(id=moment.split()[0])
        jobs = []
        for name in ("a", "b"):
            jobs.append(load(bank.job(target={"file": f"{moment.split()[0]}-{name}.parquet"})))
        second = Run(jobs[1])

        def meanwhile(step: str, moment: str = moment, second: Run = second) -> None:
            if step == moment:
                assert not second.run().repeated

        first = Run(jobs[0], meanwhile)
        outcome = first.run()
        for run in (first, second):
            run.close()
        charges = [entry for entry in bank.entries if entry.name == jobs[0].name]
        assert len(charges) == 2
        # The second stored first: its release stands, the first run's charge too.
        assert outcome.entry == charges[moment == "draw and store"]
        assert outcome.lost == (charges[moment == "charge"],)
        a, b = (bank.folder / f"{moment.split()[0]}-{name}.parquet" for name in ("a", "b"))
        assert a.read_bytes() == b.read_bytes()
    (bank.folder / "bank.duckdb.dphh-ledger").unlink()
    bank.changes = {}
    job = load(bank.job())
    second = Run(job)
    first = Run(job, lambda step: second.run() and None if step == "charge" else None)
    first.run()
    for run in (first, second):
        run.close()
    assert status == "0"


@pytest.mark.soak
def test_killed_at_any_time(bank: Bank, capsys: Say) -> None:
    """A fresh job each round, killed after a random time until it is done: one release each, whole targets."""
    rounds, kills = 40, 0
    for i in range(rounds):
        job = bank.job(id=f"job{i}", target={"file": f"{i}.parquet"})
        command = [sys.executable, "-m", "tests.jobs.worker", str(job), "never"]
        for _ in range(8):
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                process.wait(random.uniform(0.5, 3.0))
            except subprocess.TimeoutExpired:
                process.kill()
                kills += 1
            process.wait()
        assert bank.run() == 0, capsys.readouterr().err
        charges = [entry for entry in bank.entries if entry.name == f"job{i}/2026-11"]
        assert [bool(bank.ledger.get_release(entry.release_id)) for entry in charges].count(True) == 1
        rows = read_rows(bank.folder / f"{i}.parquet", FUNCTIONS["dp_hhh"].columns)
        facts = parsed((bank.folder / f"{i}.parquet.certificate.json").read_text())
        assert not [check for check in verify(facts, rows, bank.ledger) if check.passed is False]
    assert kills > rounds

"""Attacks that need more than one connection, thread or process."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest

import dphh_sql
from tests.attacks.bank import SECRET, Bank
from tests.support.ledgers import Place

WORKER = Path(__file__).with_name("worker.py")
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
QUERY = "SELECT * FROM dp_hhh('loans', 'zip', eps => 0.1)"


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[Bank]:
    bank = Bank.open(tmp_path)
    yield bank
    bank.close()


def test_cursors_share_the_budget(bank: Bank) -> None:
    for _ in range(10):
        bank.analyst.cursor().execute(QUERY)
    with pytest.raises(duckdb.Error, match=r"budget of loans: 0 of eps left, 0\.1 asked"):
        bank.analyst.cursor().execute(QUERY)
    assert bank.spent() == 1


def test_analysts_and_the_owner_share_the_budget(bank: Bank) -> None:
    other = dphh_sql.analyst(bank.owner, user="bob")
    for con in (bank.analyst, other, bank.owner) * 3:
        con.execute(QUERY)
    assert bank.spent() == Decimal("0.9")
    users = other.execute(
        "SELECT user_name, count(*) FROM dp_ledger() WHERE user_name IN ('ann', 'bob') GROUP BY 1"
    ).fetchall()
    assert sorted(users) == [("ann", 3), ("bob", 3)]


def test_threads_end_at_exactly_the_budget(bank: Bank) -> None:
    def hammer(_: int) -> int:
        con, given = bank.analyst.cursor(), 0
        while True:
            try:
                con.execute(QUERY).fetchall()
            except duckdb.InvalidInputException:
                return given
            given += 1

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(hammer, range(4))) == 10
    assert bank.spent() == 1


def test_threads_pay_for_one_name_once(bank: Bank) -> None:
    named = "SELECT * FROM dp_hhh('loans', 'zip', eps => 0.1, name => 'q')"
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda _: bank.analyst.cursor().execute(named).fetchall(), range(8)))
    assert all(answer == answers[0] for answer in answers)
    assert bank.spent() == Decimal("0.1")


def test_a_cancelled_query_charges_at_most_what_it_asked(bank: Bank) -> None:
    slow = (
        f"SELECT count(*) FROM ({QUERY}) r, range(100_000_000) a, range(1000) b WHERE hash(a.range, b.range, level) = 1"
    )
    timer = threading.Timer(1.0, bank.analyst.interrupt)
    timer.start()
    with pytest.raises(duckdb.InterruptException):
        bank.analyst.execute(slow)
    timer.join()
    assert bank.spent() in (Decimal(0), Decimal("0.1"))
    bank.analyst.execute(QUERY)


def test_a_renamed_table_takes_no_answer_with_it(bank: Bank) -> None:
    bank.analyst.execute(QUERY)
    bank.owner.execute("DROP VIEW recent_again; DROP VIEW recent; ALTER TABLE loans RENAME TO old_loans")
    for name in ("loans", "old_loans"):
        with pytest.raises(duckdb.Error, match=r"tbl must be a published table \(loans\)"):
            bank.analyst.execute(f"FROM dp_hhh('{name}', 'zip', eps => 0.1)")
    assert bank.spent() == Decimal("0.1")


def test_a_view_swapped_after_prepare_is_refused(bank: Bank) -> None:
    """It is bound again; and if it were not, the statement would count what was checked."""
    bank.analyst.execute(
        "PREPARE p AS SELECT count FROM dp_hhh('recent', 'code', hierarchy => 'zip', eps => 0.1) WHERE level = 0"
    )
    bank.owner.execute("CREATE OR REPLACE VIEW recent AS SELECT borrower, zip AS code, year FROM loans, range(100)")
    with pytest.raises(duckdb.Error, match="may count rows of a protected table more than once"):
        bank.analyst.execute("EXECUTE p").fetchall()
    assert bank.spent() == 0


def test_nothing_is_answered_once_the_owner_is_gone(bank: Bank) -> None:
    bank.owner.close()
    with pytest.raises(duckdb.Error, match="no registered connection of this database is open"):
        bank.analyst.execute(QUERY)


def test_the_analyst_keeps_the_owners_connection(tmp_path: Path) -> None:
    bank = Bank.open(tmp_path)
    analyst = bank.analyst.cursor()
    del bank
    assert analyst.execute("SELECT eps_left FROM dp_budget()").fetchall() == [(1.0,)]


@pytest.mark.parametrize("broken", ["no ledger" * 100, None])
def test_a_broken_ledger_is_nobody_elses_business(bank: Bank, broken: str | None) -> None:
    """Where the owner's ledger is, and what is wrong with it, stands in the owner's log."""
    place = bank.file.with_name(bank.file.name + ".dphh-ledger")
    if broken is None:
        place.mkdir()
    else:
        place.write_text(broken)
    for sql in (QUERY, "FROM dp_budget()", "FROM dp_ledger()", "FROM dp_composition()", "FROM dp_certificate(1)"):
        with pytest.raises(duckdb.Error, match="the owner's ledger cannot be used now") as refused:
            bank.analyst.execute(sql)
        assert SECRET not in str(refused.value)
    with pytest.raises(duckdb.Error, match=f"ledger /.*{SECRET}.*bank.duckdb.dphh-ledger"):
        bank.owner.execute(QUERY)


def _processes(bank: Bank, place: Place, mode: str, n: int) -> list[subprocess.Popen[str]]:
    bank.close()
    return [
        subprocess.Popen(
            [sys.executable, str(WORKER), str(bank.file), place.where, mode],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
        )
        for _ in range(n)
    ]


def test_two_processes_end_at_exactly_the_budget(bank: Bank, place: Place) -> None:
    outputs = [worker.communicate() for worker in _processes(bank, place, "budget", 2)]
    assert [errors for _, errors in outputs] == ["", ""]
    assert sum(output.count("released") for output, _ in outputs) == 10
    ledger = place.open()
    ledger.verify()
    assert [spent.eps for spent in ledger.spent()] == [1]


@pytest.mark.skipif(os.name == "nt", reason="not applicable: SIGKILL")
@pytest.mark.parametrize("rounds", [3, pytest.param(200, marks=pytest.mark.soak)])
def test_kill_nine_leaves_a_verifiable_ledger_and_no_unpaid_release(bank: Bank, place: Place, rounds: int) -> None:
    ledger, given = place.open(), 0
    for _ in range(rounds):
        (worker,) = _processes(bank, place, "endless", 1)
        assert worker.stdout is not None
        assert worker.stdout.readline() == "released\n", worker.communicate()[1]
        time.sleep(random.uniform(0, 0.2))
        worker.kill()
        given += 1 + worker.communicate()[0].count("released\n")
        ledger.verify()
        assert len(ledger.entries()) >= given
    stored = [ledger.get_release(entry.release_id) for entry in ledger.entries()]
    # A charge whose release was cut short may remain, one for each kill.
    assert sum(release is None for release in stored) <= rounds
    assert ledger.get_release(len(stored) + 1) is None
    print(f"{rounds} kills, {given} releases given, {len(stored)} charged, {stored.count(None)} charges without a release")

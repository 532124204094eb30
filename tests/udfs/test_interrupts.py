"""An interrupt stops the count, also one that the owner's connection makes for an analyst, and then nothing is charged."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import duckdb
import numpy as np
import numpy.typing as npt
import pytest

import dphh_sql
from dphh_sql import entropy
from dphh_sql.errors import ReleaseError
from dphh_sql.policy import Policy
from dphh_sql.streaming.summary import Summary
from dphh_sql.udfs import names
from dphh_sql.udfs.counting import Counts

Con = duckdb.DuckDBPyConnection
BUDGET = {"published": True, "eps": 10.0, "delta": 1e-3}
POLICY = Policy.of({"loans": {"unit": "borrower", **BUDGET}, "tiny": BUDGET})
TABLE = "CREATE TABLE loans AS SELECT i AS borrower, '94110' AS zip FROM range(500_000) r(i)"
QUERY = "SELECT count(*) FROM dp_hhh('loans', 'zip', eps => 0.5)"


@pytest.fixture
def owner() -> Iterator[Con]:
    with dphh_sql.connect(policy=POLICY) as con:
        con.execute(TABLE)
        con.execute("CREATE TABLE tiny AS SELECT '94110' AS zip")
        yield con


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Set as soon as rows are counted, which takes seconds: each chunk's draws wait."""
    started, draws = threading.Event(), entropy.uint64s

    def slowly(n: int) -> npt.NDArray[np.uint64]:
        started.set()
        time.sleep(0.01)
        return draws(n)

    monkeypatch.setattr(entropy, "uint64s", slowly)
    return started


STREAM = "SELECT count(*) FROM dp_hhh_stream('loans', 'zip', eps => 0.5, k => 10)"


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Set as soon as a stream is read, which takes seconds: each batch waits."""
    pytest.importorskip("numba")
    started, update = threading.Event(), Summary.update

    def slowly(self: Summary, keys: list[Any]) -> None:
        started.set()
        time.sleep(0.5)
        update(self, keys)

    monkeypatch.setattr(Summary, "update", slowly)
    return started


def spent(owner: Con) -> float:
    ((eps,),) = owner.execute("SELECT eps_spent FROM dp_budget() WHERE table_name = 'loans'").fetchall()
    return float(eps)


def interrupted_when(started: threading.Event, *interrupted: Con) -> threading.Thread:
    def run() -> None:
        started.wait()
        for con in interrupted:
            con.interrupt()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


@pytest.mark.parametrize("by", ["analyst", "its cursor", "owner"])
def test_nothing_is_charged_while_counting(owner: Con, counting: threading.Event, by: str) -> None:
    con = owner if by == "owner" else dphh_sql.analyst(owner)
    con = con.cursor() if by == "its cursor" else con
    thread = interrupted_when(counting, con)
    with pytest.raises(duckdb.Error, match="[Ii]nterrupt"):
        con.execute(QUERY).fetchall()
    thread.join()
    assert spent(owner) == 0
    con.execute(QUERY).fetchall()  # as if nothing had been
    assert spent(owner) == 0.5


@pytest.fixture
def row_owner() -> Iterator[Con]:
    with dphh_sql.connect(policy=Policy.of({"loans": {"published": True, "eps": 10.0, "delta": 1e-3}})) as con:
        con.execute(TABLE)
        con.execute("CREATE TABLE tiny AS SELECT '94110' AS zip")
        yield con


@pytest.mark.parametrize("by", ["analyst", "owner", "its cursor"])
def test_nothing_is_charged_while_a_stream_is_read(row_owner: Con, reading: threading.Event, by: str) -> None:
    con = dphh_sql.analyst(row_owner) if by == "analyst" else row_owner
    con = con.cursor() if by == "its cursor" else con
    thread = interrupted_when(reading, con)
    with pytest.raises(duckdb.Error, match="[Ii]nterrupt"):
        con.execute(STREAM).fetchall()
    thread.join()
    assert spent(row_owner) == 0
    con.execute(STREAM).fetchall()
    assert spent(row_owner) == 0.5


def test_an_interrupt_of_another_cursor_stops_no_stream(row_owner: Con, reading: threading.Event) -> None:
    thread = interrupted_when(reading, row_owner.cursor())
    row_owner.execute(STREAM).fetchall()
    thread.join()
    assert spent(row_owner) == 0.5


ASKED = {"all": "", "filter": ", filter => $$zip <> 'none' AND borrower >= 0$$"}
if duckdb.__version__.startswith("1."):  # knows no progress of VALUES, which may come first or last
    del ASKED["filter"]


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED.keys())
def test_a_long_count_shows_its_progress(owner: Con, counting: threading.Event, asked: str) -> None:
    owner.execute("SET enable_progress_bar = true")
    owner.execute("SET enable_progress_bar_print = false")
    seen, done = [0.0], threading.Event()

    def watch() -> None:
        while not done.wait(0.02):
            seen.append(owner.query_progress())

    thread = threading.Thread(target=watch)
    thread.start()
    owner.execute(QUERY.replace("eps => 0.5", f"eps => 0.5{asked}")).fetchall()
    done.set()
    thread.join()
    assert 0 < max(seen)


def test_an_interrupt_of_another_cursor_or_analyst_stops_nothing(owner: Con, counting: threading.Event) -> None:
    con, other = dphh_sql.analyst(owner), dphh_sql.analyst(owner)
    thread = interrupted_when(counting, con.cursor(), other)
    assert con.execute(QUERY).fetchall() == [(2,)]
    thread.join()
    assert spent(owner) == 0.5


def test_an_interrupt_that_comes_before_the_count_begins_is_not_lost(
    owner: Con, monkeypatch: pytest.MonkeyPatch, counting: threading.Event
) -> None:
    """DuckDB forgets an interrupt of a connection that runs nothing."""
    from dphh_sql.udfs.releasing import Call

    con, build = dphh_sql.analyst(owner), Call.counting

    def interrupted_first(self: Call) -> object:
        con.interrupt()
        return build(self)

    monkeypatch.setattr(Call, "counting", interrupted_first)
    with pytest.raises(duckdb.Error, match="[Ii]nterrupt"):
        con.execute(QUERY).fetchall()
    assert spent(owner) == 0


def test_an_interrupt_that_is_repeated_starts_one_thread() -> None:
    """A server repeats it until the statement is gone, which may take a while."""
    counts, con, before = Counts(), duckdb.connect(), threading.active_count()
    started = []

    def interrupts() -> None:
        with counts.made_for(1, con):
            for _ in range(50):
                counts.interrupt(1)
            started.append(threading.active_count() - before)

    with pytest.raises(ReleaseError, match="interrupted while the rows were counted"):
        interrupts()
    assert started == [1]


def test_an_interrupt_after_the_charge_is_paid(owner: Con, monkeypatch: pytest.MonkeyPatch) -> None:
    con = dphh_sql.analyst(owner)
    endless = f"SELECT count(*) FROM ({QUERY}), range(100_000_000) a, range(1000) b WHERE hash(a.range, b.range) = 1"

    def run() -> None:
        while spent(owner.cursor()) == 0:
            time.sleep(0.01)
        con.interrupt()

    thread = threading.Thread(target=run)
    thread.start()
    with pytest.raises(duckdb.InterruptException):
        con.execute(endless).fetchall()
    thread.join()
    assert spent(owner) == 0.5


CONTROL_C = """
import os, signal, sys, threading, time
import duckdb
import dphh_sql
from dphh_sql import entropy
from dphh_sql.policy import Policy
from dphh_sql.streaming.summary import Summary
from tests.udfs.test_interrupts import POLICY, QUERY, STREAM, TABLE

streamed = sys.argv[1] == "owner's stream"
policy = Policy.of({"loans": {"eps": 10.0, "delta": 1e-3}}) if streamed else POLICY
owner = dphh_sql.connect(policy=policy)
owner.execute(TABLE)
started = threading.Event()
def slow(function, seconds):
    def slowly(*args):
        started.set()
        time.sleep(seconds)
        return function(*args)
    return slowly
entropy.uint64s = slow(entropy.uint64s, 0.01)
Summary.update = slow(Summary.update, 0.5)
def press():
    started.wait()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=press).start()
try:
    (owner if streamed else dphh_sql.analyst(owner)).execute(STREAM if streamed else QUERY).fetchall()
    print("it ran to its end")
except (duckdb.Error, RuntimeError, KeyboardInterrupt) as stopped:
    print("nterrupt" in str(stopped) or isinstance(stopped, KeyboardInterrupt))
print(owner.execute("SELECT eps_spent FROM dp_budget() WHERE table_name = 'loans'").fetchall())
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(10)
except KeyboardInterrupt:  # as before
    print("stopped")
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="not applicable: POSIX signals")
@pytest.mark.parametrize("what", ["analyst's count", "owner's stream"])
def test_control_c_stops_the_count(what: str) -> None:
    if what == "owner's stream":
        pytest.importorskip("numba")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", CONTROL_C, what]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert done.stdout == "True\n[(0.0,)]\nstopped\n", done.stderr


NAMED = "SELECT count(*) FROM dp_hhh('loans', 'zip', eps => 0.5, name => '{}')"


def answered(con: Con, query: str, errors: list[BaseException]) -> threading.Thread:
    def run() -> None:
        try:
            con.execute(query).fetchall()
        except duckdb.Error as error:
            errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_who_waits_for_a_name_can_be_interrupted(
    owner: Con, counting: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits, acquire = threading.Semaphore(0), names._acquire
    monkeypatch.setattr(names, "_acquire", lambda *lock: (waits.release(), acquire(*lock)))
    ann, bob = (dphh_sql.analyst(owner, user=user) for user in ("ann", "bob"))
    theirs: list[BaseException] = []
    first = answered(ann, NAMED.format("q"), theirs)
    assert counting.wait(60)
    mine: list[BaseException] = []
    second = answered(bob, NAMED.format("q"), mine)
    for _ in range(2):  # Ann, who has it at once, and Bob
        assert waits.acquire(timeout=60)
    time.sleep(0.1)
    bob.interrupt()
    while not mine:
        time.sleep(0.01)
    assert spent(owner) == 0  # the other still counts
    for thread in (second, first):
        thread.join(60)
    assert (len(mine), theirs) == (1, [])
    assert owner.execute("SELECT user_name FROM dp_ledger()").fetchall() == [("ann",)]


def test_another_name_does_not_wait(owner: Con, counting: threading.Event) -> None:
    ann, bob = (dphh_sql.analyst(owner, user=user) for user in ("ann", "bob"))
    mine: list[BaseException] = []
    first = answered(ann, NAMED.format("q"), [])
    assert counting.wait(60)
    second = answered(bob, "SELECT count(*) FROM dp_hhh('tiny', 'zip', eps => 0.5, name => 'q')", mine)
    second.join(60)
    assert (first.is_alive(), mine) == (True, [])
    ann.interrupt()
    first.join(60)
    assert owner.execute("SELECT user_name FROM dp_ledger()").fetchall() == [("bob",)]


def test_the_same_name_waits_and_is_paid_for_once(owner: Con, counting: threading.Event) -> None:
    analysts = [dphh_sql.analyst(owner, user=user) for user in ("ann", "bob")]
    errors: list[BaseException] = []
    threads = [answered(con, NAMED.format("q"), errors) for con in analysts]
    for thread in threads:
        thread.join(120)
    assert (errors, spent(owner)) == ([], 0.5)


@pytest.mark.parametrize(
    "forged", ["current_connection_id()", "77", "-1"], ids=["macro", "number", "negative"]
)
def test_a_count_belongs_to_the_connection_that_asks(owner: Con, forged: str) -> None:
    """Else an interrupt would not find it, and a server's time limit would not hold."""
    with dphh_sql.analyst(owner) as con:
        con.execute("CREATE TEMP MACRO current_connection_id() AS 77")
        assert con.execute("SELECT count(*) > 0 FROM dp_hhh('tiny', 'zip', eps => 0.1, rest => true)").fetchall()
        text = con.execute(
            "SELECT system.main.__dphh_sql('dp_hhh', '\"tiny\"', '\"zip\"', '{\"eps\": 0.1}', 'bank', 'main', '')"
        ).fetchall()[0][0]
        token = text.partition("__dp_hhh(")[2].split("'")[1]
        ((answer,),) = con.execute(f"SELECT system.main.__dp_hhh({forged}, [], '{token}')").fetchall()
        assert "asked for no connection of this session" in answer["error"]
        assert con.execute("SELECT releases FROM dp_budget() WHERE table_name = 'tiny'").fetchall() == [(1,)]

"""An interrupt stops the count, also one that the owner's connection makes for an analyst, and then nothing is charged."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import duckdb
import numpy as np
import numpy.typing as npt
import pytest

import dphh_sql
from dphh_sql import entropy
from dphh_sql.policy import Policy

Con = duckdb.DuckDBPyConnection
POLICY = Policy.of({"loans": {"published": True, "unit": "borrower", "eps": 10.0, "delta": 1e-3}})
TABLE = "CREATE TABLE loans AS SELECT i AS borrower, '94110' AS zip FROM range(500_000) r(i)"
QUERY = "SELECT count(*) FROM dp_hhh('loans', 'zip', eps => 0.5)"


@pytest.fixture
def owner() -> Iterator[Con]:
    with dphh_sql.connect(policy=POLICY) as con:
        con.execute(TABLE)
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


def spent(owner: Con) -> float:
    ((eps,),) = owner.execute("SELECT eps_spent FROM dp_budget()").fetchall()
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
import os, signal, threading, time
import duckdb
import dphh_sql
from dphh_sql import entropy
from tests.udfs.test_interrupts import POLICY, QUERY, TABLE

owner = dphh_sql.connect(policy=POLICY)
owner.execute(TABLE)
started, draws = threading.Event(), entropy.uint64s
def slowly(n):
    started.set()
    time.sleep(0.01)
    return draws(n)
entropy.uint64s = slowly
def press():
    started.wait()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=press).start()
try:
    dphh_sql.analyst(owner).execute(QUERY).fetchall()
    print("it ran to its end")
except (duckdb.Error, RuntimeError, KeyboardInterrupt) as stopped:
    print("nterrupt" in str(stopped) or isinstance(stopped, KeyboardInterrupt))
print(owner.execute("SELECT eps_spent FROM dp_budget()").fetchall())
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="not applicable: POSIX signals")
def test_control_c_stops_the_count() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", CONTROL_C], env=environment, capture_output=True, text=True, timeout=120)
    assert done.stdout == "True\n[(0.0,)]\n", done.stderr

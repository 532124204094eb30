"""Threads, processes and forks on one ledger."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path

import pytest

from dphh_sql.errors import BudgetError
from dphh_sql.ledger import Charge, Entry, Ledger, Limit
from tests.support.ledgers import Place

WORKER = Path(__file__).with_name("worker.py")
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def start(place: Place, mode: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(WORKER), place.where, mode], stdout=subprocess.PIPE, text=True, env=ENVIRONMENT
    )


def check(ledger: Ledger, acknowledged: list[int], eps: str) -> None:
    ledger.verify()
    assert sorted(acknowledged) == [e.release_id for e in ledger.entries()]
    (spent,) = ledger.spent()
    assert (spent.eps, spent.releases) == (Decimal(eps), len(acknowledged))


def test_threads_spend_exactly_the_budget(ledger: Ledger, charge: Callable[..., Charge]) -> None:
    def hammer(_: int) -> list[Entry]:
        mine = []
        for _ in range(10):
            try:
                mine.append(ledger.charge(charge(), Limit(2.5, 1)))
            except BudgetError:
                break
        return mine

    with ThreadPoolExecutor(8) as pool:
        entries = [e for mine in pool.map(hammer, range(8)) for e in mine]
    check(ledger, [e.release_id for e in entries], "2.5")
    assert sorted(entries, key=lambda e: e.release_id) == ledger.entries()


def test_threads_without_a_limit_lose_nothing(ledger: Ledger, charge: Callable[..., Charge]) -> None:
    with ThreadPoolExecutor(8) as pool:
        entries = list(pool.map(lambda _: ledger.charge(charge()), range(80)))
    check(ledger, [e.release_id for e in entries], "8")


def test_of_many_at_once_one_release_of_a_name_is_stored(place: Place, charge: Callable[..., Charge]) -> None:
    def make(ledger: Ledger) -> tuple[int, int]:
        entry = ledger.charge(charge(name="q"))
        return entry.release_id, ledger.store_release(entry.release_id, f'{{"rows":{entry.release_id}}}').entry.release_id

    with ThreadPoolExecutor(6) as pool:
        charged, shown = zip(*pool.map(make, [place.open() for _ in range(6)]), strict=True)
    assert sorted(charged) == list(range(1, 7))
    assert len(set(shown)) == 1
    assert [place.open().get_release(i) is not None for i in range(1, 7)].count(True) == 1


def test_objects_on_one_place_share_the_budget(place: Place, charge: Callable[..., Charge]) -> None:
    def hammer(ledger: Ledger) -> int:
        spent = 0
        while True:
            try:
                ledger.charge(charge(), Limit(2, 1))
            except BudgetError:
                return spent
            spent += 1

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(hammer, [place.open() for _ in range(4)])) == 20
    place.open().verify()


@pytest.mark.parametrize(("mode", "eps", "charges"), [("limited", "1", 10), ("unlimited", "0.075", 75)])
def test_processes_end_exactly_right(place: Place, mode: str, eps: str, charges: int) -> None:
    workers = [start(place, mode) for _ in range(3)]
    acknowledged = [int(line.split()[0]) for w in workers for line in w.communicate()[0].splitlines()]
    assert [w.returncode for w in workers] == [0, 0, 0]
    assert len(acknowledged) == charges
    check(place.open(), acknowledged, eps)


FORK = """
import os, sys, threading, warnings
from dphh_sql.ledger import Charge, TableId, open_ledger

warnings.simplefilter("ignore", DeprecationWarning)  # forking with threads is the point
shared, memory = open_ledger(sys.argv[1]), open_ledger(None)
charge = Charge(
    table=TableId("b", "main", "t"), function="dp_hhh", eps=0.1, delta=0, user_name="u", request="{}"
)
done = threading.Event()
def hammer(ledger):
    while not done.wait(0.003):  # leaves the lock to others now and then
        ledger.charge(charge)
threads = [threading.Thread(target=hammer, args=(ledger,)) for ledger in (shared, shared, memory)]
for t in threads:
    t.start()
for _ in range(5):
    child = os.fork()
    if child == 0:
        for ledger in (shared, memory):
            for _ in range(3):
                ledger.charge(charge)
            ledger.verify()
        os._exit(0)
    for _ in range(3):
        shared.charge(charge)
    assert os.waitpid(child, 0)[1] == 0
done.set()
for t in threads:
    t.join()
for ledger in (shared, memory):
    ledger.verify()
assert len(shared.entries()) >= 30
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="not applicable: fork")
def test_forked_children_and_their_parent_go_on(place: Place) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORK, place.where], env=ENVIRONMENT, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")

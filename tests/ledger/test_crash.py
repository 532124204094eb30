"""kill -9 in a loop, and at every statement."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dphh_sql.ledger import Charge
from tests.support.ledgers import Place

WORKER = Path(__file__).with_name("worker.py")
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="not applicable: SIGKILL")
@pytest.mark.parametrize("rounds", [10, pytest.param(200, marks=pytest.mark.soak)])
def test_kill_nine_loses_no_acknowledged_charge(place: Place, charge: Callable[..., Charge], rounds: int) -> None:
    ledger = place.open()
    acknowledged: dict[int, str] = {}
    rng = random.Random(20)
    for _ in range(rounds):
        workers = [
            subprocess.Popen(
                [sys.executable, str(WORKER), place.where, "endless"],
                stdout=subprocess.PIPE,
                text=True,
                env=ENVIRONMENT,
            )
            for _ in range(2)
        ]
        for worker in workers:  # both are under way: their first charges are acknowledged
            assert worker.stdout is not None
            number, digest = worker.stdout.readline().split()
            acknowledged[int(number)] = digest
        time.sleep(rng.uniform(0, 0.02))
        for worker in workers:
            worker.kill()
            lines = worker.communicate()[0].splitlines(keepends=True)
            acknowledged.update(
                (int(line.split()[0]), line.split()[1]) for line in lines if line.endswith("\n")
            )
        ledger.verify()
        hashes = {e.release_id: e.hash for e in ledger.entries()}
        assert acknowledged.items() <= hashes.items()
    assert len(acknowledged) >= 2 * rounds
    # A writer killed before its acknowledgement may leave a charge, one each.
    assert len(ledger.entries()) - len(acknowledged) <= 2 * rounds
    last = ledger.get_release("last")
    assert last is not None
    assert last.payload == f'{{"rows":{last.entry.release_id}}}'
    assert ledger.charge(charge()).release_id == len(ledger.entries())


# Dies inside the transaction, at the n-th SQL statement it runs: every point, not a sample.
DIE_AT = """
import itertools, os, signal, sqlite3, sys
from dphh_sql.ledger import Charge, TableId, open_ledger

counter, point = itertools.count(), int(sys.argv[2])
def dying(execute):
    def run(*args):
        if next(counter) == point:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(*args)
    return run
if "://" in sys.argv[1]:
    import psycopg
    psycopg.Connection.execute = dying(psycopg.Connection.execute)
else:
    class Dying(sqlite3.Connection):
        execute = dying(sqlite3.Connection.execute)
    connect = sqlite3.connect
    sqlite3.connect = lambda *args, **options: connect(*args, factory=Dying, **options)
ledger = open_ledger(sys.argv[1])
entry = ledger.charge(Charge(
    table=TableId("b", "main", "t"), function="dp_hhh", eps=0.1, delta=0, user_name="u", request="{}"
))
print(entry.release_id, flush=True)
ledger.store_release(entry.release_id, "{}")
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="not applicable: SIGKILL")
def test_a_death_at_each_statement_leaves_all_or_nothing(
    new_place: Callable[[], Place], charge: Callable[..., Charge]
) -> None:
    outcomes = []
    for point in range(60):
        place = new_place()
        done = subprocess.run(
            [sys.executable, "-c", DIE_AT, place.where, str(point)],
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
        )
        ledger = place.open()
        ledger.verify()
        charged, released = len(ledger.entries()), ledger.get_release("last") is not None
        assert charged == (done.stdout == "1\n")
        assert charged >= released
        assert ledger.charge(charge()).release_id == charged + 1
        outcomes.append((charged, released))
        if done.returncode == 0:
            break
    assert outcomes == sorted(outcomes)
    assert set(outcomes) == {(0, False), (1, False), (1, True)}

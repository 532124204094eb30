"""`dphh serve` under load: latencies against the same queries in process, lost and double charges, memory.

    python benchmarks/serve_load.py [--minutes 10] [--clients 50] [--think 2.0]

Clients think for an exponential time between queries: plans (7 of 10), budgets (2), releases (1), each release under a
name of its own, which the ledger must then hold exactly once. Now and then a client leaves and logs in again. Ends with
status 1 when a charge was lost or doubled, or a query failed.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

import duckdb
import numpy as np
import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import dphh_sql
from dphh_sql import policy as policies
from dphh_sql.ledger import ledger_path_for, open_ledger
from tests.serving.served import Process, connect, toml

ROWS = 200_000
KINDS = ("plan", "budget", "release")
MIX = (7, 2, 1)
LEAVES = 0.02

Latencies = dict[str, list[float]]


def query(kind: str, name: str) -> str:
    return {
        "plan": "SELECT * FROM dp_plan('dp_hhh', hierarchy => 'zip', eps => 0.01)",
        "budget": "SELECT * FROM dp_budget()",
        "release": f"SELECT * FROM dp_hhh('loans', 'zip', eps => 0.01, name => '{name}')",
    }[kind]


def timed(run: Callable[[str], object], kind: str, name: str) -> float:
    begun = time.perf_counter()
    run(query(kind, name))
    return time.perf_counter() - begun


def in_process(file: Path, policy: Path) -> Latencies:
    """One analyst, one query at a time, on a ledger in a file as the server's is."""
    owner = dphh_sql.connect(file, read_only=True, policy=policies.load(policy), ledger=file.with_name("baseline"))
    con = dphh_sql.analyst(owner, user="ann")
    found: Latencies = {
        kind: [timed(lambda sql: con.execute(sql).fetchall(), kind, f"base {i}") for i in range(21)][1:]
        for kind in KINDS
    }
    con.close()
    owner.close()
    return found


class Load:
    """What the clients saw."""

    def __init__(self, port: int, until: float, think: float) -> None:
        self.port, self.until, self.think = port, until, think
        self.seconds: Latencies = defaultdict(list)
        self.received: list[str] = []
        self.failures: list[str] = []
        self.logins: list[float] = []
        self._lock = threading.Lock()

    def client(self, number: int) -> None:
        draw, asked = random.Random(number), 0
        while time.monotonic() < self.until:
            try:
                begun = time.perf_counter()
                with connect(self.port, "ann" if number % 2 else "bob") as con:
                    self.logins.append(time.perf_counter() - begun)
                    while time.monotonic() < self.until and draw.random() > LEAVES:
                        asked += 1
                        self.ask(con, draw.choices(KINDS, MIX)[0], f"{number}-{asked}")
                        time.sleep(draw.expovariate(1 / self.think))
            except psycopg.Error as error:
                self.failures.append(str(error))

    def ask(self, con: psycopg.Connection[tuple[object, ...]], kind: str, name: str) -> None:
        seconds = timed(lambda sql: con.execute(sql).fetchall(), kind, name)
        with self._lock:
            self.seconds[kind].append(seconds)
            if kind == "release":
                self.received.append(name)


def memory(process: int) -> float:
    """Resident MiB."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) / 1024 if found else float("nan")


def percentiles(seconds: list[float]) -> list[float]:
    return [float(value) * 1000 for value in np.percentile(seconds, (50, 95, 99))] if seconds else [float("nan")] * 3


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--think", type=float, default=2.0, help="mean seconds between a client's queries")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file, policy = folder / "bank.duckdb", folder / "policy.toml"
        with duckdb.connect(str(file)) as con:
            con.execute(
                "CREATE TABLE places AS SELECT 1 AS x; CREATE TABLE loans AS "
                "SELECT lpad((hash(i) % 20000)::VARCHAR, 5, '0') AS zip FROM range($1) r(i)",
                [ROWS],
            )
        policy.write_text(toml().replace("eps = 100.0", "eps = 1e9").replace("delta = 1e-2", "delta = 0.9"))
        alone = in_process(file, policy)
        server = Process(policy, file)
        load = Load(server.port, time.monotonic() + asked.minutes * 60, asked.think)
        clients = [threading.Thread(target=load.client, args=(i,)) for i in range(asked.clients)]
        for client in clients:
            client.start()
        resident = []
        while any(client.is_alive() for client in clients):
            resident.append(memory(server.process.pid))
            time.sleep(min(asked.minutes * 6, 10))
        last = memory(server.process.pid)
        stopped = server.end()
        ledger = open_ledger(ledger_path_for(file))
        ledger.verify()
        return report(
            asked, alone, load, Counter(str(entry.name) for entry in ledger.entries()), [*resident, last], stopped
        )


def report(
    asked: argparse.Namespace, alone: Latencies, load: Load, charged: Counter[str], resident: list[float], stopped: int
) -> int:
    total = sum(map(len, load.seconds.values()))
    print(f"{asked.clients} clients, {asked.minutes:g} minutes, {total} queries, {len(load.logins)} logins\n")
    print("| query | n | p50 ms | p95 ms | p99 ms | in process p50 ms | p50 ratio |\n|---|---|---|---|---|---|---|")
    for kind in KINDS:
        half, most, nearly_all = percentiles(load.seconds[kind])
        base = percentiles(alone[kind])[0]
        print(
            f"| {kind} | {len(load.seconds[kind])} | {half:.0f} | {most:.0f} | {nearly_all:.0f} | {base:.0f} "
            f"| {half / base:.1f} |"
        )
    half, most, nearly_all = percentiles(load.logins)
    print(f"| login | {len(load.logins)} | {half:.0f} | {most:.0f} | {nearly_all:.0f} | | |")
    lost = [name for name in load.received if not charged[name]]
    double = [name for name, n in charged.items() if n > 1]
    unseen = sum(charged.values()) - len(load.received)
    print(f"\n{len(load.received)} releases received, {len(lost)} not charged, {len(double)} charged twice, ", end="")
    print(f"{unseen} charged and not received, {len(load.failures)} queries failed")
    print(f"server memory, MiB: {', '.join(f'{value:.0f}' for value in resident)}; stopped with status {stopped}")
    for failure in load.failures[:5]:
        print(f"    {failure}")
    return int(bool(lost or double or unseen or load.failures or stopped))


if __name__ == "__main__":
    sys.exit(main())

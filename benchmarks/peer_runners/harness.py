"""What every runner of `benchmarks/peers.py` shares. Only the standard library: each peer's own interpreter imports it.

    python RUNNER TABLE.parquet OUT.csv EPS DELTA [VARIANT]

A runner answers the task once, prints what that cost as one line of JSON, and writes its rows to OUT.csv. Seconds run
from a file that is not open yet to rows in the form that the system hands to its user: imports before that and
spelling the rows out after it do not count. The peak is that of the whole process, imports included.
"""

from __future__ import annotations

import csv
import json
import resource
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import perf_counter, process_time
from typing import Any, NamedTuple

LEVELS = (1, 3, 5)
ALPHA = 0.05
"""Intervals hold with probability 1 - ALPHA."""


class Row(NamedTuple):
    """A released prefix: its count, the interval of the count, the residual where a system has one.

    `estimated`: not released, but its count follows from what is.
    """

    level: int
    prefix: str
    count: float
    lo: float | None = None
    hi: float | None = None
    residual: float | None = None
    estimated: bool = False


class Task:
    """Counts of the prefixes of 1, 3 and 5 digits in the column `zip` of one Parquet file, eps and delta in total."""

    def __init__(self, table: str, eps: float, delta: float, variant: str | None) -> None:
        self.table, self.eps, self.delta, self.variant = table, eps, delta, variant
        self.parts: dict[str, float] = {}
        self.threshold: float | None = None
        """The noisy number from which on a prefix is released."""
        self.spent: tuple[float, float] | None = None
        """(eps, delta) in total, by the system's own account."""

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Adds up the seconds of a part of the work that is shown by itself."""
        begun = perf_counter()
        yield
        self.parts[name] = self.parts.get(name, 0.0) + perf_counter() - begun


def run(answer: Callable[[Task], Any], spell: Callable[[Task, Any], Iterable[Row]], versions: str) -> None:
    """`answer` is measured; `spell` turns what it returns into rows and tells the task what it is asked."""
    table, out, eps, delta, *variant = sys.argv[1:]
    task = Task(table, float(eps), float(delta), variant[0] if variant else None)
    wall, cpu = perf_counter(), process_time()
    found = answer(task)
    wall, cpu = perf_counter() - wall, process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # KiB on Linux
    with open(out, "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(spell(task, found))
    told = {"parts": task.parts, "threshold": task.threshold, "spent": task.spent, "versions": versions}
    print(json.dumps({"wall": wall, "cpu": cpu, "peak": peak, **told}))


def read(out: str) -> list[Row]:
    """The rows of a runner."""
    with open(out, encoding="utf-8", newline="") as file:
        return [
            Row(int(level), prefix, float(count), *(float(x) if x else None for x in others), estimated == "True")
            for level, prefix, count, *others, estimated in csv.reader(file)
        ]

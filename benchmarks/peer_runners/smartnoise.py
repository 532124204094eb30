"""SmartNoise SQL over a pandas frame: a GROUP BY for each level, rare keys censored, equal shares of the budget.

A row is an individual (`row_privacy`). `from_df` copies the frame into SQLite, which counts. Sequential composition:
the shares add up to eps and delta. Its odometer reports the same eps, and a delta that is larger by the slack of the
theorem on advanced composition, which three queries do not use.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import pandas as pd
import snsql
from harness import ALPHA, LEVELS, Row, Task, run


def statement(level: int) -> str:
    return f"SELECT z{level}, COUNT(*) AS n FROM loans.loans GROUP BY z{level}"


def answer(task: Task) -> Any:
    with task.part("into SQLite"):
        codes = pd.read_parquet(task.table)["zip"]
        frame = pd.DataFrame({f"z{level}": codes.str[:level] for level in LEVELS})
        columns = {column: {"type": "string"} for column in frame.columns}
        privacy = snsql.Privacy(epsilon=task.eps / len(LEVELS), delta=task.delta / len(LEVELS))
        metadata = {"": {"loans": {"loans": {"row_privacy": True, **columns}}}}
        reader = snsql.from_df(frame, privacy=privacy, metadata=metadata)
    return reader, [(level, reader.execute(statement(level))[1:]) for level in LEVELS]


def spell(task: Task, found: Any) -> Iterator[Row]:
    reader, answers = found
    eps, delta = reader.odometer.spent
    task.threshold, task.spent = reader.tau, (float(eps), float(delta))
    for level, rows in answers:
        within = reader.get_simple_accuracy(statement(level), ALPHA)[1]
        for prefix, n in rows:
            yield Row(level, prefix, n, n - within, n + within)


if __name__ == "__main__":
    run(answer, spell, ", ".join(f"{name} {version(name)}" for name in ("smartnoise-sql", "opendp", "pandas")))

"""OpenDP's context of Polars: a group-by for each level, keys unknown, the budget split evenly by its compositor.

Asked for eps and delta it draws from the discrete Laplace distribution and lets a key out when its noisy count is
above a threshold that the delta pays for. Prefixes are columns that are made before the context: its queries take no
slices of strings, and a map of each row alone leaves the unit of privacy as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import opendp.prelude as dp
import polars as pl
from harness import ALPHA, LEVELS, Row, Task, run


def answer(task: Task) -> Any:
    dp.enable_features("contrib")
    digits = {f"z{level}": pl.col("zip").str.slice(0, level) for level in LEVELS}
    context = dp.Context.compositor(
        data=pl.scan_parquet(task.table).select(**digits),
        privacy_unit=dp.unit_of(contributions=1),
        privacy_loss=dp.loss_of(epsilon=task.eps, delta=task.delta),
        split_evenly_over=len(LEVELS),
    )
    found = []
    for level in LEVELS:
        query = context.query().group_by(f"z{level}").agg(dp.len(signed=True))
        with task.part("scale and threshold"):
            measurement = query.resolve()
        found.append((level, measurement, context(measurement).collect()))
    return context, found


def spell(task: Task, found: Any) -> Iterator[Row]:
    context, answers = found
    eps, delta = (sum(shares) for shares in zip(*context.current_privacy_loss(), strict=True))
    task.spent = eps, delta
    for level, measurement, frame in answers:
        [told] = dp.summarize_polars_measurement(measurement, alpha=ALPHA).to_dicts()
        task.threshold, within = told["threshold"], told["accuracy"]
        for prefix, n in frame.iter_rows():
            yield Row(level, prefix, n, n - within, n + within)


if __name__ == "__main__":
    run(answer, spell, ", ".join(f"{name} {version(name)}" for name in ("opendp", "polars")))

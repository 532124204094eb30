"""Spark: the release's count against a plain `groupBy(leaf).count()`, on the same session, in one run.

    python benchmarks/spark_scale.py --rows 10_000_000 50_000_000 200_000_000 --cores 2 --memory 2g

Rows are generated (a million IPv4 leaves, skewed), written once as Parquet and read by both. For each size it prints
wall time and shuffle bytes of the plain count, of the release's count (levels 8, 16, 24, 32, a floor of 1,000) and of
the same with at most one row of a unit (up to `--units-up-to`), and the driver's heap after a collection. Shuffle bytes
come from Spark's own stage metrics. Local mode: driver and executors are one process, so that the heap is the sum of
both.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
import time
import urllib.request
from typing import Any

from pyspark.sql import SparkSession
from pyspark.sql import functions as f
from sqlglot import exp

from dphh_sql.request import Privacy, Request
from dphh_sql.warehouse.count import count
from dphh_sql.warehouse.opening import open_engine

LEAVES = 1_000_000
UNITS_PER_ROWS = 10
FLOOR = 1000


def session(cores: int, memory: str) -> Any:
    builder = SparkSession.builder.master(f"local[{cores}]").config("spark.driver.memory", memory)
    for name in ("bindAddress", "host"):
        builder = builder.config(f"spark.driver.{name}", "127.0.0.1")
    builder = builder.config("spark.ui.enabled", "true").config("spark.ui.port", "0")
    builder = builder.config("spark.sql.shuffle.partitions", str(4 * cores)).config(
        "spark.ui.showConsoleProgress", "false"
    )
    return builder.getOrCreate()


def generate(spark: Any, rows: int, path: str) -> None:
    """Leaf u**4 of a uniform u: half of all rows in a sixteenth of the leaves, the rest spread out."""
    leaf = (f.pow(f.rand(1), 4) * LEAVES).cast("bigint")
    address = leaf * 4099 + 167_772_160  # spread over the /16 and /24
    octets = [f.shiftright(address, shift).bitwiseAND(255).cast("string") for shift in (24, 16, 8, 0)]
    unit = (f.rand(2) * (rows // UNITS_PER_ROWS)).cast("bigint")
    spark.range(rows).select(f.concat_ws(".", *octets).alias("ip"), unit.alias("unit")).write.parquet(path)


class Shuffled:
    """Bytes that stages wrote to shuffles since it was made, as Spark's monitoring interface tells them."""

    def __init__(self, spark: Any) -> None:
        context = spark.sparkContext
        self._url = f"{context.uiWebUrl}/api/v1/applications/{context.applicationId}/stages?status=complete"
        self._before = self._written()

    def bytes(self) -> int:
        return self._written() - self._before

    def _written(self) -> int:
        with urllib.request.urlopen(self._url) as answer:
            return sum(stage["shuffleWriteBytes"] for stage in json.load(answer))


def heap(spark: Any) -> int:
    """Bytes in use after a collection."""
    jvm = spark.sparkContext._jvm
    jvm.java.lang.System.gc()
    runtime = jvm.java.lang.Runtime.getRuntime()
    return int(runtime.totalMemory() - runtime.freeMemory())


def measured(spark: Any, run: Any) -> tuple[float, int, int]:
    shuffled, start = Shuffled(spark), time.perf_counter()
    answer = run()
    return time.perf_counter() - start, shuffled.bytes(), answer


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--rows", type=int, nargs="+", default=[10_000_000, 50_000_000, 200_000_000])
    text = "the largest size that is also counted with one row a unit, which takes several times as long"
    arguments.add_argument("--units-up-to", type=int, default=10_000_000, help=text)
    arguments.add_argument("--cores", type=int, default=2)
    arguments.add_argument("--memory", default="2g")
    asked = arguments.parse_args()
    spark = session(asked.cores, asked.memory)
    engine: Any = open_engine(f"spark+local://{asked.cores}")
    print(
        f"Spark {spark.version}, local[{asked.cores}], driver heap {asked.memory}, {LEAVES:,} leaves, floor {FLOOR:,}"
    )
    head = ("rows", "count", "seconds", "ratio", "shuffle MB", "ratio", "rows to the driver", "heap MB after")
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    for rows in asked.rows:
        directory = tempfile.mkdtemp()
        path = f"{directory}/rows"
        try:
            generate(spark, rows, path)
            spark.read.parquet(path).agg(f.max("ip")).collect()  # warm: the process, and the file in the page cache
            frame = spark.read.parquet(path)
            reads = (
                exp.select("*")
                .from_(exp.Table(this=exp.to_identifier(path, quoted=True), db=exp.to_identifier("parquet")))
                .subquery("given")
            )

            def plain() -> int:
                # The result stays where it is, as a sink of no format.
                frame.groupBy("ip").count().write.format("noop").mode("overwrite").save()  # noqa: B023
                return 0

            def release(unit: str | None) -> int:
                privacy = Privacy(1.0, 1e-6, "ipv4", (8, 16, 24, 32), unit=unit)
                return len(count(engine, Request("dp_hhh", "given", ("ip",), None, privacy), FLOOR, reads).candidates)  # noqa: B023

            base = measured(spark, plain)
            runs = {
                "groupBy(leaf).count()": base,
                "release": measured(spark, lambda: release(None)),
            }
            if rows <= asked.units_up_to:
                runs["release, one row a unit"] = measured(spark, lambda: release("unit"))
            for name, (seconds, moved, candidates) in runs.items():
                print(
                    f"| {rows:,} | {name} | {seconds:.1f} | {seconds / base[0]:.2f} "
                    f"| {moved / 2**20:.1f} | {moved / base[1]:.2f} "
                    f"| {candidates:,} | {heap(spark) / 2**20:.0f} |",
                    flush=True,
                )
        finally:
            shutil.rmtree(directory)
    spark.stop()


if __name__ == "__main__":
    main()

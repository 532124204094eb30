"""One real Spark for all tests of a run: a local session of its own process, which also serves Spark Connect.

A session takes a JVM and about ten seconds, so there is one. Before it serves, the process counts with the engine
`spark+local://`, so that both ways in are real.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

SETTINGS = {
    "spark.driver.memory": "1g",
    "spark.plugins": "org.apache.spark.sql.connect.SparkConnectPlugin",
    "spark.connect.grpc.binding.address": "127.0.0.1",
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.adaptive.enabled": "false",
}
LEVELS, FLOOR = (1, 3), 2
ROWS = ["94110", "94110", "94103", "10001", None]


@contextmanager
def served(directory: Path) -> Iterator[tuple[str, list[Any]]]:
    """URL of the server, and what `spark+local://` counted in `ROWS`: total and candidates."""
    pytest.importorskip("pyspark.sql.connect")
    if shutil.which("java") is None:
        pytest.skip("no Java is installed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {
        **SETTINGS,
        "spark.connect.grpc.binding.port": str(port),
        "spark.sql.warehouse.dir": str(directory / "tables"),
    }
    submitted = " ".join(f"--conf {name}={value}" for name, value in settings.items())
    environment = {**os.environ, "PYSPARK_SUBMIT_ARGS": f"{submitted} pyspark-shell", "SPARK_LOCAL_IP": "127.0.0.1"}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [os.getcwd(), environment.get("PYTHONPATH")]))
    log = (directory / "spark.log").open("w")
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.spark"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, env=environment, cwd=os.getcwd(),
    )  # fmt: skip
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert said, (directory / "spark.log").read_text()[-2000:]
        yield f"sc://127.0.0.1:{port}", json.loads(said)
    finally:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        process.wait(60)
        process.stdout.close()
        log.close()


def main() -> None:
    """Count, say what was counted, and serve until the parent closes the pipe."""
    import pyarrow as pa
    from sqlglot import exp

    from dphh_sql.warehouse.opening import open_engine
    from tests.support.engines import candidates

    engine = open_engine("spark+local://2")
    engine.write(exp.to_table("counted_locally"), pa.table({"zip": pa.array(ROWS, pa.string())}))
    print(json.dumps(candidates(engine, "counted_locally", ("zip",), "zip", LEVELS, FLOOR)), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()

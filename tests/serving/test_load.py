"""The load benchmark in its short form: 50 clients, 20 seconds, no lost and no double charge."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "serve_load.py"


@pytest.mark.slow
@pytest.mark.parametrize("minutes", ["0.33", pytest.param("10", marks=pytest.mark.soak)])
def test_fifty_clients(minutes: str) -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--minutes", minutes],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        timeout=float(minutes) * 60 + 300,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (
        " releases received, 0 not charged, 0 charged twice, 0 charged and not received, 0 queries failed"
        in done.stdout
    )

"""docs/hierarchies.md shows what examples/every_kind.py prints; the examples run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[1]


def printed(script: str) -> str:
    """What an example prints, run as a reader would run it."""
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    run = subprocess.run(
        [sys.executable, script], cwd=ROOT / "examples", env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_the_tables_are_those_that_the_script_prints() -> None:
    pytest.importorskip("publicsuffixlist", reason="kind domain is in the table")
    text = (ROOT / "docs" / "hierarchies.md").read_text(encoding="utf-8")
    for table in printed("every_kind.py").strip().split("\n\n"):
        assert table in text


def test_the_taxonomies_example_runs() -> None:
    shown = printed("taxonomies.py")
    assert "Diabetes mellitus" in shown
    assert "531210" in shown

"""A folder with a DuckDB file, a job on it, and what is asked of it in tests."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dphh_sql.cli import main
from dphh_sql.functions import FUNCTIONS
from dphh_sql.ledger import Entry, Ledger, open_ledger
from dphh_sql.release_files import read_rows
from dphh_sql.verification import parsed, verify

JOB: dict[str, Any] = {
    "id": "zips",
    "period": "2026-11",
    "source": {"url": "duckdb:///bank.duckdb", "table": "loans", "column": "zip"},
    "release": {"hierarchy": "zip", "eps": 1.0, "unit": "borrower"},
    "target": {"file": "zips.parquet"},
}


def toml(content: dict[str, Any]) -> str:
    """The job as a file has it; a key that is None is left out."""
    lines = [f"{key} = {json.dumps(value)}" for key, value in content.items() if not isinstance(value, dict | None)]
    for section, keys in content.items():
        if isinstance(keys, dict):
            lines += [f"[{section}]", *(f"{k} = {json.dumps(v)}" for k, v in keys.items() if v is not None)]
    return "\n".join(lines)


@dataclass
class Bank:
    folder: Path
    changes: dict[str, Any] = field(default_factory=dict)

    def job(self, **changes: Any) -> Path:
        """Write the job with changes, `source={"table": ...}` or `id=...`, which stay."""
        for section, change in changes.items():
            before = self.changes.get(section, JOB.get(section, {}))
            self.changes[section] = {**before, **change} if isinstance(change, dict) else change
        file = self.folder / "job.toml"
        file.write_text(toml({**JOB, **self.changes}))
        return file

    def run(self, *options: str) -> int:
        """`dphh release` in this process; the exit status."""
        return main(["release", str(self.job()), *options])

    def killed(self, moment: str) -> int:
        """Of a process that kills itself: its exit status."""
        command = [sys.executable, "-m", "tests.jobs.worker", str(self.job()), moment]
        return subprocess.run(command, check=False, capture_output=True, timeout=100).returncode

    @property
    def ledger(self) -> Ledger:
        return open_ledger(self.folder / "bank.duckdb.dphh-ledger")

    @property
    def entries(self) -> list[Entry]:
        return self.ledger.entries()

    @property
    def target(self) -> Path:
        return self.folder / "zips.parquet"

    @property
    def certificate(self) -> Path:
        return self.folder / "zips.parquet.certificate.json"

    def require_released_once(self) -> None:
        """One release is stored, whatever was charged; the target holds its rows and its certificate."""
        (entry,) = (entry for entry in self.entries if self.ledger.get_release(entry.release_id))
        facts = parsed(self.certificate.read_text())
        rows = read_rows(self.target, FUNCTIONS[entry.function].columns)
        checks = {check.name: check.passed for check in verify(facts, rows, self.ledger)}
        assert False not in checks.values(), checks
        assert [checks[name] for name in ("delta", "rows", "ledger")] == [True] * 3

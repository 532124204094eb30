"""examples/dbt in an environment of its own: no command of dbt pays twice for a release."""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import duckdb
import pytest

from dphh_sql.ledger import ledger_path_for, open_ledger

pytestmark = pytest.mark.services

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
PYTHON = ROOT / ".venv-dbt" / "bin" / "python"
INVOKE = """
import json, sys
from dbt.cli.main import dbtRunner
for line in sys.stdin:
    done = dbtRunner().invoke(["--no-use-colors", "--quiet", *json.loads(line)])
    print(json.dumps(done.success), file=sys.stderr)
"""

FIRST = ["loans by zip", "loans by zip, 2005"]
UNNAMED = """select * from dp_hhh('{{ source("bank", "loans") }}', 'zip', eps => 1)"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not PYTHON.exists():
        pytest.skip("needs dbt in .venv-dbt: make .venv-dbt/.test")
    folder = tmp_path_factory.mktemp("dbt") / "project"
    shutil.copytree(ROOT / "examples/dbt", folder, ignore=shutil.ignore_patterns("target", "logs", "*.duckdb*"))
    runpy.run_path(str(ROOT / "examples/dbt/bank.py"))["main"](str(folder / "bank.duckdb"))
    return folder


def dbt(project: Path, *commands: Sequence[str]) -> tuple[list[bool], str]:
    """Run commands of dbt in one process; whether each succeeded, and all that was printed."""
    done = subprocess.run(
        [str(PYTHON), "-c", INVOKE],
        input="".join(json.dumps(command) + "\n" for command in commands),
        cwd=project,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stderr.splitlines() if line in ("true", "false")], done.stdout


def names(project: Path) -> list[str | None]:
    """The releases that were paid for."""
    ledger = open_ledger(ledger_path_for(project / "bank.duckdb"))
    ledger.verify()
    return sorted(entry.name for entry in ledger.entries())


def test_dbt_pays_once_for_a_release(project: Path) -> None:
    assert dbt(project, ["build"]) == ([True], "")
    assert names(project) == FIRST
    with duckdb.connect(str(project / "releases.duckdb")) as con:
        first = con.execute("SELECT * FROM loans_by_zip ORDER BY ALL").fetchall()
        assert [name for (name,) in con.execute("SELECT table_name FROM duckdb_tables()").fetchall()] == [
            "loans_by_zip",
            "loans_by_zip_and_year",
        ]  # nothing private
    (project / "releases.duckdb").unlink()

    shutil.copytree(HERE / "models", project / "models/twins")
    said, text = dbt(
        project,
        ["build"],  # the same releases, and one that many models ask for at a time
        ["run", "--full-refresh", "--threads", "1"],
        ["compile"],
        ["docs", "generate"],
        ["show", "--select", "twin_view"],
        ["show", "--inline", UNNAMED],
        ["run", "--empty", "--select", "loans_by_zip"],
        ["run", "--select", "loans_by_zip_and_year", "--vars", "{fiscal_year: 2006}"],
    )
    assert said == [True] * 5 + [False] * 2 + [True]
    assert text.count("name must be given, for this connection belongs to a tool") == 1
    assert "tbl must be a name, not an expression" in text
    assert names(project) == [*FIRST, "loans by zip, 2006", "twins"]
    with duckdb.connect(str(project / "releases.duckdb")) as con:
        assert con.execute("SELECT * FROM loans_by_zip ORDER BY ALL").fetchall() == first
        assert con.execute("SELECT DISTINCT fiscal_year FROM loans_by_zip_and_year ORDER BY ALL").fetchall() == [
            (2005,),
            (2006,),
        ]
        twins = con.execute("SELECT * FROM twin_table").fetchall()
        assert con.execute("SELECT * FROM other_twin_table").fetchall() == twins
        assert sorted(con.execute("SELECT * FROM readers").fetchall(), key=str) == sorted(twins * 3, key=str)

"""The psql session of docs/serve.md, run again on the example: what is shown there is what comes."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from dphh_sql import policy
from dphh_sql.serving import settings
from dphh_sql.serving.server import Server
from tests.serving.served import serving

ROOT = Path(__file__).resolve().parents[2]
DOC = (ROOT / "docs" / "serve.md").read_text(encoding="utf-8")


def session() -> list[tuple[str, str]]:
    """(what is typed, what psql prints)."""
    (block,) = re.findall(r"```console\n\$ psql [^\n]*\n(.*?)```", DOC, re.DOTALL)
    parts = [part.split("\n", 1) for part in re.split(r"^bank=> ", block, flags=re.MULTILINE)[1:]]
    return [(typed, printed) for typed, printed in parts]


def masked(printed: str) -> str:
    """Counts of five digits are noisy."""
    return re.sub(r"\b\d{5}\b", "#####", printed)


@pytest.mark.skipif(shutil.which("psql") is None, reason="psql is not installed")
def test_the_session(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("bank", ROOT / "examples" / "serve" / "bank.py")
    assert spec is not None
    assert spec.loader is not None
    bank = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bank)
    folder = tmp_path / "bank"
    password = bank.main(folder)["ann"]
    rules = policy.load(folder / "policy.toml")
    assert settings.load(folder / "policy.toml").port == 5433
    with serving(folder / "bank.duckdb", rules) as server:
        for typed, printed in session():
            assert masked(psql(server, password, typed)) == masked(printed), typed


def psql(server: Server, password: str, typed: str) -> str:
    done = subprocess.run(
        ["psql", "-X", f"host=127.0.0.1 port={server.port} user=ann dbname=bank"],
        input=typed + "\n",
        capture_output=True,
        text=True,
        env={**os.environ, "PGPASSWORD": password},
        timeout=120,
    )
    return done.stdout + done.stderr


def test_the_limits_are_those_of_the_code() -> None:
    defaults = settings.Settings()
    for name, shown in re.findall(r"^\| `(\w+)` \| (\S+) \|", DOC, re.MULTILINE):
        value = getattr(defaults, name)
        assert shown == (value if isinstance(value, str) else f"{value:g}"), name

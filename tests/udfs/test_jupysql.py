from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from dphh_sql.udfs import register

pytest.importorskip("sql.magic", reason="needs jupysql", exc_type=ImportError)
sqlalchemy = pytest.importorskip("sqlalchemy")
interactiveshell = pytest.importorskip("IPython.core.interactiveshell")


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("PLOOMBER_STATS_ENABLED", "false")
    shell = interactiveshell.InteractiveShell.instance()
    shell.run_line_magic("load_ext", "sql")
    yield shell
    shell.run_line_magic("sql", "--close here")
    interactiveshell.InteractiveShell.clear_instance()


def rows(shell: Any, statement: str) -> list[dict[str, Any]]:
    result: list[dict[str, Any]] = shell.run_cell_magic("sql", "", statement).DataFrame().to_dict("records")
    return result


@pytest.mark.parametrize("kind", ["native", "engine"])
def test_magic(shell: Any, con: duckdb.DuckDBPyConnection, statement: str, kind: str) -> None:
    shell.user_ns["con"] = (
        con if kind == "native" else register(sqlalchemy.create_engine("duckdb:///:memory:"))
    )
    shell.run_line_magic("sql", "con --alias here")
    rows(shell, statement)
    assert rows(shell, "SELECT dphh_prefix('94110', 'zip', 3) AS p") == [{"p": "941"}]
    shell.run_line_magic("sql", "ATTACH ':memory:' AS other")
    shell.run_line_magic("sql", "USE other")
    rows(shell, statement)
    if kind == "engine":
        shell.user_ns["con"].dispose()

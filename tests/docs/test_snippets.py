"""Every SQL and Python block of the documentation runs, in the order of its page."""

from __future__ import annotations

import re
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import pytest

import dphh_sql
from tests.docs.snippets import PAGES, ROOT, Block, blocks, furnish

WITH_BLOCKS = [page for page in PAGES if blocks(page)]
SLOW = {"docs/reference/sql.md", "docs/sketches.md"}
CASES = [
    pytest.param(page, id=name, marks=pytest.mark.slow if name in SLOW else ())
    for page, name in ((page, page.relative_to(ROOT).as_posix()) for page in WITH_BLOCKS)
]


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    furnish(folder)
    return folder


@pytest.fixture
def folder(furnished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copy = tmp_path / "folder"
    shutil.copytree(furnished, copy, symlinks=True)
    monkeypatch.chdir(copy)
    return copy


def run(block: Block, namespace: dict[str, Any]) -> None:
    """SQL runs on the page's `con`."""
    if block.language == "python":
        exec(compile(block.text, "<page>", "exec"), namespace)
        return
    con: duckdb.DuckDBPyConnection = namespace["con"]
    for statement in con.extract_statements(block.text):
        con.execute(statement).fetchall()


@pytest.mark.parametrize("page", CASES)
def test_blocks_run(page: Path, folder: Path) -> None:
    with closing(dphh_sql.connect("loans.duckdb")) as con:
        namespace: dict[str, Any] = {"con": con, "dphh_sql": dphh_sql, "__name__": "page"}
        for block in blocks(page):
            try:
                run(block, namespace)
            except Exception as error:
                pytest.fail(f"{page.name}, line {block.line}: {type(error).__name__}: {error}\n{block.text}")


def test_a_block_that_fails_is_reported(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "a\n\n- b\n\n  ```sql\n  SELECT 1;\n  SELECT nothing\n  ```\n\n<!-- not run: Jinja -->\n```sql\n{{ x }}\n```\n"
    )
    (block,) = blocks(page)
    assert (block.language, block.line) == ("sql", 5)
    with closing(dphh_sql.connect()) as con, pytest.raises(duckdb.BinderException, match="nothing"):
        run(block, {"con": con})


def test_no_block_is_overlooked() -> None:
    """Whatever looks like SQL or Python to a reader is run, or says why not."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        shown = len(
            re.findall(r"^[ >*-]*(?:```|~~~) *\{?\.?(?:sql|duckdb|python|py)\b", text, re.MULTILINE | re.IGNORECASE)
        )
        assert len(blocks(page)) + text.count("<!-- not run: ") == shown, page


def test_the_pages_have_blocks() -> None:
    assert {page.name for page in WITH_BLOCKS} >= {"README.md", "hierarchies.md", "sketches.md", "tutorial.md"}

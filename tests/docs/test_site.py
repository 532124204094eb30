"""The documentation site builds: no broken link or anchor, every page is in the menu, nothing is loaded from elsewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.services

ROOT = Path(__file__).resolve().parents[2]
CONFIG = ROOT / "zensical.toml"
PYTHON = (ROOT / "docs/reference/python.md").read_text(encoding="utf-8")


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    """Of a copy, so that a build never leaves anything in the checkout."""
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    pytest.importorskip("zensical", reason="needs the extra docs")
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    shutil.copy(CONFIG, tmp_path)
    package = tmp_path / "build/package/dphh_sql"
    shutil.copytree(ROOT / "dphh_sql", package, ignore=shutil.ignore_patterns("__pycache__", "udfs"))
    shutil.copytree(ROOT / "udfs", package / "udfs", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_the_site_builds(copy: Path) -> None:
    built = build(copy)
    assert built.returncode == 0, built.stdout + built.stderr
    pages = list((copy / "build/site").rglob("*.html"))
    assert len(pages) > len(list((ROOT / "docs").rglob("*.md")))  # and 404.html
    text = {page: page.read_text(encoding="utf-8") for page in pages}
    loaded = re.compile(r"<(?:script|img|link)\b[^>]*?\b(?:src|href)=\"?(https?://[^\s\">]+)")
    assert {url for html in text.values() for url in loaded.findall(html)} <= {"https://zensical.org"}
    assert "dp_hhh" in text[copy / "build/site/reference/sql/index.html"]
    python = text[copy / "build/site/reference/python/index.html"]
    headings = set(re.findall(r'<h2 id="([\w.]+)"', python))
    assert headings == {path.rpartition(" ")[2] for path in re.findall(r"^::: \S+", PYTHON, re.MULTILINE)}


def test_broken_links_fail(copy: Path) -> None:
    with (copy / "docs/index.md").open("a", encoding="utf-8") as page:
        page.write("\n[broken](nowhere.md) [too](limits.md#no-such-heading)\n")
    built = build(copy)
    assert built.returncode != 0
    assert "page does not exist" in built.stdout + built.stderr
    assert "anchor does not exist" in built.stdout + built.stderr


def test_every_page_is_in_the_menu() -> None:
    def names(entry: Any) -> set[str]:
        if isinstance(entry, str):
            return {entry}
        return set().union(*map(names, entry.values() if isinstance(entry, dict) else entry))

    menu = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["project"]["nav"]
    pages = {page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md")}
    assert names(menu) == pages

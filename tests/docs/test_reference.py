"""docs/reference is what examples/reference.py makes of the macros and registries."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES: dict[str, Callable[[], str]] = runpy.run_path(str(ROOT / "examples/reference.py"))["PAGES"]


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_current(name: str) -> None:
    stored = (ROOT / "docs/reference" / name).read_text(encoding="utf-8")
    assert stored == PAGES[name](), "run python examples/reference.py"

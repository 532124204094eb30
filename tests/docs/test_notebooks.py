"""The notebooks run, and what is stored beside their sources was made from them; the marimo app too."""

from __future__ import annotations

import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import dphh_sql
from dphh_sql.ledger.tables import TableLedger

pytestmark = [pytest.mark.services, pytest.mark.filterwarnings("ignore")]  # of Jupyter's own libraries

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples/notebooks"
SOURCES = sorted(path for path in FOLDER.glob("*.md") if path.name != "README.md")
NAMES = [path.stem for path in SOURCES]


@pytest.fixture(scope="module")
def build() -> dict[str, Any]:
    for name in ("jupytext", "nbclient", "sql", "plotly"):
        pytest.importorskip(name, reason="needs the extras docs, jupyter and plot")
    return runpy.run_path(str(FOLDER / "build.py"))


def cells(notebook: Any) -> list[tuple[str, str]]:
    return [(cell.cell_type, cell.source) for cell in notebook.cells]


def outputs(notebook: Any) -> list[Any]:
    return [output for cell in notebook.cells for output in cell.get("outputs", ())]


@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_the_notebook_runs(build: dict[str, Any], source: Path) -> None:
    ran = build["run"](source)
    assert not [output for output in outputs(ran) if output.output_type == "error"]


@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_the_stored_notebook_is_that_of_its_source(build: dict[str, Any], source: Path) -> None:
    stored = source.with_suffix(".ipynb")
    nbformat = pytest.importorskip("nbformat")
    notebook = nbformat.read(stored, as_version=4)
    assert cells(notebook) == cells(build["notebook"](source)), f"run python build.py {source.stem}"
    assert len(outputs(notebook)) >= 3
    assert not [output for output in outputs(notebook) if output.output_type == "error"]
    text = stored.read_text(encoding="utf-8")
    assert str(ROOT) not in text
    assert str(Path.home()) not in text


def test_the_app_redraws_the_plan_and_spends_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("marimo", reason="needs the extra docs")
    done: list[str] = []
    monkeypatch.setattr(TableLedger, "charge", lambda *_, **__: done.append("charge"))
    monkeypatch.setattr(TableLedger, "store_release", lambda *_, **__: done.append("store"))
    monkeypatch.setattr("dphh_sql.entropy.uint64s", lambda _: done.append("draw"))
    monkeypatch.setattr("duckdb.connect", lambda *_, **__: done.append("connect"))
    monkeypatch.chdir(tmp_path)
    app = runpy.run_path(str(FOLDER / "plan_app.py"))["app"]
    _, at_first = app.run()
    assert at_first["plan"] == dphh_sql.plan("dp_hhh", hierarchy="zip", eps=1, tau=33)
    assert not {"con", "connect"} & set(at_first)  # nothing could be read

    moved = {"kind": "ipv4", "eps": 0.5, "delta": 1e-8, "raised": 2, "levels": [32, 16]}
    _, then = app.run(defs={name: SimpleNamespace(value=value) for name, value in moved.items()})
    asked: dict[str, Any] = {"hierarchy": "ipv4", "eps": 0.5, "delta": 1e-8, "levels": [16, 32]}
    least = dphh_sql.plan("dp_hhh", **asked)
    assert then["plan"] == dphh_sql.plan("dp_hhh", **asked, tau=2 * least.tau)
    assert done == []  # of any ledger, whatever the sliders say
    assert list(tmp_path.rglob("*ledger*")) == []

"""Runs the notebooks: each `<name>.md` (prose, ```python and ```sql cells) becomes `<name>.ipynb` with its outputs.

    PLOTLY_RENDERER=plotly_mimetype+svg python build.py            all of them
    python build.py quickstart web_paths                           some

Needs `pip install 'dphh-sql[docs,jupyter,plot,stream]'`. The noise is new each time, and so are the outputs.
"""

import os
import sys
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
HEADER = "---\njupyter:\n  kernelspec: {name: python3, display_name: Python 3, language: python}\n---\n\n"
"""Without it jupytext takes the language of most cells, SQL, for that of the notebook."""

NOTICE = "The 'toml' package isn't installed"
"""JupySQL says so at each start."""


def sources() -> list[Path]:
    """The Markdown files that are notebooks."""
    return sorted(path for path in HERE.glob("*.md") if path.name != "README.md")


def notebook(source: Path) -> nbformat.NotebookNode:
    """The notebook of a source, not run."""
    read = jupytext.reads(HEADER + source.read_text(encoding="utf-8"), fmt="md")
    for number, cell in enumerate(read.cells):
        cell["id"] = f"cell-{number}"  # random otherwise
    read.metadata = {"kernelspec": KERNEL}
    return read


def run(source: Path) -> nbformat.NotebookNode:
    """The notebook with its outputs.

    Raises:
        nbclient.exceptions.CellExecutionError: a cell fails.
    """
    made = notebook(source)
    os.environ.setdefault("PLOTLY_RENDERER", "plotly_mimetype")
    os.environ["PLOOMBER_STATS_ENABLED"] = "false"  # jupysql's telemetry
    NotebookClient(made, timeout=300, record_timing=False, resources={"metadata": {"path": str(HERE)}}).execute()
    made.metadata = {"kernelspec": KERNEL}
    for cell in made.cells:
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if NOTICE not in str(output)]
    return made


def main(names: list[str]) -> None:
    for source in sources():
        if not names or source.stem in names:
            nbformat.write(run(source), source.with_suffix(".ipynb"))
            print(source.stem, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

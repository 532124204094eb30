"""docs/engines.md says of each kind and engine what the tables of the dialects do.

`UPDATE_GOLDEN=1 pytest tests/warehouse/test_engines_doc.py` rewrites the table.
"""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path

import pytest

from dphh_sql.errors import DialectError
from dphh_sql.hierarchies import HIERARCHIES
from dphh_sql.hierarchies.zip import Zip
from dphh_sql.warehouse.dialect import Dialect
from dphh_sql.warehouse.dialects import DIALECTS
from tests.hierarchies.cases import CASES
from tests.support.engines import LIVE
from tests.warehouse.statements import translated

pytestmark = pytest.mark.slow
PAGE = Path(__file__).resolve().parents[2] / "docs" / "engines.md"
START, END = "<!-- kinds by engine: written by tests/warehouse/test_engines_doc.py -->", "<!-- end of kinds by engine -->"


def refusals(dialect: Dialect, kind: str) -> tuple[int, list[str]]:
    """How many of the kind's test cases are translated, and why the others are not."""
    known, reasons = 0, []
    for case in CASES:
        if case.kind == kind:
            try:
                translated(dialect, case.hierarchy, case.types)
                known += 1
            except DialectError as refused:
                reasons.append(str(refused).partition(f"{dialect.name}: ")[2].rstrip("."))
    return known, reasons


def units(dialect: Dialect) -> list[str]:
    try:
        translated(dialect, Zip(), ["VARCHAR"], unit="id")
    except DialectError as refused:
        return [str(refused).partition(f"{dialect.name}: ")[2].rstrip(".")]
    return []


def table() -> str:
    notes: dict[str, int] = defaultdict(lambda: len(notes) + 1)

    def cell(dialect: Dialect, known: int, reasons: list[str]) -> str:
        marks = " ".join(f"({notes[reason]})" for reason in dict.fromkeys(reasons))
        word = "no" if not known else "yes" if dialect.name in LIVE else "SQL"
        return f"{word} {marks}".strip()

    lines = [f"| kind | {' | '.join(DIALECTS)} |", "|---|" + "---|" * len(DIALECTS)]
    for kind in HIERARCHIES:
        cells = [cell(dialect, *refusals(dialect, kind)) for dialect in DIALECTS.values()]
        lines.append(f"| `{kind}` | {' | '.join(cells)} |")
    bounded = [cell(dialect, not (why := units(dialect)), why) for dialect in DIALECTS.values()]
    lines += [f"| `unit`, `max_rows` | {' | '.join(bounded)} |", ""]
    lines += [f"({number}) {reason}.<br>" for reason, number in notes.items()]
    return "\n".join(lines)


def test_the_table_is_what_the_dialects_do() -> None:
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(START)
    written, end, after = rest.partition(END)
    assert end, "the page must have the marks"
    now = f"\n{table()}\n"
    if os.environ.get("UPDATE_GOLDEN") == "1":
        PAGE.write_text(before + START + now + END + after, encoding="utf-8")
        written = now
    assert written == now

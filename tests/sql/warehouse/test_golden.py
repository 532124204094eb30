"""The SQL of every kind in each dialect that no live engine checks here, kept as text: a line for each SELECT of a step.

sqlglot's pretty printing would put the nested replacements of a JSON key on hundreds of lines.

`UPDATE_GOLDEN=1 pytest tests/sql/warehouse` rewrites the files.
"""

from __future__ import annotations

import os
import pathlib
import re

import pytest

from dphh_sql.errors import DialectError
from dphh_sql.hierarchies import parse as parse_kind
from dphh_sql.warehouse.dialects import DIALECTS
from dphh_sql.warehouse.translate import render
from tests.sql.hierarchies.test_golden import RUNS
from tests.warehouse.statements import parsed, translated

pytestmark = pytest.mark.slow
HERE = pathlib.Path(__file__).parent
STEP = re.compile(r" (?=__dphh_\w+ AS \(|SELECT level, key, parent, n |UNION ALL )")
NAMES = ["snowflake", "bigquery", "databricks", "redshift", "trino"]


def rendered(name: str) -> str:
    """All kinds, one after the other."""
    dialect, parts = DIALECTS[name], []
    for spec in sorted(RUNS):
        h = parse_kind(spec)
        try:
            sql = STEP.sub("\n", render(translated(dialect, h, RUNS[spec][0]), dialect)) + ";"
            assert len(parsed(sql, dialect)) == 1
        except DialectError as refused:
            sql = f"-- {refused}"
        parts.append(f"-- {spec.partition(',')[0] if h.kind == 'taxonomy' else spec}\n{sql}\n")
    return "\n".join(parts)


@pytest.mark.usefixtures("few_suffixes")
@pytest.mark.parametrize("name", NAMES)
def test_golden(name: str) -> None:
    text, golden = rendered(name), HERE / f"{name}.sql"
    if os.environ.get("UPDATE_GOLDEN") == "1":
        golden.write_bytes(text.encode())
    assert text == golden.read_bytes().decode()


def test_every_dialect_has_a_file_and_no_other_exists() -> None:
    assert {path.stem for path in HERE.glob("*.sql")} == set(NAMES)

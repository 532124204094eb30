"""Snowflake's statements run in fakesnow, an emulator on DuckDB: they bind, and count as the Python twins do.

`DPHH_FAKESNOW` names a Python that has `fakesnow` and `snowflake-connector-python<5`, which want versions of their own.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from dphh_sql.errors import DialectError
from dphh_sql.warehouse.dialects.snowflake import SNOWFLAKE
from dphh_sql.warehouse.translate import render
from tests.hierarchies.cases import CASES, Case
from tests.support.engines import LIVE
from tests.test_counting import expected
from tests.warehouse.statements import NEAREST, translated

pytestmark = pytest.mark.services
TYPES = {"TIMESTAMP": "TIMESTAMP_NTZ", "DECIMAL(9,4)": "NUMBER(9,4)"}
EMULATOR = ("path('--')",)
"""What the emulator cannot bind: it turns ARRAY_SLICE into a lambda that its DuckDB refuses."""


def test_every_kind_that_is_translated() -> None:
    python = os.environ.get("DPHH_FAKESNOW")
    if python is None:
        pytest.skip("not applicable: DPHH_FAKESNOW names no Python with fakesnow")
    cases: list[tuple[Case, list[Any]]] = []
    asked = []
    for case in CASES:
        rows = LIVE["postgres"].rows(list(case.fixed))
        try:
            sql = render(translated(SNOWFLAKE, case.hierarchy, case.types, floor=1), SNOWFLAKE)
        except DialectError:
            continue
        types = [NEAREST.get(each, each) for each in case.types]
        columns = [[f"c{i}", TYPES.get(each, each)] for i, each in enumerate(types)]
        texts = [[None if value is None else str(value) for value in row] for row in rows]
        cases.append((case, rows))
        asked.append({"columns": columns, "rows": texts, "sql": sql})
    runner = Path(__file__).with_name("snowflake_runner.py")
    ran = subprocess.run([python, runner], input=json.dumps(asked), capture_output=True, text=True, check=True)
    assert len(cases) > 15
    for (case, rows), found in zip(cases, json.loads(ran.stdout), strict=True):
        if case.spec in EMULATOR:
            assert "lambda" in found
            continue
        assert isinstance(found, list), (case.spec, found)
        (total,) = (row for row in found if row[0] == 0)
        counted = sorted((tuple(row) for row in found if row[0]), key=lambda row: (row[0], row[1]))
        assert (total[3], counted) == expected(case.hierarchy, rows, case.hierarchy.default_levels[:2], 1), case.spec

"""The SQL of each kind at its default levels, kept as text and run on real rows.

`UPDATE_GOLDEN=1 pytest tests/sql/hierarchies` rewrites the files.
"""

from __future__ import annotations

import os
import pathlib

import duckdb
import pytest

from dphh_sql.hierarchies import HIERARCHIES, parse, validate_levels
from tests.hierarchies.pipeline import counts, load

HERE = pathlib.Path(__file__).parent

# spec -> (column types, rows, {level: {label: count}})
RUNS: dict[str, tuple[list[str], list[tuple[object, ...]], dict[int, dict[str, int]]]] = {
    "chars(3)": (
        ["VARCHAR"],
        [("abc",), ("abcd",), ("ab",), ("Ab",), ("",), (None,)],
        {1: {"a": 3, "A": 1}, 2: {"ab": 3, "Ab": 1}, 3: {"abc": 2}},
    ),
    "word(3)": (
        ["VARCHAR"],
        [("abc",), ("abcd",), ("ab",), ("Ab",), ("",), ("a$",), (None,)],
        {
            1: {"a": 4, "A": 1, "$": 1},
            2: {"ab": 3, "Ab": 1, r"a\$": 1},
            3: {"abc$": 1, "abc": 1, "ab$": 1, "Ab$": 1, r"a\$$": 1},
        },
    ),
    "zip": (
        ["VARCHAR"],
        [("94110",), ("94110-1234",), ("94103",), ("10001",), ("9411",), (None,)],
        {1: {"9": 3, "1": 1}, 3: {"941": 3, "100": 1}, 5: {"94110": 2, "94103": 1, "10001": 1}},
    ),
    "ipv4": (
        ["VARCHAR"],
        [("10.2.3.4",), ("167904004",), ("10.2.9.9",), ("10.02.3.4",), (None,)],
        {
            8: {"10.0.0.0/8": 3},
            16: {"10.2.0.0/16": 3},
            24: {"10.2.3.0/24": 2, "10.2.9.0/24": 1},
            32: {"10.2.3.4/32": 2, "10.2.9.9/32": 1},
        },
    ),
    "path": (
        ["VARCHAR"],
        [("/a/b/c.html",), ("/a/b/",), ("/a/b",), ("/a/",), ("/",), (None,)],
        {1: {"/a/": 4}, 2: {"/a/b/": 2, "/a/b": 1}, 3: {"/a/b/c.html": 1}, 4: {}, 5: {}, 6: {}, 7: {}, 8: {}},
    ),
    "date": (
        ["DATE"],
        [("2026-11-29",), ("2026-11-30",), ("2025-11-29",), ("infinity",), ("0044-03-15 (BC)",), (None,)],
        {
            1: {"2026": 2, "2025": 1},
            2: {"2026-11": 2, "2025-11": 1},
            3: {"2026-11-29": 1, "2026-11-30": 1, "2025-11-29": 1},
        },
    ),
    "timestamp": (
        ["TIMESTAMP"],
        [
            ("2026-11-29 13:05:00",),
            ("2026-11-29 13:59:59.999999",),
            ("2026-11-29 14:00:00",),
            ("-infinity",),
            (None,),
        ],
        {
            1: {"2026": 3},
            2: {"2026-11": 3},
            3: {"2026-11-29": 3},
            4: {"2026-11-29 13": 2, "2026-11-29 14": 1},
        },
    ),
    "items(1)": (
        ["VARCHAR"],
        [("a",), ("a",), ("A",), ("",), (None,)],
        {1: {"a": 2, "A": 1, "": 1}},
    ),
    "columns(2)": (
        ["VARCHAR", "INTEGER"],
        [("CA", 1), ("CA", 1), ("CA", None), ("ca", 1), ("", 1), (None, 1)],
        {1: {'["CA"]': 3, '["ca"]': 1, '[""]': 1}, 2: {'["CA","1"]': 2, '["ca","1"]': 1, '["","1"]': 1}},
    ),
}


@pytest.mark.parametrize("spec", RUNS)
def test_golden(spec: str) -> None:
    h = parse(spec)
    types, rows, expected = RUNS[spec]
    levels = validate_levels(h, None)
    rendered = counts(h, levels).sql("duckdb", pretty=True) + "\n"
    golden = HERE / f"{h.kind}.sql"
    if os.environ.get("UPDATE_GOLDEN") == "1":
        golden.write_text(rendered, encoding="utf-8")
    text = golden.read_text(encoding="utf-8")
    assert rendered == text

    con = duckdb.connect()
    load(con, types, rows)
    found: dict[int, dict[str, int]] = {level: {} for level in levels}
    for level, key, n in con.execute(text).fetchall():
        found[level][h.label(key, level)] = n
    assert found == expected


def test_every_kind_has_a_golden_file_and_no_other_exists() -> None:
    assert {parse(spec).kind for spec in RUNS} == set(HIERARCHIES)
    assert {path.stem for path in HERE.glob("*.sql")} == set(HIERARCHIES)

"""The SQL of each kind at its default levels, kept as text and run on real rows.

`UPDATE_GOLDEN=1 pytest tests/sql/hierarchies` rewrites the files.
"""

from __future__ import annotations

import os
import pathlib

import duckdb
import pytest

from dphh_sql.hierarchies import HIERARCHIES, parse, validate_levels
from dphh_sql.hierarchies.taxonomy import Taxonomy
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
    "timestamptz": (
        ["TIMESTAMPTZ"],
        [("2026-11-29 23:30:00-02",), ("2026-11-30 01:59:59.999999+00",), ("infinity",), (None,)],
        {1: {"2026": 2}, 2: {"2026-11": 2}, 3: {"2026-11-30": 2}, 4: {"2026-11-30 01": 2}},
    ),
    "ipv6": (
        ["VARCHAR"],
        [("2001:db8::1",), ("2001:DB8:0:0:0:0:0:1",), ("2001:db8:0:1::",), ("10.2.3.4",), ("::1%eth0",), (None,)],
        {
            32: {"2001:db8::/32": 3, "::/32": 1},
            48: {"2001:db8::/48": 3, "::/48": 1},
            64: {"2001:db8::/64": 2, "2001:db8:0:1::/64": 1, "::/64": 1},
            128: {"2001:db8::1/128": 2, "2001:db8:0:1::/128": 1, "::ffff:a02:304/128": 1},
        },
    ),
    "url": (
        ["VARCHAR"],
        [("HTTPS://Example.com:443/a/b?x=1/2",), ("https://u:p@example.com/a/",), ("https://example.com",), ("/a",), (None,)],
        {
            1: {"https://example.com/": 3},
            2: {"https://example.com/a/": 2},
            3: {"https://example.com/a/b": 1},
        },
    ),
    "file": (
        ["VARCHAR"],
        [("c:\\Users\\ann\\x.txt",), ("C:/Users/.//ann/y.txt",), ("C:/",), ("",), (None,)],
        {
            1: {"C:/": 3},
            2: {"C:/Users/": 2},
            3: {"C:/Users/ann/": 2},
            4: {"C:/Users/ann/x.txt": 1, "C:/Users/ann/y.txt": 1},
        },
    ),
    "domain": (
        ["VARCHAR"],
        [("www.Example.co.uk",), ("example.co.uk.",), ("city.kobe.jp",), ("a.b.kobe.jp",), ("10.2.3.4",), (None,)],
        {
            1: {"co.uk": 2, "kobe.jp": 1, "b.kobe.jp": 1},
            2: {"example.co.uk": 2, "city.kobe.jp": 1, "a.b.kobe.jp": 1},
            3: {"www.example.co.uk": 1},
        },
    ),
    "bits(4)": (
        ["INTEGER"],
        [(5,), (4,), (15,), (16,), (-1,), (None,)],
        {
            1: {"0..7": 2, "8..15": 1},
            2: {"4..7": 2, "12..15": 1},
            3: {"4..5": 2, "14..15": 1},
            4: {"4..4": 1, "5..5": 1, "15..15": 1},
        },
    ),
    "numeric(0, 1000, 10)": (
        ["DOUBLE"],
        [(345.0,), (345.25,), (399.999,), (1000.0,), (-1.0,), (float("nan"),), (None,)],
        {
            1: {"[300, 400)": 3},
            2: {"[340, 350)": 2, "[390, 400)": 1},
            3: {"[345, 346)": 2, "[399, 400)": 1},
            4: {"[345, 345.1)": 1, "[345.2, 345.3)": 1, "[399.9, 400)": 1},
        },
    ),
    "geohash": (
        ["VARCHAR"],
        [("9q8yyk8y",), ("9Q8YYM",), ("9q8y",), ("9q8a",), (None,)],
        {2: {"9q": 3}, 4: {"9q8y": 3}, 6: {"9q8yyk": 1, "9q8yym": 1}},
    ),
    "h3": (
        ["VARCHAR"],
        [("8928308280fffff",), ("617700169958293503",), ("832830fffffffff",), ("8928308287fffff",), (None,)],
        {3: {"832830fffffffff": 3}, 5: {"85283083fffffff": 2}, 7: {"872830828ffffff": 2}},
    ),
    "semver": (
        ["VARCHAR"],
        [("1.4.2",), ("v1.4.2-rc.1+b",), ("1.5.0",), ("2.0",), (None,)],
        {1: {"1": 3}, 2: {"1.4": 2, "1.5": 1}, 3: {"1.4.2": 2, "1.5.0": 1}},
    ),
    "phone": (
        ["VARCHAR"],
        [("+1 415-555-0132",), ("+14155550199",), ("+358 9 1234567",), ("415 555 0132",), (None,)],
        {1: {"+1": 2, "+358": 1}, 4: {"+1415": 2, "+358912": 1}, 7: {"+1415555": 2, "+358912345": 1}},
    ),
    Taxonomy.of([("US", None), ("US-CA", "US"), ("Kern", "US-CA"), ("MC", None)], "regions", "code", "parent").spec: (
        ["VARCHAR"],
        [("Kern",), ("US-CA",), ("US-CA",), ("MC",), ("mc",), (None,)],
        {1: {"US": 3, "MC": 1}, 2: {"US-CA": 3}, 3: {"Kern": 1}},
    ),
    "columns(2)": (
        ["VARCHAR", "INTEGER"],
        [("CA", 1), ("CA", 1), ("CA", None), ("ca", 1), ("", 1), (None, 1)],
        {1: {'["CA"]': 3, '["ca"]': 1, '[""]': 1}, 2: {'["CA","1"]': 2, '["ca","1"]': 1, '["","1"]': 1}},
    ),
}


@pytest.mark.usefixtures("few_suffixes")
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
    assert {spec.partition("(")[0] for spec in RUNS} == set(HIERARCHIES)
    assert {path.stem for path in HERE.glob("*.sql")} == set(HIERARCHIES)

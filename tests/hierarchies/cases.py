"""One case a kind: column types, nasty fixed items and random ones. The contract tests loop over them."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from dphh_sql.hierarchies import Hierarchy, parse

Row = tuple[object, ...]

CONTROL = "".join(map(chr, [*range(0x20), 0x7F, 0x80, 0x2028, 0xFFFE]))
# fmt: off
GARBAGE: tuple[str | None, ...] = (
    None, "", " ", "\x00", "\n", "é", "e\u0301x",
    "🤦🏼\u200d♂️", "🇩🇪🇫🇷", "null", "'; --", "%", "\\", '"', "ÅÄ",
    "abc", "ABC", "äbc", "/abc/Ab", "/ABC/aB", "--ab--c", "--AB--c", ".ab.c", ".AB.C",
    "a" * 300, CONTROL,
)
# fmt: on

texts = st.none() | st.text(max_size=12) | st.text(alphabet="aAbéÉ/\\.\"'0 \n", max_size=8)


@dataclass(frozen=True)
class Case:
    """A hierarchy, the types of its columns and rows to try (tuples as wide as the hierarchy)."""

    spec: str
    types: Sequence[str]
    fixed: Sequence[Row]
    random: st.SearchStrategy[Row]

    @property
    def hierarchy(self) -> Hierarchy:
        return parse(self.spec)

    @property
    def rows(self) -> st.SearchStrategy[list[Row]]:
        return st.lists(st.sampled_from(self.fixed) | self.random, min_size=1, max_size=25)


def item(row: Row) -> object:
    """What `python_key` takes: the value itself, or the tuple for a list of columns."""
    return row[0] if len(row) == 1 else row


def _one(values: Sequence[object]) -> list[Row]:
    return [(value,) for value in values]


def _tuples(strategy: st.SearchStrategy[object]) -> st.SearchStrategy[Row]:
    return st.tuples(strategy)


# fmt: off
_ZIPS = [
    "94110", "94110-1234", "94103", "00501", "9411", "941100", "94110-", "94110-12", "94110 1234", "٩٤١١٠",
    "94110\n", " 94110", "+9411", "94110-12345", "9411O",
]
_IPS = [
    "10.2.3.4", "10.2.3.5", "0.0.0.0", "255.255.255.255", "127.0.0.1", "167772161", "4294967295", "0",
    "256.1.1.1", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.4 ", "1.2.3.4\n", "1.2.3.+4", "1..2.3", "1_0.1.1.1",
    "1.2.3.4:80", "10.2.0.0/16", "\uff11.2.3.4", "4294967296", "-1", "00", "1e3", "9999999999",
]
_INTS = [None, -1, 0, 1, 167772161, 2**32 - 1, 2**32, 2**63, -(2**100), 2**127 - 1]
_WORDS = ["a", "ab", "abcd", "abc$", "ab$", "a$", "$", "$$", "a\\", "a\\$", ".", ".a", "\\\\$"]
_PATHS = [
    "/", "//", "///", "/a", "/a/", "a", "a/", "a/b", "/a/b", "/a/b/", "/a//b", "/A/b", "/a/b/c.html?x=1/2#f",
    "/a\n/b", "/" * 40, "/".join("abcdefghijkl" * 4), "/é/e\u0301/", "a/\x00/b",
]
_DATES = [
    None, datetime.date(1, 1, 1), datetime.date(9999, 12, 31), datetime.date(2026, 11, 29),
    datetime.date(44, 3, 15),
]
_TIMES = [
    None, datetime.datetime(1, 1, 1), datetime.datetime(9999, 12, 31, 23, 59, 59, 999999),
    datetime.datetime(2026, 11, 29, 13, 5), datetime.datetime(1969, 12, 31, 23, 59, 59, 999999),
]
_COLUMNS: list[Row] = [
    ("CA", "Kern", 1), ("ca", "kern", 1), ("CA", "kern", 1),
    ("CA", "Kern", None), ("CA", None, 1), ("", "", 0),
    (None, "Kern", 1), (None, None, None), ('a","b', "c", 1), ("a", 'b","c', 1), ("null", "[]", 5),
    (CONTROL, "\\u000b\\n\\", -1), ("é", "e\u0301", 2), ("e", "e", 2),
]
# fmt: on

_DASHES, _DOTS = [*GARBAGE, "a---b", "--a----b", "-" * 80], [*GARBAGE, "a.b", ".a..b", "." * 40]
_DIGITS = st.from_regex("[0-9]{4,6}(-[0-9]{4})?")
_INTEGERS = st.none() | st.integers(-9, 9)

CASES = (
    Case("chars(3)", ["VARCHAR"], _one(GARBAGE), _tuples(texts)),
    Case("word(3)", ["VARCHAR"], _one([*GARBAGE, *_WORDS]), _tuples(texts | st.text("a$\\", max_size=5))),
    Case("zip", ["VARCHAR"], _one([*GARBAGE, *_ZIPS]), _tuples(texts | _DIGITS)),
    Case("ipv4", ["VARCHAR"], _one([*GARBAGE, *_IPS]), _tuples(texts | st.ip_addresses(v=4).map(str))),
    Case("ipv4", ["HUGEINT"], _one(_INTS), _tuples(st.none() | st.integers(-3, 2**32 + 3))),
    Case("path", ["VARCHAR"], _one([*GARBAGE, *_PATHS]), _tuples(texts | st.text("/ab", max_size=70))),
    Case("path('--')", ["VARCHAR"], _one(_DASHES), _tuples(texts | st.text("-a", max_size=20))),
    Case("path('.')", ["VARCHAR"], _one(_DOTS), _tuples(texts | st.text(".a\n", max_size=20))),
    Case("date", ["DATE"], _one(_DATES), _tuples(st.none() | st.dates())),
    Case("timestamp", ["TIMESTAMP"], _one(_TIMES), _tuples(st.none() | st.datetimes())),
    Case("columns(3)", ["VARCHAR", "VARCHAR", "BIGINT"], _COLUMNS, st.tuples(texts, texts, _INTEGERS)),
    Case("items(1)", ["VARCHAR"], _one(GARBAGE), _tuples(texts)),
    Case("items(1)", ["BIGINT"], _one([None, 0, -(2**63), 2**63 - 1]), _tuples(_INTEGERS)),
    Case("items(3)", ["VARCHAR", "VARCHAR", "BIGINT"], _COLUMNS, st.tuples(texts, texts, _INTEGERS)),
)

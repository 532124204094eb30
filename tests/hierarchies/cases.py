"""One case a kind: column types, nasty fixed items and random ones. The contract tests loop over them."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import strategies as st

from dphh_sql.hierarchies import Hierarchy, parse
from dphh_sql.hierarchies.taxonomy import Taxonomy

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
    def kind(self) -> str:
        return self.spec.partition("(")[0]

    @property
    def hierarchy(self) -> Hierarchy:
        if self.kind == "domain":
            pytest.importorskip("publicsuffixlist", reason="kind domain needs it")
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
_IPS6 = [
    "2001:db8::1", "2001:DB8:0:0:0:0:0:1", "2001:0db8:0000:0000:0000:0000:0000:0001", "::", "::1", "1::", "ff02::1:2",
    "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1:2:3:4::6:7:8", "2001:db8:0:1::", "::ffff:10.2.3.4",
    "::FFFF:0a02:0304", "10.2.3.4", "64:ff9b::10.2.3.4", "1:2:3:4:5:6:10.2.3.4", "1:2:3:4:5:6:7:10.2.3.4",
    "1::2::3", ":::", ":", "1:", ":1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4::5:6:7:8", "::1%eth0", "::1/64",
    "[::1]", "::12345", "::g", "::1.2.3", "::01.2.3.4", "::256.1.1.1", "::1\n", " ::1", "1:2:3:4:5:6:7:8::", "::\uff11",
    "1.2.3.4::", "1.2.3.4:5::", "::1.2.3.4:5",
]
_URLS = [
    "https://example.com/a/b.html?x=1/2#f", "HTTPS://EXAMPLE.com:443", "https://example.com", "http://example.com:80/",
    "http://example.com:443/", "http://example.com:/a", "http://example.com:8080/a/", "http://u:p@example.com/a",
    "http://u@v@example.com/a", "//example.com/a", "/a/b", "example.com/a", "http:///a", "http://[2001:DB8::1]:80/a/b",
    "http://exa mple.com/", "http://m\u00fcnchen.de/", "http://example.com?q", "http://example.com#f", "ftp://h//a//b/",
    "http://example.com/A/%41/../\u00e9\n/x", "1http://x/", "http://x/" + "d/" * 40, "mailto:a@b", "h+t.t-p://x",
    "http://x:8a/", "http://\x00/",
]
_FILES = [
    "/home/ann/notes.txt", "/home//ann/./notes.txt", "C:\\Users\\ann", "c:/Users/ann", "c:", "c:x", "C:\\", "a/b/", "./a",
    "././a/.", "a/./././b", "/.", ".", "..", "../a", "/a/../b", "\\\\server\\share\\f", "//server/share/f", "////a", "/" * 40,
    "/".join("abcdefghijkl" * 4), "/.a/b.", "a\n/b", "/./a", "//./a", "/\u0131:/x", "\u0131:/x", "\u00df:/x",
]
_DOMAINS = [
    "www.example.com", "WWW.Example.COM.", "example.com", "com", "a.b.example.co.uk", "example.co.uk", "co.uk", "uk",
    "www.ck", "a.www.ck", "x.foo.ck", "foo.ck", "ck", "city.kobe.jp", "a.city.kobe.jp", "b.a.kobe.jp", "a.kobe.jp", "kobe.jp",
    "a.b.c.unknowntld", "localhost", "_dmarc.example.com", "xn--bcher-kva.example", "x.xn--p1ai", "b\u00fccher.example",
    "10.2.3.4", "1.2.3", "example..com", ".com", "example.com..", ".", "-a.com", "a-.com", "a b.com", "example.com\n",
    "a" * 64 + ".com", "a" * 63 + ".com", ".".join(["ab"] * 20) + ".com", "x." * 126 + "com", "x." * 125 + "com",
    "a.com:80", "\u0130.com", "\u212a.com", "foo.github.io", "a.b.sch.uk", "b.sch.uk",
]
_GEOHASHES = ["9q8yyk8ytpxr", "9Q8YYK8YTPXR", "9q8yyk8ytpxr0", "9q", "9", "a", "9qi", "9ql", "9qo", "9q 8", "9q\n", "\u0130q"]
_VERSIONS = [
    "1.4.2", "v1.4.2", "1.4.2-rc.1", "1.4.2-rc.1+b.5", "1.4.2+b", "0.0.0", "1.4", "1", "01.4.2", "1.04.2", "1.4.2-",
    "1.4.2-01", "1.4.2-0a", "1.4.2-a..b", "V1.4.2", "1.4.2 ", "1.4.2\n", "1.4.2.3", "1.4.2-a/b", "-1.4.2", "1.4.2+",
    "99999999999999999999.0.0", "1.4.2---", "\u0661.0.0",
]
_PHONES = [
    "+14155550132", "+1 415-555-0132", "+1.415.555.0132", "+442079460958", "+44 20 7946 0958", "+3581234567", "+999999999",
    "+71234567", "+123456789012345", "+1234567890123456", "+123456", "+1234567", "4155550132", "+0123456789", "+1  4155550132",
    "+1 (415) 555-0132", "+44 (0)20 7946 0958", "+14155550132 ", "+14155550132\n", "++14155550132", "+1415555o132",
    "+\u0661\u0662\u0663\u0664\u0665\u0666\u0667", "0014155550132", "+-14155550132", "+8001234567",
]
_BITS = [None, -1, 0, 1, 77, 254, 255, 256, 2**62, 2**63, -(2**63)]
_DOUBLES = [
    None, -1.5, -1.5000000000000002, 0.0, -0.0, 0.29, 0.3, 0.1 + 0.2, -1.3, -1.1, 345.5, 998.4999999999999, 998.5, float("nan"), float("inf"),
    float("-inf"), 1e308, -1e308, 5e-324, 1.0000000000000002,
]
_CELLS = [
    "8f283082a30e623", "8F283082A30E623", "8928308280fffff", "8001fffffffffff", "81083ffffffffff", "832830fffffffff",
    "617700169958293503", "8928308280ffff", "8928308280fffff0", "0928308280fffff", "1928308280fffff", "c928308280fffff",
    "89f8308280fffff", "8928308287fffff", "8928308280ffffe", "8908000000fffff", "8108bffffffffff", "810a3ffffffffff",
    "8009fffffffffff", "80f5fffffffffff", "0x8928308280fffff", "g928308280fffff", "8f0800000000001", "8f0800000000008",
    "999999999999999999", "-8928308280ffff", "8928308280fffff\n",
]
_INSTANTS = [
    None,
    *(
        moment.replace(tzinfo=datetime.UTC)
        for moment in (
            datetime.datetime(1970, 1, 1), datetime.datetime(2026, 3, 29, 0, 59, 59, 999999),
            datetime.datetime(2026, 3, 29, 1), datetime.datetime(2026, 10, 25, 0, 30), datetime.datetime(2026, 10, 25, 1, 30),
            datetime.datetime(2, 1, 1), datetime.datetime(1, 12, 31, 23, 59, 59), datetime.datetime(9998, 12, 31, 23),
            datetime.datetime(9999, 1, 1), datetime.datetime(1, 1, 1), datetime.datetime(9999, 12, 31, 23, 59, 59, 999999),
        )
    ),
]
_PARIS = [*_INSTANTS[:6], _INSTANTS[-1]]
_MIXED: list[Row] = [
    ("a", 1, True, 1.5, datetime.date(2026, 1, 2)), ("a", 1, True, 1.5, None), ("a", 1, True, None, datetime.date(2026, 1, 2)),
    ("a", 1, None, 2.0, None), ("a", None, False, 1.5, None), (None, 1, False, 1.5, None), ("", 0, False, float("inf"), None),
    ("1", 1, True, -0.0, datetime.date(1, 1, 1)), ("a", 11, True, 1e300, datetime.date(9999, 12, 31)),
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
_ADDRESSES = st.ip_addresses(v=6).map(str) | st.ip_addresses(v=6).map(lambda a: a.exploded) | st.text("01f:.", max_size=30)
_LINKS = st.from_regex(r"(?i)https?://[a-z.@:]{1,6}(:[0-9]{0,4})?(/[a/.]{0,3})?([?#][/a?#]{0,3})?")
_TAILS = st.sampled_from(["com", "co.uk", "ck", "www.ck", "kobe.jp", "city.kobe.jp", "zz", "nom.br", "k12.ca.us", "xn--p1ai"])
_HOSTS = st.tuples(st.text("aA-1._", max_size=6), _TAILS).map(".".join)
_RECENT = st.datetimes(datetime.datetime(1972, 1, 1), datetime.datetime(2037, 1, 1), timezones=st.just(datetime.UTC))
_DECIMALS = st.none() | st.decimals(-1, 1025, places=4)
_DIGITS3 = st.lists(st.integers(0, 6), max_size=15)


def _cell(base: int, digits: list[int], spoilt: int) -> int:
    index = 8 << 56 | len(digits) << 52 | base << 45
    for r in range(15):
        index |= (digits[r] if r < len(digits) else 7) << 3 * (14 - r)
    return index ^ spoilt


_SPOILT = st.just(0) | st.integers(0, 63).map(lambda bit: 1 << bit)
CELL_NUMBERS = st.builds(_cell, st.sampled_from([0, 4, 20, 63, 117, 121, 122, 127]), _DIGITS3, _SPOILT)
_CELL_TEXTS = CELL_NUMBERS.map(lambda n: f"{n:x}") | CELL_NUMBERS.map(str)
_MIXES = st.tuples(texts, st.none() | st.integers(0, 9), st.none() | st.booleans(), st.none() | st.floats(allow_nan=False), st.none() | st.dates())

REGIONS = Taxonomy.of(
    [("Earth", None), ("Europe", "Earth"), ("FR", "Europe"), ("75", "FR"), ("fr", "Europe"), ("é", None), ("É", "é"),
     ("a b'c", "é"), ("abc", "ABC"), ("ABC", None), ("🇩🇪", "Europe"), ("US-CA", None)],
    "regions", "code", "parent",
)  # fmt: skip
"""Two roots and more, uneven, with codes that some collation would merge."""

_CODES = ["Earth", "Europe", "FR", "fr", "75", "é", "É", "a b'c", "abc", "ABC", "🇩🇪", "Fr", "EARTH", " FR", "075"]

CASES: tuple[Case, ...] = (
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
    Case("ipv6", ["VARCHAR"], _one([*GARBAGE, *_IPS6]), _tuples(texts | _ADDRESSES)),
    Case("url", ["VARCHAR"], _one([*GARBAGE, *_URLS]), _tuples(texts | _LINKS)),
    Case("file", ["VARCHAR"], _one([*GARBAGE, *_FILES]), _tuples(texts | st.text("/\\\\.aC:\n", max_size=30))),
    Case("domain", ["VARCHAR"], _one([*GARBAGE, *_DOMAINS]), _tuples(texts | _HOSTS)),
    Case("timestamptz", ["TIMESTAMPTZ"], _one(_INSTANTS), _tuples(st.none() | st.datetimes(timezones=st.just(datetime.UTC)))),
    Case("timestamptz('Europe/Paris')", ["TIMESTAMPTZ"], _one(_PARIS), _tuples(st.none() | _RECENT)),
    Case("bits(8)", ["HUGEINT"], _one(_BITS), _tuples(st.none() | st.integers(-3, 260))),
    Case("bits(20)", ["UBIGINT"], _one([None, 0, 2**20 - 1, 2**20, 2**63, 2**64 - 1]), _tuples(st.integers(0, 2**21))),
    Case("numeric(-1.5, 998.5, 10)", ["DOUBLE"], _one(_DOUBLES), _tuples(st.none() | st.floats(-2, 999) | st.floats())),
    Case("numeric(0, 1000000, 20)", ["BIGINT"], _one([None, -1, 0, 1, 345, 999999, 10**6, 2**62]), _tuples(st.integers(-9, 10**6 + 9))),
    Case("numeric(0, 1024, 2)", ["DECIMAL(9,4)"], _one([None, *map(decimal.Decimal, ("0", "0.29", "1023.9999", "1024"))]), _tuples(_DECIMALS)),
    Case("geohash", ["VARCHAR"], _one([*GARBAGE, *_GEOHASHES]), _tuples(texts | st.from_regex("[0-9a-zA-Z]{1,14}"))),
    Case("h3", ["VARCHAR"], _one([*GARBAGE, *_CELLS]), _tuples(texts | _CELL_TEXTS)),
    Case("semver", ["VARCHAR"], _one([*GARBAGE, *_VERSIONS]), _tuples(texts | st.from_regex(r"v?[0-9]{1,2}(\.[0-9]{1,2}){1,3}(-[a0.-]{1,4})?(\+[a.]{1,3})?"))),
    Case("phone", ["VARCHAR"], _one([*GARBAGE, *_PHONES]), _tuples(texts | st.from_regex(r"\+[0-9]([ .-]?[0-9]){5,15}"))),
    Case(REGIONS.spec, ["VARCHAR"], _one([*GARBAGE, *_CODES]), _tuples(texts | st.sampled_from(_CODES))),
    Case(REGIONS.spec, ["INTEGER"], _one([None, 75, 76, 0]), _tuples(st.integers(70, 80))),
    Case("columns(5)", ["VARCHAR", "UTINYINT", "BOOLEAN", "DOUBLE", "DATE"], _MIXED, _MIXES),
    Case("columns(3)", ["VARCHAR", "VARCHAR", "BIGINT"], _COLUMNS, st.tuples(texts, texts, _INTEGERS)),
    Case("items(1)", ["VARCHAR"], _one(GARBAGE), _tuples(texts)),
    Case("items(1)", ["BIGINT"], _one([None, 0, -(2**63), 2**63 - 1]), _tuples(_INTEGERS)),
    Case("items(3)", ["VARCHAR", "VARCHAR", "BIGINT"], _COLUMNS, st.tuples(texts, texts, _INTEGERS)),
)

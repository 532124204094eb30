"""The scalar helpers as functions; the text form of each kind's items."""

from __future__ import annotations

import pytest

from dphh_sql.errors import ArgumentError
from dphh_sql.hierarchies.scalars import dphh_contains, dphh_level, dphh_prefix, dphh_prefixes


@pytest.mark.parametrize(
    ("item", "kind", "prefixes"),
    [
        ("abc", "chars(5)", ["a", "ab", "abc"]),
        ("e\u0301x", "chars(2)", ["e", "e\u0301"]),
        ("", "chars(2)", []),
        ("2001:DB8:0:0:8::1", "ipv6", ["2001:db8::/32", "2001:db8::/48", "2001:db8::/64", "2001:db8::8:0:0:1/128"]),
        ("1:0:0:2:0:0:0:3", "ipv6", ["1::/32", "1::/48", "1:0:0:2::/64", "1:0:0:2::3/128"]),
        ("::ffff:10.2.3.4", "ipv6", ["::/32", "::/48", "::/64", "::ffff:a02:304/128"]),
        ("fe80::1%eth0", "ipv6", []),
        ("HTTP://Example.COM:80?q", "url", ["http://example.com/"]),
        ("https://a.b/c//d?e/f", "url", ["https://a.b/", "https://a.b/c/", "https://a.b/c//"]),
        ("/a/b", "url", []),
        ("./a/./b//c\\d", "file", ["a/", "a/b/", "a/b/c/", "a/b/c/d"]),
        ("2026-11-29 23:30:00-02", "timestamptz", ["2026", "2026-11", "2026-11-30", "2026-11-30 01"]),
        ("2026-07-01T00:00:00Z", "timestamptz('Europe/Paris')", ["2026", "2026-07", "2026-07-01", "2026-07-01 02"]),
        ("2026-11-29 23:30:00", "timestamptz", []),
        ("5", "bits(3)", ["4..7", "4..5", "5..5"]),
        ("8", "bits(3)", []),
        ("05", "bits(3)", []),
        ("0.29", "numeric(0, 1, 10)", ["[0.2, 0.3)", "[0.29, 0.3)", "[0.29, 0.291)", "[0.29, 0.2901)"]),
        ("-1e0", "numeric(-2, 2, 2)", ["[-2, 0)", "[-1, 0)", "[-1, -0.5)", "[-1, -0.75)"]),
        ("1", "numeric(0, 1, 10)", []),
        ("9Q8YYK", "geohash", ["9q", "9q8y", "9q8yyk"]),
        ("9a", "geohash", []),
        ("617700169958293503", "h3", ["832830fffffffff", "85283083fffffff", "872830828ffffff"]),
        ("9928308280fffff", "h3", []),
        ("v1.4.2-rc.1+b", "semver", ["1", "1.4", "1.4.2"]),
        ("1.4", "semver", []),
        ("+44 20 7946 0958", "phone", ["+44", "+44207", "+44207946"]),
        ("020 7946 0958", "phone", []),
        ("94110-1234", "zip", ["9", "941", "94110"]),
        ("9411", "zip", []),
        ("10.2.3.4", "ipv4", ["10.0.0.0/8", "10.2.0.0/16", "10.2.3.0/24", "10.2.3.4/32"]),
        ("167904004", "ipv4", ["10.0.0.0/8", "10.2.0.0/16", "10.2.3.0/24", "10.2.3.4/32"]),
        ("/a/b/c.html?x=1", "path", ["/a/", "/a/b/", "/a/b/c.html?x=1"]),
        ("a//b/", "path", ["a/", "a//", "a//b/"]),
        ("Home > Garden > Hoses", "path(' > ')", ["Home > ", "Home > Garden > ", "Home > Garden > Hoses"]),
        ("/", "path", []),
        ("2026-11-29", "date", ["2026", "2026-11", "2026-11-29"]),
        ("2026-11-29 13:05:59.999999999", "timestamp", ["2026", "2026-11", "2026-11-29", "2026-11-29 13"]),
        ("2026-11-29T13:05", "timestamp", ["2026", "2026-11", "2026-11-29", "2026-11-29 13"]),
        ("2026-11-29 13:05:00+00", "timestamp", []),
        ("2026-02-30", "date", []),
        ("2026-11-29 24:00:00", "timestamp", []),
        ("0044-03-15 (BC)", "date", []),
        ("12026-01-01", "date", []),
        ("infinity", "date", []),
        ('["CA","Kern",null]', "columns(3)", ['["CA"]', '["CA","Kern"]']),
        ('["CA",null,"x"]', "columns(3)", ['["CA"]']),
        ('[ "" , "\\u000b" ]', "columns(2)", ['[""]', '["","\\u000B"]']),
        ('["\\ud800"]', "columns(1)", []),
        ('["CA",1]', "columns(2)", []),
        ('["a","b","c"]', "columns(2)", []),
        ("CA", "columns(2)", []),
        ("[" * 100_000, "columns(2)", []),
    ],
)
def test_prefixes_read_back(item: str, kind: str, prefixes: list[str]) -> None:
    assert dphh_prefixes(item, kind) == prefixes
    for prefix in prefixes:
        level = dphh_level(prefix, kind)
        assert level is not None
        assert dphh_prefix(item, kind, level) == prefix
        assert dphh_contains(prefix, item, kind) is True


@pytest.mark.parametrize(
    ("prefix", "kind"),
    [
        ("abcd", "chars(3)"),
        ("94110-1234", "zip"),
        ("941x", "zip"),
        ("2001:db8::/30", "ipv6"),
        ("2001:db8::1/32", "ipv6"),
        ("2001:DB8::/32", "ipv6"),
        ("https://example.com", "url"),
        ("4..8", "bits(3)"),
        ("1..2", "bits(3)"),
        ("0..7", "bits(3)"),
        ("[0.2,0.3)", "numeric(0, 1, 10)"),
        ("[0.25, 0.35)", "numeric(0, 1, 10)"),
        ("[0, 1)", "numeric(0, 1, 10)"),
        ("9Q", "geohash"),
        ("8928308280FFFFF", "h3"),
        ("1.4.2.1", "semver"),
        ("+", "phone"),
        ("10.2.0.0", "ipv4"),
        ("10.2.0.1/16", "ipv4"),
        ("10.2.0.0/0", "ipv4"),
        ("10.2.0.0/33", "ipv4"),
        ("10.2.0.0/08", "ipv4"),
        ("/", "path"),
        ("/" * 40, "path"),
        ("2026-13", "date"),
        ("2026-11-29 13", "date"),
        ("2026-11-29T13", "timestamp"),
        ("0000", "date"),
        ('["CA", "Kern"]', "columns(2)"),
        ('["a",null]', "columns(2)"),
        ('["\\u000b"]', "columns(2)"),
        ("[]", "columns(2)"),
        ("{}", "columns(2)"),
    ],
)
def test_no_prefix(prefix: str, kind: str) -> None:
    assert dphh_level(prefix, kind) is None
    assert dphh_contains(prefix, "x", kind) is None


def test_contains_is_false_for_others_and_for_malformed_items() -> None:
    assert dphh_contains("941", "94210", "zip") is False
    assert dphh_contains("941", "94x", "zip") is False
    assert dphh_contains("/a/b/", "/a/b", "path") is False
    assert dphh_contains("10.2.0.0/15", "10.3.9.9", "ipv4") is True


def test_null_in_null_out() -> None:
    assert dphh_prefix(None, "zip", 3) is None
    assert dphh_prefix("94110", None, 3) is None
    assert dphh_prefix("94110", "zip", None) is None
    assert dphh_prefixes(None, "zip") is None
    assert dphh_prefixes("94110", None) is None
    assert dphh_level(None, "zip") is None
    assert dphh_level("941", None) is None
    assert dphh_contains(None, "94110", "zip") is None
    assert dphh_contains("941", None, "zip") is None
    assert dphh_contains("941", "94110", None) is None


def test_bad_arguments_are_errors() -> None:
    with pytest.raises(ArgumentError, match="unknown hierarchy 'zop'"):
        dphh_prefixes("94110", "zop")
    with pytest.raises(ArgumentError, match="levels must be levels of zip, got 9"):
        dphh_prefix("94110", "zip", 9)

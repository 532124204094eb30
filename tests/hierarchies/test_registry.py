"""Specs, default kinds and the check of levels."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest

from dphh_sql.errors import ArgumentError, UnknownNameError
from dphh_sql.hierarchies import HIERARCHIES, for_column, parse, undeclared, validate_levels
from dphh_sql.hierarchies.bits import Bits
from dphh_sql.hierarchies.chars import Chars
from dphh_sql.hierarchies.columns import Columns
from dphh_sql.hierarchies.numeric import Numeric
from dphh_sql.hierarchies.path import Path
from dphh_sql.hierarchies.timestamptz import TimestampTz


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("chars(3)", Chars(3)),
        (" CHARS ( 3 ) ", Chars(3)),
        ("columns(2)", Columns(2)),
        ("path", Path("/")),
        ("path(/)", Path("/")),
        ("path('/')", Path("/")),
        ("path(' > ')", Path(" > ")),
        ("path( > )", Path(">")),
        ("path('''')", Path("'")),
        ("path(')')", Path(")")),
        ("path(')", Path("'")),
        ("bits( 8 )", Bits(8)),
        ("numeric(0, 100)", Numeric(Decimal(0), Decimal(100), 10)),
        ("numeric(-0.50,+1.0,2)", Numeric(Decimal("-0.5"), Decimal(1), 2)),
        ("timestamptz", TimestampTz("UTC")),
        ("timestamptz(utc)", TimestampTz("UTC")),
        ("timestamptz( 'europe/paris' )", TimestampTz("Europe/Paris")),
    ],
)
def test_spec(spec: str, expected: object) -> None:
    assert parse(spec) == expected
    assert parse(parse(spec).spec) == expected


def test_kinds() -> None:
    first = ["chars", "zip", "ipv4", "ipv6", "path", "url", "file", "domain", "date", "timestamp"]
    assert list(HIERARCHIES) == [*first, "timestamptz", "columns", "items", "bits", "numeric", "geohash", "h3", "semver", "phone", "taxonomy", "word"]
    assert all(kind.kind == name for name, kind in HIERARCHIES.items())


@pytest.mark.parametrize(
    ("spec", "near"), [("zpi", "zip"), ("ip4", "ipv4"), ("char(3)", "chars"), ("Timestmp", "timestamp")]
)
def test_unknown_kind_names_the_nearest(spec: str, near: str) -> None:
    with pytest.raises(UnknownNameError, match=f"Did you mean '{near}'") as caught:
        parse(spec)
    assert caught.value.argument == "hierarchy"


@pytest.mark.parametrize("spec", ["", "()", "zip)", "chars(3", "zip; DROP TABLE t"])
def test_what_is_no_spec(spec: str) -> None:
    with pytest.raises(UnknownNameError, match="must be one of chars, zip"):
        parse(spec)


# fmt: off
BAD_PARAMETERS = [
    "chars", "chars()", "chars(0)", "chars(-1)", "chars(129)", "chars(2.5)", "chars(x)", "chars(³)",
    "chars(" + "9" * 3900 + ")", "columns", "columns(33)", "zip(3)", "zip()", "ipv4(8)", "date(day)",
    "path()", "path('')", "path(\n)", "path('\t')", "path(123456789)", "ipv6(32)", "url(/)", "h3(7)", "phone(US)",
    "bits", "bits(0)", "bits(64)", "bits(1.5)", "numeric", "numeric()", "numeric(0)", "numeric(0, 1, 3)",
    "numeric(0, 1, 1)", "numeric(0, 1, 0)", "numeric(0, 1, 1024)", "numeric(1, 1)", "numeric(2, 1)", "numeric(a, b)",
    "numeric(0, 1e9)", "numeric(0, 1, 10, 2)", "numeric(0, 9007199254740993)", "numeric(nan, 1)", "timestamptz()",
    "timestamptz(Nowhere/City)", "timestamptz('')",
]
# fmt: on


@pytest.mark.parametrize("type_name", ["BLOB", "TIME", "INTEGER[]", "STRUCT(a INTEGER)", "BIT"])
def test_a_type_that_no_kind_reads_is_told_so(type_name: str) -> None:
    assert f"no hierarchy reads column 'x', which is {type_name}; bring it to text" in str(undeclared("x", type_name))


def test_only_kinds_that_read_the_type_are_named() -> None:
    said = str(undeclared("x", "DECIMAL(9,2)"))
    assert "with one of columns, items, numeric, declare" in said
    assert said.endswith("Likely for DECIMAL: columns, items, numeric.")
    assert "Likely for BIGINT: ipv4, columns, items, bits, numeric, h3, taxonomy." in str(undeclared("x", "BIGINT"))
    assert "chars" in str(undeclared("x"))


@pytest.mark.parametrize("spec", BAD_PARAMETERS)
def test_bad_parameter(spec: str) -> None:
    with pytest.raises(ArgumentError, match=r"^hierarchy .*write ") as caught:
        parse(spec)
    assert caught.value.argument == "hierarchy"
    assert caught.value.remedy is not None


@pytest.mark.parametrize("spec", [None, 3, ["zip"]])
def test_spec_must_be_text(spec: object) -> None:
    with pytest.raises(ArgumentError, match="must be text"):
        parse(spec)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["zip", "ZIP", "ZipCode", "zip_code", "postal_code"])
def test_zip_columns(name: str) -> None:
    assert for_column(name) == "zip"


@pytest.mark.parametrize("name", ["ip", "IP_Address", "client_ip", "server_ip", "src_ip", "dst_ip"])
def test_ip_columns(name: str) -> None:
    assert for_column(name) == "ipv4"


@pytest.mark.parametrize(
    "name", ["", "zipper", "ship", "tip", "path", "url", "date", "name", "postcode", "zip "]
)
def test_other_columns_are_not_guessed(name: str) -> None:
    assert for_column(name) is None


def test_no_column_name_has_two_kinds() -> None:
    names = [name for kind in HIERARCHIES.values() for name in kind.column_names]
    assert len(names) == len(set(names))
    assert all(name == name.lower() for name in names)


NEW_DEFAULTS = {
    "ipv6": (32, 48, 64, 128),
    "url": (1, 2, 3),
    "file": (1, 2, 3, 4),
    "timestamptz": (1, 2, 3, 4),
    "bits(3)": (1, 2, 3),
    "numeric(0, 1, 10)": (1, 2, 3, 4),
    "numeric(0, 1, 1000)": (1, 2, 3),
    "geohash": (2, 4, 6),
    "h3": (3, 5, 7),
    "semver": (1, 2, 3),
    "phone": (1, 4, 7),
}


def test_default_levels() -> None:
    defaults = {
        spec: validate_levels(parse(spec), None)
        for spec in ("zip", "ipv4", "date", "timestamp", "chars(2)", "path", *NEW_DEFAULTS)
    }
    assert defaults == {
        "zip": (1, 3, 5),
        "ipv4": (8, 16, 24, 32),
        "date": (1, 2, 3),
        "timestamp": (1, 2, 3, 4),
        "chars(2)": (1, 2),
        "path": (1, 2, 3, 4, 5, 6, 7, 8),
    } | NEW_DEFAULTS


def test_levels_are_sorted_plain_ints() -> None:
    levels = validate_levels(parse("zip"), np.array([5, 2]))
    assert levels == (2, 5)
    assert all(type(level) is int for level in levels)


@pytest.mark.parametrize(
    ("levels", "rule"),
    [
        ([], "must not be empty"),
        ([3, 3], "must be distinct, got 3 more than once"),
        ([0], "must be levels of zip, got 0"),
        ([1, 6, 7], "must be levels of zip, got 6 and 7"),
        ([True], "must be integers, got True"),
        ([1.0], "must be integers, got 1.0"),
        (["1"], "must be integers, got '1'"),
        ([None], "must be integers, got None"),
        ("135", "must be a list of integers, got '135'"),
        (3, "must be a list of integers, got 3"),
    ],
)
def test_bad_levels(levels: object, rule: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        validate_levels(parse("zip"), levels)  # type: ignore[arg-type]
    assert str(caught.value) == f"levels {rule}; choose from 1, 2, 3, 4 and 5 or leave levels out."
    assert caught.value.argument == "levels"

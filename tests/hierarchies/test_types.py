"""Column types beyond the contract cases: what the SQL side makes of each accepted type."""

from __future__ import annotations

import datetime
import decimal
import json
import uuid

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dphh_sql.hierarchies import parse
from tests.hierarchies.cases import CASES, Case
from tests.hierarchies.pipeline import Rows, counts, load, run

CON = duckdb.connect()


def labels(spec: str, column: str, values: str) -> list[str]:
    """The labels of one value, given as SQL, in a column of type `column`."""
    h = parse(spec)
    CON.execute(f"CREATE OR REPLACE TABLE items AS SELECT CAST({values} AS {column}) AS c0")
    return [h.label(key, level) for level, key, _ in run(CON, counts(h, h.default_levels))]


@pytest.mark.parametrize("column", ["DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS"])
def test_calendar_types(column: str) -> None:
    hour = "00" if column == "DATE" else "13"
    assert labels("timestamp", column, "TIMESTAMP '2026-11-29 13:05:00'") == [
        "2026", "2026-11", "2026-11-29", f"2026-11-29 {hour}"
    ]  # fmt: skip
    assert labels("date", column, "TIMESTAMP '1826-11-29 13:05:00'") == ["1826", "1826-11", "1826-11-29"]


@pytest.mark.parametrize("kind", ["date", "timestamp"])
@pytest.mark.parametrize("column", ["DATE", "TIMESTAMP"])
@pytest.mark.parametrize(
    "value", ["infinity", "-infinity", "0044-03-15 (BC)", "0001-12-31 (BC)", "10000-01-01", "290000-01-01"]
)
def test_dates_outside_the_years_1_to_9999_are_malformed(kind: str, column: str, value: str) -> None:
    assert labels(kind, column, f"'{value}'") == []


def test_a_date_beyond_the_range_of_timestamp_is_malformed() -> None:
    assert labels("date", "DATE", "'5881580-07-10'") == []


def _extreme_moments(unit: str, zone: str | None = None) -> pa.Table:
    extremes = [-(2**63), -(2**63) + 2, -(2**62), 0, 2**62, 2**63 - 2, 2**63 - 1]
    return pa.table({"c0": pa.array(extremes, pa.int64()).view(pa.timestamp(unit, zone))})


@pytest.mark.parametrize("stored", [True, False])
@pytest.mark.parametrize("spec", ["timestamptz", "timestamptz('Asia/Kathmandu')", "timestamptz('America/Caracas')"])
def test_no_64_bit_instant_fails(spec: str, stored: bool) -> None:
    con = duckdb.connect()
    con.register("moments", _extreme_moments("us", "UTC"))
    con.execute(f"CREATE {'TABLE' if stored else 'VIEW'} items AS FROM moments")
    h = parse(spec)
    years = [key for level, key, _ in run(con, counts(h, h.default_levels)) if level == 1]
    assert years == ["1969" if "America" in spec else "1970"]


@pytest.mark.parametrize("stored", [True, False])
@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
@pytest.mark.parametrize("kind", ["date", "timestamp"])
def test_no_64_bit_moment_fails(kind: str, unit: str, stored: bool) -> None:
    # Arrow can hand over any integer, also ones that no text spells; a stored table adds their statistics.
    con = duckdb.connect()
    con.register("moments", _extreme_moments(unit))
    con.execute(f"CREATE {'TABLE' if stored else 'VIEW'} items AS FROM moments")
    h = parse(kind)
    years = [key for level, key, _ in run(con, counts(h, h.default_levels)) if level == 1]
    assert "1970" in years
    assert all(len(year) == 4 for year in years)


@pytest.mark.parametrize(
    "column",
    [
        "TINYINT",
        "SMALLINT",
        "INTEGER",
        "BIGINT",
        "HUGEINT",
        "UTINYINT",
        "USMALLINT",
        "UINTEGER",
        "UBIGINT",
        "UHUGEINT",
    ],
)
def test_integer_addresses(column: str) -> None:
    assert labels("ipv4", column, "100")[3] == "0.0.0.100/32"
    if not column.startswith("U"):
        assert labels("ipv4", column, "-1") == []


@pytest.mark.parametrize("column", ["BIGINT", "UBIGINT", "HUGEINT", "UHUGEINT"])
def test_integer_cells(column: str) -> None:
    assert labels("h3", column, "617700169958293503") == ["832830fffffffff", "85283083fffffff", "872830828ffffff"]
    assert labels("h3", column, "9223372036854775807") == []


def test_the_widest_bits() -> None:
    h = parse("bits(63)")
    load(CON, ["UBIGINT"], [(0,), (2**62,), (2**63 - 1,), (2**63,), (2**64 - 1,)])
    found = [(i, h.label(key, level)) for i, level, key, _ in run(CON, counts(h, [1, 63], carry=["id"]))]
    halves = [(0, f"0..{2**62 - 1}"), (1, f"{2**62}..{2**63 - 1}"), (2, f"{2**62}..{2**63 - 1}")]
    assert sorted(found) == sorted([*halves, *((i, f"{n}..{n}") for i, n in enumerate((0, 2**62, 2**63 - 1)))])


@pytest.mark.parametrize(
    ("spec", "value"), [("zip", "94110"), ("chars(2)", "ab"), ("ipv4", "10.0.0.1"), ("path", "/a/b")]
)
def test_an_enum_counts_as_text(spec: str, value: str) -> None:
    h = parse(spec)
    CON.execute("DROP TABLE IF EXISTS items")
    CON.execute("DROP TYPE IF EXISTS some_enum")
    CON.execute(f"CREATE TYPE some_enum AS ENUM ('{value}', 'other')")
    CON.execute(f"CREATE TABLE items AS SELECT CAST('{value}' AS some_enum) AS c0")
    found = run(CON, counts(h, h.default_levels))
    assert found == [
        (level, key, 1) for level in h.default_levels if (key := h.python_key(value, level)) is not None
    ]


def _columns(types: list[str], rows: list[tuple[object, ...]]) -> Rows:
    h = parse(f"columns({len(types)})")
    load(CON, types, rows)
    return run(CON, counts(h, [len(types)], carry=["id"]))


scalars = st.tuples(
    st.floats(allow_nan=False),
    st.booleans(),
    st.dates(),
    st.decimals(min_value=-1000, max_value=1000, places=3),
    st.uuids(),
)


@given(rows=st.lists(scalars, min_size=1, max_size=10))
def test_native_values_print_as_duckdb_prints_them(rows: list[tuple[object, ...]]) -> None:
    h = parse("columns(5)")
    types = ["DOUBLE", "BOOLEAN", "DATE", "DECIMAL(9,3)", "UUID"]
    assert [key for _, _, key, _ in _columns(types, rows)] == [h.python_key(row, 5) for row in rows]


def test_known_texts() -> None:
    row = (
        float("nan"),
        True,
        datetime.date(44, 3, 15),
        decimal.Decimal("1E+2"),
        uuid.UUID(int=1),
    )
    texts = [
        "nan",
        "true",
        "0044-03-15",
        "100",
        "00000000-0000-0000-0000-000000000001",
    ]
    assert parse("columns(5)").python_key(row, 5) == json.dumps(texts, separators=(",", ":"))


@pytest.mark.parametrize(
    "value",
    [
        b"x",
        ["x"],
        {"a": 1},
        datetime.time(1),
        datetime.datetime(2026, 1, 1),
        datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC),
        object(),
        "\ud800",
    ],
)
def test_native_values_of_other_types_are_malformed(value: object) -> None:
    assert parse("columns(1)").python_key((value,), 1) is None


@pytest.mark.parametrize("spec", ["zip", "chars(2)", "ipv4", "path", "date", "timestamp", "columns(2)"])
@pytest.mark.parametrize(
    "value", [b"94110", 1.5, True, datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC), object()]
)
def test_python_items_of_other_types_are_malformed(spec: str, value: object) -> None:
    assert parse(spec).python_key(value, parse(spec).all_levels[0]) is None


@pytest.mark.parametrize(
    ("spec", "type_sql"),
    [
        ("zip", "INTEGER"),
        ("chars(2)", "BLOB"),
        ("path", "JSON"),
        ("ipv4", "DOUBLE"),
        ("date", "VARCHAR"),
        ("timestamp", "TIMESTAMPTZ"),
        ("timestamptz", "TIMESTAMP"),
        ("timestamptz", "VARCHAR"),
        ("ipv6", "HUGEINT"),
        ("url", "JSON"),
        ("file", "BLOB"),
        ("bits(8)", "VARCHAR"),
        ("bits(8)", "DOUBLE"),
        ("numeric(0, 1, 10)", "VARCHAR"),
        ("geohash", "BIGINT"),
        ("h3", "DOUBLE"),
        ("semver", "DOUBLE"),
        ("phone", "BIGINT"),
    ]
    + [
        ("columns(2)", t)
        for t in (
            "BLOB",
            "INTEGER[]",
            "STRUCT(a INTEGER)",
            "MAP(INTEGER, INTEGER)",
            "TIMESTAMPTZ",
            "INTEGER[2]",
            "JSON",
            "TIME",
            "TIMESTAMP_S",
            "TIMESTAMP_MS",
        )
    ],
)
def test_refused_types(spec: str, type_sql: str) -> None:
    name = CON.execute(f"SELECT typeof(CAST(NULL AS {type_sql}))").fetchall()[0][0]
    h = parse(spec)
    assert name.split("(")[0] not in h.accepts
    assert "view" in h.remedy or spec in ("ipv4", "h3", "semver")


# fmt: off
ALL_TYPES = [
    "VARCHAR", "BIGINT", "HUGEINT", "DOUBLE", "DECIMAL(9,2)", "BOOLEAN", "BLOB", "BIT", "UUID", "JSON",
    "INTERVAL",
    "DATE", "TIME", "TIMETZ", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS", "TIMESTAMPTZ",
    "INTEGER[]", "INTEGER[2]", "STRUCT(a INTEGER)", "MAP(INTEGER, INTEGER)",
]
# fmt: on


@pytest.mark.parametrize("case", [case for case in CASES if len(case.types) == 1], ids=lambda case: case.spec[:24])
@pytest.mark.parametrize("type_sql", ALL_TYPES)
def test_a_refused_type_still_binds(case: Case, type_sql: str) -> None:
    # The check of the type is part of the counting statement: that must bind for the refusal to be read.
    h = case.hierarchy
    CON.execute(f"CREATE OR REPLACE TABLE items (c0 {type_sql})")
    assert run(CON, counts(h, h.default_levels[-2:])) == []

"""DuckDB as a warehouse: it reads a filter as DuckDB's own macros do, whatever machine it runs on."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dphh_sql.request import Request
from dphh_sql.warehouse.count import Counts, count
from dphh_sql.warehouse.engines.duckdb import DuckDBEngine


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "bank.duckdb"


def made(file: Path, *statements: str) -> None:
    with duckdb.connect(str(file)) as con:
        for statement in statements:
            con.execute(statement)


def counts(file: Path, col: str, **options: object) -> Counts:
    engine = DuckDBEngine(f"duckdb:///{file}")
    try:
        return count(engine, Request.parse("dp_hhh", "items", col, {"eps": 1, **options}), 1)
    finally:
        engine.close()


@pytest.mark.parametrize("fives", [0, 1])
@pytest.mark.parametrize("text", ["v > 1", "v > 1.5", "NOT (v < 1)", "v <> 0.125"])
def test_one_row_more_in_a_file_brings_no_other_row(fives: int, text: str, file: Path) -> None:
    """A file's statistics leave NaN out, and DuckDB believes them."""
    parquet = file.with_name("n.parquet")
    values = pa.array([0.125] + [float("nan")] * 1000 + [5.0] * fives)
    pq.write_table(pa.table({"v": values, "word": ["a"] * len(values)}), parquet)
    made(file, f"CREATE VIEW items AS FROM '{parquet}'")
    assert counts(file, "word", hierarchy="chars(1)", filter=text).total == 1000 + fives
    found = counts(file, "v", hierarchy="numeric(0, 1, 10)", levels=[1])
    assert found.total == 1001 + fives
    assert found.candidates.field("n").to_pylist() == [1]


@pytest.mark.parametrize("text", ["e > 'b'", "e IN ('b', 'q')", "e <> 'q'", "e = 'q'"])
def test_an_enum_is_compared_as_text(text: str, file: Path) -> None:
    made(file, "CREATE TABLE items AS SELECT unnest(['z', 'b', 'a'])::ENUM ('z', 'b', 'a') AS e, 'x' AS word")
    with duckdb.connect(str(file)) as con:
        ((kept,),) = con.execute(f"SELECT count(*) FROM items WHERE {text}").fetchall()
    assert counts(file, "word", hierarchy="chars(1)", filter=text).total == kept


def test_moments_are_read_in_utc_whatever_the_zone_of_the_machine(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(file, "CREATE TABLE items AS SELECT unnest(['2020-05-31 20:00:00+00', '2020-06-01 00:00:00+00'])::TIMESTAMPTZ AS z")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    asked = "z >= TIMESTAMP '2020-06-01 00:00:00'"
    assert counts(file, "z", hierarchy="timestamptz(UTC)", filter=asked).total == 1

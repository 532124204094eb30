"""The faster forms have the values of the forms that they stand for, and no warehouse sees them."""

from __future__ import annotations

import random
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sqlglot import exp

from dphh_sql.counting import counting_query, counting_rows
from dphh_sql.duckdb_forms import FORMS, in_duckdb
from dphh_sql.hierarchies import HIERARCHIES, Hierarchy, parse
from dphh_sql.hierarchies._sql import MEANING
from dphh_sql.source import Source
from tests.hierarchies.cases import CASES, Case

TEXTS = ["0.0.0.0", "255.255.255.255", "1.2.3.4", "256.1.1.1", "1.2.3", "1.2.3.4.5", "", "1..2.3", "01.2.3.4", "7"]


def marks(kind: Hierarchy) -> set[str]:
    columns = [exp.column(f"c{i}") for i in range(kind.width)]
    read = [*kind.parts(columns), *map(kind.raw, columns)]
    return {node.meta[MEANING][0] for part in read for node in part.walk() if MEANING in node.meta}


def test_each_form_is_asked_for() -> None:
    asked = {mark for kind in HIERARCHIES.values() for mark in marks(kind.sample())}
    assert FORMS.keys() <= asked


@pytest.mark.parametrize("case", [case for case in CASES if "address" in marks(case.hierarchy)], ids=lambda c: c.spec)
def test_each_form_has_the_same_values(case: Case) -> None:
    rng = random.Random(5)
    texts = TEXTS + [".".join(str(rng.randrange(300)) for _ in range(4)) for _ in range(2000)]
    texts += [str(item) for (item,) in case.fixed if item is not None]
    with duckdb.connect() as con:
        con.execute("CREATE TABLE items AS SELECT unnest($1::VARCHAR[]) AS c0 UNION ALL SELECT NULL", [texts])
        parts = case.hierarchy.parts([exp.column("c0")])
        plain = exp.select(exp.column("c0"), *(part.as_(f"p{i}") for i, part in enumerate(parts))).from_("items")
        fast = in_duckdb(plain.copy())
        assert fast.sql("duckdb") != plain.sql("duckdb")
        rows = con.execute(fast.sql("duckdb")).fetchall()
        assert rows == con.execute(plain.sql("duckdb")).fetchall()
        assert sum(part is not None for _, part in rows) > 900


def test_the_macros_count_with_them_and_warehouses_do_not() -> None:
    kind = HIERARCHIES["ipv4"].sample()
    asked = (Source(("ips",)), ["ip"], kind, kind.default_levels, 1)
    assert "LIST_DOT_PRODUCT" in counting_query(*asked).sql("duckdb")
    assert "LIST_DOT_PRODUCT" not in counting_rows(*asked).sql("duckdb")


def address() -> exp.Expr:
    (part,) = HIERARCHIES["ipv4"].sample().parts([exp.column("c0")])
    return next(node for node in part.walk() if node.meta.get(MEANING) == ("address",))


@pytest.mark.parametrize("text", ["secret", "1.2.3", "1.2.3.secret", "1.2.3.4.5", ""])
def test_an_address_fails_on_no_text(text: str, tmp_path: Path) -> None:
    """DuckDB 2 computes functions on all texts of a dictionary, also on those that a CASE leaves out."""
    form = exp.select(exp.func("count", FORMS["address"](address()))).from_("items").sql("duckdb")
    texts = [f"10.2.3.{i % 5}" for i in range(5000)]
    for file in ("with", "without"):
        with duckdb.connect(str(tmp_path / file)) as con:
            con.execute("CREATE TABLE items AS SELECT unnest($1::VARCHAR[]) AS c0", [texts + [text] * (file == "with")])
            con.execute("CHECKPOINT")
            for query in (form, form + " WHERE c0 <> 'x'"):
                assert con.execute(query).fetchall() == [(5000,)]


@pytest.mark.parametrize("kind", ["FLOAT", "DOUBLE"])
@pytest.mark.parametrize("spec", ["items(1)", "columns(1)"])
def test_there_is_one_nan(kind: str, spec: str) -> None:
    """One row more must not move others to another item."""
    hierarchy = parse(spec)
    with duckdb.connect() as con:
        con.execute(f"CREATE TABLE t AS SELECT '-nan'::{kind} AS v FROM range(50)")
        query = counting_query(Source(("t",)), ["v"], hierarchy, hierarchy.default_levels, 1).sql("duckdb")
        for added, expected in (("-nan", {"nan": 51}), ("nan", {"nan": 52}), ("5", {"nan": 52, "5.0": 1})):
            con.execute(f"INSERT INTO t VALUES ('{added}')")
            ((_, found),) = con.execute(query).fetchall()
            assert {row["key"].strip('[]"'): row["n"] for row in found} == expected


def test_texts_that_look_like_nan_stay_as_they_are() -> None:
    hierarchy = parse("items(1)")
    with duckdb.connect() as con:
        con.execute("CREATE TABLE t AS SELECT unnest(['-nan', 'nan', 'NaN']) AS v")
        query = counting_query(Source(("t",)), ["v"], hierarchy, (1,), 1).sql("duckdb")
        ((_, found),) = con.execute(query).fetchall()
        assert sorted(row["key"] for row in found) == ["-nan", "NaN", "nan"]


FILTERS = ["v > 1", "v > 1.5", "NOT (v < 1)", "v <> 0.125", "v = 'nan'", "v IN (7, 'nan')", "1 <= v"]


def written(path: Path, kind: pa.DataType, fives: int) -> Path:
    """A Parquet file of a thousand NaN that its statistics do not tell of."""
    values = pa.array([0.125] + [float("nan")] * 1000 + [5.0] * fives, kind)
    pq.write_table(pa.table({"v": values, "word": ["a"] * len(values)}), path)
    told = pq.ParquetFile(path).metadata.row_group(0).column(0).statistics
    assert (told.min, told.max) == (0.125, 5.0 if fives else 0.125)
    return path


@pytest.mark.parametrize("kind", [pa.float32(), pa.float64()], ids=str)
@pytest.mark.parametrize("text", FILTERS)
@pytest.mark.parametrize("place", ["file", "view"])
def test_a_filter_keeps_the_same_nan_whatever_a_file_says_of_them(
    kind: pa.DataType, text: str, place: str, tmp_path: Path
) -> None:
    """One row more must not bring a thousand others."""
    totals = []
    for fives in (0, 1):
        path = written(tmp_path / f"{fives}.parquet", kind, fives)
        with duckdb.connect() as con:
            con.execute(f"CREATE VIEW v AS FROM '{path}'")
            read = Source(("v" if place == "view" else str(path),))
            query = counting_query(read, ["word"], parse("chars(1)"), (1,), 1, text)
            ((total, _),) = con.execute(query.sql("duckdb")).fetchall()
            totals.append(total)
    assert totals == [1000, 1000 + ("nan" not in text)]


@pytest.mark.parametrize("kind", [pa.float32(), pa.float64()], ids=str)
@pytest.mark.parametrize("fives", [0, 1])
def test_nan_is_in_no_range_whatever_a_file_says(kind: pa.DataType, fives: int, tmp_path: Path) -> None:
    read = Source((str(written(tmp_path / "n.parquet", kind, fives)),))
    query = counting_query(read, ["v"], parse("numeric(0, 1, 10)"), (1,), 1)
    ((total, found),) = duckdb.sql(query.sql("duckdb")).fetchall()
    assert total == 1001 + fives
    assert [(row["key"], row["n"]) for row in found] == [("100000000", 1)]

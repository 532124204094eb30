"""The faster forms have the values of the forms that they stand for, and no warehouse sees them."""

from __future__ import annotations

import random

import duckdb
import pytest
from sqlglot import exp

from dphh_sql.counting import counting_query, counting_rows
from dphh_sql.duckdb_forms import FORMS, quicker
from dphh_sql.hierarchies import HIERARCHIES, Hierarchy
from dphh_sql.hierarchies._sql import MEANING
from dphh_sql.source import Source
from tests.hierarchies.cases import CASES, Case

TEXTS = ["0.0.0.0", "255.255.255.255", "1.2.3.4", "256.1.1.1", "1.2.3", "1.2.3.4.5", "", "1..2.3", "01.2.3.4", "7"]


def marks(kind: Hierarchy) -> set[str]:
    parts = kind.parts([exp.column(f"c{i}") for i in range(kind.width)])
    return {node.meta[MEANING][0] for part in parts for node in part.walk() if MEANING in node.meta}


def test_each_form_is_asked_for() -> None:
    asked = {mark for kind in HIERARCHIES.values() for mark in marks(kind.sample())}
    assert FORMS.keys() <= asked


@pytest.mark.parametrize("case", [case for case in CASES if marks(case.hierarchy) & FORMS.keys()], ids=lambda c: c.spec)
def test_each_form_has_the_same_values(case: Case) -> None:
    rng = random.Random(5)
    texts = TEXTS + [".".join(str(rng.randrange(300)) for _ in range(4)) for _ in range(2000)]
    texts += [str(item) for (item,) in case.fixed if item is not None]
    with duckdb.connect() as con:
        con.execute("CREATE TABLE items AS SELECT unnest($1::VARCHAR[]) AS c0 UNION ALL SELECT NULL", [texts])
        parts = case.hierarchy.parts([exp.column("c0")])
        plain = exp.select(exp.column("c0"), *(part.as_(f"p{i}") for i, part in enumerate(parts))).from_("items")
        fast = quicker(plain.copy())
        assert fast.sql("duckdb") != plain.sql("duckdb")
        rows = con.execute(fast.sql("duckdb")).fetchall()
        assert rows == con.execute(plain.sql("duckdb")).fetchall()
        assert sum(part is not None for _, part in rows) > 900


def test_the_macros_count_with_them_and_warehouses_do_not() -> None:
    kind = HIERARCHIES["ipv4"].sample()
    asked = (Source(("ips",)), ["ip"], kind, kind.default_levels, 1)
    assert "LIST_DOT_PRODUCT" in counting_query(*asked).sql("duckdb")
    assert "LIST_DOT_PRODUCT" not in counting_rows(*asked).sql("duckdb")


@pytest.mark.parametrize("text", ["secret", "1.2.3", "1.2.3.secret", "1.2.3.4.5", ""])
def test_no_error_quotes_a_text_even_without_the_guard(text: str) -> None:
    address = next(
        node
        for node in HIERARCHIES["ipv4"].sample().parts([exp.column("c0")])[0].walk()
        if node.meta.get(MEANING) == ("octets",)
    )
    query = quicker(exp.select(address.copy().as_("p")).from_("items")).sql("duckdb")
    with duckdb.connect() as con:
        con.execute("CREATE TABLE items AS SELECT $1::VARCHAR AS c0", [text])
        with pytest.raises(duckdb.Error) as error:
            con.execute(query).fetchall()
        assert "secret" not in str(error.value)
        assert "1.2.3" not in str(error.value)

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from dphh_sql.errors import ArgumentError
from dphh_sql.ledger import Charge, Limit, TableId


@pytest.mark.parametrize(
    ("table", "full", "label"),
    [
        (TableId("bank", "main", "loans"), "bank.main.loans", "loans"),
        (TableId("bank", "Staging", "loans"), "bank.Staging.loans", "Staging.loans"),
        (TableId("", "", "data/*.parquet"), '"data/*.parquet"', '"data/*.parquet"'),
        (TableId("b.c", "main", 'my "loans"'), '"b.c".main."my ""loans"""', '"my ""loans"""'),
        (TableId("bank", "main", "prêts"), "bank.main.prêts", "prêts"),
    ],
)
def test_names_are_readable(table: TableId, full: str, label: str) -> None:
    assert (str(table), table.label) == (full, label)


def test_a_dot_in_a_name_is_not_a_separator() -> None:
    assert str(TableId("a.b", "c", "d")) != str(TableId("a", "b.c", "d"))


@pytest.mark.parametrize("argument", ["eps", "delta"])
@pytest.mark.parametrize("value", [math.nan, math.inf, -1, "1"])
def test_illegal_amounts_are_refused(charge: Callable[..., Charge], argument: str, value: object) -> None:
    with pytest.raises(ArgumentError) as caught:
        charge(**{argument: value})
    assert caught.value.argument == argument
    with pytest.raises(ArgumentError):
        Limit(**{**{"eps": 1.0, "delta": 1e-6}, argument: value})  # type: ignore[arg-type]


def test_delta_one_is_no_guarantee(charge: Callable[..., Charge]) -> None:
    with pytest.raises(ArgumentError, match="delta must be at least 0 and below 1"):
        charge(delta=1)


@pytest.mark.parametrize("field", ["function", "unit", "user_name", "name", "request"])
@pytest.mark.parametrize("value", ["\ud800", 3])
def test_text_must_be_unicode(charge: Callable[..., Charge], field: str, value: Any) -> None:
    with pytest.raises(ArgumentError) as caught:
        charge(**{field: value})
    assert caught.value.argument == field


def test_table_names_must_be_unicode() -> None:
    with pytest.raises(ArgumentError, match="table must be valid Unicode"):
        TableId("a", "b", "\udfff")


@pytest.mark.parametrize("request_", ["", "{", '{"b":1,"a":2}', '{"a": 1}', "NaN", '{"é":1}'])
def test_the_request_must_be_canonical(charge: Callable[..., Charge], request_: str) -> None:
    with pytest.raises(ArgumentError, match="canonical_json"):
        charge(request=request_)

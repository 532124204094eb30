"""A charge that is made once for its name, whoever asks: the ground of jobs that can be run again."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from dphh_sql.errors import ArgumentError, BudgetError
from dphh_sql.ledger import Charge, Ledger, Limit, TableId
from tests.support.ledgers import Place

ChargeOf = Callable[..., Charge]


def test_once_for_each_name_and_table(ledger: Ledger, charge: ChargeOf) -> None:
    asked = charge(name="a/1")
    assert ledger.find_charge(asked.table, "a/1") is None
    first = ledger.charge_once(asked)
    assert ledger.charge_once(asked) == ledger.charge_once(charge(name="a/1", eps=0.7)) == first
    assert ledger.find_charge(asked.table, "a/1") == first
    shouted = TableId(*(part.upper() for part in (asked.table.database, asked.table.schema, asked.table.table)))
    assert ledger.charge_once(replace(asked, table=shouted)) == first  # identifiers, without regard to case
    assert ledger.charge_once(charge(name="A/1")) != first  # names are texts
    assert ledger.charge_once(replace(asked, table=TableId("bank", "main", "others"))) != first
    assert [entry.name for entry in ledger.entries()] == ["a/1", "A/1", "a/1"]
    ledger.verify()


def test_a_stored_release_does_not_hide_its_charge(ledger: Ledger, charge: ChargeOf) -> None:
    first = ledger.charge_once(charge(name="q"))
    ledger.store_release(first.release_id, "{}")
    assert ledger.charge_once(charge(name="q")) == first


def test_the_budget_counts_it_once(ledger: Ledger, charge: ChargeOf) -> None:
    limit = Limit(0.15, 1e-3)
    assert ledger.charge_once(charge(name="q"), limit) == ledger.charge_once(charge(name="q"), limit)
    with pytest.raises(BudgetError, match=r"0\.05 of eps left"):
        ledger.charge_once(charge(name="r"), limit)
    assert ledger.find_charge(charge().table, "r") is None


def test_it_has_a_name_and_is_no_renewal(ledger: Ledger, charge: ChargeOf) -> None:
    with pytest.raises(ArgumentError, match="name is required"):
        ledger.charge_once(charge())
    table = charge().table
    ledger.renew(table, eps=1.0, delta=1e-6, user_name="ann", reason="q")
    assert ledger.find_charge(table, "q") is None


def test_of_many_at_once_one_is_charged(place: Place, charge: ChargeOf) -> None:
    ledgers = [place.open() for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        entries = list(pool.map(lambda ledger: ledger.charge_once(charge(name="q")), ledgers))
    assert set(entries) == {*ledgers[0].entries()}
    assert len(ledgers[0].entries()) == 1

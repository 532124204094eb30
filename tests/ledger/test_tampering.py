"""Edits made with SQL: the triggers refuse them; without the triggers `verify` finds them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace

import pytest

from dphh_sql.errors import LedgerError
from dphh_sql.ledger import Charge, Ledger, Limit, TableId
from dphh_sql.ledger.chain import GENESIS, entry_hash
from tests.support.ledgers import Place

COLUMNS = [
    "time", "event", "user_name", "table_database", "table_schema", "table_name",
    "function", "unit", "eps", "delta", "name", "request", "previous", "hash",
]  # fmt: skip
OTHER = {
    "time": "2020-01-01T00:00:00.000000+00:00",
    "event": "renew",
    "eps": "0.2",
    "delta": "0.2",
    "unit": "ROW",
}


@pytest.fixture
def filled(place: Place, charge: Callable[..., Charge]) -> Ledger:
    """Four charges, of which 2 and 3 have their releases."""
    ledger = place.open()
    for i in range(1, 5):
        ledger.charge(charge(name=f"q{i}"))
    ledger.store_release(2, '{"rows":[2]}')
    ledger.store_release(3, '{"rows":[3]}')
    ledger.verify()
    return ledger


EDITS = [
    "UPDATE entry SET eps = '0.0'",
    "DELETE FROM entry WHERE release_id = 4",
    "UPDATE release SET payload = '{}'",
    "DELETE FROM release",
]


def test_the_place_refuses_edits(filled: Ledger, place: Place) -> None:
    before = filled.entries()
    for script in [*EDITS, *place.replacements]:
        with pytest.raises(Exception, match="the ledger is append-only"):
            place.edit(script, triggers=True)
        assert filled.entries() == before, script
    filled.verify()


@pytest.mark.parametrize("column", COLUMNS)
def test_a_changed_field_is_found(filled: Ledger, place: Place, column: str) -> None:
    value = OTHER.get(column, "x")
    place.edit(f"UPDATE entry SET {column} = '{value}' WHERE release_id = 3")
    with pytest.raises(LedgerError, match="ledger entry 3 is broken") as caught:
        filled.verify()
    assert caught.value.value == 3


@pytest.mark.parametrize("gone", [1, 2, 4])
def test_a_deleted_entry_is_found(filled: Ledger, place: Place, gone: int) -> None:
    place.edit(f"DELETE FROM entry WHERE release_id = {gone}; DELETE FROM release WHERE release_id = {gone}")
    with pytest.raises(LedgerError, match=f"ledger entry {gone} is broken: it is missing"):
        filled.verify()


def test_nothing_is_charged_after_a_removed_tail(
    filled: Ledger, place: Place, charge: Callable[..., Charge]
) -> None:
    place.edit("DELETE FROM entry WHERE release_id = 4")
    with pytest.raises(LedgerError, match="ledger entry 4 is broken"):
        filled.charge(charge())


@pytest.mark.parametrize("change", ["event = 'refund'", "eps = '-1.0'", "eps = 'nan'", "delta = 'x'"])
def test_what_cannot_be_added_up_is_never_skipped(
    filled: Ledger, place: Place, charge: Callable[..., Charge], change: str
) -> None:
    place.edit(f"UPDATE entry SET {change} WHERE release_id = 3")
    for use in (filled.spent, lambda: filled.charge(charge(), Limit(9, 0.9))):
        with pytest.raises(LedgerError, match="unknown kind or an illegal amount"):
            use()
    with pytest.raises(LedgerError, match="ledger entry 3 is broken"):
        filled.verify()


def test_a_removed_middle_is_found_after_renumbering(filled: Ledger, place: Place) -> None:
    place.edit(
        f"""DELETE FROM release; DELETE FROM entry WHERE release_id = 2;
           UPDATE entry SET release_id = 2 WHERE release_id = 3;
           UPDATE entry SET release_id = 3 WHERE release_id = 4; {place.last_id_is(3)};""",
    )
    with pytest.raises(LedgerError, match="ledger entry 2 is broken: it does not follow"):
        filled.verify()


def test_reordering_is_found(filled: Ledger, place: Place) -> None:
    place.edit(
        """DELETE FROM release; UPDATE entry SET release_id = -2 WHERE release_id = 2;
           UPDATE entry SET release_id = 2 WHERE release_id = 3;
           UPDATE entry SET release_id = 3 WHERE release_id = -2;""",
    )
    with pytest.raises(LedgerError, match="ledger entry 2 is broken"):
        filled.verify()


def test_a_rehashed_entry_breaks_its_successor(filled: Ledger, place: Place) -> None:
    forged = replace(filled.entries()[1], eps=0.0)
    place.edit(f"UPDATE entry SET eps = '0.0', hash = '{entry_hash(forged)}' WHERE release_id = 2")
    with pytest.raises(LedgerError, match="ledger entry 3 is broken: it does not follow"):
        filled.verify()


def test_an_inserted_entry_is_found(filled: Ledger, place: Place) -> None:
    place.edit(
        """INSERT INTO entry SELECT 5, time, event, user_name, table_database, table_schema, table_name,
           function, unit, eps, delta, name, request, 'p', 'h' FROM entry WHERE release_id = 4""",
    )
    with pytest.raises(LedgerError, match="ledger entry 5 is broken"):
        filled.verify()


@pytest.mark.parametrize(
    ("script", "why"),
    [
        (
            "UPDATE release SET payload = '{\"rows\":[9]}' WHERE release_id = 3",
            "stored release does not match",
        ),
        ("UPDATE release SET release_id = 1 WHERE release_id = 3", "stored release does not match"),
        ("INSERT INTO release VALUES (7, '{}', 'h')", "a release without a charge"),
    ],
)
def test_a_changed_release_is_found(filled: Ledger, place: Place, script: str, why: str) -> None:
    place.edit(script)
    with pytest.raises(LedgerError, match=why):
        filled.verify()


def test_the_hash_is_the_documented_one(place: Place, charge: Callable[..., Charge]) -> None:
    entry = place.open().charge(charge(table=TableId("bank", "main", "prêts"), name=None))
    # Written out, so that a change of the canonical content cannot pass unnoticed.
    content = (
        '{"database":"bank","delta":"1e-07","eps":"0.1","event":"charge","format":1,"function":"dp_hhh","name":null,'
        f'"previous":"{GENESIS}","release_id":1,"request":"{{\\"col\\":\\"zip\\"}}","schema":"main",'
        f'"table":"pr\\u00eats","time":"{entry.time.isoformat(timespec="microseconds")}","unit":"row","user_name":"ada"}}'
    )
    assert entry.hash == hashlib.sha256(content.encode()).hexdigest()

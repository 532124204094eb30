"""The contract of a ledger, on each storage."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dphh_sql.errors import ArgumentError, BudgetError, LedgerError
from dphh_sql.ledger import Charge, Event, Ledger, Limit, SqliteLedger, TableId, canonical_json

ChargeOf = Callable[..., Charge]
LOANS = TableId("bank", "main", "loans")


def test_an_empty_ledger_reads_as_empty(ledger: Ledger) -> None:
    assert ledger.entries() == []
    assert ledger.spent() == []
    assert ledger.find_release(LOANS, "q1") is None
    assert ledger.get_release("last") is None
    assert ledger.get_release(1) is None
    ledger.verify()


def test_a_charge_comes_back_as_it_was(ledger: Ledger, charge: ChargeOf) -> None:
    asked = charge(name="q1", unit="borrower_id")
    before = datetime.now(UTC)
    entry = ledger.charge(asked)
    assert ledger.entries() == [entry]
    assert {f: getattr(entry, f) for f in Charge.__slots__} == {
        f: getattr(asked, f) for f in Charge.__slots__
    }
    assert (entry.release_id, entry.event) == (1, Event.CHARGE)
    assert entry.time.utcoffset() == timedelta(0)
    assert before <= entry.time <= datetime.now(UTC)
    ledger.verify()


@pytest.mark.parametrize(
    "name",
    ["it's", 'say "hi"', "préts ☃ 😀", "a;--b", "", "tab\tnew\nline", "%_?:x", "NULL", "e\u0301", "\u00e9"],
)
def test_odd_names(ledger: Ledger, charge: ChargeOf, name: str) -> None:
    table = TableId(name, name, name)
    entry = ledger.charge(
        charge(table=table, unit=name, name=name, user_name=name, request=canonical_json({name: name}))
    )
    ledger.store_release(entry.release_id, canonical_json([name]))
    assert ledger.entries() == [entry]
    found = ledger.find_release(table, name)
    assert found is not None
    assert (found.entry, found.payload) == (entry, canonical_json([name]))
    ledger.verify()


def test_hammering_to_exactly_the_budget(ledger: Ledger, charge: ChargeOf) -> None:
    limit = Limit(1.0, 1e-6)
    for _ in range(10):
        ledger.charge(charge(), limit)
    with pytest.raises(BudgetError, match=r"^budget of loans: 0 of eps left, 1e-09 asked; have the owner renew the budget\.$"):
        ledger.charge(charge(eps=1e-9, delta=0), limit)
    (spent,) = ledger.spent()
    assert (spent.eps, spent.delta, spent.releases) == (Decimal(1), Decimal("1e-6"), 10)
    assert len(ledger.entries()) == 10


def test_the_refusal_says_how_much_is_left(ledger: Ledger, charge: ChargeOf) -> None:
    ledger.charge(charge(eps=0.6))
    with pytest.raises(BudgetError) as caught:
        ledger.charge(charge(eps=1), Limit(1, 1e-6))
    assert str(caught.value) == "budget of loans: 0.4 of eps left, 1.0 asked; ask for at most 0.4, or have the owner renew the budget."
    assert (caught.value.argument, caught.value.value) == ("eps", 1.0)
    assert len(ledger.entries()) == 1


def test_delta_is_capped_too(ledger: Ledger, charge: ChargeOf) -> None:
    with pytest.raises(BudgetError, match=r"^budget of loans: 5E-8 of delta left, 1e-07 asked; ask for at most 5E-8, or have the owner renew the budget\.$"):
        ledger.charge(charge(), Limit(1, 5e-8))


def test_the_smallest_excess_is_refused(ledger: Ledger, charge: ChargeOf) -> None:
    ledger.charge(charge(eps=1.0))
    with pytest.raises(BudgetError):
        ledger.charge(charge(eps=5e-324), Limit(1.0, 1.0))


def test_a_limit_below_what_was_spent_leaves_nothing(ledger: Ledger, charge: ChargeOf) -> None:
    ledger.charge(charge(eps=2))
    with pytest.raises(BudgetError, match=r"0 of eps left, 0\.1 asked"):
        ledger.charge(charge(), Limit(1, 1))


def test_tables_and_units_are_never_added_up(ledger: Ledger, charge: ChargeOf) -> None:
    limit = Limit(0.1, 1e-7)
    others = [replace(LOANS, database="x"), replace(LOANS, schema="x"), replace(LOANS, table="x")]
    for table in [LOANS, *others]:
        ledger.charge(charge(table=table), limit)
        ledger.charge(charge(table=table, unit="borrower_id"), limit)
    assert [(s.table, s.unit, s.eps) for s in ledger.spent()] == [
        (table, unit, Decimal("0.1")) for table in [LOANS, *others] for unit in ("row", "borrower_id")
    ]


def test_names_that_differ_by_case_share_a_budget(ledger: Ledger, charge: ChargeOf) -> None:
    shouted = TableId("BANK", "Main", "LOANS")
    ledger.charge(charge())
    with pytest.raises(BudgetError, match=r"0\.05 of eps left"):
        ledger.charge(charge(table=shouted, unit="ROW"), Limit(0.15, 1))
    ledger.charge(charge(table=shouted, unit="Row", eps=0.2))
    ledger.charge(charge(table=TableId("bank", "main", "İ")))
    ledger.charge(charge(table=TableId("bank", "main", "i̇")))
    # Beyond ASCII, DuckDB keeps names apart.
    assert [(s.table.table, s.releases) for s in ledger.spent()] == [("loans", 2), ("İ", 1), ("i̇", 1)]


def test_a_renewal_raises_the_limit_and_forgets_nothing(ledger: Ledger, charge: ChargeOf) -> None:
    limit = Limit(0.1, 1e-7)
    ledger.charge(charge(), limit)
    entry = ledger.renew(LOANS, eps=0.2, delta=2e-7, user_name="owner", reason="new year")
    assert (entry.event, entry.request, entry.release_id) == (Event.RENEW, '{"reason":"new year"}', 2)
    ledger.renew(LOANS, unit="borrower_id", eps=9, delta=0.1, user_name="owner", reason="other unit")
    ledger.charge(charge(), limit)
    ledger.charge(charge(), limit)
    with pytest.raises(BudgetError, match="0 of eps left"):
        ledger.charge(charge(), limit)
    row, _ = ledger.spent()
    assert (row.eps, row.delta, row.releases) == (Decimal("0.3"), Decimal("3e-7"), 3)
    assert row.left(limit) == (Decimal(0), Decimal(0))
    ledger.verify()
    with pytest.raises(LedgerError, match="there is no charge 2"):
        ledger.store_release(2, "{}")


def test_a_renewal_needs_a_reason_and_legal_amounts(ledger: Ledger) -> None:
    with pytest.raises(ArgumentError, match="reason"):
        ledger.renew(LOANS, eps=1, delta=0, user_name="owner", reason=" ")
    with pytest.raises(ArgumentError, match="eps"):
        ledger.renew(LOANS, eps=-1, delta=0, user_name="owner", reason="undo")
    assert ledger.entries() == []


def test_releases_are_stored_once_and_found(ledger: Ledger, charge: ChargeOf) -> None:
    first, second, third = (ledger.charge(charge(name=n)) for n in ("q1", "q1", None))
    assert ledger.find_release(LOANS, "q1") is None  # charged, never released
    ledger.store_release(second.release_id, '{"rows":[2]}')
    ledger.store_release(third.release_id, '{"rows":[3]}')
    found = ledger.find_release(TableId("BANK", "main", "Loans"), "q1")
    assert found is not None
    assert (found.entry, found.payload) == (second, '{"rows":[2]}')
    assert ledger.find_release(LOANS, "Q1") is None
    assert ledger.find_release(replace(LOANS, table="x"), "q1") is None
    last = ledger.get_release("last")
    assert last is not None
    assert last.entry == third
    assert ledger.get_release(first.release_id) is None
    with pytest.raises(LedgerError, match="stored already for charge 2"):
        ledger.store_release(second.release_id, '{"rows":[9]}')
    with pytest.raises(LedgerError, match="there is no charge 4"):
        ledger.store_release(4, "{}")
    assert ledger.get_release(2) == found
    ledger.verify()


def test_a_name_has_one_release_whatever_was_charged_for_it(ledger: Ledger, charge: ChargeOf) -> None:
    first, second, other, elsewhere = (
        ledger.charge(charge(name=name, **table))
        for name, table in (("q", {}), ("q", {"table": TableId("BANK", "main", "Loans")}), ("Q", {}), ("q", {"table": TableId("bank", "main", "x")}))
    )  # fmt: skip
    assert ledger.unstored(LOANS, "q") == [first, second]
    stored = ledger.store_release(second.release_id, '{"rows":[2]}')
    assert (stored.entry, stored.payload) == (second, '{"rows":[2]}')
    assert ledger.store_release(first.release_id, '{"rows":[1]}') == stored  # the one that was first stored stands
    assert ledger.get_release(first.release_id) is None
    for entry in (other, elsewhere):  # names are texts, and belong to tables
        assert ledger.store_release(entry.release_id, "{}").entry == entry
    assert ledger.find_release(LOANS, "q") == ledger.get_release(second.release_id) == stored
    assert ledger.unstored(LOANS, "q") == [first]
    assert ledger.unstored(LOANS, "Q") == []
    ledger.renew(LOANS, eps=1, delta=0, user_name="ann", reason="q")
    assert len(ledger.entries()) == 5
    ledger.verify()


def test_unnamed_releases_are_each_stored(ledger: Ledger, charge: ChargeOf) -> None:
    for _ in range(2):
        entry = ledger.charge(charge())
        assert ledger.store_release(entry.release_id, "{}").entry == entry


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["loans", "zips"]),
            st.sampled_from(["row", "borrower_id"]),
            st.floats(0, 3),
            st.floats(0, 1, exclude_max=True),
        ),
        max_size=12,
    ),
    st.floats(0, 5),
    st.floats(0, 2),
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_spending_is_exact_and_never_over_the_limit(
    charge: ChargeOf, asked: list[tuple[str, str, float, float]], eps: float, delta: float
) -> None:
    ledger = SqliteLedger()
    model: dict[tuple[str, str], tuple[Fraction, Fraction]] = {}
    for table, unit, e, d in asked:
        old = model.get((table, unit), (Fraction(0), Fraction(0)))
        new = (old[0] + Fraction(repr(e)), old[1] + Fraction(repr(d)))
        one = charge(table=replace(LOANS, table=table), unit=unit, eps=e, delta=d)
        if new[0] <= Fraction(repr(eps)) and new[1] <= Fraction(repr(delta)):
            ledger.charge(one, Limit(eps, delta))
            model[table, unit] = new
        else:
            with pytest.raises(BudgetError):
                ledger.charge(one, Limit(eps, delta))
    spent = {(s.table.table, s.unit): (Fraction(s.eps), Fraction(s.delta)) for s in ledger.spent()}
    assert spent == model


# --- budgets of users ------------------------------------------------------------------------------------------


def test_a_user_spends_to_exactly_their_own_budget(ledger: Ledger, charge: ChargeOf) -> None:
    mine, all_together = Limit(0.3, 1), Limit(1, 1)
    for _ in range(3):
        ledger.charge(charge(user_name="ann"), all_together, mine)
    with pytest.raises(BudgetError, match=r"budget of ann for loans: 0 of eps left, 0\.1 asked"):
        ledger.charge(charge(user_name="ann"), all_together, mine)
    ledger.charge(charge(user_name="bob"), all_together, mine)
    ledger.charge(charge(user_name="Ann"), all_together, mine)  # another user
    assert [entry.user_name for entry in ledger.entries()] == ["ann"] * 3 + ["bob", "Ann"]
    assert [spent.eps for spent in ledger.spent("ann")] == [Decimal("0.3")]
    assert ledger.spent("nobody") == []
    ledger.verify()


def test_the_tables_budget_holds_above_the_users(ledger: Ledger, charge: ChargeOf) -> None:
    ledger.charge(charge(user_name="ann", eps=0.9), Limit(1, 1), Limit(5, 1))
    with pytest.raises(BudgetError, match=r"budget of loans: 0\.1 of eps left"):
        ledger.charge(charge(user_name="ann", eps=0.2), Limit(1, 1), Limit(5, 1))
    assert len(ledger.entries()) == 1


def test_a_users_budget_is_each_tables_and_units_own_and_covers_delta(ledger: Ledger, charge: ChargeOf) -> None:
    other = replace(LOANS, table="other")
    ledger.charge(charge(user_name="ann", eps=1), None, Limit(1, 1e-7))
    ledger.charge(charge(user_name="ann", eps=1, table=other), None, Limit(1, 1e-7))
    ledger.charge(charge(user_name="ann", eps=1, unit="borrower"), None, Limit(1, 1e-7))
    with pytest.raises(BudgetError, match="of delta left"):
        ledger.charge(charge(user_name="ann", eps=0.1, delta=1e-6, unit="third"), None, Limit(1, 1e-7))
    shouted = replace(LOANS, table="LOANS")
    with pytest.raises(BudgetError, match="budget of ann"):
        ledger.charge(charge(user_name="ann", eps=0.1, table=shouted), None, Limit(1, 1e-7))


def test_a_renewal_does_not_raise_a_users_budget(ledger: Ledger, charge: ChargeOf) -> None:
    ledger.charge(charge(user_name="ann", eps=1), Limit(1, 1), Limit(1, 1))
    ledger.renew(LOANS, eps=5, delta=0, user_name="ann", reason="a new year")
    with pytest.raises(BudgetError, match="budget of ann"):
        ledger.charge(charge(user_name="ann"), Limit(1, 1), Limit(1, 1))
    ledger.charge(charge(user_name="bob"), Limit(1, 1), Limit(1, 1))


def test_threads_of_one_user_spend_exactly_their_budget(ledger: Ledger, charge: ChargeOf) -> None:
    def hammer(user: str) -> int:
        for n in range(20):
            try:
                ledger.charge(charge(user_name=user), Limit(1, 1), Limit(0.7, 1))
            except BudgetError:
                return n
        return 20

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(hammer, ["ann"] * 4)) == 7
        assert sum(pool.map(hammer, ["bob"] * 4)) == 3
    ledger.verify()


def test_a_ledger_from_before_users_had_budgets(tmp_path: Path, charge: ChargeOf) -> None:
    """Without the index it answers the same."""
    place = tmp_path / "old"
    ledger = SqliteLedger(place)
    ledger.charge(charge(user_name="ann"))
    with closing(sqlite3.connect(place)) as con:
        con.execute("DROP INDEX entry_by_user")
    with pytest.raises(BudgetError, match="budget of ann"):
        ledger.charge(charge(user_name="ann"), None, Limit(0.15, 1))
    ledger.verify()

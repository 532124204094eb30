"""The ledger is charged before a noise bit is drawn; without a charge nothing is drawn; tokens cannot be forged."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from dphh_sql.errors import BudgetError, LedgerError
from dphh_sql.ledger import ledger_path_for
from dphh_sql.udfs import connect, registry
from tests.support.draws import Counted, forbidden
from tests.support.entropy import entropy_from

Con = duckdb.DuckDBPyConnection
QUERY = "SELECT * FROM dp_hhh('loans', 'zip', eps => 1)"


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    path = tmp_path / "bank.duckdb"
    with duckdb.connect(str(path)) as con:
        con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(300)")
    return path


@pytest.fixture
def loans(bank: Path) -> Iterator[Con]:
    with connect(bank) as con:
        con.execute(QUERY).fetchall()  # opens the ledger
        yield con


def charges(path: Path) -> int:
    """As another process would see them: from the ledger's file."""
    with connect(ledger=path) as other:
        return int(other.execute("SELECT count(*) FROM dp_ledger()").fetchall()[0][0])


def test_the_charge_is_on_disk_when_the_first_bit_is_drawn(loans: Con, bank: Path) -> None:
    seen = []

    def source(n_bytes: int) -> bytes:
        seen.append(ledger_path_for(bank).read_bytes() != before)
        return os.urandom(n_bytes)

    before = ledger_path_for(bank).read_bytes()
    with entropy_from(source):
        loans.execute(QUERY).fetchall()
    assert seen
    assert all(seen)


def test_the_charge_is_counted_when_the_first_bit_is_drawn(loans: Con) -> None:
    session = registry.attach(loans, None)
    seen = []

    def source(n_bytes: int) -> bytes:
        seen.append(len(session.ledger("bank").entries()))
        return os.urandom(n_bytes)

    with entropy_from(source):
        for _ in range(2):
            loans.execute(QUERY).fetchall()
    assert set(seen[: len(seen) // 2]) == {2}
    assert set(seen[len(seen) // 2 :]) == {3}


def test_when_the_entropy_fails_the_charge_stays_and_no_row_is_shown(loans: Con, bank: Path) -> None:
    def broken(n_bytes: int) -> bytes:
        raise OSError("no entropy")

    with entropy_from(broken), pytest.raises(duckdb.Error):
        loans.execute(QUERY)
    assert loans.execute("SELECT releases FROM dp_budget()").fetchall() == [(2,)]
    loans.close()
    assert charges(ledger_path_for(bank)) == 2


def test_a_ledger_that_cannot_be_read_means_nothing_is_drawn(bank: Path) -> None:
    ledger_path_for(bank).write_text("no ledger" * 100)
    with connect(bank) as con, entropy_from(forbidden), pytest.raises(duckdb.Error, match="dp_hhh: .*ledger") as caught:
        con.execute(QUERY)
    assert "At:" not in str(caught.value)
    assert ledger_path_for(bank).read_text() == "no ledger" * 100


def test_a_ledger_that_cannot_be_made_means_nothing_is_drawn(bank: Path) -> None:
    ledger_path_for(bank).mkdir()
    with connect(bank) as con, entropy_from(forbidden), pytest.raises(duckdb.Error, match="dp_hhh: .*ledger"):
        con.execute(QUERY)


def test_a_charge_that_fails_means_nothing_is_drawn(loans: Con, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = registry.attach(loans, None).ledger("bank")

    def refuse(*_: object) -> None:
        raise BudgetError("budget of loans: 0.4 of eps left, 1.0 asked.")

    monkeypatch.setattr(ledger, "charge", refuse)
    with entropy_from(forbidden), pytest.raises(duckdb.Error, match=r"dp_hhh: budget of loans: 0\.4 of eps left"):
        loans.execute(QUERY)


def test_a_refusal_after_the_count_is_not_charged(loans: Con) -> None:
    """The tree is built before the charge: an inconsistent count costs nothing."""
    token = planted(loans)
    orphan = "[{'level': 3, 'key': '941', 'parent': '9', 'n': 300}]"
    with entropy_from(forbidden), pytest.raises(duckdb.Error, match="no parent; nothing was drawn"):
        called(loans, f"300, {orphan}, '{token}'")
    assert loans.execute("SELECT releases FROM dp_budget()").fetchall() == [(1,)]


def test_a_release_that_cannot_be_stored_says_what_it_cost(loans: Con, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = registry.attach(loans, None).ledger("bank")

    def full(*_: object) -> None:
        raise LedgerError("ledger x failed (database or disk is full); this step recorded nothing.")

    monkeypatch.setattr(ledger, "store_release", full)
    with pytest.raises(duckdb.Error, match="dp_hhh: release 2 was charged, which stays spent, and is not shown: ledger"):
        loans.execute(QUERY)
    assert loans.execute("SELECT releases FROM dp_budget()").fetchall() == [(2,)]


# --- the function behind, called directly -----------------------------------------------------------------


def planted(con: Con) -> str:
    """The token of a statement, as whoever asks the planning function for its text sees it."""
    text = con.execute(
        "SELECT system.main.__dphh_sql('dp_hhh', '\"loans\"', '\"zip\"', '{\"eps\": 1}', 'bank', 'main', '')"
    ).fetchall()[0][0]
    _, _, after = text.partition("__dp_hhh(")
    return str(after.split("'")[1])


def called(con: Con, arguments: str, source: str = "") -> list[tuple[object, ...]]:
    """The rows of a direct call, its error raised."""
    raised = "CASE WHEN a.error IS NULL THEN a.value ELSE error(a.error) END"
    call = f"SELECT system.main.__dp_hhh({arguments}) AS a {source}"
    return con.execute(f"SELECT {raised} FROM ({call})").fetchall()


CANDIDATES = "[{'level': 1, 'key': '9', 'parent': NULL, 'n': 300}]"


def test_a_direct_call_with_a_true_token_is_charged_like_any_other(loans: Con) -> None:
    called(loans, f"300, {CANDIDATES}, '{planted(loans)}'")
    assert loans.execute("SELECT releases FROM dp_budget()").fetchall() == [(2,)]


def test_forged_tokens_are_refused(loans: Con) -> None:
    token = planted(loans)
    raw = bytearray(base64.b64decode(token))
    flipped = [base64.b64encode(bytes([*raw[:i], raw[i] ^ 1, *raw[i + 1 :]])).decode() for i in (0, 31, 32, len(raw) - 1)]
    for forged in ("", "x", "e30=", token[:-4], token + "AAAA", " " + token, token.lower(), *flipped):
        with entropy_from(forbidden), pytest.raises(duckdb.Error, match="token was not made by this session"):
            called(loans, f"300, {CANDIDATES}, '{forged}'")
    assert loans.execute("SELECT releases FROM dp_budget()").fetchall() == [(1,)]


def test_a_token_shows_nothing_and_is_the_same_each_time(loans: Con) -> None:
    token = planted(loans)
    assert b"loans" not in base64.b64decode(token)
    assert planted(loans) == token


def test_a_token_of_another_session_is_refused(loans: Con) -> None:
    with connect() as other:
        other.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(300)")
        foreign = planted(other)
    with entropy_from(forbidden), pytest.raises(duckdb.Error, match="token was not made by this session"):
        called(loans, f"300, {CANDIDATES}, '{foreign}'")


def test_a_token_of_another_function_is_refused(loans: Con) -> None:
    text = loans.execute(
        "SELECT system.main.__dphh_sql('exact_hhh', '\"loans\"', '\"zip\"', '{\"tau\": 1}', 'bank', 'main', '')"
    ).fetchall()[0][0]
    token, source = text.partition("__exact_hhh(")[2].split("'")[1], Counted(os.urandom)
    with entropy_from(source), pytest.raises(duckdb.Error):
        called(loans, f"300, {CANDIDATES}, '{token}'")
    assert source.asked == 0
    assert loans.execute("SELECT releases FROM dp_budget()").fetchall() == [(1,)]


@pytest.mark.parametrize("rows", [2, 3000])
def test_a_direct_call_for_several_rows_is_refused(loans: Con, rows: int) -> None:
    token, source = planted(loans), Counted(os.urandom)
    with entropy_from(source), pytest.raises(duckdb.Error):
        called(loans, f"300 + range, {CANDIDATES}, '{token}'", f"FROM range({rows})")
    assert source.asked == 0
    assert loans.execute("SELECT releases FROM dp_budget()").fetchall() == [(1,)]


def test_a_direct_call_with_nulls_shows_nothing_and_draws_nothing_for_free(loans: Con) -> None:
    token = planted(loans)
    for arguments in (f"NULL, {CANDIDATES}, '{token}'", f"300, NULL, '{token}'", f"300, {CANDIDATES}, NULL"):
        (before,), source = loans.execute("SELECT releases FROM dp_budget()").fetchall()[0], Counted(os.urandom)
        with entropy_from(source), pytest.raises(duckdb.Error):
            called(loans, arguments)
        (after,) = loans.execute("SELECT releases FROM dp_budget()").fetchall()[0]
        assert after > before or source.asked == 0

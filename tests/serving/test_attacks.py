"""The attack suite through psycopg: each attack ends as its table says, on the other side of the wire too."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import psycopg
import pytest

from dphh_sql.ledger import open_ledger
from tests.attacks.attacks import ATTACKS, Attack
from tests.attacks.bank import POLICY, SECRET, TABLES, spent_in
from tests.attacks.run import leaves_no_trace, outcome
from tests.serving.served import connect, serving, with_users

BY_ANALYSTS = [attack for attack in ATTACKS if attack.by == "analyst"]
HARMLESS = [attack for attack in BY_ANALYSTS if leaves_no_trace(attack)]
OTHERS = [attack for attack in BY_ANALYSTS if not leaves_no_trace(attack)]


@dataclass
class Cursor:
    """A psycopg connection as the suite uses one of DuckDB's."""

    con: psycopg.Connection[Any]
    prepare: bool

    def execute(self, sql: str) -> Cursor:
        try:
            self._last = self.con.execute(sql.encode(), prepare=self.prepare)
        except psycopg.Error as refused:
            kind = "Invalid Input Error: " if refused.sqlstate == "P0001" else ""  # which is left out on the wire
            raise duckdb.Error(f"{kind}{refused}") from None
        return self

    def fetchall(self) -> list[Any]:
        return self._last.fetchall() if self._last.description else []


@dataclass
class WireBank:
    """A served bank under attack."""

    analyst: Cursor
    ledger: str
    owner: None = None

    def spent(self) -> Decimal:
        return spent_in(open_ledger(self.ledger), "bank")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("bank") / SECRET / "bank.duckdb"
    file.parent.mkdir()
    with duckdb.connect(str(file)) as con:
        con.execute(TABLES)
    return file


@contextlib.contextmanager
def attacked(file: Path, ledger: str, prepare: bool) -> Iterator[WireBank]:
    with serving(file, with_users(POLICY), ledger=ledger) as server, connect(server.port) as con:
        yield WireBank(Cursor(con, prepare), ledger)


@pytest.mark.parametrize("prepare", [False, True], ids=["simple", "extended"])
def test_attacks_that_leave_no_trace(file: Path, tmp_path: Path, prepare: bool) -> None:
    """One session for all: a charge by any of them fails the rest."""
    assert len(HARMLESS) >= 60
    with attacked(file, str(tmp_path / "ledger"), prepare) as bank:
        ends = [(outcome(attack, bank), attack.sql) for attack in HARMLESS]
    assert [end for end in ends if end[0] != "as expected"] == []


@pytest.mark.parametrize("attack", OTHERS, ids=lambda attack: " ; ".join(attack.sql)[:100])
def test_attack(file: Path, tmp_path: Path, attack: Attack) -> None:
    with attacked(file, str(tmp_path / "ledger"), prepare=False) as bank:
        assert outcome(attack, bank) == "as expected"

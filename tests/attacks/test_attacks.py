"""Each attack ends as the table says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attacks.attacks import ATTACKS, Attack
from tests.attacks.bank import Bank
from tests.attacks.run import leaves_no_trace, outcome


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bank]:
    """One bank for all attacks that may charge nothing: a charge by any of them fails the rest."""
    bank = Bank.open(tmp_path_factory.mktemp("bank"))
    yield bank
    bank.close()


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: f"{attack.by}: {' ; '.join(attack.sql)}"[:120])
def test_attack(attack: Attack, untouched: Bank, tmp_path: Path) -> None:
    if leaves_no_trace(attack):
        assert outcome(attack, untouched) == "as expected"
        return
    bank = Bank.open(tmp_path)
    try:
        assert outcome(attack, bank) == "as expected"
    finally:
        bank.close()


def test_there_are_many() -> None:
    assert len(ATTACKS) >= 60
    assert len({(attack.by, attack.sql) for attack in ATTACKS}) == len(ATTACKS)

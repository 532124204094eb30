"""Run one attack and say how it ended."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any, Protocol

import duckdb

from tests.attacks.attacks import Attack
from tests.attacks.bank import SECRET


class Target(Protocol):
    """A bank whose connections can be attacked; they raise `duckdb.Error`."""

    analyst: Any
    owner: Any

    def spent(self) -> Decimal: ...


def outcome(attack: Attack, bank: Target) -> str:
    """'as expected', or what went wrong."""
    con = bank.analyst if attack.by == "analyst" else bank.owner
    *before, last = attack.sql
    shown: list[str] = []
    error: str | None = None
    for sql in before:
        shown += map(str, con.execute(sql).fetchall())
    try:
        shown += map(str, con.execute(last).fetchall())
    except duckdb.Error as refused:
        error = str(refused)
    if error is None and attack.refused is not None:
        return "it was not refused"
    if error is not None and (attack.refused is None or not re.search(attack.refused, error)):
        return f"it was refused with: {error}"
    if (spent := bank.spent()) != Decimal(attack.charged):
        return f"{spent} was charged"
    # What the attacker typed may come back.
    typed = " ".join(attack.sql)
    if attack.by == "analyst" and SECRET not in typed and any(SECRET in text for text in [*shown, error or ""]):
        return "a secret was shown"
    if error is not None and "Traceback" in error:
        return "a traceback was shown"
    return "as expected"


def leaves_no_trace(attack: Attack) -> bool:
    """Whether it may share a bank with others."""
    return attack.charged == "0" and attack.by == "analyst" and len(attack.sql) == 1

"""Run every attack and print the table: `python -m tests.attacks`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.attacks.attacks import ATTACKS, Attack
from tests.attacks.bank import Bank
from tests.attacks.run import leaves_no_trace, outcome


def main() -> int:
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        shared = Bank.open(Path(folder))
        for attack in ATTACKS:
            ended = outcome(attack, shared) if leaves_no_trace(attack) else _alone(attack)
            failures += ended != "as expected"
            text = " ; ".join(" ".join(sql.split()) for sql in attack.sql)
            print(f"{attack.by:8s} {attack.aim:39s} {attack.end:12s} {ended:12s} {text[:150]}", flush=True)
        shared.close()
    print(f"{len(ATTACKS)} attacks, {failures} did not end as expected")
    return int(failures > 0)


def _alone(attack: Attack) -> str:
    with tempfile.TemporaryDirectory() as folder:
        bank = Bank.open(Path(folder))
        ended = outcome(attack, bank)
        bank.close()
        return ended


if __name__ == "__main__":
    sys.exit(main())

"""`python -m tests.mutants`: every mutant and the test that catches it, run. Some minutes."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.mutants.source import IN_PROCESS, SOURCE, copied, failing, run


def main() -> int:
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        copied(where)
        for mutant in SOURCE:
            caught, seen = failing(where, mutant)
            missed += not caught
            verdict = "caught" if caught else "MISSED"
            print(f"{verdict}  {mutant.mistake:<48}  {mutant.file:<42}  {mutant.test}  ({seen})", flush=True)
        for mistake, test in IN_PROCESS.items():
            passed, seen = run(where, test)
            missed += not passed
            print(f"{'caught' if passed else 'MISSED'}  {mistake:<48}  {'':<42}  {test}  ({seen})", flush=True)
    return missed


if __name__ == "__main__":
    sys.exit(main())

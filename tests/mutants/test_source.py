"""The list of mutants is up to date; each is caught (`python -m tests.mutants` prints it)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants.source import IN_PROCESS, ROOT, SOURCE, Mutant, copied, failing, run


@pytest.mark.parametrize("mutant", SOURCE, ids=lambda m: m.mistake)
def test_the_line_is_there_once(mutant: Mutant) -> None:
    assert (ROOT / mutant.file).read_text(encoding="utf-8").count(mutant.old) == 1
    assert mutant.new != mutant.old


@pytest.mark.parametrize("test", [*(m.test for m in SOURCE), *IN_PROCESS.values()])
def test_the_test_is_there(test: str) -> None:
    file, _, name = test.partition("::")
    assert f"def {name}" in (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.soak
def test_each_is_caught_and_the_copy_itself_passes(tmp_path: Path) -> None:
    copied(tmp_path)
    for test in sorted({m.test for m in SOURCE}):
        assert run(tmp_path, test)[0], test
    for mutant in SOURCE:
        caught, seen = failing(tmp_path, mutant)
        assert caught, f"{mutant.mistake}: {seen}"

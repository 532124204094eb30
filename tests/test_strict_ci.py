"""DPHH_CI_STRICT turns skips into failures (tests/conftest.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

CONFTEST = (Path(__file__).parent / "conftest.py").read_text(encoding="utf-8")
SUITE = """
import pytest
def test_skips(): pytest.skip("no server")
@pytest.mark.skip(reason="no extra")
def test_marked(): pass
def test_other_version(): pytest.skip("not applicable: duckdb 2 only")
@pytest.mark.xfail
def test_expected_failure(): assert False
"""
MISSING_EXTRA = """
import pytest
pytest.importorskip("no_such_module")
"""


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makeconftest(CONFTEST)
    return pytester


@pytest.mark.parametrize(("strict", "failed", "errors", "skipped"), [("", 0, 0, 3), ("1", 1, 1, 1)])
def test_skipped_tests(
    suite: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    strict: str,
    failed: int,
    errors: int,
    skipped: int,
) -> None:
    monkeypatch.setenv("DPHH_CI_STRICT", strict)
    suite.makepyfile(SUITE)
    suite.runpytest().assert_outcomes(failed=failed, errors=errors, skipped=skipped, xfailed=1)


@pytest.mark.parametrize(("strict", "errors", "skipped"), [("", 0, 1), ("1", 1, 0)])
def test_skipped_modules(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, strict: str, errors: int, skipped: int
) -> None:
    monkeypatch.setenv("DPHH_CI_STRICT", strict)
    suite.makepyfile(MISSING_EXTRA)
    suite.runpytest().assert_outcomes(errors=errors, skipped=skipped)

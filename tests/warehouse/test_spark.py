"""Spark in a process of its own: the session that `spark+local://` opens."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.services


def test_a_local_session_counts(spark_server: tuple[str, list[object]]) -> None:
    """What `tests.support.spark` counted before it served: zip at levels 1 and 3, floor 2, a NULL among five rows."""
    _, counted = spark_server
    assert counted == [5, [[1, "9", None, 3], [3, "941", "9", 3]]]

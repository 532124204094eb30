"""A user's own budget under the table's, as an analyst connection knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest

import dphh_sql
from dphh_sql.errors import ArgumentError
from dphh_sql.ledger import Entry
from dphh_sql.policy import Policy
from dphh_sql.udfs import registry
from dphh_sql.udfs.analyst import Watch, close_analyst

POLICY = Policy.of(
    {"loans": {"published": True, "eps": 1.0, "delta": 1e-4, "hierarchies": {"zip": "zip"}}},
    {"ann": {"eps": 0.3, "delta": 1e-5}},
)
QUERY = "SELECT count(*) FROM dp_hhh('loans', 'zip', eps => 0.1)"
LEFT = "SELECT eps_left, delta_left FROM dp_budget()"


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    con = dphh_sql.connect(tmp_path / "bank.duckdb", policy=POLICY)
    con.execute("CREATE TABLE loans AS SELECT '9000' || i % 5 AS zip FROM range(500) r(i)")
    yield con
    con.close()


def test_ann_has_a_third_and_bob_the_rest(owner: duckdb.DuckDBPyConnection) -> None:
    ann, bob = (dphh_sql.analyst(owner, user=user) for user in ("ann", "bob"))
    assert ann.execute(LEFT).fetchall() == [(0.3, 1e-5)]
    assert bob.execute(LEFT).fetchall() == [(1.0, 1e-4)]
    for _ in range(3):
        ann.execute(QUERY)
    with pytest.raises(duckdb.Error, match=r"budget of ann for loans: 0 of eps left, 0\.1 asked"):
        ann.execute(QUERY)
    assert ann.execute(LEFT).fetchall()[0][0] == 0
    assert bob.execute(LEFT).fetchall()[0][0] == 0.7
    for _ in range(7):
        bob.execute(QUERY)
    with pytest.raises(duckdb.Error, match="budget of loans: 0 of eps left"):
        bob.execute(QUERY)
    again = dphh_sql.analyst(owner, user="ann")
    with pytest.raises(duckdb.Error, match="budget of"):
        again.execute(QUERY)


def test_what_the_table_has_left_is_all_that_is_left(owner: duckdb.DuckDBPyConnection) -> None:
    ann, bob = (dphh_sql.analyst(owner, user=user) for user in ("ann", "bob"))
    for _ in range(9):
        bob.execute(QUERY)
    assert ann.execute("SELECT eps_left FROM dp_budget()").fetchall() == [(0.1,)]


def test_a_watch_hears_of_counts_and_charges(owner: duckdb.DuckDBPyConnection) -> None:
    heard: list[object] = []

    class Heard(Watch):
        @contextmanager
        def counting(self, interrupted: Callable[[], bool]) -> Iterator[None]:
            heard.append(interrupted())
            yield

        def charged(self, entry: Entry) -> None:
            heard.append((entry.user_name, entry.eps))

    ann = dphh_sql.analyst(owner, user="ann", watch=Heard())
    ann.execute(QUERY)
    assert heard == [False, ("ann", 0.1)]


def test_memory_limits_and_closing(owner: duckdb.DuckDBPyConnection) -> None:
    ann = dphh_sql.analyst(owner, user="ann", memory_limit="32MB")
    with pytest.raises(duckdb.OutOfMemoryException):
        ann.execute("CREATE TABLE t AS SELECT i, hash(i) AS h FROM range(10000000) r(i)")
    ann.execute(QUERY)
    sessions = len(registry._sessions)
    close_analyst(ann)
    assert len(registry._sessions) == sessions - 1
    silent = dphh_sql.analyst(owner, user="ann")
    silent.close()  # as one whose instance was invalidated, it answers no question of whose it was
    close_analyst(silent)
    assert len(registry._sessions) == sessions - 1
    with pytest.raises(ArgumentError, match="memory_limit must be a size such as '256MB', got 'lots'"):
        dphh_sql.analyst(owner, memory_limit="lots")

"""What a row becomes depends on that row alone."""

from __future__ import annotations

from datetime import UTC

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dphh_sql import hierarchies
from dphh_sql.hierarchies import Hierarchy
from dphh_sql.streaming import batches
from dphh_sql.streaming.batches import tables

VALUES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.decimals()
    | st.text(st.characters())  # with surrogates
    | st.binary()
    | st.datetimes()
    | st.datetimes(timezones=st.just(UTC))
    | st.dates()
    | st.times()
    | st.uuids()
    | st.just(10**5000)
    | st.builds(object)
)
ROWS = VALUES | st.tuples(VALUES, VALUES) | st.lists(VALUES, max_size=3)


def read(rows: list[object], kind: Hierarchy) -> list[str]:
    found = list(tables(rows, kind))
    assert all(table.schema.equals(found[0].schema) for table in found)
    return [repr(row) for table in found for row in table.to_pylist()]  # NaN has no equal


@pytest.mark.parametrize("spec", ["items(1)", "items(2)", "zip", "numeric(0, 16, 2)", "bits(8)", "date", "timestamptz"])
def test_rows_are_read_one_by_one(spec: str) -> None:
    kind = hierarchies.parse(spec)

    @given(st.lists(ROWS, max_size=6))
    def alone(rows: list[object]) -> None:
        assert read(rows, kind) == [one for row in rows for one in read([row], kind)]

    alone()


def test_where_a_chunk_ends_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[object] = [1, 2.5, "a", b"b", None, 2**70, "\ud800"]
    whole = read(rows, hierarchies.parse("items(1)"))
    monkeypatch.setattr(batches, "ROWS", 2)
    assert read(rows, hierarchies.parse("items(1)")) == whole


def test_every_hierarchy_has_a_type_for_python_values() -> None:
    for each in hierarchies.HIERARCHIES.values():
        kind = each.sample()
        assert read([kind.example], kind) != read([None], kind), kind.spec

"""Our own arithmetic against the field's libraries: H3 cells and their parents, country calling codes."""

from __future__ import annotations

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dphh_sql.hierarchies import parse
from tests.hierarchies.cases import CELL_NUMBERS
from tests.hierarchies.pipeline import counts, load, run

h3 = pytest.importorskip("h3", reason="the library H3 is compared with")
phonenumbers = pytest.importorskip("phonenumbers", reason="the library phone numbers are compared with")

CON = duckdb.connect()
H3, PHONE = parse("h3"), parse("phone")


def library_parents(cell: int) -> dict[int, str]:
    """What the library says of a cell: its parent at each resolution from 1 on."""
    text = f"{cell:x}"
    if not h3.is_valid_cell(text):
        return {}
    return {level: h3.cell_to_parent(text, level) for level in range(1, h3.get_resolution(text) + 1)}


@settings(max_examples=6)
@given(cells=st.lists(CELL_NUMBERS | st.integers(0, 2**64 - 1), min_size=1, max_size=40))
def test_sql_parents_are_the_librarys(cells: list[int]) -> None:
    load(CON, ["UBIGINT"], [(cell,) for cell in cells])
    got = {(i, level): H3.label(key, level) for i, level, key, _ in run(CON, counts(H3, H3.all_levels, carry=["id"]))}
    expected = {(i, level): p for i, cell in enumerate(cells) for level, p in library_parents(cell).items()}
    assert got == expected


@settings(max_examples=100)
@given(lat=st.floats(-89, 89), lng=st.floats(-179, 179), resolution=st.integers(1, 15))
def test_cells_of_places(lat: float, lng: float, resolution: int) -> None:
    cell = h3.latlng_to_cell(lat, lng, resolution)
    found = {level: H3.prefix(cell, level) for level in H3.all_levels if H3.prefix(cell, level)}
    assert found == library_parents(int(cell, 16))


def test_every_coarse_cell_and_pentagon_child() -> None:
    cells = [child for base in h3.get_res0_cells() for child in h3.cell_to_children(base, 2)]
    load(CON, ["VARCHAR"], [(cell,) for cell in cells])
    got = {(i, level): H3.label(key, level) for i, level, key, _ in run(CON, counts(H3, (1, 2), carry=["id"]))}
    assert got == {(i, level): h3.cell_to_parent(c, level) for i, c in enumerate(cells) for level in (1, 2)}


def test_country_codes_are_those_of_the_library() -> None:
    codes = sorted(phonenumbers.COUNTRY_CODE_TO_REGION_CODE)
    assert len(codes) > 200
    for code in codes:
        assert PHONE.prefix(f"+{code}5551234567"[:16], 1) == f"+{code}"


@pytest.mark.parametrize("region", ["US", "GB", "FI", "DE", "IN", "BR", "JP", "ZA"])
def test_every_way_of_writing_a_number_is_one_number(region: str) -> None:
    number = phonenumbers.example_number(region)
    e164, spaced = (
        phonenumbers.format_number(number, style)
        for style in (phonenumbers.PhoneNumberFormat.E164, phonenumbers.PhoneNumberFormat.INTERNATIONAL)
    )
    deepest = len(e164) - len(str(number.country_code))
    assert PHONE.prefix(e164, deepest) == e164
    assert PHONE.prefix(spaced, deepest) == e164

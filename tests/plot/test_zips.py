from __future__ import annotations

from typing import Any

import pytest

from dphh_sql import plot
from dphh_sql.errors import ArgumentError
from tests.plot.test_tiles import row

pytest.importorskip("plotly")
pytest.importorskip("zipcodes")

ROWS = [
    row(0, None, None, 5, 185),
    row(1, "9", None, 20, 80),
    row(3, "941", "9", 60, 60),
    row(5, "10001", None, 80, 80),
    row(5, "00000", None, 20, 20),
]


def discs(figure: Any) -> dict[str, tuple[float, float, float]]:
    return {
        text.split("</b>")[0].removeprefix("<b>"): (x, y, size)
        for trace in figure.data[1:]
        for x, y, size, text in zip(trace.x, trace.y, trace.marker.size, trace.text, strict=True)
    }


def test_a_disc_for_each_prefix_at_its_place() -> None:
    figure = plot.zip_map(ROWS)
    found = discs(figure)
    assert set(found) == {"9", "941", "10001"}
    x, y, size = found["941"]
    assert (x, y) == (pytest.approx(-122.4, abs=0.3), pytest.approx(37.8, abs=0.3))  # San Francisco
    assert (size / found["10001"][2]) ** 2 == pytest.approx(60 / 80)  # areas are residual counts
    assert [trace.name for trace in figure.data[1:]] == ["1 digit", "3 digits", "5 digits"]
    (note,) = figure.layout.annotations
    assert note.text == "Everything else: 5 [4 to 6]. Without a known place: 00000. Places of ZIP codes: GeoNames, CC BY 4.0"


def test_the_window_holds_what_is_shown() -> None:
    window = plot.zip_map(ROWS).layout
    assert tuple(window.xaxis.range) == (-125.5, -66.0)
    far = plot.zip_map([row(5, "99501", None, 9, 9)]).layout  # Anchorage
    assert far.xaxis.range[0] < -149
    assert plot.zip_map([]).layout.title.text.startswith("0 ZIP prefixes")


def test_other_prefixes_are_refused() -> None:
    with pytest.raises(ArgumentError, match="must be of ZIP codes"):
        plot.zip_map([row(8, "10.0.0.0/8", None, 1, 1)])


def test_many_discs_leave_the_map_to_be_seen() -> None:
    many = [row(5, prefix, None, 700 + i, 700 + i) for i, prefix in enumerate(f"9{n:04d}" for n in range(5000))]
    few, found = discs(plot.zip_map(ROWS)), discs(plot.zip_map(many))
    assert max(size for *_, size in few.values()) == 46
    assert len(found) > 1500
    assert sum(size**2 for *_, size in found.values()) <= 90_000  # of the 600,000 pixels of the picture
    for trace in plot.zip_map(many).data[1:]:
        assert list(trace.marker.size) == sorted(trace.marker.size, reverse=True)  # the small ones on top


def test_a_long_note_is_in_lines() -> None:
    rows = [row(5, f"{n:05d}", None, 9, 9) for n in range(9)]
    (note,) = plot.zip_map(rows).layout.annotations
    assert max(map(len, note.text.split("<br>"))) <= 110 < len(note.text)

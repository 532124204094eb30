"""The pictures say what the rows say: areas, places, intervals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dphh_sql import plot
from dphh_sql.colours import contrast
from dphh_sql.errors import ArgumentError

go = pytest.importorskip("plotly.graph_objects")

KINDS: dict[str, Callable[..., Any]] = {"icicle": plot.icicle, "treemap": plot.treemap, "sunburst": plot.sunburst}


def row(level: int, prefix: str | None, parent: str | None, residual: int, count: int) -> dict[str, Any]:
    lo_hi = {"residual_lo": residual - 1, "residual_hi": residual + 1, "count_lo": count - 1, "count_hi": count + 1}
    return {"level": level, "prefix": prefix, "parent": parent, "residual": residual, "count": count, **lo_hi}


ROWS = [row(0, None, None, 5, 100), row(1, "9", None, 20, 80), row(3, "941", "9", 60, 60), row(5, "10001", None, 15, 15)]


@st.composite
def releases(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Trees of up to four levels; the residuals may be negative, as some methods release them."""
    rows: list[dict[str, Any]] = []
    for number in range(draw(st.integers(0, 90))):
        level = draw(st.integers(1, 4))
        above = [r for r in rows if r["level"] < level]
        parent = draw(st.sampled_from([None, *(r["prefix"] for r in above)])) if above else None
        rows.append(row(level, f"<{number}>'\"", parent, draw(st.integers(-5, 500)), 0))
    for r in sorted(rows, key=lambda r: -r["level"]):
        r["count"] = r["residual"] + sum(c["count"] for c in rows if c["parent"] == r["prefix"])
    total = sum(r["residual"] for r in rows) + 7
    return [row(0, None, None, 7, total), *sorted(rows, key=lambda r: r["level"])]


def tiles(figure: Any) -> dict[str, dict[str, Any]]:
    (trace,) = figure.data
    names = ("parents", "labels", "values", "hovertext")
    return {
        tile: dict(zip(names, facts, strict=True))
        for tile, *facts in zip(trace.ids, *(trace[name] for name in names), strict=True)
    }


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=30)
@given(rows=releases())
def test_every_tile_has_its_parent_and_no_row_is_lost(kind: str, rows: list[dict[str, Any]]) -> None:
    figure = KINDS[kind](rows)
    found = tiles(figure)
    assert len(found) == len(figure.data[0].ids)  # no two have the same name
    assert [tile for tile, facts in found.items() if facts["parents"] not in found] == ["all"]
    everything = sum(facts["values"] for facts in found.values())
    if all(r["residual"] >= 0 for r in rows):
        assert everything == rows[0]["count"]
    assert all(facts["values"] >= 0 for facts in found.values())


@pytest.mark.parametrize("kind", KINDS)
def test_areas_and_texts(kind: str) -> None:
    found = tiles(KINDS[kind](ROWS))
    own = {facts["labels"].split("</b>")[0]: facts["values"] for facts in found.values() if facts["values"]}
    assert own == {"<b>9": 20, "<b>941": 60, "<b>10001": 15, "<b>everything else": 5}
    (nine,) = [facts for facts in found.values() if facts["labels"].startswith("<b>9</b>")]
    assert nine["hovertext"].split("<br>")[1:] == ["level 1", "count 80 [79 to 81]", "residual 20 [19 to 21]"]
    assert KINDS[kind](ROWS).layout.title.text == "3 prefixes; everything else: 5 [4 to 6]"


@pytest.mark.parametrize("kind", ["icicle", "sunburst"])
def test_a_level_has_a_column_of_its_own(kind: str) -> None:
    found = tiles(KINDS[kind](ROWS))

    def depth(tile: str) -> int:
        return 0 if tile == "all" else 1 + depth(found[tile]["parents"])

    depths = {facts["labels"].split("</b>")[0]: depth(tile) for tile, facts in found.items()}
    assert (depths["<b>9"], depths["<b>941"], depths["<b>10001"]) == (1, 2, 3)


@pytest.mark.parametrize("kind", KINDS)
def test_prefixes_too_small_to_see_are_one_tile_that_says_so(kind: str) -> None:
    many = [row(1, f"p{i}", None, 1, 1) for i in range(3000)]
    rows = [row(0, None, None, 0, 103_000), row(1, "large", None, 100_000, 100_000), *many]
    (together,) = [facts for facts in tiles(KINDS[kind](rows)).values() if "smaller" in facts["labels"]]
    assert (together["labels"], together["values"]) == ("<b>3,000 smaller</b> 3,000", 3000)
    assert together["hovertext"].split("<br>")[1:] == ["level 1"]


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_found_and_no_rest(kind: str) -> None:
    assert "0 prefixes; everything else: 0 [0 to 4]" in KINDS[kind]([row(0, None, None, 0, 0) | {"residual_lo": 0, "residual_hi": 4}]).layout.title.text
    assert next(iter(tiles(KINDS[kind](ROWS[1:])).values()))["labels"] == "<b>all that was found</b> 95"
    with pytest.raises(ArgumentError, match="result must be the rows of dp_hhh"):
        KINDS[kind](3)


def test_a_prefix_is_text_and_no_markup() -> None:
    (_, tile) = tiles(plot.treemap([row(1, "<i>&amp;", None, 1, 1)])).values()
    assert tile["labels"] == "<b>&lt;i&gt;&amp;amp;</b> 1 [0 to 2]"


@pytest.mark.parametrize("kind", KINDS)
def test_every_prefix_is_shown_or_counted(kind: str) -> None:
    many = [row(3, f"{i:03d}", str(i % 9), 1, 2) for i in range(900)]
    deep = [row(5, f"{i:03d}00", f"{i:03d}", 1, 1) for i in range(900)]
    top = [row(1, str(i), None, 10**5, 10**5 + 200) for i in range(9)]
    found = tiles(KINDS[kind]([row(0, None, None, 0, 9 * 10**5 + 1800), *top, *many, *deep]))
    said = [facts["hovertext"].split("<br>") for facts in found.values()]
    assert {tuple(words) for words in said if "smaller" in words[0]} == {
        ("<b>100 smaller</b> 200", "level 3", "below them 100 more were found")
    }
    assert sum(len(words) == 4 for words in said) == 9  # with counts of their own


@pytest.mark.parametrize("kind", KINDS)
def test_texts_and_tiles_stand_out(kind: str) -> None:
    (trace,) = KINDS[kind](ROWS).data
    tiles = zip(trace.ids, trace.labels, trace.marker.colors, trace.textfont.color, trace.marker.line.color, strict=True)
    for tile, label, colour, text, line in tiles:
        assert contrast(colour, text) >= 4.5  # WCAG 2.2, 1.4.3
        if tile != "all":  # 1.4.11; what is empty is not to be seen
            assert (max(contrast(colour, "#ffffff"), contrast(line, "#ffffff")) >= 3) == (label != " ")


@pytest.mark.parametrize("smallest", [20, 60])
def test_a_small_tile_has_room_for_its_text(smallest: int) -> None:
    rows = [row(0, None, None, 300, 2000), row(1, "9", None, 1700 - smallest, 1700), row(3, "941", "9", smallest, smallest)]
    height = plot.icicle(rows).layout.height - 70  # the title and margins
    assert height * smallest / 2000 >= 22 or height == 1230  # or the figure is as high as it may be


@pytest.mark.parametrize("kind", KINDS)
def test_a_hostile_prefix_is_seen_and_short(kind: str) -> None:
    long = "/" + "w" * 9_998 + "/"
    shown = tiles(KINDS[kind]([row(1, prefix, None, 9, 9) for prefix in ("\u202eevil\x00", "", " ", long, "<a href='x'>")]))
    names = {facts["labels"].split("</b>")[0].removeprefix("<b>") for facts in shown.values()}
    assert names >= {"\\u202eevil\\x00", "(empty text)", "' '", "&lt;a href='x'&gt;"}
    assert max(map(len, names)) <= 40
    assert max(len(line) for facts in shown.values() for line in facts["hovertext"].split("<br>")) < 120
    assert all(len(facts["hovertext"]) < 700 for facts in shown.values())

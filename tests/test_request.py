"""Arguments: each one's rule, and that nothing but an ArgumentError ever comes out of the parser."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dphh_sql.errors import ArgumentError, UnknownNameError
from dphh_sql.request import Privacy, Request, choose_hierarchy, integer, number

HUGE = 10**400

OPTIONS: dict[str, object] = {"eps": 1}


def parse(tbl: object = "loans", col: object = "zip", **options: object) -> Request:
    return Request.parse("dp_hhh", tbl, col, OPTIONS | options)


def test_defaults() -> None:
    assert parse() == Request(
        "dp_hhh", "loans", ("zip",), None, Privacy(1.0, 1e-6, "zip", (1, 3, 5), "auto", None, 0.05, True)
    )


def test_none_is_left_out() -> None:
    nothing = dict.fromkeys(["delta", "tau", "hierarchy", "levels", "method", "beta", "rest", "filter"])
    assert parse(**nothing) == parse()


def test_eps_of_any_numeric_type_is_the_same_request() -> None:
    assert parse(eps=1).to_json() == parse(eps=1.0).to_json()


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"eps": None}, "eps is required"),
    ({"eps": 0}, "eps must be > 0, got 0"),
    ({"eps": -1}, "eps must be > 0, got -1"),
    ({"eps": -0.0}, "eps must be > 0, got -0.0"),
    ({"eps": math.nan}, "eps must be > 0, got nan"),
    ({"eps": math.inf}, "eps must be > 0, got inf"),
    ({"eps": -math.inf}, "eps must be > 0, got -inf"),
    ({"eps": HUGE}, "eps must be finite"),
    ({"eps": True}, "eps must be a number.*got True"),
    ({"eps": "1"}, "eps must be a number.*got '1'"),
    ({"eps": [1]}, r"eps must be a number.*got \[1\]"),
    ({"delta": 0}, "delta must lie strictly between 0 and 1, got 0"),
    ({"delta": 1}, "delta must lie strictly between 0 and 1, got 1"),
    ({"delta": -1e-6}, "delta must lie strictly between 0 and 1"),
    ({"delta": 1.5}, "delta must lie strictly between 0 and 1"),
    ({"delta": math.nan}, "delta must lie strictly between 0 and 1, got nan"),
    ({"delta": HUGE}, "delta must be finite"),
    ({"delta": "x"}, "delta must be a number.*got 'x'"),
    ({"delta": False}, "delta must be a number.*got False"),
    ({"beta": 0}, "beta must lie strictly between 0 and 1"),
    ({"beta": 1.0}, "beta must lie strictly between 0 and 1"),
    ({"beta": math.nan}, "beta must lie strictly between 0 and 1"),
    ({"beta": {}}, "beta must be a number"),
    ({"tau": 0}, "tau must be at least 1"),
    ({"tau": -5}, "tau must be at least 1.*got -5"),
    ({"tau": 1.5}, "tau must be a whole number, got 1.5"),
    ({"tau": math.nan}, "tau must be a whole number, got nan"),
    ({"tau": math.inf}, "tau must be a whole number, got inf"),
    ({"tau": "40"}, "tau must be a whole number, got '40'"),
    ({"tau": True}, "tau must be a whole number, got True"),
    ({"tau": 2**53}, r"tau must be at least 1 and below 2\*\*53"),
    ({"tau": HUGE}, r"tau must be at least 1 and below 2\*\*53"),
    ({"rest": 1}, "rest must be true or false, got 1"),
    ({"rest": "yes"}, "rest must be true or false, got 'yes'"),
    ({"method": 5}, "method must be a string, got 5"),
    ({"hierarchy": 5}, "hierarchy must be a string.*got 5"),
    ({"hierarchy": "zipp"}, "unknown hierarchy 'zipp'; .*Did you mean 'zip'?"),
    ({"hierarchy": ""}, "unknown hierarchy ''"),
    ({"hierarchy": "columns(2)"}, r"columns\(2\) reads 2 column\(s\), but col names 1"),
    ({"col": ["a", "b"], "hierarchy": "zip"}, r"zip reads 1 column\(s\), but col names 2"),
    ({"col": "s"}, "hierarchy is needed: column 's' has no well-known name.*chars, zip, ipv4"),
    ({"levels": []}, "levels must not be empty"),
    ({"levels": [9]}, "levels must be levels of zip, got 9; choose from 1, 2, 3, 4 and 5"),
    ({"levels": [1, 1]}, "levels must be distinct, got 1 more than once"),
    ({"levels": 5}, "levels must be a list of integers, got 5"),
    ({"levels": "135"}, "levels must be a list of integers, got '135'"),
    ({"levels": [1.5]}, "levels must be integers, got 1.5"),
    ({"levels": [True]}, "levels must be integers, got True"),
    ({"levels": [None]}, "levels must be integers, got None"),
    ({"levels": [-1]}, "levels must be levels of zip, got -1"),
    ({"filter": 5}, "filter must be a predicate as a string.*got 5"),
    ({"filter": " "}, "filter must be a predicate as a string"),
    ({"tbl": None}, "tbl must be the name of one table"),
    ({"tbl": ["loans", "loans"]}, "tbl must be the name of one table; a list of tables would count rows twice"),
    ({"col": None}, "col must be a column name"),
    ({"col": []}, "col must be a column name"),
    ({"col": "left(zip, 2)"}, "col must be a column name, not an expression"),
]


@pytest.mark.parametrize(("changes", "text"), REFUSED, ids=[f"{c}"[:60] for c, _ in REFUSED])
def test_refused(changes: dict[str, Any], text: str) -> None:
    with pytest.raises(ArgumentError, match=text) as caught:
        parse(**changes)
    assert caught.value.argument in {*changes, "hierarchy"}


def test_unknown_names_list_the_legal_ones() -> None:
    with pytest.raises(UnknownNameError, match="chars, zip, ipv4, ipv6, path, url"):
        parse(hierarchy="nonsense")


def test_tau_may_be_a_whole_float() -> None:
    assert parse(tau=40.0).privacy.tau == 40


def test_method_is_read_without_case_and_spaces() -> None:
    assert parse(method=" OneHit ").privacy.method == "onehit"


@pytest.mark.parametrize(
    ("spec", "columns", "listed", "kind"),
    [
        (None, ("zip",), False, "zip"),
        (None, ("Zip_Code",), False, "zip"),
        (None, ("client_ip",), False, "ipv4"),
        (None, ("state", "county"), True, "columns(2)"),
        (None, ("zip",), True, "columns(1)"),
        ("columns", ("a", "b", "c"), True, "columns(3)"),
        ("columns", ("a",), False, "columns(1)"),
        ("  chars( 3 ) ", ("a",), False, "chars(3)"),
        ("PATH('/')", ("a",), False, "path"),
    ],
)
def test_choice_of_hierarchy(spec: str | None, columns: tuple[str, ...], listed: bool, kind: str) -> None:
    assert choose_hierarchy(spec, columns, listed).spec == kind


def test_levels_come_out_ascending() -> None:
    assert parse(levels=[5, 1, 3]).privacy.levels == (1, 3, 5)


@given(
    eps=st.floats(1e-9, 1e6),
    delta=st.floats(1e-300, 0.999),
    beta=st.floats(1e-9, 0.999),
    tau=st.none() | st.integers(1, 2**53 - 1),
    levels=st.none() | st.sets(st.integers(1, 5), min_size=1).map(list),
    rest=st.booleans(),
    tbl=st.text(st.characters(codec="utf-8", exclude_characters='"(.;/\\:|'), min_size=1).filter(str.strip),
)
def test_round_trip_through_json(tbl: str, **options: object) -> None:
    try:
        request = parse(tbl, **options)
    except ArgumentError:
        assert tbl.split()[0].lower() in ("select", "with", "from", "values")
        return
    assert Request.from_json(request.to_json()) == request
    assert Request.from_json(request.to_json()).to_json() == request.to_json()
    assert request.source.parts == (tbl.strip(),) or request.source.parts == (tbl,)


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.just(HUGE)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["zip", "a = 1", "chars(3)", "columns", "a.b", '"a"', "onehit", "1", "NaN"])
)
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
)


@settings(max_examples=150)
@given(data=st.data())
def test_no_json_value_brings_out_another_error(data: st.DataObject) -> None:
    names = ["tbl", "col", "eps", "delta", "tau", "hierarchy", "levels", "method", "beta", "rest", "filter"]
    chosen = data.draw(st.sets(st.sampled_from(names), min_size=1, max_size=3))
    try:
        request = parse(**{name: data.draw(anything, label=name) for name in sorted(chosen)})
    except ArgumentError as error:
        assert str(error).endswith((".", "?")) or "eps=>1" in str(error)
    else:
        assert 0 < request.privacy.eps < math.inf
        assert 0 < request.privacy.delta < 1
        assert request.privacy.levels


@given(value=st.floats() | st.integers() | st.booleans())
def test_number_is_finite_and_inside_its_bounds(value: float) -> None:
    try:
        assert 0 < number("x", value, above=0, below=1) == value < 1
    except ArgumentError:
        assert isinstance(value, bool) or not 0 < value < 1


@given(value=st.floats() | st.integers())
def test_integer_is_exact(value: float) -> None:
    try:
        found = integer("x", value, least=1)
    except ArgumentError:
        assert not (1 <= value < 2**53 and value == value // 1)
    else:
        assert type(found) is int
        assert found == value

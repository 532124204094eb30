"""The aggregator: which rounds it opens, and which votes count in them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dphh_sql.errors import ReleaseError
from dphh_sql.federated import (
    Ballot,
    Roster,
    Round,
    Server,
    Tally,
    Verdict,
)
from dphh_sql.hierarchies import parse
from tests.federated.sessions import QUARTER, terms


def passed_round_1(roster: Roster, *keys: str) -> Tally:
    """A tally that has held round 1 of session 's'."""
    tally, first = Tally(roster), Round("s", 1, 3, QUARTER, 1, ("",))
    tally.open(first)
    for key in keys:
        assert tally.submit(Ballot.signed(roster.enrol(), first, key)) is Verdict.COUNTED
    assert tally.close() == {*keys}
    return tally


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"number": 1, "prefixes": ("",)}, "not the session's next one"),
        ({"number": 3}, "not the session's next one"),
        ({"session": "t"}, "not the session's next one"),
        ({"theta": 2}, "keeps the terms"),
        ({"weight": QUARTER + 1}, "keeps the terms"),
        ({"length": 4}, "keeps the terms"),
        ({"prefixes": (".a", ".b")}, "and for no others"),
        ({"prefixes": ("$",)}, "and for no others"),
    ],
)
def test_a_server_can_only_ask_what_comes_next(changed: dict[str, Any], said: str) -> None:
    """Asking on where a word has failed would tell it, letter by letter: the certificate's path ends there."""
    tally = passed_round_1(Roster(), ".a", "$")
    second = Round("s", 2, 3, QUARTER, 1, (".a",))
    with pytest.raises(ReleaseError, match=said):
        tally.open(replace(second, **changed))
    tally.open(second)
    tally.close()
    for again in (second, replace(second, number=3)):
        with pytest.raises(ReleaseError):  # nothing passed
            tally.open(again)
    tally.open(replace(second, number=3, prefixes=()))
    tally.close()
    with pytest.raises(ReleaseError, match="not the session's next one"):
        tally.open(replace(second, number=4, prefixes=()))


def test_a_round_that_is_refused_can_be_opened_later() -> None:
    tally = Tally(Roster())
    first, second = (Server(terms(1, 2), tally) for _ in range(2))
    first.open_round()
    for _ in range(2):
        with pytest.raises(ReleaseError, match="round 1 is still open"):
            second.open_round()
    first.close_round()
    assert second.open_round().number == 1


@pytest.mark.parametrize("changed", [{"theta": 2}, {"weight": QUARTER + 1}, {"length": 4}, {"prefixes": (".a", "")}])
def test_a_vote_counts_on_the_terms_that_the_client_saw_alone(changed: dict[str, Any]) -> None:
    roster = Roster()
    tally, credential = Tally(roster), roster.enrol()
    opened = Round("s", 1, 3, QUARTER, 1, ("",))
    tally.open(opened)
    for extension in (".a", None):
        assert tally.submit(Ballot.signed(credential, replace(opened, **changed), extension)) is Verdict.FORGED
    assert tally.submit(Ballot.signed(credential, opened, ".a")) is Verdict.COUNTED


@pytest.mark.parametrize("key", ["", ".", "$a", ".ab", "a", "$", "..", ".abc", "$ab", ".x", ".xa", "\x00a", "$abc"])
def test_only_what_a_round_asks_may_be_voted_for(key: str) -> None:
    """In round 2 of 3, after `a` and `b`: one code point more, or the end."""
    asked = Round("s", 2, 3, QUARTER, 1, (".a", ".b"))
    legal = {node for word in ("", "a", "b", "ab", "abc", "x", "xa") if (node := parse("word(3)").python_key(word, 2))}
    expected = key in legal and "." + key[1:2] in (".a", ".b")
    assert asked.extends(key) is expected
    roster = Roster()
    tally, credential = passed_round_1(roster, ".a", ".b"), roster.enrol()
    tally.open(asked)
    verdict = tally.submit(Ballot.signed(credential, asked, key))
    assert verdict is (Verdict.COUNTED if expected else Verdict.FORGED)


@settings(max_examples=200)
@given(word=st.text(max_size=5), length=st.integers(1, 4), number=st.integers(1, 4))
def test_every_honest_vote_is_asked_for(word: str, length: int, number: int) -> None:
    if number > length:
        return
    kind = parse(f"word({length})")
    key, before = kind.python_key(word, number), kind.python_key(word, number - 1) if number > 1 else ""
    if key is None or before is None:
        return
    assert Round("s", number, length, QUARTER, 5, (before, ".zzzzz")).extends(key)
    assert not Round("s", number, length, QUARTER, 5, ("~",)).extends(key) or number == 1

"""The regular expressions of the counting trees, in the subset that every engine's own language has.

DuckDB has RE2's syntax, where the leftmost alternative wins; PostgreSQL takes the longest match. A pattern that both
read alike has no lazy quantifier, and no alternative that begins another where they could end apart: the kinds keep to
that, the contract suite holds them to it. Everything else is refused here.
"""

from __future__ import annotations

import re

from dphh_sql.warehouse.translate import Untranslatable

_TOKEN = re.compile(
    r"""\\[^A-Za-z0-9]              # an escaped sign
    | \[\^?\]?[^\[\]\\]*\]          # a class without classes or escapes in it
    | \(\?: | \((?!\?) | [)|^$.]
    | (?:[*+?] | \{[0-9]+(?:,[0-9]*)?\})(?![?+*{])  # a greedy quantifier
    | [^\\\[\](){}*+?|^$.]       # the sign itself
    """,
    re.VERBOSE | re.DOTALL,
)
_DOTALL = "(?s)"
MOST_REPEATS = 255


def portable(pattern: str, anything: str = "(?:.|\n)", no_newline: str = "[^\n]", end: str = "$") -> str:
    """The pattern with its dots written out.

    Args:
        pattern: RE2's, with `(?s)` in front, if at all.
        anything: what a dot is under (?s) in the engine's language.
        no_newline: what it is otherwise.
        end: what stands at the end of the text and nowhere else.

    Raises:
        Untranslatable: something in the pattern is not in the subset.
    """
    body = pattern.removeprefix("^")
    anchored, dotall = body != pattern, body.startswith(_DOTALL)
    body, dot, built, at = body.removeprefix(_DOTALL), anything if dotall else no_newline, "^" if anchored else "", 0
    while at < len(body):
        found = _TOKEN.match(body, at)
        if found is None:
            raise Untranslatable("a regular expression with more than the portable syntax")
        token = found[0]
        if token[0] == "{" and any(int(n) > MOST_REPEATS for n in re.findall("[0-9]+", token)):
            raise Untranslatable(f"a regular expression with more than {MOST_REPEATS} repeats")
        built += dot if token == "." else end if token == "$" else token
        at = found.end()
    return built


def whole(pattern: str) -> str:
    """The pattern that matches where this one matches all of the text."""
    body = pattern.removeprefix(_DOTALL)
    return f"^{_DOTALL if body != pattern else ''}(?:{body})$"


def groups(pattern: str) -> int:
    """How many capturing groups a pattern of the subset has."""
    return re.compile(pattern.replace(_DOTALL, "")).groups


def capturing(pattern: str, group: int) -> str:
    """The pattern with this one group alone (of a `portable` one): some engines give only the first."""
    number, built, at = 0, "", 0
    while at < len(pattern):
        found = _TOKEN.match(pattern, at)
        token = found[0] if found else pattern[at]
        if token == "(":
            number += 1
            token = "(" if number == group else "(?:"
        built += token
        at += len(found[0]) if found else 1
    return built


def without_plain_groups(pattern: str, group: int) -> tuple[str, int]:
    """The pattern with every group a capturing one, and the new number of the group: some engines have no others."""
    number, wanted, place, built, at = 0, 0, 0, "", 0
    while at < len(pattern):
        found = _TOKEN.match(pattern, at)
        token = found[0] if found else pattern[at]
        if token in ("(", "(?:"):
            place += 1
            number += token == "("
            wanted = place if token == "(" and number == group else wanted
        built += "(" if token == "(?:" else token
        at += len(token)
    return built, wanted

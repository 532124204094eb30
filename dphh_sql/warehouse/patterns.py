"""The regular expressions of the counting trees, in the subset that every engine's own language has.

DuckDB has RE2's syntax, where the leftmost alternative wins; PostgreSQL takes the longest match. A pattern that both read
alike has no lazy quantifier, and no alternative that begins another where they could end apart: the kinds keep to that, the
contract suite holds them to it. Everything else is refused here.
"""

from __future__ import annotations

import re

from dphh_sql.warehouse.translate import Untranslatable

_TOKEN = re.compile(
    r"""\\[^A-Za-z0-9]              # an escaped sign
    | \[\^?\]?[^\[\]\\]*\]          # a class without classes or escapes in it
    | \(\?: | [()|^$.]
    | (?:[*+?] | \{[0-9]+(?:,[0-9]*)?\})(?![?+*{])  # a greedy quantifier
    | [^\\\[\](){}*+?|^$.]       # the sign itself
    """,
    re.VERBOSE | re.DOTALL,
)
_DOTALL = "(?s)"
MOST_REPEATS = 255


def portable(pattern: str, anything: str = "(?:.|\n)", no_newline: str = "[^\n]") -> str:
    """The pattern with its dots written out.

    Args:
        pattern: RE2's, with `(?s)` in front, if at all.
        anything: what a dot is under (?s) in the engine's language.
        no_newline: what it is otherwise.

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
        built += dot if token == "." else token
        at = found.end()
    return built


def groups(pattern: str) -> int:
    """How many capturing groups a pattern of the subset has."""
    return re.compile(pattern.replace(_DOTALL, "")).groups

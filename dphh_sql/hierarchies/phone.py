"""`phone`: telephone numbers of E.164, cut at the country code and after each further digit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from sqlglot import exp

from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.separated import Separated

# Country codes by their first digits (ITU-T E.164, list of assigned codes): no code begins another. What is not
# assigned, or spare, is read as three digits, as the ITU assigns new codes. No alternative begins another, so that it
# does not matter whether an engine takes the first or the longest.
_COUNTRY = (
    "1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]"
    "|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9]"
)
_NUMBER = r"\+[1-9](?:[ .-]?[0-9]){6,14}"
_DIGITS = f"^({_COUNTRY})([0-9]*)"
_SHORT = r"\+[1-9][0-9]{0,5}"


@dataclass(frozen=True)
class Phone(Separated):
    """Level 1 is the country code, `+1` or `+358`, level k has k - 1 digits more: `+1415` is level 4.

    A number has a plus and 7 to 15 digits; single spaces, dots and hyphens between digits are dropped. Without
    the plus it is malformed: the country is never guessed. The defaults 1, 4 and 7 are country, area and exchange
    in North America; elsewhere area codes have other lengths, so choose levels that suit the country.
    """

    kind: ClassVar[str] = "phone"
    example: ClassVar[object] = "+1 415-555-0132"
    accepts: ClassVar[tuple[str, ...]] = ("VARCHAR", "ENUM")
    remedy: ClassVar[str] = (
        "give numbers as text with a plus and the country code, '+' || CAST(col AS VARCHAR) in a view"
    )
    hints: ClassVar[frozenset[str]] = frozenset({"phone", "tel", "telephone", "mobile", "fax"})
    column_names: ClassVar[frozenset[str]] = frozenset({"phone", "phone_number", "telephone", "msisdn"})

    separator = "/"

    @property
    def all_levels(self) -> tuple[int, ...]:
        return tuple(range(1, 16))

    @property
    def default_levels(self) -> tuple[int, ...]:
        return (1, 4, 7)

    def canonical_sql(self, text: exp.Expression) -> exp.Expression:
        digits = _sql.call("regexp_replace", text, "[^0-9]", "", "g")
        country, rest = (_sql.call("regexp_extract", digits, _DIGITS, group) for group in (1, 2))
        separated = _sql.call("regexp_replace", rest, "([0-9])", r"\1/", "g")
        number = _sql.call("concat", country, "/", separated)
        return exp.case().when(_sql.call("regexp_full_match", text, _NUMBER), number)

    def canonical(self, text: str) -> str | None:
        if not re.fullmatch(_NUMBER, text):
            return None
        found = re.match(_DIGITS, re.sub("[^0-9]", "", text))
        return "/".join([found[1], *found[2], ""]) if found else None

    def label(self, key: str, level: int) -> str:
        return "+" + key.replace("/", "")

    def item_under(self, prefix: str) -> object:
        return prefix.ljust(8, "0") if re.fullmatch(_SHORT, prefix) else prefix

"""`domain`: host names, from the public suffix down: com > example.com > www.example.com."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from sqlglot import exp

from dphh_sql.errors import ArgumentError
from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.separated import Separated

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

# Spelt in both cases: ignoring case, RE2 takes the Kelvin sign for a K.
_LABEL = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
_LAST = "(?:[A-Za-z_]|[0-9][0-9_-]*[A-Za-z_])(?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"  # with a letter, so no IPv4 address
_NAME = rf"(?:{_LABEL}\.)*{_LAST}\.?"
_SUFFIXES = "__dphh_suffixes"


@dataclass(frozen=True)
class Domain(Separated):
    """Level 1 is the public suffix (`com`, `co.uk`), 2 the name registered under it, then a level for each label.

    The suffixes are the ICANN section of the Public Suffix List as the installed package `publicsuffixlist` ships
    it; under a name that the list does not know the suffix is the last label (publicsuffix.org, "Algorithm"). Another
    version of the list is another, still public, hierarchy. Canonical: lower case without the final dot. Addresses,
    empty labels and names that are not ASCII (write those in punycode) are malformed.
    """

    kind: ClassVar[str] = "domain"
    example: ClassVar[object] = "www.example.co.uk"
    accepts: ClassVar[tuple[str, ...]] = ("VARCHAR", "ENUM")
    remedy: ClassVar[str] = "cast the column to VARCHAR in a view"
    hints: ClassVar[frozenset[str]] = frozenset({"domain", "host", "hostname", "site", "query", "dns"})
    column_names: ClassVar[frozenset[str]] = frozenset({"domain", "domain_name", "hostname", "fqdn"})

    separator = "/"

    @classmethod
    def build(cls, argument: str | None) -> Domain:
        _rules()  # the library is there, or the error says how to get it
        return super().build(argument)

    @property
    def all_levels(self) -> tuple[int, ...]:
        return tuple(range(1, 17))

    @property
    def default_levels(self) -> tuple[int, ...]:
        return (1, 2, 3)

    def lookups(self) -> dict[str, exp.Query]:
        # The parent of a wildcard, such as kobe.jp of *.kobe.jp, is a suffix too, as in the library.
        rules = "\n".join(sorted({rule.removeprefix("*.") for rule in _rules() if rule[0] != "!" and "." in rule}))
        rows = _sql.call("unnest", _sql.call("string_split", rules, "\n"))
        return {_SUFFIXES: exp.select(exp.alias_(rows, "rule"))}

    def canonical_sql(self, text: exp.Expression) -> exp.Expression:
        name = _sql.call("rtrim", _sql.call("lower", text), ".")
        suffix = _suffix(name)
        rest = _sql.call("left", name, exp.Sub(this=_length(name), expression=exp.paren(_length(suffix) + 1)))
        labels = _sql.call("array_to_string", _sql.call("list_reverse", _sql.call("string_split", rest, ".")), "/")
        longer = exp.GT(this=_length(name), expression=_length(suffix))
        finer = exp.case().when(longer, _sql.call("concat", labels, "/")).else_(exp.Literal.string(""))
        whole = _sql.call("concat", suffix, "/", finer)
        legal = exp.and_(_sql.call("regexp_full_match", text, _NAME), _length(text) <= 253)
        return exp.case().when(legal, whole)

    def canonical(self, text: str) -> str | None:
        if not re.fullmatch(_NAME, text) or len(text) > 253 or not text.isascii():
            return None
        name = text.lower().rstrip(".")
        suffix = _library().publicsuffix(name) or name.rpartition(".")[2]
        rest = name[: -len(suffix) - 1]
        return "/".join([suffix, *reversed(rest.split(".") if rest else []), ""])

    def label(self, key: str, level: int) -> str:
        return ".".join(reversed(key.split("/")[:-1]))


def _suffix(name: exp.Expression) -> exp.Expression:
    """The longest suffix that a rule names, at least the last label; the algorithm of publicsuffix.org."""
    rules = _rules()
    longest = max(rule.count(".") + 1 for rule in rules)
    tails = [_tail(name, labels) for labels in range(1, longest + 1)]
    found = exp.case()
    for labels in range(2, longest + 1):
        tail, shorter = tails[labels - 1], tails[labels - 2]
        if excepted := [rule[1:] for rule in rules if rule[0] == "!" and rule.count(".") + 1 == labels]:
            found = found.when(_in(tail, excepted), shorter.copy())
    for labels in range(longest, 1, -1):
        tail, shorter = tails[labels - 1], tails[labels - 2]
        known: exp.Expr = exp.In(this=tail.copy(), query=exp.select("rule").from_(_SUFFIXES).subquery())
        if wild := [rule[2:] for rule in rules if rule[0] == "*" and rule.count(".") + 1 == labels]:
            known = exp.or_(known, exp.and_(tail.neq(""), _in(shorter, wild)))
        found = found.when(known, tail.copy())
    return found.else_(tails[0])


def _tail(name: exp.Expression, labels: int) -> exp.Expression:
    """The last so many labels; '' when there are fewer."""
    return _sql.call("regexp_extract", name, rf"(?:^|\.)((?:[^.]+\.){{{labels - 1}}}[^.]+)$", 1)


def _in(text: exp.Expression, values: list[str]) -> exp.Expression:
    return exp.In(this=text.copy(), expressions=[exp.Literal.string(value) for value in sorted(values)])


def _length(text: exp.Expression) -> exp.Expression:
    return _sql.call("length", text)


@cache
def _rules() -> tuple[str, ...]:
    """The rules of the ICANN section, in punycode: `com`, `*.ck`, `!www.ck`."""
    try:
        from publicsuffixlist import PSLFILE
    except ImportError:
        remedy = "pip install 'dphh-sql[domain]'"
        raise ArgumentError(
            f"hierarchy domain needs the package publicsuffixlist, which ships the Public Suffix List; {remedy}.",
            argument="hierarchy",
            value="domain",
            remedy=remedy,
        ) from None
    with open(PSLFILE, encoding="utf-8") as lines:
        section = lines.read().partition("===BEGIN ICANN DOMAINS===")[2].partition("===END ICANN DOMAINS===")[0]
    rules = [line.split()[0] for line in section.splitlines() if line.strip() and not line.startswith("//")]
    return tuple(".".join(_punycode(label) for label in rule.split(".")) for rule in rules)


def _punycode(label: str) -> str:
    mark, text = (label[0], label[1:]) if label[0] == "!" else ("", label)
    return mark + (text if text.isascii() else text.encode("idna").decode("ascii"))


@cache
def _library() -> PublicSuffixList:
    _rules()  # the error for a missing package
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList(only_icann=True, accept_unknown=True)

"""`taxonomy(table, child, parent)`: a tree of codes that a public table holds, such as ICD-10, NAICS or regions.

The table is read once, when a statement is bound, and becomes a literal of that statement: what was checked is what
counts. Levels, height and codes are then public facts, as the privacy proof needs them (privacy.md, section 1), as long
as the table is one: it must not be made from private rows. What was read is remembered in this process by the
SHA-256 digest of its pairs, which is part of the hierarchy's spec and so of the ledger and the certificate.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

from sqlglot import exp

from dphh_sql.errors import ArgumentError
from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.bits import INTEGERS
from dphh_sql.hierarchies.separated import Separated

DEEPEST = 32
MOST_CODES = 200_000
_SEPARATOR = "\x1f"
_LOOKUP = "__dphh_taxonomy"
_ARGUMENT = re.compile(r'((?:"(?:[^"]|"")*+"|[^",])++)(?:,|$)')

Pair = tuple[str | None, str | None]
"""A code and the code above it; None for a root."""


@dataclass(frozen=True)
class Codes:
    """The paths of a checked tree: each code with all codes above it, coarse to fine, and itself."""

    paths: dict[str, tuple[str, ...]]

    @cached_property
    def height(self) -> int:
        return max(map(len, self.paths.values()))


_known: dict[str, Codes] = {}


@dataclass(frozen=True)
class Taxonomy(Separated):
    """Level = depth: a root is level 1. A code of any depth may be an item; it ends there and counts above.

    A text that is no code of the tree is malformed. Several roots and uneven depth are fine. Where some row has no
    parent (NULL), those rows are the roots and any other parent without a row of its own is refused; where every row
    has a parent, the parents without a row are the roots. Cycles, a code with two parents, an empty code or one
    with a control character, more than 32 levels or 200,000 codes are refused.
    """

    table: str
    child: str
    parent: str
    digest: str | None = None

    kind: ClassVar[str] = "taxonomy"
    example: ClassVar[object] = "US-CA"
    accepts: ClassVar[tuple[str, ...]] = ("VARCHAR", "ENUM", *INTEGERS)
    remedy: ClassVar[str] = "bring the codes to the text that the taxonomy has in a view"
    hints: ClassVar[frozenset[str]] = frozenset(
        {"code", "icd", "naics", "sic", "isic", "nace"}
        | {"category", "region", "country", "diagnosis", "industry"}
    )

    separator = _SEPARATOR

    @classmethod
    def build(cls, argument: str | None) -> Self:
        names = [found[1].strip() for found in _ARGUMENT.finditer(argument or "")]
        if len(names) not in (3, 4):
            raise _bad(argument, "names a table and its two columns")
        return cls(*names)

    @classmethod
    def of(cls, pairs: Iterable[Pair], table: str, child: str, parent: str) -> Self:
        """The taxonomy that (code, code above it or None) pairs make.

        Raises:
            ArgumentError: they are no tree, or too many; codes are not shown.
        """
        distinct = sorted(set(pairs), key=lambda pair: (pair[0] or "", pair[1] or ""))
        codes = _checked(table, distinct)
        digest = hashlib.sha256(json.dumps(distinct).encode()).hexdigest()
        _known[digest] = codes
        return cls(table, child, parent, digest)

    @classmethod
    def sample(cls) -> Self:
        """A tree to show what the kind does."""
        pairs = [("US", None), ("US-CA", "US"), ("US-NV", "US"), ("MC", None)]
        return cls.of(pairs, "regions", "code", "parent")

    @property
    def spec(self) -> str:
        names = [self.table, self.child, self.parent, *([self.digest] if self.digest else [])]
        return f"taxonomy({', '.join(names)})"

    @property
    def all_levels(self) -> tuple[int, ...]:
        return tuple(range(1, self._codes.height + 1))

    @property
    def default_levels(self) -> tuple[int, ...]:
        """All of them, eight at most: each level is a test that adds noise."""
        return self.all_levels[:8]

    def lookups(self) -> dict[str, exp.Query]:
        rows = [_SEPARATOR.join([code, *path, ""]) for code, path in self._codes.paths.items()]
        lines = exp.select(exp.alias_(_sql.call("unnest", _sql.call("string_split", "\n".join(rows), "\n")), "line"))
        first = _sql.call("split_part", exp.column("line"), _SEPARATOR, 1)
        length = exp.Add(this=_sql.call("length", first), expression=_sql.literal(2))
        rest = _sql.call("substr", exp.column("line"), length)
        return {_LOOKUP: exp.select(first.as_("code"), rest.as_("path")).from_(lines.subquery("lines"))}

    def canonical_sql(self, text: exp.Expression) -> exp.Expression:
        known = exp.EQ(this=exp.column("code", table=_LOOKUP), expression=_sql.operand(text))
        path = exp.select(exp.column("path", table=_LOOKUP)).from_(_LOOKUP).where(known).subquery()
        return _sql.meaning(path, "lookup")

    def canonical(self, text: str) -> str | None:
        path = self._codes.paths.get(text)
        return None if path is None else _SEPARATOR.join([*path, ""])

    def python_key(self, item: object, level: int) -> str | None:
        whole = isinstance(item, int) and not isinstance(item, bool)
        return super().python_key(str(item) if whole else item, level)

    def label(self, key: str, level: int) -> str:
        return key.split(_SEPARATOR)[-2]

    @property
    def _codes(self) -> Codes:
        if self.digest not in _known:
            raise _bad(
                f"{self.table}, {self.child}, {self.parent}",
                "is read from its table when an SQL statement is bound; ask through SQL on a registered connection, "
                "such as dp_plan('dp_hhh', hierarchy=>..., eps=>1)",
            )
        return _known[self.digest or ""]


def _checked(table: str, pairs: list[Pair]) -> Codes:
    above: dict[str, str | None] = {}
    for code, parent in pairs:
        if not all(map(_printable, (code,) if parent is None else (code, parent))):
            raise _refused(table, "has a code that is NULL, empty or holds a control character")
        assert code is not None
        if code in above:
            raise _refused(table, "gives some code two parents; each code must have one")
        above[code] = parent
    if not above or len(above) > MOST_CODES:
        raise _refused(table, f"has {len(above)} codes; it must have 1 to {MOST_CODES}")
    orphans = {parent for parent in above.values() if parent is not None and parent not in above}
    if orphans and None in above.values():
        raise _refused(
            table,
            f"lists its roots (those with parent NULL), yet {len(orphans)} other parent(s) have no row of their own; "
            "add the rows",
        )
    above |= dict.fromkeys(orphans)
    paths: dict[str, tuple[str, ...]] = {}
    for code in above:
        _walk(table, code, above, paths)
    return Codes(dict(sorted(paths.items())))


def _walk(table: str, code: str, above: dict[str, str | None], paths: dict[str, tuple[str, ...]]) -> None:
    """Add the paths of a code and of all above it that are not known yet."""
    waiting: dict[str, None] = {}
    at: str | None = code
    while at is not None and at not in paths:
        if at in waiting:
            raise _refused(table, "has a cycle: some code lies above itself; the parent of a root is NULL")
        waiting[at] = None
        at = above[at]
    path = () if at is None else paths[at]
    for each in reversed(waiting):
        path = (*path, each)
        if len(path) > DEEPEST:
            raise _refused(table, f"is deeper than {DEEPEST} levels")
        paths[each] = path


def _printable(code: str | None) -> bool:
    return bool(code) and not re.search("[\x00-\x1f\x7f]", code or "")


def _refused(table: str, rule: str) -> ArgumentError:
    return ArgumentError(f"hierarchy taxonomy: table {table} {rule}.", argument="hierarchy", value=table)


def _bad(argument: str | None, rule: str) -> ArgumentError:
    remedy = "write for example taxonomy(icd10, code, parent)"
    return ArgumentError(
        f"hierarchy taxonomy(table, child, parent) {rule}, got {argument!r}; {remedy}.",
        argument="hierarchy",
        value=argument,
        remedy=remedy,
    )

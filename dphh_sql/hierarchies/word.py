"""`word(n)`: a text code point by code point with an end of its own, up to n steps: what TrieHH grows its trie by."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import pyarrow as pa
import pyarrow.compute as pc
from sqlglot import exp

from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.base import Hierarchy, count_argument

MOST = 64
"""The largest n: each level is a round of votes, and a test that one record can meet."""

ENDED, OPEN = "$", "."
"""How the key of a whole word, and of a prefix, begins. So the end is a symbol outside every alphabet."""

_PRINTED = re.compile(r"((?:[^$\\]|\\[$\\])*)(\$?)", re.DOTALL)


@dataclass(frozen=True)
class Word(Hierarchy):
    """Levels 1..n: `th` has the levels `t`, `th` and `th$`, where $ is the end of the word and no character.

    Code points, as in `chars(n)`. A word of n code points ends at level n itself (`abc$` in word(3)); a longer one is
    cut to n code points and has no end (`abc`), a different node. '' has one level, its end. A prefix prints as
    its text with $ and backslash escaped by a backslash, and $ at the end of a whole word.
    """

    n: int

    kind: ClassVar[str] = "word"
    example: ClassVar[object] = "abc"
    accepts: ClassVar[tuple[str, ...]] = ("VARCHAR", "ENUM")
    remedy: ClassVar[str] = "cast the column to VARCHAR in a view"

    @classmethod
    def build(cls, argument: str | None) -> Self:
        return cls(count_argument(cls.kind, argument, MOST))

    @classmethod
    def sample(cls) -> Self:
        return cls(4)

    @property
    def spec(self) -> str:
        return f"word({self.n})"

    @property
    def all_levels(self) -> tuple[int, ...]:
        return tuple(range(1, self.n + 1))

    def parts(self, columns: Sequence[exp.Expression]) -> list[exp.Expression]:
        return [_sql.binary(_marked(ENDED, columns[0]))]

    def truncate(self, parts: Sequence[exp.Expression], level: int) -> list[exp.Expression]:
        # At the last level a whole word of that length stays whole: it is told from a longer one that is cut.
        longest = level if level == self.n else level - 1
        fits = exp.LTE(this=_sql.call("length", parts[0]), expression=_sql.literal(longest + 1))
        cut = _marked(OPEN, _sql.call("substr", parts[0], 2, level))
        return [_sql.binary(exp.case().when(fits, parts[0].copy()).else_(cut))]

    def reaches(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        long_enough = exp.GTE(this=_sql.call("length", parts[0]), expression=_sql.literal(level))
        return _sql.call("coalesce", long_enough, exp.false())

    def key(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.binary(parts[0])

    def python_key(self, item: object, level: int) -> str | None:
        if not isinstance(item, str) or len(item) < level - 1:
            return None
        ended = len(item) < level or len(item) == level == self.n
        return (ENDED if ended else OPEN) + item[:level]

    def label(self, key: str, level: int) -> str:
        text = re.sub(r"[$\\]", r"\\\g<0>", key[1:])
        return text + ENDED if key.startswith(ENDED) else text

    def level_of(self, prefix: str) -> int | None:
        found = _PRINTED.fullmatch(prefix)
        if found is None:
            return None
        length = len(_unescaped(found[1]))
        level = min(length + 1, self.n) if found[2] else length
        return level if level >= 1 and length <= self.n else None

    def item_under(self, prefix: str) -> object:
        found = _PRINTED.fullmatch(prefix)
        if found is None:
            return prefix
        text = _unescaped(found[1])
        return text + "." if len(text) == self.n and not found[2] else text


def texts_and_ends(keys: pa.Array) -> tuple[pa.Array, pa.Array]:
    """The texts of keys (Arrow text), and whether each is a whole word."""
    return pc.utf8_slice_codeunits(keys, 1), pc.starts_with(keys, ENDED)


def _marked(mark: str, text: exp.Expression) -> exp.Expression:
    return exp.DPipe(this=_sql.literal(mark), expression=_sql.operand(text), safe=False)


def _unescaped(text: str) -> str:
    return re.sub(r"\\([$\\])", r"\1", text)

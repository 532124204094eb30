"""What the kinds share whose canonical form is one text of components, cut after a separator."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from sqlglot import exp

from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.base import Hierarchy


class Separated(Hierarchy):
    """The canonical text up to and including the separator that ends its k-th component; level = k.

    One leading separator opens the first component and is no component of its own. A kind whose canonical
    text ends with the separator has one node for a component, whether items end there or go deeper; a
    kind whose text may end without it (`path`) keeps a leaf `a` apart from the directory `a/`.
    """

    separator: str

    opening: ClassVar[int] = 0
    """Components that only open the text and make no level (`https:` and the empty one of a URL)."""

    def canonical_sql(self, text: exp.Expression) -> exp.Expression:
        """The canonical text of a raw one; NULL when it is malformed."""
        return text.copy()

    def canonical(self, text: str) -> str | None:
        """The twin of `canonical_sql`."""
        return text

    def parts(self, columns: Sequence[exp.Expression]) -> list[exp.Expression]:
        return [_sql.binary(self.canonical_sql(columns[0]))]

    def truncate(self, parts: Sequence[exp.Expression], level: int) -> list[exp.Expression]:
        return [_sql.binary(self._cut_sql(parts[0], level))]

    def reaches(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return exp.NullSafeNEQ(this=_sql.operand(parts[0]), expression=self._cut_sql(parts[0], level - 1))

    def key(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.binary(parts[0])

    def python_key(self, item: object, level: int) -> str | None:
        text = self.canonical(item) if isinstance(item, str) else None
        if text is None:
            return None
        key = self._cut(text, level)
        return key if key != self._cut(text, level - 1) else None

    def level_of(self, prefix: str) -> int | None:
        item = self.item_under(prefix)
        return next((level for level in self.all_levels if self.prefix(item, level) == prefix), None)

    def _cut_sql(self, text: exp.Expression, level: int) -> exp.Expression:
        # One linear-time match: the first alternative wins when there are enough separators, else all of it.
        # It cannot fail, so the leading separator is never given back.
        separator = re.escape(self.separator)
        pattern = f"(?s)^(?:{separator})?(?:(?:.*?{separator}){{{level + self.opening}}}|.*)"
        cut = _sql.call("regexp_extract", text, pattern, 0)
        return _sql.meaning(cut, "head", self.separator, level + self.opening)

    def _cut(self, text: str, level: int) -> str:
        end = len(self.separator) if text.startswith(self.separator) else 0
        for _ in range(level + self.opening):
            found = text.find(self.separator, end)
            if found < 0:
                return text
            end = found + len(self.separator)
        return text[:end]

"""`columns(n)`: a list of n columns, coarse to fine."""

from __future__ import annotations

import datetime
import decimal
import json
import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import ClassVar, Self

from sqlglot import exp

from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.base import Hierarchy, count_argument

MOST = 32


@dataclass(frozen=True)
class Columns(Hierarchy):
    """Level k is the first k columns; a row counts down to its first NULL and '' is a value.

    Each value is its VARCHAR cast. Key and label are the JSON array of the texts, `["CA","Kern"]`, so the
    same county name under two states stays two nodes. Refused: nested and binary types (their text is not
    an identity), those whose text depends on the session's time zone, and times of day and timestamps, since
    DuckDB fails, or crashes, when it prints one that is out of range.
    """

    n: int

    kind: ClassVar[str] = "columns"
    example: ClassVar[object] = ("CA", "Kern", "Bakersfield")
    accepts: ClassVar[tuple[str, ...]] = (
        "VARCHAR", "ENUM", "BOOLEAN", "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT",
        "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT", "FLOAT", "DOUBLE", "DECIMAL",
        "DATE", "UUID",
    )  # fmt: skip
    remedy: ClassVar[str] = "cast each column to DATE or VARCHAR, or choose a scalar field of it, in a view"

    @classmethod
    def build(cls, argument: str | None) -> Self:
        return cls(count_argument(cls.kind, argument, MOST))

    @classmethod
    def sample(cls) -> Self:
        return cls(3)

    @property
    def spec(self) -> str:
        return f"columns({self.n})"

    @property
    def all_levels(self) -> tuple[int, ...]:
        return tuple(range(1, self.n + 1))

    @property
    def width(self) -> int:
        return self.n

    def raw(self, column: exp.Expression) -> exp.Expression:
        return _sql.meaning(super().raw(column), "text")

    def parts(self, columns: Sequence[exp.Expression]) -> list[exp.Expression]:
        coarsest = columns[0].copy()
        finer = [
            _sql.binary(exp.case().when(exp.and_(*map(_sql.not_null, columns[:i])), columns[i].copy()))
            for i in range(1, self.n)
        ]
        return [coarsest, *finer]

    def truncate(self, parts: Sequence[exp.Expression], level: int) -> list[exp.Expression]:
        return [*(part.copy() for part in parts[:level]), *(_sql.text(exp.null()) for _ in parts[level:])]

    def reaches(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        return _sql.not_null(parts[level - 1])

    def key(self, parts: Sequence[exp.Expression], level: int) -> exp.Expression:
        # to_json forgets the collation of its argument, so the text takes it again.
        return _sql.text(_sql.call("to_json", exp.array(*(part.copy() for part in parts[:level]))))

    def python_key(self, item: object, level: int) -> str | None:
        """`item` is a sequence of native values or the text of a JSON array of texts and nulls."""
        texts = self._texts(item)
        return _json(texts[:level]) if texts is not None and len(texts) >= level else None

    def level_of(self, prefix: str) -> int | None:
        texts = self._texts(prefix)
        return len(texts) if texts and _json(texts) == prefix else None

    def _texts(self, item: object) -> list[str] | None:
        """The texts down to the first NULL; None when malformed."""
        values = _loads(item) if isinstance(item, str) else item
        if not isinstance(values, list | tuple) or len(values) > self.n:
            return None
        texts = [_text(value) for value in takewhile(lambda value: value is not None, values)]
        known = [text for text in texts if text is not None]
        return known if len(known) == len(texts) else None


def _loads(text: str) -> list[str | None] | None:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if isinstance(values, list) and all(value is None or isinstance(value, str) for value in values):
        return values
    return None


def _text(value: object) -> str | None:
    """The text of DuckDB's VARCHAR cast; None for a type that is not accepted."""
    match value:
        case str():
            return value if _encodable(value) else None
        case bool():
            return "true" if value else "false"
        case decimal.Decimal():
            return format(value, "f")
        case datetime.datetime():
            return None
        case int() | float() | datetime.date() | uuid.UUID():
            return str(value)
    return None


def _encodable(text: str) -> bool:
    """A lone surrogate can be written in JSON, but no VARCHAR holds it."""
    return not re.search("[\ud800-\udfff]", text)


def _json(texts: Sequence[str]) -> str:
    """The JSON array exactly as DuckDB's to_json writes it: no spaces, upper-case hexadecimal escapes.

    >>> _json(["CA", "Kern"])
    '["CA","Kern"]'
    """
    lower = json.dumps(list(texts), ensure_ascii=False, separators=(",", ":"))
    return re.sub(r"\\(?:u(....)|.)", lambda m: f"\\u{m[1].upper()}" if m[1] else m[0], lower)

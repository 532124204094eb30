"""`file`: components of a file name, of POSIX or Windows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from sqlglot import exp

from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.path import DEEPEST
from dphh_sql.hierarchies.separated import Separated


@dataclass(frozen=True)
class File(Separated):
    r"""Levels are the components of `path('/')` on the canonical name: `/home/`, `/home/ann/`, `C:/`, `C:/Users/`.

    Canonical form: every `\` is a `/`, repeated separators are one (but two at the beginning, as in
    `\\server\share`, stay), a component `.` is dropped, a drive letter is upper case. A leaf and a directory
    differ; `..` and case are left alone, since what they mean depends on the file system.
    """

    kind: ClassVar[str] = "file"
    example: ClassVar[object] = "C:\\Users\\ann\\notes.txt"
    accepts: ClassVar[tuple[str, ...]] = ("VARCHAR", "ENUM")
    remedy: ClassVar[str] = "cast the column to VARCHAR in a view"
    hints: ClassVar[frozenset[str]] = frozenset({"file", "filename", "path", "dir", "directory"})

    separator = "/"

    @property
    def all_levels(self) -> tuple[int, ...]:
        return tuple(range(1, DEEPEST + 1))

    @property
    def default_levels(self) -> tuple[int, ...]:
        """1..4: each level is a test that adds noise."""
        return (1, 2, 3, 4)

    def canonical_sql(self, text: exp.Expression) -> exp.Expression:
        slashed = _sql.call("replace", text, "\\", "/")
        name = slashed.copy()
        for pattern, by in _RULES:
            name = _sql.call("regexp_replace", name, pattern, by, "g")
        shorter = _sql.call("left", name, exp.Sub(this=_sql.call("length", name), expression=_sql.literal(1)))
        name = exp.case().when(_sql.call("ends_with", name, "/."), shorter).else_(name)
        drive = _sql.call("concat", _sql.call("upper", _sql.call("left", name, 1)), _sql.call("substr", name, 2))
        name = exp.case().when(_sql.call("regexp_matches", name, _DRIVE), drive).else_(name)
        server = _sql.call("concat", "/", name)  # concat, unlike ||, would drop a NULL; the CASE keeps it
        return exp.case().when(_sql.call("starts_with", slashed, "//"), server).else_(name)

    def canonical(self, text: str) -> str | None:
        slashed = name = text.replace("\\", "/")
        for pattern, by in _RULES:
            name = re.sub(pattern, by, name)
        name = name[:-1] if name.endswith("/.") else name
        name = name[0].upper() + name[1:] if re.match(_DRIVE, name) else name
        return "/" + name if slashed.startswith("//") else name


_DRIVE = "^[a-z]:/"
_RULES = (("/+", "/"), (r"/(?:\./)+", "/"), (r"^(?:\./)+", ""))

"""`semver`: versions, cut at major, minor, patch and pre-release."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from sqlglot import exp

from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.separated import Separated

_NUMBER = "(0|[1-9][0-9]*)"
_FIELD = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
_SEMVER = rf"v?{_NUMBER}\.{_NUMBER}\.{_NUMBER}(?:-({_FIELD}(?:\.{_FIELD})*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?"
_SHORT = rf"{_NUMBER}(?:\.{_NUMBER})?"


@dataclass(frozen=True)
class SemVer(Separated):
    """Semantic Versioning 2.0.0: levels 1 major `1`, 2 minor `1.4`, 3 patch `1.4.2`, 4 pre-release `1.4.2-rc.1`.

    A `v` in front and build metadata (`+...`) are dropped. A version without a pre-release ends at level 3.
    Anything that is not a whole version, such as `1.4` or `1.04.2`, is malformed.
    """

    kind: ClassVar[str] = "semver"
    example: ClassVar[object] = "1.4.2-rc.1"
    accepts: ClassVar[tuple[str, ...]] = ("VARCHAR", "ENUM")
    remedy: ClassVar[str] = "numbers have lost what follows the first dot; give versions as text"
    hints: ClassVar[frozenset[str]] = frozenset({"version", "release"})
    column_names: ClassVar[frozenset[str]] = frozenset({"semver"})

    separator = "/"

    @property
    def all_levels(self) -> tuple[int, ...]:
        return (1, 2, 3, 4)

    @property
    def default_levels(self) -> tuple[int, ...]:
        return (1, 2, 3)

    def canonical_sql(self, text: exp.Expression) -> exp.Expression:
        # A pre-release holds no separator, and is never empty.
        major, minor, patch, pre = (_sql.call("regexp_extract", text, f"^{_SEMVER}$", group) for group in (1, 2, 3, 4))
        version = _sql.call("concat", major, "/", minor, "/", patch, "/")
        last = exp.case().when(pre.eq(""), exp.Literal.string("")).else_(_sql.call("concat", pre, "/"))
        return exp.case().when(_sql.call("regexp_full_match", text, _SEMVER), _sql.call("concat", version, last))

    def canonical(self, text: str) -> str | None:
        found = re.fullmatch(_SEMVER, text)
        return "".join(f"{part}/" for part in found.groups() if part) if found else None

    def label(self, key: str, level: int) -> str:
        major, *finer = key.split("/")[:-1]
        return ".".join([major, *finer[:2]]) + "".join(f"-{pre}" for pre in finer[2:])

    def item_under(self, prefix: str) -> object:
        return prefix + ".0" * (2 - prefix.count(".")) if re.fullmatch(_SHORT, prefix) else prefix

"""`url`: site, then the components of the path."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from sqlglot import exp

from dphh_sql.hierarchies import _sql
from dphh_sql.hierarchies.path import DEEPEST
from dphh_sql.hierarchies.separated import Separated

_SCHEME = "[A-Za-z][A-Za-z0-9+.-]*"
_HOST = r"(?:[A-Za-z0-9._~%!$&'()*+,;=-]+|\[[0-9A-Fa-f:.]+\])"
_SITE = rf"({_SCHEME})://(?:[^/?#@]*@)?({_HOST})(:[0-9]*)?"
_URL = rf"(?s){_SITE}([/?#].*)?"
_PORTS = {"http": ":80", "https": ":443"}


@dataclass(frozen=True)
class Url(Separated):
    """Level 1 `https://example.com/`, then a level for each component of the path, `https://example.com/a/`.

    Canonical form (RFC 3986, section 6.2): scheme and host in lower case, an empty or default port (80, 443) and an
    empty path dropped for `/`. User name and password, query and fragment are left out. Text without a scheme and
    host is malformed, and so is a host that is not ASCII (write it in punycode). Components are those of `path`:
    a leaf and a directory differ, `..` and percent codes are left alone.
    """

    kind: ClassVar[str] = "url"
    example: ClassVar[object] = "https://example.com/a/b.html?x=1"
    accepts: ClassVar[tuple[str, ...]] = ("VARCHAR", "ENUM")
    remedy: ClassVar[str] = "cast the column to VARCHAR in a view"
    hints: ClassVar[frozenset[str]] = frozenset({"url", "uri", "link", "referer", "referrer", "page"})
    opening: ClassVar[int] = 2

    separator = "/"

    @property
    def all_levels(self) -> tuple[int, ...]:
        return tuple(range(1, DEEPEST + 1))

    @property
    def default_levels(self) -> tuple[int, ...]:
        """Site and two components: each level is a test that adds noise."""
        return (1, 2, 3)

    def canonical_sql(self, text: exp.Expression) -> exp.Expression:
        scheme, host, port, rest = (_sql.call("regexp_extract", text, f"^{_URL}$", group) for group in (1, 2, 3, 4))
        scheme, host = (_sql.call("lower", part) for part in (scheme, host))
        defaults = [exp.and_(scheme.eq(name), port.eq(default)) for name, default in _PORTS.items()]
        dropped = exp.or_(port.eq(":"), *defaults)
        shown = exp.case().when(dropped, exp.Literal.string("")).else_(port.copy())
        path = _sql.call("regexp_extract", rest, "^/?([^?#]*)", 1)
        site = _sql.call("concat", scheme, "://", host, shown, "/", path)
        return exp.case().when(_sql.call("regexp_full_match", text, _URL), site)

    def canonical(self, text: str) -> str | None:
        found = re.fullmatch(_URL, text)
        if found is None:
            return None
        scheme, host, port, rest = found[1].lower(), found[2].lower(), found[3] or "", found[4] or ""
        shown = "" if port in (":", _PORTS.get(scheme)) else port
        return f"{scheme}://{host}{shown}/{re.split('[?#]', rest)[0].removeprefix('/')}"

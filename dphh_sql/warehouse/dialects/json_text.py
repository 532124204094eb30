"""A JSON array of texts, spelt as DuckDB's to_json spells it, by replacements that every engine has.

Engines differ in what they escape and in the case of hexadecimal digits; keys are compared, so one spelling must do.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from sqlglot import exp

from dphh_sql.warehouse.dialect import Build, Rule
from dphh_sql.warehouse.dialects.parts import call, text
from dphh_sql.warehouse.translate import Untranslatable
from dphh_sql.warehouse.types import type_name

_SIGNS = ["\\", '"', *map(chr, range(1, 32))]
"""To be escaped, the backslash first; and NUL, where the engine has it."""

_NUL = text("\x00")


def json_of_texts(replace: str, joined: Callable[[list[exp.Expr]], exp.Expr], *, nul: exp.Expr | None = _NUL) -> Rule:
    """`["a","b"]` of texts that are not NULL.

    Args:
        replace: a function: (text, what, by).
        joined: the pieces as one text.
        nul: the text of one NUL, or None where text cannot hold it.
    """

    def rule(node: exp.Anonymous, build: Build) -> exp.Expr:
        (array,) = node.expressions
        if not isinstance(array, exp.Array) or any(type_name(each.type) != "VARCHAR" for each in array.expressions):
            raise Untranslatable("JSON of anything but an array of texts")
        signs: list[tuple[exp.Expr, exp.Expr]] = [(text(sign), text(escape(sign))) for sign in _SIGNS]
        if nul is not None:
            signs.append((nul, text(escape("\x00"))))
        pieces: list[exp.Expr] = [text('["')]
        for i, each in enumerate(array.expressions):
            escaped = build(each)
            for sign, by in signs:
                escaped = call(replace, escaped, sign.copy(), by.copy())
            pieces += [*([text('","')] if i else []), escaped]
        return joined([*pieces, text('"]')])

    return rule


def escape(sign: str) -> str:
    """As yyjson writes it: upper-case hexadecimal.

    >>> escape("\\x1f"), escape("\\n")
    ('\\\\u001F', '\\\\n')
    """
    written = json.dumps(sign)[1:-1]
    return f"\\u{written[2:].upper()}" if written.startswith("\\u") else written

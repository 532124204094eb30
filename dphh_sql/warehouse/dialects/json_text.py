"""A JSON array of texts, spelt as DuckDB's to_json spells it, by replacements that every engine has.

Engines differ in what they escape and in the case of hexadecimal digits; keys are compared, so one spelling must do.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from sqlglot import exp

Text = Callable[[str], exp.Expr]
Replace = Callable[[exp.Expr, exp.Expr, exp.Expr], exp.Expr]

_SIGNS = ["\\", '"', *map(chr, range(1, 32))]
"""To be escaped, the backslash first; and NUL, where the engine has it."""


def json_array(
    texts: Sequence[exp.Expr],
    replace: Replace,
    joined: Callable[[list[exp.Expr]], exp.Expr],
    *,
    nul: bool,
    text: Text = exp.Literal.string,
) -> exp.Expr:
    """`["a","b"]` of texts that are not NULL."""
    pieces: list[exp.Expr] = [text('["')]
    for i, each in enumerate(texts):
        escaped = each
        for sign in [*_SIGNS, *(["\x00"] if nul else [])]:
            escaped = replace(escaped, text(sign), text(escape(sign)))
        pieces += [*([text('","')] if i else []), escaped]
    return joined([*pieces, text('"]')])


def escape(sign: str) -> str:
    """As yyjson writes it: upper-case hexadecimal.

    >>> escape("\\x1f"), escape("\\n")
    ('\\\\u001F', '\\\\n')
    """
    written = json.dumps(sign)[1:-1]
    return f"\\u{written[2:].upper()}" if written.startswith("\\u") else written

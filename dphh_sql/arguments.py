"""Arguments that a function has of its own, said in those that all functions share.

The users of dp_triehh and dp_sfp are units of one row, their words a hierarchy, a way of sampling a method; a sketch
is a method, and items are a hierarchy of one level.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dphh_sql import mechanisms
from dphh_sql.errors import ArgumentError, UnknownNameError
from dphh_sql.hierarchies.word import MOST
from dphh_sql.request import integer

DEFAULT_LENGTH = 10
"""max_length, as in the experiments of the TrieHH paper."""

_WORDS = ("dp_triehh", "dp_sfp")
_SKETCHED = ("dp_heavy_hitters", "dp_hhh_stream")

OWN = {
    **dict.fromkeys(("user_col", "max_length", "sampling", "n0"), _WORDS),
    **dict.fromkeys(("sketch", "k", "counters"), _SKETCHED),
}
"""Argument -> the functions that have it."""

Options = Mapping[str, object]


def shared(function: str, options: Options) -> dict[str, object]:
    """The options of a call, without those that only some functions have.

    Raises:
        ArgumentError: an argument that the function does not have.
    """
    for name, functions in OWN.items():
        if options.get(name) is not None and function not in functions:
            raise ArgumentError(
                f"{name} is an argument of {' and '.join(functions)}, not of {function}.", argument=name
            )
    return _SHARED[function](function, options) if function in _SHARED else dict(options)


def _words(function: str, options: Options) -> dict[str, object]:
    for name in ("hierarchy", "levels", "rest", "alpha"):
        if options.get(name) is not None:
            raise ArgumentError(
                f"{name} is no argument of {function}, which spells words code point by code point; say max_length.",
                argument=name,
            )
    length = options.get("max_length")
    longest = DEFAULT_LENGTH if length is None else integer("max_length", length, least=1)
    if longest > MOST:
        raise ArgumentError(f"max_length must be at most {MOST}, got {longest}.", argument="max_length", value=longest)
    known = mechanisms.methods(function)
    sampling = options.get("sampling", options.get("method"))
    if sampling is not None and not (isinstance(sampling, str) and sampling.strip().lower() in known):
        raise UnknownNameError("sampling", sampling, known)
    users = options.get("user_col")
    return {
        **options,
        "hierarchy": f"word({longest})",
        "method": sampling,
        "unit": options.get("unit") if users is None else users,
        "max_rows": 1,
    }


def _sketched(function: str, options: Options) -> dict[str, object]:
    sketch = options.get("sketch")
    if sketch is not None and not isinstance(sketch, str):
        raise ArgumentError(f"sketch must be a string, got {sketch!r}.", argument="sketch", value=sketch)
    items = {"hierarchy": options.get("hierarchy") or "items"} if function == "dp_heavy_hitters" else {}
    return {**options, **items, "method": options.get("method") if sketch is None else sketch}


_SHARED: dict[str, Callable[[str, Options], dict[str, object]]] = {
    **dict.fromkeys(_WORDS, _words),
    **dict.fromkeys(_SKETCHED, _sketched),
}

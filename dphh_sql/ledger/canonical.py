"""Canonical JSON: one value, one text, whatever the process, version or locale."""

from __future__ import annotations

import json

from dphh_sql.errors import ArgumentError


def canonical_json(value: object) -> str:
    """ASCII JSON with sorted keys and no spaces; floats as their shortest decimal.

    Raises:
        ArgumentError: NaN, an infinity, a key that is not text, or a value that JSON lacks.

    >>> canonical_json({"b": [1, 0.1], "a": "é"})
    '{"a":"\\\\u00e9","b":[1,0.1]}'
    """
    _require_text_keys(value)
    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ArgumentError(f"not representable as canonical JSON: {error}.") from error


def _require_text_keys(value: object) -> None:
    # json.dumps writes the keys 1 and "1" alike: two values, one text.
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise ArgumentError(f"not representable as canonical JSON: key {key!r} is not text.")
            _require_text_keys(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            _require_text_keys(item)

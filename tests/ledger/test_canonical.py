from __future__ import annotations

import json
import math
import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dphh_sql.errors import ArgumentError
from dphh_sql.ledger import canonical_json

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(values)
def test_round_trip_is_stable(value: object) -> None:
    text = canonical_json(value)
    assert json.loads(text) == value
    assert canonical_json(json.loads(text)) == text
    assert text.isascii()


@given(st.dictionaries(st.text(), st.integers()), st.randoms())
def test_key_order_does_not_matter(value: dict[str, int], rng: random.Random) -> None:
    items = list(value.items())
    rng.shuffle(items)
    assert canonical_json(dict(items)) == canonical_json(value)


def test_the_text_is_fixed() -> None:
    value = {
        "tbl": 'my "loans"',
        "eps": 0.1,
        "delta": 1e-6,
        "levels": [1, 3],
        "rest": True,
        "name": None,
        "é": "☃",
    }
    assert canonical_json(value) == (
        '{"delta":1e-06,"eps":0.1,"levels":[1,3],"name":null,"rest":true,'
        '"tbl":"my \\"loans\\"","\\u00e9":"\\u2603"}'
    )


def test_another_process_writes_the_same_text() -> None:
    code = "import json;print(json.dumps({k:1 for k in set('qwertzuiop')}))"
    texts = {
        canonical_json(
            json.loads(
                subprocess.run(
                    [sys.executable, "-c", code],
                    env={"PYTHONHASHSEED": seed},
                    capture_output=True,
                    check=True,
                ).stdout
            )
        )
        for seed in ("1", "2")
    }
    assert len(texts) == 1


@pytest.mark.parametrize(
    "value", [math.nan, [math.inf], {1: "a"}, [{"a": {None: 1}}], {1, 2}, b"x", object()]
)
def test_what_json_lacks_is_refused(value: object) -> None:
    with pytest.raises(ArgumentError, match="canonical JSON"):
        canonical_json(value)

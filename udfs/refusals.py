"""What DuckDB says when rows cannot be counted, without its words: they may hold values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import duckdb

from dphh_sql.errors import ArgumentError, ReleaseError


@contextmanager
def without_values(function: str, misfit: Callable[[], ArgumentError]) -> Iterator[None]:
    """Turn DuckDB's errors into ours.

    Raises:
        ArgumentError: `misfit`, when names or types do not fit.
        ReleaseError: anything else; the text of a type check of ours is kept, for it names columns only.
    """
    try:
        yield
    except duckdb.BinderException:
        raise misfit() from None
    except duckdb.Error as error:
        ours = re.match(rf"(?:[\w ]+: )?{function}: (column .*)", str(error))
        text = ours.group(1) if ours else "the owner's database could not count the rows; nothing was charged"
        raise ReleaseError(text) from None

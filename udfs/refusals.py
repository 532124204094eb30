"""What DuckDB says when rows cannot be counted, without its words: they may hold values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import duckdb

from dphh_sql.errors import ArgumentError, ReleaseError
from dphh_sql.udfs.counting import INTERRUPTED

_CONTROL_C = re.compile(r"Query interrupted|Invalid Input Error: Python exception .* UDF: KeyboardInterrupt")


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
    except (duckdb.Error, RuntimeError) as error:  # RuntimeError: how DuckDB reports Ctrl-C
        raise ReleaseError(_text(function, error)) from None


def _text(function: str, error: Exception) -> str:
    if isinstance(error, duckdb.InterruptException) or _CONTROL_C.match(str(error)):
        return INTERRUPTED
    if ours := re.match(rf"(?:[\w ]+: )?{function}: (column .*)", str(error)):
        return ours.group(1)
    return "the owner's database could not count the rows; nothing was charged"

"""What DuckDB says when rows cannot be counted, without its words: they may hold values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import duckdb
import pyarrow as pa

from dphh_sql.errors import ArgumentError, DphhError, ReleaseError
from dphh_sql.udfs.counting import INTERRUPTED

_CONTROL_C = re.compile(
    r"Query interrupted|INTERRUPT Error|Invalid Input Error: Python exception .* UDF: KeyboardInterrupt"
)
_FAILURES = (duckdb.Error, pa.ArrowException, RuntimeError, OSError, ValueError)
"""RuntimeError: how DuckDB reports Ctrl-C. The others but the first: what a reader of batches makes of DuckDB's errors
after the first batch, and what Arrow and Python say of a value."""


@contextmanager
def without_values(
    function: str, misfit: Callable[[], ArgumentError], fits: Callable[[], bool] = lambda: True
) -> Iterator[None]:
    """Turn DuckDB's errors into ours.

    Args:
        fits: whether names, types and literals fit, as far as that depends on no row; asked after an error.

    Raises:
        ArgumentError: `misfit`, when names, types or literals do not fit.
        ReleaseError: anything else; the text of a type check of ours is kept, for it names columns only.
    """
    try:
        yield
    except duckdb.BinderException:
        raise misfit() from None
    except DphhError:
        raise
    except _FAILURES as error:
        text = _text(function, error)
        if text is None and not fits():
            raise misfit() from None
        raise ReleaseError(text or "the owner's database could not count the rows; nothing was charged") from None


def _text(function: str, error: Exception) -> str | None:
    """What may be said of it."""
    if isinstance(error, duckdb.InterruptException) or _CONTROL_C.match(str(error)):
        return INTERRUPTED
    if ours := re.match(rf"(?:[\w ]+: )?{function}: (column .*)", str(error)):
        return ours.group(1)
    return None

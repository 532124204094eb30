"""One line of JSON an event, on stderr: who, what kind, how long, what it cost. No SQL, no literals, no data.

What a release asked stands in the ledger under its `release_id`.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import TextIO

_log = logging.getLogger("dphh_sql.serving")
_FIELDS = "dphh_fields"


def event(name: str, *, level: int = logging.INFO, **fields: str | int | float | bool | None) -> None:
    """Log an event. The caller passes names, numbers and codes only."""
    _log.log(level, name, extra={_FIELDS: fields})


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        # Arguments of other loggers' records are left out unless something is wrong: they may name a release.
        other = record.getMessage() if record.levelno >= logging.WARNING else str(record.msg)
        fields = getattr(record, _FIELDS, None)
        shown = {"event": other, **fields} if fields is not None else {"event": "log", "text": other}
        return json.dumps({"time": when, "level": record.levelname.lower(), **shown}, ensure_ascii=False)


def to_stream(stream: TextIO = sys.stderr) -> None:
    """Send the package's log there, as JSON lines."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Json())
    package = logging.getLogger("dphh_sql")
    package.handlers = [handler]
    package.setLevel(logging.INFO)
    package.propagate = False


def where(error: BaseException) -> str:
    """The type of an unexpected error and where it came from: its text may hold a value."""
    frames = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        frames.append(f"{code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}:{code.co_name}")
        trace = trace.tb_next
    return f"{type(error).__name__} at {' < '.join(reversed(frames))}"

"""A stream's state in a file. It holds private data: the file is readable by its owner alone.

A header line (JSON: what the stream is), the arrays, and the SHA-256 of both, which tells a damaged file from a whole
one. It is no signature: who can write the file can write another one.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dphh_sql.errors import DphhError

FORMAT = "dphh-stream 1"

Arrays = Mapping[str, npt.NDArray[Any]]


class CheckpointError(DphhError):
    """The file is not a whole checkpoint of this version."""


def write(path: str | os.PathLike[str], facts: Mapping[str, Any], arrays: Arrays) -> None:
    """Replace the file in one step, so that a crash leaves the old one or the new one; mode 0600.

    Raises:
        CheckpointError: it cannot be written; the old one, if any, is as it was.
    """
    packed = io.BytesIO()
    save: Callable[..., None] = np.savez  # whose stub takes any name for that of an option
    save(packed, **arrays)
    body = json.dumps({"format": FORMAT, **facts}, sort_keys=True).encode() + b"\n" + packed.getvalue()
    try:
        _replace(Path(path), body)
    except OSError as error:
        message = f"no checkpoint could be written to {os.fspath(path)} ({error.strerror})"
        raise CheckpointError(message) from None


def _replace(target: Path, body: bytes) -> None:
    handle, temporary = tempfile.mkstemp(prefix=target.name, dir=target.parent)  # mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read(path: str | os.PathLike[str]) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """The header and the arrays.

    Raises:
        CheckpointError: there is no such file, or it is damaged or of another format.
    """
    try:
        digest, body = Path(path).read_bytes().split(b"\n", 1)
    except (OSError, ValueError):
        raise CheckpointError(f"no checkpoint could be read from {os.fspath(path)}") from None
    if hashlib.sha256(body).hexdigest().encode() != digest:
        raise CheckpointError(f"{os.fspath(path)} is damaged: its SHA-256 is another one")
    header, packed = body.split(b"\n", 1)
    facts = json.loads(header)
    if facts.pop("format") != FORMAT:
        raise CheckpointError(f"{os.fspath(path)} is of another format than {FORMAT}")
    with np.load(io.BytesIO(packed), allow_pickle=False) as arrays:
        return facts, dict(arrays)

"""Released rows as files: written once, whole or not at all; read back for their digest."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from dphh_sql.errors import ArgumentError, UnknownNameError
from dphh_sql.rowtypes import arrow_row

FORMATS = ("parquet", "csv")


def certificate_beside(rows: Path) -> Path:
    """Where the certificate of a file of rows lies."""
    return rows.with_name(f"{rows.name}.certificate.json")


def write_rows(path: Path, rows: pa.Table) -> None:
    """Write a new Parquet or CSV file, by the ending of its name, durably.

    Raises:
        FileExistsError: there is a file already; it is left as it is.
        OSError: it cannot be written; nothing is there then.
    """
    kind = format_of(path)
    write_new(path, lambda file: _WRITERS[kind](rows, file))


def write_new(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """A file with all that `write` writes, on disk, or none: it is written beside its place and then linked there.

    Raises:
        FileExistsError: there is a file already; it is left as it is.
        OSError: it cannot be written.
    """
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o666 & ~_umask())
        os.link(name, path)  # unlike a rename, never over another file
    finally:
        os.unlink(name)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def read_rows(path: str | os.PathLike[str], columns: Mapping[str, str]) -> pa.StructArray:
    """The rows of a Parquet or CSV file with these columns (name -> DuckDB type), in their order.

    Raises:
        ArgumentError: unreadable, another ending, or other columns.
    """
    file, row = Path(path), arrow_row(columns)
    kind, meant = format_of(file), ", ".join(f"{name} {kind}" for name, kind in columns.items())
    reason = f"it is no {kind} file with the columns {meant}"
    try:
        found = _READERS[kind](file, row)
        if found.column_names == [field.name for field in row]:
            return found.cast(pa.schema(row)).combine_chunks().to_struct_array().combine_chunks()
    except pa.ArrowException:
        pass  # its message quotes the value that is none, of a file that may be the wrong one
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else reason
    raise ArgumentError(f"rows {file} cannot be read ({reason}).", argument="rows", value=str(file))


def format_of(path: Path) -> str:
    """`parquet` or `csv`, by the ending.

    Raises:
        UnknownNameError: another ending.
    """
    ending = path.suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        raise UnknownNameError("file ending", ending, FORMATS)
    return ending


def _write_csv(rows: pa.Table, file: BinaryIO) -> None:
    pyarrow.csv.write_csv(rows, file)  # texts in quotes, so that a NULL, without, is not the empty text


def _write_parquet(rows: pa.Table, file: BinaryIO) -> None:
    pyarrow.parquet.write_table(rows, file)


def _read_parquet(file: Path, row: pa.StructType) -> pa.Table:
    return pyarrow.parquet.ParquetFile(file).read()


def _read_csv(file: Path, row: pa.StructType) -> pa.Table:
    types = pyarrow.csv.ConvertOptions(
        column_types=pa.schema(row),
        strings_can_be_null=True,
        quoted_strings_can_be_null=False,
        null_values=[""],
        true_values=["true"],
        false_values=["false"],
    )
    return pyarrow.csv.read_csv(
        file, convert_options=types, parse_options=pyarrow.csv.ParseOptions(newlines_in_values=True)
    )


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


_WRITERS: dict[str, Callable[[pa.Table, BinaryIO], None]] = {"parquet": _write_parquet, "csv": _write_csv}
_READERS: dict[str, Callable[[Path, Any], pa.Table]] = {"parquet": _read_parquet, "csv": _read_csv}

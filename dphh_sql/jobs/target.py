"""Where a job's rows go: a file or a table, and the certificate beside it. Nothing is ever written over."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
from sqlglot import exp

from dphh_sql.certificate import Certificate
from dphh_sql.errors import ArgumentError, DeliveryError, EngineError
from dphh_sql.release_files import certificate_beside, read_rows, write_new, write_rows
from dphh_sql.rowtypes import duckdb_columns
from dphh_sql.source import Source
from dphh_sql.warehouse.engine import Engine


@dataclass(frozen=True)
class Delivery:
    """What is delivered: the stored release, in its order."""

    rows: pa.Table
    certificate: str

    @classmethod
    def of(cls, stored: Certificate, row: pa.StructType) -> Delivery:
        return cls(pa.Table.from_struct_array(stored.rows_as(row)), stored.certificate_text())


class Piece(ABC):
    """One thing that is written: the rows or the certificate.

    Attributes:
        name: as messages have it.
    """

    name: str

    @abstractmethod
    def exists(self) -> bool:
        """Whether there is something of that name.

        Raises:
            DeliveryError: nothing can be of that name.
        """

    @abstractmethod
    def holds(self, delivery: Delivery) -> bool:
        """Whether what is there is what would be written."""

    @abstractmethod
    def write(self, delivery: Delivery) -> None:
        """Write it, whole or not at all.

        Raises:
            ArgumentError: something of that name appeared.
            DeliveryError: it cannot be written; it is not there.
        """


class FilePiece(Piece):
    """The rows as Parquet or CSV, or the certificate as JSON."""

    def __init__(self, path: Path, rows: bool) -> None:
        self.name, self._path, self._rows = str(path), path, rows

    def exists(self) -> bool:
        try:
            self._path.lstat()
        except FileNotFoundError:
            return False
        except OSError as error:  # found before the charge: no folder, no right to look, too long a name
            message = f"target {self.name} cannot be written ({error.strerror})."
            raise DeliveryError(message, argument="target") from None
        return True

    def holds(self, delivery: Delivery) -> bool:
        try:
            if not self._rows:
                return self._path.read_text(encoding="utf-8") == delivery.certificate
            found = read_rows(self._path, dict(duckdb_columns(pa.struct(delivery.rows.schema))))
        except (ArgumentError, OSError, UnicodeDecodeError):
            return False
        return bool(pa.Table.from_struct_array(found).equals(delivery.rows))

    def write(self, delivery: Delivery) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if self._rows:
                write_rows(self._path, delivery.rows)
            else:
                write_new(self._path, lambda file: file.write(delivery.certificate.encode()))
        except FileExistsError:
            raise appeared(self) from None
        except OSError as error:
            message = f"target {self.name} cannot be written ({error.strerror})."
            raise DeliveryError(message, argument="target") from None


class TablePiece(Piece):
    """The rows as a table of the warehouse, or a table with the certificate alone."""

    def __init__(self, engine: Callable[[], Engine], table: exp.Table, rows: bool) -> None:
        self.name, self._engine, self._table, self._rows = table.sql(), engine, table, rows

    def exists(self) -> bool:
        return self._engine().exists(self._table)

    def holds(self, delivery: Delivery) -> bool:
        rows = self._written(delivery)
        if list(self._engine().columns(self._table)) != rows.column_names:
            return False
        found = self._engine().fetch(exp.select("*").from_(self._table))
        try:
            return bool(_sorted(found.cast(rows.schema)).equals(_sorted(rows)))  # a table has no order
        except pa.ArrowException:
            return False

    def write(self, delivery: Delivery) -> None:
        if self.exists():
            raise appeared(self)
        try:
            self._engine().write(self._table, self._written(delivery))
        except EngineError as error:
            raise DeliveryError(str(error), argument="target") from None

    def _written(self, delivery: Delivery) -> pa.Table:
        return delivery.rows if self._rows else pa.table({"certificate": [delivery.certificate]})


def _sorted(rows: pa.Table) -> pa.Table:
    return rows.sort_by([(name, "ascending") for name in rows.column_names])


def appeared(piece: Piece) -> ArgumentError:
    """Something is where a piece would be written."""
    return ArgumentError(
        f"target {piece.name} exists already and is not this release; a job writes over nothing: move it away, or "
        "name another target.",
        argument="target",
        value=piece.name,
        remedy="move it away, or name another target",
    )


def pieces(file: Path | None, table: Source | None, engine: Callable[[], Engine], home: str) -> tuple[Piece, Piece]:
    """The rows and the certificate of a target; a table without a schema is one of `home`."""
    if file is not None:
        return FilePiece(file, True), FilePiece(certificate_beside(file), False)
    assert table is not None
    parts = table.parts if len(table.parts) > 1 else (home, *table.parts)
    beside = (*parts[:-1], f"{parts[-1]}_certificate")
    return TablePiece(engine, Source(parts).expression, True), TablePiece(engine, Source(beside).expression, False)

"""`dphh stream`: private heavy hitters of lines that come in on standard input or a socket."""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TextIO

import pyarrow.csv

from dphh_sql.cli.parsing import integers
from dphh_sql.errors import ArgumentError, ReleaseError
from dphh_sql.hierarchies import Hierarchy
from dphh_sql.releasing import differing, facts_of
from dphh_sql.stream import Stream

BATCH = 10_000
_LONGEST_FIELD = 2**31 - 1

Item = str | tuple[str | None, ...] | None

_HELP = (
    "Reads lines of CSV, in their order, into a sketch, and writes the private heavy hitters as CSV when the input "
    "ends or at Ctrl-C: tail -f access.log | dphh stream --hierarchy ipv4 --column 1 --delimiter ' ' --k 100 --eps 1. "
    "The unit of privacy is the line, up to a newline: each is read by itself, a quoted field ends with its line at "
    "the latest, and a line that cannot be read or is too short is a row without item."
)


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its arguments."""
    command = commands.add_parser("stream", help="heavy hitters of a stream of CSV rows", description=_HELP)
    command.add_argument("--hierarchy", required=True, help="kind, such as ipv4, zip, path; items for none")
    command.add_argument("--k", type=int, required=True, help="prefixes with more than n/k of the n rows are wanted")
    command.add_argument("--eps", type=float, required=True, help="the whole privacy loss of the release")
    command.add_argument("--delta", type=float, help="default 1e-6")
    command.add_argument("--sketch", default="space_saving", help="default space_saving")
    command.add_argument("--counters", type=int, help="default 2 k")
    command.add_argument("--levels", type=integers, help="such as 8,16,24")
    command.add_argument("--tau", type=int, help="threshold of selection; default the smallest legal one")
    command.add_argument("--n-max", type=int, help="a public bound on the rows, for count_min and count_sketch")
    command.add_argument("--column", default="1", help="number from 1 or, with --header, name; several with commas")
    command.add_argument("--header", action="store_true", help="the first row has the names of the columns")
    command.add_argument("--delimiter", default=",", help="one character; default a comma")
    command.add_argument("--listen", metavar="HOST:PORT", help="read from the first connection to this address")
    command.add_argument("--name", default="stream", help="of the stream, in the ledger")
    command.add_argument("--ledger", help="file that the release is charged to; default: none is kept")
    command.add_argument("--checkpoint", help="file that the state is taken from, if there is one, and written to")
    command.add_argument("--json", action="store_true", help="the rows as lines of JSON, not CSV")
    command.set_defaults(command=run)


def run(parsed: argparse.Namespace) -> None:
    """Read to the end, release once, write the rows."""
    stream = _stream(parsed)
    _check(stream.plan.privacy.kind, parsed)
    if stream.single and parsed.checkpoint:
        raise ArgumentError(
            f"stream: there is no checkpoint with sketch {stream.plan.mechanism}, which is released only once; leave "
            "--checkpoint out, or use sketch space_saving or misra_gries.",
            argument="checkpoint",
        )
    with _input(parsed.listen) as lines:
        _feed(stream, lines, parsed)
    if parsed.checkpoint:
        stream.checkpoint(parsed.checkpoint)
    try:
        rows = stream.release()
    except KeyboardInterrupt:
        where = f"`dphh ledger show {parsed.ledger}` tells" if parsed.ledger else "no ledger is kept"
        raise ReleaseError(
            f"stream: interrupted while it was released; if the charge of eps {stream.plan.eps:g} was made, it stands "
            f"({where})."
        ) from None
    if parsed.json:
        for row in rows.to_pylist():
            print(json.dumps(row, ensure_ascii=False))
        return
    sys.stdout.flush()
    pyarrow.csv.write_csv(rows, sys.stdout.buffer)


def _check(kind: Hierarchy, parsed: argparse.Namespace) -> None:
    width = len(parsed.column.split(","))
    if width != kind.width:
        raise ArgumentError(
            f"stream: hierarchy {kind.spec} reads {kind.width} column(s), but --column names {width}.",
            argument="column",
        )
    if "VARCHAR" not in kind.accepts:
        raise ArgumentError(
            f"stream: hierarchy {kind.spec} does not read text, which lines are; {kind.remedy}, or feed a "
            "dphh_sql.Stream.",
            argument="hierarchy",
            value=kind.spec,
        )
    if len(parsed.delimiter) != 1 or parsed.delimiter in '"\r\n':
        raise ArgumentError(
            f"stream: delimiter must be one character, no quote or end of line, got {parsed.delimiter!r}.",
            argument="delimiter",
            value=parsed.delimiter,
        )


def _stream(parsed: argparse.Namespace) -> Stream:
    width = len(parsed.column.split(","))
    hierarchy = parsed.hierarchy
    if hierarchy in ("items", "columns"):
        hierarchy = f"{hierarchy}({width})"
    names = ("k", "eps", "delta", "sketch", "counters", "levels", "tau", "n_max", "name", "ledger")
    stream = Stream(hierarchy, **{name: getattr(parsed, name) for name in names})
    if not (parsed.checkpoint and os.path.exists(parsed.checkpoint)):
        return stream
    restored = Stream.restore(parsed.checkpoint, ledger=parsed.ledger)
    if changed := differing(facts_of(restored.request), facts_of(stream.request)):
        raise ArgumentError(
            f"stream: the checkpoint is of a stream with other arguments ({', '.join(changed)}), whose release would "
            "be made and charged as those say; repeat them, or name another file.",
            argument="checkpoint",
            remedy="repeat the arguments of the first run",
        )
    return restored


class _Interrupt:
    """Ctrl-C ends the input, but never while rows are being counted: some would be counted half, or twice."""

    def __init__(self) -> None:
        self.asked = False
        self.waiting = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.asked = True
        if self.waiting:
            raise KeyboardInterrupt

    def next(self, items: Iterator[Item]) -> Item:
        """The next item; `StopIteration` at the end of the input or at Ctrl-C."""
        self.waiting = True
        try:
            if self.asked:
                raise StopIteration
            return next(items)
        except KeyboardInterrupt:
            raise StopIteration from None
        finally:
            self.waiting = False


def _feed(stream: Stream, lines: TextIO, parsed: argparse.Namespace) -> None:
    """Rows in batches."""
    interrupt, items, told = _Interrupt(), _items(lines, parsed), _Told()
    before = signal.signal(signal.SIGINT, interrupt)
    batch: list[Item] = []
    try:
        while True:
            batch.append(interrupt.next(items))
            if len(batch) == BATCH:
                stream.update(batch)
                told.rows(len(batch))
                batch = []
    except StopIteration:
        if batch:
            stream.update(batch)
    finally:
        signal.signal(signal.SIGINT, before)
        told.end()


class _Told:
    """How many rows were read, on a terminal, once a second. (That number is no release: whoever reads it has the
    input.)"""

    def __init__(self) -> None:
        self._rows, self._next = 0, time.monotonic() + 1
        self._on = sys.stderr.isatty()

    def rows(self, more: int) -> None:
        """So many more."""
        self._rows += more
        if self._on and time.monotonic() >= self._next:
            self._next = time.monotonic() + 1
            print(f"\rdphh: {self._rows:,} rows read ...", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Of the input."""
        if self._on and self._rows:
            print(f"\rdphh: {self._rows:,} rows read; releasing", file=sys.stderr, flush=True)


def _items(lines: TextIO, parsed: argparse.Namespace) -> Iterator[Item]:
    csv.field_size_limit(_LONGEST_FIELD)
    names = _fields(next(lines, ""), parsed.delimiter) if parsed.header else None
    places = [_place(column, names) for column in parsed.column.split(",")]
    for line in lines:
        row = _fields(line, parsed.delimiter)
        # A row that is too short has no item; '' is a value.
        values = tuple(row[place] if place < len(row) else None for place in places)
        yield values if len(values) > 1 else values[0]


def _fields(line: str, delimiter: str) -> list[str]:
    """The fields of one line; none when it cannot be read."""
    try:
        return next(csv.reader([line.removesuffix("\n").removesuffix("\r")], delimiter=delimiter), [])
    except csv.Error:
        return []


def _place(column: str, names: list[str] | None) -> int:
    if names is not None and column in names:
        return names.index(column)
    if column.isdecimal() and int(column) > 0 and names is None:
        return int(column) - 1
    if names is None:
        raise ArgumentError(
            f"stream: column must be a number from 1, got {column!r}; with names in the first line, say --header.",
            argument="column",
            value=column,
        )
    # Not what is there: without a header it is a row.
    raise ArgumentError(
        f"stream: column must be a name in the first line, which --header takes for names, got {column!r}; "
        "where the first line is a row, leave --header out and say the number of the column.",
        argument="column",
        value=column,
        remedy="leave --header out",
    )


@contextmanager
def _input(listen: str | None) -> Iterator[TextIO]:
    """Standard input, or the first connection to an address."""
    if listen is None:
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors="replace", newline="\n")
        yield sys.stdin
        return
    host, _, port = listen.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise ArgumentError(f"stream: listen must be HOST:PORT, got {listen!r}.", argument="listen", value=listen)
    try:
        made = socket.create_server((host, int(port)))
    except OSError as error:
        raise ArgumentError(
            f"stream: nothing can listen on {listen} ({error}).", argument="listen", value=listen
        ) from None
    with made as server:
        print(f"dphh: listening on {host}:{server.getsockname()[1]}", file=sys.stderr, flush=True)
        connection, _ = server.accept()
        with connection, connection.makefile(encoding="utf-8", errors="replace", newline="\n") as lines:
            yield lines

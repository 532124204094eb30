"""`Stream` and `dphh stream`: rows from Arrow, iterables, a pipe, a socket; charges; checkpoints."""

from __future__ import annotations

import csv
import io
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pytest

import dphh_sql
from dphh_sql import cli
from dphh_sql.errors import ArgumentError, DphhError, LedgerError, ReleaseError
from dphh_sql.ledger import open_ledger
from dphh_sql.streaming import kernels
from dphh_sql.streaming.checkpoint import CheckpointError
from tests.support.draws import MIDDLE, always, forbidden
from tests.support.entropy import entropy_from

pytest.importorskip("numba")

ZIPS = ["94110"] * 3000 + ["94103-1234"] * 2000 + [None] * 7 + ["10001"] * 900 + ["nonsense"] * 20
COUNTERS = ("space_saving", "misra_gries")
LINEAR = ("count_min", "count_sketch")
SKETCHES = (*COUNTERS, *LINEAR)


def stream(hierarchy: str = "zip", **more: object) -> dphh_sql.Stream:
    return dphh_sql.Stream(hierarchy, **{"k": 100, "eps": 1.0, **more})


def without_noise(found: dphh_sql.Stream) -> list[dict[str, object]]:
    with entropy_from(always(MIDDLE)):
        return found.release().to_pylist()


def reader(table: pa.Table) -> pa.RecordBatchReader:
    return pa.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=100))


FORMS = {
    "list": lambda rows: rows,
    "generator": lambda rows: (row for row in rows),
    "array": pa.array,
    "chunks": lambda rows: pa.chunked_array([rows[:5000], rows[5000:]]),
    "table": lambda rows: pa.table({"any name": rows}),
    "batch": lambda rows: pa.record_batch({"zip": pa.array(rows)}),
    "reader": lambda rows: reader(pa.table({"zip": rows})),
    "dictionary": lambda rows: pa.array(rows).dictionary_encode(),
    "large": lambda rows: pa.array(rows, pa.large_string()),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
def test_every_form_of_rows_gives_the_same_release(form: object) -> None:
    found = stream()
    found.update(form(ZIPS))
    rows = without_noise(found)
    shown = [(row["level"], row["prefix"], row["count"]) for row in rows]
    assert shown == [(0, None, 5927), (5, "10001", 900), (5, "94103", 2000), (5, "94110", 3000)]
    assert rows[0]["residual"] == 27
    assert found.rows == 5927


def test_a_reader_of_duckdb() -> None:
    con = duckdb.connect()
    relation = con.sql("SELECT CASE WHEN i % 2 = 0 THEN 'even' ELSE 'odd' END FROM range(300000) t(i)")
    found = stream("items")
    found.update(relation.to_arrow_reader(10_000) if hasattr(relation, "to_arrow_reader") else relation.fetch_arrow_reader())
    assert {row["item"]: row["count"] for row in without_noise(found)} == {"even": 150_000, "odd": 150_000}


def test_the_same_rows_through_sql_and_through_a_stream_give_the_same_release(tmp_path: Path) -> None:
    with dphh_sql.connect(tmp_path / "bank.duckdb") as con:
        con.register("rows", pa.table({"zip": ZIPS}))
        con.execute("CREATE TABLE loans AS FROM rows")
        for sketch in ("space_saving", "misra_gries"):
            found = stream(k=4, sketch=sketch, counters=4)
            found.update(ZIPS)
            with entropy_from(always(MIDDLE)):
                query = f"FROM dp_hhh_stream('loans', 'zip', eps => 1, k => 4, counters => 4, sketch => '{sketch}')"
                assert con.execute(query).fetchall() == [tuple(row.values()) for row in without_noise(found)]


def test_the_example_of_the_docstring() -> None:
    found = stream("items", k=10)
    found.update(["a"] * 500 + ["b"] * 3)
    assert found.release().column("item").to_pylist() == ["a"]


def test_several_columns() -> None:
    found = stream("columns(2)")
    found.update([("CA", "Kern")] * 1000 + [("CA", None)] * 1000 + [(None, "x")] * 10)
    rows = without_noise(found)
    assert [(row["prefix"], row["residual"]) for row in rows] == [(None, 10), ('["CA"]', 1000), ('["CA","Kern"]', 1000)]
    assert rows[2]["parent"] == '["CA"]'


def test_integers_are_items_themselves() -> None:
    found = stream("items")
    found.update(np.repeat([7, -(2**63), 2**63 - 1], 500).tolist())
    assert {row["item"] for row in without_noise(found)} == {"7", str(-(2**63)), str(2**63 - 1)}


@pytest.mark.parametrize("sketch", COUNTERS)
@pytest.mark.parametrize(
    ("values", "last", "item"),
    [
        ([1], 2.5, "1"),
        ([1], 2**63, "1"),
        ([1.5], 2, "1.5"),
        ([Decimal("1.5")], Decimal("2.25"), "1.5"),
        (["a"], b"b", "a"),
        (["a"], "\ud800", "a"),
        ([True], 1, "true"),
        ([date(2020, 1, 1)], datetime(2020, 1, 1), "2020-01-01"),
    ],
)
def test_one_value_does_not_change_what_the_others_are(
    sketch: str, values: list[object], last: object, item: str
) -> None:
    for rows in (values * 1000, [*values * 1000, last], [last, *values * 1000]):
        found = stream("items", sketch=sketch)
        found.update(rows)
        found.update(values * 1000)  # in a batch of its own
        assert [row["item"] for row in without_noise(found)] == [item]


@pytest.mark.parametrize(
    ("hierarchy", "good", "bad"),
    [
        ("numeric(0, 16, 2)", 3, "x"),
        ("bits(8)", 3, 2**70),
        ("timestamp", datetime(2020, 1, 1), "x"),
        ("columns(2)", ("CA", 5), ("CA",)),
        ("columns(2)", ("CA", 5), "CA"),
        ("zip", "94110", object()),
    ],
)
def test_a_value_that_does_not_fit_is_a_row_without_item(hierarchy: str, good: object, bad: object) -> None:
    whole, without = stream(hierarchy, rest=True), stream(hierarchy, rest=True)
    whole.update([good] * 500 + [bad] + [good] * 500)
    without.update([good] * 500 + [None] + [good] * 500)
    assert whole.rows == 1001
    found = without_noise(whole)
    assert found == without_noise(without)
    assert {row["count"] for row in found if row["prefix"]} == {1000}


@pytest.mark.parametrize("sketch", SKETCHES)
def test_every_release_is_charged_before_it_is_drawn(sketch: str, tmp_path: Path) -> None:
    found = stream(sketch=sketch, n_max=10**6, name="clicks", ledger=tmp_path / "ledger", delta=1e-5)
    found.update(ZIPS)
    with entropy_from(forbidden), pytest.raises(AssertionError):
        found.release()
    single = sketch in LINEAR
    for releases in () if single else (2, 3):
        found.release()
        (spent,) = found.ledger.spent()
        assert (str(spent.table), float(spent.eps), spent.releases) == ("stream.clicks", float(releases), releases)
    assert len(found.ledger.entries()) == (1 if single else 3)
    found.ledger.verify()


@pytest.mark.parametrize("sketch", LINEAR)
@pytest.mark.parametrize("before", [[], ZIPS])
def test_a_linear_sketch_is_released_once(sketch: str, before: list[object], tmp_path: Path) -> None:
    """Rows may react to a release, and then nothing holds of the hashes that made it."""
    found = stream(sketch=sketch, n_max=10**6)
    found.update(before)
    found.release()
    found.update(ZIPS)
    found.checkpoint(tmp_path / "state")
    restored = dphh_sql.Stream.restore(tmp_path / "state")
    for each, charged in ((found, 1), (restored, 0)):
        with entropy_from(forbidden), pytest.raises(ReleaseError, match=r"only once.*nothing was charged.*space_saving"):
            each.release()
        assert len(each.ledger.entries()) == charged


def test_a_linear_sketch_that_could_not_be_charged_can_still_be_released(tmp_path: Path) -> None:
    found = stream(sketch="count_min", n_max=10**6, ledger=tmp_path / "folder" / "ledger")
    found.update(ZIPS)
    with pytest.raises(LedgerError):
        found.release()
    (tmp_path / "folder").mkdir()
    assert found.release().num_rows


@pytest.mark.parametrize("sketch", COUNTERS)
@pytest.mark.parametrize("rows", [[100] * 3000 + [200] * 3000, ["a"] * 3000 + ["b"] * 3000])
def test_a_release_before_the_first_row_settles_no_type(sketch: str, rows: list[object], tmp_path: Path) -> None:
    found = stream("items", sketch=sketch)
    assert found.release().num_rows == 0
    found.update(pa.array(rows))
    found.checkpoint(tmp_path / "state")
    restored = dphh_sql.Stream.restore(tmp_path / "state")
    for each in (found, restored):
        assert {row["item"] for row in without_noise(each)} == {str(row) for row in rows}
    restored.update(pa.array(rows))
    assert {row["count"] for row in without_noise(restored)} == {6000}


def test_a_ledger_that_cannot_be_written_releases_nothing(tmp_path: Path) -> None:
    found = stream(ledger=tmp_path / "no such folder" / "ledger")
    found.update(ZIPS)
    with entropy_from(forbidden), pytest.raises(LedgerError):
        found.release()


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        ("94110", "must be Arrow data or an iterable of values, got str"),
        (5, "got int"),
        (pa.table({"a": ["1"], "b": ["2"]}), "must have 1 column, got 2"),
        (pa.array([94110]), "column c0 must have a type that hierarchy zip reads"),
        (pa.array([[1]]), "column c0 must have a type"),
    ],
)
def test_rows_that_do_not_fit(rows: object, text: str) -> None:
    with pytest.raises(ArgumentError, match=re.escape(text)):
        stream().update(rows)


def test_a_type_is_settled_by_the_first_batch() -> None:
    found = stream("items")
    found.update(pa.array([1, 2]))
    with pytest.raises(ArgumentError, match="one type throughout, got string after int64"):
        found.update(pa.array(["a"]))
    assert found.rows == 2


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"hierarchy": "zup"}, "unknown hierarchy"),
        ({"sketch": "exact"}, "sketch"),
        ({"eps": 0}, "eps must be > 0"),
        ({"k": 0}, "k must be at least 1"),
        ({"levels": [7]}, "levels must be levels of zip"),
        ({"sketch": "count_min"}, "n_max is needed"),
        ({"name": ""}, "name must be a string"),
    ],
)
def test_arguments(more: dict[str, object], text: str) -> None:
    with pytest.raises(ArgumentError, match=text):
        stream(**{"hierarchy": "zip", **more})


def test_without_numba_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "numba", None)
    with pytest.raises(DphhError, match=r"space_saving needs numba.*dphh-sql\[stream\].*exact"):
        stream()
    with dphh_sql.connect() as con:
        con.execute("CREATE TABLE t AS SELECT 'a' AS item FROM range(100)")
        with pytest.raises(duckdb.Error, match="needs numba"):
            con.execute("FROM dp_heavy_hitters('t', 'item', eps => 1, sketch => 'misra_gries')").fetchall()
        assert con.execute("SELECT count(*) FROM dp_ledger()").fetchall() == [(0,)]
        assert con.execute("SELECT item FROM dp_heavy_hitters('t', 'item', eps => 1)").fetchall() == [("a",)]


# --- checkpoints ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sketch", SKETCHES)
@pytest.mark.parametrize(("hierarchy", "rows"), [("zip", ZIPS), ("items", list(range(50)) * 40), ("items", ["é", "", "x"] * 700)])
def test_a_restored_stream_goes_on_where_it_was(tmp_path: Path, sketch: str, hierarchy: str, rows: list[object]) -> None:
    path = tmp_path / "state"
    whole = stream(hierarchy, k=5, sketch=sketch, n_max=10**5)
    whole.update(rows[:1000])
    whole.checkpoint(path)
    restored = dphh_sql.Stream.restore(path)
    for each in (whole, restored):
        each.update(rows[1000:])
    assert restored.rows == whole.rows
    assert without_noise(restored) == without_noise(whole)
    assert restored.plan == whole.plan


def test_a_checkpoint_is_private_and_replaced_in_one_step(tmp_path: Path) -> None:
    path = tmp_path / "state"
    found = stream()
    found.checkpoint(path)  # before any row
    assert dphh_sql.Stream.restore(path).rows == 0
    path.chmod(0o644)
    found.update(ZIPS)
    found.checkpoint(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["state"]


def test_a_checkpoint_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    found = stream()
    for place in (tmp_path / "none" / "state", tmp_path):
        with pytest.raises(CheckpointError, match=r"no checkpoint could be written to .* \((No such file|Is a directory)"):
            found.checkpoint(place)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "state"
    found = stream()
    found.update(ZIPS)
    found.checkpoint(path)
    whole = path.read_bytes()
    for damaged in (whole[:-1], whole[:200] + bytes([whole[200] ^ 1]) + whole[201:], b"", b"x" + whole[1:]):
        path.write_bytes(damaged)
        with pytest.raises(CheckpointError, match="damaged|could be read"):
            dphh_sql.Stream.restore(path)
    with pytest.raises(CheckpointError, match="no checkpoint could be read"):
        dphh_sql.Stream.restore(tmp_path / "none")


def test_a_restored_stream_is_not_charged_in_memory_unasked(tmp_path: Path) -> None:
    spent = tmp_path / "spent.ledger"
    found = stream(ledger=spent)
    found.update(ZIPS)
    found.release()
    found.checkpoint(tmp_path / "state")
    with pytest.raises(ArgumentError, match=r"restore: ledger must be named .*spent\.ledger"):
        dphh_sql.Stream.restore(tmp_path / "state")
    dphh_sql.Stream.restore(tmp_path / "state", ledger=spent).release()
    assert len(open_ledger(spent).entries()) == 2
    dphh_sql.Stream.restore(tmp_path / "state", ledger=":memory:").release()
    assert len(open_ledger(spent).entries()) == 2


def test_another_type_after_a_restore_is_refused(tmp_path: Path) -> None:
    found = stream("items")
    found.update(pa.array([1, 2, 3]))
    found.checkpoint(tmp_path / "state")
    for other in (pa.array(["a"]), pa.array([1], pa.int32()), pa.array([1.5])):
        with pytest.raises(ArgumentError, match="one type throughout, got .* after"):
            dphh_sql.Stream.restore(tmp_path / "state").update(other)


# --- the command line ---------------------------------------------------------------------------------------

LOG = "".join(f'10.0.{i % 2}.1 - "GET /{i}"\n' for i in range(4000))


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "dphh_sql.cli", "stream", "--k", "50", "--eps", "1", "--delimiter", " ", *arguments]


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def run(monkeypatch: pytest.MonkeyPatch, text: str, *arguments: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(text, newline=""))
    return cli.main(command(*arguments)[3:])


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    ledger, state = str(tmp_path / "ledger"), str(tmp_path / "state")
    arguments = ("--hierarchy", "ipv4", "--levels", "16,32", "--ledger", ledger, "--checkpoint", state)
    for total in (4000, 8000):  # the second goes on from the checkpoint
        assert run(monkeypatch, LOG, *arguments) == 0
        rows = table(capfdbinary.readouterr().out.decode())
        assert [row["prefix"] for row in rows] == ["", "10.0.0.1/32", "10.0.1.1/32"]
        assert int(rows[0]["count"]) == pytest.approx(total, abs=200)
    assert len(open_ledger(ledger).entries()) == 2


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("--hierarchy", "zup"), "unknown hierarchy 'zup'"),
        (("--hierarchy", "zip", "--column", "0"), "column must be a number from 1, got '0'"),
        (("--hierarchy", "zip", "--column", "1,2"), "reads 1 column(s), but --column names 2"),
        (("--hierarchy", "zip", "--header", "--column", "nozip"), "column must be a name in the first line"),
        (("--hierarchy", "zip", "--listen", "9000"), "listen must be HOST:PORT"),
        (("--hierarchy", "bits(8)"), "bits(8) does not read text"),
        (("--hierarchy", "zip", "--delimiter", "::"), "delimiter must be one character"),
        (
            ("--hierarchy", "items", "--sketch", "count_min", "--n-max", "9", "--delta", "1e-5", "--checkpoint", "no"),
            "is released only once",
        ),
    ],
)
def test_what_the_command_refuses(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], text: str
) -> None:
    assert run(monkeypatch, LOG, *arguments) == 1
    assert text in capsys.readouterr().err


def test_names_and_short_rows(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    text = "a zip\n" + "1 94110\n" * 500 + "2\n" * 500
    assert run(monkeypatch, text, "--hierarchy", "zip", "--header", "--column", "zip") == 0
    rows = table(capfdbinary.readouterr().out.decode())
    assert [row["prefix"] for row in rows] == ["", "94110"]


BAD_LINES = {
    "quote": b'9.9.9.9 - "GET \n',
    "only quote": b'"\n',
    "long": b"x" * 140_000 + b"\n",
    "not utf-8": b"\xff\n",
    "half a character": b"\xe2\x82\n",
    "nul": b"\0\n",
    "carriage return": b"a\rb\r\r\n",
    "other ends of lines": "a\u2028b\x0bc\x1cd\n".encode(),
    "empty": b"\n",
}


@pytest.mark.parametrize("line", BAD_LINES.values(), ids=BAD_LINES.keys())
@pytest.mark.parametrize("header", [False, True])
def test_a_line_is_one_row_and_leaves_the_others_alone(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], line: bytes, header: bool
) -> None:
    good = b'10.0.0.1 - "GET /x" "Mozilla"\n' * 1000
    seen = []
    monkeypatch.setattr(dphh_sql.Stream, "update", lambda self, rows: seen.extend(rows))
    for text in (line + good, good + line + good, good + line, good + line[:-1]):
        seen.clear()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"ip - a b\n" * header + text), encoding="ascii"))
        column = ("--header", "--column", "ip") if header else ()
        assert cli.main([*command("--hierarchy", "items", *column)[3:]]) == 0
        others = text.count(b"Mozilla")
        assert len(seen) == text.count(b"\n") + (not text.endswith(b"\n"))
        assert seen.count("10.0.0.1") == others
        assert not [item for item in seen if item and "\n" in item]
    capfdbinary.readouterr()


def test_the_help_says_what_the_unit_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["stream", "--help"])
    assert "The unit of privacy is the line" in " ".join(capsys.readouterr().out.split())


@pytest.mark.slow
def test_interrupt_ends_the_input_and_releases() -> None:
    with subprocess.Popen(command("--hierarchy", "items"), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write(LOG.encode())
        process.stdin.flush()
        time.sleep(8)  # it reads by now, and waits for more
        process.send_signal(signal.SIGINT)
        rows = table(process.stdout.read().decode())
        process.stdin.close()
    assert process.returncode == 0
    assert [row["item"] for row in rows][:2] in (["10.0.0.1", "10.0.1.1"], ["10.0.1.1", "10.0.0.1"])
    assert sum(int(row["count"]) for row in rows) == pytest.approx(4000, abs=100)


@pytest.mark.slow
def test_socket() -> None:
    arguments = command("--hierarchy", "items", "--listen", "127.0.0.1:0")
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        port = int(re.search(rb"listening on 127.0.0.1:(\d+)", process.stderr.readline())[1])
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(LOG.encode())
        rows = table(process.stdout.read().decode())
    assert {row["item"] for row in rows} == {"10.0.0.1", "10.0.1.1"}


OTHER_TERMS = {
    "eps": ("--eps", "0.1"),
    "delta": ("--delta", "1e-9"),
    "tau": ("--tau", "5000"),
    "k": ("--k", "20"),
    "hierarchy": ("--hierarchy", "chars(1)"),
    "tbl": ("--name", "two"),
}


def test_a_checkpoint_is_released_on_the_terms_that_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    first = ("--hierarchy", "items", "--checkpoint", str(tmp_path / "state"), "--ledger", str(tmp_path / "ledger"))
    assert run(monkeypatch, LOG, *first) == 0
    for name, other in OTHER_TERMS.items():
        assert run(monkeypatch, LOG, *first, *other) == 1
        said = re.search(r"the checkpoint is of a stream with other arguments \((.*?)\)", capfd.readouterr().err)
        assert said is not None
        assert name in said[1].split(", ")
    assert len(open_ledger(tmp_path / "ledger").entries()) == 1
    assert run(monkeypatch, LOG, *first) == 0

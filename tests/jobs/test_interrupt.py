"""Ctrl-C while a job's rows are counted: the command says what was charged, which is nothing."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import duckdb
import pytest

from dphh_sql.cli import main
from dphh_sql.ledger import ledger_path_for, open_ledger


@pytest.mark.skipif(os.name == "nt", reason="not applicable: POSIX signals")
def test_control_c_while_counting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from dphh_sql.warehouse.engines import duckdb as engines

    file = tmp_path / "bank.duckdb"
    with duckdb.connect(str(file)) as con:
        con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(1000)")
    (tmp_path / "job.toml").write_text(
        'id = "zips"\nperiod = "2026"\n[source]\nurl = "duckdb:///bank.duckdb"\ntable = "main.loans"\ncolumn = "zip"\n'
        '[release]\nfunction = "dp_hhh"\nhierarchy = "zip"\neps = 1.0\n[target]\nfile = "zips.csv"\n'
    )
    slow = "SELECT count(*) AS n FROM range(1_000_000) a(i), range(1_000_000) b(j) WHERE hash(i, j) = 1"
    counting = threading.Event()

    def slowly(*_: object) -> str:
        counting.set()
        return slow

    def press() -> None:
        counting.wait()
        time.sleep(0.3)
        os.kill(os.getpid(), signal.SIGINT)

    fetch = engines.DuckDBEngine.fetch

    def fetch_slowly(self: engines.DuckDBEngine, query: object) -> object:
        monkeypatch.setattr(engines, "render", slowly)
        return fetch(self, query)  # type: ignore[arg-type]

    monkeypatch.setattr(engines.DuckDBEngine, "fetch", fetch_slowly)
    thread = threading.Thread(target=press, daemon=True)
    thread.start()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore Ctrl-C
    try:
        assert main(["release", str(tmp_path / "job.toml"), "--json"]) == 130
    finally:
        signal.signal(signal.SIGINT, before)
    thread.join()
    said = capsys.readouterr()
    assert "nothing was charged" in said.out
    assert "nothing was charged" in said.err
    ledger = open_ledger(str(ledger_path_for(file)))
    assert not ledger.exists() or ledger.entries() == []

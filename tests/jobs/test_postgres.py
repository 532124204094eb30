"""Jobs in PostgreSQL, with the ledger there too: the same exact counts, cancelled, killed and run again."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dphh_sql.functions import FUNCTIONS
from dphh_sql.jobs import Run, load
from dphh_sql.ledger import open_ledger
from dphh_sql.release_files import read_rows
from dphh_sql.verification import parsed, verify
from tests.jobs.bank import Bank

if TYPE_CHECKING:
    from tests.support.postgres import Server

pytestmark = pytest.mark.services
Say = pytest.CaptureFixture[str]


@pytest.fixture
def warehouse(server: Server, bank: Bank, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Bank]]:
    """A database with the loans of the bank, and a job on it whose URLs are in the environment."""
    with server.database() as name:
        server.run(
            "DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE loans AS SELECT i % 300 AS borrower, "
            "'94' || lpad((i % 4)::text, 3, '0') AS zip FROM generate_series(0, 899) i",
            name,
        )
        monkeypatch.setenv("WAREHOUSE_URL", server.url(name))
        bank.job(
            source={"url": None, "url_env": "WAREHOUSE_URL"},
            budget={"ledger_env": "WAREHOUSE_URL"},
            release={"unit": None},
            target={"file": None, "table": "zips"},
        )
        yield name, bank


def test_a_table_killed_at_each_step_and_run_again(
    server: Server, warehouse: tuple[str, Bank], capsys: Say
) -> None:
    name, bank = warehouse
    for moment in ("draw and store", "write rows", "write certificate"):
        assert bank.killed(moment) == -signal.SIGKILL
    for _ in range(2):
        assert bank.run("--json") == 0
    ledger = open_ledger(server.url(name))
    cut_short, entry = ledger.entries()  # killed while it drew or stored: charged again
    assert str(cut_short.table) == str(entry.table) == f"{name}.public.loans"
    ((certificate,),) = server.run("SELECT certificate FROM zips_certificate", name)
    facts = parsed(certificate)
    assert facts["host"]["engine"] == "postgres"
    assert {check.name for check in verify(facts, None, ledger) if check.passed is False} == set()
    stored = json.loads(ledger.get_release("last").payload)["rows"]  # type: ignore[union-attr]
    assert sorted(server.run("SELECT prefix, count FROM zips", name), key=str) == sorted(
        ((row["prefix"], row["count"]) for row in stored), key=str
    )
    assert "pa55" not in capsys.readouterr().err


def test_the_same_counts_and_certificates_as_in_duckdb(
    server: Server, warehouse: tuple[str, Bank], tmp_path: Path
) -> None:
    """At a huge eps the noise is at most 1: both releases are within 2 of each other, and of the truth."""
    _, bank = warehouse
    bank.job(release={"eps": 1000.0, "levels": [3, 5]}, target={"table": None, "file": "postgres.parquet"})
    assert bank.run() == 0
    bank.job(
        source={"url": "duckdb:///bank.duckdb", "url_env": None},
        budget={"ledger_env": None, "ledger": "d.dphh-ledger"},
        target={"file": "duckdb.parquet"},
    )
    assert bank.run() == 0
    found = []
    for engine in ("postgres", "duckdb"):
        rows = read_rows(tmp_path / f"{engine}.parquet", FUNCTIONS["dp_hhh"].columns).to_pylist()
        found.append({row["prefix"]: row["residual"] for row in rows})
        facts = parsed((tmp_path / f"{engine}.parquet.certificate.json").read_text())
        assert facts["host"]["engine"] == engine
        assert not [check for check in verify(facts) if check.passed is False]
    assert found[0].keys() == found[1].keys() == {None, "94000", "94001", "94002", "94003"}
    for prefix, count in found[0].items():
        assert abs(count - (225 if prefix else 0)) <= 1
        assert abs(found[1][prefix] - count) <= 2


def test_cancelled_and_shut_down(server: Server, warehouse: tuple[str, Bank], capsys: Say) -> None:
    name, bank = warehouse
    server.run(
        "CREATE FUNCTION slow(text) RETURNS text LANGUAGE plpgsql AS $$BEGIN PERFORM pg_sleep(30); RETURN $1; END$$; "
        "CREATE VIEW slowly AS SELECT slow(zip) AS zip FROM loans",
        name,
    )
    bank.job(source={"table": "slowly"})
    active = f"FROM pg_stat_activity WHERE datname = '{name}' AND query LIKE 'WITH%' AND state = 'active'"

    def stop(how: str) -> None:
        for _ in range(300):
            if server.run(f"SELECT {how}(pid) {active}"):
                return
            time.sleep(0.05)

    for how, said in (("pg_cancel_backend", "QueryCanceled"), ("pg_terminate_backend", "AdminShutdown")):
        stopper = threading.Thread(target=stop, args=(how,))
        stopper.start()
        assert bank.run() == 3
        stopper.join()
        err = capsys.readouterr().err
        assert said in err
        assert "nothing was charged; when the cause is gone, run the job again" in err
        assert "pa55" not in err
    assert open_ledger(server.url(name)).entries() == []
    bank.job(source={"table": "loans"})
    assert bank.run() == 0


def test_the_server_is_down(server: Server, warehouse: tuple[str, Bank], capsys: Say) -> None:
    _, bank = warehouse
    bank.job(budget={"ledger_env": None, "ledger": "l.dphh-ledger"}, target={"table": None, "file": "z.csv"})
    server.stop()
    try:
        assert bank.run() == 3
    finally:
        server.start()
    err = capsys.readouterr().err
    assert "cannot be reached" in err
    assert "nothing was charged" in err
    assert "pa55" not in err
    assert bank.run() == 0
    server.stop()
    try:
        assert bank.run() == 0  # what is stored needs no engine
    finally:
        server.start()


def test_a_table_in_the_way(server: Server, warehouse: tuple[str, Bank], capsys: Say) -> None:
    name, bank = warehouse
    server.run("CREATE TABLE zips_certificate (x int)", name)
    assert bank.run() == 1
    assert '"zips_certificate" exists already' in capsys.readouterr().err
    assert open_ledger(server.url(name)).entries() == []


def test_a_dry_run_shows_postgres_sql(warehouse: tuple[str, Bank]) -> None:
    _, bank = warehouse
    run = Run(load(bank.job()))
    assert 'FROM "public"."loans"' in run.sql()
    run.close()

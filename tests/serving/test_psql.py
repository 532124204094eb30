"""psql itself: queries and the commands that read the catalog."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from dphh_sql.serving.server import Server
from tests.serving.served import PASSWORD, conninfo

pytestmark = pytest.mark.skipif(shutil.which("psql") is None, reason="psql is not installed")


def psql(server: Server, *commands: str, password: str = PASSWORD, check: bool = True) -> str:
    """What it prints, without decoration: one `-c` for each command, one session for all."""
    asked = [part for command in commands for part in ("-c", command)]
    done = subprocess.run(
        ["psql", "-X", "-A", "-t", "-P", "null=NULL", conninfo(server.port, password=password), *asked],
        capture_output=True,
        text=True,
        env={**os.environ, "PGPASSFILE": os.devnull},
        timeout=120,
    )
    assert not check or (done.returncode == 0 and not done.stderr), done.stderr
    return done.stdout + done.stderr


def test_queries(server: Server) -> None:
    shown = psql(
        server,
        "SELECT level, prefix, count > 0 AS counted FROM dp_hhh('loans', 'zip', eps => 1) WHERE level = 0",
        "SELECT 1.5::DECIMAL(4,2), 'x', NULL, [1, 2], true; SELECT 2",
        "CREATE TEMP TABLE kept AS SELECT 1 AS x",
        "BEGIN",
        "ROLLBACK",
    )
    assert shown.splitlines() == ["0|NULL|t", "1.50|x|NULL|{1,2}|t", "2", "CREATE TABLE", "BEGIN", "ROLLBACK"]


def test_tables(server: Server) -> None:
    """Public tables and what the session made itself; nothing private, nothing of DuckDB's."""
    assert psql(server, r"\dt") == "main|places|table|dphh\n"
    shown = psql(server, "CREATE VIEW v AS FROM places", r"\dt", r"\dv", r"\d")
    assert shown.splitlines() == [
        "CREATE TABLE",
        "main|places|table|dphh",
        "main|v|view|dphh",
        "main|places|table|dphh",
        "main|v|view|dphh",
    ]


def test_a_table(server: Server) -> None:
    made = (
        "CREATE TEMP TABLE kept(a INTEGER NOT NULL, b DECIMAL(7, 2), c VARCHAR[], d TIMESTAMPTZ, e STRUCT(x INTEGER))"
    )
    assert psql(server, r"\d places").splitlines() == ["zip|text|||", "place|text|||"]
    assert psql(server, made, r"\d kept", r"\d+ kept").splitlines()[1:6] == [
        "a|integer||not null|",
        "b|numeric(7,2)|||",
        "c|text[]|||",
        "d|timestamp with time zone|||",
        "e|json|||",
    ]
    assert "Did not find any relation named" in psql(server, r"\d loans", check=False)


def test_functions(server: Server) -> None:
    functions = {line.split("|")[1] for line in psql(server, r"\df").splitlines()}
    assert {"dp_hhh", "dp_plan", "dp_budget", "dphh_prefix"} <= functions
    assert all(name.startswith(("dp_", "dphh_")) for name in functions)
    assert psql(server, r"\df dp_hhh").startswith("main|dp_hhh|SETOF record|tbl, col, eps, delta, tau, hierarchy, ")
    assert psql(server, r"\df exact*") == ""


@pytest.mark.parametrize("command", [r"\l", r"\dn", r"\du", r"\dT", r"\dt+", r"\df+ dp_hhh", r"\d+ places", r"\dp"])
def test_other_commands_answer(server: Server, command: str) -> None:
    psql(server, command)


def test_errors(server: Server) -> None:
    shown = psql(server, "SELECT * FROM loans", "FROM dp_hhh('loans', 'zip', eps => 0)", check=False)
    assert "ERROR:  Catalog Error: Table with name loans does not exist!" in shown
    assert "ERROR:  dp_hhh: eps must be" in shown
    assert 'password authentication failed for user "ann"' in psql(server, "SELECT 1", password="wrong", check=False)

"""Named releases and certificates through SQL."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from dphh_sql.accounting.path import delta_bound
from dphh_sql.accounting.steps import Step, StepKind
from dphh_sql.functions import FUNCTIONS
from dphh_sql.ledger import ledger_path_for, open_ledger
from dphh_sql.noise import NoiseTable
from dphh_sql.row_digest import rows_digest
from dphh_sql.udfs import connect

Con = duckdb.DuckDBPyConnection
NAMED = "SELECT * FROM dp_hhh('loans', 'zip', eps => 1, name => 'q1')"


@pytest.fixture
def loans(con: Con) -> Con:
    con.execute(
        "CREATE TABLE loans AS SELECT i % 300 AS u, '94' || lpad((i % 9)::VARCHAR, 3, '0') AS zip FROM range(900) r(i)"
    )
    return con


def spent(con: Con) -> list[tuple[float, str | None]]:
    return con.execute("SELECT eps, name FROM dp_ledger()").fetchall()


@pytest.mark.parametrize(
    "again",
    [
        NAMED,
        "SELECT * FROM dp_hhh('LOANS', 'zip', eps => 1.0, name => 'q1')",
        "SELECT * FROM dp_hhh('memory.main.loans', 'ZIP', eps => 1, delta => 1e-6, name => 'q1')",
        "SELECT * FROM dp_hhh('loans', 'zip', hierarchy => 'zip', levels => [5, 3, 1], eps => 1, name => 'q1')",
    ],
)
def test_the_same_call_again_costs_nothing(loans: Con, again: str) -> None:
    first = loans.execute(NAMED).fetchall()
    assert loans.execute("SELECT repeats FROM dp_certificate('last')").fetchall() == [(0,)]
    loans.execute("INSERT INTO loans FROM loans")  # a stored release does not follow the table
    assert loans.execute(again).fetchall() == first
    assert loans.cursor().execute(again).fetchall() == first
    assert spent(loans) == [(1.0, "q1")]
    assert loans.execute("SELECT release_id, name, repeats FROM dp_certificate('last')").fetchall() == [(1, "q1", 2)]


@pytest.mark.parametrize(
    ("call", "differing"),
    [
        ("dp_hhh('loans', 'zip', eps => 2, name => 'q1')", "eps"),
        ("dp_hhh('loans', 'zip', eps => 1, tau => 90, rest => false, name => 'q1')", "rest, tau"),
        ("dp_hhh('loans', 'zip', eps => 1, unit => 'u', max_rows => 3, name => 'q1')", "max_rows, unit"),
        ("dp_hhh('loans', 'zip', eps => 1, filter => 'u = 3', name => 'q1')", "filter"),
        ("dp_heavy_nodes('loans', 'zip', eps => 1, name => 'q1')", "function"),
    ],
)
def test_other_arguments_are_refused(loans: Con, call: str, differing: str) -> None:
    loans.execute(NAMED)
    with pytest.raises(
        duckdb.Error, match=rf"name 'q1' belongs to release 1 of loans.*other arguments \({differing}\)"
    ):
        loans.execute(f"SELECT * FROM {call}")
    assert spent(loans) == [(1.0, "q1")]


def test_a_name_belongs_to_its_table(loans: Con) -> None:
    loans.execute("CREATE TABLE others AS FROM loans")
    loans.execute(NAMED)
    loans.execute(NAMED.replace("loans", "others"))
    assert len(spent(loans)) == 2


def test_a_name_survives_the_process(file: Path) -> None:
    answers = []
    for _ in range(2):
        with connect(file) as con:
            answers.append(con.execute("SELECT * FROM dp_hhh('loans', 'zip', eps => 1, name => 'q1')").fetchall())
            assert spent(con) == [(1.0, "q1")]
    assert answers[0] == answers[1]
    open_ledger(ledger_path_for(file)).verify()


def test_prepared_statements_and_copies(loans: Con) -> None:
    loans.execute(f"PREPARE p AS {NAMED}")
    first = loans.execute("EXECUTE p").fetchall()
    loans.execute(f"CREATE TABLE kept AS {NAMED}")
    assert loans.execute("EXECUTE p").fetchall() == first == loans.execute("FROM kept").fetchall()
    assert spent(loans) == [(1.0, "q1")]


@pytest.mark.parametrize("name", ["''", "'  '", "3", "['a']"])
def test_bad_names(loans: Con, name: str) -> None:
    with pytest.raises(duckdb.Error, match="name must be a string that is not empty"):
        loans.execute(f"SELECT * FROM dp_hhh('loans', 'zip', eps => 1, name => {name})")


# --- certificates ------------------------------------------------------------------------------------------


def certificate(con: Con, asked: str = "'last'") -> dict[str, object]:
    ((text,),) = con.execute(f"SELECT certificate FROM dp_certificate({asked})").fetchall()
    facts: dict[str, object] = json.loads(text)
    return facts


@pytest.mark.parametrize("k", [1, 2])
def test_an_outsider_can_recompute_the_guarantee(loans: Con, k: int) -> None:
    released = loans.execute(f"SELECT * FROM dp_hhh('loans', 'zip', eps => 1, unit => 'u', max_rows => {k})")
    columns = [name for name, *_ in released.description or ()]
    rows = [dict(zip(columns, row, strict=True)) for row in released.fetchall()]
    facts = json.loads(json.dumps(certificate(loans)))
    assert (facts["unit"], facts["max_rows"], facts["eps"], facts["delta"]) == ("u", k, 1.0, 1e-6)
    tables = []
    for noise in facts["noise"]:
        half = [int(weight) for weight in noise["weights"]]
        tables.append(NoiseTable((*half[:0:-1], *half)))
    steps = [Step(StepKind(s["kind"]), tables[s["noise"]], s["lo"], s["hi"], s["times"]) for s in facts["steps"]]
    delta = delta_bound(steps, facts["row_eps"])
    if k == 1:
        assert delta == facts["delta_certified"] <= 1e-6
    else:
        assert delta < facts["delta_certified"] <= 1e-6
    assert facts["rows_sha256"] == rows_digest(pa.array(rows, FUNCTIONS["dp_hhh"].arrow_row))
    ((hash_,),) = loans.execute("SELECT hash FROM dp_ledger()").fetchall()
    assert facts["ledger_hash"] == hash_


def test_by_number_and_last(loans: Con) -> None:
    loans.execute(NAMED)
    loans.execute("SELECT * FROM dp_heavy_nodes('loans', 'zip', eps => 0.5)")
    assert certificate(loans, "1")["function"] == "dp_hhh"
    assert certificate(loans, "2") == certificate(loans) == certificate(loans, "'2'")
    assert certificate(loans)["function"] == "dp_heavy_nodes"
    loans.execute(NAMED)
    assert certificate(loans)["release_id"] == 1


@pytest.mark.parametrize("asked", ["1", "0", "-1", "NULL", "'x'", "'last'", "99999999999999999999"])
def test_no_such_release(con: Con, asked: str) -> None:
    with pytest.raises(duckdb.Error, match="dp_certificate: release_id must be that of a stored release"):
        con.execute(f"SELECT * FROM dp_certificate({asked})")

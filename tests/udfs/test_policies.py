"""Policies on the owner's connection, through SQL."""

from __future__ import annotations

import logging
from pathlib import Path

import duckdb
import pytest

from dphh_sql import analyst
from dphh_sql.errors import ArgumentError, PolicyError
from dphh_sql.policy import Policy
from dphh_sql.udfs import connect, register, registry

Con = duckdb.DuckDBPyConnection
POLICY = Policy.of(
    {
        "loans": {
            "unit": "u",
            "max_rows": 2,
            "eps": 1.0,
            "delta": 1e-5,
            "hierarchies": {"code": "zip"},
            "min_tau": 200,
        },
        "free": {"functions": ["dp_heavy_nodes"]},
    }
)


@pytest.fixture
def con() -> Con:
    con = connect(policy=POLICY)
    con.execute(
        "CREATE TABLE loans AS SELECT i % 900 AS u, '94' || lpad((i % 3)::VARCHAR, 3, '0') AS code FROM range(2700) r(i)"
    )
    con.execute("CREATE TABLE free AS FROM loans")
    return con


def test_what_a_call_leaves_out_comes_from_the_policy(con: Con) -> None:
    con.execute("FROM dp_hhh('loans', 'code', eps => 0.5)")
    assert con.execute("SELECT unit FROM dp_ledger()").fetchall() == [("u",)]
    ((request, rows, tau),) = con.execute(
        "SELECT certificate->>'$.request.privacy.hierarchy', certificate->>'max_rows', certificate->>'tau'"
        " FROM dp_certificate('last')"
    ).fetchall()
    assert (request, rows, tau) == ("zip", "2", "200")


def test_a_rule_of_no_table_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A misspelt name would cap nothing, without a word."""
    names = ["laons", "loans", "v", "s.t", "Other.main.Loans", "other.main.x", "nowhere.main.loans", '"odd "" name"']
    with duckdb.connect(tmp_path / "other.db") as con:
        con.execute("CREATE TABLE loans (x INT)")
    with duckdb.connect() as con:
        con.execute("CREATE TABLE Loans (x INT); CREATE VIEW v AS FROM loans; CREATE SCHEMA s; CREATE TABLE s.t (x INT)")
        con.execute('CREATE TABLE "odd "" name" (x INT)')
        con.execute(f"ATTACH '{tmp_path / 'other.db'}' AS elsewhere")
        with caplog.at_level(logging.WARNING, "dphh_sql"):
            register(con, policy=Policy.of({name: {"eps": 1, "delta": 1e-5} for name in names}))
            register(con)
    said = [record.getMessage().removeprefix("policy: tables.") for record in caplog.records]
    why = "is no table or view that there is now, so its rule protects nothing"
    assert said == [f"{name} {why}" for name in ("laons", "other.main.x", "nowhere.main.loans")]


def test_a_rule_that_names_no_column_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    rule = {"eps": 1, "delta": 1e-5, "unit": "uu", "hierarchies": {"CODE": "zip", "kode": "zip"}}
    with caplog.at_level(logging.WARNING, "dphh_sql"), duckdb.connect() as other:
        other.execute("CREATE TABLE loans (U INT, code VARCHAR)")
        register(other, policy=Policy.of({"loans": rule}))
    assert [record.getMessage() for record in caplog.records] == [
        "policy: tables.loans: unit names uu, which is no column of it",
        "policy: tables.loans: hierarchies names kode, which is no column of it",
    ]


def test_two_rules_of_one_table_are_refused(tmp_path: Path) -> None:
    rule = {"eps": 1, "delta": 1e-5}
    policy = Policy.of({"loans": rule, "Bank.Main.LOANS": {**rule, "eps": 9}})
    with pytest.raises(PolicyError, match=r"tables\.Bank\.Main\.LOANS is the same table as tables\.loans"):
        connect(tmp_path / "bank.duckdb", policy=policy)
    with connect(tmp_path / "bank.duckdb") as con:
        with pytest.raises(PolicyError, match="is the same table"):
            register(con, policy=policy)
        register(con, policy=Policy.of({"loans": rule}))


def test_budget_shows_what_is_left(con: Con) -> None:
    query = "SELECT * FROM dp_budget() WHERE table_name = 'loans'"
    assert con.execute(query).fetchall() == [("loans", "u", 0.0, 1.0, 0.0, 1e-5, 0)]
    con.execute("FROM dp_hhh('loans', 'code', eps => 0.6)")
    assert con.execute(query).fetchall() == [("loans", "u", 0.6, 0.4, 1e-6, 9e-6, 1)]
    with pytest.raises(duckdb.Error, match=r"dp_hhh: budget of loans: 0\.4 of eps left, 1\.0 asked;"):
        con.execute("FROM dp_hhh('loans', 'code', eps => 1)")
    assert con.execute(query).fetchall() == [("loans", "u", 0.6, 0.4, 1e-6, 9e-6, 1)]


def test_a_refused_charge_draws_nothing(con: Con, monkeypatch: pytest.MonkeyPatch) -> None:
    con.execute("FROM dp_hhh('loans', 'code', eps => 1)")

    def drawn(n: int) -> bytes:
        raise AssertionError("noise was drawn")

    # Bounding draws before the charge; the noise does not.
    monkeypatch.setattr("dphh_sql.noise.entropy", type("Spy", (), {"uint64s": staticmethod(drawn)}))
    with pytest.raises(duckdb.Error, match="budget of loans"):
        con.execute("FROM dp_hhh('loans', 'code', eps => 0.1)")


def test_renewed_budgets_can_be_spent(con: Con) -> None:
    con.execute("FROM dp_hhh('loans', 'code', eps => 1)")
    session = registry.session_of(con)
    assert session is not None
    session.ledger("memory").renew(
        session.table_id(["loans"], "memory", "main"), unit="u", eps=0.5, delta=0, user_name="owner", reason="new year"
    )
    con.execute("FROM dp_hhh('loans', 'code', eps => 0.5)")
    assert con.execute("SELECT eps_left FROM dp_budget()").fetchall() == [(0.0,)]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("dp_hhh('free', 'code', hierarchy => 'zip', eps => 1)", "the policy of free allows only dp_heavy_nodes"),
        ("dp_hhh('loans', 'code', eps => 1, tau => 199)", "tau must be at least 200"),
        ("dp_hhh('loans', 'code', eps => 1, max_rows => 3, unit => 'u')", "max_rows must be at most 2"),
        ("dp_hhh('loans', 'code', eps => 1, unit => 'row')", "unit must be u"),
    ],
)
def test_refusals(con: Con, call: str, message: str) -> None:
    with pytest.raises(duckdb.Error, match=message):
        con.execute(f"FROM {call}")
    assert con.execute("FROM dp_ledger()").fetchall() == []


def test_a_table_without_budget_is_not_capped(con: Con) -> None:
    con.execute("FROM dp_heavy_nodes('free', 'code', hierarchy => 'zip', eps => 100)")
    assert con.execute("SELECT eps_spent, eps_left FROM dp_budget() WHERE table_name = 'free'").fetchall() == [
        (100.0, None)
    ]


def test_views_charge_the_table(con: Con) -> None:
    con.execute(
        "CREATE SCHEMA s; CREATE VIEW s.v AS SELECT u, code AS zip FROM main.loans WHERE u < 400; CREATE VIEW w AS FROM s.v"
    )
    con.execute("FROM dp_hhh('s.v', 'zip', eps => 0.3); FROM dp_hhh('w', 'zip', eps => 0.3)")
    assert con.execute("SELECT DISTINCT table_name FROM dp_ledger()").fetchall() == [("loans",)]
    ((count,),) = con.execute("SELECT count FROM dp_hhh('w', 'zip', eps => 0.4) WHERE level = 0").fetchall()
    assert 0 < count < 1600  # 400 units, 2 rows each, and noise; the whole table would be 1800


def test_a_view_by_row_number_is_refused(con: Con) -> None:
    """What is kept would depend on how many other rows there are."""
    con.execute("CREATE VIEW even AS SELECT u, code FROM loans WHERE rowid IN (0, 2, 4)")
    with pytest.raises(duckdb.Error, match="a row predicate"):
        con.execute("FROM dp_hhh('even', 'code', hierarchy => 'zip', eps => 0.3)")
    assert con.execute("FROM dp_ledger()").fetchall() == []


def test_letters_beyond_ascii_compare_as_they_are() -> None:
    """DuckDB takes `É` and `é` for two columns, and `LOANS_Ä` for one name in whatever case its ASCII letters are."""
    rule = {"unit": "É", "eps": 9.0, "delta": 1e-4, "hierarchies": {"ZIP": "zip"}}
    with connect(policy=Policy.of({"LOANS_Ä": rule})) as con:
        con.execute(
            """CREATE TABLE "Loans_Ä" AS SELECT i % 10 AS "É", i AS "é", '90001' AS zip FROM range(5000) r(i);
            CREATE VIEW v AS SELECT "É", zip FROM "loans_Ä";
            CREATE VIEW other AS SELECT "é" AS "É", zip FROM "loans_Ä";
            CREATE VIEW twice AS FROM "loans_Ä" UNION ALL FROM "loans_Ä" """
        )
        for name in ("LOANS_Ä", "v"):  # ten units
            assert all(row[0] < 100 for row in con.execute(f"SELECT count FROM dp_hhh('{name}', 'zip', eps => 3)").fetchall())
        for name, said in (("other", "without its unit column É"), ("twice", "more than once")):
            with pytest.raises(duckdb.Error, match=said):
                con.execute(f"FROM dp_hhh('{name}', 'zip', eps => 1)")


def test_a_view_that_hides_a_table_behind_a_macro_is_refused(con: Con) -> None:
    con.execute("CREATE MACRO codes() AS (SELECT list(code) FROM loans)")
    con.execute('CREATE MACRO "odd name"(x) AS (SELECT list(code) FROM loans)')
    for call in ("codes()", "main.CODES()", '"odd name"(1)'):
        con.execute(f"CREATE OR REPLACE VIEW hidden AS SELECT unnest({call}) AS code FROM free")
        con.execute("CREATE OR REPLACE VIEW deeper AS SELECT upper(code) AS code FROM hidden")
        for name in ("hidden", "deeper"):
            with pytest.raises(duckdb.Error, match=f"tbl {name} is a view that may count rows of a protected table"):
                con.execute(f"FROM dp_hhh('{name}', 'code', hierarchy => 'zip', eps => 1)")


def test_a_view_of_other_tables_is_its_own(con: Con) -> None:
    con.execute("CREATE TABLE a AS FROM loans; CREATE VIEW twice AS FROM a UNION ALL FROM a")
    con.execute("FROM dp_hhh('twice', 'code', hierarchy => 'zip', eps => 1)")
    assert con.execute("SELECT table_name, unit FROM dp_ledger()").fetchall() == [("twice", "row")]


def test_the_policy_may_be_a_path(tmp_path: Path) -> None:
    path = tmp_path / "policy.toml"
    path.write_text("[tables.t]\neps = 1\ndelta = 0.1\n")
    con = connect(policy=path)
    assert con.execute("SELECT table_name, eps_left FROM dp_budget()").fetchall() == [("t", 1.0)]
    assert register(con, policy=path) is register(con)
    with pytest.raises(ArgumentError, match="another policy"):
        register(con, policy=POLICY)


# --- analysts ----------------------------------------------------------------------------------------------


def test_an_analyst_needs_a_registered_owner_and_a_policy_that_publishes(con: Con) -> None:
    for other in (duckdb.connect(), None):
        with pytest.raises(ArgumentError, match="owner must be a registered connection"):
            analyst(other)  # type: ignore[arg-type]
    for policy in (None, Policy.of({}), POLICY):
        with pytest.raises(PolicyError, match="must publish a table"):
            analyst(con, policy)
    published = Policy.of({"loans": {"published": True, "eps": 1.0, "delta": 1e-5}})
    with pytest.raises(ArgumentError, match="owner must be a registered connection"):
        analyst(analyst(con, published), published)
    with pytest.raises(PolicyError, match="public table nothing does not exist"):
        analyst(con, Policy.of({"nothing": {"public": True}}))


def test_an_analysts_answer_is_the_owners(con: Con) -> None:
    """The same columns, types and order, and about the same counts."""
    published = Policy.of({"loans": {"published": True, "eps": 100.0, "delta": 1e-5, "hierarchies": {"code": "zip"}}})
    query = "SELECT * FROM dp_hhh('loans', 'code', hierarchy => 'zip', eps => 10)"
    theirs = analyst(con, published)
    described = con.execute(f"DESCRIBE {query}").fetchall()
    assert theirs.execute(f"DESCRIBE {query}").fetchall() == described
    rows = theirs.execute(query).fetchall()
    assert rows[0][0] == 0
    assert abs(rows[0][6] - 2700) < 100
    assert [row[:2] for row in rows[1:]] == sorted(row[:2] for row in rows[1:])
    assert {row[1] for row in rows if row[0] == 5} == {"94000", "94001", "94002"}


@pytest.mark.parametrize("name", ["bank", "Bank"])
def test_a_file_of_the_same_name_is_another_database(tmp_path: Path, name: str) -> None:
    """The policy knows databases by the names of their files: of two it says nothing, but for the connection's own."""
    mine, old = tmp_path / "mine" / "bank.duckdb", tmp_path / "old" / f"{name}.duckdb"
    for file in (mine, old):
        file.parent.mkdir()
        with duckdb.connect(str(file)) as con:
            con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(1000)")
            con.execute("CREATE TABLE others AS FROM loans; CREATE TABLE codes AS SELECT 'a' AS code, NULL AS parent")
    published = {"published": True, "eps": 1.0, "delta": 1e-4}
    policy = Policy.of({"loans": published, "codes": {"public": True}})
    with connect(mine, policy=policy) as owner:
        owner.execute(f"ATTACH '{old}' AS archive; CREATE VIEW v AS FROM archive.loans")
        for con in (owner, analyst(owner, user="ann")):
            for tbl in ("archive.main.loans", "v"):
                with pytest.raises(duckdb.Error, match="archive.*have the same; rename one file"):
                    con.execute(f"FROM dp_hhh('{tbl}', 'zip', eps => 0.1)")
            with pytest.raises(duckdb.Error, match="have the same; rename one file"):
                con.execute(
                    "FROM dp_hhh('loans', 'zip', eps => 0.1, hierarchy => 'taxonomy(archive.codes, code, parent)')"
                )
            assert con.execute("FROM dp_hhh('loans', 'zip', eps => 0.1)").fetchall()
        owner.execute("FROM dp_hhh('archive.main.others', 'zip', eps => 0.1)").fetchall()  # the policy names none such
        assert owner.execute("SELECT table_name, eps FROM dp_ledger() ORDER BY ALL").fetchall() == [
            ("loans", 0.1), ("loans", 0.1), ("others", 0.1),
        ]  # fmt: skip

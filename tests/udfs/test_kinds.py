"""Kinds in SQL: declared in comments, chosen by type, taxonomies read from public tables, the list of kinds."""

from __future__ import annotations

from typing import Any

import duckdb
import pytest

import dphh_sql
from dphh_sql.hierarchies import HIERARCHIES, parse
from dphh_sql.policy import Policy
from dphh_sql.udfs import kinds

Con = duckdb.DuckDBPyConnection
TREE = "('E', NULL), ('E10-E14', 'E'), ('E11', 'E10-E14'), ('E11.9', 'E11'), ('I', NULL), ('I10', 'I')"


@pytest.fixture
def con() -> Con:
    con = duckdb.connect()
    con.execute("CREATE TABLE icd (code VARCHAR, parent VARCHAR)")
    con.execute(f"INSERT INTO icd VALUES {TREE}")
    con.execute(
        """CREATE TABLE visits AS SELECT
            CASE i % 4 WHEN 0 THEN 'E11.9' WHEN 1 THEN 'I10' WHEN 2 THEN 'E11' ELSE 'nothing' END AS diag,
            '94110' AS "where", DATE '2026-01-01' AS opened, TIMESTAMPTZ '2026-01-01 12:00:00+00' AS seen, i AS amount
        FROM range(2000) t(i)"""
    )
    dphh_sql.register(con)
    return con


def levels_and_prefixes(con: Con, query: str) -> list[tuple[int, str]]:
    return con.execute(f"SELECT level, prefix FROM ({query}) WHERE prefix IS NOT NULL").fetchall()


def refusal(con: Con, query: str) -> str:
    with pytest.raises(duckdb.Error) as caught:
        con.execute(query).fetchall()
    assert con.execute("SELECT count(*) FROM dp_ledger()").fetchall() == [(0,)]
    return str(caught.value)


@pytest.mark.parametrize("comment", ["dphh: zip", "home of the visitor; dphh: zip; checked", "x\ndphh:zip\ny"])
def test_a_comment_declares_the_kind(con: Con, comment: str) -> None:
    con.execute(f"""COMMENT ON COLUMN visits."where" IS '{comment}'""")
    assert levels_and_prefixes(con, """FROM dp_hhh('visits', 'Where', eps => 1)""") == [(5, "94110")]
    assert (5, "94110") in levels_and_prefixes(con, "FROM prefix_counts('visits', 'where')")


def test_an_argument_goes_before_the_comment(con: Con) -> None:
    con.execute("""COMMENT ON COLUMN visits."where" IS 'dphh: zip'""")
    assert levels_and_prefixes(con, "FROM dp_hhh('visits', 'where', eps => 1, hierarchy => 'chars(2)')") == [(2, "94")]


def test_a_wrong_comment_is_an_error_that_names_the_column(con: Con) -> None:
    con.execute("COMMENT ON COLUMN visits.diag IS 'dphh: zpi'")
    text = refusal(con, "FROM dp_hhh('visits', 'diag', eps => 1)")
    assert "the comment of column diag declares a hierarchy: unknown hierarchy 'zpi'" in text
    assert "Did you mean 'zip'" in text


def test_the_type_declares_dates(con: Con) -> None:
    assert levels_and_prefixes(con, "FROM dp_hhh('visits', 'opened', eps => 1)") == [(3, "2026-01-01")]
    assert levels_and_prefixes(con, "FROM dp_hhh('visits', 'seen', eps => 1)") == [(4, "2026-01-01 12")]


def test_the_zone_of_the_session_does_not_matter(con: Con) -> None:
    con.execute("SET TimeZone = 'Asia/Tokyo'")
    assert levels_and_prefixes(con, "FROM dp_hhh('visits', 'seen', eps => 1)") == [(4, "2026-01-01 12")]
    tokyo = "FROM dp_hhh('visits', 'seen', eps => 1, hierarchy => 'timestamptz(Asia/Tokyo)')"
    assert levels_and_prefixes(con, tokyo) == [(4, "2026-01-01 21")]


def test_the_error_suggests_by_name_and_type_and_never_by_rows(con: Con) -> None:
    assert "Likely for BIGINT: numeric." in refusal(con, "FROM dp_hhh('visits', 'amount', eps => 1)")
    con.execute("CREATE TABLE other AS SELECT '94110' AS home_phone, '94110' AS x FROM range(9)")
    assert "Likely for VARCHAR: phone." in refusal(con, "FROM dp_hhh('other', 'home_phone', eps => 1)")
    assert "Likely" not in refusal(con, "FROM dp_hhh('other', 'x', eps => 1)")


def test_units_of_several_rows_keep_the_zone(con: Con) -> None:
    # Bounding applies the hierarchy's raw value twice.
    con.execute("SET TimeZone = 'Asia/Kathmandu'")
    for rows in (1, 2):
        query = f"FROM dp_hhh('visits', 'seen', eps => 1, unit => 'amount', max_rows => {rows})"
        assert levels_and_prefixes(con, query) == [(4, "2026-01-01 12")]


TAXONOMY = "hierarchy => 'taxonomy(icd, code, parent)'"


def test_a_taxonomy_releases_codes_of_any_depth(con: Con) -> None:
    found = levels_and_prefixes(con, f"FROM dp_hhh('visits', 'diag', eps => 1, {TAXONOMY})")
    assert found == [(2, "I10"), (3, "E11"), (4, "E11.9")]
    exact = con.execute(f"SELECT prefix, count FROM prefix_counts('visits', 'diag', {TAXONOMY})").fetchall()
    assert dict(exact) == {"E": 1000, "E10-E14": 1000, "E11": 1000, "E11.9": 500, "I": 500, "I10": 500}
    assert con.execute(f"SELECT level FROM dp_plan('dp_hhh', eps => 1, {TAXONOMY})").fetchall() == [(1,), (2,), (3,), (4,)]
    assert con.execute("SELECT dphh_prefixes('E11', 'taxonomy(icd, code, parent)')").fetchall() == [(["E", "E10-E14", "E11"],)]
    assert con.execute("SELECT dphh_contains('E', 'E11', 'taxonomy(icd, code, parent)')").fetchall() == [(True,)]


def test_a_scalar_helper_reads_a_taxonomy_once_a_statement(con: Con, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = []
    monkeypatch.setattr(kinds, "_pairs", lambda *asked: reads.append(asked) or [("E", None), ("E11", "E")])
    query = "SELECT DISTINCT dphh_prefix('E11', 'taxonomy(icd, code, parent)', 1) FROM range(10_000)"
    assert con.execute(query).fetchall() == [("E",)]
    assert len(reads) == 1


def test_a_taxonomy_in_a_comment_and_with_odd_names(con: Con) -> None:
    con.execute('CREATE SCHEMA s; CREATE TABLE s."my, ""tree" AS SELECT code AS "a b", parent AS "select" FROM icd')
    con.execute("""COMMENT ON COLUMN visits.diag IS 'dphh: taxonomy(s."my, ""tree", "a b", "select")'""")
    assert (2, "I10") in levels_and_prefixes(con, "FROM dp_hhh('visits', 'diag', eps => 1)")


def test_a_changed_taxonomy_is_another_request(con: Con) -> None:
    named = f"SELECT prefix FROM dp_hhh('visits', 'diag', eps => 1, name => 'q', {TAXONOMY})"
    first = con.execute(named).fetchall()
    assert con.execute(named).fetchall() == first
    con.execute("INSERT INTO icd VALUES ('J', NULL)")
    with pytest.raises(duckdb.Error, match=r"asked with other arguments \(hierarchy\)"):
        con.execute(named).fetchall()


def test_a_prepared_statement_keeps_the_tree_it_was_bound_with(con: Con) -> None:
    con.execute(f"PREPARE q AS SELECT prefix FROM dp_hhh('visits', 'diag', eps => 1, {TAXONOMY})")
    assert ("I10",) in con.execute("EXECUTE q").fetchall()


@pytest.mark.parametrize(
    ("spec", "rule"),
    [
        ("taxonomy(visits, diag, where)", "must be a stored table"),
        ("taxonomy(seen_codes, code, parent)", "must be a stored table"),
        ("taxonomy(nowhere, code, parent)", "must be a stored table"),
        ("taxonomy(icd, code, above)", "must have the columns code and above"),
        ("taxonomy(icd)", "names a table and its two columns"),
        ("taxonomy(ring, code, parent)", "has a cycle"),
    ],
)
def test_what_is_no_public_tree_is_refused_before_anything_is_read(con: Con, spec: str, rule: str) -> None:
    con.execute("CREATE VIEW seen_codes AS SELECT DISTINCT diag AS code, NULL AS parent FROM visits")
    con.execute("CREATE TABLE ring AS SELECT 'a' AS code, 'b' AS parent UNION ALL SELECT 'b', 'a'")
    assert rule in refusal(con, f"FROM dp_hhh('visits', 'diag', eps => 1, hierarchy => '{spec}')")


def policed(public: dict[str, Any]) -> tuple[Con, Con]:
    owner = duckdb.connect()
    owner.execute(f"CREATE TABLE icd (code VARCHAR, parent VARCHAR); INSERT INTO icd VALUES {TREE}")
    owner.execute("CREATE TABLE visits AS SELECT 'E11.9' AS diag FROM range(900)")
    owner.execute("COMMENT ON COLUMN visits.diag IS 'dphh: taxonomy(icd, code, parent)'")
    rules = Policy.of({"visits": {"published": True, "eps": 3.0, "delta": 1e-5}, **public})
    dphh_sql.register(owner, policy=rules)
    return owner, dphh_sql.analyst(owner)


def test_under_a_policy_the_table_must_be_public() -> None:
    for con in policed({"icd": {"public": True}}):
        assert con.execute("SELECT prefix FROM dp_hhh('visits', 'diag', eps => 1)").fetchall() == [(None,), ("E11.9",)]
        assert con.execute("SELECT dphh_prefixes('I10', 'taxonomy(icd, code, parent)')").fetchall() == [(["I", "I10"],)]
    for con in policed({}):
        for query in (
            "FROM dp_hhh('visits', 'diag', eps => 1)",
            "FROM dp_plan('dp_hhh', eps => 1, hierarchy => 'taxonomy(visits, diag, diag)')",
            "SELECT dphh_prefixes('x', 'taxonomy(visits, diag, diag)')",
        ):
            with pytest.raises(duckdb.Error, match="must be one that the policy calls public"):
                con.execute(query).fetchall()


def test_the_list_of_kinds(con: Con) -> None:
    names = [column[0] for column in con.execute("FROM dp_hierarchies()").description or ()]
    rows = [dict(zip(names, row, strict=True)) for row in con.execute("FROM dp_hierarchies()").fetchall()]
    assert [row["kind"] for row in rows] == list(HIERARCHIES)
    for row in rows:
        kind = HIERARCHIES[row["kind"]].sample()
        assert tuple(row["levels"]) == kind.all_levels
        assert tuple(row["default_levels"]) == kind.default_levels
        assert row["types"] == list(kind.accepts)
        assert row["about"]
        if row["prefixes"] is not None:  # domain without its library
            assert [parse(row["spec"]).level_of(prefix) for prefix in row["prefixes"]] == list(kind.default_levels[: len(row["prefixes"])])
            assert row["prefixes"]
    assert con.execute("SELECT kind FROM dp_hierarchies(kind => 'ZIP')").fetchall() == [("zip",)]
    assert "Did you mean 'zip'" in refusal(con, "FROM dp_hierarchies(kind => 'zpi')")

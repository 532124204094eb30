"""dp_triehh through SQL: rows, users, refusals, ledger, policy, plans, extremes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

import dphh_sql
from dphh_sql.errors import DphhError
from tests.support.draws import Counted, always
from tests.support.entropy import entropy_from

Con = duckdb.DuckDBPyConnection
CALL = "dp_triehh('typed', 'word', 'person', eps=>1, max_length=>4)"


@pytest.fixture
def con() -> Iterator[Con]:
    """3,000 users of `the`, 2,000 of `then`, 2,000 of `their`, 1,000 of '', 9 of `rare`."""
    with dphh_sql.connect() as con:
        con.execute(
            """
            CREATE TABLE typed AS SELECT range AS person, CASE
                WHEN range < 3000 THEN 'the' WHEN range < 5000 THEN 'then' WHEN range < 7000 THEN 'their'
                WHEN range < 8000 THEN '' WHEN range < 8009 THEN 'rare' END AS word FROM range(9000)
            """
        )
        yield con


FREQUENT = [("", 0, True), ("t", 1, False), ("th", 2, False), ("the", 3, True), ("then", 4, True), ("thei", 4, False)]


def test_the_trie(con: Con) -> None:
    """Frequent words are found for sure; `their` is cut and never complete; 9 users are fewer than theta."""
    result = con.execute(f"FROM {CALL}")
    assert [(column[0], str(column[1])) for column in result.description or ()] == [
        ("prefix", "VARCHAR"),
        ("level", "INTEGER"),
        ("complete", "BOOLEAN"),
    ]
    assert result.fetchall() == sorted(FREQUENT, key=lambda row: (row[1], row[0]))


def test_a_longer_max_length_finds_the_rest(con: Con) -> None:
    rows = con.execute("FROM dp_triehh('typed', 'word', 'person', eps=>1)").fetchall()
    assert ("their", 5, True) in rows
    assert ("thei", 4, False) in rows
    assert len(rows) == 7


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["é", "e\u0301"], [("e", 1, False), ("é", 1, True), ("e\u0301", 2, True)]),
        (["🇩🇪", "🤦🏼"], [("🇩", 1, False), ("🤦", 1, False), ("🇩🇪", 2, True), ("🤦🏼", 2, True)]),
        (["$", "$$", "."], [("$", 1, True), (".", 1, True), ("$$", 2, True)]),
        (["\\$", "a'\""], [("\\", 1, False), ("a", 1, False), ("\\$", 2, True), ("a'", 2, False), ("a'\"", 3, True)]),
        (["\x00", "a\x00b"], [("\x00", 1, True), ("a", 1, False), ("a\x00", 2, False), ("a\x00b", 3, True)]),
        (["abcd", "abcde"], [("a", 1, False), ("ab", 2, False), ("abc", 3, False), ("abcd", 4, True)]),
        (["A", "a"], [("A", 1, True), ("a", 1, True)]),
    ],
)
def test_any_text_by_code_point(con: Con, words: list[str], expected: list[tuple[str, int, bool]]) -> None:
    con.execute("CREATE TABLE t AS SELECT range AS u, ($1::VARCHAR[])[1 + range % len($1)] AS w FROM range(9000)", [words])
    for collation in ("", "nocase"):
        con.execute("SET default_collation = $1", [collation])
        assert con.execute("FROM dp_triehh('t', 'w', 'u', eps=>1, max_length=>4)").fetchall() == expected


def test_rows_without_a_word_or_a_user_are_dropped(con: Con) -> None:
    """NULL words take no part in the draw of a user's word; rows of no user are no user."""
    con.execute(
        "CREATE TABLE t AS SELECT range % 2000 AS u, CASE WHEN range < 2000 THEN 'a' END AS w FROM range(100000) "
        "UNION ALL SELECT NULL, 'b' FROM range(50000)"
    )
    rows = con.execute("FROM dp_triehh('t', 'w', 'u', eps=>1)").fetchall()
    assert rows == [("a", 1, True)]


def test_a_user_has_one_word_by_local_frequency(con: Con) -> None:
    """One user is one vote however many rows; the common word of a user is drawn in proportion."""
    con.execute("CREATE TABLE one AS SELECT 1 AS u, 'a' AS w FROM range(100000)")
    assert con.execute("FROM dp_triehh('one', 'w', 'u', eps=>1)").fetchall() == []
    found = con.execute("FROM dp_triehh('one', 'w', 'row', eps=>1)").fetchall()
    assert found == [("a", 1, True)]
    # 99 of 100 rows of each of 400 users say `often`: about 4 draw `seldom`, fewer than theta.
    con.execute("CREATE TABLE t AS SELECT range % 400 AS u, CASE WHEN range < 400 THEN 'seldom' ELSE 'often' END AS w FROM range(40000)")
    words = con.execute("SELECT prefix FROM dp_triehh('t', 'w', 'u', eps=>1) WHERE complete").fetchall()
    assert words == [("often",)]


def test_an_empty_table_and_one_row_give_no_rows(con: Con) -> None:
    con.execute("CREATE TABLE none (u INT, w VARCHAR); CREATE TABLE one AS SELECT 1 AS u, 'a' AS w")
    for table in ("none", "one"):
        assert con.execute(f"FROM dp_triehh('{table}', 'w', 'u', eps=>1)").fetchall() == []


def test_names_with_quotes_filters_and_enums(con: Con) -> None:
    con.execute(
        '''CREATE TABLE "my ""odd"" table" AS SELECT range AS "the ""user""", range % 2 AS side,
        (CASE WHEN range % 2 = 0 THEN 'a' ELSE 'b' END)::ENUM('a', 'b') AS "wörd d" FROM range(4000)'''
    )
    call = '''dp_triehh('"my ""odd"" table"', '"wörd d"', '"the ""user"""', eps=>1, filter=>'side = 1')'''
    assert con.execute(f"FROM {call}").fetchall() == [("b", 1, True)]


def test_fixed_samples(con: Con) -> None:
    con.execute("CREATE TABLE big AS SELECT range AS u, CASE WHEN range % 3 = 0 THEN 'ab' ELSE 'c' END AS w FROM range(200000)")
    call = "dp_triehh('big', 'w', 'u', eps=>4, delta=>1e-8, max_length=>3, sampling=>'fixed', n0=>{})"
    assert con.execute(f"FROM {call.format(100000)}").fetchall() == [("a", 1, False), ("c", 1, True), ("ab", 2, True)]
    con.execute("CREATE TABLE few AS FROM big LIMIT 10")  # far fewer than n0: the same kind of answer
    assert con.execute(f"FROM {call.format(100000).replace('big', 'few')}").fetchall() == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("'person'", "eps is required"),
        ("'person', eps=>0", "eps must be > 0, got 0"),
        ("'person', eps=>1, max_length=>0", "max_length must be at least 1"),
        ("'person', eps=>1, max_length=>1.5", "max_length must be a whole number, got 1.5"),
        ("'person', eps=>1, max_length=>1000", "max_length must be at most 64, got 1000"),
        ("'person', eps=>1, sampling=>'fixd'", "unknown sampling 'fixd'"),
        ("'person', eps=>1, sampling=>3", "unknown sampling 3"),
        ("'person', eps=>1, sampling=>'fixed'", "n0 is required with sampling=>'fixed'"),
        ("'person', eps=>1, sampling=>'fixed', n0=>5000", "n0=5000 is too small for samples of a fixed size"),
        ("'person', eps=>1, sampling=>'fixed', n0=>1e12", "n0 must be at most 1000000000"),
        ("'person', eps=>1, sampling=>'fixed', n0=>-1", "n0 must be at least 1"),
        ("'person', eps=>1, tau=>5", "tau=5 is below 55, the smallest threshold"),
        ("'person', eps=>1, tau=>1e9", "tau=1000000000 is more than 50000"),
        ("'person', eps=>1e-6", "no sampling rate reaches eps=1e-06"),
        ("'person || 1', eps=>1", "unit must be a column name"),
        ("5, eps=>1", "unit must be the name of a column"),
    ],
)
def test_refusals_charge_and_draw_nothing(con: Con, arguments: str, message: str) -> None:
    source = Counted(always(0))
    with entropy_from(source), pytest.raises(duckdb.Error) as refused:
        con.execute(f"FROM dp_triehh('typed', 'word', {arguments})").fetchall()
    assert f"dp_triehh: {message}" in str(refused.value)
    assert source.asked == 0
    assert con.execute("FROM dp_ledger()").fetchall() == []


def test_a_column_of_another_type_is_refused(con: Con) -> None:
    with pytest.raises(duckdb.Error, match="dp_triehh: column person must have a type that hierarchy"):
        con.execute("FROM dp_triehh('typed', 'person', 'word', eps=>1)").fetchall()


def test_the_ledger_and_the_certificate(con: Con) -> None:
    con.execute(f"FROM {CALL}").fetchall()
    con.execute(f"EXPLAIN FROM {CALL}").fetchall()
    spent = con.execute("SELECT function, unit, eps, delta FROM dp_ledger()").fetchall()
    assert spent == [("dp_triehh", "person", 1.0, 1e-6)]
    (text,) = con.execute("SELECT certificate::VARCHAR FROM dp_certificate('last')").fetchall()[0]
    for fact in ('"kind":"vote"', '"proof":"accountant"', '"theta":', '"times":4'):
        assert fact in text.replace(" ", "")
    assert '"votes":[' not in text, "no counts of votes"


def test_a_named_release_is_returned_again(con: Con) -> None:
    call = CALL.replace("eps=>1", "eps=>1, name=>'q'")
    first, second = (con.execute(f"FROM {call}").fetchall() for _ in range(2))
    assert first == second
    assert len(con.execute("FROM dp_ledger()").fetchall()) == 1
    with pytest.raises(duckdb.Error, match="name 'q' belongs to release 1"):
        con.execute(f"FROM {call.replace('max_length=>4', 'max_length=>5')}").fetchall()


def test_the_charge_comes_before_the_votes(tmp_path: Path) -> None:
    """Entropy that fails leaves the charge and shows nothing."""
    with dphh_sql.connect(tmp_path / "w.duckdb") as con:
        con.execute("CREATE TABLE typed AS SELECT range AS person, 'a' AS word FROM range(1000)")

        def broken(n: int) -> bytes:
            raise OSError("no entropy")

        with entropy_from(broken), pytest.raises(duckdb.Error):
            con.execute("FROM dp_triehh('typed', 'word', 'row', eps=>1)").fetchall()
        assert len(con.execute("FROM dp_ledger()").fetchall()) == 1


POLICY = {"typed": {"published": True, "unit": "person", "eps": 3.0, "delta": 1e-5, "functions": ["dp_triehh"]}}


def test_a_policy_keeps_its_unit(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    with duckdb.connect(str(path)) as raw:
        raw.execute("CREATE TABLE typed AS SELECT range AS person, range % 7 AS house, 'a' AS word FROM range(1000)")
    with dphh_sql.connect(path, policy=dphh_sql.policy.Policy.of(POLICY)) as owner:
        analyst = dphh_sql.analyst(owner)
        for con in (owner, analyst):
            for user in ("'person'", "'PERSON'", "NULL"):
                rows = con.execute(f"FROM dp_triehh('typed', 'word', {user}, eps=>0.5, max_length=>2)").fetchall()
                assert rows == [("a", 1, True)]
            for weaker in ("'row'", "'house'"):
                with pytest.raises(duckdb.Error, match="unit must be person, which the policy of typed protects"):
                    con.execute(f"FROM dp_triehh('typed', 'word', {weaker}, eps=>0.5, max_length=>2)").fetchall()
            assert con.execute("SELECT DISTINCT unit FROM dp_ledger()").fetchall() == [("person",)]
            with pytest.raises(duckdb.Error, match="the policy of typed allows only dp_triehh"):
                con.execute("FROM dp_hhh('typed', 'word', eps=>0.1, hierarchy=>'word(3)')").fetchall()
        with pytest.raises(duckdb.Error, match="budget of"):
            analyst.execute("FROM dp_triehh('typed', 'word', 'person', eps=>0.5, max_length=>2)").fetchall()


def test_the_least_threshold_of_a_policy_holds(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    with duckdb.connect(str(path)) as raw:
        raw.execute("CREATE TABLE typed AS SELECT range AS person, CASE WHEN range < 200 THEN 'b' ELSE 'a' END AS word FROM range(9000)")
    rule = {**POLICY["typed"], "min_tau": 1000}
    with dphh_sql.connect(path, policy=dphh_sql.policy.Policy.of({"typed": rule})) as con:
        assert con.execute("FROM dp_triehh('typed', 'word', 'person', eps=>1, max_length=>2)").fetchall() == [("a", 1, True)]


# --- plans -------------------------------------------------------------------------------------------------


def test_dp_plan(con: Con) -> None:
    rows = con.execute(
        "SELECT level, tau, floor, noise_sd, noise_bound, margin, certain_count, p_half_tau, p_tau, p_one_and_half_tau "
        "FROM dp_plan('dp_triehh', eps=>1, max_length=>4)"
    ).fetchall()
    plan = dphh_sql.plan("dp_triehh", eps=1, max_length=4)
    assert [row[0] for row in rows] == [1, 2, 3, 4]
    for _, tau, floor, sd, bound, margin, certain, half, at, more in rows:
        assert (tau, floor, bound, margin, certain) == (plan.tau, plan.design.votes.theta, None, None, None)
        assert 0 < sd < tau
        assert half < 0.05 < 0.5 <= at < 0.6 < 0.9 < more < 1
    assert plan.proof == "accountant"
    assert plan.delta_spent <= 1e-6
    ((kind, times),) = [(step.kind, step.times) for step in plan.steps]
    assert (kind, times) == ("vote", 4)
    assert sum(plan.steps[0].weights) == 2**64
    assert f"{plan.design.votes.theta} votes joins" in plan.explain()


def test_dp_plan_of_fixed_samples() -> None:
    plan = dphh_sql.plan("dp_triehh", eps=1, delta=1e-10, sampling="fixed", n0=100_000)
    assert plan.proof == "theorem"
    assert plan.steps == ()
    assert plan.design.parameters["m"] == 612
    assert plan.design.parameters["theta"] == 14
    assert plan.delta_spent <= 1e-10
    assert "without replacement" in plan.explain()
    odds = [plan.keep(0, factor) for factor in (0.25, 0.5, 1.0, 1.5, 3.0)]
    assert odds == sorted(odds)
    assert odds[2] >= 0.5


def test_dp_methods(con: Con) -> None:
    rows = con.execute(
        "SELECT method, chosen, certified FROM dp_methods('dp_triehh', eps=>1, delta=>1e-8, n0=>100000)"
    ).fetchall()
    assert rows == [("poisson", True, True), ("fixed", False, False)]


@pytest.mark.parametrize("eps", [20.0, 60.0, 1000.0, 1e6])
def test_a_large_eps_has_a_plan(eps: float) -> None:
    plan = dphh_sql.plan("dp_triehh", eps=eps, delta=1e-8, max_length=2)
    assert 0 < plan.delta_spent <= 1e-8
    with pytest.raises(DphhError, match="eps must be at most 10 with sampling=>'fixed' over 2 rounds"):
        dphh_sql.plan("dp_triehh", eps=eps, max_length=2, sampling="fixed", n0=10**6)
    assert dphh_sql.plan("dp_sfp", eps=eps, n0=1000).tau >= 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hierarchy": "zip"}, "hierarchy is no argument of dp_triehh"),
        ({"levels": [1, 2]}, "levels is no argument of dp_triehh"),
        ({"sampling": "x"}, "unknown sampling 'x'"),
    ],
)
def test_plans_that_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(DphhError, match=message):
        dphh_sql.plan("dp_triehh", eps=1, **options)
    with pytest.raises(DphhError, match="max_length is an argument of dp_triehh and dp_sfp, not of dp_hhh"):
        dphh_sql.plan("dp_hhh", eps=1, hierarchy="zip", max_length=3)


@pytest.mark.slow
def test_a_million_users_with_many_words(con: Con) -> None:
    con.execute(
        "CREATE TABLE big AS SELECT range % 1000000 AS u, 'w' || (sqrt(hash(range) % 100000000))::INT AS w FROM range(3000000)"
    )
    rows = con.execute("FROM dp_triehh('big', 'w', 'u', eps=>1)").fetchall()
    assert 1000 < len(rows) < 100_000

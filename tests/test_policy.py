from __future__ import annotations

from pathlib import Path

import pytest

from dphh_sql.errors import ArgumentError, PolicyError
from dphh_sql.ledger import Limit, TableId
from dphh_sql.policy import Policy, TableRule, load

SAMPLE = """
[tables.loans]
published = true
unit = "borrower_id"
max_rows = 2
eps = 3.0
delta = 1e-5
functions = [
    "dp_hhh",
    "dp_heavy_nodes",
]
hierarchies = { Zip = "ZIP" }
min_tau = 50

[tables."Other.s.T"]
eps = 1
delta = 0.5

[tables.places]
public = true
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "policy.toml"


def test_what_is_no_policy_is_refused() -> None:
    with pytest.raises(PolicyError, match="policy must be the path of a TOML file, or a Policy as Policy.of makes it, got dict"):
        load({"tables": {}})  # type: ignore[arg-type]


def test_load(file: Path) -> None:
    file.write_text(SAMPLE)
    policy = load(file)
    loans = policy.rule(TableId("Bank", "main", "LOANS"), "bank")
    assert loans == TableRule(
        name="loans",
        unit="borrower_id",
        max_rows=2,
        eps=3.0,
        delta=1e-5,
        functions=("dp_hhh", "dp_heavy_nodes"),
        hierarchies=(("zip", "zip"),),
        min_tau=50,
        published=True,
    )
    assert loans.limit == Limit(3.0, 1e-5)
    other = policy.rule(TableId("other", "S", "t"), "bank")
    assert other is not None
    assert (other.unit, other.unit_name, other.published) == (None, "row", False)
    for elsewhere in (TableId("bank", "s", "loans"), TableId("x", "main", "loans"), TableId("bank", "main", "loan")):
        assert policy.rule(elsewhere, "bank") is None


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("[tables.loans]\neps = -1\ndelta = 0.1", 2, "tables.loans: eps must be > 0, got -1"),
        ("# budget\n\n[tables.loans]\n\neps = 1\n# and\ndelta = 1.5", 7, "delta must lie strictly between 0 and 1"),
        ("[tables.loans]\neps = 1\ndelta = 0.1\nunits = 'u'", 4, "unknown field 'units'.*Did you mean 'unit'"),
        ("[tables.loans]\nfunctions = [\n'dp_hhh',\n'dp_hh'\n]", 2, "unknown function 'dp_hh'.*Did you mean 'dp_hhh'"),
        ("[tables.loans]\nfunctions = []", 2, "functions must be a list"),
        ("[tables.loans]\nhierarchies = { zip = 'zap' }", 2, "zap"),
        ("[tables.loans]\nhierarchies = { zip = 3 }", 2, "hierarchies must map columns to kinds"),
        ("[tables.loans]\nunit = 'a(b)'", 2, "unit must be a column name"),
        ("[tables.loans]\nunit = 7", 2, "unit must be 'row' or the name of a column"),
        ("[tables.loans]\nmax_rows = 2", 1, "max_rows goes with a unit column"),
        ("[tables.loans]\nunit = 'u'\nmax_rows = 1.5", 3, "max_rows must be a whole number"),
        ("[tables.loans]\npublished = 'yes'", 2, "published must be true or false"),
        (
            "[tables.a]\neps = 1\ndelta = 0.1\n[tables.b]\npublished = true",
            4,
            "tables.b: a published table needs a budget",
        ),
        ("[tables.loans]\neps = 1", 1, "eps and delta make a budget together"),
        ("[tables.loans]\npublic = true\nunit = 'u'", 1, "a public table is not protected"),
        ("[table.loans]\neps = 1", 1, "unknown section 'table'.*Did you mean 'tables'"),
        ("[users.ann]\npassword = 'hunter2'", 2, "users.ann: password must be a SCRAM-SHA-256 verifier"),
        ("[users.ann]\neps = 1", 1, "users.ann: eps and delta make a budget together"),
        ("[users.ann]\n\neps = 0\ndelta = 0.1", 3, "users.ann: eps must be > 0"),
        ("[users.ann]\npasword = 'x'", 2, "unknown field 'pasword'.*Did you mean 'password'"),
        ("users = 3", 1, "users must be a table"),
        ("users.ann = 3", 1, "users.ann must be a table of fields"),
        ("[users.'']\neps = 1\ndelta = 0.1", 1, "the name of a user must be text"),
        ("tables = 3", 1, "tables must be a table"),
        ("tables.loans = 3", 1, "tables.loans must be a table of fields"),
        ("[tables.'a.b.c.d']\neps = 1", 1, "at most three parts"),
        ("tables.loans.delta = 0.1\ntables.loans.eps = 'x'", 2, "eps must be a number"),
    ],
)
def test_mistakes_name_their_line(file: Path, text: str, line: int, message: str) -> None:
    file.write_text(text)
    with pytest.raises(PolicyError, match=rf"^policy .*policy\.toml, line {line}: .*{message}"):
        load(file)


def test_users(file: Path) -> None:
    verifier = f"SCRAM-SHA-256$4096:{'A' * 22}==${'B' * 43}=:{'C' * 43}="
    file.write_text(f"[users.ann]\npassword = '{verifier}'\neps = 1\ndelta = 1e-6\n[users.'Bob é']\n[serve]\nport = 1\n")
    policy = load(file)
    assert [user.name for user in policy.users] == ["ann", "Bob é"]
    ann = policy.user("ann")
    assert ann is not None
    assert (ann.password, ann.limit) == (verifier, Limit(1, 1e-6))
    assert policy.user("Ann") is policy.user("bob é") is None
    assert policy.users[1].limit is None
    assert verifier not in repr(policy)
    assert "hunter2" not in _refusal(file, "[users.ann]\npassword = 'hunter2'")


def _refusal(file: Path, text: str) -> str:
    file.write_text(text)
    with pytest.raises(PolicyError) as refused:
        load(file)
    return str(refused.value)


def test_what_is_not_toml_names_its_line(file: Path) -> None:
    file.write_text("[tables.loans]\neps = = 3")
    with pytest.raises(PolicyError, match=r"line 2"):
        load(file)
    with pytest.raises(PolicyError, match="cannot be read"):
        load(file.with_name("none.toml"))


def test_of_plain_values() -> None:
    policy = Policy.of({"loans": {"eps": 1, "delta": 1e-5}})
    assert policy.rule(TableId("bank", "main", "loans"), "BANK") is not None
    with pytest.raises(ArgumentError, match=r"policy: tables\.loans: eps must be > 0"):
        Policy.of({"loans": {"eps": 0, "delta": 1e-5}})


@pytest.mark.parametrize("other", ["LOANS", "main.loans", '"loans"'])
def test_two_rules_of_one_table_are_a_mistake(file: Path, other: str) -> None:
    """Else the second would cap nothing."""
    file.write_text(f"[tables.loans]\neps = 1\ndelta = 1e-5\n\n[tables.'{other}']\neps = 3\ndelta = 1e-5\n")
    with pytest.raises(PolicyError, match=r"(?i)line 5: tables\..*loans.* is the same table as tables\.loans"):
        load(file)
    Policy.of({"loans": {"eps": 1, "delta": 1e-5}, "b.main.loans": {"eps": 1, "delta": 1e-5}, "s.loans": {"eps": 1, "delta": 1e-5}})

"""Certificates of every function and method: as the schema says, true when recomputed, and caught when altered."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import dphh_sql
from dphh_sql.accounting.path import delta_bound
from dphh_sql.certificate import SEAL, Certificate, design_of, digest, noise_digest, rows_hash
from dphh_sql.errors import CertificateError
from dphh_sql.functions import FUNCTIONS
from dphh_sql.ledger import Charge, SqliteLedger, TableId, canonical_json
from dphh_sql.ledger.chain import content_hash
from dphh_sql.mechanisms import MECHANISMS, Mechanism
from dphh_sql.noise import NoiseTable
from dphh_sql.plan import Plan, plan_for
from dphh_sql.request import Privacy, Request
from dphh_sql.verification import parsed, verify

jsonschema = pytest.importorskip("jsonschema")

SCHEMA = json.loads(files("dphh_sql").joinpath("certificate.schema.json").read_text())
VALUES = {"INTEGER": 3, "BIGINT": 40, "VARCHAR": "94é", "BOOLEAN": True}
Facts = dict[str, Any]


def arguments(method: Mechanism) -> dict[str, Any]:
    own: dict[str, Any] = {"method": method.name, "eps": 1.0, "hierarchy": "chars(2)"}
    if method.function in ("dp_triehh", "dp_sfp"):
        own = {"sampling": method.name, "eps": 1.0, "n0": 10**7 if method.name == "fixed" else 10**6, "max_length": 4}
    if method.function == "dp_heavy_hitters":
        own["hierarchy"] = "items"
    if method.name in ("ghazi", "count_min", "count_sketch"):
        own["n_max"] = 10**6
    return own


def made(plan: Plan, ledger: SqliteLedger | None = None) -> tuple[Facts, pa.StructArray, SqliteLedger]:
    """A certificate, as a release makes it, of three made-up rows."""
    ledger = ledger or SqliteLedger(None)
    request = Request(plan.function, "bank.main.loans", ("zip",), None, plan.privacy, None)
    charge = Charge(
        table=TableId("bank", "main", "loans"), function=plan.function, unit=plan.unit, eps=plan.eps, delta=plan.delta,
        user_name="ann", request=canonical_json(json.loads(request.to_json())),
    )  # fmt: skip
    entry = ledger.charge(charge)
    columns = FUNCTIONS[plan.function].columns
    row = {name: VALUES[kind] for name, kind in columns.items()}
    rows = pa.array([row, {**row, next(iter(row)): None}, row], FUNCTIONS[plan.function].arrow_row)
    certificate = Certificate.of(plan, entry, rows, {"engine": "duckdb"})
    ledger.store_release(entry.release_id, certificate.to_json())
    return json.loads(json.dumps(certificate.facts)), rows, ledger


def failed(*arguments: Any) -> set[str]:
    return {check.name for check in verify(*arguments) if check.passed is False}


@pytest.mark.parametrize("method", MECHANISMS, ids=lambda m: f"{m.function}-{m.name}")
def test_every_method_has_a_valid_certificate(method: Mechanism) -> None:
    facts, rows, ledger = made(dphh_sql.plan(method.function, **arguments(method)))
    jsonschema.validate(facts, SCHEMA)
    checks = {check.name: check for check in verify(facts, rows, ledger)}
    assert [check for check in checks.values() if check.passed is False] == []
    assert all(checks[name].passed for name in ("seal", "ledger entry", "noise", "request", "plan", "delta", "rows", "ledger"))


@pytest.mark.parametrize("max_rows", [1, 3])
def test_units_and_the_second_accountant(max_rows: int) -> None:
    plan = dphh_sql.plan("dp_hhh", hierarchy="zip", eps=1, unit="person", max_rows=max_rows)
    facts, rows, ledger = made(plan)
    checks = {check.name: check.passed for check in verify(facts, rows, ledger, True)}
    assert all(checks.values()), checks
    assert checks["second accountant"]


# --- altered ----------------------------------------------------------------------------------------------------


def leaves(facts: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = facts.items() if isinstance(facts, dict) else enumerate(facts) if isinstance(facts, list) else ()
    if not items:
        yield path
    for key, value in items:
        yield from leaves(value, (*path, key))


def altered(facts: Facts, path: tuple[Any, ...]) -> Facts:
    """One value changed: a number by one in the last place, a text in its last character, null to 0."""
    changed = copy.deepcopy(facts)
    at = changed
    for key in path[:-1]:
        at = at[key]
    value = at[path[-1]]
    match value:
        case bool():
            at[path[-1]] = not value
        case int():
            at[path[-1]] = value + 1
        case float():
            at[path[-1]] = value * 1.001
        case str():
            at[path[-1]] = value[:-1] + ("1" if value[-1:] != "1" else "2")
        case None:
            at[path[-1]] = 0
        case _:
            at[path[-1]] = [1] if isinstance(value, list) else {"x": 1}
    return changed


def resealed(facts: Facts) -> Facts:
    """All hashes made right again, as whoever alters a certificate would."""
    facts = copy.deepcopy(facts)
    for noise in facts["noise"]:
        noise["sha256"] = noise_digest(noise)
    facts["ledger_hash"] = content_hash({**facts["ledger_entry"], "request": canonical_json(facts["request"])})
    facts[SEAL] = digest(facts)
    return facts


@pytest.fixture(scope="module")
def certified() -> tuple[Facts, pa.StructArray, SqliteLedger]:
    return made(dphh_sql.plan("dp_hhh", hierarchy="chars(2)", eps=6.0))


@pytest.mark.parametrize(
    ("version", "factor", "same"),
    [
        (None, 1 + 5e-16, False),
        (None, 1 - 5e-16, False),
        ("0.0.1", 1 + 5e-16, True),
        ("0.0.1", 1 - 5e-16, True),
        ("0.0.1", 1 + 1e-8, None),
    ],
)
def test_the_last_digits_of_delta_may_come_out_otherwise_in_another_version_only(
    certified: tuple[Facts, pa.StructArray, SqliteLedger], version: str | None, factor: float, same: bool | None
) -> None:
    facts, rows, _ = certified
    value = facts["delta_certified"] * factor
    assert value != facts["delta_certified"]
    if version is not None:
        facts = {**facts, "software": {**facts["software"], "dphh-sql": version}}
    checks = {check.name: check.passed for check in verify({**facts, "delta_certified": value}, rows)}
    assert checks["plan"] is same


def test_each_altered_field_is_caught(certified: tuple[Facts, pa.StructArray, SqliteLedger]) -> None:
    facts, rows, _ = certified
    assert not failed(facts, rows)
    paths = list(leaves(facts))
    assert len(paths) > 100
    assert [path for path in paths if not failed(altered(facts, path), rows)] == []


def test_the_ledger_catches_each_field_that_was_hashed_again(
    certified: tuple[Facts, pa.StructArray, SqliteLedger],
) -> None:
    facts, _, ledger = certified
    hashes = {(SEAL,), ("ledger_hash",), *((("noise", i, "sha256")) for i in range(len(facts["noise"])))}
    for path in leaves(facts):
        if path in hashes or (path[:2] == ("noise", 0) and path[-1] != 3):  # one weight will do
            continue
        assert "ledger" in failed(resealed(altered(facts, path)), None, ledger), path


def lower(facts: Facts, *names: str) -> Facts:
    """eps or delta, everywhere that it is stated."""
    facts = {"ledger_entry": {}, **copy.deepcopy(facts)}
    for name in names:
        value = facts[name] * 0.1
        facts[name] = facts["request"]["privacy"][name] = value
        facts["ledger_entry"][name] = repr(value)
        if name == "eps":
            facts["row_eps"] = value
    return facts


def narrower(facts: Facts) -> Facts:
    facts = copy.deepcopy(facts)
    weights = [int(weight) for weight in facts["noise"][0]["weights"]]
    moved = weights[-1] // 2
    weights[-1] -= moved
    weights[0] += 2 * moved
    weights[-1], weights[-2], weights[0] = weights[-1] * 40, weights[-2], weights[0] - 2 * (weights[-1] * 39)
    facts["noise"][0]["weights"] = [str(weight) for weight in weights]
    return facts


def at(path: tuple[Any, ...], change: Callable[[Any], Any]) -> Callable[[Facts], Facts]:
    def changed(facts: Facts) -> Facts:
        facts = copy.deepcopy(facts)
        place = facts
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = change(place[path[-1]])
        return facts

    return changed


LIES: dict[str, tuple[Callable[[Facts], Facts], str]] = {
    "less eps": (lambda facts: lower(facts, "eps"), "delta"),
    "less delta": (lambda facts: lower(facts, "delta"), "delta"),
    "less certified": (at(("delta_certified",), lambda value: value * 0.9), "delta"),
    "a step less": (at(("steps",), lambda steps: steps[1:]), "plan"),
    "a step more": (at(("steps",), lambda steps: [*steps, steps[0]]), "plan"),
    "more times": (at(("steps", 0, "times"), lambda times: times + 1), "plan"),
    "another kind": (at(("steps", 0, "kind"), lambda kind: "bit"), "plan"),
    "a level less": (at(("levels",), lambda levels: levels[1:]), "request"),
    "other weights": (narrower, "delta"),
    "a lower tau": (at(("thresholds",), lambda thresholds: [1] * len(thresholds)), "design"),
    "no floor": (at(("floor",), lambda floor: 0), "design"),
    "a floor that hides": (at(("floor",), lambda floor: floor + 1), "design"),
    "another unit": (at(("unit",), lambda unit: "person"), "request"),
    "more rows of a unit": (at(("max_rows",), lambda rows: rows + 1), "request"),
    "another row's eps": (at(("row_eps",), lambda eps: eps * 2), "request"),
    "other neighbours": (at(("neighbours",), lambda text: "replace one unit"), "request"),
    "another method": (at(("method",), lambda method: "stability"), "plan"),
    "another proof": (at(("proof",), lambda proof: "theorem"), "plan"),
    "another time": (at(("time",), lambda text: text.replace("20", "21", 1)), "ledger entry"),
    "another table": (at(("table",), lambda text: text + "x"), "ledger entry"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_false_guarantee_is_caught_without_the_ledger(
    certified: tuple[Facts, pa.StructArray, SqliteLedger], lie: str
) -> None:
    """Every hash is right again; the other software that is claimed lifts the comparison bit by bit."""
    change, caught_by = LIES[lie]
    facts = {**change(certified[0]), "software": {"dphh-sql": "9", "numpy": "9", "machine": "abacus"}}
    assert caught_by in failed(resealed(facts))


QUIET = NoiseTable.from_family(1, 0.2)
"""Next to no noise."""


def quietly(facts: Facts, *draws: str) -> Facts:
    """The certified steps, and other noise drawn."""
    facts = copy.deepcopy(facts)
    facts["noise"].append(dict(QUIET.facts))
    quiet = len(facts["noise"]) - 1
    for name in draws:
        drawn = facts["draws"][name]
        facts["draws"][name] = [quiet] * max(1, len(drawn)) if isinstance(drawn, list) else quiet
    return facts


DEVIATIONS: dict[str, Callable[[Facts], Facts]] = {
    "other noise drawn": lambda facts: quietly(facts, "levels"),
    "a rest row that no step pays for": lambda facts: quietly(facts, "rest"),
    "other noise besides": lambda facts: quietly({**facts, "draws": {**facts["draws"], "extra": [0]}}, "extra"),
    "a floor that hides": at(("floor",), lambda floor: floor + 1),
    "no floor": at(("floor",), lambda floor: 0),
    "a threshold of 1": lambda facts: {**facts, "tau": 1, "thresholds": [1] * len(facts["thresholds"]), "floor": 1},
    "a lower threshold": at(("thresholds",), lambda known: [each - 1 for each in known] if known else [1]),
    "a lower tau": at(("tau",), lambda tau: tau // 2),
}


@pytest.mark.parametrize("deviation", DEVIATIONS)
@pytest.mark.parametrize("method", MECHANISMS, ids=lambda m: f"{m.function}-{m.name}")
def test_what_is_drawn_is_what_is_proved(method: Mechanism, deviation: str) -> None:
    """Another version may have other tables and another tau: the method has to be the same with them."""
    options = {**arguments(method), **({"rest": False} if "rest" in deviation and method.function == "dp_hhh" else {})}
    facts, *_ = made(dphh_sql.plan(method.function, **options))
    facts["software"] = {"dphh-sql": "9", "numpy": "9", "machine": "abacus"}
    assert not failed(resealed(facts))
    lie = resealed(DEVIATIONS[deviation](facts))
    if method.name == "cms" and deviation in ("a threshold of 1", "a lower tau"):
        return  # its tau is a guess of what is found, and guards nothing
    assert "design" in failed(lie)


@pytest.mark.parametrize("software", ["this", "another"])
def test_a_plan_that_is_refused_is_no_way_around(
    certified: tuple[Facts, pa.StructArray, SqliteLedger], software: str
) -> None:
    """Then the plan cannot be compared; one cheap step in place of all, next to no noise, and delta certified for it."""
    facts = quietly(certified[0], "levels", "rest")
    facts["request"]["privacy"]["tau"] = 1
    facts |= {"steps": facts["steps"][-1:], "tau": 2, "thresholds": [2] * len(facts["thresholds"]), "floor": 1}
    facts["delta_certified"] = delta_bound(design_of(facts).steps, facts["row_eps"])
    facts |= {"software": {} if software == "another" else facts["software"]}
    assert failed(resealed(facts)) == {"design"}


@pytest.mark.parametrize(
    "changed",
    [
        {"max_rows": 0}, {"max_rows": 3}, {"max_rows": -1}, {"unit": "person", "max_rows": 0.02}, {"eps": 1e7},
        {"unit": "person", "max_rows": 0}, {"beta": 5}, {"tau": 0.5}, {"n0": 0}, {"counters": 1.9}, {"k": -1},
        {"levels": [2, 1]}, {"levels": [1, 1, 2]}, {"levels": []}, {"goal": 5}, {"alpha": 0.5}, {"rest": 0},
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("function", ["dp_hhh", "dp_tree_counts"])
def test_arguments_that_no_call_can_have(function: str, changed: dict[str, Any]) -> None:
    """No rows of a unit would make any delta 0."""
    facts, *_ = made(dphh_sql.plan(function, hierarchy="chars(2)", eps=1.0))
    facts["request"]["privacy"] |= changed
    facts |= {name: value for name, value in changed.items() if name in ("max_rows", "eps", "unit", "levels")}
    facts["software"] = {}
    for name in ("unit", "eps"):
        facts["ledger_entry"][name] = repr(facts[name]) if name == "eps" else facts[name]
    if "unit" in changed:
        facts["row_eps"] = facts["eps"] / changed["max_rows"] if changed["max_rows"] else facts["eps"]
    assert failed(resealed(facts)) >= {"request", "plan", "design", "delta"}


def test_noise_in_place_of_votes_is_a_failure() -> None:
    facts, *_ = made(dphh_sql.plan("dp_triehh", eps=1.0, max_length=4))
    facts["noise"] = [dict(QUIET.facts)]
    assert "design" in failed(resealed({**facts, "software": {}}))


THEOREMS = {
    "ghazi": ("hits", 2.0),
    "privtree": ("fall", 0.5),
    "algorithm1": ("xi", 2.0),
    "fixed": ("m", 2.0),
    "cms": ("E_word", 2.0),
    "count_min": ("depth", 0.5),
    "count_sketch": ("depth", 0.5),
}


@pytest.mark.parametrize("method", [m for m in MECHANISMS if m.name in THEOREMS], ids=lambda m: f"{m.function}-{m.name}")
def test_a_theorem_s_parameters_are_recomputed(method: Mechanism) -> None:
    name, factor = THEOREMS[method.name]
    facts, *_ = made(dphh_sql.plan(method.function, **arguments(method)))
    facts["parameters"][name] *= factor
    assert "delta" in failed(resealed({**facts, "software": {}}))


def test_rows(certified: tuple[Facts, pa.StructArray, SqliteLedger]) -> None:
    facts, rows, _ = certified
    listed = rows.to_pylist()
    for wrong in (
        [listed[1], listed[0], listed[2]],
        listed[:2],
        [*listed[:2], {**listed[2], "count": 41}],
        [*listed[:2], {**listed[2], "prefix": None}],
        [*listed[:2], {**listed[2], "prefix": ""}],
        [{**listed[0], "prefix": "94", "parent": "é94é"}, *listed[1:]],
    ):
        assert failed(facts, pa.array(wrong, rows.type)) == {"rows"}
    assert failed(facts, pa.concat_arrays([rows, rows]).slice(3)) == set()


def test_another_ledger_s_certificate(certified: tuple[Facts, pa.StructArray, SqliteLedger]) -> None:
    facts, rows, _ = certified
    _, _, other = made(dphh_sql.plan("dp_hhh", hierarchy="chars(2)", eps=6.0))
    assert failed(facts, rows, other) == {"ledger"}
    assert failed(facts, rows, SqliteLedger(None)) == {"ledger"}


# --- format 1 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1])
def test_format_1_still_verifies(number: int) -> None:
    kept = json.loads((Path(__file__).parent / "format1.json").read_text())[number]
    facts = parsed(json.dumps(kept["certificate"]))
    jsonschema.validate(facts, SCHEMA)
    rows = pa.array(kept["rows"], FUNCTIONS[facts["function"]].arrow_row)
    checks = {check.name: check.passed for check in verify(facts, rows)}
    assert False not in checks.values(), checks
    assert checks["rows"]
    assert checks["noise"]
    assert checks["request"]
    assert failed(facts, rows.slice(1)) == {"rows"}
    assert failed({**facts, "eps": 0.5}) >= {"request"}
    if number == 0:
        assert checks["delta"]
        assert "delta" in failed({**facts, "delta_certified": facts["delta_certified"] * 0.9})


@pytest.mark.parametrize("method", MECHANISMS, ids=lambda m: f"{m.function}-{m.name}")
@pytest.mark.parametrize("name", ["eps", "delta_certified"])
def test_a_false_guarantee_is_no_better_off_in_format_1(method: Mechanism, name: str) -> None:
    """Which has no seal, no thresholds and no tables of a theorem: what cannot be recomputed has to be the plan."""
    facts, rows, _ = made(dphh_sql.plan(method.function, **arguments(method)))
    old = {"format": 1, "rows_sha256": rows_hash(rows.to_pylist())}
    new = {SEAL, "ledger_entry", "software", "draws", "floor", "thresholds", "host", "columns", *old}
    old |= {key: value for key, value in facts.items() if key not in new}
    used = {step["noise"] for step in facts["steps"]}
    old["noise"] = [{k: v for k, v in n.items() if k != "sha256"} for i, n in enumerate(facts["noise"]) if i in used]
    assert failed(old, rows) == set()
    assert failed({**old, "tau": old["tau"] // 2 - 1}, rows) & {"design", "plan"} or method.name == "cms"
    lie = lower(old, "eps") if name == "eps" else {**old, name: facts[name] * 0.5 - 1e-12}
    assert failed(lie, rows) & {"delta", "plan"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON"), ("[1]", "no format"), ('{"a": 1}', "no format"), ('{"format": 3}', "upgrade dphh-sql"),
        ('{"format": 2, "eps": NaN}', "NaN is no number"), ('{"format": 2, "format": 2}', "given twice"),
        ("[" * 100_000, "not JSON"),
    ],
)  # fmt: skip
def test_what_is_no_certificate(text: str, said: str) -> None:
    with pytest.raises(CertificateError, match=said):
        parsed(text)


def test_missing_and_mistyped_fields_fail_and_do_not_raise(
    certified: tuple[Facts, pa.StructArray, SqliteLedger],
) -> None:
    facts, rows, ledger = certified
    for name in facts:
        if name != "format":
            without = {key: value for key, value in facts.items() if key != name}
            assert failed(without, rows, ledger), name
        for wrong in (None, -1, "x", [], {}, [{}], True):
            if name != "format" and wrong != facts[name]:
                assert failed({**facts, name: wrong}, rows, ledger), (name, wrong)


def test_a_large_unnamed_release_has_a_digest_but_keeps_no_rows() -> None:
    plan = plan_for("dp_hhh", Privacy(1.0, 1e-6, "zip", (5,)))
    ledger = SqliteLedger(None)
    request = canonical_json({"privacy": {}})
    charge = Charge(
        table=TableId("a", "b", "c"), function="dp_hhh", eps=1.0, delta=1e-6, user_name="ann", request=request
    )
    row = FUNCTIONS["dp_hhh"].arrow_row
    rows = pa.array([{"level": 5, "prefix": str(i)} for i in range(1001)], row)
    certificate = Certificate.of(plan, ledger.charge(charge), rows)
    assert certificate.rows == []
    assert len(certificate.facts["rows_sha256"]) == 64
    assert not [check for check in verify(certificate.facts, rows) if check.name == "rows" and not check.passed]

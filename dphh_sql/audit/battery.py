"""The battery of `dphh audit`: checks that a wrong implementation fails, run on the installed package.

Each check yields findings. Those about mutants pass when the mutant is *caught*: they show that the check it is
caught by can fail at all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from dphh_sql.audit import montecarlo, mutants, streams
from dphh_sql.audit.compared import ComparedAlgorithm1, ReusedGamma1, papers_count_noise
from dphh_sql.audit.enumeration import exact_delta, levels_design, small_design
from dphh_sql.audit.recertify import recertified, witness
from dphh_sql.audit.trees import Records, records
from dphh_sql.mechanisms import MECHANISMS, Design, Mechanism
from dphh_sql.mechanisms.gaussian_levels import GaussianLevels
from dphh_sql.mechanisms.onehit import OneHit
from dphh_sql.noise import NoiseTable
from dphh_sql.plan import plan
from dphh_sql.streaming import kernels

EPS = 1.0
ALGORITHM1_EPS = 8.0
NOISE = NoiseTable.from_family(bound=4, scale=2.6)
NARROW = NoiseTable.from_family(bound=1, scale=0.8)
REST = NoiseTable.from_family(bound=2, scale=1.6)
CHAINS = [records(ab=leaf, a=more) for leaf in (0, 3, 5, 9) for more in (0, 2)]
SMALL = [records(ab=leaf, a=more) for leaf in (1, 2, 3) for more in (0, 1)]


@dataclass(frozen=True)
class Finding:
    """One check of the battery and what was seen."""

    check: str
    subject: str
    passed: bool
    seen: str


def certificates(thorough: bool) -> Iterator[Finding]:
    """Real plans, certified again by the independent accountant; the best attack it finds stays below."""
    settings = [("zip", 1.0, 1e-6), ("ipv4", 0.5, 1e-6)] + ([("chars(16)", 3.0, 1e-9)] if thorough else [])
    for method in MECHANISMS:
        if method.function != "dp_hhh":
            continue
        for hierarchy, eps, delta in settings:
            found = plan("dp_hhh", hierarchy=hierarchy, eps=eps, delta=delta, method=method.name)
            subject = f"{method.name}, {hierarchy}, ({eps:g}, {delta:g})"
            if found.proof != "accountant":
                seen = f"by theorem, delta {found.delta_spent:.3g}: not computed"
                yield Finding("certificate", subject, found.delta_spent <= delta, seen)
                continue
            bounds = (recertified(found.steps, eps, points, chord=True) for points in (1_000, 5_000, 20_000))
            bound = next((b for b in bounds if b <= delta), math.inf)
            seen = f"delta {found.delta_spent:.4g} certified, {bound:.4g} recomputed"
            passed = found.delta_spent <= delta and bound <= delta
            if method.name == "onehit":
                attack = witness(found.steps, eps)[0]
                seen += f", {float(attack):.4g} reached by the worst counts"
                passed = passed and attack <= Fraction(found.delta_spent)
            yield Finding("certificate", subject, passed, seen)


def _refuted(
    mechanism: Mechanism, design: Design, all_rows: list[Records], eps: float = EPS
) -> tuple[bool, float]:
    worst = max(exact_delta(mechanism, design, rows, eps) for rows in all_rows)
    return worst > Fraction(design.delta_spent), float(worst)


def exact_laws(thorough: bool) -> Iterator[Finding]:
    """The whole output law of the real selection on small trees, against every table with one record more."""
    levels = GaussianLevels()
    cases: list[tuple[Mechanism, Design, list[Records]]] = [
        (OneHit(), small_design(NOISE, 2, EPS), CHAINS),
        (OneHit(), small_design(NARROW, 2, EPS, REST), SMALL),
        (levels, levels_design(levels, NARROW, 2, EPS), SMALL),
        (levels, levels_design(levels, NARROW, 1, EPS, REST), SMALL),
    ]
    for mechanism, design, all_rows in cases:
        yield _lawful(mechanism, design, all_rows, EPS)
    design = _algorithm1()
    yield _lawful(ComparedAlgorithm1(), design, [records(ab=design.tau)], ALGORITHM1_EPS)


def _lawful(mechanism: Mechanism, design: Design, all_rows: list[Records], eps: float) -> Finding:
    refuted, worst = _refuted(mechanism, design, all_rows, eps)
    levels = len(design.tables)
    subject = f"{mechanism.name}, {levels} level{'s' if levels > 1 else ''}, M={design.tables[0].bound}"
    subject += ", rest row" if design.rest_table else ""
    return Finding("exact law", subject, not refuted, f"exact {worst:.4g}, certified {design.delta_spent:.4g}")


def _algorithm1() -> Design:
    """Over two levels, at an eps at which every value of its count noise can be enumerated."""
    return plan(
        "dp_hhh", hierarchy="chars(2)", eps=ALGORITHM1_EPS, delta=1e-6, method="algorithm1", rest=False
    ).design


def caught_mutants(thorough: bool) -> Iterator[Finding]:
    """Mechanisms with one mistake each: the exact law refutes their certificate."""
    onehit, levels = small_design(NOISE, 2, EPS), levels_design(GaussianLevels(), NARROW, 2, EPS)
    one_level = levels_design(GaussianLevels(), NARROW, 1, EPS)
    edge = small_design(NOISE, 1, EPS)
    for mechanism, design, all_rows in [
        (mutants.CountNoiseDropped(), onehit, CHAINS),
        (mutants.UnconditionalCounts(), onehit, CHAINS),
        (mutants.ReusedGamma(), onehit, CHAINS),
        (mutants.ThresholdFromTotal(), onehit, CHAINS),
        (mutants.SameNoiseOnEveryLevel(), levels, SMALL),
        (mutants.SecondDraw(), one_level, SMALL),
        (mutants.TrueCountsSubtracted(), replace(one_level, rest_table=REST), SMALL),
    ]:
        yield _caught(type(mechanism).__name__, mechanism, design, all_rows)
    yield _caught("strict HAVING", OneHit(), mutants.strict_having(edge), [records(a=edge.floor)])
    strict = mutants.strict_having(one_level)
    yield _caught("strict HAVING (histograms)", GaussianLevels(), strict, [records(a=one_level.floor)])
    underpaid = replace(levels, delta_spent=one_level.delta_spent)
    yield _caught("one level charged for two", GaussianLevels(), underpaid, SMALL)
    design = _algorithm1()
    at_tau = [records(ab=design.tau)]
    yield _caught("one gamma in algorithm1", ReusedGamma1(), design, at_tau, ALGORITHM1_EPS)
    printed = papers_count_noise(design)
    yield _caught("line 15 of algorithm1 as printed", ComparedAlgorithm1(), printed, at_tau, ALGORITHM1_EPS)


def _caught(
    name: str, mechanism: Mechanism, design: Design, all_rows: list[Records], eps: float = EPS
) -> Finding:
    refuted, worst = _refuted(mechanism, design, all_rows, eps)
    seen = f"exact {worst:.4g} against {design.delta_spent:.4g}: " + ("caught" if refuted else "NOT caught")
    return Finding("mutant", name, refuted, seen)


def sketches(thorough: bool) -> Iterator[Finding]:
    """Released sketches of short streams against every stream with one row less, and their mutants (needs numba)."""
    if kernels.numba is None:
        return
    for name in ("misra_gries", "space_saving"):
        mechanism = streams.REAL[name]
        design = streams.small_design(mechanism, NARROW, 2, EPS)
        worst = streams.worst(mechanism, design, streams.SHORT, EPS)
        seen = f"exact {float(worst):.4g}, certified {design.delta_spent:.4g}"
        yield Finding("exact law", f"sketch {name}", worst <= Fraction(design.delta_spent), seen)
    for mutant in streams.MUTANTS:
        design = streams.small_design(mutant, NARROW, 4, EPS)
        worst = streams.worst(mutant, design, streams.HEAVY, EPS)
        refuted = worst > Fraction(design.delta_spent)
        seen = f"exact {float(worst):.4g} against {design.delta_spent:.4g}: " + ("caught" if refuted else "NOT caught")
        yield Finding("mutant", type(mutant).__name__, refuted, seen)


def sampler(thorough: bool) -> Iterator[Finding]:
    """Draws of real tables against the certified weights, by chi-squared; and against a table scaled by 10 %."""
    n = 1_000_000 if thorough else 200_000
    for name, levels in (("zip plan", [1, 3, 5]), ("one level", [5])):
        table = plan("dp_hhh", hierarchy="zip", eps=1, levels=levels).design.tables[0]
        logs = np.log(table.pmf[table.bound :])
        k = np.minimum(np.arange(table.bound + 1) / 0.9, table.bound)
        scaled = NoiseTable.from_log_weights(np.interp(k, np.arange(table.bound + 1), logs))
        draws = table.sample(n)
        right, wrong = _deviation(draws, table), _deviation(draws, scaled)
        seen = f"{right:+.1f} standard deviations from its table, {wrong:+.0f} from one that is 10 % narrower"
        yield Finding("sampler", name, right < 7.0 < wrong, seen)


def _deviation(draws: np.ndarray[tuple[int, ...], np.dtype[np.int64]], table: NoiseTable) -> float:
    """The chi-squared statistic, centred and scaled."""
    observed = np.bincount(draws + table.bound, minlength=len(table.pmf)).astype(np.float64)
    expected = table.pmf * len(draws)
    often = expected >= 20.0
    statistic = float((((observed - expected) ** 2)[often] / expected[often]).sum())
    degrees = int(often.sum())
    return (statistic - degrees) / math.sqrt(2.0 * degrees)


def attacks(thorough: bool) -> Iterator[Finding]:
    """Lower bounds on eps from runs through SQL, the whole stack; and whether they tell a plan from one of half eps.

    Not so for gaussian_levels: only its far tail loses as much as eps, so that takes hundreds of releases (`tests`).
    """
    for method in ("onehit", "gaussian_levels", "laplace_levels", "stability"):
        bound = montecarlo.eps_lower_bound(method, eps=EPS, runs=200 if thorough else 20)
        seen = f"eps >= {bound:.2f} with confidence 1 - 1e-6, eps = {EPS:g} planned"
        yield Finding("attack through SQL", method, bound <= EPS, seen)
        if method != "gaussian_levels":
            bound = montecarlo.eps_lower_bound(method, eps=2 * EPS, runs=20)
            seen = f"eps >= {bound:.2f} against {EPS:g}: " + ("caught" if bound > EPS else "NOT caught")
            yield Finding("mutant", f"{method} at twice the eps", bound > EPS, seen)


CHECKS: tuple[Callable[[bool], Iterator[Finding]], ...] = (
    certificates, exact_laws, caught_mutants, sketches, sampler, attacks,
)  # fmt: skip


def run(thorough: bool = False) -> Iterator[Finding]:
    """Every finding, as it is made. Needs no data; opens in-memory databases only."""
    for check in CHECKS:
        yield from check(thorough)

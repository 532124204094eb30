"""Algorithm 1 of the DP-HHH paper (Biswas et al.), at its real guarantee and with discrete noise.

Kept for reproduction and comparison: its analysis needs thresholds three orders of magnitude above one-hit's.

Bottom up, at each node with F(p) > 0: draw w ~ Lap(6 D) and v ~ Lap(1/eta), cut v at D from above; select p when
F(p) + w + v >= tau, and release F(p) + Lap(1/xi). **Erratum**: line 15 of the paper adds Lap(xi), but xi-DP for a
count needs scale 1/xi; that is what is drawn here. The rest row is the residual of the root, released the same way.

The paper proves (2 xi, 2 d) with e = xi ln(5/4)/2, c0 = ln(1/d)/ln(5/4), eta = e/ln(1/d), D = ln(1/eta)/eta. So
xi = eps/2 = 2 eta c0 and d = delta/2 give the asked (eps, delta). Its Lemma 3.4.5 holds output by output and its
Corollary 3.4.4.1 is used in the sum over outputs, where the coin game bounds the bad event once for all.

The argument with integers (D rounded up, all Laplace variables discrete; x' is the record that X' has more):

* Far: F + w < tau - D - 1. As v <= D, the answer is "no" under X and X'. (Unchanged.)
* Special: F + w = tau - D - 1, one value. "No" is certain under X, and under X' has probability
  P(v < D) = 1 - q^D/(1 + q) >= 1 - eta/(1 + exp(-eta)) >= exp(-eta) for eta <= 1/2, with q = exp(-eta),
  as D >= ln(1/eta)/eta. (The continuous case needs P(v < D - 1), hence the paper's e^(2 eta).)
* Upper-almost: F + w >= tau - D. P(v < c) <= e^eta P(v < c - 1): the ratio of the discrete distribution function at
  neighbouring integers is at most 1/q, and for c <= D the cut of v does not matter.
* So on the good event, fewer than c0 nodes with "no" and F + w >= tau - 2 D before the first "yes", the path's
  probability falls by at most e^(2 eta c0) = e^xi from X to X'. (D >= 1, so special nodes are among those.)
* The coin game: given F + w >= tau - 2 D, the answer is "yes" with probability at least
  P(v >= -D) P(w >= l + 3 D | w >= l) >= 1/2 exp(-1/2) > 1/4: discrete Laplace is symmetric and log-concave, and
  its conditional tail is exactly exp(-1/2) for l >= 0. So each such node is a "no" rather than a "yes" with
  probability at most 4/5, and the bad event has at most (4/5)^ceil(c0) <= d, under X and under X'.
* From X' to X: moving w at the first "yes" by one is a bijection of the integers with ratio exp(1/(6 D)) <= e^xi.
* Nodes with F = 0 under X and 1 under X' are tested under X' only. P(w >= tau - 1 - D) <= exp(-(tau - 1 - D)/(6 D)),
  which the guard tau >= 24 D ln(2h/(d beta)) makes at most e^(1/3) (d beta/(2h))^4 each: together below d e^-xi.
* Given the selected set, the record is in exactly one released count (or the rest), with sensitivity 1: xi.

`DiscreteLaplace` is within a stated total variation of the exact law, and the count's table is certified by the
accountant; what both cost is charged in `delta_spent`. The proof is this text, not the accountant: proof='theorem'.
The conference version of the algorithm reused one noise at every node and is not private (arXiv note, [31]).
"""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from dphh_sql.accounting.calibrate import MAX_BOUND
from dphh_sql.accounting.path import delta_bound
from dphh_sql.accounting.steps import rest
from dphh_sql.errors import ArgumentError, CalibrationError
from dphh_sql.interval_laws import FreshCounts
from dphh_sql.laplace import MAX_SCALE, DiscreteLaplace
from dphh_sql.mechanisms.base import Design, Mechanism, checked_tau, rest_words
from dphh_sql.noise import NoiseTable
from dphh_sql.request import Privacy
from dphh_sql.tree import Bools, Ints, Selection, Tree, add_to_parents

BASE = math.log(5.0 / 4.0)


@dataclass(frozen=True)
class Parameters:
    """The paper's symbols for a real total (eps, delta) over h tests; `cap` is its Delta, an integer here."""

    xi: float
    d: float
    c0: float
    eta: float
    cap: int

    @classmethod
    def of(cls, eps: float, delta: float) -> Parameters:
        """Raises CalibrationError where eta > 1/2 (the proof stops) or the noise is too wide to draw."""
        d = delta / 2.0
        eta = eps * BASE / 4.0 / math.log(1.0 / d)
        if eta > 0.5:
            raise CalibrationError(
                f"algorithm1 is proved for eta = eps ln(5/4)/(4 ln(2/delta)) <= 1/2 only; eps={eps:g}, "
                f"delta={delta:g} gives {eta:.3g}; lower eps",
                argument="eps",
                value=eps,
            )
        cap = math.ceil(math.log(1.0 / eta) / eta)
        if 6.0 * cap > MAX_SCALE:
            raise CalibrationError(
                f"algorithm1 at eps={eps:g} needs noise wider than {MAX_SCALE:g}; raise eps", argument="eps", value=eps
            )
        return cls(eps / 2.0, d, math.log(1.0 / d) / BASE, eta, cap)

    def guard(self, tests: int, beta: float) -> int:
        """The smallest threshold (line 5)."""
        return math.ceil(24.0 * self.cap * math.log(2.0 * tests / (self.d * beta)))

    @property
    def test_noise(self) -> tuple[DiscreteLaplace, DiscreteLaplace]:
        """The laws of w and of v (before its cut)."""
        return DiscreteLaplace(6.0 * self.cap), DiscreteLaplace(1.0 / self.eta)


class Algorithm1(Mechanism):
    """The DP-HHH paper's Algorithm 1, which pays for privacy with a very high threshold.

    Guarantee: (eps, delta) for add/remove of one row, set, counts and rest row together, by the theorem in the
    module's text.
    """

    name: ClassVar[str] = "algorithm1"

    def design(self, privacy: Privacy) -> Design:
        tests = len(privacy.levels)
        parameters = Parameters.of(privacy.eps, privacy.delta)
        smallest = parameters.guard(tests, privacy.beta)
        tau = smallest if privacy.tau is None else privacy.tau
        if tau < smallest:
            raise ArgumentError(
                f"tau={tau} is below {smallest}, the smallest threshold that method algorithm1 allows at "
                f"eps={privacy.eps:g}, delta={privacy.delta:g}, beta={privacy.beta:g} over {tests} "
                f"level{'s' if tests > 1 else ''}; take method=>'auto' or raise tau.",
                argument="tau",
                value=privacy.tau,
            )
        table = count_noise(parameters.xi)
        return self.designed(privacy, parameters, table, tau, _delta_spent(privacy, parameters, table, tau))

    @classmethod
    def designed(
        cls, privacy: Privacy, parameters: Parameters, table: NoiseTable, tau: int, delta_spent: float
    ) -> Design:
        """The design at a legal threshold, with the noise of its counts."""
        symbols = {"xi": parameters.xi, "d": parameters.d, "c0": parameters.c0, "eta": parameters.eta}
        return Design(
            mechanism=cls.name,
            steps=(),
            delta_spent=delta_spent,
            tau=tau,
            floor=1,
            margin=None,
            tables=(table,) * len(privacy.levels),
            rest_table=table if privacy.rest else None,
            proof="theorem",
            intervals=FreshCounts,
            parameters={**symbols, "Delta": float(parameters.cap)},
        )

    def remade(self, design: Design, privacy: Privacy) -> Design:
        parameters = Parameters.of(privacy.eps, privacy.delta)
        tau = checked_tau(privacy, parameters.guard(len(privacy.levels), privacy.beta) - 1)
        return self.designed(privacy, parameters, design.tables[0], tau, design.delta_spent)

    def delta_again(self, design: Design, privacy: Privacy) -> float:
        meant = Parameters.of(privacy.eps, privacy.delta)
        known = _parameters(design)
        same = all(math.isclose(a, b, rel_tol=1e-9) for a, b in zip(astuple(known), astuple(meant), strict=True))
        if not same or design.tau < meant.guard(len(privacy.levels), privacy.beta):
            return 1.0
        tables = {*design.tables, *([] if design.rest_table is None else [design.rest_table])}
        return max(_delta_of(privacy, meant, table, design.tau) for table in tables)

    def select(self, design: Design, tree: Tree) -> Selection:
        parameters = _parameters(design)
        wide, narrow = self.test_noise(design)
        chosen: list[Bools] = []
        residuals: list[Ints] = []
        covered = np.zeros(len(tree.levels[-1]), dtype=np.int64)
        walk = zip(tree.levels, design.tables, tree.sizes_above(), strict=True)
        for level, table, above in reversed(list(walk)):
            residual = level.counts - covered
            tested = np.flatnonzero(residual > 0)
            v = np.minimum(narrow.sample(len(tested)), parameters.cap)
            hit = np.zeros(len(level), dtype=np.bool_)
            hit[tested] = residual[tested] + wide.sample(len(tested)) + v >= design.tau
            chosen.append(hit)
            residuals.append(residual[hit] + table.sample(int(hit.sum())))
            covered = add_to_parents(np.where(hit, level.counts, covered), level.parents, above)
        rest_value = None
        if design.rest_table is not None:
            rest_value = tree.total - int(covered[0]) + int(design.rest_table.sample(1)[0])
        return Selection(tuple(reversed(chosen)), tuple(reversed(residuals)), rest_value)

    def test_noise(self, design: Design) -> tuple[Any, Any]:
        """What draws w and v (before its cut); the audit enumerates their laws instead."""
        return _parameters(design).test_noise

    def margin_at(self, design: Design, beta: float, candidates: int) -> int:
        """|w| and |v| each beyond their quantile with probability at most beta/2 over all candidates."""
        return sum(law.quantile(beta / (4.0 * candidates)) for law in _parameters(design).test_noise)

    def keep(self, design: Design, index: int, residual: int) -> float:
        parameters = _parameters(design)
        wide, narrow = parameters.test_noise
        reach = narrow.quantile(1e-12)
        v = np.arange(-reach, reach + 1)
        law = narrow.survival(v) - narrow.survival(v + 1)
        if residual <= 0:  # such a node is not tested
            return 0.0
        return float(law @ wide.survival(design.tau - residual - np.minimum(v, parameters.cap)))

    def describe(self, design: Design) -> list[str]:
        parameters, table = _parameters(design), design.tables[0]
        return [
            f"A prefix is selected when its residual count plus Laplace noise of scale {6 * parameters.cap} (and a "
            f"smaller one of scale {1.0 / parameters.eta:.0f}) reaches tau = {design.tau}; its residual count is then "
            f"released with fresh Laplace noise of scale {1.0 / parameters.xi:.3g} (within +-{table.bound}).",
            *rest_words(design),
        ]

    def certain_count(self, design: Design, index: int) -> int | None:
        return None


def _parameters(design: Design) -> Parameters:
    known = design.parameters
    return Parameters(known["xi"], known["d"], known["c0"], known["eta"], int(known["Delta"]))


def _delta_spent(privacy: Privacy, parameters: Parameters, table: NoiseTable, tau: int) -> float:
    """Raises CalibrationError: delta is so small that 64-bit draws are too coarse for it."""
    spent = _delta_of(privacy, parameters, table, tau)
    if spent > privacy.delta:
        raise CalibrationError(
            f"algorithm1 cannot draw noise fine enough for delta={privacy.delta:g}; raise delta",
            argument="delta",
            value=privacy.delta,
        )
    return spent


def _delta_of(privacy: Privacy, parameters: Parameters, table: NoiseTable, tau: int) -> float:
    """The bad event, isolated nodes, the distance of the drawn laws from the exact ones, and the count's table."""
    tests, d = len(privacy.levels), parameters.d
    wide, narrow = parameters.test_noise
    isolated = tests * float(wide.survival(tau - 1 - parameters.cap))
    drawn = tests * (wide.distance + narrow.distance)
    spent = d + math.exp(privacy.eps) * isolated + (1.0 + math.exp(privacy.eps)) * drawn
    return spent + math.exp(parameters.xi) * delta_bound([rest(table)], parameters.xi * (1.0 + 1e-12))


@lru_cache(maxsize=64)
def count_noise(xi: float) -> NoiseTable:
    """Discrete Laplace of scale 1/xi, cut where its weights reach 2**-64 or so (about 32/xi).

    Raises:
        CalibrationError: wider than the legal bound.
    """
    if 34.0 / xi > MAX_BOUND:
        raise CalibrationError(
            f"algorithm1 at eps={2.0 * xi:g} needs count noise wider than {MAX_BOUND}; raise eps",
            argument="eps",
            value=2.0 * xi,
        )
    return NoiseTable.from_family(max(1, math.ceil(34.0 / xi)), 1.0 / xi, shape=1.0)

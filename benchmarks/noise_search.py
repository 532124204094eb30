"""Searches noise tables beyond the shipped family, under the path accountant, and ships those that win.

    python benchmarks/noise_search.py [--only eps,tests] [--levels] [--page]

The family has three parameters; here each weight is free (for M > 60: each of 60 knots of the log weights). The
divergence of one sequence of counts is a sum of max(0, P - e^eps Q) over its outcomes, and delta is the largest
over sequences. So: keep a pool of the worst sequences, linearise P and Q in the log weights (the kinks max(0, .)
stay exact, each a variable of a linear program), take the step within a trust region that lowers the largest,
find the worst sequences there by the accountant's recursion, repeat. Local optima; every result is certified by
`delta_bound` on the integer table. Searched, with the row of everything else: the least M; the least M at which
E|z| is no larger than the family's; the least E|z| at the family's M. `--levels` gives each test its own table.
Results are kept in benchmarks/results; `--page` certifies them again and writes docs/noise_tables.md.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from noise_bound import least_possible_bound
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

from dphh_sql.accounting.calibrate import calibrate_onehit, rest_noise
from dphh_sql.accounting.path import delta_bound
from dphh_sql.accounting.steps import hit, rest
from dphh_sql.noise import NoiseTable

Floats = npt.NDArray[np.float64]
Result = dict[str, Any]
ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "results" / "noise_search.json"
PAGE = ROOT / "docs" / "noise_tables.md"
START, END = "<!-- tables of benchmarks/noise_search.py -->", "<!-- end of tables of benchmarks/noise_search.py -->"
DELTA = 1e-6
EPS = (1.0, 3.0, 0.5, 0.1)
TESTS = (1, 2, 3, 5, 8, 16)
KNOTS = 60
SECONDS = 60.0


class Law:
    """One table as arrays; t is the index of the first draw that reaches the threshold, 0..2M+2 (2M+2: none can)."""

    def __init__(self, side: Floats) -> None:
        self.bound = len(side) - 1
        weights = np.exp(np.concatenate([side[:0:-1], side]) - side.max())
        self.pmf = weights / weights.sum()
        below = np.concatenate([[0.0], np.minimum(np.cumsum(self.pmf)[:-1], 1.0), [1.0]])
        self._below = np.append(below, 1.0), np.insert(below, 0, 0.0)
        self._atoms = np.append(self.pmf, [0.0, 0.0]), np.concatenate([[0.0], self.pmf, [0.0]])

    def sides(self, forward: bool) -> tuple[Floats, Floats, Floats, Floats]:
        """(P, Q) of each value and (P, Q) of "below t"; `forward`: P = X, Q = X + one record."""
        p, q = (0, 1) if forward else (1, 0)
        return self._atoms[p], self._atoms[q], self._below[p], self._below[q]

    @property
    def mean_error(self) -> float:
        return float(self.pmf @ np.abs(np.arange(-self.bound, self.bound + 1)))

    def by_side(self, by_pmf: Floats) -> Floats:
        """A gradient by the weights of -M..M, as one by the log weights of 0..M (which are then normalised)."""
        by_log = self.pmf * (by_pmf - by_pmf @ self.pmf)
        out = by_log[self.bound :].copy()
        out[1:] += by_log[: self.bound][::-1]
        return np.asarray(out)


class Last:
    """The row of everything else as the last step: the best P and Q mass at each g."""

    def __init__(self, table: NoiseTable) -> None:
        p, q = np.append(table.pmf, 0.0), np.insert(table.pmf, 0, 0.0)
        with np.errstate(divide="ignore"):
            order = np.argsort(-p / q)
            self.ratios = (p / q)[order]
        self.p, self.q = (np.concatenate([[0.0], np.cumsum(x[order])]) for x in (p, q))

    def masses(self, g: npt.ArrayLike) -> tuple[Floats, Floats]:
        count = np.searchsorted(-self.ratios, -np.asarray(g), side="right")
        return self.p[count], self.q[count]

    def divergence(self, g: Floats) -> Floats:
        p, q = self.masses(g)
        return np.maximum(0.0, p - g * q)


@dataclass
class Route:
    """Tables (as sides of log weights) and which of them each test uses."""

    eps: float
    last: Last
    order: tuple[int, ...]
    laws: list[Law]

    def steps_after(self, forward: bool, points: int) -> tuple[Floats, list[Floats]]:
        """The recursion: (g, [D after the last k tests, k = 0..h])."""
        low, high = (-2.0 * self.eps, self.eps) if forward else (self.eps, 4.0 * self.eps)
        g = np.exp(np.linspace(low, high, points))
        known: dict[int, tuple[Floats, Floats, Floats]] = {}
        after = [self.last.divergence(g)]
        for i in reversed(self.order):
            if i not in known:
                p, q, below_p, below_q = self.laws[i].sides(forward)
                stops = np.maximum(0.0, p[:, None] - g * q[:, None])
                ratio = np.divide(below_q, below_p, out=np.ones_like(below_q), where=below_p > 0)
                known[i] = np.cumsum(stops[::-1], 0)[::-1], below_p, ratio
            stops, below_p, ratio = known[i]
            after.append((stops + below_p[:, None] * chord(g, after[-1], g * ratio[:, None])).max(0))
        return g, after

    def delta(self) -> float:
        """As the accountant's, but for the outward rounding."""
        both = ((True, -1), (False, 0))
        return max(float(self.steps_after(forward, 300)[1][-1][at]) for forward, at in both)

    def worst(self, forward: bool, many: int) -> Iterator[tuple[bool, tuple[int, ...]]]:
        """The worst sequences that begin with each of the `many` worst first counts."""
        g, after = self.steps_after(forward, 160)
        for first in itertools.islice(self._first(forward, g, after), many):
            sequence, gamma = [], math.exp(self.eps)
            for k, i in enumerate(self.order):
                _, _, below_p, below_q = self.laws[i].sides(forward)
                ratio = np.divide(below_q, below_p, out=np.ones_like(below_q), where=below_p > 0)
                t = first if k == 0 else int(np.argmax(self._values(i, forward, gamma, g, after[-2 - k])))
                sequence.append(t)
                gamma *= float(ratio[t])
            yield forward, tuple(sequence)

    def _first(self, forward: bool, g: Floats, after: list[Floats]) -> Iterator[int]:
        values = self._values(self.order[0], forward, math.exp(self.eps), g, after[-2])
        for t in np.argsort(-values):
            if values[t] > 0.3 * values.max():
                yield int(t)

    def _values(self, i: int, forward: bool, gamma: float, g: Floats, after: Floats) -> Floats:
        p, q, below_p, below_q = self.laws[i].sides(forward)
        stops = np.cumsum(np.maximum(0.0, p - gamma * q)[::-1])[::-1]
        ratio = np.divide(below_q, below_p, out=np.ones_like(below_q), where=below_p > 0)
        return np.asarray(stops + below_p * chord(g, after, gamma * ratio))


def chord(g: Floats, values: Floats, at: Floats) -> Floats:
    """Linear interpolation; left of the grid from D(0) = 1."""
    return np.where(at < g[0], 1.0 - (1.0 - values[0]) * at / g[0], np.interp(at, g, values))


@dataclass
class Programme:
    """The linear programme of one step, in rows of (column, coefficient)."""

    lows: list[float | None]
    highs: list[float | None]
    rows: list[tuple[npt.NDArray[np.int64], Floats]] = field(default_factory=list)
    limits: list[float] = field(default_factory=list)

    def variable(self, low: float | None) -> int:
        self.lows.append(low)
        self.highs.append(None)
        return len(self.lows) - 1

    def at_most(self, limit: float, *terms: tuple[npt.ArrayLike, npt.ArrayLike]) -> None:
        parts = [np.broadcast_arrays(np.atleast_1d(columns), np.asarray(values, float)) for columns, values in terms]
        columns, values = (np.concatenate(part) for part in zip(*parts, strict=True))
        self.rows.append((columns.astype(np.int64), values))
        self.limits.append(limit)

    def solve(self, costs: dict[int, float]) -> Floats | None:
        cost = np.zeros(len(self.lows))
        cost[list(costs)] = list(costs.values())
        at = np.repeat(np.arange(len(self.rows)), [len(c) for c, _ in self.rows])
        columns, values = (np.concatenate(part) for part in zip(*self.rows, strict=True))
        matrix = coo_matrix((values, (at, columns)), shape=(len(self.rows), len(cost))).tocsr()
        bounds = list(zip(self.lows, self.highs, strict=True))
        found = linprog(cost, A_ub=matrix, b_ub=self.limits, bounds=bounds, method="highs", options={"time_limit": 30})
        return None if found.x is None else np.asarray(found.x)


@dataclass
class Search:
    """Tables under improvement; `spread` maps the knots of each to its log weights."""

    eps: float
    order: tuple[int, ...]
    sides: list[Floats]
    last: Last
    spread: list[Floats] = field(init=False)

    def __post_init__(self) -> None:
        self.spread = [knots(len(side) - 1) for side in self.sides]
        self.starts = np.cumsum([0, *(s.shape[1] for s in self.spread)])
        self.pool: dict[tuple[bool, tuple[int, ...]], int] = {}

    def path(self, sides: Sequence[Floats]) -> Route:
        return Route(self.eps, self.last, self.order, [Law(side) for side in sides])

    def mean_error(self, path: Route) -> float:
        return sum(path.laws[i].mean_error for i in self.order) / len(self.order)

    def improve(self, target: float, least_error: bool, seconds: float = SECONDS) -> None:
        """Least delta, stopping at the target; or least E|z| with delta at most the target."""
        begun, radius, stalled = time.process_time(), 0.2, 0
        path = self.path(self.sides)
        delta, merit = self._merit(path, target, least_error)
        self._look(path, 0)
        for turn in itertools.count():
            done = not least_error and delta <= target
            if done or radius < 1e-5 or stalled >= 4 or time.process_time() - begun > seconds:
                return
            step = self._step(path, delta, target, radius, least_error)
            if step is None:
                radius /= 2.0
                continue
            sides = [
                side + spread @ step[a:b]
                for side, spread, a, b in zip(self.sides, self.spread, self.starts, self.starts[1:], strict=False)
            ]
            tried = self.path(sides)
            new_delta, new_merit = self._merit(tried, target, least_error)
            self._look(tried, turn)
            if new_merit < merit - 1e-9:
                stalled = stalled + 1 if merit - new_merit < 2e-4 else 0
                self.sides, path, delta, merit = sides, tried, new_delta, new_merit
                radius = min(radius * 1.6, 0.6)
            else:
                radius /= 3.0
            self.pool = {s: seen for s, seen in self.pool.items() if turn - seen <= 10}

    def _merit(self, path: Route, target: float, least_error: bool) -> tuple[float, float]:
        delta = path.delta()
        over = math.log(delta / target)
        return delta, math.log(self.mean_error(path)) + 20.0 * max(0.0, over) if least_error else over

    def _look(self, path: Route, turn: int) -> None:
        many = 40 if max(law.bound for law in path.laws) <= KNOTS else 20
        for forward in (True, False):
            self.pool.update(dict.fromkeys(path.worst(forward, many), turn))

    def _step(self, path: Route, delta: float, target: float, radius: float, least_error: bool) -> Floats | None:
        size = int(self.starts[-1])
        programme = Programme([-radius] * size, [radius] * size)
        over = programme.variable(0.0 if least_error else None)
        allowed = target * (1.0 - 2e-4) / delta if least_error else 1.0
        for sequence in self.pool:
            self._constrain(programme, path, sequence, delta, allowed, radius, over)
        if not programme.rows:
            return None
        costs = {over: 20.0 * delta / target if least_error else 1.0}
        if least_error:
            total = np.zeros(size)
            for i in self.order:
                law = path.laws[i]
                total += self._columns(i, law.by_side(np.abs(np.arange(-law.bound, law.bound + 1.0))))
            costs |= dict(enumerate(total / (len(self.order) * self.mean_error(path))))
        found = programme.solve(costs)
        return None if found is None else found[:size]

    def _columns(self, i: int, by_side: Floats) -> Floats:
        out = np.zeros(int(self.starts[-1]))
        out[self.starts[i] : self.starts[i + 1]] = by_side @ self.spread[i]
        return out

    def _log_below(self, law: Law, i: int, count: int) -> Floats:
        """The gradient of ln P(the first `count` draws)."""
        if not 0 < count < len(law.pmf):
            return np.zeros(int(self.starts[-1]))
        inside = (np.arange(len(law.pmf)) < count).astype(np.float64)
        return self._columns(i, law.by_side(inside / law.pmf[:count].sum()))

    def _constrain(
        self,
        programme: Programme,
        path: Route,
        sequence: tuple[bool, tuple[int, ...]],
        delta: float,
        allowed: float,
        radius: float,
        over: int,
    ) -> None:
        """Its divergence, linearised, in units of delta: at most `allowed` + the variable `over`."""
        forward, thresholds = sequence
        size = int(self.starts[-1])
        shift_p, shift_q = (0, 1) if forward else (1, 0)
        reach_p, reach_q, gamma = 1.0, 1.0, math.exp(self.eps)
        log_p, log_ratio = np.zeros(size), np.zeros(size)
        value, fixed, gradient, kinks = 0.0, 0.0, np.zeros(size), []
        for i, t in zip(self.order, thresholds, strict=True):
            law = path.laws[i]
            p, q, below_p, below_q = law.sides(forward)
            here_p, here_q = reach_p * p[t:], gamma * reach_q * q[t:]
            terms, draws = here_p - here_q, np.arange(t, len(p))
            value += terms[terms > 0].sum()
            with np.errstate(divide="ignore", invalid="ignore"):
                loss = np.where(here_q > 0, np.log(here_p / here_q), np.inf)
            narrow = min(1.0, KNOTS / law.bound)
            near = (np.abs(loss) < 3.0 * radius * narrow + 0.02) & (here_p > 1e-5 * delta)
            sure = (terms > 0) & ~near
            fixed += terms[sure].sum()
            gradient += here_p[sure].sum() * log_p - here_q[sure].sum() * (log_p - log_ratio)
            by_pmf = np.zeros(len(law.pmf))
            for shift, weight in ((shift_p, reach_p), (shift_q, -gamma * reach_q)):
                at = draws[sure] - shift
                np.add.at(by_pmf, at[(at >= 0) & (at < len(by_pmf))], weight)
            gradient += self._columns(i, law.by_side(by_pmf))
            if near.any():
                kinks.append((i, draws[near], loss[near], here_p[near], log_ratio))
            count_p, count_q = (t, t - 1) if forward else (t - 1, t)
            grown_p, grown_q = self._log_below(law, i, count_p), self._log_below(law, i, count_q)
            log_p, log_ratio = log_p + grown_p, log_ratio + grown_p - grown_q
            reach_p, reach_q = reach_p * below_p[t], reach_q * below_q[t]
        if reach_p > 0:
            last_p, last_q = (float(x) for x in self.last.masses(gamma * reach_q / reach_p))
            end_p, end_q = reach_p * last_p, gamma * reach_q * last_q
            value, fixed = value + end_p - end_q, fixed + end_p - end_q
            gradient += end_p * log_p - end_q * (log_p - log_ratio)
        if value < delta * math.exp(-max(1.0, 6.0 * radius)):
            return
        everything, parts = np.arange(size), []
        for i, draws, losses, weights, ratio in kinks:
            prefix = programme.variable(None)  # the change of ln(P/Q) before this test
            programme.at_most(0.0, (everything, ratio), (prefix, -1.0))
            spread, start = self.spread[i], int(self.starts[i])
            for draw, loss, weight in zip(draws, losses, weights / delta, strict=True):
                part = programme.variable(0.0)
                slope = spread[abs(draw - shift_p - len(spread) + 1)] - spread[abs(draw - shift_q - len(spread) + 1)]
                used = np.flatnonzero(slope)
                programme.at_most(
                    weight * math.expm1(-loss), (start + used, weight * slope[used]), (prefix, weight), (part, -1.0)
                )
                parts.append(part)
        programme.at_most(allowed - fixed / delta, (everything, gradient / delta), (parts, 1.0), (over, -1.0))


def knots(bound: int) -> Floats:
    """(M+1, knots): log weights from their values at evenly spaced k; the identity for small M."""
    if bound <= KNOTS:
        return np.eye(bound + 1)
    places = np.linspace(0, bound, KNOTS + 1)
    return np.array([np.interp(np.arange(bound + 1), places, row) for row in np.eye(KNOTS + 1)]).T


def stretched(side: Floats, bound: int) -> Floats:
    places = np.linspace(0, len(side) - 1, bound + 1)
    return np.asarray(np.interp(places, np.arange(len(side)), side))


def table_of(side: Floats) -> NoiseTable:
    return NoiseTable.from_log_weights(np.round(side - side.max(), 5))


def certified(tables: Sequence[NoiseTable], eps: float) -> float:
    return delta_bound([*(hit(table, table.bound + 1) for table in tables), rest(rest_noise(eps, DELTA))], eps)


def mean_error(table: NoiseTable) -> float:
    return float(table.pmf @ np.abs(np.arange(-table.bound, table.bound + 1)))


@dataclass(frozen=True)
class Found:
    """A certified table."""

    side: Floats

    @property
    def bound(self) -> int:
        return len(self.side) - 1

    def row(self, eps: float, tests: int) -> Result:
        table = table_of(self.side)
        logs = [round(float(v), 5) for v in self.side - self.side.max()]
        spent = certified([table] * tests, eps)
        return {"bound": self.bound, "error": mean_error(table), "delta": spent, "logs": logs}


def attempt(eps: float, tests: int, bound: int, start: Floats, target_error: float | None) -> Found | None:
    """A table of that M within DELTA, then of least E|z|; None if delta or the asked E|z| is out of reach."""
    search = Search(eps, (0,) * tests, [stretched(start, bound)], Last(rest_noise(eps, DELTA)))
    search.improve(DELTA * 0.9995, least_error=False)
    if certified([table_of(search.sides[0])] * tests, eps) > DELTA:
        return None
    reached = Found(search.sides[0])
    search.improve(DELTA * 0.9995, least_error=True)
    better = Found(search.sides[0])
    if certified([table_of(better.side)] * tests, eps) <= DELTA:
        reached = better
    return reached if target_error is None or mean_error(table_of(reached.side)) <= target_error else None


def free(eps: float, tests: int, start: Floats | None) -> Result:
    """The three searches at one setting, from the family's table and (for wide tables) one of a larger eps."""
    family = calibrate_onehit(eps, DELTA, tests, True).table
    side = np.log(family.pmf[family.bound :]) if start is None else start
    found: dict[int, Found] = {}
    stride, bound = max(1, family.bound // 40), family.bound
    while bound > 0 and (here := attempt(eps, tests, bound, side, None)) is not None:
        found[bound], side, bound = here, here.side, bound - stride
        print(f"  M={here.bound} E|z|={mean_error(table_of(here.side)):.3f}", flush=True)
    result: Result = {
        "eps": eps,
        "tests": tests,
        "lower": least_possible_bound(eps, DELTA, tests),
    }
    if found:
        result["least"] = found[min(found)].row(eps, tests)
        result["same_bound"] = found[max(found)].row(eps, tests)
        fair = [f for f in found.values() if mean_error(table_of(f.side)) <= mean_error(family)]
        if fair:
            result["fair"] = min(fair, key=lambda f: f.bound).row(eps, tests)
    return result


def per_level(eps: float, tests: int, start: Floats) -> Result:
    """Each test its own table, from the best common one: bounds are lowered one test at a time while delta allows."""
    last = Last(rest_noise(eps, DELTA))
    bounds = [len(start) - 1] * tests
    sides = [start] * tests

    def tried(new: list[int]) -> list[Floats] | None:
        search = Search(eps, tuple(range(tests)), [stretched(s, m) for s, m in zip(sides, new, strict=True)], last)
        search.improve(DELTA * 0.9995, least_error=False)
        return search.sides if certified([table_of(s) for s in search.sides], eps) <= DELTA else None

    improved = True
    while improved:
        improved = False
        for i in range(tests):
            new = [m - (i == j) for j, m in enumerate(bounds)]
            if (better := tried(new)) is not None:
                bounds, sides, improved = new, better, True
    tables = [table_of(side) for side in sides]
    return {
        "eps": eps,
        "tests": tests,
        "bounds": bounds,
        "logs": [[round(float(v), 5) for v in side - side.max()] for side in sides],
        "delta": certified(tables, eps),
        "error": sum(map(mean_error, tables)) / tests,
    }


def page(results: dict[str, list[Result]]) -> str:
    """Everything recorded, certified again, as the tables of the page."""
    lines = [
        "| eps | tests | family: M | E\\|z\\| | least M | E\\|z\\| | least M, E\\|z\\| not larger | at the family's M: "
        "E\\|z\\| | no table below |",
        "|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for row in sorted(results["free"], key=lambda r: (r["eps"], r["tests"])):
        eps, tests = row["eps"], row["tests"]
        for kind in ("least", "same_bound", "fair"):
            if kind in row:
                table = table_of(np.array(row[kind]["logs"]))
                assert certified([table] * tests, eps) <= DELTA
        family, least, same = calibrate_onehit(eps, DELTA, tests, True).table, row["least"], row["same_bound"]
        fair = min(family.bound, row["fair"]["bound"] if "fair" in row else family.bound)
        lines.append(
            f"| {eps:g} | {tests} | {family.bound} | {mean_error(family):.2f} | {least['bound']} "
            f"| {least['error']:.2f} | {fair} | {same['error']:.2f} | {math.ceil(row['lower'] - 1e-6)} |"
        )
    lines += ["", "| tests | M of each test | mean | mean E\\|z\\| | one free table: M | no mean below |"]
    lines += ["|---:|---|---:|---:|---:|---:|"]
    shared = {r["tests"]: r["least"]["bound"] for r in results["free"] if r["eps"] == 1.0}
    for row in sorted(results["levels"], key=lambda r: r["tests"]):
        tables = [table_of(np.array(logs)) for logs in row["logs"]]
        assert certified(tables, row["eps"]) <= DELTA
        lower = least_possible_bound(row["eps"], DELTA, row["tests"], common=False)
        lines.append(
            f"| {row['tests']} | {', '.join(map(str, row['bounds']))} | {np.mean(row['bounds']):.1f} "
            f"| {row['error']:.2f} | {shared[row['tests']]} | {lower:.1f} |"
        )
    return "\n".join(lines)


def recorded() -> dict[str, list[Result]]:
    return json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {"free": [], "levels": []}


def record(kind: str, row: Result) -> None:
    results = recorded()
    others = [r for r in results[kind] if (r["eps"], r["tests"]) != (row["eps"], row["tests"])]
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps({**results, kind: [*others, row]}), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="eps,tests of one setting")
    parser.add_argument("--levels", action="store_true", help="a table of its own for each test, eps = 1")
    parser.add_argument("--page", action="store_true", help="write docs/noise_tables.md from what is recorded")
    args = parser.parse_args()
    if args.page:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(START)
        PAGE.write_text(f"{before}{START}\n{page(recorded())}\n{END}{rest.partition(END)[2]}", encoding="utf-8")
        return
    kind = "levels" if args.levels else "free"
    asked = [(1.0, tests) for tests in (2, 3, 5)] if args.levels else list(itertools.product(EPS, TESTS))
    if args.only:
        eps, tests = args.only.split(",")
        asked = [(float(eps), int(tests))]
    for eps, tests in asked:
        known = {(row["eps"], row["tests"]): row for row in recorded()["free"]}
        if not args.only and any((r["eps"], r["tests"]) == (eps, tests) for r in recorded()[kind]):
            continue
        begun = time.process_time()
        if args.levels:
            row = per_level(eps, tests, np.array(known[eps, tests]["least"]["logs"]))
        else:
            near = [known[e, tests] for e in EPS if e > eps and "least" in known.get((e, tests), {})]
            row = free(eps, tests, np.array(near[-1]["same_bound"]["logs"]) if near and eps < 0.5 else None)
        record(kind, row)
        shown = {k: v["bound"] if isinstance(v, dict) else v for k, v in row.items() if k != "logs"}
        print(f"{shown} ({time.process_time() - begun:.0f} s of CPU)", flush=True)


if __name__ == "__main__":
    main()

"""Searches the shapes of the shipped settings and writes them to dphh_sql/accounting.

    python benchmarks/calibration_table.py [--kind settings|bits|cuts|adds] [--only eps,delta,tests]

For each (eps, delta, tests): the least M of the family exp(-|k/s|**a - b|k|), then the least standard deviation
at that M. `settings` are one-hit tests with the rest row, `bits` and `cuts` tests of two and of three answers,
`adds` noisy counts; of a cut the least w + M is searched. Takes about an hour and resumes where it stopped; the
result is re-certified by the tests and at every use.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scipy.optimize import minimize

from dphh_sql.accounting.calibrate import Setting, Shape, onehit_steps, rest_noise, shipped_settings
from dphh_sql.accounting.calibrate_threshold import SETTINGS, threshold_steps
from dphh_sql.accounting.path import delta_bound
from dphh_sql.accounting.steps import Step

TARGETS = Path(__file__).parents[1] / "dphh_sql" / "accounting"
EPS = (1.0, 0.5, 0.1, 3.0, 8.0)
DELTAS = (1e-6, 1e-5, 1e-9, 1e-8, 1e-4, 1e-12)
TESTS = (1, 2, 3, 4, 5, 8, 16, 32, 64)
SEARCH, CERTIFY = 60, None
FIRST = Setting(1.0, 1e-6, 1, 14, Shape(13.0, 1.1, 0.5), between=1)


def wanted(kind: str) -> Iterator[tuple[float, float, int]]:
    """(eps, delta, tests) in the order in which each finds a near one before it."""
    if kind == "settings":
        yield from ((eps, delta, tests) for delta in DELTAS for eps in EPS for tests in TESTS)
        return
    long = {"bits": (10, 12, 14, 17, 21, 32, 64), "cuts": (10, 12, 14, 17, 21), "adds": (16, 32, 64)}[kind]
    short = range(1, 9)
    if kind == "adds":  # additive steps take a second each
        yield from itertools.product((1.0, 0.5, 0.1, 3.0), (1e-6, 1e-5, 1e-9), (*short, *long))
        return
    yield from itertools.product((1.0,), (1e-6,), (*short, *long))
    yield from itertools.product((0.1, 0.5, 3.0), (1e-6,), short if kind == "bits" else (3, 7))
    yield from itertools.product((1.0,), (1e-5, 1e-9), (*short, long[0]) if kind == "bits" else (1, 3, 5, 8, long[2]))


@dataclass(frozen=True)
class Course:
    """What is calibrated: the steps of one kind at one (eps, delta, tests, w)."""

    kind: str
    eps: float
    delta: float
    tests: int
    between: int = 0

    def steps(self, bound: int, shape: Shape) -> Sequence[Step]:
        table = shape.table(bound)
        if self.kind == "settings":
            return onehit_steps(table, bound + 1, self.tests, rest_noise(self.eps, self.delta))
        kind = next(kind for kind, name in SETTINGS.items() if name == self.kind)
        return threshold_steps(kind, table, 0, self.tests, self.between)

    def spent(self, bound: int, shape: Shape, resolution: int | None) -> float:
        return delta_bound(self.steps(bound, shape), self.eps, resolution)


def decode(x: list[float]) -> Shape:
    return Shape(math.exp(min(x[0], 6.0)), math.exp(min(abs(x[1]), 2.5)), abs(x[2]))


def encode(shape: Shape) -> list[float]:
    return [math.log(shape.drop), math.log(shape.power), shape.linear]


def least_delta(path: Course, bound: int, start: Shape, evaluations: int) -> tuple[float, Shape]:
    def objective(x: list[float]) -> float:
        return math.log(path.spent(bound, decode(x), SEARCH))

    x0 = encode(start)
    simplex = [x0, [x0[0] + 0.1, *x0[1:]], [x0[0], x0[1] + 0.1, x0[2]], [*x0[:2], x0[2] + 0.5]]
    found = minimize(
        objective,
        x0,
        method="Nelder-Mead",
        options={"maxfev": evaluations, "xatol": 1e-3, "fatol": 1e-3, "initial_simplex": simplex},
    )
    return math.exp(found.fun), decode(list(found.x))


def least_sd(path: Course, bound: int, start: Shape) -> Shape:
    def objective(x: list[float]) -> float:
        over = math.log(path.spent(bound, decode(x), SEARCH) / path.delta)
        return math.log(decode(x).table(bound).sd) + 100.0 * max(0.0, over + 0.01)

    found = minimize(
        objective,
        encode(start),
        method="Nelder-Mead",
        options={"maxfev": 20 if bound > 150 else 60, "xatol": 1e-3, "fatol": 1e-4},
    )
    shape = decode(list(found.x))
    return shape if path.spent(bound, shape, CERTIFY) <= path.delta else start


def least_bound(path: Course, start: Setting) -> tuple[int, Shape] | None:
    scaled = start.bound * start.eps / path.eps * math.log(1 / path.delta) / math.log(1 / start.delta)
    bound = max(2, round(scaled * (path.tests / start.tests) ** 0.3))
    wide = bound > 150  # the shape hardly changes with M there: search it once, then M alone
    first = replace(start.shape, drop=max(1.0, start.shape.drop + math.log(start.delta / path.delta)))
    reached, shape = least_delta(path, bound, first, 40 if wide else 120)
    best: tuple[int, Shape] | None = None
    for _ in range(60):
        if reached <= path.delta and path.spent(bound, shape, CERTIFY) <= path.delta:
            best = bound, shape
            if bound == 1:
                break
            bound -= max(1, round(0.6 * bound * math.log(path.delta / reached) / math.log(1 / path.delta)))
        elif best is not None and best[0] - bound <= 1:
            break
        elif best is not None:
            bound = (best[0] + bound + 1) // 2
        else:
            bound += max(1, round(0.6 * bound * math.log(reached / path.delta) / math.log(1 / path.delta)))
        reached, shape = least_delta(path, bound, shape, 12 if wide else 60)
    return best


def search(kind: str, eps: float, delta: float, tests: int, start: Setting) -> Setting | None:
    """The least margin found; w of a cut climbs or falls while that helps."""
    tried: dict[int, Setting] = {}

    def margin(between: int) -> float:
        if between not in tried:
            near = min(tried.values(), key=lambda s: abs(s.between - between), default=start)
            found = least_bound(Course(kind, eps, delta, tests, between), near)
            if found is None:
                return math.inf
            tried[between] = Setting(eps, delta, tests, found[0], found[1], between)
        return between + tried[between].bound

    def climbed(best: int, stride: int) -> int:
        """Two strides on either side: the margin is an integer, so it has plateaus."""
        while True:
            nearby = [best + stride, best - stride, best + 2 * stride, best - 2 * stride]
            better = min((w for w in nearby if w >= 1), key=margin)
            if margin(better) < margin(best):
                best = better
            elif stride == 1:
                return best
            else:
                stride //= 2

    if kind == "cuts":  # both no gap to speak of and a wide one can be a local minimum
        wide = max(2, round(max(start.between, start.bound / 8) * start.eps / eps))
        best = min(climbed(1, 1), climbed(wide, max(1, wide // 3)), key=margin)
    else:
        best = 0
        margin(best)
    if best not in tried:
        return None
    found = tried[best]
    path = Course(kind, eps, delta, tests, best)
    return replace(found, shape=least_sd(path, found.bound, found.shape))


def write(kind: str, settings: list[Setting]) -> None:
    rows = [
        {
            "eps": s.eps,
            "delta": s.delta,
            "tests": s.tests,
            "bound": s.bound,
            **({"between": s.between} if s.between else {}),
            "shape": [round(v, 5) for v in (s.shape.drop, s.shape.power, s.shape.linear)],
        }
        for s in sorted(settings, key=lambda s: (s.eps, -s.delta, s.tests))
    ]
    lines = ",\n".join("  " + json.dumps(row) for row in rows)
    (TARGETS / f"{kind}.json").write_text('{"settings": [\n' + lines + "\n]}\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", default="settings", choices=["settings", *SETTINGS.values()])
    parser.add_argument("--only", help="eps,delta,tests of one setting")
    args = parser.parse_args()
    asked = [tuple(float(v) for v in args.only.split(","))] if args.only else wanted(args.kind)
    found = {(s.eps, s.delta, s.tests): s for s in shipped_settings(args.kind)}
    for eps, delta, number in asked:
        tests = int(number)
        if (eps, delta, tests) in found and not args.only:
            continue
        near = min(
            found.values(),
            key=lambda s: (
                5 * abs(math.log(s.tests / tests)) + abs(math.log(s.eps / eps)) + abs(math.log(s.delta / delta)) / 9
            ),
            default=FIRST,
        )
        begun = time.perf_counter()
        setting = search(args.kind, eps, delta, tests, near)
        if setting is None:
            print(f"eps={eps:g} delta={delta:g} tests={tests}: not found, left out", flush=True)
            continue
        found[(eps, delta, tests)] = setting
        sd = setting.shape.table(setting.bound).sd
        print(
            f"eps={eps:g} delta={delta:g} tests={tests}: w={setting.between} M={setting.bound} sd={sd:.2f} "
            f"{setting.shape} ({time.perf_counter() - begun:.1f} s)",
            flush=True,
        )
        write(args.kind, list(found.values()))


if __name__ == "__main__":
    main()

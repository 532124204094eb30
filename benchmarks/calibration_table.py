"""Searches the shapes of the shipped settings and writes dphh_sql/accounting/settings.json.

    python benchmarks/calibration_table.py [--only eps,delta,tests]

For each (eps, delta, tests), with the rest row: the least M of the family exp(-|k/s|**a - b|k|), then the
least standard deviation at that M. Takes about an hour and resumes where it stopped; the result is re-certified
by the tests and at every use.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import replace
from pathlib import Path

from scipy.optimize import minimize

from dphh_sql.accounting.calibrate import Setting, Shape, onehit_steps, rest_noise, shipped_settings
from dphh_sql.accounting.path import delta_bound

TARGET = Path(__file__).parents[1] / "dphh_sql" / "accounting" / "settings.json"
EPS = (1.0, 0.5, 0.1, 3.0, 8.0)
DELTAS = (1e-6, 1e-5, 1e-9, 1e-8, 1e-4, 1e-12)
TESTS = (1, 2, 3, 4, 5, 8, 16, 32, 64)
SEARCH, CERTIFY = 60, None


def spent(eps: float, delta: float, tests: int, bound: int, shape: Shape, resolution: int | None) -> float:
    steps = onehit_steps(shape.table(bound), bound + 1, tests, rest_noise(eps, delta))
    return delta_bound(steps, eps, resolution)


def decode(x: list[float]) -> Shape:
    return Shape(math.exp(min(x[0], 6.0)), math.exp(min(abs(x[1]), 2.5)), abs(x[2]))


def encode(shape: Shape) -> list[float]:
    return [math.log(shape.drop), math.log(shape.power), shape.linear]


def least_delta(
    eps: float, delta: float, tests: int, bound: int, start: Shape, evaluations: int
) -> tuple[float, Shape]:
    def objective(x: list[float]) -> float:
        return math.log(spent(eps, delta, tests, bound, decode(x), SEARCH))

    x0 = encode(start)
    simplex = [x0, [x0[0] + 0.1, *x0[1:]], [x0[0], x0[1] + 0.1, x0[2]], [*x0[:2], x0[2] + 0.5]]
    found = minimize(
        objective,
        x0,
        method="Nelder-Mead",
        options={"maxfev": evaluations, "xatol": 1e-3, "fatol": 1e-3, "initial_simplex": simplex},
    )
    return math.exp(found.fun), decode(list(found.x))


def least_sd(eps: float, delta: float, tests: int, bound: int, start: Shape) -> Shape:
    def objective(x: list[float]) -> float:
        over = math.log(spent(eps, delta, tests, bound, decode(x), SEARCH) / delta)
        return math.log(decode(x).table(bound).sd) + 100.0 * max(0.0, over + 0.01)

    found = minimize(
        objective,
        encode(start),
        method="Nelder-Mead",
        options={"maxfev": 20 if bound > 150 else 60, "xatol": 1e-3, "fatol": 1e-4},
    )
    shape = decode(list(found.x))
    return shape if spent(eps, delta, tests, bound, shape, CERTIFY) <= delta else start


def search(eps: float, delta: float, tests: int, start: Setting) -> Setting | None:
    scaled = start.bound * start.eps / eps * math.log(1 / delta) / math.log(1 / start.delta)
    bound = max(2, round(scaled * (tests / start.tests) ** 0.3))
    wide = bound > 150  # the shape hardly changes with M there: search it once, then M alone
    first = replace(start.shape, drop=max(1.0, start.shape.drop + math.log(start.delta / delta)))
    reached, shape = least_delta(eps, delta, tests, bound, first, 40 if wide else 120)
    best: tuple[int, Shape] | None = None
    for _ in range(60):
        if reached <= delta and spent(eps, delta, tests, bound, shape, CERTIFY) <= delta:
            best = bound, shape
            if bound == 1:
                break
            bound -= max(1, round(0.6 * bound * math.log(delta / reached) / math.log(1 / delta)))
        elif best is not None and best[0] - bound <= 1:
            break
        elif best is not None:
            bound = (best[0] + bound + 1) // 2
        else:
            bound += max(1, round(0.6 * bound * math.log(reached / delta) / math.log(1 / delta)))
        reached, shape = least_delta(eps, delta, tests, bound, shape, 12 if wide else 60)
    if best is None:
        return None
    return Setting(eps, delta, tests, best[0], least_sd(eps, delta, tests, *best))


def write(settings: list[Setting]) -> None:
    rows = [
        {
            "eps": s.eps,
            "delta": s.delta,
            "tests": s.tests,
            "bound": s.bound,
            "shape": [round(v, 5) for v in (s.shape.drop, s.shape.power, s.shape.linear)],
        }
        for s in sorted(settings, key=lambda s: (s.eps, -s.delta, s.tests))
    ]
    lines = ",\n".join("  " + json.dumps(row) for row in rows)
    TARGET.write_text('{"settings": [\n' + lines + "\n]}\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="eps,delta,tests of one setting")
    only = parser.parse_args().only
    wanted = (
        [tuple(float(v) for v in only.split(","))]
        if only
        else [(eps, delta, tests) for delta in DELTAS for eps in EPS for tests in TESTS]
    )
    known = shipped_settings() if TARGET.exists() and not only else ()
    found: dict[tuple[float, float, int], Setting] = {(s.eps, s.delta, s.tests): s for s in known}
    last = Setting(1.0, 1e-6, 1, 14, Shape(13.0, 1.1, 0.5))
    for eps, delta, tests in wanted:
        if (eps, delta, int(tests)) in found:
            continue
        near = min(
            found.values(),
            key=lambda s: (
                5 * abs(math.log(s.tests / tests)) + abs(math.log(s.eps / eps)) + abs(math.log(s.delta / delta)) / 9
            ),
            default=last,
        )
        begun = time.perf_counter()
        setting = search(eps, delta, int(tests), near)
        if setting is None:
            print(f"eps={eps:g} delta={delta:g} tests={int(tests)}: not found, left out", flush=True)
            continue
        found[(eps, delta, int(tests))] = setting
        sd = setting.shape.table(setting.bound).sd
        print(
            f"eps={eps:g} delta={delta:g} tests={int(tests)}: M={setting.bound} sd={sd:.2f} {setting.shape} "
            f"({time.perf_counter() - begun:.1f} s)",
            flush=True,
        )
        write(list(found.values()))


if __name__ == "__main__":
    main()

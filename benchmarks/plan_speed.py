"""How long a plan takes: cold (the first plan of a fresh process) and warm (the same plan again).

Each setting has processes of its own. The clock of a cold plan starts after the import, so it covers the
look-up in the shipped table or, for a setting that is not in it, the whole calibration, and then the
certification. Medians over the processes.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from statistics import median
from timeit import repeat

SETTINGS: list[dict[str, object]] = [
    {"hierarchy": "zip", "eps": 1},
    {"hierarchy": "ipv4", "eps": 0.5, "delta": 1e-6},
    {"hierarchy": "zip", "eps": 0.73, "delta": 3.1e-7},
    {"hierarchy": "ipv4", "eps": 1.9, "delta": 4.7e-9},
    {"hierarchy": "chars(5)", "eps": 0.13, "delta": 2.3e-6},
    {"hierarchy": "chars(16)", "eps": 1.37, "delta": 5.9e-7},
]
WARM_CALLS = 200


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=3, help="processes for each setting")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(one(json.loads(args.one))))
        return

    print(f"{'dp_hhh plan for':<46}{'tau':>6}{'cold ms':>11}{'warm ms':>11}")
    for setting in SETTINGS:
        runs = [fresh(setting) for _ in range(args.repeats)]
        name = ", ".join(f"{key}={value}" for key, value in setting.items())
        cold, warm = (1000 * median(run[key] for run in runs) for key in ("cold", "warm"))
        print(f"{name:<46}{runs[0]['tau']:>6.0f}{cold:>11.1f}{warm:>11.4f}")


def fresh(setting: dict[str, object]) -> dict[str, float]:
    """`one(setting)` in a new process."""
    command = [sys.executable, __file__, "--one", json.dumps(setting)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    result: dict[str, float] = json.loads(done.stdout)
    return result


def one(setting: dict[str, object]) -> dict[str, float]:
    """Seconds of the first and of a later plan in this process, and its threshold."""
    import dphh_sql

    def plan() -> object:
        return dphh_sql.plan("dp_hhh", **setting)

    (cold,) = repeat(plan, number=1, repeat=1)
    warm = median(repeat(plan, number=1, repeat=WARM_CALLS))
    return {"cold": cold, "warm": warm, "tau": dphh_sql.plan("dp_hhh", **setting).tau}


if __name__ == "__main__":
    main()

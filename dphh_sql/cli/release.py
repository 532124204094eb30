"""`dphh release JOB.toml`: run a release job. Exit status: see `STATUSES`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dphh_sql.errors import BudgetError, DeliveryError, DphhError, EngineError, LedgerError

if TYPE_CHECKING:
    from dphh_sql.jobs import Outcome, Run

STATUSES: tuple[tuple[type[BaseException], int, str], ...] = (
    (BudgetError, 4, "the budget does not allow it"),
    (EngineError, 3, "the engine failed or was not reached"),
    (LedgerError, 3, "the ledger failed"),
    (DeliveryError, 3, "the disk or the target failed"),
    (DphhError, 1, "refused: something in the job, its target or the policy has to change"),
    (KeyboardInterrupt, 130, "interrupted"),
)
"""The first line that fits says the exit status (0: done, now or before; 2: wrong usage of the command line)."""


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its arguments."""
    text = "run a release job: count in the warehouse, release once, write the rows and their certificate"
    told = "; ".join(f"{status} {meaning}" for _, status, meaning in STATUSES)
    command = commands.add_parser("release", help=text, description=f"{text}. Exit status: 0 done; 2 usage; {told}.")
    command.add_argument("job", help="the job (TOML)")
    command.add_argument("--period", help="in place of the file's")
    command.add_argument("--dry-run", action="store_true", help="show the plan and the SQL; charge and write nothing")
    command.add_argument("--json", action="store_true", help="the outcome, or the error, as one JSON object")
    command.set_defaults(command=run)


def run(parsed: argparse.Namespace) -> int:
    """Run it; returns the exit status."""
    from dphh_sql.jobs import Run, load

    job_run: Run | None = None
    try:
        job = load(parsed.job, parsed.period)
        with _progress() as report:
            job_run = Run(job, report)
            try:
                found = _dry(job_run) if parsed.dry_run else _done(job_run, job_run.run())
            finally:
                job_run.close()
        _tell(found, parsed.json)  # after the running line, which takes standard output over
    except (DphhError, KeyboardInterrupt) as error:
        status = next(status for kind, status, _ in STATUSES if isinstance(error, kind))
        said = str(error) or "interrupted."
        state = "nothing was charged" if job_run is None or parsed.dry_run else job_run.state
        if parsed.json:
            print(json.dumps({"status": status, "error": said, "state": state}))
        print(f"dphh: {said}\ndphh: {state}.", file=sys.stderr)
        return status
    return 0


def _done(job: Run, outcome: Outcome) -> dict[str, object]:
    from dphh_sql.releasing import never_stored

    entry, spent = outcome.entry, not outcome.repeated
    return {
        "status": 0,
        "job": job.job.name,
        "release_id": entry.release_id,
        "repeated": outcome.repeated,
        "never_stored": [entry.release_id for entry in outcome.lost],
        "table": str(entry.table),
        "unit": entry.unit,
        "eps": entry.eps,
        "delta": entry.delta,
        "rows": outcome.rows,
        "target": [piece.name for piece in job.pieces],
        "written": list(outcome.written),
        "text": (
            f"{job.job.name}: release {entry.release_id} of {entry.table}, {outcome.rows} rows, "
            + (f"eps {entry.eps!r}, delta {entry.delta!r}" if spent else "made before: nothing was spent")
            + (f"\nthe job was charged more than once: {never_stored(outcome.lost)}" if outcome.lost else "")
            + (f"\nwritten: {', '.join(outcome.written)}" if outcome.written else "\nthe target is there already")
        ),
    }


def _dry(job: Run) -> dict[str, object]:
    plan, sql = job.plan, job.sql()
    pays = f"{job.table} by {plan.unit} pays eps {plan.eps!r}, delta {plan.delta!r}"
    target = [piece.name for piece in job.pieces]
    there = [piece.name for piece in job.pieces if piece.exists()]
    text = [plan.explain(), f"{job.engine().name} would run:\n\n{sql}", f"{pays}, and {', '.join(target)} are written."]
    text += [f"There already: {', '.join(there)}."] if there else []
    return {
        "status": 0, "job": job.job.name, "dry_run": True, "table": str(job.table), "unit": plan.unit, "eps": plan.eps,
        "delta": plan.delta, "method": plan.mechanism, "tau": plan.tau, "floor": plan.floor,
        "engine": job.engine().name, "sql": sql, "target": target, "exists": there, "text": "\n\n".join(text),
    }  # fmt: skip


def _tell(found: dict[str, object], as_json: bool) -> None:
    text = found.pop("text")
    print(json.dumps(found) if as_json else text, flush=True)


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """A running line on a terminal that rich can draw on, else a line for each step; on stderr."""
    if sys.stderr.isatty():
        try:
            from rich.console import Console
        except ImportError:  # the extra `jobs`
            pass
        else:
            with Console(stderr=True).status("plan ...") as status:
                yield lambda step: status.update(f"{step} ...")
            return
    yield lambda step: print(f"dphh: {step} ...", file=sys.stderr, flush=True)

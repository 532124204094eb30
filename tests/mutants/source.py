"""Mistakes in the source itself, one line each, and the test that catches each (privacy.md, section 9.3).

`python -m tests.mutants` applies them to a copy of the package, one by one, runs the test named and prints what
happened. Those made as classes, of which the exact law is computed, are listed as well: they live in
`dphh_sql.audit.mutants`, in `dphh_sql.audit.compared` and beside the tests named.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Mutant:
    """`old` becomes `new` in `file`; `test` fails."""

    mistake: str
    file: str
    old: str
    new: str
    test: str


SOURCE = (
    Mutant(
        "strict HAVING in the counting query",
        "dphh_sql/counting.py",
        'exp.column("n") >= floor',
        'exp.column("n") > floor',
        "tests/test_counting.py::test_every_fixed_item",
    ),
    Mutant(
        "count noise dropped",
        "dphh_sql/mechanisms/onehit.py",
        "residuals.append(noisy[hit])",
        "residuals.append((level.counts - covered)[hit])",
        "tests/exact/test_onehit.py",
    ),
    Mutant(
        "selection on unconditional counts",
        "dphh_sql/mechanisms/onehit.py",
        "noisy = level.counts - covered + table.sample(len(level))",
        "noisy = level.counts + table.sample(len(level))",
        "tests/exact/test_onehit.py",
    ),
    Mutant(
        "one gamma for all nodes of a level",
        "dphh_sql/mechanisms/onehit.py",
        "covered + table.sample(len(level))",
        "covered + table.sample(1)",
        "tests/exact/test_onehit.py",
    ),
    Mutant(
        "threshold from |X|",
        "dphh_sql/mechanisms/onehit.py",
        "hit = noisy >= design.tau",
        "hit = noisy >= design.tau + tree.total // 4",
        "tests/exact/test_onehit.py",
    ),
    Mutant(
        "a rest row without noise",
        "dphh_sql/mechanisms/onehit.py",
        "int(covered[0]) + int(design.rest_table.sample(1)[0])",
        "int(covered[0])",
        "tests/exact/test_onehit.py",
    ),
    Mutant(
        "accountant: no count tau - M - 1",
        "dphh_sql/accounting/path.py",
        "return _Moves(((np.maximum.reduceat(p, starts), np.minimum.reduceat(ratios, starts)),), tails)",
        "return _Moves(((np.maximum.reduceat(p, starts)[:-1], np.minimum.reduceat(ratios, starts)[:-1]),), tails[:-1])",
        "tests/accounting/test_path.py",
    ),
    Mutant(
        "accountant: truncation mass forgotten",
        "dphh_sql/accounting/path.py",
        "return p * UP, q * DOWN\n\n\ndef _divergences",
        "return np.where(q > 0.0, p, 0.0) * UP, q * DOWN\n\n\ndef _divergences",
        "tests/accounting/test_path.py",
    ),
    Mutant(
        "accountant: one direction",
        "dphh_sql/accounting/path.py",
        "zip(grids, (True, False), strict=True)",
        "zip(grids, (True, True), strict=True)",
        "tests/accounting/test_path.py",
    ),
    Mutant(
        "accountant: an estimate taken for a bound",
        "dphh_sql/accounting/path.py",
        "moves if choices is None else moves.thinned(choices)",
        "moves.thinned(SAMPLED)",
        "tests/accounting/test_path.py",
    ),
    Mutant(
        "convolution: truncation mass forgotten",
        "dphh_sql/accounting/convolve.py",
        "float(step.noise.pmf[0]) * UP)",
        "0.0)",
        "tests/accounting/test_path.py",
    ),
    Mutant(
        "one test of the path not charged",
        "dphh_sql/accounting/calibrate.py",
        "return [hit(table, tau)] * tests + ",
        "return [hit(table, tau)] * max(1, tests - 1) + ",
        "tests/exact/test_onehit.py",
    ),
    Mutant(
        "a sampler that is off by one draw",
        "dphh_sql/noise.py",
        "return places - self.bound",
        "return places - self.bound + 1",
        "tests/stats/test_sampler.py",
    ),
    Mutant(
        "a sampler that takes the look-up where leading bits leave a choice",
        "dphh_sql/noise.py",
        "places[several] = -1",
        "pass",
        "tests/test_noise.py::test_of_many_draws_each_is_what_its_64_bits_select",
    ),
    Mutant(
        "a sampler whose further bits are not those of the draw",
        "dphh_sql/noise.py",
        "leading[several].astype(np.uint64)",
        "leading[: len(several)].astype(np.uint64)",
        "tests/test_noise.py::test_of_many_draws_each_is_what_its_64_bits_select",
    ),
    Mutant(
        "histograms: one draw for all nodes of a level",
        "dphh_sql/mechanisms/level_histograms.py",
        "noisy = level.counts + table.sample(len(level))",
        "noisy = level.counts + table.sample(1)",
        "tests/exact/test_levels.py",
    ),
    Mutant(
        "algorithm1: line 15 as printed, Lap(xi)",
        "dphh_sql/mechanisms/algorithm1.py",
        "math.ceil(34.0 / xi)), 1.0 / xi, shape=1.0)",
        "math.ceil(34.0 / xi)), xi, shape=1.0)",
        "tests/mechanisms/test_algorithm1.py::test_the_papers_count_noise_is_not_private_and_ours_is",
    ),
    Mutant(
        "stability: every level at the full eps",
        "dphh_sql/mechanisms/stability.py",
        "scale = parts / eps * WIDER",
        "scale = 1.0 / eps * WIDER",
        "tests/contracts/test_mechanisms.py",
    ),
    Mutant(
        "h3: parents keep their finer digits",
        "dphh_sql/hierarchies/h3.py",
        "_sql.literal(level << 52 | _tail(level))",
        "_sql.literal(level << 52)",
        "tests/hierarchies/test_libraries.py::test_every_coarse_cell_and_pentagon_child",
    ),
    Mutant(
        "timestamptz: the session's zone, where bounding applies the raw value again",
        "dphh_sql/hierarchies/timestamptz.py",
        'exp.case(_sql.call("typeof", column)).when(exp.Literal.string(self.accepts[0]), zoned)',
        "exp.case().when(exp.true(), zoned)",
        "tests/contracts/test_hierarchies.py::test_raw_of_raw_is_raw",
    ),
    Mutant(
        "taxonomy: a code under two parents",
        "dphh_sql/hierarchies/taxonomy.py",
        "        if code in above:\n",
        "        if False:\n",
        "tests/hierarchies/test_taxonomy.py::test_a_code_both_root_and_child_is_refused",
    ),
    Mutant(
        "taxonomy: a protected table",
        "udfs/kinds.py",
        "not (rule and rule.public)",
        "not rule",
        "tests/udfs/test_kinds.py::test_under_a_policy_the_table_must_be_public",
    ),
    Mutant(
        "taxonomy: a view of the private rows",
        "udfs/kinds.py",
        " or session.view_sql(source) is not None",
        "",
        "tests/udfs/test_kinds.py::test_what_is_no_public_tree_is_refused_before_anything_is_read",
    ),
    Mutant(
        "an item that ends early is not at its own level",
        "dphh_sql/hierarchies/separated.py",
        "expression=self._cut_sql(parts[0], level - 1))",
        "expression=self._cut_sql(parts[0], level + 1))",
        "tests/exact/test_uneven.py::test_an_item_counts_in_every_node_above_it_and_in_no_other",
    ),
    Mutant(
        "a charge without a release is drawn for again",
        "dphh_sql/releasing.py",
        "entry = ledger.charge(charge, limit)",
        "entry = (unstored(ledger, charge) or [None])[0] or ledger.charge(charge, limit)",
        "tests/jobs/test_failures.py::test_a_row_of_the_table",
    ),
    Mutant(
        "a named SQL call draws again for its charge",
        "dphh_sql/releasing.py",
        "entry = ledger.charge(charge, limit)",
        "entry = (unstored(ledger, charge) or [None])[0] or ledger.charge(charge, limit)",
        "tests/udfs/test_charged_again.py",
    ),
    Mutant(
        "two releases are stored under one name",
        "dphh_sql/ledger/tables.py",
        "if entry.name is not None:",
        "if False:",
        "tests/udfs/test_charged_again.py",
    ),
    Mutant(
        "the loser of two runs shows its own draw",
        "dphh_sql/releasing.py",
        "if stored.entry == entry:",
        "if True:",
        "tests/udfs/test_charged_again.py",
    ),
    Mutant(
        "a job that takes any file for its own",
        "dphh_sql/jobs/run.py",
        "elif not piece.holds(delivery):",
        "elif False:",
        "tests/jobs/test_run.py::test_csv_and_a_table_hold_the_same_rows",
    ),
    Mutant(
        "a verification that believes delta",
        "dphh_sql/verification.py",
        "return found <= certified * ROUNDING and",
        "return",
        "tests/certificates/test_verification.py::test_a_false_guarantee_is_caught_without_the_ledger",
    ),
    Mutant(
        "steps that are not those of what is drawn verify",
        "dphh_sql/verification.py",
        '_DESIGNED = ("proof", "steps", ',
        '_DESIGNED = ("proof", ',
        "tests/certificates/test_verification.py::test_what_is_drawn_is_what_is_proved",
    ),
    Mutant(
        "a floor that hides verifies",
        "dphh_sql/verification.py",
        '"tau", "floor", "thresholds", "tables"',
        '"tau", "thresholds", "tables"',
        "tests/certificates/test_verification.py::test_what_is_drawn_is_what_is_proved",
    ),
    Mutant(
        "thresholds within the noise verify",
        "dphh_sql/mechanisms/base.py",
        "if privacy.tau is not None and privacy.tau <= margin:",
        "if privacy.tau is not None and privacy.tau < 0:",
        "tests/certificates/test_verification.py::test_what_is_drawn_is_what_is_proved",
    ),
    Mutant(
        "arguments that no call can have verify",
        "dphh_sql/verification.py",
        "    if read != stated:",
        "    read = stated\n    if False:",
        "tests/certificates/test_verification.py::test_arguments_that_no_call_can_have",
    ),
    Mutant(
        "a round may ask for what did not pass",
        "dphh_sql/federated/tally.py",
        "if not passed.issuperset(asked.prefixes):",
        "if False:",
        "tests/federated/test_tally.py::test_a_server_can_only_ask_what_comes_next",
    ),
    Mutant(
        "a vote counts on other terms",
        "dphh_sql/federated/messages.py",
        "json.dumps([self.client, asked.digest, extension])",
        "json.dumps([self.client, asked.session, asked.number, extension])",
        "tests/federated/test_tally.py::test_a_vote_counts_on_the_terms_that_the_client_saw_alone",
    ),
    Mutant(
        "DuckDB guesses a frame's types",
        "udfs/registry.py",
        'cursor.execute("SET GLOBAL pandas_analyze_sample = 0")',
        'cursor.execute("SET GLOBAL pandas_analyze_sample = 1000")',
        "tests/udfs/test_hhh_uses.py::test_no_row_decides_the_type_of_an_object_column",
    ),
    Mutant(
        "an interrupt does not end the waiting for a name",
        "udfs/names.py",
        "and not interrupted():",
        "and True:",
        "tests/udfs/test_interrupts.py::test_who_waits_for_a_name_can_be_interrupted",
    ),
    Mutant(
        "a digest that takes NULL for the empty text",
        "dphh_sql/row_digest.py",
        "values.is_valid().to_numpy(zero_copy_only=False).astype(np.uint8)",
        "np.ones(len(rows), dtype=np.uint8)",
        "tests/certificates/test_row_digest.py",
    ),
)

IN_PROCESS = {
    "one gamma (conference version), onehit": "tests/mutants/test_mutants.py::test_a_wrong_mechanism_is_caught",
    "one gamma (conference version), algorithm1": "tests/exact/test_algorithm1.py::test_one_gamma_for_all_nodes_is_caught",
    "strict HAVING: delta is w(M) + w(M-1)": (
        "tests/mutants/test_mutants.py::test_a_strict_having_is_caught_and_costs_the_two_edge_weights"
    ),
    "noise a tenth too narrow, exact law": "tests/mutants/test_mutants.py::test_noise_scaled_by_a_tenth_is_caught",
    "noise a tenth too narrow, real plans": "tests/mutants/test_mutants.py::test_real_plans_scaled_by_a_tenth_are_caught",
    "noise a tenth too narrow, sampler": "tests/stats/test_sampler.py::test_a_table_scaled_by_a_tenth_is_rejected",
    "noise half as wide, through SQL": "tests/audit/test_battery.py::test_noise_of_half_the_scale_is_found_through_sql",
    "accountants with one mistake": "tests/mutants/test_mutants.py::test_a_wrong_accountant_is_caught",
    "histograms: same noise on each level, a second draw, true counts subtracted": (
        "tests/audit/test_battery.py::test_the_package_passes"
    ),
    "heavy nodes: too few tests charged": "tests/exact/test_heavy_nodes.py::test_too_few_tests_in_the_accounting_are_caught",
    "heavy nodes: one draw for all tests": "tests/exact/test_heavy_nodes.py::test_one_draw_for_all_tests_is_caught",
    "heavy nodes: strict HAVING": "tests/exact/test_heavy_nodes.py::test_a_strict_having_is_caught",
    "tree counts: rounds too close": "tests/exact/test_heavy_nodes.py::test_rounds_that_are_too_close_are_caught",
    "noise never drawn, through SQL": "tests/audit/test_battery.py::test_noise_that_is_never_drawn_is_found_through_sql",
    "a row on two paths of the tree": "tests/exact/test_uneven.py::test_a_row_on_two_paths_breaks_the_bound",
    "a certificate that lies": "tests/audit/test_battery.py::test_a_certificate_that_lies_is_found",
}
"""Mistake -> the test that makes it and fails unless it is caught."""


def copied(target: Path) -> None:
    """The package, its tests and its settings."""
    ignored = shutil.ignore_patterns("__pycache__", ".git", ".hypothesis")
    for folder in ("dphh_sql", "udfs", "tests", "docs"):
        shutil.copytree(ROOT / folder, target / folder, symlinks=True, ignore=ignored)
    for file in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / file, target / file)


def run(where: Path, test: str) -> tuple[bool, str]:
    """Whether the test passes there, and pytest's last line."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-m", "not slow and not soak", "-p", "no:cacheprovider", test]
    environment = {**os.environ, "PYTHONPATH": str(where)}
    done = subprocess.run(command, cwd=where, env=environment, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    return done.returncode == 0, lines[-1].strip("= ") if lines else done.stderr[-200:]


def failing(where: Path, mutant: Mutant) -> tuple[bool, str]:
    """Applies the mutant there, runs its test, and undoes it; whether it was caught."""
    file = where / mutant.file
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        passed, seen = run(where, mutant.test)
    finally:
        file.write_text(text, encoding="utf-8")
    return not passed and "failed" in seen, seen

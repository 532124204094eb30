"""A plan in plain words: what a data owner would read before signing it."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from dphh_sql import mechanisms
from dphh_sql.accounting.steps import StepKind

if TYPE_CHECKING:
    from dphh_sql.plan import Plan


def explain(plan: Plan) -> str:
    """Paragraphs of at most 110 characters a line; from public facts only."""
    told = mechanisms.mechanism(plan.function, plan.mechanism).describe(plan.design)
    paragraphs = [
        _question(plan),
        _guarantee(plan),
        *_bounding(plan),
        _certificate(plan),
        " ".join(told),
        _odds(plan),
    ]
    return "\n\n".join(textwrap.fill(text, 110, break_on_hyphens=False) for text in paragraphs)


def _question(plan: Plan) -> str:
    levels = ", ".join(map(str, plan.levels))
    asked = f"{plan.function} on hierarchy {plan.hierarchy}, levels {levels}, method {plan.mechanism}."
    if plan.function == "dp_hhh":
        asked += (
            " It names the prefixes that are heavy in themselves: their residual count, the rows under them that no "
            "selected longer prefix covers, reaches a public threshold."
        )
    return asked


def _guarantee(plan: Plan) -> str:
    if plan.privacy.unit is not None:
        neighbour, one = f"all rows that share one value of {plan.privacy.unit}", "unit"
    elif plan.privacy.kind.kind == "word":  # a plan alone knows no column of users
        neighbour, one = "one user with all their rows", "user"
    else:
        neighbour, one = "one row", "row"
    return (
        f"Guarantee: ({plan.eps:g}, {plan.delta:g})-differential privacy for adding or removing {neighbour}. "
        "It covers everything that one call returns, selection and counts together. Whatever else a reader knows, a "
        f"{one} that is added or removed changes the probability of any outcome by a factor "
        f"of at most exp({plan.eps:g}), but for a part of at most {plan.delta:g}. A second call costs the same again."
    )


def _bounding(plan: Plan) -> list[str]:
    if plan.privacy.unit is None:
        return []
    kept, are = ("one row", "is") if plan.max_rows == 1 else (f"at most {plan.max_rows} rows", "are")
    return [
        f"Before counting, {kept} of each {plan.privacy.unit} {are} kept, chosen uniformly; rows where it is NULL are "
        "dropped. All counts are counts of the rows kept."
    ]


def _certificate(plan: Plan) -> str:
    if plan.proof == "accountant":
        tests = sum(step.times for step in plan.steps if step.kind is not StepKind.REST)
        rest = " and the row of everything else" if plan.design.rest_table else ""
        which = "a" if plan.max_rows == 1 else "each"
        return (
            f"Certified: delta is at most {plan.delta_spent:.3g} at eps = {plan.eps:g}, for the {tests} "
            f"test{'s' if tests > 1 else ''} that {which} row can meet{rest}. It was computed from the very noise "
            "tables that are drawn from."
        )
    facts = ", ".join(f"{name} = {value:.4g}" for name, value in plan.design.parameters.items())
    return (
        f"Proved by a theorem, not certified by computation, for {facts}; delta is at most {plan.delta_spent:.3g} at "
        f"eps = {plan.eps:g}."
    )


def _odds(plan: Plan) -> str:
    method, finest = mechanisms.mechanism(plan.function, plan.mechanism), len(plan.levels) - 1
    factors = (0.5, 0.75, 1.0, 1.25, 1.5)
    counts = ", ".join(f"{int(f * plan.tau)}: {_chance(plan.keep(finest, f))}" for f in factors)
    note = method.margin_note(plan.design, plan.privacy.beta, mechanisms.CANDIDATES)
    chances = f"Chance that a prefix of level {plan.levels[-1]} passes its test, by count: {counts}."
    return f"{chances} {note[0].upper()}{note[1:]}."


def _chance(probability: float) -> str:
    """Two digits; 1 and 0 mean certainty.

    >>> _chance(0.564), _chance(0.9991), _chance(1.0), _chance(1e-12)
    ('0.56', 'above 0.99', '1', '1e-12')
    """
    shown = f"{probability:.2g}"
    return "above 0.99" if shown == "1" and probability < 1 else shown

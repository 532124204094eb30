"""A plan in plain words: what a data owner would read before signing it."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from dphh_sql import mechanisms

if TYPE_CHECKING:
    from dphh_sql.plan import Plan


def explain(plan: Plan) -> str:
    """Paragraphs of at most 100 characters a line; from public facts only."""
    paragraphs = (_question(plan), _guarantee(plan), _certificate(plan), _selection(plan), _finds(plan), _rest(plan))
    return "\n\n".join(textwrap.fill(text, 100) for text in paragraphs if text)


def _question(plan: Plan) -> str:
    return (
        f"{plan.function} counts rows by prefix ({plan.hierarchy}, levels {', '.join(map(str, plan.levels))}) and "
        f"names the prefixes that are heavy in themselves: their residual count, the rows under them that no "
        f"selected longer prefix covers, reaches a public threshold. Method: {plan.mechanism}."
    )


def _guarantee(plan: Plan) -> str:
    return (
        f"Guarantee: ({plan.eps:g}, {plan.delta:g})-differential privacy for adding or removing one {plan.unit}. "
        "It covers everything that one call returns, selection and counts together. Whatever else a reader knows, a "
        f"{plan.unit} that is added or removed changes the probability of any outcome by a factor of at most "
        f"exp({plan.eps:g}), but for a part of at most {plan.delta:g}. A second call costs the same again."
    )


def _certificate(plan: Plan) -> str:
    tests = len(plan.levels)
    met = f"{tests} prefix{'es' if tests > 1 else ''}"
    if plan.privacy.rest:
        met += " and the row of everything else"
    if plan.proof == "accountant":
        return (
            f"Certified: one {plan.unit} can touch {met}. For these, with the very noise tables that are drawn from, "
            f"delta was computed to be at most {plan.delta_spent:.3g} at eps = {plan.eps:g}."
        )
    symbols = ", ".join(f"{name} = {value:.4g}" for name, value in plan.design.parameters)
    return (
        f"Not certified by computation: one {plan.unit} can touch {met}; that this is private is a theorem, with "
        f"{symbols}, and its delta is at most {plan.delta_spent:.3g} at eps = {plan.eps:g}."
    )


def _selection(plan: Plan) -> str:
    return mechanisms.mechanism(plan.function, plan.mechanism).selects(plan.design)


def _finds(plan: Plan) -> str:
    method, finest = mechanisms.mechanism(plan.function, plan.mechanism), len(plan.levels) - 1
    factors = (0.5, 0.75, 1.0, 1.25, 1.5)
    odds = ", ".join(f"{int(f * plan.tau)} with probability {plan.keep(finest, f):.2g}" for f in factors)
    text = f"At level {plan.levels[-1]} a residual count of {odds} is selected."
    certain = method.certain_count(plan.design, finest)
    if certain is not None:
        text += f" One of {certain} or more always is, one below {max(plan.floor, 1)} never."
    if plan.margin is None:
        note = method.margin_note(plan.design, plan.privacy.beta, mechanisms.CANDIDATES)
        text += f" {note[0].upper()}{note[1:]}."
    return text


def _rest(plan: Plan) -> str:
    table = plan.design.rest_table
    if table is None:
        return "Rows under no selected prefix are not reported."
    return (
        f"All other rows are reported as one row with noise within +-{table.bound} "
        f"(standard deviation {table.sd:.1f}), whether there are any or not."
    )

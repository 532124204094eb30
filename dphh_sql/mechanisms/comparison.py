"""Every method of a function side by side, from public facts alone: what `dp_methods` shows and why."""

from __future__ import annotations

from dataclasses import replace
from typing import TypedDict

from dphh_sql import mechanisms
from dphh_sql.errors import ArgumentError
from dphh_sql.mechanisms.base import Design, Mechanism
from dphh_sql.request import Privacy


class MethodRow(TypedDict):
    """One method at the asked (eps, delta).

    margin: certain with probability one, or None; margin_at_beta: of the tests of so many candidates together,
    with probability 1 - beta; tau_min: smallest legal threshold; count_sd: standard deviation of a released
    count's noise; certified: by the accountant (else by a theorem).
    """

    method: str
    chosen: bool
    margin: int | None
    margin_at_beta: int | None
    tau_min: int | None
    count_sd: float | None
    certified: bool | None
    reason: str


def compare(function: str, privacy: Privacy, candidates: int) -> list[MethodRow]:
    """A row per method, in the order of the registry.

    Raises:
        ArgumentError: an unknown method was asked for.
    """
    known, privacy = mechanisms.methods(function), privacy.of_one_row
    if privacy.method != "auto":
        mechanisms.mechanism(function, privacy.method)
    try:
        chosen = mechanisms.design(function, privacy).mechanism
    except ArgumentError:  # each row says why it cannot be had
        chosen = ""
    return [_row(method, privacy, candidates, name == chosen) for name, method in known.items()]


def _row(method: Mechanism, privacy: Privacy, candidates: int, chosen: bool) -> MethodRow:
    try:
        smallest = design = method.design(replace(privacy, tau=None))
        if privacy.tau is not None and privacy.tau > smallest.tau:
            design = method.design(privacy)
    except ArgumentError as error:
        return {
            "method": method.name,
            "chosen": False,
            "margin": None,
            "margin_at_beta": None,
            "tau_min": None,
            "count_sd": None,
            "certified": None,
            "reason": f"not possible: {error}",
        }
    return {
        "method": method.name,
        "chosen": chosen,
        "margin": design.margin,
        "margin_at_beta": method.margin_at(design, privacy.beta, candidates),
        "tau_min": method.highest_tau(smallest),
        "count_sd": max(method.spread(design, i)[0] for i in range(len(privacy.levels))),
        "certified": design.proof == "accountant",
        "reason": _reason(method, design, privacy, candidates, chosen),
    }


def _reason(method: Mechanism, design: Design, privacy: Privacy, candidates: int, chosen: bool) -> str:
    if privacy.tau is not None and privacy.tau < design.tau:
        return f"not possible: tau={privacy.tau} is below its smallest threshold {design.tau}"
    if chosen and privacy.method != "auto":
        lead = "asked for"
    elif chosen:
        certain = "of the certified methods, the least margin that holds with probability one"
        lead = f"chosen: {certain if design.margin else 'the default'}"
    else:
        lead = "not chosen"
    return f"{lead}; {method.margin_note(design, privacy.beta, candidates)}"

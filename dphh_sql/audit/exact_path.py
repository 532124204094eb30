"""An independent path accountant in rational arithmetic, straight from the definition of differential privacy.

It shares nothing with `dphh_sql.accounting.path`, and of a step it reads only kind, weights, lo, hi and times.

The game. X' = X + one record. The record meets the steps in order; at each one the mechanism sees a count c
under X and c + 1 under X' and gives the same kind of answer under both, with its own fresh noise. While it goes
on, c may be anything and may depend on all answers so far (what is not on the record's path has the same law
under both, so conditioning on it only chooses the next c). After a stop nothing depends on the record: the same
mass is covered under both. The path may also end early (an item that ends at an inner node). So a *play* is a
rule that names c, or "no test", for each step and history; it makes two laws P and Q on transcripts, and

    delta(eps) = max over plays and over (P, Q) = (X, X') and (X', X) of  sum over transcripts of max(0, P - e^eps Q).

`worst_by_plays` is this line: it writes out every play with both laws of its transcripts (tiny cases only).
`worst_delta` takes the maximum inside: for the first step and its c, every transcript begins with one answer a,
and the rest of the play after a is chosen for a alone. Its transcripts have P = P_c(a) P', Q = Q_c(a) Q', so
with g = e^eps they contribute P_c(a) * sum max(0, P' - g Q_c(a)/P_c(a) Q'): the same problem with one step
fewer at another g (P_c(a) = 0 contributes nothing; Q_c(a) = 0 gives g = 0, whose value is 1: the mass counts
whole). After a stop there is nothing left to play: max(0, P_c(a) - g Q_c(a)).

Which c? Below lo - M - 1 and above hi + M, both laws are the same sure answer, or (hit above tau + M) the same
always-stop law shifted, as at c = tau + M. We still go EXTRA further on each side, so that the claim is tested
and not believed. add and rest shift with c: any one c has the same divergence.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Protocol

EXTRA = 2
"""How far the counts go beyond the range that privacy.md claims to be enough."""

Answer = tuple[str, int | str]
"""('go', symbol) or ('stop', value)."""

Law = dict[tuple[Answer, ...], Fraction]


class AnyStep(Protocol):
    """What is read of a step."""

    def __hash__(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def weights(self) -> tuple[int, ...]: ...
    @property
    def lo(self) -> int | None: ...
    @property
    def hi(self) -> int | None: ...
    @property
    def times(self) -> int: ...


def answer(step: AnyStep, noisy: int) -> Answer:
    """What the mechanism says when count + noise is `noisy`."""
    lo, hi = step.lo or 0, step.hi or 0  # None where a kind has no threshold and reads none
    match str(step.kind):
        case "hit":
            return ("stop", noisy) if noisy >= lo else ("go", "silent")
        case "bit":
            return ("go", "yes" if noisy >= lo else "no")
        case "cut" if noisy >= hi:
            return ("go", "H")
        case "cut":
            return ("go", "L") if noisy < lo else ("stop", "B")
        case "add":
            return ("go", noisy)
        case "rest":
            return ("stop", noisy)
    raise AssertionError(step.kind)


def answers(step: AnyStep, count: int) -> dict[Answer, int]:
    """The law of the answer at a count, as integer weights that sum to 2**64."""
    law: dict[Answer, int] = {}
    for z, weight in enumerate(step.weights, start=-(len(step.weights) // 2)):
        said = answer(step, count + z)
        law[said] = law.get(said, 0) + weight
    return law


def counts(step: AnyStep, extra: int = EXTRA) -> range:
    """The counts under X that are examined at a step."""
    if step.lo is None or step.hi is None:
        return range(1)
    bound = len(step.weights) // 2
    return range(step.lo - bound - 1 - extra, step.hi + bound + 1 + extra)


def pair(step: AnyStep, count: int, forward: bool) -> list[tuple[Answer, Fraction, Fraction]]:
    """(answer, P, Q) of one test; `forward` means P = X, Q = X'."""
    mine, other = answers(step, count), answers(step, count + 1)
    p, q = (mine, other) if forward else (other, mine)
    return [(a, Fraction(p.get(a, 0), 2**64), Fraction(q.get(a, 0), 2**64)) for a in {**p, **q}]


def flat(steps: Sequence[AnyStep]) -> list[AnyStep]:
    return [step for step in steps for _ in range(step.times)]


def worst_delta(steps: Sequence[AnyStep], gamma: Fraction, extra: int = EXTRA) -> Fraction:
    """The exact delta at gamma = exp(eps), the larger of both directions."""
    return max(_worst(flat(steps), gamma, forward, extra) for forward in (True, False))


def _worst(path: list[AnyStep], gamma: Fraction, forward: bool, extra: int) -> Fraction:
    known: dict[tuple[int, Fraction], Fraction] = {}
    moves = [[pair(step, c, forward) for c in counts(step, extra)] for step in path]

    def worst(i: int, g: Fraction) -> Fraction:
        if i == len(path) or g == 0:
            return max(Fraction(0), 1 - g)
        if (i, g) not in known:
            best = worst(i + 1, g)  # the record does not meet this test
            for laws in moves[i]:
                best = max(best, sum((_part(i, g, a, p, q) for a, p, q in laws), Fraction(0)))
            known[i, g] = best
        return known[i, g]

    def _part(i: int, g: Fraction, said: Answer, p: Fraction, q: Fraction) -> Fraction:
        if said[0] == "stop" or p == 0:
            return max(Fraction(0), p - g * q)
        return p * worst(i + 1, g * q / p)

    return worst(0, gamma)


def plays(path: Sequence[AnyStep], forward: bool, extra: int = 0) -> Iterator[list[tuple[Fraction, Fraction]]]:
    """Every play, as the list of (P, Q) of its transcripts."""
    if not path:
        yield [(Fraction(1), Fraction(1))]
        return
    yield from plays(path[1:], forward, extra)
    later = list(plays(path[1:], forward, extra))
    for c in counts(path[0], extra):
        laws = pair(path[0], c, forward)
        stops = [(p, q) for a, p, q in laws if a[0] == "stop"]
        goes = [(p, q) for a, p, q in laws if a[0] == "go"]
        for chosen in itertools.product(later, repeat=len(goes)):
            after = [
                (p * p2, q * q2) for (p, q), rest in zip(goes, chosen, strict=True) for p2, q2 in rest
            ]
            yield stops + after


def worst_by_plays(steps: Sequence[AnyStep], gamma: Fraction) -> Fraction:
    """delta by writing out every play. The number of plays explodes: one or two steps of M <= 2."""
    return max(
        sum((max(Fraction(0), p - gamma * q) for p, q in play), Fraction(0))
        for forward in (True, False)
        for play in plays(flat(steps), forward)
    )


def delta_of_counts(steps: Sequence[AnyStep], chosen: Sequence[int | None], gamma: Fraction, forward: bool) -> Fraction:
    """The exact delta of one play that does not branch: the count (None: no test) at each of the flat steps.

    A lower bound on the true delta, whatever the play, so it refutes any certificate that is below it.
    """
    p_so_far = q_so_far = Fraction(1)
    delta = Fraction(0)
    for step, c in zip(flat(steps), chosen, strict=True):
        if c is None:
            continue
        p_go = q_go = Fraction(0)
        for a, p, q in pair(step, c, forward):
            if a[0] == "stop":
                delta += max(Fraction(0), p_so_far * p - gamma * q_so_far * q)
            else:
                assert p_go == q_go == 0, "this play branches"
                p_go, q_go = p, q
        p_so_far, q_so_far = p_so_far * p_go, q_so_far * q_go
    return delta + max(Fraction(0), p_so_far - gamma * q_so_far)


def above(eps: float) -> Fraction:
    """A rational just above exp(eps): a delta there is at most the true one."""
    return Fraction(math.exp(eps)) * (1 + Fraction(1, 2**50))


def below(eps: float) -> Fraction:
    """A rational just below exp(eps): a delta there is at least the true one."""
    return Fraction(math.exp(eps)) * (1 - Fraction(1, 2**50))

"""What one record can meet on its way through a mechanism: frozen steps, the core of every certificate."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from dphh_sql.errors import ArgumentError
from dphh_sql.noise import NoiseTable
from dphh_sql.votes import Votes


class StepKind(StrEnum):
    """How a step answers a count c, with z a draw of its table (for `vote`, of each of the c holders).

    HIT   c + z >= lo: stop, releasing the value c + z; below: continue, silent.
    BIT   continue with one bit: is c + z >= lo?
    CUT   c + z < lo: continue with L; >= hi: continue with H; between: stop with B (no value).
    ADD   release c + z and continue; `times` of them.
    REST  release c + z and stop.
    VOTE  each of the c holders votes (or not): with lo votes continue, silent; with fewer stop, silent.
    """

    HIT = "hit"
    BIT = "bit"
    CUT = "cut"
    ADD = "add"
    REST = "rest"
    VOTE = "vote"


@dataclass(frozen=True)
class Step:
    """One step; `lo` and `hi` are the thresholds (equal for hit, bit and vote, None for add and rest)."""

    kind: StepKind
    table: NoiseTable | Votes
    lo: int | None = None
    hi: int | None = None
    times: int = 1

    def __post_init__(self) -> None:
        thresholded = self.kind in (StepKind.HIT, StepKind.BIT, StepKind.CUT, StepKind.VOTE)
        if thresholded and (self.lo is None or self.hi is None or self.lo > self.hi):
            raise ArgumentError(f"a {self.kind} step needs lo <= hi, got lo={self.lo}, hi={self.hi}")
        if not thresholded and (self.lo is not None or self.hi is not None):
            raise ArgumentError(f"a {self.kind} step has no thresholds, got lo={self.lo}, hi={self.hi}")
        if self.kind in (StepKind.HIT, StepKind.BIT, StepKind.VOTE) and self.lo != self.hi:
            raise ArgumentError(f"a {self.kind} step has one threshold, got lo={self.lo}, hi={self.hi}")
        if self.times < 1:
            raise ArgumentError(f"times must be at least 1, got {self.times}", argument="times", value=self.times)

    @property
    def weights(self) -> tuple[int, ...]:
        """The integer weights for k = -M..M, for votes of 0 and 1 (sum 2**64)."""
        return self.table.weights

    @property
    def noise(self) -> NoiseTable:
        """The table, of the kinds that add noise to a count."""
        assert isinstance(self.table, NoiseTable)
        return self.table

    @property
    def choices(self) -> int:
        """How many counts the accountant examines."""
        return self.table.choices


def hit(table: NoiseTable, tau: int) -> Step:
    """Select at or above tau and release the tested value itself."""
    return Step(StepKind.HIT, table, tau, tau)


def bit(table: NoiseTable, tau: int) -> Step:
    """Answer only whether the noisy count reaches tau."""
    return Step(StepKind.BIT, table, tau, tau)


def cut(table: NoiseTable, lo: int, hi: int) -> Step:
    """Answer L, B or H; B ends the path."""
    return Step(StepKind.CUT, table, lo, hi)


def add(table: NoiseTable, times: int = 1) -> Step:
    """Release a noisy count and go on."""
    return Step(StepKind.ADD, table, times=times)


def rest(table: NoiseTable) -> Step:
    """Release a noisy count unconditionally and stop."""
    return Step(StepKind.REST, table)


def vote(votes: Votes, rounds: int) -> Step:
    """Go on while enough of the sampled holders vote for the record's prefix, at most `rounds` times."""
    return Step(StepKind.VOTE, votes, votes.theta, votes.theta, times=rounds)

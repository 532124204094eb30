"""What a mechanism is: a design from public facts, and a private selection over the candidates."""

from __future__ import annotations

import abc
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from dphh_sql.accounting.calibrate import Calibration
from dphh_sql.accounting.path import delta_bound
from dphh_sql.accounting.steps import Step
from dphh_sql.errors import ArgumentError
from dphh_sql.interval_laws import IntervalLaw, OneDraw
from dphh_sql.noise import NoiseTable
from dphh_sql.request import Privacy
from dphh_sql.votes import Votes


@dataclass(frozen=True)
class Design:
    """How a mechanism will answer, decided from public facts alone.

    Attributes:
        mechanism: its name.
        steps: what one record can meet, in order; complete for proof='accountant', empty for 'theorem'.
        delta_spent: delta certified at the asked eps (at most the asked delta).
        tau: selection threshold.
        floor: least count of a candidate; SQL drops everything below, with no change in the output's law.
        margin: E such that with probability one every selected p counts >= tau - E and every other one
            <= tau + E - 1; None if there is none. (For dp_hhh the residual count, and every released one is
            within E of the truth.)
        tables: the count noise of each tested level, coarse to fine; () where nothing is added to counts.
        votes: the test of dp_triehh with independently sampled users.
        rest_table: the noise of the rest row, or None.
        proof: 'accountant' or 'theorem'.
        parameters: what the theorem is about, by name, when the proof is one; what describes the votes of dp_triehh.
        rounds: the growing thresholds of dp_tree_counts; () elsewhere.
        extra: the noise of what is not a count of one node, such as a test of a whole level; () without any.
        accepts: per tested level, the noisy count from which on a prefix is selected; () for tau everywhere.
        intervals: how dp_hhh's mechanism uses its noise, for the intervals of what it releases.
    """

    mechanism: str
    steps: tuple[Step, ...]
    delta_spent: float
    tau: int
    floor: int
    margin: int | None
    tables: tuple[NoiseTable, ...]
    rest_table: NoiseTable | None
    proof: str = "accountant"
    parameters: Mapping[str, float] = field(default_factory=dict)
    rounds: tuple[int, ...] = ()
    extra: tuple[NoiseTable, ...] = ()
    accepts: tuple[int, ...] = ()
    intervals: type[IntervalLaw] = OneDraw
    votes: Votes | None = None

    @property
    def calibration(self) -> Calibration:
        """Its noise, of the methods that draw counts from one table."""
        return Calibration(self.tables[0], self.rest_table, self.delta_spent)

    @property
    def thresholds(self) -> tuple[int, ...]:
        """Per tested level, the noisy count from which on a prefix is selected."""
        return self.accepts or (self.tau,) * len(self.tables)


class Mechanism(abc.ABC):
    """One way to answer a table function. Stateless; registered in `dphh_sql.mechanisms.MECHANISMS`."""

    name: ClassVar[str]
    """Its `method`."""

    function: ClassVar[str] = "dp_hhh"
    """The table function that it answers."""

    automatic: ClassVar[bool] = False
    """Whether method 'auto' may choose it: it takes the one with the least margin."""

    streamed: ClassVar[bool] = False
    """Whether it selects from the summary of one ordered pass over the rows, not from counts."""

    @abc.abstractmethod
    def design(self, privacy: Privacy) -> Design:
        """Calibrate to the asked (eps, delta), from public facts.

        Raises:
            ArgumentError: tau is below the smallest legal threshold, or eps, delta are out of reach.
        """

    @abc.abstractmethod
    def describe(self, design: Design) -> list[str]:
        """In plain words, a sentence or two each: when a prefix is selected, and what is certain."""

    @abc.abstractmethod
    def select(self, design: Design, counted: Any) -> Any:
        """Draw the noise and select. (eps, delta)-DP for add/remove of one row, as designed.

        `counted` is the `Tree` of the candidates, or the `Summary` of a stream.

        Returns what the function's `rows` expects: a `Selection` for dp_hhh; per level and candidate, for
        dp_heavy_nodes whether it is heavy, for dp_tree_counts in how many rounds it was.
        """

    @abc.abstractmethod
    def remade(self, design: Design, privacy: Privacy) -> Design:
        """What this method makes of the noise and the parameters of another design, at `privacy.tau`: no calibration.

        For the verification of certificates: the steps that one record meets follow from what is drawn, and not from
        what somebody states.

        Raises:
            ArgumentError: with that noise tau is not legal.
        """

    def delta_again(self, design: Design, privacy: Privacy) -> float:
        """Delta of one row at `privacy.eps`, computed anew from the design's own tables and parameters: no calibration.

        For the verification of certificates. A design that the proof does not cover has 1.0.
        """
        return delta_bound(design.steps, privacy.eps)

    # --- what a plan says of it, from public facts -----------------------------------------------------

    def margin_at(self, design: Design, beta: float, candidates: int) -> int:
        """The least m such that, with probability 1 - beta, the tests of all `candidates` err by at most m.

        A union bound over the candidates, each with two tails; never above the deterministic margin.
        """
        share = beta / (2.0 * candidates)
        widest = max(design.tables, key=lambda table: table.sd)
        return widest.quantile(1.0 - share) if share > 2.0**-50 else widest.bound

    def highest_tau(self, design: Design) -> int:
        """The threshold of selection; the highest one where it depends on what is released first."""
        return design.tau

    def spread(self, design: Design, index: int) -> tuple[float, int | None]:
        """Standard deviation of the test at tested level number `index`, in counts, and its bound or None."""
        table = design.tables[index]
        return table.sd, table.bound

    def keep(self, design: Design, index: int, residual: int) -> float:
        """P(a prefix of the tested level number `index` is selected), by its residual count."""
        return design.tables[index].survival(design.thresholds[index] - residual)

    def certain_count(self, design: Design, index: int) -> int | None:
        """The least residual count of that level that is selected with probability one; None if there is none."""
        return design.thresholds[index] + design.tables[index].bound

    def margin_note(self, design: Design, beta: float, candidates: int) -> str:
        """What the margins mean, for `dp_methods`."""
        if design.margin is not None:
            return f"every test is within {design.margin} of the truth, always"
        return (
            f"no certain margin; over {candidates} candidates all tests are within "
            f"{self.margin_at(design, beta, candidates)} with probability {1.0 - beta:g}"
        )


def checked_tau(privacy: Privacy, margin: int) -> int:
    """The asked threshold, by default the smallest legal one, margin + 1.

    Raises:
        ArgumentError: it is smaller; a prefix that no row falls under could be heavy.
    """
    if privacy.tau is not None and privacy.tau <= margin:
        raise ArgumentError(
            f"tau={privacy.tau} is below {margin + 1}, the smallest threshold (margin + 1) that eps={privacy.eps:g}, "
            f"delta={privacy.delta:g} over {len(privacy.levels)} level{'s' if len(privacy.levels) > 1 else ''} "
            "allows with this method; raise eps, test fewer levels or leave tau out.",
            argument="tau",
            value=privacy.tau,
        )
    return margin + 1 if privacy.tau is None else privacy.tau


def rest_words(design: Design) -> list[str]:
    """The row of everything else in plain words."""
    table = design.rest_table
    if table is None:
        return ["Rows under no selected prefix are not reported."]
    return [
        f"Everything else is one row with noise within +-{table.bound} (standard deviation {table.sd:.1f}), whether "
        "there is any or not."
    ]

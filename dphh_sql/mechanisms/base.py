"""What a mechanism is: a design from public facts, and a private selection over the candidates."""

from __future__ import annotations

import abc
from dataclasses import dataclass
from typing import Any, ClassVar

from dphh_sql.accounting.steps import Step
from dphh_sql.noise import NoiseTable
from dphh_sql.request import Privacy
from dphh_sql.tree import Tree


@dataclass(frozen=True)
class Design:
    """How a mechanism will answer, decided from public facts alone.

    Attributes:
        mechanism: its name.
        steps: what one record can meet, in order; complete for proof='accountant'.
        delta_spent: delta certified at the asked eps (at most the asked delta).
        tau: selection threshold.
        floor: least count of a candidate; SQL drops everything below, with no change in the output's law.
        margin: M such that with probability one every selected p has F(p) >= tau - M, every other one
            F(p) <= tau + M - 1, and every released residual is within M of the truth; None if there is none.
        tables: the count noise of each tested level, coarse to fine.
        rest_table: the noise of the rest row, or None.
        proof: 'accountant' or 'theorem'.
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


class Mechanism(abc.ABC):
    """One way to answer a table function. Stateless; registered in `dphh_sql.mechanisms.MECHANISMS`."""

    name: ClassVar[str]
    """Its `method`."""

    function: ClassVar[str] = "dp_hhh"
    """The table function that it answers."""

    @abc.abstractmethod
    def design(self, privacy: Privacy) -> Design:
        """Calibrate to the asked (eps, delta), from public facts.

        Raises:
            ArgumentError: tau is below the smallest legal threshold, or eps, delta are out of reach.
        """

    @abc.abstractmethod
    def select(self, design: Design, tree: Tree) -> Any:
        """Draw the noise and select. (eps, delta)-DP for add/remove of one row, as designed.

        Returns what the function's `rows` expects: a `Selection` for dp_hhh.
        """

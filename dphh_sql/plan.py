"""The plan of a release: everything that is decided before a row is read, from public facts alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from dphh_sql import hierarchies, mechanisms
from dphh_sql.accounting.steps import Step, StepKind
from dphh_sql.errors import ArgumentError, UnknownNameError
from dphh_sql.hierarchies import Hierarchy
from dphh_sql.mechanisms import Design
from dphh_sql.noise import NoiseTable
from dphh_sql.request import Privacy, group_factor

PlanRow = dict[str, int | float | None]


@dataclass(frozen=True)
class Plan:
    """What a release will do and what it can find. Spends nothing, reads nothing.

    The guarantee is (eps, delta)-DP for neighbours that differ by one unit (add/remove), for everything
    that one call returns. `steps` is the certificate's core: what one record can meet, in order, with the
    integer weights of each noise table, enough for an outsider to recompute `delta_spent`. With a unit of
    several rows they are certified at `row_eps`, and `delta_spent` is what that makes for the whole unit.
    """

    function: str
    privacy: Privacy
    design: Design

    @property
    def mechanism(self) -> str:
        return self.design.mechanism

    @property
    def eps(self) -> float:
        return self.privacy.eps

    @property
    def delta(self) -> float:
        return self.privacy.delta

    @property
    def hierarchy(self) -> str:
        return self.privacy.hierarchy

    @property
    def levels(self) -> tuple[int, ...]:
        return self.privacy.levels

    @property
    def tau(self) -> int:
        return self.design.tau

    @property
    def floor(self) -> int:
        return self.design.floor

    @property
    def margin(self) -> int | None:
        return self.design.margin

    @property
    def row_eps(self) -> float:
        """The eps at which the steps are certified: that of one row (all of it, unless a unit has several)."""
        return self.privacy.of_one_row.eps

    @property
    def delta_spent(self) -> float:
        """Certified delta of the unit at `eps`, at most the asked delta."""
        if self.max_rows == 1:
            return self.design.delta_spent
        return self.design.delta_spent * group_factor(self.row_eps, self.max_rows) * (1 + 1e-13)

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.design.steps

    @property
    def proof(self) -> str:
        return self.design.proof

    @property
    def unit(self) -> str:
        """The privacy unit, what one neighbour has more than the other: `row` or the name of a column."""
        return self.privacy.unit_name

    @property
    def max_rows(self) -> int:
        """How many rows of one unit count at most."""
        return self.privacy.max_rows

    def rows(self) -> list[PlanRow]:
        """One row per tested level, as `dp_plan` shows it."""
        return [
            {
                "level": level,
                "noise_sd": table.sd,
                "noise_bound": table.bound,
                "tau": self.tau,
                "floor": self.floor,
                "margin": self.margin,
                "certain_count": accept + table.bound,
                "p_half_tau": self._keep(table, accept, 0.5),
                "p_tau": self._keep(table, accept, 1.0),
                "p_one_and_half_tau": self._keep(table, accept, 1.5),
            }
            for level, table, accept in zip(self.levels, self.design.tables, self.design.thresholds, strict=True)
        ]

    def _keep(self, table: NoiseTable, accept: int, factor: float) -> float:
        """P(a prefix with (residual) count factor * tau, rounded down, passes its test)."""
        return table.survival(accept - int(factor * self.tau))

    def _neighbour(self) -> str:
        return "one row" if self.privacy.unit is None else f"all rows that share one value of {self.privacy.unit}"

    def _bounding(self) -> list[str]:
        if self.privacy.unit is None:
            return []
        kept = "one row" if self.max_rows == 1 else f"at most {self.max_rows} rows"
        return [
            f"Before counting, {kept} of each {self.privacy.unit} is kept, chosen uniformly; rows where it is NULL are "
            "dropped. All counts are counts of the rows kept."
        ]

    def explain(self) -> str:
        """The plan in plain words."""
        return "\n".join(
            [
                f"{self.function} on hierarchy {self.hierarchy}, levels {', '.join(map(str, self.levels))}, "
                f"method {self.mechanism}.",
                f"Guarantee: ({self.eps:g}, {self.delta:g})-differential privacy for adding or removing "
                f"{self._neighbour()}; it covers everything that one call returns.",
                *self._bounding(),
                self._proof(),
                *mechanisms.mechanism(self.function, self.mechanism).describe(self.design),
            ]
        )

    def _proof(self) -> str:
        if self.proof == "theorem":
            facts = ", ".join(f"{name} = {value:g}" for name, value in self.design.parameters.items())
            return f"Proved by a theorem for {facts}; delta is at most {self.delta_spent:.3g} at eps = {self.eps:g}."
        tests = sum(step.times for step in self.steps if step.kind is not StepKind.REST)
        rest = " and the row of everything else" if self.design.rest_table else ""
        return (
            f"Certified: delta is at most {self.delta_spent:.3g} at eps = {self.eps:g}, for the "
            f"{tests} test{'s' if tests > 1 else ''} that {'a' if self.max_rows == 1 else 'each'} row can meet{rest}."
        )


@lru_cache(maxsize=512)
def plan_for(function: str, privacy: Privacy) -> Plan:
    """The plan of validated arguments, remembered in this process."""
    try:
        return Plan(function, privacy, mechanisms.design(function, privacy.of_one_row))
    except ArgumentError as error:
        if privacy.max_rows == 1:
            raise
        shares = f"These are the amounts of each of max_rows={privacy.max_rows} rows that share eps={privacy.eps:g}."
        raise ArgumentError(f"{error} {shares}", argument=error.argument, value=error.value) from error


def plan(
    function: str = "dp_hhh",
    *,
    hierarchy: str | None = None,
    eps: float | None = None,
    delta: float | None = None,
    levels: Sequence[int] | None = None,
    tau: int | None = None,
    method: str | None = None,
    beta: float | None = None,
    rest: bool | None = None,
    unit: str | None = None,
    max_rows: int | None = None,
    alpha: float | None = None,
) -> Plan:
    """The plan of a release, from public facts only: spends nothing and needs no data.

    Args:
        function: a function that has mechanisms, such as 'dp_hhh'.
        hierarchy: kind with its parameters: 'zip', 'chars(3)', 'columns(2)'.
        eps, delta: total privacy loss of one call (delta defaults to 1e-6).
        levels: subset of the hierarchy's levels.
        tau: threshold; default the smallest legal one.
        method, beta, rest, alpha: as in SQL.
        unit, max_rows: the privacy unit, a column of which at most max_rows rows count; default the row.

    Raises:
        ArgumentError: naming the argument, its rule and its value.

    >>> p = plan("dp_hhh", hierarchy="zip", eps=1, delta=1e-6)
    >>> p.mechanism, p.levels, p.tau == p.margin + 1, p.floor, p.delta_spent <= 1e-6
    ('onehit', (1, 3, 5), True, 1, True)
    """
    if function not in mechanisms.PLANNED:
        raise UnknownNameError("function", function, mechanisms.PLANNED)
    options = {
        "eps": eps,
        "delta": delta,
        "levels": levels,
        "tau": tau,
        "method": method,
        "beta": beta,
        "rest": rest,
        "unit": unit,
        "max_rows": max_rows,
        "alpha": alpha,
    }
    return plan_for(function, Privacy.parse(options, planned_hierarchy(hierarchy, levels)))


def planned_hierarchy(spec: object, levels: object) -> Hierarchy:
    """The hierarchy of a plan without a table; 'columns' alone takes its number of columns from the levels."""
    if isinstance(spec, str) and spec.strip().lower() == "columns" and isinstance(levels, list | tuple) and levels:
        spec = f"columns({max(v for v in levels if isinstance(v, int))})"
    if isinstance(spec, str):
        return hierarchies.parse(spec)
    kinds = ", ".join(hierarchies.HIERARCHIES)
    raise ArgumentError(
        f"hierarchy is required in a plan: a string, one of {kinds} (chars(n) and columns(n) with n), got {spec!r}.",
        argument="hierarchy",
        value=spec,
    )

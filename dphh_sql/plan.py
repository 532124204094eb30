"""The plan of a release: everything that is decided before a row is read, from public facts alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from dphh_sql import hierarchies, mechanisms
from dphh_sql.accounting.steps import Step
from dphh_sql.arguments import shared
from dphh_sql.errors import ArgumentError, UnknownNameError
from dphh_sql.explanation import explain
from dphh_sql.hierarchies import Hierarchy
from dphh_sql.level_choice import settled
from dphh_sql.mechanisms import Design, Mechanism
from dphh_sql.mechanisms.comparison import MethodRow, compare
from dphh_sql.request import Privacy, group_delta, integer

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

    def __repr__(self) -> str:
        """A line; `explain()` says it in words."""
        return (
            f"<Plan of {self.function} by {self.mechanism}: {self.hierarchy}, levels {self.levels}, eps={self.eps!r}, "
            f"delta={self.delta!r}, unit {self.unit}, tau={self.tau}, margin={self.margin}>"
        )

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
        return group_delta(self.design.delta_spent, self.row_eps, self.max_rows)

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

    @property
    def streamed(self) -> bool:
        """Whether the rows are read once, in their order, into a sketch."""
        return self._method.streamed

    @property
    def _method(self) -> Mechanism:
        return mechanisms.mechanism(self.function, self.mechanism)

    def rows(self) -> list[PlanRow]:
        """One row per tested level, as `dp_plan` shows it."""
        return [
            {
                "level": level,
                "noise_sd": sd,
                "noise_bound": bound,
                "tau": self.tau,
                "floor": self.floor,
                "margin": self.margin,
                "certain_count": self.certain_count(i),
                "p_half_tau": self.keep(i, 0.5),
                "p_tau": self.keep(i, 1.0),
                "p_one_and_half_tau": self.keep(i, 1.5),
                "p_three_quarter_tau": self.keep(i, 0.75),
                "p_one_and_quarter_tau": self.keep(i, 1.25),
            }
            for i, level in enumerate(self.levels)
            for sd, bound in [self._method.spread(self.design, i)]
        ]

    def keep(self, index: int, factor: float) -> float:
        """P(a prefix of tested level number `index` with residual count factor * tau, rounded down, is selected)."""
        return self.keep_at(index, int(factor * self.tau))

    def keep_at(self, index: int, count: int) -> float:
        """P(a prefix of tested level number `index` with that residual count is selected)."""
        return self._method.keep(self.design, index, count)

    def certain_count(self, index: int) -> int | None:
        """The least residual count that tested level number `index` finds with probability one, or None."""
        return self._method.certain_count(self.design, index)

    def margin_at(self, beta: float | None = None, candidates: int = mechanisms.CANDIDATES) -> int:
        """m such that with probability 1 - beta the tests of so many candidates err by at most m."""
        return self._method.margin_at(self.design, self.privacy.beta if beta is None else beta, candidates)

    def methods(self, candidates: int = mechanisms.CANDIDATES) -> list[MethodRow]:
        """Every method of the function at the same parameters, as `dp_methods` shows it."""
        return compare(self.function, self.privacy, candidates)

    def explain(self) -> str:
        """The plan in plain words."""
        return explain(self)


@lru_cache(maxsize=512)
def plan_for(function: str, privacy: Privacy) -> Plan:
    """The plan of validated arguments, remembered in this process."""
    privacy = settled(function, privacy)
    try:
        found = Plan(function, privacy, mechanisms.design(function, privacy.of_one_row))
    except ArgumentError as error:
        if privacy.max_rows == 1:
            raise
        shares = (
            f"These are the amounts of each of max_rows={privacy.max_rows} rows that share eps={privacy.eps:g}; a "
            "smaller max_rows leaves each of them more."
        )
        said = f"{str(error).removesuffix('.')}. {shares}"
        raise ArgumentError(said, argument=error.argument, value=error.value) from error
    if found.streamed:
        _check_streamed(found)
    return found


def _check_streamed(plan: Plan) -> None:
    privacy, other = plan.privacy, "sketch=>'exact'" if plan.function == "dp_heavy_hitters" else "dp_hhh"
    if privacy.unit is not None:
        raise ArgumentError(
            f"unit must be the row with sketch {plan.mechanism}, got {privacy.unit!r}: a sketch forgets which rows "
            f"it kept of a unit; use {other}.",
            argument="unit",
            value=privacy.unit,
        )
    if not privacy.kind.keeps_order:
        raise ArgumentError(
            f"hierarchy {privacy.kind.kind} looks items up in a table, which keeps no order of the rows, as a sketch "
            f"needs it; use {other}.",
            argument="hierarchy",
            value=privacy.kind.kind,
        )


def plan(
    function: str = "dp_hhh",
    *,
    hierarchy: str | None = None,
    eps: float | None = None,
    delta: float | None = None,
    levels: Sequence[int] | str | None = None,
    tau: int | None = None,
    method: str | None = None,
    beta: float | None = None,
    rest: bool | None = None,
    unit: str | None = None,
    max_rows: int | None = None,
    alpha: float | None = None,
    goal: int | None = None,
    n_max: int | None = None,
    max_length: int | None = None,
    sampling: str | None = None,
    n0: int | None = None,
    sketch: str | None = None,
    k: int | None = None,
    counters: int | None = None,
) -> Plan:
    """The plan of a release, from public facts only: spends nothing and needs no data.

    Args:
        function: a function that has mechanisms, such as 'dp_hhh'.
        hierarchy: kind with its parameters: 'zip', 'chars(3)', 'columns(2)'.
        eps, delta: total privacy loss of one call (delta defaults to 1e-6).
        levels: subset of the hierarchy's levels, or 'auto': as many as the goal allows.
        goal: of levels 'auto', the residual count from which a prefix must be found with certainty.
        tau: threshold; default the smallest legal one.
        method: the mechanism; default the certified one with the least margin.
        beta: 1 - confidence of each reported interval; default 0.05.
        rest: whether the row of everything else is released; default true.
        unit, max_rows: the privacy unit, a column of each of whose values at most max_rows rows count; default the row.
        alpha: of dp_tree_counts, the ratio of successive thresholds.
        n_max: a public bound on the number of rows, for the methods that need one.
        sketch: of dp_heavy_hitters and dp_hhh_stream: exact, space_saving, misra_gries, count_min or count_sketch.
        k: of sketches: everything with more than n/k of the n rows is wanted.
        counters: of sketches: how many items they track; default 2 k.
        max_length: of dp_triehh and dp_sfp, which take no hierarchy and no levels: longer words are cut.
        sampling: of users, for dp_triehh: poisson or fixed.
        n0: a public number of users, for sampling fixed (there are as many at least) and dp_sfp.

    Raises:
        ArgumentError: naming the argument, its rule and its value.

    Examples:
        >>> p = plan("dp_hhh", hierarchy="zip", eps=1, delta=1e-6)
        >>> p.mechanism, p.levels, p.tau == p.margin + 1, p.floor, p.delta_spent <= 1e-6
        ('onehit', (1, 3, 5), True, 1, True)
    """
    options = {name: value for name, value in locals().items() if name != "function"}
    name = planned_function(function)
    return plan_for(name, planned_privacy(name, options))


def methods(
    function: str = "dp_hhh",
    *,
    hierarchy: str | None = None,
    eps: float | None = None,
    delta: float | None = None,
    levels: Sequence[int] | str | None = None,
    tau: int | None = None,
    method: str | None = None,
    beta: float | None = None,
    rest: bool | None = None,
    alpha: float | None = None,
    n_max: int | None = None,
    unit: str | None = None,
    max_rows: int | None = None,
    goal: int | None = None,
    max_length: int | None = None,
    sampling: str | None = None,
    n0: int | None = None,
    candidates: int | None = None,
    sketch: str | None = None,
    k: int | None = None,
    counters: int | None = None,
) -> list[MethodRow]:
    """Every method of a function at the same (eps, delta), a dict each: what `dp_methods` shows. Reads no data.

    Args:
        candidates: how many candidates `margin_at_beta` covers at once (default 1000); the others are those of
            `plan`. `chosen` marks what `method` (default: auto) takes.

    Raises:
        ArgumentError: naming the argument, its rule and its value.

    Examples:
        >>> rows = methods("dp_hhh", hierarchy="zip", eps=1)
        >>> [row["method"] for row in rows if row["chosen"]]
        ['onehit']
    """
    options = {name: value for name, value in locals().items() if name not in ("function", "candidates")}
    name = planned_function(function)
    privacy = planned_privacy(name, options)
    covered = mechanisms.CANDIDATES if candidates is None else integer("candidates", candidates, least=1)
    return compare(name, settled(name, privacy), covered)


def planned_function(function: object) -> str:
    """The name of a function that has mechanisms.

    Raises:
        ArgumentError: not a string, or no such function.
    """
    if not isinstance(function, str):
        raise ArgumentError("function must be the name of a dp_ function, as a string", argument="function")
    name = function.strip().lower()
    if name not in mechanisms.PLANNED:
        raise UnknownNameError("function", function, mechanisms.PLANNED)
    return name


def planned_privacy(function: str, options: Mapping[str, object]) -> Privacy:
    """What is asked of a plan without a table.

    Raises:
        ArgumentError: naming the argument, its rule and its value.
    """
    options = shared(function, options)
    return Privacy.parse(options, planned_hierarchy(options.get("hierarchy"), options.get("levels")))


def planned_hierarchy(spec: object, levels: object) -> Hierarchy:
    """The hierarchy of a plan without a table; 'columns' alone takes its number of columns from the levels."""
    if spec == "items":
        spec = "items(1)"
    if isinstance(spec, str) and spec.strip().lower() == "columns" and isinstance(levels, list | tuple):
        spec = f"columns({max((v for v in levels if isinstance(v, int)), default=1)})"
    if isinstance(spec, str):
        return hierarchies.parse(spec)
    kinds = ", ".join(hierarchies.HIERARCHIES)
    raise ArgumentError(
        f"hierarchy is required in a plan: a string, one of {kinds} (chars(n) and columns(n) with n), got {spec!r}.",
        argument="hierarchy",
        value=spec,
    )

"""A validated call: who asks what of which column, at which privacy cost. Nothing here reads data.

`Request.parse` takes the arguments as SQL passed them (JSON), checks each one and names the rule it breaks.
A request is plain data and makes the round trip through JSON, so it can travel in a signed plan token and
into the ledger.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from dphh_sql import hierarchies
from dphh_sql.errors import ArgumentError
from dphh_sql.filter import parse_filter
from dphh_sql.hierarchies import Hierarchy
from dphh_sql.source import Source, parse_column, parse_columns, parse_table, require_short

DEFAULT_DELTA = 1e-6
DEFAULT_BETA = 0.05
ROW = "row"
DEFAULT_K = 1000
MOST_COUNTERS = 2**27
LONGEST_NAME = 500

LARGEST_EPS = 1e6
"""A larger eps is a mistake."""


@dataclass(frozen=True)
class Privacy:
    """What a caller asks of a mechanism. eps and delta cover the whole call, selection and counts together.

    Attributes:
        eps, delta: total privacy loss under add/remove of one unit.
        hierarchy: spec of the hierarchy, e.g. `zip`.
        levels: tested levels, ascending (coarse to fine); with a goal, those to choose from.
        method: mechanism name (of the streaming functions: the sketch), or 'auto'.
        tau: selection threshold, or None for the smallest legal one.
        beta: 1 - confidence of each reported interval.
        rest: whether the row of everything else is released.
        alpha: ratio of successive thresholds of dp_tree_counts, or None for its default.
        n_max: a public bound on the number of rows, for the methods that need one; a sketch refuses to release when
            the noisy number is above it, the others never check it.
        unit: the column whose value says which unit a row belongs to, or None when each row is a unit.
        max_rows: how many rows of one unit count at most; 1 without a unit column.
        goal: of levels 'auto', the residual count from which a prefix must be found; None once levels are settled.
        n0: a public number of users: for dp_triehh with samples of a fixed size, how many there are at least; for
            dp_sfp, how many report.
        k: of the sketches: every item with more than n/k of the n rows is wanted.
        counters: how many items a sketch tracks; None for 2 k.
    """

    eps: float
    delta: float
    hierarchy: str
    levels: tuple[int, ...]
    method: str = "auto"
    tau: int | None = None
    beta: float = DEFAULT_BETA
    rest: bool = True
    alpha: float | None = None
    n_max: int | None = None
    unit: str | None = None
    max_rows: int = 1
    goal: int | None = None
    n0: int | None = None
    k: int | None = None
    counters: int | None = None

    @classmethod
    def parse(cls, options: Mapping[str, object], hierarchy: Hierarchy) -> Privacy:
        """From named arguments; None means left out.

        Raises:
            ArgumentError: naming the argument, its rule and its value.
        """
        eps = options.get("eps")
        if eps is None:
            raise ArgumentError(
                "eps is required (the total privacy loss, > 0): a budget is never spent by accident; "
                "for example eps=>1.",
                argument="eps",
            )
        tau = options.get("tau")
        rest = options.get("rest")
        if rest is not None and not isinstance(rest, bool):
            raise _bad("rest", rest, "must be true or false")
        method = options.get("method")
        if method is not None and not isinstance(method, str):
            raise _bad("method", method, "must be a string")
        return cls(
            eps=_eps(eps),
            delta=number("delta", _default(options.get("delta"), DEFAULT_DELTA), above=0.0, below=1.0),
            hierarchy=hierarchy.spec,
            **_levels(hierarchy, options.get("levels"), options.get("goal")),
            method=method.strip().lower() if method is not None else "auto",
            tau=None if tau is None else integer("tau", tau, least=1),
            beta=number("beta", _default(options.get("beta"), DEFAULT_BETA), above=0.0, below=1.0),
            rest=True if rest is None else rest,
            alpha=None if options.get("alpha") is None else number("alpha", options["alpha"], above=1.0),
            n_max=None if options.get("n_max") is None else integer("n_max", options["n_max"], least=1),
            n0=None if options.get("n0") is None else integer("n0", options["n0"], least=1),
            **_unit(options.get("unit"), options.get("max_rows")),
            **_sizes(options),
        )

    @property
    def tracked(self) -> int:
        """How many items a sketch tracks."""
        return 2 * (self.k or DEFAULT_K) if self.counters is None else self.counters

    @property
    def unit_name(self) -> str:
        """The unit as plans and the ledger show it: `row`, or the column (quoted if it is called row)."""
        return ROW if self.unit is None else f'"{self.unit}"' if self.unit.lower() == ROW else self.unit

    @property
    def of_one_row(self) -> Privacy:
        """What one row has to be given so that the at most `max_rows` rows of a unit get (eps, delta).

        Group privacy (Dwork and Roth, Theorem 2.2, with delta summed as in Vadhan, Lemma 2.2): a step of one row at
        (e, d) makes k rows (k e, d (exp(k e) - 1) / (exp(e) - 1)). Both amounts are rounded towards less.
        """
        if self.unit is None:
            return self
        if self.max_rows == 1:
            return replace(self, unit=None)
        eps = math.nextafter(self.eps / self.max_rows, 0.0)
        delta = self.delta / group_factor(eps, self.max_rows) * (1 - 1e-12)
        if not (eps > 0 and delta > 0):
            raise _bad("max_rows", self.max_rows, "leaves a row less than the smallest number")
        return replace(self, eps=eps, delta=delta, unit=None, max_rows=1)

    @property
    def kind(self) -> Hierarchy:
        return hierarchies.parse(self.hierarchy)


@dataclass(frozen=True)
class Request:
    """One call of a function on one table and column (or list of columns)."""

    function: str
    tbl: str
    columns: tuple[str, ...]
    filter: str | None
    privacy: Privacy
    name: str | None = None

    @classmethod
    def parse(cls, function: str, tbl: object, col: object, options: Mapping[str, object]) -> Request:
        """From the arguments of the macro, decoded from JSON.

        Raises:
            ArgumentError: any argument breaks its rule; nothing has been read.
        """
        parse_table(tbl)
        columns = parse_columns(col)
        parse_filter(options.get("filter"))
        hierarchy = choose_hierarchy(options.get("hierarchy"), columns, listed=isinstance(col, list))
        filter_text = None if options.get("filter") is None else str(options["filter"])
        name = options.get("name")
        if name is not None and not (isinstance(name, str) and name.strip()):
            raise _bad("name", name, "must be a string that is not empty")
        if name is not None:
            require_short("name", name, LONGEST_NAME)
        return cls(function, str(tbl), columns, filter_text, Privacy.parse(options, hierarchy), name)

    @property
    def source(self) -> Source:
        return parse_table(self.tbl)

    def to_json(self) -> str:
        """Canonical: the same request always gives the same text."""
        return json.dumps(asdict(self), sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Request:
        raw = json.loads(text)
        privacy = raw["privacy"] | {"levels": tuple(raw["privacy"]["levels"])}
        return cls(raw["function"], raw["tbl"], tuple(raw["columns"]), raw["filter"], Privacy(**privacy), raw["name"])


def choose_hierarchy(spec: object, columns: tuple[str, ...], listed: bool = False) -> Hierarchy:
    """The hierarchy of a call: the named one, else columns for a list, else by a well-known column name.

    Raises:
        ArgumentError: none can be chosen, or it does not fit the number of columns.
    """
    if spec is not None and not isinstance(spec, str):
        raise _bad("hierarchy", spec, "must be a string such as 'zip' or 'chars(3)'")
    text = spec.strip() if spec is not None else ""
    if spec is None and listed:
        text = f"columns({len(columns)})"
    elif spec is None:
        text = hierarchies.for_column(columns[0]) or ""
        if not text:
            raise hierarchies.undeclared(columns[0])
    elif text.lower() in ("columns", "items"):
        text = f"{text}({len(columns)})"
    kind = hierarchies.parse(text)
    if kind.width != len(columns):
        raise ArgumentError(
            f"hierarchy {kind.spec} reads {kind.width} column(s), but col names {len(columns)}; "
            "a list of columns goes with hierarchy=>'columns'.",
            argument="hierarchy",
            value=spec,
        )
    return kind


def group_factor(eps: float, rows: int) -> float:
    """How many times the delta of one row at eps the delta of `rows` rows at rows * eps is.

    >>> group_factor(1.0, 1)
    1.0
    """
    try:
        return math.expm1(rows * eps) / math.expm1(eps)
    except OverflowError:
        return math.inf


def group_delta(delta: float, eps: float, rows: int) -> float:
    """The delta of `rows` rows at rows * eps, from that of one row at eps; rounded up."""
    return delta if rows == 1 else delta * group_factor(eps, rows) * (1 + 1e-13)


def _levels(hierarchy: Hierarchy, levels: object, goal: object) -> dict[str, Any]:
    """`levels` and `goal` as fields; 'auto' chooses among the default levels."""
    if not isinstance(levels, str) or levels.strip().lower() != "auto":
        if goal is not None:
            raise _bad("goal", goal, "goes with levels=>'auto'")
        return {"levels": hierarchies.validate_levels(hierarchy, levels)}  # type: ignore[arg-type]
    if goal is None:
        raise ArgumentError(
            "goal is required with levels=>'auto': the count from which a prefix must be found with certainty, for "
            "example goal=>100; dp_levels shows what each number of levels finds.",
            argument="goal",
        )
    return {"levels": hierarchy.default_levels, "goal": integer("goal", goal, least=1)}


def _eps(value: object) -> float:
    eps = number("eps", value, above=0.0)
    if eps > LARGEST_EPS:
        raise _bad("eps", value, f"must be at most {LARGEST_EPS:g} (far below that nothing is private any more)")
    return eps


def _unit(unit: object, max_rows: object) -> dict[str, Any]:
    """`unit` and `max_rows` as fields; 'row' is the unit of the row, and a column of that name is written '"row"'."""
    if unit is not None and not isinstance(unit, str):
        raise _bad("unit", unit, "must be the name of a column, as a string")
    rows = 1 if max_rows is None else integer("max_rows", max_rows, least=1)
    if unit is None or unit.strip().lower() == ROW:
        if rows != 1:
            raise _bad("max_rows", rows, "goes with a unit column (unit=>'...'); without one each row is a unit")
        return {"unit": None, "max_rows": 1}
    return {"unit": parse_column("unit", unit), "max_rows": rows}


def _sizes(options: Mapping[str, object]) -> dict[str, Any]:
    """`k` and `counters` as fields."""
    asked = {name: options.get(name) for name in ("k", "counters")}
    k, counters = (None if value is None else integer(name, value, least=1) for name, value in asked.items())
    for name, value in (("k", k), ("counters", counters)):
        if value is not None and value > MOST_COUNTERS:
            raise _bad(name, value, f"must be at most {MOST_COUNTERS}")
    if counters is not None and counters < (k or 1):
        raise _bad("counters", counters, f"must be at least k={k}")
    return {"k": k, "counters": counters}


def number(argument: str, value: object, *, above: float, below: float = math.inf) -> float:
    """A finite number strictly between the bounds."""
    rule = f"must be > {above:g}" if math.isinf(below) else f"must lie strictly between {above:g} and {below:g}"
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _bad(argument, value, f"must be a number; it {rule}")
    try:
        result = float(value)
    except OverflowError:
        raise _bad(argument, value, "must be finite") from None
    if not math.isfinite(result) or not above < result < below:
        raise _bad(argument, value, rule)
    return result


def integer(argument: str, value: object, *, least: int) -> int:
    """A whole number of at least `least`, below 2**53."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value or value % 1 != 0:
        raise _bad(argument, value, "must be a whole number")
    if not least <= value < 2**53:
        raise _bad(argument, value, f"must be at least {least} and below 2**53")
    return int(value)


def _default(value: object, default: object) -> object:
    return default if value is None else value


def _bad(argument: str, value: object, rule: str) -> ArgumentError:
    return ArgumentError(f"{argument} {rule}, got {value!r}.", argument=argument, value=value)

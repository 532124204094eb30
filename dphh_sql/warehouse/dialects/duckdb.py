"""DuckDB: the dialect that the trees are written in. The lists are what a tree may use at all."""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

from dphh_sql.bounding import DRAW, by_aggregate
from dphh_sql.duckdb_forms import FORMS
from dphh_sql.warehouse.dialect import Build, Dialect, Rule
from dphh_sql.warehouse.frame import FRAME, same

# fmt: off
NODES = (
    exp.Cast, exp.TryCast, exp.DataType, exp.DataTypeParam, exp.Collate, exp.Var, exp.Div, exp.DPipe,
    exp.Like, exp.ILike, exp.Array, exp.Struct, exp.PropertyEQ, exp.Dot,
)
FUNCTIONS = (
    "arg_min", "array_to_string", "bin", "concat", "contains", "date_trunc", "ends_with", "floor", "greatest", "least",
    "left", "length", "list_reverse", "lower", "lpad", "min", "regexp_extract", "regexp_full_match", "regexp_matches",
    "regexp_replace", "replace", "rpad", "rtrim", "split_part", "starts_with", "string_split", "substr", "timezone",
    "to_hex", "to_json", "typeof", "unnest", "upper", "coalesce", DRAW,
)
# fmt: on



def _as(form: Callable[[exp.Expr], exp.Expression]) -> Rule:
    def rule(node: exp.Expr, build: Build) -> exp.Expr:
        return form(node)

    return rule


DUCKDB = Dialect(
    name="duckdb",
    sqlglot="duckdb",
    nodes={**FRAME, **dict.fromkeys(NODES, same)},
    functions=dict.fromkeys(FUNCTIONS, same),
    meanings={mark: _as(form) for mark, form in FORMS.items()},
    types={},
    bounded=by_aggregate,
)

"""What the warehouses share whose SQL is golden text and runs on no engine of ours.

They differ in names and in regular expressions, so a table is made of a few hooks. They compute a CTE again wherever it
is read, if they like. Of a table that is the same; of rows bounded by draws it would be another choice for each level,
and one unit would count in prefixes that do not lie on one path. So bounding by unit is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlglot import exp

from dphh_sql.bounding import DRAW
from dphh_sql.hierarchies._sql import MEANING
from dphh_sql.warehouse.dialect import Build, Dialect, Rule
from dphh_sql.warehouse.dialects.json_text import json_of_texts
from dphh_sql.warehouse.dialects.parts import (
    BIGINTS,
    alone,
    call,
    compared,
    concatenated,
    in_range,
    is_there,
    number,
    of_years,
    replacement,
    require_group,
    text,
    types_by,
    unfenced,
    when,
)
from dphh_sql.warehouse.frame import FRAME, same
from dphh_sql.warehouse.patterns import whole
from dphh_sql.warehouse.translate import Untranslatable
from dphh_sql.warehouse.types import type_name

Matches = Callable[[exp.Expr, str], exp.Expr]
Extracts = Callable[[exp.Expr, str, int], exp.Expr]
Replaces = Callable[[exp.Expr, str, str], exp.Expr]

_SAME = ("coalesce", "floor", "greatest", "least", "length", "lower", "upper", "replace", "substr", "lpad", "rpad")


def standard(
    name: str,
    sqlglot: str,
    types: Mapping[str, str],
    *,
    matches: Matches,
    extracts: Extracts,
    replaces: Replaces,
    head: Callable[[exp.Expr, str, int], exp.Expr],
    trimmed: Callable[[exp.Expr], exp.Expr],
    printed: Mapping[str, Callable[[exp.Expr], exp.Expr]],
    nul: exp.Expr | None,
    nodes: Mapping[type[exp.Expr], Rule] | None = None,
    functions: Mapping[str, Rule] | None = None,
) -> Dialect:
    """A table.

    Args:
        matches: (text, pattern) -> whether some part of the text matches.
        extracts: (text, pattern, group) -> the group of the first match, NULL or '' without one.
        replaces: (text, pattern, replacement with \\1) -> with every match replaced.
        head: (text, separator, n) -> up to and including the n-th separator; there is one.
        trimmed: text -> under the binary collation.
        printed: DuckDB type -> how a value becomes the text that DuckDB prints.
        nul: the text of one NUL, or None where text cannot hold it.
        nodes, functions: the rest.
    """  # fmt: skip

    def cast(value: exp.Expr, kind: str) -> exp.Cast:
        return exp.Cast(this=value, to=exp.DataType.build(types[kind], dialect=sqlglot))

    def plain_cast(node: exp.Cast, build: Build) -> exp.Expr:
        kind = type_name(node.this.type) or "an unknown type"
        if type_name(node.to) != "VARCHAR" or isinstance(node.this, exp.Null):
            return exp.Cast(this=build(node.this), to=build(node.to))
        if kind in printed:
            return printed[kind](build(node.this))
        if kind not in ("VARCHAR", "BOOLEAN", "SMALLINT", "INTEGER", "BIGINT"):
            raise Untranslatable(f"a cast of {kind} to text")
        return cast(build(node.this), "VARCHAR")

    def try_cast(node: exp.TryCast, build: Build) -> exp.Expr:
        value, kind, to = build(node.this), type_name(node.this.type), type_name(node.to)
        match kind, to:
            case _ if kind == to:
                return value
            case "VARCHAR", ("UTINYINT" | "UINTEGER" | "INTEGER" | "BIGINT"):
                digits = when(matches(value, "^-?[0-9]{1,18}$"), cast(value.copy(), "BIGINT"))
                return in_range(digits, to)
            case "DOUBLE", "BIGINT":
                low, high = (cast(text(bound), "DOUBLE") for bound in BIGINTS)
                return when(exp.Between(this=value, low=low, high=high), cast(value.copy(), "BIGINT"))
            case (("SMALLINT" | "INTEGER" | "BIGINT" | "DECIMAL" | "FLOAT", "DOUBLE")
                  | ("SMALLINT" | "INTEGER", "BIGINT") | ("DATE", "TIMESTAMP")):  # fmt: skip
                return exp.Cast(this=value, to=build(node.to))
        raise Untranslatable(f"a cast of {kind} to {to} that may not fail")

    def extracted(node: exp.Anonymous, build: Build) -> exp.Expr:
        subject, pattern, group = node.expressions
        require_group(pattern, group, least=1)
        part = extracts(build(subject), pattern.name, int(group.name))
        return call("coalesce", part, when(is_there(build(subject)), text("")))

    def substituted(node: exp.Anonymous, build: Build) -> exp.Expr:
        subject, pattern, *_ = node.expressions
        return replaces(build(subject), pattern.name, replacement(node))

    def cut(node: exp.Anonymous, build: Build) -> exp.Expr:
        """The text up to its n-th separator, a leading one not counted; all of it when there are fewer."""
        _, separator, components = node.meta[MEANING]
        subject, width = build(node.expressions[0]), len(separator)
        seen = exp.Sub(
            this=call("length", subject),
            expression=call("length", call("replace", subject.copy(), text(separator), text(""))),
        )
        number_of = seen if width == 1 else exp.IntDiv(this=exp.paren(seen), expression=number(width))

        def upto(n: int) -> exp.Expr:
            return (
                when(
                    exp.GTE(this=exp.paren(number_of.copy()), expression=number(n)),
                    head(subject.copy(), separator, n),
                    subject.copy(),
                )
                if n
                else text("")
            )

        leading = exp.EQ(this=call("substr", subject.copy(), number(1), number(width)), expression=text(separator))
        return exp.Case(
            ifs=[exp.If(this=leading, true=upto(components + 1)), exp.If(this=is_there(subject), true=upto(components))]
        )

    def joined(node: exp.Anonymous, build: Build) -> exp.Expr:
        """DuckDB's concat leaves out what is NULL."""
        return concatenated(
            [
                build(each) if isinstance(each, exp.Literal) else call("coalesce", build(each), text(""))
                for each in node.expressions
            ]
        )

    def matched(form: Callable[[str], str]) -> Rule:
        def rule(node: exp.Anonymous, build: Build) -> exp.Expr:
            subject, pattern = node.expressions
            return matches(build(subject), form(pattern.name))

        return rule

    def begins(node: exp.Anonymous, build: Build) -> exp.Expr:
        subject, start = node.expressions
        return exp.EQ(this=call("substr", build(subject), number(1), number(len(start.name))), expression=build(start))

    def divided(node: exp.Div, build: Build) -> exp.Expr:
        if not type_name(node.left.type) == type_name(node.right.type) == "DOUBLE":
            raise Untranslatable("a division of other types than DOUBLE")
        return exp.Div(this=exp.paren(build(node.left)), expression=exp.paren(build(node.right)), typed=True)

    return Dialect(
        name=name,
        sqlglot=sqlglot,
        nodes={
            **FRAME,
            exp.CTE: unfenced,
            exp.Cast: of_years(plain_cast),
            exp.TryCast: try_cast,
            exp.DataType: types_by(types, lambda name: exp.DataType.build(name, dialect=sqlglot)),
            exp.Collate: lambda node, build: trimmed(build(node.this)),
            exp.DPipe: same,
            exp.Div: divided,
            **(nodes or {}),
        },
        functions={
            **dict.fromkeys(_SAME, same),
            "left": lambda node, build: call(
                "substr", build(node.expressions[0]), number(1), build(node.expressions[1])
            ),
            "concat": joined,
            "starts_with": begins,
            "regexp_full_match": matched(whole),
            "regexp_matches": matched(str),
            "regexp_extract": extracted,
            "regexp_replace": substituted,
            "to_json": json_of_texts("replace", concatenated, nul=nul),
            DRAW: redrawn,
            **(functions or {}),
        },
        meanings={"head": cut, "compared": compared, "far": alone},
        types=types,
    )


def redrawn(node: exp.Expr, build: Build) -> exp.Expr:
    """Refuses a draw for each row."""
    raise Untranslatable(
        "unit", "needs a step that is computed once, and this engine may compute it again for each level"
    )

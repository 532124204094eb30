"""The page itself, section by section."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from decimal import ROUND_CEILING, Context, Decimal
from importlib import resources
from typing import Any
from xml.etree.ElementTree import Element

from dphh_sql.html import Part, document, e, shortened, visible
from dphh_sql.ledger.amounts import plain
from dphh_sql.release import COLUMNS
from dphh_sql.released_tree import released_tree
from dphh_sql.report.facts import Facts
from dphh_sql.report.findable import by_itself, findable
from dphh_sql.report.icicle import icicle
from dphh_sql.tiling import Tiling

_SMALLEST = 1 / 300
_LONG = 200
_UP = Context(prec=3, rounding=ROUND_CEILING)

_MEANING = {
    "level": "level",
    "prefix": "prefix",
    "item": "item",
    "parent": "inside of",
    "residual": "rows of its own",
    "count": "rows in all",
    "complete": "complete",
}


def page(facts: Facts, title: str | None = None) -> str:
    """The HTML of a report."""
    request = facts.request
    columns = ", ".join(request.columns)
    heading = visible(title or f"What was released of {facts.certificate['table']}, by {columns}")
    sections = [section for section in _sections(facts) if section is not None]
    links = [e("li", e("a", part.findtext("h2") or "", href=f"#{part.get('id')}")) for part in sections]
    head = e(
        "head",
        e("meta", charset="utf-8"),
        e("meta", name="viewport", content="width=device-width, initial-scale=1"),
        e("title", heading),
        e("style", (resources.files(__package__) / "page.css").read_text("utf-8")),
    )
    body = e(
        "body",
        e("a", "Skip to the report", href="#main", class_="skip"),
        e("header", e("h1", heading), e("p", _lead(facts), class_="soft")),
        e("nav", e("ul", links), aria_label="Sections"),
        e("main", sections, id="main", tabindex=-1),
    )
    return document(e("html", head, body, lang="en"))


def _lead(facts: Facts) -> str:
    certificate = facts.certificate
    when = str(certificate["time"])[:16].replace("T", " ")
    return f"Release {certificate['release_id']}, made on {when} UTC with differential privacy."


def _sections(facts: Facts) -> Iterator[Element | None]:
    yield _asked(facts)
    yield _guarantee(facts)
    yield _picture(facts)
    yield _found(facts)
    yield _not_seen(facts)
    yield _budget(facts)
    yield _proof(facts)


def _section(name: str, heading: str, *parts: Part | Iterable[Part]) -> Element:
    return e("section", e("h2", heading, id=f"{name}-heading"), *parts, id=name, aria_labelledby=f"{name}-heading")


def _definitions(pairs: Iterable[tuple[str, Part]]) -> Element:
    return e("dl", [part for name, value in pairs for part in (e("dt", name), e("dd", value))])


def _code(text: object) -> Element:
    return e("code", visible(str(text)))


def _asked(facts: Facts) -> Element:
    request, plan = facts.request, facts.plan
    unit = "each row by itself" if plan.privacy.unit is None else f"all rows of one {plan.unit}, of which at most "
    if plan.privacy.unit is not None:
        unit += f"{plan.max_rows} counted"
    pairs: list[tuple[str, Part]] = [
        ("Function", _code(request.function)),
        ("Table", _code(facts.certificate["table"])),
        ("Column" if len(request.columns) == 1 else "Columns", _code(", ".join(request.columns))),
        ("Rows counted", _code(request.filter) if request.filter else "all"),
        ("Hierarchy", f"{plan.hierarchy}, levels {', '.join(map(str, plan.levels))}"),
        ("Method", plan.mechanism),
        ("Protected", unit),
        ("Privacy loss", f"eps = {plan.eps:g}, delta = {plan.delta:g}"),
        ("Threshold", f"{plan.tau:,} rows"),
    ]
    if request.name:
        pairs.append(("Name", _code(request.name)))
    return _section("asked", "What was asked", _definitions(pairs))


def _guarantee(facts: Facts) -> Element:
    plan = facts.plan
    one = "row" if plan.privacy.unit is None else f"{plan.unit} with all its rows"
    factor = f"{_UP.create_decimal(math.exp(plan.eps) * (1 + 1e-15)):f}" if plan.eps <= 10 else f"exp({plan.eps:g})"
    words = (
        f"Imagine the same table with one {one} more, or one less. Any outcome, of which this page is one, is at most "
        f"{factor} times as likely with it as without it, and the other way round, but for a part of at most "
        f"{plan.delta:g} of all probability. Whatever else readers know, what this page can tell them about whether "
        f"any single {one} is in the table is limited to that. It holds for everything on this page together; it says "
        "nothing of other releases of the same table, whose losses add up."
    )
    details = plan.explain().split("\n\n")
    return _section(
        "guarantee", "What is guaranteed", e("p", words), [e("p", " ".join(part.split())) for part in details[1:]]
    )


def _has_residuals(facts: Facts) -> bool:
    return bool(facts.rows.column_names == list(COLUMNS))


def _picture(facts: Facts) -> Element | None:
    if not _has_residuals(facts):
        return None
    tiling = Tiling(released_tree(facts.rows), columns=True, smallest=_SMALLEST)
    caption = (
        "Each column is a level of the hierarchy, coarse on the left. The height of a tile is its number of rows; what "
        "the tiles to its right leave free lies in none of them. Hatched: everything else. A tile without a text is "
        "too small for one; the table has all of them."
    )
    picture = _scrolled(icicle(tiling), "The picture")
    return _section("picture", "The picture", e("figure", picture, e("figcaption", caption)))


def _found(facts: Facts) -> Element:
    names = facts.rows.column_names
    shown = [name for name in names if not name.endswith(("_lo", "_hi"))]
    head = []
    for name in shown:
        text = _MEANING.get(name, name)
        kind = "text" if name in ("prefix", "item", "parent") else None
        head.append(e("th", text, scope="col", class_=kind))
        if f"{name}_lo" in names:
            head.append(e("th", "from", scope="col"))
            head.append(e("th", "to", scope="col"))
    rows = [_row(row, shown) for row in facts.rows.to_pylist()]
    confidence = f"{100 * (1 - facts.plan.privacy.beta):g} %"
    caption = "What was found."
    if any(name.endswith("_lo") for name in names):
        caption += (
            f" Counts carry noise; the true count lies between “from” and “to” with a probability of at least "
            f"{confidence}, for each row of the table by itself."
        )
    table = e("table", e("caption", caption), e("thead", e("tr", head)), e("tbody", rows))
    return _section("found", "What was found", _scrolled(table, "Table of what was found"))


def _scrolled(table: Element, label: str) -> Element:
    """A wide table scrolls by itself, by keyboard too, where the page is narrow."""
    return e("div", table, class_="scroll", tabindex=0, role="region", aria_label=label)


def _row(row: dict[str, Any], shown: list[str]) -> Element:
    rest = "prefix" in row and row["prefix"] is None
    cells = []
    for name in shown:
        value = row[name]
        if name in ("prefix", "item"):
            text = "everything else" if value is None else visible(value)
            cells.append(e("th", _foldable(text), scope="row"))
        elif isinstance(value, str) or name == "parent":
            cells.append(e("td", _foldable("" if value is None else visible(value)), class_="text"))
        else:
            cells.append(e("td", _number(value) if not (rest and name == "level") else ""))
        cells += [e("td", _number(row[f"{name}_{end}"])) for end in ("lo", "hi") if f"{name}_{end}" in row]
    return e("tr", cells, class_="rest" if rest else None)


def _foldable(text: str) -> Element:
    """A text from the data; a very long one is folded, or it would be the whole page."""
    if len(text) <= _LONG:
        return e("bdi", text)
    head = e("summary", e("bdi", shortened(text, 60)), f" ({len(text):,} characters)")
    return e("details", head, e("bdi", text))


def _number(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int | float) else ""


def _not_seen(facts: Facts) -> Element:
    plan, alone = facts.plan, by_itself(facts.plan)
    head = [*(["never below"] if alone else []), "half of the time from", "99 % of the time from", "always from"]
    rows = [
        e(
            "tr",
            e("th", f"{each.level}", scope="row"),
            [e("td", f"{count:,}") for count in (each.least, each.half, each.nearly) if count is not None],
            e("td", "no such number" if each.certain is None else f"{each.certain:,}"),
        )
        for each in findable(plan)
    ]
    words = (
        "That something is not on this page does not mean that it is not in the table: small numbers are hidden on "
        "purpose. Whether it is found depends on its true count"
        + (", of those rows that nothing found below it covers" if _has_residuals(facts) else "")
        + ("." if alone else ", about as follows: what else is found, and the error of a sketch, can change it.")
    )
    titles = [e("th", "level", scope="col", class_="text"), *(e("th", text, scope="col") for text in head)]
    table = e("table", e("caption", "Counts that are found."), e("thead", e("tr", titles)), e("tbody", rows))
    return _section(
        "unseen", "What could not be seen", e("p", words), _scrolled(table, "Table of the counts that are found")
    )


def _budget(facts: Facts) -> Element:
    plan, spent, rule = facts.plan, facts.spent, facts.rule
    if spent is None:
        words = (
            f"This release spent eps = {plan.eps:g} and delta = {plan.delta:g} of the budget of "
            f"{facts.certificate['table']}. What others spent is in the ledger, which was not given to this report."
        )
        return _section("budget", "The budget", e("p", words))
    parts: list[Part] = [
        e(
            "p",
            f"So far {spent.releases:,} {'release has' if spent.releases == 1 else 'releases have'} spent "
            f"eps = {plain(spent.eps)} and delta = {plain(spent.delta)} of {spent.table} by {spent.unit}, "
            f"this one eps = {plan.eps:g} and delta = {plan.delta:g} of it.",
        )
    ]
    if rule is None or rule.limit is None:
        parts.append(e("p", "No limit was given to this report (a policy that sets one)."))
        return _section("budget", "The budget", parts)
    eps_left, delta_left = spent.left(rule.limit)
    parts.append(e("p", f"Left: eps = {plain(eps_left)} and delta = {plain(delta_left)}."))
    whole = spent.eps + max(eps_left, Decimal(0))
    mine = float(Decimal(repr(plan.eps)) / whole) if whole else 0.0
    others = max(0.0, float(spent.eps / whole) - mine) if whole else 0.0
    label = (
        f"Of the eps budget this release used {mine:.0%}, others {others:.0%}, {max(0, 1 - mine - others):.0%} is left"
    )
    bar = e(
        "div",
        e("div", class_="used", style=f"width:{100 * mine:.2f}%"),
        e("div", class_="others", style=f"width:{100 * others:.2f}%"),
        class_="bar",
        role="img",
        aria_label=label,
    )
    return _section("budget", "The budget", parts, bar, e("p", label + ".", class_="soft"))


def _proof(facts: Facts) -> Element:
    rows = [
        e(
            "tr",
            e("th", check.name, scope="row"),
            e("td", "not made" if check.passed is None else "holds", class_="text"),
            e("td", check.seen, class_="text"),
        )
        for check in facts.checks
    ]
    head = e("tr", [e("th", text, scope="col", class_="text") for text in ("check", "result", "what was seen")])
    words = (
        "The certificate beside this release has every step that a row could meet, with the exact noise, so that "
        "anybody can recompute delta (dphh certificate verify). When this page was made, these checks were:"
    )
    certificate = facts.certificate
    pairs: list[tuple[str, Part]] = [
        ("Release", f"{certificate['release_id']}, charged at {certificate['time']}"),
        ("Hash of the ledger entry", _code(certificate["ledger_hash"])),
        ("Hash of these rows", _code(certificate["rows_sha256"] or "none")),
    ]
    table = e("table", e("caption", "Checks of the certificate."), e("thead", head), e("tbody", rows))
    return _section("proof", "The proof", e("p", words), _scrolled(table, "Table of checks"), _definitions(pairs))

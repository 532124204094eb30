"""What the report says, and that it says it to everybody: structure, names, escapes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import duckdb
import pytest

from dphh_sql.certificate import SEAL, digest, planned
from dphh_sql.cli import main
from dphh_sql.colours import HATCH, LEVEL_COLOURS, contrast, ink, lighter, luminance
from dphh_sql.errors import ArgumentError, CertificateError, LedgerError
from dphh_sql.html import visible
from dphh_sql.ledger import canonical_json
from dphh_sql.plan import plan
from dphh_sql.released_tree import released_tree
from dphh_sql.report import page, read
from dphh_sql.report.findable import findable
from dphh_sql.report.icicle import icicle
from dphh_sql.tiling import Tiling
from dphh_sql.verification import verify

Run = Callable[[str, str], Path]
ZIPS = "FROM dp_hhh('loans', 'zip', eps => 1, name => 'zips')"


class Outline(HTMLParser):
    """The tags with their attributes, and the text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data + " "

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def outline(file: Path, **given: str) -> Outline:
    return Outline(page(read(file, **given)))  # type: ignore[arg-type]


def test_what_it_tells(released: Run) -> None:
    file = released("zips", ZIPS)
    folder = file.parent
    told = outline(file, ledger=str(folder / "bank.duckdb.dphh-ledger"), policy=str(folder / "policy.toml")).words
    for text in (
        "What was released of bank.main.loans, by zip",
        "at most 2.72 times as likely with it as without it",  # e rounded up
        "Certified: delta is at most",
        "level 5",
        "94110",
        "everything else",
        "So far 1 release has spent eps = 1 and delta = 0.000001",
        "Left: eps = 2 and delta = 0.000009",
        "Of the eps budget this release used 33%, others 0%, 67% is left",
        "small numbers are hidden on purpose",
    ):
        assert text in " ".join(told.split()), text
    certificate = json.loads(file.with_name("zips.parquet.certificate.json").read_text())
    assert certificate["ledger_hash"] in told


def test_it_needs_no_network_and_no_script(released: Run) -> None:
    html = page(read(released("zips", ZIPS)))
    found = Outline(html)
    assert not found.of("script") + found.of("link") + found.of("img") + found.of("iframe")
    assert "url(" not in html.replace("url(#hatch)", "")
    assert [a["href"] for a in found.of("a") if not (a["href"] or "").startswith("#")] == []
    assert "//" not in html.replace("<!DOCTYPE html>", "")


def test_everybody_can_read_it(released: Run) -> None:
    found = outline(released("zips", ZIPS))
    assert found.of("html") == [{"lang": "en"}]
    assert [len(found.of(landmark)) for landmark in ("header", "nav", "main", "h1")] == [1, 1, 1, 1]
    ids = [attributes["id"] for _, attributes in found.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in found.tags:
        for name in ("aria-labelledby", "href"):
            for target in (attributes.get(name) or "").replace("#", "").split():
                assert target in ids
    assert all(th["scope"] in ("row", "col") for th in found.of("th"))
    assert len(found.of("caption")) == len(found.of("table")) == 3
    svg, *texts = found.of("svg")
    assert svg["role"] == "img"
    assert all(set(text) == {"x", "y", "width", "height"} for text in texts)  # parts of it
    assert [tag for tag, _ in found.tags if re.fullmatch("h[1-6]", tag)] == ["h1"] + ["h2"] * 7


@pytest.mark.parametrize("colour", [*LEVEL_COLOURS, *map(lighter, LEVEL_COLOURS)])
def test_texts_on_tiles_stand_out(colour: str) -> None:
    light, dark = sorted((luminance(colour), 1.0 if ink(colour) == "#fff" else 0.0), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5  # WCAG 2.2, 1.4.3


def test_texts_from_the_data_are_text(released: Run) -> None:
    html = page(read(released("words", "FROM dp_heavy_hitters('loans', 'word', eps => 1)")))
    found = Outline(html)
    assert not found.of("script")
    for text in ("<script>alert(1)</script>", "(empty text)", "\\u202eevil", "käse & 'brot'", "z\\x00\\n"):
        assert text in found.words
    assert not found.of("svg")  # no hierarchy of prefixes
    assert not re.search("[\x00-\x08\u202e]", html)
    assert len(found.of("details")) == 1  # ten thousand letters are folded, and there
    assert "w" * 10_000 in html
    assert "(10,000 characters)" in found.words


def test_names_leave_the_numbers_beside_them_alone(released: Run) -> None:
    html = page(read(released("words", "FROM dp_hhh('loans', 'word', hierarchy => 'path(/)', eps => 1)")))
    texts = re.findall(r"<text [^>]*>([^<]*)</text>", html)
    (hebrew,) = [text for text in texts if "\u05e9" in text]
    assert re.fullmatch("\u2068/?\u05e9\u05dc\u05d5\u05dd\u2069: [0-9]+ .*", hebrew)  # isolated: it runs to the left
    titles = re.findall(r"<title>([^<]*)</title>", html)
    assert max(map(len, titles)) < 800
    assert all(text[-1] == "]" or ":" not in text for text in texts if "level" not in text)  # numbers are whole


@pytest.mark.parametrize(
    "query",
    [
        "FROM dp_heavy_nodes('loans', 'zip', eps => 1)",
        "FROM dp_tree_counts('loans', 'zip', eps => 1)",
        "FROM dp_hhh('loans', ['zip', 'word'], eps => 1, rest => false)",
        "FROM dp_hhh('loans', 'zip', eps => 1, filter => $$zip = 'none'$$)",
        "FROM dp_hhh('loans', 'zip', eps => 1, method => 'stability')",
        "FROM dp_hhh('votes', 'word', hierarchy => 'chars(3)', eps => 1000)",  # exp(eps) is no double
        "FROM dp_triehh('votes', 'word', 'voter', eps => 2, max_length => 5)",
    ],
)
def test_other_releases(released: Run, query: str) -> None:
    found = outline(released("other", query))
    assert len(found.of("h1")) == 1
    assert len(found.of("table")) == 3


def test_what_can_be_found_is_what_the_plan_finds() -> None:
    asked = plan("dp_hhh", hierarchy="zip", eps=4, tau=280)
    for i, each in enumerate(findable(asked)):
        assert each.least is not None
        assert asked.keep_at(i, each.least) > 0 == asked.keep_at(i, each.least - 1)
        assert asked.keep_at(i, each.half) >= 0.5 > asked.keep_at(i, each.half - 1)
        assert asked.keep_at(i, each.nearly) >= 0.99 > asked.keep_at(i, each.nearly - 1)
        assert each.certain is not None
        assert asked.keep_at(i, each.certain) == 1 > asked.keep_at(i, each.certain - 1)


@pytest.mark.parametrize("method", ["onehit", "laplace_levels", "stability"])
def test_never_is_said_only_where_it_is_certain(method: str) -> None:
    """A residual of the other methods has the noise of what was found below: their tests tell of no count by itself."""
    asked = plan("dp_hhh", hierarchy="zip", eps=1, method=method)
    assert {each.least is None for each in findable(asked)} == {method != "onehit"}


def test_the_command(released: Run, capsys: pytest.CaptureFixture[str]) -> None:
    file = released("zips", ZIPS)
    assert main(["report", str(file)]) == 0
    assert capsys.readouterr().out.startswith(f"{file.with_suffix('.html')}: release 1, ")
    assert main(["report", str(file), "-o", str(file.with_name("x.html")), "--json", "--title", "A & B"]) == 0
    assert json.loads(capsys.readouterr().out)["release_id"] == 1
    assert "<h1>A &amp; B</h1>" in file.with_name("x.html").read_text("utf-8")


def test_refusals(released: Run) -> None:
    file = released("zips", ZIPS)
    folder, certificate = file.parent, file.with_name("zips.parquet.certificate.json")
    with pytest.raises(LedgerError, match="there is no ledger"):
        read(file, ledger=str(folder / "none"))
    with pytest.raises(ArgumentError, match="cannot be read"):
        read(folder / "none.parquet", certificate)
    facts = json.loads(certificate.read_text())
    for changed in ("[]", "{", *(json.dumps(facts | change) for change in ({"rows": 7_000}, {"tau": 1}, {"request": {}}))):
        certificate.write_text(changed)
        with pytest.raises(CertificateError):
            read(file)
    certificate.write_text(json.dumps(facts))
    other = released("other", ZIPS.replace("'zips'", "'others'"))
    with pytest.raises(CertificateError, match=r"not to be trusted with rows .*: rows \("):
        read(file, other.with_name("other.parquet.certificate.json"))
    certificate.unlink()
    with pytest.raises(ArgumentError, match="name the file with --certificate"):
        read(file)


def test_a_plan_of_another_version_is_not_told_as_this_ones(released: Run) -> None:
    file = released("zips", ZIPS)
    certificate = file.with_name("zips.parquet.certificate.json")
    facts = json.loads(certificate.read_text())
    facts |= json.loads(canonical_json(planned(plan("dp_hhh", hierarchy="zip", eps=1, tau=40))))
    facts["software"]["dphh-sql"] = "0.0.1"
    facts[SEAL] = digest(facts)
    certificate.write_text(json.dumps(facts))
    assert [check.name for check in verify(facts) if check.passed is False] == []
    with pytest.raises(CertificateError, match="another version made it: another .*make the report with the version"):
        read(file)


def test_visible() -> None:
    assert visible("a b") == "a b"
    assert visible("a\u200bb") == "a\\u200bb"


def test_a_report_of_a_job(tmp_path: Path) -> None:
    with duckdb.connect(str(tmp_path / "bank.duckdb")) as con:
        con.execute("CREATE TABLE loans AS SELECT '94110' AS zip FROM range(1000)")
    (tmp_path / "job.toml").write_text(
        'id = "zips"\nperiod = "2026"\n[source]\nurl = "duckdb:///bank.duckdb"\ntable = "main.loans"\ncolumn = "zip"\n'
        '[release]\nfunction = "dp_hhh"\nhierarchy = "zip"\neps = 1.0\n[target]\nfile = "zips.csv"\n'
    )
    assert main(["release", str(tmp_path / "job.toml")]) == 0
    assert main(["report", str(tmp_path / "zips.csv"), "--ledger", str(tmp_path / "bank.duckdb.dphh-ledger")]) == 0
    assert "94110" in Outline((tmp_path / "zips.html").read_text("utf-8")).words


def test_a_thin_tile_is_seen_and_everything_else_is_grey() -> None:
    rows = [
        {"level": level, "prefix": prefix, "parent": None, "residual": n, "count": total}
        | dict.fromkeys(("residual_lo", "count_lo"), 0) | dict.fromkeys(("residual_hi", "count_hi"), 9_000)
        for level, prefix, n, total in [(0, None, 3, 9_000), (1, "9", 8_990, 8_990), (3, "100", 7, 7)]
    ]  # fmt: skip
    drawn = icicle(Tiling(released_tree(rows), columns=True, smallest=1 / 300))
    seen = {tile.findtext("title", "").split(":")[0]: tile.get("fill") for tile in drawn.iter("rect")}
    assert seen["everything else"] == HATCH
    assert contrast(str(seen["100"]), "#ffffff") >= 3

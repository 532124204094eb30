"""Trees of codes: what is handled, what is refused, and that the digest tells trees apart."""

from __future__ import annotations

import pytest

from dphh_sql.errors import ArgumentError
from dphh_sql.hierarchies import parse, taxonomy
from dphh_sql.hierarchies.taxonomy import Pair, Taxonomy


def tree(*pairs: Pair) -> Taxonomy:
    return Taxonomy.of(pairs, "codes", "code", "parent")


def prefixes(h: Taxonomy, code: str) -> list[str | None]:
    return [h.prefix(code, level) for level in h.all_levels if h.prefix(code, level) is not None]


def test_several_roots_and_uneven_depth() -> None:
    h = tree(("A", None), ("A1", "A"), ("A11", "A1"), ("B", None), ("C", None), ("C1", "C"))
    assert h.all_levels == (1, 2, 3)
    assert [prefixes(h, code) for code in ("A11", "A1", "B", "C1", "x", "")] == [["A", "A1", "A11"], ["A", "A1"], ["B"], ["C", "C1"], [], []]


def test_where_every_row_has_a_parent_the_parents_without_a_row_are_the_roots() -> None:
    h = tree(("A1", "A"), ("B1", "B"), ("A11", "A1"))
    assert [prefixes(h, code) for code in ("A", "A11", "B1")] == [["A"], ["A", "A1", "A11"], ["B", "B1"]]


def test_a_pair_given_twice_is_one() -> None:
    assert tree(("A", None), ("A1", "A"), ("A1", "A")) == tree(("A1", "A"), ("A", None))


# fmt: off
REFUSED: dict[str, list[Pair]] = {
    "has a cycle": [("A", "B"), ("B", "C"), ("C", "A")],
    "has a cycle: some code lies above itself": [("A", None), ("B", "B")],
    "gives some code two parents": [("A", None), ("B", None), ("C", "A"), ("C", "B")],
    r"lists its roots \(those with parent NULL\), yet 1 other parent": [("A", None), ("C", "B")],
    "has 0 codes": [],
    "NULL, empty or holds a control character": [(None, "A")],
    "a code that is NULL, empty": [("", None)],
    "holds a control character": [("A\x1f", None)],
    "a code that is NULL, empty or": [("A", "")],
    "is deeper than 32 levels": [(f"c{i}", f"c{i - 1}" if i else None) for i in range(33)],
}
# fmt: on


@pytest.mark.parametrize("rule", REFUSED)
def test_what_is_no_tree_is_refused_without_showing_a_code(rule: str) -> None:
    with pytest.raises(ArgumentError, match=rule) as caught:
        tree(*REFUSED[rule])
    assert str(caught.value).startswith("hierarchy taxonomy: table codes ")
    assert caught.value.argument == "hierarchy"


def test_a_code_both_root_and_child_is_refused() -> None:
    with pytest.raises(ArgumentError, match="two parents"):
        tree(("A", None), ("B", "A"), ("B", None))


def test_too_many_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taxonomy, "MOST_CODES", 2)
    with pytest.raises(ArgumentError, match="has 3 codes; it must have 1 to 2"):
        tree(("A", None), ("B", None), ("C", None))


def test_the_deepest_chain_and_many_codes() -> None:
    chain = tree(*((f"c{i}", f"c{i - 1}" if i else None) for i in range(32)))
    assert len(prefixes(chain, "c31")) == 32
    assert len(chain.default_levels) == 8
    wide = tree(("r", None), *((f"n{i}", "r") for i in range(50_000)))
    assert prefixes(wide, "n49999") == ["r", "n49999"]


def test_the_digest_is_of_the_pairs() -> None:
    first, second = tree(("A", None), ("B", "A")), tree(("A", None), ("B", None))
    assert first.digest != second.digest
    assert parse(first.spec) == first
    assert len({first.spec, second.spec}) == 2


@pytest.mark.parametrize("spec", ["taxonomy", "taxonomy()", "taxonomy(a, b)", "taxonomy(a, b, c, d, e)"])
def test_names_are_three(spec: str) -> None:
    with pytest.raises(ArgumentError, match="names a table and its two columns.*write for example"):
        parse(spec)


@pytest.mark.parametrize("spec", ["taxonomy(a, b, c)", "taxonomy(a, b, c, 0000)"])
def test_without_its_table_a_taxonomy_has_no_levels(spec: str) -> None:
    with pytest.raises(ArgumentError, match="is read from its table when an SQL statement is bound"):
        parse(spec).all_levels  # noqa: B018


def test_quoted_names() -> None:
    h = parse('taxonomy( other."odd, name" , "a ""b""", parent )')
    assert isinstance(h, Taxonomy)
    assert (h.table, h.child, h.parent) == ('other."odd, name"', '"a ""b"""', "parent")
    assert parse(h.spec) == h

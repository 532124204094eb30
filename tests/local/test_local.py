"""Local DP: reports, their counts, the puzzle, dp_sfp through SQL, amplification by shuffling."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import duckdb
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dphh_sql
from dphh_sql.errors import ArgumentError
from dphh_sql.local import cms
from dphh_sql.local.amplification import central_eps, largest_local_eps, local_eps
from dphh_sql.local.cms import HASHES, WIDTH, Sketch, cells, flip_threshold
from dphh_sql.local.fragments import ALPHABET, PAD, TAGS, Spelling
from tests.support.entropy import entropy_from, seeded


@pytest.mark.parametrize("eps", [0.01, 0.5, 1.0, 2.0, 4.0, 8.0, 20.0])
def test_a_report_is_private_by_itself(eps: float) -> None:
    """Two items differ in two bits: every vector is at most ((1 - f)/f)**2 times likelier for one than for another."""
    f = flip_threshold(eps) / 2**16
    worst = max(
        math.prod((1 - f if bit == mine else f) / (1 - f if bit == other else f) for bit, mine, other in zip(v, a, b, strict=True))
        for v in itertools.product((0, 1), repeat=4)
        for a, b in itertools.permutations(np.eye(4, dtype=int).tolist(), 2)
    )
    assert worst <= math.exp(eps) * (1 + 1e-12)
    assert worst >= math.exp(eps) * 0.97  # no more noise than that needs, but for 16 bits
    full = 1 / (1 + math.exp(eps))  # the mutant that spends E on each of the two bits
    assert ((1 - full) / full) ** 2 > math.exp(eps)


def test_bits_are_flipped_at_that_rate() -> None:
    with entropy_from(seeded(1)):
        sketch = Sketch.of(np.zeros(20_000, dtype=np.uint64), 1.0)
    flips = sketch.ones.sum() - np.sum([sketch.ones[row][cells(np.zeros(1, dtype=np.uint64), seed)] for row, seed in enumerate(sketch.seeds)])
    others = 20_000 * (WIDTH - 1)
    assert flips / others == pytest.approx(sketch.flip, abs=5 * math.sqrt(0.25 / others))
    assert sketch.users.sum() == sketch.n == 20_000
    assert sketch.users.min() > 200


def test_estimates_are_unbiased_only_with_the_encoders_own_eps() -> None:
    items = np.repeat(np.arange(5, dtype=np.uint64), [8000, 4000, 2000, 1000, 0])
    errors, wrong = [], []
    with entropy_from(seeded(2)):
        for _ in range(12):
            sketch = Sketch.of(items, 2.0)
            errors.append(sketch.estimates(np.arange(5, dtype=np.uint64)) - [8000, 4000, 2000, 1000, 0])
            mutant = replace(sketch, flip=flip_threshold(4.0) / 2**16)
            wrong.append(mutant.estimates(np.arange(5, dtype=np.uint64))[3] - 1000)
    spread = math.sqrt(sketch.sd**2 + 9.0e7 / (HASHES * WIDTH))
    assert np.abs(np.mean(errors, axis=0)).max() < 4 * spread / math.sqrt(12)
    assert np.std(errors, axis=0).max() < 2 * spread
    assert abs(np.mean(wrong)) > 10 * spread / math.sqrt(12)


def test_no_users_and_few_users() -> None:
    for n in (0, 1, 3):
        sketch = Sketch.of(np.ones(n, dtype=np.uint64), 1.0)
        assert sketch.n == n
        assert np.isfinite(sketch.estimates(np.ones(2, dtype=np.uint64))).all()


def test_cells_are_spread_evenly() -> None:
    counts = np.bincount(cells(np.arange(100_000, dtype=np.uint64), np.uint64(12345)), minlength=WIDTH)
    assert len(counts) == WIDTH
    assert ((counts - 100_000 / WIDTH) ** 2 / (100_000 / WIDTH)).sum() < WIDTH + 6 * math.sqrt(2 * WIDTH)


# --- the puzzle -------------------------------------------------------------------------------------------

WORDS = st.text(alphabet=ALPHABET[1:], max_size=6)


@given(word=WORDS, seed=st.integers(0, 2**64 - 1))
def test_words_and_numbers(word: str, seed: int) -> None:
    spelling = Spelling(6, np.uint64(seed))
    number = spelling.number(word)
    assert number is not None
    assert spelling.word(number) == word.ljust(6, PAD)
    pieces = [int(spelling.pieces(np.array([number], dtype=np.uint64), np.array([i]))[0]) for i in range(3)]
    assert {piece % TAGS for piece in pieces} == {int(spelling.tags(np.array([number], dtype=np.uint64))[0])}
    text = "".join(ALPHABET[d] for piece in pieces for d in divmod(piece // TAGS, len(ALPHABET)))
    assert text == word.ljust(6, PAD)


@pytest.mark.parametrize("word", ["ABC", "é", "toolongword", "a\x00b", "a b", "1"])
def test_what_cannot_be_spelt(word: str) -> None:
    assert Spelling(6, np.uint64(1)).number(word) is None


@settings(max_examples=30)
@given(words=st.lists(WORDS, min_size=1, max_size=6, unique=True), seed=st.integers(0, 2**64 - 1))
def test_the_puzzle_puts_words_together(words: list[str], seed: int) -> None:
    """All words whose pieces are there, and of the others none whose tag does not fit."""
    spelling = Spelling(6, np.uint64(seed))
    numbers = np.array([spelling.number(word) for word in words], dtype=np.uint64)
    frequent = [np.unique(spelling.pieces(numbers, np.full(len(words), i))) for i in range(3)]
    solved = spelling.solved(frequent)
    assert set(numbers.tolist()) <= set(solved.tolist())
    for number in solved.tolist():
        assert PAD not in spelling.word(number).rstrip(PAD)
    pieces = [spelling.pieces(solved, np.full(len(solved), i)) for i in range(3)]
    assert all(np.isin(mine, there).all() for mine, there in zip(pieces, frequent, strict=True))


# --- through SQL ------------------------------------------------------------------------------------------


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with dphh_sql.connect() as con:
        con.execute(
            """
            CREATE TABLE typed AS SELECT range AS person, CASE
                WHEN range < 12000 THEN 'the' WHEN range < 20000 THEN 'hello' WHEN range < 24000 THEN 'HELLO'
                WHEN range < 26000 THEN 'muchtoolongforit' WHEN range < 28000 THEN NULL ELSE '' END AS word
            FROM range(30000)
            """
        )
        yield con


def test_frequent_words_and_their_counts(con: duckdb.DuckDBPyConnection) -> None:
    rows = con.execute("FROM dp_sfp('typed', 'word', 'person', eps=>12, n0=>30000, max_length=>6, beta=>1e-5)").fetchall()
    assert [row[0] for row in rows][:2] == ["the", "hello"]
    exact = {"the": 12000, "hello": 8000}
    for item, count, low, high in rows[:2]:
        assert low <= exact[item] <= high
        assert low <= count <= high
    assert con.execute("SELECT function, eps FROM dp_ledger()").fetchall() == [("dp_sfp", 12.0)]


def test_the_budget_is_split_and_the_debiasing_is_the_encoders() -> None:
    design = dphh_sql.plan("dp_sfp", eps=3.0, n0=1000).design
    assert design.parameters["E_fragment"] + design.parameters["E_word"] <= 3.0
    assert design.delta_spent == 0.0
    assert design.proof == "theorem"


@pytest.mark.parametrize("devices", [2000, pytest.param(60_000, marks=pytest.mark.slow)])
def test_as_many_devices_report_whatever_the_table_holds(
    con: duckdb.DuckDBPyConnection, devices: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number of reports is public: missing users report the empty word, of too many some are drawn."""
    seen: list[int] = []
    of = Sketch.of.__func__  # type: ignore[attr-defined]

    def spied(items: cms.UInts, eps: float) -> Sketch:
        seen.append(len(items))
        return of(Sketch, items, eps)  # type: ignore[no-any-return]

    monkeypatch.setattr(Sketch, "of", spied)
    con.execute("CREATE TABLE none AS FROM typed LIMIT 0")
    for table in ("typed", "none"):
        seen.clear()
        rows = con.execute(f"FROM dp_sfp('{table}', 'word', 'person', eps=>2, n0=>{devices}, max_length=>4)").fetchall()
        *fragments, whole = seen
        assert whole == sum(fragments) == devices
        assert table == "typed" or rows == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("eps=>1", "n0 is required"),
        ("eps=>1, n0=>100, max_length=>5", "max_length of dp_sfp must be even and at most 12, got 5"),
        ("eps=>1, n0=>100, max_length=>14", "max_length of dp_sfp must be even and at most 12, got 14"),
        ("eps=>1e-9, n0=>100", "eps=1e-09 is too small"),
        ("n0=>100", "eps is required"),
        ("eps=>1, n0=>1e10", "n0 must be at most 100000000, got 10000000000"),
    ],
)
def test_refusals(con: duckdb.DuckDBPyConnection, arguments: str, message: str) -> None:
    with pytest.raises(duckdb.Error) as refused:
        con.execute(f"FROM dp_sfp('typed', 'word', 'person', {arguments})").fetchall()
    assert f"dp_sfp: {message}" in str(refused.value)
    assert con.execute("FROM dp_ledger()").fetchall() == []


def test_the_plan_of_sfp(con: duckdb.DuckDBPyConnection) -> None:
    few, many = (dphh_sql.plan("dp_sfp", eps=2, n0=n) for n in (10**4, 10**6))
    assert 9 < many.tau / few.tau < 11  # the square root of the users
    assert [row[0] for row in con.execute("SELECT method FROM dp_methods('dp_sfp', eps=>2, n0=>1000)").fetchall()] == ["cms"]
    odds = [few.keep(0, factor) for factor in (0.25, 0.5, 1.0, 1.5, 3.0)]
    assert odds == sorted(odds)
    assert odds[0] < 0.01 < 0.9 < odds[-1]


# --- amplification ----------------------------------------------------------------------------------------


def test_amplification_is_the_published_formula() -> None:
    n, delta, e0 = 10**6, 1e-12, 2.0
    printed = math.log(
        1 + (math.exp(e0) - 1) / (math.exp(e0) + 1) * (8 * math.sqrt(math.exp(e0) * math.log(4 / delta)) / math.sqrt(n) + 8 * math.exp(e0) / n)
    )
    assert central_eps(e0, n, delta) == pytest.approx(printed, rel=1e-12)


@given(central=st.floats(0.01, 5), n=st.integers(100, 10**8), power=st.integers(2, 14))
def test_the_inverse_is_the_largest_local_eps(central: float, n: int, power: int) -> None:
    delta = 10.0**-power
    found = local_eps(central, n, delta)
    assert found >= central
    assert central_eps(found, n, delta) <= central * (1 + 1e-9)
    if found < largest_local_eps(n, delta) * (1 - 1e-9) and found > central * (1 + 1e-9):
        assert central_eps(found * 1.001, n, delta) > central


def test_more_users_hide_each_other_better() -> None:
    spent = [central_eps(1.0, n, 1e-8) for n in (10**2, 10**4, 10**6, 10**8)]
    assert spent == sorted(spent, reverse=True)
    assert spent[0] == 1.0  # not covered: no gain
    for bad in ((0.0, 10, 0.1), (1.0, 0, 0.1), (1.0, 10, 1.0)):
        with pytest.raises(ArgumentError):
            central_eps(*bad)


def test_hypothesis_of_the_theorem_is_checked() -> None:
    n, delta = 10**4, 1e-8
    edge = largest_local_eps(n, delta)
    assert central_eps(edge * 1.01, n, delta) == edge * 1.01
    assert Counter(central_eps(edge * x, n, delta) < edge * x for x in (0.3, 0.6, 0.99)) == {True: 3}

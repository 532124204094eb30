"""TrieHH exactly: the real selections have the law of the definition, the bounds dominate it, mutants do not pass."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pytest

from dphh_sql import entropy
from dphh_sql.accounting.calibrate_votes import CertifiedVotes
from dphh_sql.accounting.fixed_samples import (
    batch,
    displaced_delta,
    eps_of,
    paper_batch,
    paper_delta,
    paper_eps,
    paper_theta,
)
from dphh_sql.accounting.path import delta_bound
from dphh_sql.accounting.steps import vote
from dphh_sql.mechanisms.triehh import TrieHH
from dphh_sql.mechanisms.triehh_fixed import FixedTrieHH
from dphh_sql.noise import TOTAL
from dphh_sql.votes import Votes
from tests.support.enumeration import Script, exact_law, hockey_stick
from tests.support.exact_path import above
from tests.support.tries import (
    Words,
    chain_law,
    fixed_samples,
    hypergeometric,
    independent_samples,
    law_by_definition,
    samples_with_replacement,
    tree_of,
    trie,
)

POPULATIONS: list[tuple[int, Words]] = [
    (1, ["a", "a", "a", "b"]),
    (2, ["a", "a", "ab", "ab"]),
    (2, ["ab", "abc", "ab", "abd"]),
    (2, ["", "", "é", "é", "éa"]),
    (3, ["ab", "ab", "ab"]),
]
NEWCOMERS = ["", "a", "ab", "abc", "b", "é", "zz"]


@dataclass(frozen=True)
class ScriptedVotes(Votes):
    """Votes whose coins follow a script."""

    script: Script = field(default_factory=Script, repr=False, compare=False)
    bound = 0  # the script's draws begin at 0

    def coins(self, n: int) -> npt.NDArray[np.bool_]:
        return self.script.sample(self, n).astype(np.bool_)  # type: ignore[arg-type]


def votes(quarters: int, theta: int) -> Votes:
    return Votes(quarters * (TOTAL // 4), theta)


def real_law(v: Votes, words: Words, length: int, floor: int | None = None) -> dict[frozenset[tuple[int, str]], Fraction]:
    design = TrieHH.designed(CertifiedVotes(v, length, 1.0))
    candidates = tree_of(words, length, v.theta if floor is None else floor)

    def run(script: Script) -> frozenset[tuple[int, str]]:
        scripted = replace(design, votes=ScriptedVotes(v.weight, v.theta, script))
        return trie(TrieHH(), scripted, candidates)

    return exact_law(run)


@pytest.mark.parametrize(("length", "words"), POPULATIONS)
@pytest.mark.parametrize(("quarters", "theta"), [(1, 2), (3, 2), (2, 3)])
def test_independent_samples_have_the_law_of_the_definition(
    length: int, words: Words, quarters: int, theta: int
) -> None:
    """Coins after the count are the votes of users sampled before it; the floor changes no probability."""
    samples = independent_samples(Fraction(quarters, 4), len(words))
    expected = law_by_definition(words, length, theta, samples)
    assert real_law(votes(quarters, theta), words, length) == expected
    assert real_law(votes(quarters, theta), words, length, floor=1) == expected


def test_coins_in_small_parts_have_the_same_law(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two holders at a time, one prefix after the other, each only until it has its votes."""
    words = ["a", "a", "ab", "ab", "c", "c", "c"]
    expected = law_by_definition(words, 2, 2, independent_samples(Fraction(1, 4), len(words)))
    monkeypatch.setattr("dphh_sql.votes._AT_ONCE", 2)
    assert real_law(votes(1, 2), words, 2) == expected


@pytest.mark.parametrize(("length", "words"), POPULATIONS[:4])
@pytest.mark.parametrize(("quarters", "theta"), [(1, 1), (1, 2), (2, 2)])
@pytest.mark.parametrize("eps", [0.3, 1.0])
def test_every_neighbour_is_within_the_bound(length: int, words: Words, quarters: int, theta: int, eps: float) -> None:
    bound = Fraction(delta_bound([vote(votes(quarters, theta), length)], eps))
    rate = Fraction(quarters, 4)
    here = law_by_definition(words, length, theta, independent_samples(rate, len(words)))
    for word in NEWCOMERS:
        more = [*words, word]
        there = law_by_definition(more, length, theta, independent_samples(rate, len(more)))
        assert hockey_stick(here, there, above(eps)) <= bound
        assert hockey_stick(there, here, above(eps)) <= bound


def chains(rounds: int, most: int) -> list[tuple[int, ...]]:
    """Falling numbers of holders along one path."""
    return [c for c in itertools.product(range(most + 1), repeat=rounds) if list(c) == sorted(c, reverse=True)]


def worst_chain(v: Votes, rounds: int, eps: float, most: int, drawn: Votes | None = None, show_votes: bool = False) -> Fraction:
    """The largest exact delta of a path of `rounds` prefixes, when `drawn` (by default v) is what is drawn."""
    real = v if drawn is None else drawn
    rate, worst = Fraction(real.weight, TOTAL), Fraction(0)
    for counts in chains(rounds, most):
        here = chain_law(counts, rate, real.theta, show_votes)
        there = chain_law([c + 1 for c in counts], rate, real.theta, show_votes)
        worst = max(worst, hockey_stick(here, there, above(eps)), hockey_stick(there, here, above(eps)))
    return worst


@pytest.mark.parametrize(("quarters", "theta", "rounds", "eps"), [(2, 6, 2, 0.5), (1, 3, 2, 0.3)])
def test_the_bound_is_near_the_worst_path(quarters: int, theta: int, rounds: int, eps: float) -> None:
    v = votes(quarters, theta)
    bound = Fraction(delta_bound([vote(v, rounds)], eps))
    worst = worst_chain(v, rounds, eps, most=14)
    assert Fraction(95, 100) * bound <= worst <= bound


# --- samples of a fixed size ------------------------------------------------------------------------------


@pytest.mark.parametrize(("length", "words"), POPULATIONS)
@pytest.mark.parametrize(("n0", "m", "theta"), [(4, 3, 2), (5, 2, 2), (2, 3, 1)])
def test_fixed_samples_have_the_law_of_the_definition(
    length: int, words: Words, n0: int, m: int, theta: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The real selection on every sample of every round; a population below n0 is filled up with nobody."""
    design = FixedTrieHH.designed(max(n0, theta), m, theta, length, 1.0)
    users = max(n0, len(words))
    every = fixed_samples(m, users)
    law: Counter[frozenset[tuple[int, str]]] = Counter()
    for rounds in itertools.product(every, repeat=length):
        left = iter(rounds)

        def drawn(bound: int, n: int) -> npt.NDArray[np.int64]:
            assert (bound, n) == (users, m)
            return np.array(next(left)[1])  # noqa: B023

        monkeypatch.setattr(entropy, "distinct", drawn)
        weight = Fraction(1)
        for chance, _ in rounds:
            weight *= chance
        law[trie(FixedTrieHH(), design, tree_of(words, length, theta))] += weight  # type: ignore[assignment]
    assert dict(law) == law_by_definition(words, length, theta, every)


def delta_of_fixed(theta: int, m: int, rounds: int, eps: float, n: int, n0: int) -> Fraction:
    """The exact delta of n users against n + 1, over all paths of falling counts."""
    users, more = max(n, n0), max(n + 1, n0)

    def passing(holders: int, population: int) -> Fraction:
        return sum(hypergeometric(holders, m, population)[theta:], Fraction(0))

    laws = [(passing(c, users), passing(c + 1, more)) for c in range(n + 1)]

    def after(t: int, g: Fraction, most: int, forward: bool) -> Fraction:
        best = max(Fraction(0), 1 - g)
        if t == 0:
            return best
        for c in range(most + 1):
            p, q = laws[c] if forward else laws[c][::-1]
            here = max(Fraction(0), (1 - p) - g * (1 - q))
            if p:
                here += p * after(t - 1, g * q / p, c, forward)
            best = max(best, here)
        return best

    return max(after(rounds, above(eps), n, forward) for forward in (True, False))


def test_the_printed_theorem_is_refuted_by_a_displaced_user() -> None:
    """All hold one word but the one user, whose place decides: delta is q = 1/8, not 0.0125."""
    theta, n0 = 5, 40
    m = paper_batch(n0, theta, 1.0, 1)
    assert paper_eps(n0, m, theta, 1) <= 1.0
    assert delta_of_fixed(theta, m, 1, 1.0, 39, 40) == Fraction(1, 8) > Fraction(paper_delta(theta))
    assert batch(n0, theta, 1.0, 0.0125, 1) is None


def test_the_printed_theorem_is_refuted_at_ten_thousand_users() -> None:
    """Seven words held by all, m = 7 (theta - 1) + 1: with a user more and an eighth word, none may pass (L = 1)."""
    n, theta, words = 10_003, 12, 7  # divisible by 7
    m = words * (theta - 1) + 1
    eps = paper_eps(n, m, theta, 10) / 10  # of one of ten rounds
    q = Fraction(m, n + 1)
    none = Fraction(math.comb(n // words, theta - 1) ** words, math.comb(n, m - 1))
    assert q * none > 4 * Fraction(paper_delta(theta)), "impossible without the user"
    assert m <= paper_batch(n, theta, 1.0, 10)
    assert eps <= 0.1


def shares(words: Words, m: int, theta: int, share: float) -> Fraction:
    """P(more than that share of the users outside m - 1 sampled ones hold a word with exactly theta - 1 votes)."""
    hits, every = 0, list(itertools.combinations(range(len(words)), m - 1))
    for sample in every:
        votes = Counter(words[user] for user in sample)
        outside = [words[user] for user in range(len(words)) if user not in sample]
        hits += sum(votes[word] == theta - 1 for word in outside) > share * len(outside)
    return Fraction(hits, len(every))


POPULATIONS_OF_WORDS = ["aaaaaaaa", "aaaabbbb", "aaabbbcc", "abcdefgh", "aabbccdd", "aaaaabcd", "aaaaaabb", "abbbbbbb"]


@pytest.mark.parametrize("words", POPULATIONS_OF_WORDS)
@pytest.mark.parametrize(("m", "theta"), [(3, 2), (4, 2), (5, 3), (4, 3), (3, 3)])
@pytest.mark.parametrize("share", [0.3, 0.5, 0.75])
def test_the_repaired_inequality_holds_on_every_small_population(words: str, m: int, theta: int, share: float) -> None:
    """One round, exactly: a user more costs eps_of, and q P(kappa > share) beside passes of rare prefixes."""
    n = len(words)
    eps = eps_of(n, m, theta, 1, share) if m * theta < n else None
    here = law_by_definition(words, 1, theta, fixed_samples(m, n))
    for newcomer in "abz":
        more = [*words, newcomer]
        there = law_by_definition(more, 1, theta, fixed_samples(m, n + 1))
        q, c = Fraction(m, n + 1), words.count(newcomer)
        factor = 1 + q * Fraction(share) / (1 - Fraction(share))
        rare = Fraction(0)
        if c >= theta:
            factor += Fraction(theta, c - theta + 1)
        else:  # where nothing is claimed of the ratio: what passes is bounded instead
            rare = sum(hypergeometric(c + 1, m, n + 1)[theta:], Fraction(0))
        assert eps is None or c + 1 < n / m or factor <= above(eps)
        assert hockey_stick(there, here, factor) <= rare + q * shares(words, m, theta, share)
        assert hockey_stick(here, there, 1 / (1 - q)) == 0


@pytest.mark.parametrize("words", POPULATIONS_OF_WORDS)
@pytest.mark.parametrize(("m", "theta", "share"), [(4, 2, 0.5), (5, 2, 0.75), (5, 3, 0.5), (3, 2, 0.9)])
def test_the_bound_on_displaced_users_dominates(words: str, m: int, theta: int, share: float) -> None:
    assert Fraction(m, len(words) + 1) * shares(words, m, theta, share) <= displaced_delta(len(words), m, theta, share)


def test_the_bound_on_displaced_users_dominates_where_it_is_small() -> None:
    """Seven to sixty equal words, all with exactly theta - 1 votes: a lower bound on P(kappa > share)."""
    theta, n0 = 12, 10**5
    for words in (20, 40, 60):
        m = words * (theta - 1) + 1
        none = Fraction(math.comb(n0 // words, theta - 1) ** words, math.comb(n0 // words * words, m - 1))
        for share in (0.5, 0.75, 0.9):
            assert Fraction(m, n0) * none <= displaced_delta(n0, m, theta, share)


def test_the_repaired_batch() -> None:
    """A few percent below the printed one for many users; none for few."""
    for n, eps, least in ((10**5, 1.0, 0.85), (10**6, 1.0, 0.97), (10**6, 4.0, 0.98)):
        delta = float(n) ** -2
        theta = paper_theta(eps, delta, 10)
        printed, found = paper_batch(n, theta, eps, 10), batch(n, theta, eps, delta, 10)
        assert found is not None
        assert least * printed <= found[0] < printed
        assert paper_delta(theta) <= found[1] <= delta
    assert batch(10**4, 13, 1.0, 1e-8, 10) is None


def test_the_papers_parameters() -> None:
    """theta and m of Corollary 1 at delta = 1/n**2, L = 10; the printed eps is met."""
    table = {
        (n, eps): (paper_theta(eps, n**-2.0, 10), paper_batch(n, paper_theta(eps, n**-2.0, 10), eps, 10))
        for n in (10**4, 10**5, 10**6)
        for eps in (1.0, 2.0, 4.0)
    }
    for (n, eps), (theta, m) in table.items():
        assert paper_delta(theta) <= n**-2.0 < paper_delta(theta - 1)
        assert paper_eps(n, m, theta, 10) <= eps < paper_eps(n, m + 1, theta, 10)
        assert m <= n / (theta + 1)


# --- mutants: each is caught by a check that the real code passes -----------------------------------------

V, ROUNDS, EPS = votes(2, 6), 2, 0.5
CERTIFIED = Fraction(delta_bound([vote(V, ROUNDS)], EPS))


def test_the_real_one_passes_where_the_mutants_fail() -> None:
    assert worst_chain(V, ROUNDS, EPS, most=14) <= CERTIFIED


def test_a_threshold_off_by_one_is_caught() -> None:
    assert worst_chain(V, ROUNDS, EPS, most=14, drawn=Votes(V.weight, V.theta - 1)) > CERTIFIED


def test_counts_released_are_caught() -> None:
    assert worst_chain(V, ROUNDS, EPS, most=14, show_votes=True) > CERTIFIED


def test_a_higher_rate_is_caught() -> None:
    assert worst_chain(V, ROUNDS, EPS, most=14, drawn=Votes(V.weight * 11 // 10, V.theta)) > CERTIFIED


def test_rounds_that_are_not_paid_for_are_caught() -> None:
    assert worst_chain(V, ROUNDS, EPS, most=14) > Fraction(delta_bound([vote(V, 1)], EPS))


def test_a_strict_floor_is_caught() -> None:
    """HAVING count > theta: who is the holder number theta + 1 shows with probability P(pass)."""
    v = votes(3, 3)
    bound = Fraction(delta_bound([vote(v, 1)], 1.0))
    words = ["a"] * 3
    here, there = (real_law(v, w, 1, floor=v.theta + 1) for w in (words, [*words, "a"]))
    assert hockey_stick(there, here, above(1.0)) > bound
    here, there = (real_law(v, w, 1) for w in (words, [*words, "a"]))
    assert hockey_stick(there, here, above(1.0)) <= bound


def test_a_batch_from_the_tables_own_size_is_caught() -> None:
    """The erratum: one user more than 158 makes m = 10 of 9, and a word that all hold is found for sure."""
    eps, theta = 1.0, 10
    sizes = {n: paper_batch(n, theta, eps, 1) for n in (158, 159)}
    assert sizes == {158: 9, 159: 10}
    found = {n: sum(hypergeometric(n, m, n)[theta:], Fraction(0)) for n, m in sizes.items()}
    assert found == {158: 0, 159: 1}
    assert found[159] - above(eps) * found[158] > Fraction(paper_delta(theta))


@pytest.mark.parametrize(("m", "theta"), [(3, 2), (4, 3)])
def test_sampling_with_replacement_is_caught(m: int, theta: int) -> None:
    """It shows a word that fewer than theta users hold, which no sample without replacement does."""
    words: Sequence[str] = ["a"] * (theta - 1) + ["b", "b", "b"]
    honest = law_by_definition(words, 1, theta, fixed_samples(m, len(words)))
    mutant = law_by_definition(words, 1, theta, samples_with_replacement(m, len(words)))
    assert not any((1, ".a") in shown or (1, "$a") in shown for shown in honest)
    assert any((1, ".a") in shown or (1, "$a") in shown for shown in mutant)
    one = ["b"] * 5
    without = law_by_definition(one, 1, theta, fixed_samples(m, 6))
    none = Fraction(0)
    for law, caught in ((without, False), (law_by_definition(one, 1, theta, samples_with_replacement(m, 6)), True)):
        alone = law_by_definition(["a", *one], 1, theta, fixed_samples(m, 6) if not caught else samples_with_replacement(m, 6))
        tells = sum((p for shown, p in alone.items() if shown not in law), none)
        assert (tells > 0) == caught

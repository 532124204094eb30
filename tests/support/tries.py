"""Words as trees of candidates, and the law of TrieHH by definition: every sample of users, in every round."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction

import numpy as np
import pyarrow as pa

from dphh_sql.audit.trees import CANDIDATE
from dphh_sql.hierarchies import parse
from dphh_sql.mechanisms import Design, Mechanism
from dphh_sql.tree import Tree

Law = dict[Hashable, Fraction]
Words = Sequence[str]
Node = tuple[int, str]


def node(word: str, level: int, length: int) -> Node | None:
    key = parse(f"word({length})").python_key(word, level)
    return None if key is None else (level, key)


def tree_of(words: Words, length: int, floor: int) -> Tree:
    """What the counting query hands over, one word a user."""
    counts = Counter(node(word, level, length) for word in words for level in range(1, length + 1))
    parents = {
        node(word, level, length): (node(word, level - 1, length) or (0, None))[1] for word in words for level in range(1, length + 1)
    }
    rows = [
        {"level": found[0], "key": found[1], "parent": parents[found] if found[0] > 1 else None, "n": n}
        for found, n in counts.items()
        if found is not None and n >= floor
    ]
    return Tree.from_candidates(pa.array(rows, CANDIDATE), len(words), range(1, length + 1))


def trie(mechanism: Mechanism, design: Design, tree: Tree) -> frozenset[Node]:
    """One run of the real selection."""
    found = set()
    for level, chosen in zip(tree.levels, mechanism.select(design, tree), strict=True):
        keys = level.keys.to_pylist()
        found |= {(level.level, keys[i]) for i in np.flatnonzero(chosen)}
    return frozenset(found)


def independent_samples(rate: Fraction, users: int) -> list[tuple[Fraction, tuple[int, ...]]]:
    """Every set of users, and the probability that it is the sample."""
    return [
        (rate ** len(chosen) * (1 - rate) ** (users - len(chosen)), chosen)
        for size in range(users + 1)
        for chosen in itertools.combinations(range(users), size)
    ]


def fixed_samples(m: int, users: int) -> list[tuple[Fraction, tuple[int, ...]]]:
    """Every set of m users, equally likely."""
    return [(Fraction(1, math.comb(users, m)), chosen) for chosen in itertools.combinations(range(users), m)]


def samples_with_replacement(m: int, users: int) -> list[tuple[Fraction, tuple[int, ...]]]:
    return [(Fraction(1, users**m), chosen) for chosen in itertools.product(range(users), repeat=m)]


def law_by_definition(
    words: Words, length: int, theta: int, samples: Iterable[tuple[Fraction, tuple[int, ...]]]
) -> dict[frozenset[Node], Fraction]:
    """Sample, vote, prune at theta, and again; users beyond the words hold nothing."""
    rounds = list(samples)
    law: dict[frozenset[Node], Fraction] = {frozenset(): Fraction(1)}
    for level in range(1, length + 1):
        after: dict[frozenset[Node], Fraction] = Counter()  # type: ignore[assignment]
        for grown, weight in law.items():
            for chance, sample in rounds:
                votes: Counter[Node] = Counter()
                for user in sample:
                    here = node(words[user], level, length) if user < len(words) else None
                    if here is not None and (level == 1 or node(words[user], level - 1, length) in grown):
                        votes[here] += 1
                after[grown | {p for p, n in votes.items() if n >= theta}] += weight * chance
        law = dict(after)
    return law


def binomial(holders: int, rate: Fraction) -> list[Fraction]:
    """P(k of the holders vote)."""
    return [math.comb(holders, k) * rate**k * (1 - rate) ** (holders - k) for k in range(holders + 1)]


def hypergeometric(holders: int, m: int, users: int) -> list[Fraction]:
    """P(k of the holders are among m users drawn without replacement)."""
    total = math.comb(users, m)
    return [Fraction(math.comb(holders, k) * math.comb(users - holders, m - k), total) for k in range(min(holders, m) + 1)]


def chain_law(counts: Sequence[int], rate: Fraction, theta: int, show_votes: bool = False) -> Law:
    """The law of a single path whose prefixes have the given holders, as (passed rounds, or the votes of each)."""
    law: Law = {}
    weight, seen = Fraction(1), ()
    paths: list[tuple[Fraction, tuple[int, ...]]] = [(weight, seen)]
    for holders in counts:
        going = []
        for weight, seen in paths:
            for k, chance in enumerate(binomial(holders, rate)):
                if k >= theta:
                    going.append((weight * chance, (*seen, k)))
                else:
                    law[seen] = law.get(seen, Fraction(0)) + weight * chance
        paths = going
    for weight, seen in paths:
        law[seen] = law.get(seen, Fraction(0)) + weight
    if show_votes:
        return law
    passed: Law = {}
    for seen, weight in law.items():
        rounds = len(seen)  # type: ignore[arg-type]
        passed[rounds] = passed.get(rounds, Fraction(0)) + weight
    return passed

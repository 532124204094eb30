"""TrieHH: the trie of frequent words, grown one code point a round by the votes of sampled users (Zhu et al.).

In round r each user is sampled with a public rate, independently of all else; a sampled user whose word's first r - 1
code points are in the trie votes for its next one (or for the end of the word); what gets theta votes is added.
Only the trie is released, no count of votes.

Guarantee: (eps, delta)-DP for add/remove of one user, who holds one word (one row; with several, one is drawn by
local frequency before anything is counted, once per call). A user's word meets one test a round: pass, go on; fail,
stop, for nothing below is voted on any more. With c other holders of the prefix a test is P(Binomial(c, q) >= theta)
without the user and P(Binomial(c + 1, q) >= theta) with it, rounds are sampled anew, and other prefixes have
the same votes either way. So the path accountant bounds delta over all c of every round (step `vote`; the
paper's Theorem 1 instead gives each round the same share of eps, which costs a factor of 20 and more in the rate).

The votes of c holders are drawn as c coins of their own, from the operating system, after the charge. That is the same
law as sampling users before counting: prefixes of one round have disjoint holders.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import numpy as np

from dphh_sql.accounting.calibrate_votes import FOUND, CertifiedVotes, calibrate_votes, votes_at_least
from dphh_sql.accounting.steps import vote
from dphh_sql.errors import ArgumentError
from dphh_sql.mechanisms.base import Design, Mechanism
from dphh_sql.request import Privacy
from dphh_sql.tree import Bools, Ints, Level, Tree
from dphh_sql.votes import Votes


class TrieHH(Mechanism):
    """Users sampled independently in each round: no number of users is needed, and the proof is a certificate."""

    name: ClassVar[str] = "poisson"
    function: ClassVar[str] = "dp_triehh"
    automatic: ClassVar[bool] = True

    def design(self, privacy: Privacy) -> Design:
        rounds = len(privacy.levels)
        found = calibrate_votes(privacy.eps, privacy.delta, rounds)
        if privacy.tau is not None:
            if privacy.tau < found.median:
                raise tau_too_small(privacy, found.median)
            found = votes_at_least(privacy.eps, privacy.delta, rounds, privacy.tau)
        return self.designed(found)

    @classmethod
    def designed(cls, found: CertifiedVotes) -> Design:
        """The design with certified votes. `tau` is the count that passes a round every second time."""
        votes = found.votes
        return Design(
            mechanism=cls.name,
            steps=(vote(votes, found.rounds),),
            delta_spent=found.delta_spent,
            tau=found.median,
            floor=votes.theta,
            margin=None,
            tables=(),
            rest_table=None,
            votes=votes,
            parameters={"theta": votes.theta, "rate": votes.rate, "rounds": found.rounds, "found": found.found},
        )

    def remade(self, design: Design, privacy: Privacy) -> Design:
        (held,) = design.steps
        if not isinstance(held.table, Votes):
            raise ArgumentError(f"method {self.name} votes; its step must have votes", argument="steps")
        return self.designed(CertifiedVotes(held.table, len(privacy.levels), design.delta_spent))

    def select(self, design: Design, tree: Tree) -> tuple[Bools, ...]:
        votes = _votes(design)
        return grown(tree, lambda level, asked: votes.passed(level.counts[asked]))

    def keep(self, design: Design, index: int, residual: int) -> float:
        return _votes(design).chance(residual)

    def spread(self, design: Design, index: int) -> tuple[float, int | None]:
        return _votes(design).sd, None

    def certain_count(self, design: Design, index: int) -> int | None:
        return None

    def margin_at(self, design: Design, beta: float, candidates: int) -> int:
        """Beyond tau by so much, each of the candidates passes a round; below it by so much, none does."""
        share = beta / (2.0 * candidates)
        high, low = (_votes(design).least_holders(chance) for chance in (1.0 - share, share))
        return max(high - design.tau, design.tau - low)

    def describe(self, design: Design) -> list[str]:
        known = design.parameters
        return [
            f"In each of {known['rounds']:.0f} rounds every user is sampled with probability {known['rate']:.4g} and "
            f"votes for the next character of its word, or its end; what gets {known['theta']:.0f} votes joins the "
            "trie. Only the trie is released. Each user has one word; of several rows one is drawn.",
            *found_words(design),
        ]


def _votes(design: Design) -> Votes:
    assert design.votes is not None
    return design.votes


def found_words(design: Design) -> list[str]:
    """From how many users on a word is found, and never."""
    rounds, found = int(design.parameters["rounds"]), int(design.parameters["found"])
    return [
        f"A prefix that {design.tau} users hold passes a round with probability 1/2 or more, one that fewer than "
        f"{design.floor} hold never. A word of {rounds} rounds that shares no prefix with others is found with "
        f"probability {FOUND:g} when {found} users hold it; shorter words and shared prefixes do better."
    ]


def tau_too_small(privacy: Privacy, smallest: int) -> ArgumentError:
    """What is said of a tau that (eps, delta) does not allow."""
    return ArgumentError(
        f"tau={privacy.tau} is below {smallest}, the smallest threshold that eps={privacy.eps:g}, "
        f"delta={privacy.delta:g} over {len(privacy.levels)} rounds allows; raise eps, lower max_length or leave tau "
        "out.",
        argument="tau",
        value=privacy.tau,
    )


def grown(tree: Tree, test: Callable[[Level, Ints], Bools]) -> tuple[Bools, ...]:
    """The trie, round by round: `test` tells which of the nodes at the asked indices of a level pass."""
    kept: list[Bools] = []
    above = np.ones(1, dtype=np.bool_)
    for level in tree.levels:
        asked = np.flatnonzero(above[level.parents])
        passed = np.zeros(len(level), dtype=np.bool_)
        passed[asked] = test(level, asked)
        kept.append(passed)
        above = passed
    return tuple(kept)

"""The Sequence Fragment Puzzle under local differential privacy (Apple 2017), with which the TrieHH paper compares.

Each of n0 devices reports one fragment of its word with a hash of the word, and the whole word, each through a
Count-Mean-Sketch with half of eps. Frequent fragments with one hash are put together to candidates, whose counts come
from the sketch of whole words.

Guarantee: (eps, 0)-DP for add/remove of one user, locally: each report is eps-private by itself, E_fragment + E_word
<= eps. The number of devices is public: n0 of them report whatever the table holds. Missing users report the empty
word, and of more than n0 users n0 are drawn. So a user more replaces one device's word (or a mixture of such).
"""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import NormalDist
from typing import Any, ClassVar

import numpy as np
import pyarrow as pa

from dphh_sql import entropy
from dphh_sql.errors import ArgumentError
from dphh_sql.hierarchies.word import texts_and_ends
from dphh_sql.local.cms import HASHES, WIDTH, Sketch, UInts, flip_threshold
from dphh_sql.local.fragments import BASE, EMPTY, LONGEST, PAD, TAGS, Estimated, Spelling
from dphh_sql.mechanisms.base import Design, Mechanism
from dphh_sql.request import Privacy
from dphh_sql.tree import Tree

PIECES = 40
"""How many frequent fragments of each position go into the puzzle."""

MOST_CANDIDATES, MOST_DEVICES = 10**6, 10**8


class SequenceFragmentPuzzle(Mechanism):
    """Local DP; for comparison."""

    name: ClassVar[str] = "cms"
    function: ClassVar[str] = "dp_sfp"
    automatic: ClassVar[bool] = True

    def design(self, privacy: Privacy) -> Design:
        if privacy.n0 is None:
            raise ArgumentError(
                "n0 is required: the public number of devices that report; the number of users is private.",
                argument="n0",
            )
        if privacy.n0 > MOST_DEVICES:
            raise ArgumentError(
                f"n0 must be at most {MOST_DEVICES}, got {privacy.n0}.", argument="n0", value=privacy.n0
            )
        length = len(privacy.levels)
        if length % 2 or length > LONGEST:
            raise ArgumentError(
                f"max_length of dp_sfp must be even and at most {LONGEST}, got {length}.",
                argument="max_length",
                value=length,
            )
        flip = flip_threshold(privacy.eps / 2.0) / 2**16
        if flip >= 0.5:
            raise ArgumentError(f"eps={privacy.eps:g} is too small for a report to say anything.", argument="eps")
        scale = 1.0 / (1.0 - 2.0 * flip)
        sd = math.sqrt(privacy.n0 * (scale**2 - 1.0) / 4.0)
        # The fragments of one position are those of n0/positions users, and the least of many must stand out.
        pieces = NormalDist().inv_cdf(1.0 - PIECES / (BASE * BASE * TAGS)) * sd * math.sqrt(length / 2.0)
        return Design(
            mechanism=self.name,
            steps=(),
            delta_spent=0.0,
            tau=max(privacy.tau or 1, math.ceil(pieces)),
            floor=1,
            margin=None,
            tables=(),
            rest_table=None,
            proof="theorem",
            parameters={
                "n0": privacy.n0,
                "E_fragment": privacy.eps / 2.0,
                "E_word": privacy.eps / 2.0,
                "max_length": length,
                "pieces": PIECES,
                "sd": sd,
                "beta": privacy.beta,
                "least": privacy.tau or 0,
            },
        )

    def remade(self, design: Design, privacy: Privacy) -> Design:
        """Each report is private by itself, with the eps of `delta_again`; nothing else is drawn."""
        asked = {"n0": privacy.n0 or 0, "max_length": len(privacy.levels)}
        parameters = {**design.parameters, **asked}
        drawn: dict[str, Any] = {"steps": (), "tables": (), "rest_table": None, "extra": (), "accepts": ()}
        return replace(design, proof="theorem", floor=1, parameters=parameters, **drawn)

    def delta_again(self, design: Design, privacy: Privacy) -> float:
        """0: the loss of a report is read off the probability with which its bits flip."""
        flips = (flip_threshold(design.parameters[name]) / 2**16 for name in ("E_fragment", "E_word"))
        loss = sum(2.0 * math.log((1.0 - flip) / flip) for flip in flips)
        return 0.0 if loss <= privacy.eps * (1.0 + 1e-12) else 1.0

    def select(self, design: Design, tree: Tree) -> Estimated:
        known = design.parameters
        spelling = Spelling(int(known["max_length"]), entropy.uint64s(1)[0])
        numbers = _reporting(tree, spelling, int(known["n0"]))
        positions = entropy.below(spelling.positions, len(numbers))
        pieces, frequent = int(known["pieces"]), []
        for position in range(spelling.positions):
            mine = positions == position
            sketch = Sketch.of(spelling.pieces(numbers[mine], positions[mine]), known["E_fragment"])
            every = np.arange(BASE * BASE * TAGS, dtype=np.uint64)
            frequent.append(np.argsort(-sketch.estimates(every), kind="stable")[:pieces].astype(np.uint64))
        whole = Sketch.of(numbers, known["E_word"])
        candidates = spelling.solved(frequent)[:MOST_CANDIDATES]
        counts = whole.estimates(candidates)
        least = NormalDist().inv_cdf(1.0 - known["beta"] / max(2, len(candidates))) * whole.sd
        shown = (counts >= max(least, known["least"])) & (candidates != EMPTY)
        words = [spelling.word(int(number)).rstrip(PAD) for number in candidates[shown]]
        collisions = float(np.square(counts[shown]).sum()) / (HASHES * WIDTH)
        return Estimated(pa.array(words, pa.string()), counts[shown], math.sqrt(whole.sd**2 + collisions))

    def keep(self, design: Design, index: int, residual: int) -> float:
        """P(the fragments of a word with that count rank before those of no one, in every position)."""
        sd, positions = design.parameters["sd"], design.parameters["max_length"] / 2.0
        share = sd * math.sqrt(positions)
        return float(NormalDist(residual, share).cdf(2.0 * residual - design.tau) ** positions) if residual else 0.0

    def spread(self, design: Design, index: int) -> tuple[float, int | None]:
        return design.parameters["sd"], None

    def certain_count(self, design: Design, index: int) -> int | None:
        return None

    def margin_at(self, design: Design, beta: float, candidates: int) -> int:
        return math.ceil(NormalDist().inv_cdf(1.0 - beta / (2.0 * candidates)) * design.parameters["sd"])

    def describe(self, design: Design) -> list[str]:
        known = design.parameters
        return [
            f"Each of {known['n0']:.0f} devices reports a fragment of its word with eps {known['E_fragment']:g} and "
            f"the word with eps {known['E_word']:g}, flipping the bits of a hashed vector. A count is known with a "
            f"standard deviation of {known['sd']:.0f}; a word is found from about {design.tau} users on, when all its "
            f"fragments are among the {known['pieces']:.0f} most frequent of their positions."
        ]


def _reporting(tree: Tree, spelling: Spelling, n0: int) -> UInts:
    """The word of each of the n0 devices, as a number; the empty word where there is none that can be spelt."""
    coded, counts = [np.zeros(0, dtype=np.uint64)], [np.zeros(0, dtype=np.int64)]
    for level in tree.levels:
        texts, ends = texts_and_ends(level.keys)
        numbers = (spelling.number(text) for text in texts.filter(ends).to_pylist())
        coded.append(np.array([number or EMPTY for number in numbers], dtype=np.uint64))
        counts.append(level.counts[ends.to_numpy(zero_copy_only=False)])
    users = np.repeat(np.concatenate(coded), np.concatenate(counts))
    users = np.concatenate([users, np.full(max(tree.total, n0) - len(users), EMPTY, dtype=np.uint64)])
    return users if len(users) == n0 else users[entropy.distinct(len(users), n0)]
